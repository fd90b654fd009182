/// What is known of all levels of a column, or of several, from their first sample on that is left.
struct GridSummary<Entry: BitwiseCopyable & Sendable>: SampleSummary, Sendable {
    /// Fewer stretches are not worth another thread.
    private static var stretchesPerThread: Int { 1 << 10 }

    /// Samples gone since the grid began, and samples there are: both on the grid.
    private var start = 0
    private var end = 0
    private var shifts: [Int]
    private var levels: [GridRow<Entry>]

    init() { self.init(for: 0) }

    /// Of very many samples the shortest stretches are not told of, which take seven eighths of the memory: they only save reading at both ends of a range.
    init(for count: Int) {
        shifts = Self.shifts(for: count)
        levels = [GridRow<Entry>](repeating: GridRow(), count: shifts.count)
    }

    /// Samples that all levels are told of: what is known of so many columns takes a hundred megabytes.
    private static var mostFine: Int { 1 << 26 }
    /// Of more samples the shortest stretches are of 512, or of 1,024 where those would take more bytes than this.
    private static var mostBytes: Int { 24 << 20 }

    private static func shifts(for count: Int) -> [Int] {
        guard count > mostFine else { return SummaryGrid.shifts }
        let shortest = count >> 9 > mostBytes / MemoryLayout<Entry>.stride ? 10 : 9
        return [shortest] + SummaryGrid.shifts.filter { $0 > 10 }
    }

    var count: Int { end - start }

    mutating func removeFirst(_ number: Int) {
        start += number
        end = max(end, start)
        for k in levels.indices { levels[k].drop(before: SummaryGrid.above(start, shifts[k])) }
    }

    /// Takes in the samples behind those that are known.
    ///
    /// - Parameters:
    ///   - count: of all samples that there are now.
    ///   - read: what a stretch of the grid's shortest length comes to, whether it is told of or not: by its number there, and the samples that it is made of.
    ///   - joined: what a longer one comes to: by its number, its samples, and from those that it is made of.
    mutating func extend(
        to count: Int, _ read: @Sendable (Int, Range<Int>) -> Entry, joined: @Sendable (Int, Range<Int>, Span<Entry>) -> Entry
    ) {
        end = start + count
        let shift = shifts[0]
        let new = levels[0].next..<max(end >> shift, levels[0].next)
        guard !new.isEmpty else { return }
        let threads = max(min(Parallel.threads, new.count / Self.stretchesPerThread), 1)
        nonisolated(unsafe) let room = unsafe levels[0].entries.claim(new.count)
        Parallel.forEach(threads) { [start] i in
            func samples(_ number: Int, _ shift: Int) -> Range<Int> { (number << shift) - start..<((number + 1) << shift) - start }
            let shortest = SummaryGrid.shifts[0]
            // Of shorter stretches no more is kept than what one is made of.
            var parts: [Entry] = []
            for k in new.count * i / threads..<new.count * (i + 1) / threads {
                let number = new.lowerBound + k
                parts.removeAll(keepingCapacity: true)
                for part in number << (shift - shortest)..<(number + 1) << (shift - shortest) { parts.append(read(part, samples(part, shortest))) }
                unsafe room[k] = parts.count == 1 ? parts[0] : joined(number, samples(number, shift), parts.span)
            }
        }
        for k in levels.indices.dropFirst() {
            let shift = shifts[k]
            levels[k].fill(from: levels[k - 1], shift: shift - shifts[k - 1]) { [start] number, parts in
                joined(number, (number << shift) - start..<((number + 1) << shift) - start, parts)
            }
        }
    }

    func lend<Result>(_ body: (GridLevels<Entry>) -> Result) -> Result {
        levels.lendLevels(shifts) { body(GridLevels($0, start: start)) }
    }
}

/// All levels of a grid, read on several threads while the call that lent them waits.
@safe struct GridLevels<Entry: BitwiseCopyable & Sendable>: @unchecked Sendable {
    /// Shortest stretches first. Not an array: threads that copy the levels would count references to the same memory.
    private let levels: UnsafeBufferPointer<GridLevel<Entry>>
    /// Place of sample 0 on the grid.
    private let start: Int

    /// - Parameter levels: stay where they are as long as these are used.
    init(_ levels: Span<GridLevel<Entry>>, start: Int) {
        unsafe self.levels = unsafe levels.withUnsafeBufferPointer { unsafe $0 }
        self.start = start
    }

    var count: Int { unsafe levels.count }

    /// Samples of the shortest stretches.
    @inline(__always)
    var grain: Int { length(0) }

    /// Samples of a level's stretches.
    @inline(__always)
    func length(_ level: Int) -> Int { unsafe levels[level].length }

    /// What is known of the stretch of a level that begins at a sample.
    @inline(__always)
    func entry(_ level: Int, at i: Int) -> Entry? { unsafe levels[level].entry(at: i + start) }

    /// Entries of a level around a sample will be read soon.
    @inline(__always)
    func prefetch(_ level: Int, at i: Int) { unsafe levels[level].prefetch(i + start) }

    /// Where the shortest stretch begins that holds a sample.
    @inline(__always)
    func grain(at i: Int) -> Int { i - (i + start) & (grain - 1) }

    /// The next place behind a sample where a stretch may begin.
    @inline(__always)
    func nextGrain(behind i: Int) -> Int { grain(at: i) + grain }

    /// The longest stretch that begins at a sample, ends before another, and is wanted.
    @inline(__always)
    func longest(at i: Int, before end: Int, where isWanted: (Int, Entry) -> Bool) -> (level: Int, entry: Entry)? {
        var level = count - 1
        while level >= 0 {
            if length(level) <= end - i, let entry = entry(level, at: i), isWanted(level, entry) { return (level, entry) }
            level -= 1
        }
        return nil
    }
}
