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

/// What is known of a band, stretch by stretch. A stretch goes on to the first sample behind it.
typealias BandSummary = GridSummary<BandMoments>

extension GridSummary<BandMoments> {
    /// Takes in the samples behind those that are known.
    ///
    /// - Parameters:
    ///   - count: of all samples that there are now.
    ///   - read: what a stretch of samples, its last one in it, comes to.
    mutating func extend(to count: Int, _ read: @Sendable (ClosedRange<Int>) -> BandMoments) {
        extend(to: count, overlap: 1, { _, samples in read(samples.lowerBound...samples.upperBound - 1) }) { _, _, parts in
            parts.indices.reduce(BandMoments()) { $0.joined(parts[$1]) }
        }
    }
}

/// A band's summary, while it is lent.
typealias BandPyramid = GridLevels<BandMoments>

extension GridLevels<BandMoments> {
    /// Stretches that end or begin at a sample will be asked for soon.
    ///
    /// - Returns: the samples of the shortest one that holds it.
    @inline(__always)
    func prefetch(_ i: Int) -> Range<Int> {
        for level in 0..<2 { prefetch(level, at: i) }
        return grain(at: i)..<nextGrain(behind: i)
    }

    /// What lies between two samples.
    ///
    /// - Parameter read: what no stretch holds.
    /// - Complexity: O(log samples) looks at stretches; at most 128 samples are read.
    func moments(_ range: ClosedRange<Int>, _ read: (ClosedRange<Int>) -> BandMoments) -> BandMoments {
        var found = BandMoments()
        var i = range.lowerBound
        while i < range.upperBound {
            let known = longest(at: i, before: range.upperBound) { _, _ in true }
            let next = known.map { i + length($0.level) } ?? min(range.upperBound, nextGrain(behind: i))
            found = found.joined(known?.entry ?? read(i...next))
            guard found.isFinite else { return .unknown }
            i = next
        }
        return found
    }
}

/// The summaries of a series' bands.
typealias BandSummaries = KeptSummaries<BandKey, BandSummary>

/// Which band: its ends, and the axes that distances and values are counted on.
struct BandKey: Hashable {
    var first, second: SeriesValue
    var along, across: AxisScale.Mapper
}
