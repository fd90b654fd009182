import VitrailScene

/// Slices of a band on axes that leave nothing out across: a quarter of a pixel column at a time, vectorised, on all cores.
struct BandColumns<Along: AxisPlacing, Across: AxisPlacing>: Sendable {
    private let columns: ColumnBounds<Along>
    private let source: BandSource<Along, Across>
    private let range: Range<Int>
    /// nil = all samples are read.
    private let pyramid: BandPyramid?

    /// So few samples are read quicker than looked up.
    private static var shortestClimb: Int { 256 }
    /// Of so few samples with gaps between them, what lies from gap to gap is a slice of its own.
    private static var mostSingle: Int { 16 }

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
        var result = slices[0]
        for part in slices.dropFirst() { result += part.first?.isFinite == false && result.last?.isFinite == false ? part.dropFirst() : part[...] }
        if result.first?.isFinite == false { result.removeFirst() }
        return result
    }

    /// A column's slice goes on to the first sample behind it.
    private func append(_ column: Double, _ samples: Range<Int>, to result: inout [Area.Sample]) {
        if let pyramid, samples.count >= Self.shortestClimb {
            // What lies around the end of the next column, if it is as wide.
            let near = pyramid.prefetch(samples.upperBound + samples.count)
            source.along.prefetch(near)
            source.first.prefetch(near)
            source.second.prefetch(near)
        }
        guard let kept = kept(samples) else { return }
        let moments = kept.moments
        let (start, end) = (sample(kept.first), sample(kept.last))
        if moments.isFinite, moments.gaps > 0, kept.count > Self.mostSingle { return append(kept, rises: rises(column), to: &result) }
        guard moments.isFinite, moments.gaps == 0, start.isFinite, end.isFinite else {
            return appendOneByOne(column, kept.first...kept.last, to: &result)
        }
        // One pair of samples is a slice as it is, and so is a stretch without length.
        guard kept.count > 2, moments.length > 0 else {
            result.append(start)
            result.append(end)
            return
        }
        append(moments, from: start.along, to: end.along, rises: rises(column), to: &result)
    }

    /// Slices rise and fall in turns, so that one goes on near where the last one ended.
    private func rises(_ column: Double) -> Bool { column.remainder(dividingBy: 2) == 0 }

    /// A slice with the mean and the spread of both ends.
    private func append(_ moments: BandMoments, from start: Float, to end: Float, rises: Bool, to result: inout [Area.Sample]) {
        let axis = source.placeAcross.affine
        func ends(_ curve: BandMoments.Curve) -> (Float, Float) {
            let half = (3 * curve.spread / moments.length).squareRoot() * abs(axis.factor) * (rises ? 1 : -1)
            let middle = axis.place(curve.mean)
            // Held together, so that the slice crosses the picture where it would.
            let scale = min(1, Double.farthestPlace / (abs(middle) + abs(half)))
            return (Float((middle - half) * scale), Float((middle + half) * scale))
        }
        let (a, b) = (ends(moments.first), ends(moments.second))
        result.append(Area.Sample(along: start, first: a.0, second: b.0))
        result.append(Area.Sample(along: end, first: a.1, second: b.1))
    }

    /// A column with gaps: slices that are as wide in all as what lies between the gaps, at the ends where that goes on beside the column.
    private func append(_ kept: Kept, rises: Bool, to result: inout [Area.Sample]) {
        let moments = kept.moments
        func appendGap() { if result.last?.isFinite != false { result.append(.gap) } }
        guard moments.length > 0 else { return appendGap() }
        let (start, end) = (sample(kept.first).along, sample(kept.last).along)
        let width = (end - start) * Float(moments.length / (moments.length + moments.gaps))
        let isWhole = (
            sample(kept.first).isFinite && sample(kept.second).isFinite, sample(kept.beforeLast).isFinite && sample(kept.last).isFinite
        )
        switch isWhole {
        case (true, true):
            append(moments, from: start, to: start + width / 2, rises: rises, to: &result)
            appendGap()
            append(moments, from: end - width / 2, to: end, rises: !rises, to: &result)
        case (true, false):
            append(moments, from: start, to: start + width, rises: rises, to: &result)
            appendGap()
        case (false, true):
            appendGap()
            append(moments, from: end - width, to: end, rises: rises, to: &result)
        case (false, false):
            appendGap()
            append(moments, from: (start + end - width) / 2, to: (start + end + width) / 2, rises: rises, to: &result)
            appendGap()
        }
    }

    private func sample(_ i: Int) -> Area.Sample {
        func held(_ value: Double, _ place: some AxisPlacing) -> Float { Float(place: place.found(value), of: value) }
        return Area.Sample(
            along: held(source.along[i], source.placeAlong), first: held(source.first[i], source.placeAcross),
            second: held(source.second[i], source.placeAcross))
    }

    /// Samples that the axis does not leave out: what lies between those that have no place are slices of their own.
    private func appendOneByOne(_ column: Double, _ samples: ClosedRange<Int>, to result: inout [Area.Sample]) {
        var slice = BandReducer.Slice(rises: rises(column))
        for i in samples where !(Along.hasExclusions && source.placeAlong.exclusion(around: source.along[i]) != nil) {
            let sample = sample(i)
            guard !sample.isFinite else {
                slice.add(sample, into: &result)
                continue
            }
            slice.endRun(into: &result)
            if result.last?.isFinite != false { result.append(.gap) }
        }
        slice.endRun(into: &result)
    }

    // MARK: Moments

    /// Samples of a column that the axis does not leave out, and the first one behind it.
    private struct Kept {
        var first, second, beforeLast, last: Int
        var count: Int
        var moments: BandMoments
    }

    /// Nil where the axis leaves out all samples of a column.
    private func kept(_ column: Range<Int>) -> Kept? {
        guard Along.hasExclusions else {
            let (first, last) = (column.lowerBound, min(column.upperBound, range.upperBound - 1))
            return Kept(
                first: first, second: min(first + 1, last), beforeLast: max(first, last - 1), last: last, count: last - first + 1,
                moments: moments(first...last))
        }
        var kept: Kept?
        func add(_ part: Range<Int>) {
            let (first, last) = (part.lowerBound, part.upperBound - 1)
            let own = part.count > 1 ? moments(first...last) : BandMoments()
            guard let before = kept else {
                kept = Kept(first: first, second: min(first + 1, last), beforeLast: max(first, last - 1), last: last, count: part.count, moments: own)
                return
            }
            kept = Kept(
                first: before.first, second: before.count > 1 ? before.second : first, beforeLast: part.count > 1 ? last - 1 : before.last, last: last,
                count: before.count + part.count, moments: before.moments.joined(source.step(from: before.last, to: first)).joined(own))
        }
        var rest = column
        while let part = columns.nextPart(of: rest), !part.isEmpty {
            add(part)
            rest = part.upperBound..<column.upperBound
        }
        if kept != nil, let next = columns.firstKept(column.upperBound..<range.upperBound) { add(next..<next + 1) }
        return kept
    }

    /// What lies between two samples.
    private func moments(_ samples: ClosedRange<Int>) -> BandMoments {
        if samples.count == 1 { return BandMoments() }
        return samples.count > Self.shortestClimb ? pyramid?.moments(samples, source.moments) ?? source.moments(samples) : source.moments(samples)
    }
}

/// The samples of a band, as its axes map them.
struct BandSource<Along: AxisPlacing, Across: AxisPlacing>: Sendable {
    let along, first, second: SharedValues
    let placeAlong: Along
    let placeAcross: Across

    /// What lies between two samples, of which the axis leaves out what is between them.
    func step(from i: Int, to j: Int) -> BandMoments {
        let length = placeAlong.mapped(along[j]) - placeAlong.mapped(along[i])
        let ends = (placeAcross.mapped(first[i]), placeAcross.mapped(first[j]), placeAcross.mapped(second[i]), placeAcross.mapped(second[j]))
        guard (ends.0 + ends.1 + ends.2 + ends.3).isFinite else { return BandMoments(length: 0, gaps: length) }
        func curve(_ a: Double, _ b: Double) -> BandMoments.Curve {
            .init(base: a, sum: length * (b - a) / 2, squares: length * (b - a) * (b - a) / 3, length: length)
        }
        return BandMoments(length: length, gaps: 0, first: curve(ends.0, ends.1), second: curve(ends.2, ends.3))
    }

    /// What lies between samples, none of them left out, read.
    func moments(_ samples: ClosedRange<Int>) -> BandMoments {
        let (start, last) = (samples.lowerBound, samples.upperBound)
        if Along.keepsDistances, Across.isAffine, along.areDoubles, first.areDoubles, second.areDoubles {
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
        return mapped(along, start..<last + 1, placeAlong, isSame: Along.keepsDistances) { along in
            mapped(first, start..<last + 1, placeAcross, isSame: Across.isAffine) { first in
                mapped(second, start..<last + 1, placeAcross, isSame: Across.isAffine) { Self.moments(along, first, $0, 0, last - start) }
            }
        }
    }

    @inline(__always)
    private func mapped<Result>(
        _ column: SharedValues, _ range: Range<Int>, _ place: some AxisPlacing, isSame: Bool, _ body: (SharedValues) -> Result
    ) -> Result {
        column.withDoubles(range) { values in
            guard !isSame else { return SharedValues.lend(values, body) }
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
        let length = along[last] - along[start]
        guard (squareFirst + squareSecond + length).isFinite else { return momentsBetweenGaps(along, first, second, start, last) }
        return BandMoments(
            length: length, gaps: 0, first: .init(base: baseFirst, sum: sumFirst / 2, squares: squareFirst / 3, length: length),
            second: .init(base: baseSecond, sum: sumSecond / 2, squares: squareSecond / 3, length: length))
    }

    /// The same, one after the other: what lies beside a sample that has no place is a gap.
    private static func momentsBetweenGaps(
        _ along: SharedValues, _ first: SharedValues, _ second: SharedValues, _ start: Int, _ last: Int
    ) -> BandMoments {
        var bases: (first: Double, second: Double)?
        var (length, gaps, sumFirst, squareFirst, sumSecond, squareSecond) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for i in start..<last {
            let step = along[i + 1] - along[i]
            // On a logarithmic axis there may be samples before its first place.
            guard step.isFinite else { continue }
            guard first[i].isFinite, first[i + 1].isFinite, second[i].isFinite, second[i + 1].isFinite else {
                gaps += step
                continue
            }
            let base = bases ?? (first[i], second[i])
            bases = base
            let (a, b) = (first[i] - base.first, first[i + 1] - base.first)
            let (c, d) = (second[i] - base.second, second[i + 1] - base.second)
            length += step
            sumFirst += step * (a + b)
            squareFirst += step * (a * (a + b) + b * b)
            sumSecond += step * (c + d)
            squareSecond += step * (c * (c + d) + d * d)
        }
        guard (squareFirst + squareSecond).isFinite else { return .unknown }
        return BandMoments(
            length: length, gaps: gaps,
            first: .init(base: bases?.first ?? 0, sum: sumFirst / 2, squares: squareFirst / 3, length: length),
            second: .init(base: bases?.second ?? 0, sum: sumSecond / 2, squares: squareSecond / 3, length: length))
    }
}
