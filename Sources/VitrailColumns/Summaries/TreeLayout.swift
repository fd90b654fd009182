import CColumns

/// The grid of stretches that have summaries, level by level. It stays fixed when the first samples are removed.
enum TreeLayout {
    /// Binary logarithms of the samples per stretch: 64, 512, 4,096, 65,536, a million.
    static let shifts = [6, 9, 12, 16, 20]

    /// The number of the first stretch that begins at or behind a grid position.
    static func above(_ position: Int, _ shift: Int) -> Int { (position + (1 << shift) - 1) >> shift }
}

/// The stretches of a column whose low and high are stored.
package enum PyramidKind: CaseIterable {
    /// Stretches of 64 samples and more.
    case fine
    /// Stretches of 256 samples and more: a quarter of the memory, and more samples to read at both ends of a range.
    case coarse

    /// - Parameters:
    ///   - count: number of the column's values.
    ///   - total: number of all values that will have pyramids.
    package init(of count: Int, among total: @autoclosure () -> Int) {
        self = count > Self.minCoarse && total() > Self.maxFine ? .coarse : .fine
    }

    /// Above this number of values, fine pyramids take more than 38 MB.
    private static var maxFine: Int { 1 << 27 }
    /// Up to this number of values, a pyramid takes less than 3 MB.
    private static var minCoarse: Int { 1 << 23 }

    var shifts: [Int] {
        switch self {
        case .fine: TreeLayout.shifts
        case .coarse: Self.coarseShifts
        }
    }

    /// 256, 4,096, 65,536, a million.
    private static let coarseShifts = [8, 12, 16, 20]
}

/// Entries of consecutive stretches of one length.
struct GridRow<Entry: BitwiseCopyable & Sendable>: Sendable {
    /// Number of the first stretch.
    var first = 0
    var entries = GrowingArray<Entry>()

    var next: Int { first + entries.count }

    /// Removes the entries before a number. The next entry to come has at least that number.
    package mutating func drop(before number: Int) {
        guard number > first else { return }
        entries.removeFirst(min(number - first, entries.count))
        first = number
    }

    /// Adds an entry for each stretch that is complete on the level below.
    ///
    /// - Parameters:
    ///   - shift: a stretch consists of 2^shift stretches of the level below.
    ///   - joined: computes an entry from the stretch's number and the entries of its parts.
    mutating func fill(from below: GridRow, shift: Int, _ joined: (Int, Span<Entry>) -> Entry) {
        if entries.count == 0 { drop(before: TreeLayout.above(below.first, shift)) }
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

/// A `GridRow` that is views to threads as a pointer.
@safe @usableFromInline struct GridLevel<Entry: BitwiseCopyable & Sendable> {
    @usableFromInline let entries: UnsafeBufferPointer<Entry>
    @usableFromInline let first: Int
    @usableFromInline let shift: Int
    @usableFromInline let count: Int

    /// - Parameter entries: must stay in place while the level is used.
    init(_ entries: Span<Entry>, first: Int, shift: Int) {
        self.first = first
        self.shift = shift
        count = entries.count
        unsafe self.entries = unsafe entries.withUnsafeBufferPointer { unsafe $0 }
    }

    @inlinable var length: Int { 1 << shift }

    /// The entry of the stretch that begins at a grid position; `nil`: there is no such stretch, or it is not known.
    @inline(__always)
    @inlinable func entry(at position: Int) -> Entry? {
        guard position & (length - 1) == 0 else { return nil }
        let number = (position >> shift) - first
        guard number >= 0, number < count else { return nil }
        return unsafe entries[number]
    }

    /// Prefetches the aligned group of eight entries around a grid position.
    @inline(__always)
    @usableFromInline func prefetch(_ position: Int) {
        let number = (position >> shift) & ~7 - first
        guard number >= 0, number + 8 <= count, let base = unsafe entries.baseAddress else { return }
        unsafe vitrail_prefetch(base + number, 8 * MemoryLayout<Entry>.stride)
    }
}

extension Array {
    /// Lends the rows of the grid's levels, shortest stretches first, to threads until `body` ends.
    ///
    /// - Parameter shifts: of the levels.
    func withLevels<Entry, Result>(_ shifts: [Int], _ body: (Span<GridLevel<Entry>>) -> Result) -> Result
    where Element == GridRow<Entry> {
        Self.withLevels([], self[...], shifts, body)
    }

    private static func withLevels<Entry, Result>(
        _ views: [GridLevel<Entry>], _ rest: ArraySlice<GridRow<Entry>>, _ shifts: [Int],
        _ body: (Span<GridLevel<Entry>>) -> Result
    ) -> Result where Element == GridRow<Entry> {
        // The readers of the levels do not retain them.
        guard let row = rest.first else { return withExtendedLifetime(views) { body(views.span) } }
        return row.entries.withSpan { entries in
            withLevels(
                views + [GridLevel(entries, first: row.first, shift: shifts[views.count])], rest.dropFirst(), shifts,
                body)
        }
    }
}
