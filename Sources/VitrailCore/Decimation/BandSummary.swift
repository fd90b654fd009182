/// Mean and spread of both ends of a band over a stretch of it: of what goes straight from sample to sample, weighted by the distance along. Values and
/// distances are those of the axes without ends: logarithms on logarithmic ones.
struct BandMoments: Sendable, BitwiseCopyable {
    struct Curve: Sendable, BitwiseCopyable {
        var mean = 0.0
        /// Squares of distances from the mean, each times its length, added up.
        var spread = 0.0

        init() {}

        /// - Parameters:
        ///   - base: from which the sums count.
        ///   - sum: of values, each times its length.
        ///   - squares: of their squares.
        init(base: Double, sum: Double, squares: Double, length: Double) {
            guard length > 0 else {
                mean = base
                return
            }
            mean = base + sum / length
            spread = max(squares - sum * sum / length, 0)
        }

        func joined(_ next: Curve, _ length: Double, _ nextLength: Double) -> Curve {
            guard nextLength > 0 else { return self }
            guard length > 0 else { return next }
            var result = self
            let distance = next.mean - mean
            result.mean += distance * (nextLength / (length + nextLength))
            result.spread += next.spread + distance * distance * (length * nextLength / (length + nextLength))
            return result
        }
    }

    /// Of what is there, and of what is not since a sample beside it has no place.
    var length = 0.0
    var gaps = 0.0
    var first = Curve()
    var second = Curve()

    /// False where sums are too large.
    var isFinite: Bool { (length + gaps + first.mean + first.spread + second.mean + second.spread).isFinite }

    static let unknown = BandMoments(length: .nan)

    /// Of two stretches, the second right behind the first.
    func joined(_ next: BandMoments) -> BandMoments {
        guard isFinite, next.isFinite else { return .unknown }
        return BandMoments(
            length: length + next.length, gaps: gaps + next.gaps, first: first.joined(next.first, length, next.length), second: second.joined(next.second, length, next.length))
    }
}

/// A sample of a band where its axes would have it if they had no ends.
struct BandSample: Sendable, BitwiseCopyable {
    var along = Double.nan
    var first = Double.nan
    var second = Double.nan

    var isFinite: Bool { (along + first + second).isFinite }
}

/// Neighbours among those samples of a band that no axis leaves out.
struct BandStretch: Sendable, BitwiseCopyable {
    private(set) var count = 0
    /// The first and the last one.
    private(set) var start = BandSample()
    private(set) var end = BandSample()
    /// Whether the first two have places, and the last two.
    private(set) var startsWhole = false
    private(set) var endsWhole = false
    /// Of what lies between them.
    private(set) var moments = BandMoments()

    init() {}

    init(_ sample: BandSample) { (count, start, end) = (1, sample, sample) }

    /// Two samples or more.
    init(count: Int, start: BandSample, end: BandSample, startsWhole: Bool, endsWhole: Bool, moments: BandMoments) {
        (self.count, self.start, self.end) = (count, start, end)
        (self.startsWhole, self.endsWhole, self.moments) = (startsWhole, endsWhole, moments)
    }

    /// Of two stretches, the second behind the first: what is between them goes straight from sample to sample.
    func joined(_ next: BandStretch) -> BandStretch {
        guard count > 0 else { return next }
        guard next.count > 0 else { return self }
        let isWhole = end.isFinite && next.start.isFinite
        return BandStretch(
            count: count + next.count, start: start, end: next.end, startsWhole: count > 1 ? startsWhole : isWhole,
            endsWhole: next.count > 1 ? next.endsWhole : isWhole, moments: moments.joined(BandMoments(from: end, to: next.start)).joined(next.moments))
    }

    /// Both ends go where they are mapped to along.
    mutating func moveEnds(along mapped: (Double) -> Double) {
        start.along = mapped(start.along)
        end.along = mapped(end.along)
    }
}

extension BandMoments {
    /// What goes straight from one sample to another; a gap where one has no place.
    init(from start: BandSample, to end: BandSample) {
        self.init()
        let length = end.along - start.along
        // On a logarithmic axis there may be samples before its first place.
        guard length.isFinite else { return }
        guard start.isFinite, end.isFinite else {
            gaps = length
            return
        }
        func curve(_ a: Double, _ b: Double) -> Curve {
            Curve(base: a, sum: length * (b - a) / 2, squares: length * (b - a) * (b - a) / 3, length: length)
        }
        self.length = length
        (first, second) = (curve(start.first, end.first), curve(start.second, end.second))
    }
}

/// What is known of a band, stretch by stretch.
struct BandSummary: SampleSummary {
    /// Of all samples: a stretch goes on to the first one behind it.
    private var whole = GridSummary<BandMoments>()
    /// Of those that the axis across does not leave out. Of the two, one is known.
    private var broken = GridSummary<BandStretch>()

    var count: Int { max(whole.count, broken.count) }

    mutating func removeFirst(_ number: Int) {
        whole.removeFirst(number)
        broken.removeFirst(number)
    }

    /// Takes in the samples behind those that are known.
    ///
    /// - Parameters:
    ///   - count: of all samples that there are now.
    ///   - read: what a stretch of samples, its last one in it, comes to.
    mutating func extend(to count: Int, _ read: @Sendable (ClosedRange<Int>) -> BandMoments) {
        whole.extend(to: count, overlap: 1, { _, samples in read(samples.lowerBound...samples.upperBound - 1) }) { _, _, parts in
            parts.indices.reduce(BandMoments()) { $0.joined(parts[$1]) }
        }
    }

    /// The same, where the axis across leaves out some.
    mutating func extend(to count: Int, kept: @Sendable (Range<Int>) -> BandStretch) {
        broken.extend(to: count, { _, samples in kept(samples) }) { _, _, parts in parts.indices.reduce(BandStretch()) { $0.joined(parts[$1]) } }
    }

    func lend<Result>(_ body: (BandPyramid) -> Result) -> Result { whole.lend(body) }
    func lendKept<Result>(_ body: (BrokenBandPyramid) -> Result) -> Result { broken.lend(body) }
}

/// A band's summary, while it is lent.
typealias BandPyramid = GridLevels<BandMoments>
typealias BrokenBandPyramid = GridLevels<BandStretch>

extension GridLevels {
    /// Stretches that end or begin at a sample will be asked for soon.
    ///
    /// - Returns: the samples of the shortest one that holds it.
    @inline(__always)
    func prefetch(_ i: Int) -> Range<Int> {
        for level in 0..<2 { prefetch(level, at: i) }
        return grain(at: i)..<nextGrain(behind: i)
    }
}

extension GridLevels {
    /// What a range comes to: of what is known of its longest stretches, and of what is read between them.
    ///
    /// - Parameter read: what no stretch holds.
    /// - Complexity: O(log samples) looks at stretches; at most 128 samples are read.
    @inline(__always)
    fileprivate func joined(_ range: Range<Int>, from empty: Entry, _ join: (Entry, Entry) -> Entry, _ read: (Range<Int>) -> Entry) -> Entry {
        var found = empty
        var i = range.lowerBound
        while i < range.upperBound {
            let known = longest(at: i, before: range.upperBound) { _, _ in true }
            let next = known.map { i + length($0.level) } ?? min(range.upperBound, nextGrain(behind: i))
            found = join(found, known?.entry ?? read(i..<next))
            i = next
        }
        return found
    }
}

extension GridLevels<BandMoments> {
    /// What lies between two samples.
    func moments(_ range: ClosedRange<Int>, _ read: (ClosedRange<Int>) -> BandMoments) -> BandMoments {
        joined(range.lowerBound..<range.upperBound, from: BandMoments(), { $0.joined($1) }) { read($0.lowerBound...$0.upperBound) }
    }
}

extension GridLevels<BandStretch> {
    /// Some neighbouring samples.
    func stretch(_ range: Range<Int>, _ read: (Range<Int>) -> BandStretch) -> BandStretch {
        joined(range, from: BandStretch(), { $0.joined($1) }, read)
    }

    /// The end of a range from where on something may be kept.
    func firstNotEmpty(_ range: Range<Int>) -> Range<Int> {
        var i = range.lowerBound
        while i < range.upperBound, let empty = longest(at: i, before: range.upperBound, where: { $1.count == 0 }) { i += length(empty.level) }
        return i..<range.upperBound
    }
}

/// The summaries of a series' bands.
typealias BandSummaries = KeptSummaries<BandKey, BandSummary>

/// Which band: its ends, and the axes that distances and values are counted on.
struct BandKey: Hashable {
    var first, second: SeriesValue
    var along, across: AxisScale.Mapper
}
