import VitrailScene

/// Slices of a band on linear axes: a quarter of a pixel column at a time, vectorised, on all cores. What `BandReducer` makes of one sample after the other.
struct BandColumns: Sendable {
    private let columns: ColumnBounds<Affine>
    private let first: SharedValues
    private let second: SharedValues
    private let range: Range<Int>
    private let placeAcross: Affine

    init(along: SharedValues, first: SharedValues, second: SharedValues, range: Range<Int>, _ placeAlong: Affine, _ placeAcross: Affine) {
        columns = ColumnBounds(along: along, place: placeAlong, perPixel: Double(BandReducer.slicesPerColumn))
        (self.first, self.second, self.range, self.placeAcross) = (first, second, range, placeAcross)
    }

    func samples(threads: Int) -> [Area.Sample] {
        guard !range.isEmpty else { return [] }
        let parts = columns.stretches(range, threads: threads)
        let slices = Parallel.map(parts.count) { i in
            var result: [Area.Sample] = []
            columns.forEachColumn(parts[i]) { column, samples in append(column, samples, to: &result) }
            return result
        }
        return slices.count == 1 ? slices[0] : Array(slices.joined())
    }

    /// A column's slice goes on to the first sample behind it.
    private func append(_ column: Double, _ samples: Range<Int>, to result: inout [Area.Sample]) {
        let last = min(samples.upperBound, range.upperBound - 1)
        guard let moments = moments(samples.lowerBound, last) else { return appendWithGaps(column, samples.lowerBound...last, to: &result) }
        let (start, end) = (sample(samples.lowerBound), sample(last))
        guard start.isFinite, end.isFinite else { return appendWithGaps(column, samples.lowerBound...last, to: &result) }
        // One pair of samples is a slice as it is, and so is a stretch without length.
        guard last - samples.lowerBound > 1, moments.length > 0 else {
            result.append(start)
            result.append(end)
            return
        }
        // Slices rise and fall in turns, so that one goes on near where the last one ended.
        let sign: Double = column.remainder(dividingBy: 2) == 0 ? 1 : -1
        let factor = placeAcross.factor
        func ends(_ base: Double, _ curve: Moments.Curve) -> (Float, Float) {
            let mean = curve.sum / moments.length
            let half = (3 * max(curve.squares / moments.length - mean * mean, 0)).squareRoot() * abs(factor) * sign
            let middle = placeAcross.place(base + mean)
            return (Float(middle - half), Float(middle + half))
        }
        let (a, b) = (ends(first[samples.lowerBound], moments.first), ends(second[samples.lowerBound], moments.second))
        result.append(Area.Sample(along: start.along, first: a.0, second: b.0))
        result.append(Area.Sample(along: end.along, first: a.1, second: b.1))
    }

    private func sample(_ i: Int) -> Area.Sample {
        Area.Sample(
            along: Float(columns.place.place(columns.along[i])), first: Float(placeAcross.place(first[i])), second: Float(placeAcross.place(second[i])))
    }

    /// A column with samples that have no place: what lies between them are slices of their own.
    private func appendWithGaps(_ column: Double, _ samples: ClosedRange<Int>, to result: inout [Area.Sample]) {
        var slice = BandReducer.Slice(rises: column.remainder(dividingBy: 2) == 0)
        for i in samples {
            let sample = sample(i)
            guard !sample.isFinite else {
                slice.add(sample, into: &result)
                continue
            }
            slice.endRun(into: &result)
            if let last = result.last, last.along.isFinite { result.append(.gap) }
        }
        slice.endRun(into: &result)
    }

    // MARK: Moments

    /// Sums over what goes straight from sample to sample, each from the value of the first one, weighted by the distance along.
    private struct Moments {
        struct Curve {
            var sum: Double
            var squares: Double
        }
        var length: Double
        var first: Curve
        var second: Curve
    }

    /// - Returns: nil where a sum is not finite.
    private func moments(_ start: Int, _ last: Int) -> Moments? {
        let along = columns.along
        guard along.areDoubles, first.areDoubles, second.areDoubles else {
            return along.withDoubles(start..<last + 1) { along in
                first.withDoubles(start..<last + 1) { first in
                    second.withDoubles(start..<last + 1) { second in
                        SharedValues.lend(along) { along in
                            SharedValues.lend(first) { first in SharedValues.lend(second) { Self.moments(along, first, $0, 0, last - start) } }
                        }
                    }
                }
            }
        }
        return Self.moments(along, first, second, start, last)
    }

    @inline(__always)
    private static func moments(_ along: SharedValues, _ first: SharedValues, _ second: SharedValues, _ start: Int, _ last: Int) -> Moments? {
        typealias Lanes = SIMD8<Double>
        let (baseFirst, baseSecond) = (first[start], second[start])
        var (sumsFirst, squaresFirst, sumsSecond, squaresSecond) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
        var i = start
        while i + 8 <= last {
            let length = along.lanes(i + 1) - along.lanes(i)
            let (a, b) = (first.lanes(i) - baseFirst, first.lanes(i + 1) - baseFirst)
            let (c, d) = (second.lanes(i) - baseSecond, second.lanes(i + 1) - baseSecond)
            sumsFirst += length * (a + b)
            squaresFirst += length * (a * (a + b) + b * b)
            sumsSecond += length * (c + d)
            squaresSecond += length * (c * (c + d) + d * d)
            i += 8
        }
        var (sumFirst, squareFirst) = (sumsFirst.sum(), squaresFirst.sum())
        var (sumSecond, squareSecond) = (sumsSecond.sum(), squaresSecond.sum())
        while i < last {
            let length = along[i + 1] - along[i]
            let (a, b) = (first[i] - baseFirst, first[i + 1] - baseFirst)
            let (c, d) = (second[i] - baseSecond, second[i + 1] - baseSecond)
            sumFirst += length * (a + b)
            squareFirst += length * (a * (a + b) + b * b)
            sumSecond += length * (c + d)
            squareSecond += length * (c * (c + d) + d * d)
            i += 1
        }
        guard (squareFirst + squareSecond).isFinite else { return nil }
        return Moments(
            length: along[last] - along[start], first: .init(sum: sumFirst / 2, squares: squareFirst / 3),
            second: .init(sum: sumSecond / 2, squares: squareSecond / 3))
    }
}
