import VitrailSystem

/// Summaries of all levels of a column, or of several columns, from the first sample on.
package struct SummaryTree<Entry: BitwiseCopyable & Sendable>: SampleSummary, Sendable {
    /// Fewer stretches are not worth another thread.
    private static var stretchesPerThread: Int { 1 << 10 }

    /// Number of samples.
    package private(set) var count = 0
    private var shifts: [Int]
    private var levels: [GridRow<Entry>]

    init() { self.init(for: 0) }

    /// Makes a summary of no samples, for `count` samples to come. With very many, the shortest stretches are not
    /// stored: they would take 7/8 of the memory, and only save reads at both ends of a range.
    package init(for count: Int) {
        shifts = Self.shifts(for: count)
        levels = [GridRow<Entry>](repeating: GridRow(), count: shifts.count)
    }

    /// Maximum number of samples with all levels. The quantiles of so many bars take 100 MB.
    private static var maxFine: Int { 1 << 26 }
    /// With more samples, the shortest stretches have 512 samples, or 1,024 if stretches of 512 would take more bytes
    /// than this.
    private static var maxBytes: Int { 24 << 20 }

    private static func shifts(for count: Int) -> [Int] {
        guard count > maxFine else { return TreeLayout.shifts }
        let shortest = count >> 9 > maxBytes / MemoryLayout<Entry>.stride ? 10 : 9
        return [shortest] + TreeLayout.shifts.filter { $0 > 10 }
    }

    package func fits(_ count: Int) -> Bool { shifts == Self.shifts(for: count) }

    /// Adds the samples behind the known ones.
    ///
    /// - Parameters:
    ///   - count: number of all current samples.
    ///   - read: computes the entry of a stretch of the grid's shortest length, stored or not, from its number and its
    ///     samples.
    ///   - joined: computes the entry of a longer stretch from its number, its samples, and the entries of its parts.
    package mutating func extend(
        to count: Int, _ read: @Sendable (Int, Range<Int>) -> Entry,
        joined: @Sendable (Int, Range<Int>, Span<Entry>) -> Entry
    ) {
        self.count = count
        let shift = shifts[0]
        let new = levels[0].next..<max(count >> shift, levels[0].next)
        guard !new.isEmpty else { return }
        let threads = max(min(Parallel.threads, new.count / Self.stretchesPerThread), 1)
        nonisolated(unsafe) let room = unsafe levels[0].entries.claim(new.count)
        Parallel.forEach(threads) { i in
            func samples(_ number: Int, _ shift: Int) -> Range<Int> { number << shift..<(number + 1) << shift }
            let shortest = TreeLayout.shifts[0]
            // Unstored entries are kept only for the parts of one stretch.
            var parts: [Entry] = []
            for k in new.count * i / threads..<new.count * (i + 1) / threads {
                let number = new.lowerBound + k
                parts.removeAll(keepingCapacity: true)
                for part in number << (shift - shortest)..<(number + 1) << (shift - shortest) {
                    parts.append(read(part, samples(part, shortest)))
                }
                unsafe room[k] = parts.count == 1 ? parts[0] : joined(number, samples(number, shift), parts.span)
            }
        }
        for k in levels.indices.dropFirst() {
            let shift = shifts[k]
            levels[k].fill(from: levels[k - 1], shift: shift - shifts[k - 1]) { number, parts in
                joined(number, number << shift..<(number + 1) << shift, parts)
            }
        }
    }

    package func withLevels<Result>(_ body: (GridLevels<Entry>) -> Result) -> Result {
        levels.withLevels(shifts) { body(GridLevels($0, start: 0)) }
    }
}

/// All levels of a grid. Several threads read them while the call that lent them waits.
@safe @usableFromInline package struct GridLevels<Entry: BitwiseCopyable & Sendable>: @unchecked Sendable {
    /// Shortest stretches first. Not an array: threads that copy the levels would update the reference count of the
    /// same memory.
    @usableFromInline let levels: UnsafeBufferPointer<GridLevel<Entry>>
    /// Grid position of sample 0.
    @usableFromInline let start: Int

    /// - Parameter levels: must stay in place while these are used.
    init(_ levels: Span<GridLevel<Entry>>, start: Int) {
        unsafe self.levels = unsafe levels.withUnsafeBufferPointer { unsafe $0 }
        self.start = start
    }

    @inlinable var count: Int { unsafe levels.count }

    /// Samples of the shortest stretches.
    @inlinable @inline(__always)
    package var grain: Int { length(0) }

    /// Samples of a level's stretches.
    @inlinable @inline(__always)
    package func length(_ level: Int) -> Int { unsafe levels[level].length }

    /// The entry of the stretch of a level that begins at a sample; `nil`: there is no such stretch, or it is not
    /// known.
    @inlinable @inline(__always)
    package func entry(_ level: Int, at i: Int) -> Entry? { unsafe levels[level].entry(at: i + start) }

    /// Prefetches entries of a level around a sample.
    @inline(__always)
    @inlinable func prefetch(_ level: Int, at i: Int) { unsafe levels[level].prefetch(i + start) }

    /// Start of the shortest stretch that contains a sample.
    @inlinable @inline(__always)
    package func grain(at i: Int) -> Int { i - (i + start) & (grain - 1) }

    /// The next sample at which a stretch may begin.
    @inlinable @inline(__always)
    package func nextGrain(behind i: Int) -> Int { grain(at: i) + grain }

    /// The longest wanted stretch that begins at `i` and ends at `end` or before; `nil`: there is none.
    @inlinable @inline(__always)
    package func longest(
        at i: Int, before end: Int, where isWanted: (Int, Entry) -> Bool
    ) -> (level: Int, entry: Entry)? {
        var level = count - 1
        while level >= 0 {
            if length(level) <= end - i, let entry = entry(level, at: i), isWanted(level, entry) {
                return (level, entry)
            }
            level -= 1
        }
        return nil
    }
}
