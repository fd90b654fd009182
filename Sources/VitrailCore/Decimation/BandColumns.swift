import VitrailScene

/// Slices of a band on axes that leave nothing out: a quarter of a pixel column at a time, vectorised, on all cores.
struct BandColumns<Along: AxisPlacing, Across: AxisPlacing>: Sendable {
    private let columns: ColumnBounds<Along>
    private let source: BandSource<Along, Across>
    private let range: Range<Int>
    /// nil = all samples are read.
    private let pyramid: BandPyramid?

    /// So few samples are read quicker than looked up.
    private static var shortestClimb: Int { 256 }

    init(_ source: BandSource<Along, Across>, _ range: Range<Int>, pyramid: BandPyramid?) {
        columns = ColumnBounds(along: source.along, place: source.placeAlong, perPixel: Double(BandReducer.slicesPerColumn))
        (self.source, self.range, self.pyramid) = (source, range, pyramid)
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
        if let pyramid, samples.count >= Self.shortestClimb {
            // What lies around the end of the next column, if it is as wide.
            let near = pyramid.prefetch(samples.upperBound + samples.count)
            source.along.prefetch(near)
            source.first.prefetch(near)
            source.second.prefetch(near)
        }
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
        let axis = source.placeAcross.affine
        func ends(_ curve: BandMoments.Curve) -> (Float, Float) {
            let half = (3 * curve.spread / moments.length).squareRoot() * abs(axis.factor) * sign
            let middle = axis.place(curve.mean)
            return (Float(middle - half), Float(middle + half))
        }
        let (a, b) = (ends(moments.first), ends(moments.second))
        result.append(Area.Sample(along: start.along, first: a.0, second: b.0))
        result.append(Area.Sample(along: end.along, first: a.1, second: b.1))
    }

    private func sample(_ i: Int) -> Area.Sample {
        Area.Sample(
            along: Float(source.placeAlong.found(source.along[i])), first: Float(source.placeAcross.found(source.first[i])),
            second: Float(source.placeAcross.found(source.second[i])))
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

    /// What lies between two samples; nil where a sum is not finite.
    private func moments(_ start: Int, _ last: Int) -> BandMoments? {
        let samples = start...last
        let known = last - start >= Self.shortestClimb ? pyramid?.moments(samples, source.moments) : nil
        let found = known ?? source.moments(samples)
        return found.isFinite ? found : nil
    }
}

/// The samples of a band, as its axes map them.
struct BandSource<Along: AxisPlacing, Across: AxisPlacing>: Sendable {
    let along, first, second: SharedValues
    let placeAlong: Along
    let placeAcross: Across

    /// What lies between samples, read.
    func moments(_ samples: ClosedRange<Int>) -> BandMoments {
        let (start, last) = (samples.lowerBound, samples.upperBound)
        if Along.isAffine, Across.isAffine, along.areDoubles, first.areDoubles, second.areDoubles {
            return Self.moments(along, first, second, start, last)
        }
        // Copies are made: of a few thousand samples at a time.
        return stride(from: start, to: last, by: Self.longestCopy).reduce(BandMoments()) {
            $0.joined(mappedMoments($1...min($1 + Self.longestCopy, last)))
        }
    }

    private static var longestCopy: Int { 4_096 }

    private func mappedMoments(_ samples: ClosedRange<Int>) -> BandMoments {
        let (start, last) = (samples.lowerBound, samples.upperBound)
        return mapped(along, start..<last + 1, placeAlong) { along in
            mapped(first, start..<last + 1, placeAcross) { first in
                mapped(second, start..<last + 1, placeAcross) { Self.moments(along, first, $0, 0, last - start) }
            }
        }
    }

    @inline(__always)
    private func mapped<Result>(
        _ column: SharedValues, _ range: Range<Int>, _ place: some AxisPlacing, _ body: (SharedValues) -> Result
    ) -> Result {
        column.withDoubles(range) { values in
            guard !type(of: place).isAffine else { return SharedValues.lend(values, body) }
            return unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: values.count) { block in
                for i in values.indices { unsafe block.initializeElement(at: i, to: place.mapped(values[i])) }
                return SharedValues.lend(unsafe Span(_unsafeElements: UnsafeBufferPointer(block)), body)
            }
        }
    }

    /// Sums over what goes straight from sample to sample, each from the value of the first one, weighted by the distance along.
    @inline(__always)
    private static func moments(_ along: SharedValues, _ first: SharedValues, _ second: SharedValues, _ start: Int, _ last: Int) -> BandMoments {
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
        guard (squareFirst + squareSecond).isFinite else { return .gap }
        let length = along[last] - along[start]
        return BandMoments(
            length: length, first: .init(base: baseFirst, sum: sumFirst / 2, squares: squareFirst / 3, length: length),
            second: .init(base: baseSecond, sum: sumSecond / 2, squares: squareSecond / 3, length: length))
    }
}
