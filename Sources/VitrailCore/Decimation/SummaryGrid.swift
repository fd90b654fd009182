import CData

/// Stretches of samples that something is known of, level by level, on a grid that stays when the first samples go.
enum SummaryGrid {
    /// Samples of a stretch: 64, 512, 4,096, 65,536, a million.
    static let shifts = [6, 9, 12, 16, 20]

    /// The first stretch that begins at a place or behind it.
    static func above(_ place: Int, _ shift: Int) -> Int { (place + (1 << shift) - 1) >> shift }
}

/// Which stretches of a column low and high are known of.
enum PyramidKind: CaseIterable {
    /// Of 64 samples and more.
    case fine
    /// Of 256 samples and more: a quarter of the memory, and more samples to read at both ends of a range.
    case coarse

    /// - Parameters:
    ///   - count: of the column's values.
    ///   - total: of all values that there will be pyramids over.
    init(of count: Int, among total: @autoclosure () -> Int) { self = count > Self.leastCoarse && total() > Self.mostFine ? .coarse : .fine }

    /// Fine pyramids over more values take more than 38 MB.
    private static var mostFine: Int { 1 << 27 }
    /// One over so few takes less than 3 MB.
    private static var leastCoarse: Int { 1 << 23 }

    var shifts: [Int] {
        switch self {
        case .fine: SummaryGrid.shifts
        case .coarse: Self.coarseShifts
        }
    }

    /// 256, 4,096, 65,536, a million.
    private static let coarseShifts = [8, 12, 16, 20]
}

/// What is known of stretches of one length, one after the other.
struct GridRow<Entry: BitwiseCopyable & Sendable>: Sendable {
    /// Number of the first.
    var first = 0
    var entries = GrowingArray<Entry>()

    var next: Int { first + entries.count }

    /// Entries before a number go, and the next one to come is that number at least.
    mutating func drop(before number: Int) {
        guard number > first else { return }
        entries.removeFirst(min(number - first, entries.count))
        first = number
    }

    /// An entry for each stretch that is whole on the level below.
    ///
    /// - Parameters:
    ///   - shift: how many there are of those in one of these: 2^shift.
    ///   - joined: what a stretch comes to, by its number, from those that it is made of.
    mutating func fill(from below: GridRow, shift: Int, _ joined: (Int, Span<Entry>) -> Entry) {
        if entries.count == 0 { drop(before: SummaryGrid.above(below.first, shift)) }
        let new = next..<max(below.next >> shift, next)
        guard !new.isEmpty else { return }
        entries.append(
            below.entries.withSpan { entries in
                new.map { number in
                    let first = (number << shift) - below.first
                    return joined(number, entries.extracting(first..<first + 1 << shift))
                }
            })
    }
}

/// The same, lent to threads: a pointer.
@safe struct GridLevel<Entry: BitwiseCopyable & Sendable> {
    private let entries: UnsafeBufferPointer<Entry>
    private let first: Int
    let shift: Int
    private let count: Int

    /// - Parameter entries: stay where they are as long as the level is used.
    init(_ entries: Span<Entry>, first: Int, shift: Int) {
        self.first = first
        self.shift = shift
        count = entries.count
        unsafe self.entries = unsafe entries.withUnsafeBufferPointer { unsafe $0 }
    }

    var length: Int { 1 << shift }

    /// What is known of the stretch that begins at a place of the grid; nil = none does, or it is not known.
    @inline(__always)
    func entry(at place: Int) -> Entry? {
        guard place & (length - 1) == 0 else { return nil }
        let number = (place >> shift) - first
        guard number >= 0, number < count else { return nil }
        return unsafe entries[number]
    }

    /// The entry at a place and those beside it, up to where one of the next level begins, will be read soon.
    @inline(__always)
    func prefetch(_ place: Int) {
        let number = (place >> shift) & ~7 - first
        guard number >= 0, number + 8 <= count, let base = unsafe entries.baseAddress else { return }
        unsafe vitrail_prefetch(base + number, 8 * MemoryLayout<Entry>.stride)
    }
}

extension Array {
    /// Rows of the grid's levels, shortest stretches first, as threads read them until the body ends.
    ///
    /// - Parameter shifts: of the levels.
    func lendLevels<Entry, Result>(_ shifts: [Int], _ body: (Span<GridLevel<Entry>>) -> Result) -> Result where Element == GridRow<Entry> {
        Self.lend([], self[...], shifts, body)
    }

    private static func lend<Entry, Result>(
        _ lent: [GridLevel<Entry>], _ rest: ArraySlice<GridRow<Entry>>, _ shifts: [Int], _ body: (Span<GridLevel<Entry>>) -> Result
    ) -> Result where Element == GridRow<Entry> {
        // Who reads the levels does not hold them.
        guard let row = rest.first else { return withExtendedLifetime(lent) { body(lent.span) } }
        return row.entries.withSpan { entries in
            lend(lent + [GridLevel(entries, first: row.first, shift: shifts[lent.count])], rest.dropFirst(), shifts, body)
        }
    }
}
