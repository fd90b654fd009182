import VitrailScene

/// The samples of a band, as its axes map them.
struct BandSource<Along: AxisPlacing, Across: AxisPlacing>: Sendable {
    let along, first, second: SharedValues
    let placeAlong: Along
    let placeAcross: Across

    /// Where a sample lies on the axes without ends.
    func sample(_ i: Int) -> BandSample {
        BandSample(along: placeAlong.mapped(along[i]), first: placeAcross.mapped(first[i]), second: placeAcross.mapped(second[i]))
    }

    func place(_ sample: BandSample) -> Area.Sample {
        func held(_ mapped: Double, _ axis: Affine) -> Float { Float(place: axis.place(mapped), of: mapped) }
        return Area.Sample(
            along: held(sample.along, placeAlong.affine), first: held(sample.first, placeAcross.affine), second: held(sample.second, placeAcross.affine))
    }

    /// Whether an axis leaves a sample out.
    func isLeftOut(_ i: Int) -> Bool { Along.hasExclusions && placeAlong.skips(along[i]) || isLeftOutAcross(i) }

    func isLeftOutAcross(_ i: Int) -> Bool { Across.hasExclusions && (placeAcross.skips(first[i]) || placeAcross.skips(second[i])) }

    func prefetch(_ samples: Range<Int>) {
        along.prefetch(samples)
        first.prefetch(samples)
        second.prefetch(samples)
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

    /// Samples that are copied at once.
    static var longestCopy: Int { 4_096 }

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

    /// Those of some samples that the axis across does not leave out, read. Along, distances are as if nothing was left out.
    func keptStretch(_ samples: Range<Int>) -> BandStretch {
        stride(from: samples.lowerBound, to: samples.upperBound, by: Self.longestCopy).reduce(BandStretch()) {
            $0.joined(keptCopy($1..<min($1 + Self.longestCopy, samples.upperBound)))
        }
    }

    private func keptCopy(_ samples: Range<Int>) -> BandStretch {
        along.withDoubles(samples) { along in
            first.withDoubles(samples) { first in second.withDoubles(samples) { keptCopy(along, first, $0) } }
        }
    }

    private func keptCopy(_ along: Span<Double>, _ first: Span<Double>, _ second: Span<Double>) -> BandStretch {
        unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * along.count) { room in
            let (other, last) = (along.count, 2 * along.count)
            var count = 0
            for i in along.indices where !placeAcross.skips(first[i]) && !placeAcross.skips(second[i]) {
                unsafe room.initializeElement(at: count, to: Along.keepsDistances ? along[i] : placeAlong.mapped(along[i]))
                unsafe room.initializeElement(at: other + count, to: placeAcross.mapped(first[i]))
                unsafe room.initializeElement(at: last + count, to: placeAcross.mapped(second[i]))
                count += 1
            }
            func lend<Result>(_ start: Int, _ body: (SharedValues) -> Result) -> Result {
                SharedValues.lend(unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: room[start..<start + count])), body)
            }
            return lend(0) { along in lend(other) { first in lend(last) { Self.stretch(along, first, $0) } } }
        }
    }

    /// All of some samples, as they are mapped.
    private static func stretch(_ along: SharedValues, _ first: SharedValues, _ second: SharedValues) -> BandStretch {
        func sample(_ i: Int) -> BandSample { BandSample(along: along[i], first: first[i], second: second[i]) }
        let last = along.count - 1
        guard last > 0 else { return last < 0 ? BandStretch() : BandStretch(sample(0)) }
        let (start, end) = (sample(0), sample(last))
        return BandStretch(
            count: along.count, start: start, end: end, startsWhole: start.isFinite && sample(1).isFinite,
            endsWhole: end.isFinite && sample(last - 1).isFinite, moments: moments(along, first, second, 0, last))
    }

    /// Sums over what goes straight from sample to sample, each from the value of the first one, weighted by the distance along.
    @inline(__always)
    static func moments(_ along: SharedValues, _ first: SharedValues, _ second: SharedValues, _ start: Int, _ last: Int) -> BandMoments {
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

/// What is known, or read, of a band's samples, none of which the axis along leaves out.
protocol BandStretches: Sendable {
    /// Some neighbouring samples.
    func stretch(_ samples: Range<Int>) -> BandStretch
    /// The first of some that the axis across does not leave out.
    func firstKept(_ samples: Range<Int>) -> Int?
    /// A column will be asked for now, and the next one after it.
    func prepare(around column: Range<Int>)
}

/// A band on an axis that leaves nothing out across.
struct WholeBand<Along: AxisPlacing, Across: AxisPlacing>: BandStretches {
    let source: BandSource<Along, Across>
    /// nil = all samples are read.
    let pyramid: BandPyramid?

    /// So few samples are read quicker than looked up.
    private static var shortestClimb: Int { 256 }

    func stretch(_ samples: Range<Int>) -> BandStretch {
        let last = samples.upperBound - 1
        let (start, end) = (source.sample(samples.lowerBound), source.sample(last))
        guard last > samples.lowerBound else { return BandStretch(start) }
        let moments = moments(samples.lowerBound...last)
        // Whether there are samples without a place among them.
        let isWhole = moments.gaps == 0
        return BandStretch(
            count: samples.count, start: start, end: end, startsWhole: isWhole || start.isFinite && source.sample(samples.lowerBound + 1).isFinite,
            endsWhole: isWhole || end.isFinite && source.sample(last - 1).isFinite, moments: moments)
    }

    func firstKept(_ samples: Range<Int>) -> Int? { samples.first }

    func prepare(around column: Range<Int>) {
        guard let pyramid, column.count >= Self.shortestClimb else { return }
        // What lies around the end of the next column, if it is as wide.
        source.prefetch(pyramid.prefetch(column.upperBound + column.count))
    }

    private func moments(_ samples: ClosedRange<Int>) -> BandMoments {
        samples.count > Self.shortestClimb ? pyramid?.moments(samples, source.moments) ?? source.moments(samples) : source.moments(samples)
    }
}

/// A band on an axis that leaves out stretches across: samples of which one end lies there are passed over.
struct BrokenBand<Along: AxisPlacing, Across: AxisPlacing>: BandStretches {
    let source: BandSource<Along, Across>
    /// nil = all samples are read.
    let pyramid: BrokenBandPyramid?

    func stretch(_ samples: Range<Int>) -> BandStretch {
        var found = pyramid?.stretch(samples, source.keptStretch) ?? source.keptStretch(samples)
        if Along.hasExclusions {
            // Known are distances, which are as if nothing was left out between.
            found.moveEnds(along: source.placeAlong.mapped)
        }
        return found
    }

    func firstKept(_ samples: Range<Int>) -> Int? {
        var rest = samples
        while !rest.isEmpty {
            let next = pyramid?.firstNotEmpty(rest) ?? rest
            // To where something may be known.
            let end = min(pyramid?.nextGrain(behind: next.lowerBound) ?? next.upperBound, next.upperBound)
            if let first = (next.lowerBound..<end).first(where: { !source.isLeftOutAcross($0) }) { return first }
            rest = end..<samples.upperBound
        }
        return nil
    }

    func prepare(around column: Range<Int>) {
        guard let pyramid, column.count >= GridLevels<BandStretch>.grain else { return }
        source.prefetch(pyramid.prefetch(column.upperBound + column.count))
    }
}
