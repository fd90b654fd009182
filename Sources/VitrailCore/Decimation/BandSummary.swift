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

    var length = 0.0
    var first = Curve()
    var second = Curve()

    /// False where a sample has no place.
    var isFinite: Bool { (length + first.mean + first.spread + second.mean + second.spread).isFinite }

    static let gap = BandMoments(length: .nan)

    /// Of two stretches, the second right behind the first.
    func joined(_ next: BandMoments) -> BandMoments {
        guard isFinite, next.isFinite else { return .gap }
        return BandMoments(
            length: length + next.length, first: first.joined(next.first, length, next.length), second: second.joined(next.second, length, next.length))
    }
}

/// What is known of a band, stretch by stretch. A stretch goes on to the first sample behind it.
struct BandSummary: Sendable {
    /// Fewer stretches are not worth another thread.
    private static let stretchesPerThread = 1 << 10

    /// Samples gone since the grid began, and samples there are: both on the grid.
    private var start = 0
    private var end = 0
    private var levels = [GridRow<BandMoments>](repeating: GridRow(), count: SummaryGrid.shifts.count)

    var count: Int { end - start }

    mutating func removeFirst(_ number: Int) {
        start += number
        end = max(end, start)
        for k in levels.indices { levels[k].drop(before: SummaryGrid.above(start, SummaryGrid.shifts[k])) }
    }

    /// Takes in the samples behind those that are known.
    ///
    /// - Parameters:
    ///   - count: of all samples that there are now.
    ///   - read: what a stretch of samples, its last one in it, comes to.
    mutating func extend(to count: Int, _ read: @Sendable (ClosedRange<Int>) -> BandMoments) {
        end = start + count
        let shift = SummaryGrid.shifts[0]
        let new = levels[0].next..<max((end - 1) >> shift, levels[0].next)
        guard !new.isEmpty else { return }
        let threads = max(min(Parallel.threads, new.count / Self.stretchesPerThread), 1)
        let parts = Parallel.map(threads) { [start] i in
            (new.lowerBound + new.count * i / threads..<new.lowerBound + new.count * (i + 1) / threads).map { number in
                read((number << shift) - start...((number + 1) << shift) - start)
            }
        }
        for part in parts { levels[0].entries.append(part) }
        for k in levels.indices.dropFirst() {
            levels[k].fill(from: levels[k - 1], shift: SummaryGrid.shifts[k] - SummaryGrid.shifts[k - 1], empty: BandMoments()) { $0.joined($1) }
        }
    }

    func lend<Result>(_ body: (BandPyramid) -> Result) -> Result {
        levels.lendLevels { body(BandPyramid(levels: $0, start: start)) }
    }
}

/// A band's summary, read on several threads while the call that lent it waits.
@safe struct BandPyramid: @unchecked Sendable {
    /// Shortest stretches first. Not an array: threads that copy the pyramid would count references to the same memory.
    private let levels: UnsafeBufferPointer<GridLevel<BandMoments>>
    /// Place of sample 0 on the grid.
    private let start: Int

    /// - Parameter levels: stay where they are as long as the pyramid is used.
    fileprivate init(levels: Span<GridLevel<BandMoments>>, start: Int) {
        unsafe self.levels = unsafe levels.withUnsafeBufferPointer { unsafe $0 }
        self.start = start
    }

    /// Stretches that end or begin at a sample will be asked for soon.
    ///
    /// - Returns: the samples of the shortest one that holds it.
    @inline(__always)
    func prefetch(_ i: Int) -> Range<Int> {
        for number in 0..<2 { unsafe levels[number].prefetch(i + start) }
        let length = unsafe levels[0].length
        let first = i - (i + start) & (length - 1)
        return first..<first + length
    }

    /// What lies between two samples.
    ///
    /// - Parameter read: what no stretch holds.
    /// - Complexity: O(log samples) looks at stretches; at most 128 samples are read.
    func moments(_ range: ClosedRange<Int>, _ read: (ClosedRange<Int>) -> BandMoments) -> BandMoments {
        var found = BandMoments()
        var i = range.lowerBound
        while i < range.upperBound {
            let (next, known) = longest(at: i, before: range.upperBound)
            found = found.joined(known ?? read(i...next))
            guard found.isFinite else { return .gap }
            i = next
        }
        return found
    }

    private func longest(at i: Int, before end: Int) -> (next: Int, known: BandMoments?) {
        var number = unsafe levels.count - 1
        while number >= 0 {
            let level = unsafe levels[number]
            if level.length <= end - i, let known = level.entry(at: i + start) { return (i + level.length, known) }
            number -= 1
        }
        let grain = unsafe levels[0].length
        return (min(end, i - (i + start) & (grain - 1) + grain), nil)
    }
}

/// The summaries of a series' bands: made when one is drawn for the second time, since one picture needs each sample but once.
final class BandSummaries {
    struct Key: Hashable {
        var first, second: SeriesValue
        var along, across: AxisScale.Mapper
    }

    /// Of more axes than a band is likely to be drawn on in turn, none is kept.
    private static let mostKnown = 4

    private var asked: Set<Key> = []
    private var known: [Key: BandSummary] = [:]

    /// - Parameters:
    ///   - count: of all samples.
    ///   - read: what a stretch of samples, its last one in it, comes to.
    func summary(for key: Key, count: Int, _ read: @Sendable (ClosedRange<Int>) -> BandMoments) -> BandSummary? {
        guard !asked.insert(key).inserted else { return nil }
        if known[key] == nil, known.count == Self.mostKnown { (asked, known) = ([key], [:]) }
        var summary = known[key] ?? BandSummary()
        if summary.count != count { summary.extend(to: count, read) }
        known[key] = summary
        return summary
    }

    /// Those of the same columns when they have changed at their ends; whoever has these keeps the columns that they are of.
    func changed(by changes: RowChanges) -> BandSummaries {
        let others = BandSummaries()
        others.asked = asked
        others.known = known.mapValues { summary in
            var summary = summary
            summary.removeFirst(changes.removed)
            return summary
        }
        return others
    }
}
