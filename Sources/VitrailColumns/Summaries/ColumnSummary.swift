package import CColumns
import VitrailSystem

/// Summaries of a column, part by part. They stay valid when the first values are removed, and give the extremes of any
/// range without reading it again.
///
///     values    ┆····│················│················│·········      parts of 4,096 values on a fixed grid
///     extents   ┆    │ low high step… │ low high step… │               of each whole part
///     spans     ┆ ▕▔▏│▕▔▏▕▔▏▕▔▏▕▔▏… ▕▔▏│▕▔▏▕▔▏…        │               low and high of each 64 values, if wanted,
///               ┆    │▕▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▏│▕▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▏│               then of each 8 spans, and so on: the pyramid
///
/// The grid does not move when the first values are removed. Spans take 1/28 of the memory of the Doubles, coarse spans
/// 1/120, and extents 1/585.
struct ColumnSummary: Sendable {
    static let partLength = 1 << partShift
    private static let partShift = 12
    /// Binary logarithm of the values per span that one pass over the values computes.
    private static let spanShift = VITRAIL_SPAN_LENGTH.trailingZeroBitCount
    /// Fewer parts are not worth another thread.
    private static let partsPerThread = 16

    /// Which levels there are; `nil`: none.
    let pyramid: PyramidKind?
    /// Grid positions of the first value and of the end. `start` is the number of values removed so far.
    private(set) var start = 0
    private var end = 0
    /// One for each whole part.
    private var extents = GridRow<vitrail_extent>()
    private var levels: [GridRow<vitrail_span>]
    /// The extent of all values.
    private(set) var whole = vitrail_extent.empty

    /// - Parameter pyramid: `nil`: extremes of ranges will not be asked for.
    init(_ values: ColumnView, pyramid: PyramidKind?) {
        self.pyramid = pyramid
        levels = Array(repeating: GridRow(), count: pyramid?.shifts.count ?? 0)
        extend(values)
    }

    private var shifts: [Int] { pyramid?.shifts ?? [] }
    /// Number of levels whose spans lie within parts.
    private var levelsPerPart: Int { shifts.count { $0 <= Self.partShift } }

    var count: Int { end - start }

    /// Updates the summary after the column has changed at its ends.
    ///
    /// - Parameter values: all values after the change.
    /// - Complexity: O(new values), plus the values at the ends of the grid's parts, plus one look at each part if
    ///   values were removed.
    mutating func change(_ changes: RowChanges, to values: ColumnView) {
        guard changes.removed >= 0, changes.removed <= count, count - changes.removed + changes.appended == values.count
        else {
            self = ColumnSummary(values, pyramid: pyramid)
            return
        }
        start += changes.removed
        extents.drop(before: TreeLayout.above(start, Self.partShift))
        for k in levels.indices { levels[k].drop(before: TreeLayout.above(start, shifts[k])) }
        extend(values)
    }

    // MARK: Reading

    /// Adds the values behind the known ones.
    private mutating func extend(_ values: ColumnView) {
        end = start + values.count
        let new = extents.next..<max(end >> Self.partShift, extents.next)
        if !new.isEmpty { read(new, of: values) }
        let shifts = shifts
        for k in levels.indices.dropFirst(levelsPerPart) {
            levels[k].fill(from: levels[k - 1], shift: shifts[k] - shifts[k - 1]) { _, parts in
                parts.indices.reduce(.empty) { $0.joined(parts[$1]) }
            }
        }
        whole = joined(values)
    }

    /// Adds whole parts. Threads write their results directly into the summary.
    private mutating func read(_ parts: Range<Int>, of values: ColumnView) {
        let shifts = Array(shifts.prefix(levelsPerPart))
        let room = unsafe Room(
            extents: extents.entries.claim(parts.count), shifts: shifts,
            levels: shifts.enumerated().map { k, shift in
                let perPart = 1 << (Self.partShift - shift)
                // An empty level begins with the first new part: spans of an incomplete part are not kept.
                if levels[k].entries.count == 0 { levels[k].first = parts.lowerBound * perPart }
                return unsafe levels[k].entries.claim(parts.count * perPart)
            })
        let threads = max(min(Parallel.threads, parts.count / Self.partsPerThread), 1)
        Parallel.forEach(threads) { [start] i in
            let limit = WorkLimit.current
            for part in parts.count * i / threads..<parts.count * (i + 1) / threads {
                if let limit, limit.isReached {
                    unsafe room.leaveOut(part)
                    continue
                }
                let first = ((parts.lowerBound + part) << Self.partShift) - start
                unsafe room.take(part, values, first..<first + Self.partLength)
            }
        }
    }

    /// Memory that threads write the summaries of parts into.
    ///
    /// Unchecked, because pointers are not `Sendable`: each thread writes to locations that no other thread touches,
    /// and all threads end before the claimed memory is read.
    @unsafe private struct Room: @unchecked Sendable {
        typealias Spans = UnsafeMutableBufferPointer<vitrail_span>

        let extents: UnsafeMutableBufferPointer<vitrail_extent>
        /// Shifts of the levels within parts; may be empty.
        let shifts: [Int]
        let levels: [Spans]

        /// - Parameter number: of the part, among the parts in this memory.
        func take(_ number: Int, _ values: ColumnView, _ range: Range<Int>) {
            guard let first = unsafe levels.first else { return unsafe extents[number] = values.extent(range) }
            if unsafe shifts[0] == ColumnSummary.spanShift {
                unsafe extents[number] = unsafe values.extent(range, spans: part(number, of: first, shifts[0]))
            } else {
                unsafe withUnsafeTemporaryAllocation(
                    of: vitrail_span.self, capacity: 1 << (partShift - ColumnSummary.spanShift)
                ) { spans in
                    unsafe extents[number] = unsafe values.extent(range, spans: spans)
                    unsafe Self.join(
                        spans, shift: shifts[0] - ColumnSummary.spanShift, into: part(number, of: first, shifts[0]))
                }
            }
            for k in unsafe levels.indices.dropFirst() {
                let (level, below) = unsafe (
                    part(number, of: levels[k], shifts[k]), part(number, of: levels[k - 1], shifts[k - 1])
                )
                unsafe Self.join(below, shift: shifts[k] - shifts[k - 1], into: level)
            }
        }

        /// Marks a part as empty.
        func leaveOut(_ number: Int) {
            unsafe extents[number] = .empty
            for k in unsafe levels.indices {
                let spans = unsafe part(number, of: levels[k], shifts[k])
                unsafe spans.update(repeating: .empty)
            }
        }

        /// The spans of a part in a level of this memory.
        private func part(_ number: Int, of level: Spans, _ shift: Int) -> Spans {
            let count = 1 << (partShift - shift)
            return level.extracting(number * count..<(number + 1) * count)
        }

        private static func join(_ spans: Spans, shift: Int, into longer: Spans) {
            for k in longer.indices {
                unsafe longer[k] = (k << shift..<(k + 1) << shift).reduce(.empty) { unsafe $0.joined(spans[$1]) }
            }
        }
    }

    /// The extent of all values: of the known parts, and of the values before and behind them, which are read.
    private func joined(_ values: ColumnView) -> vitrail_extent {
        let inner = (extents.first << Self.partShift) - start
        guard extents.entries.count > 0 else { return values.extent(0..<values.count) }
        let behind = (extents.next << Self.partShift) - start
        let parts = extents.entries.withSpan { parts in
            parts.indices.reduce(values.extent(0..<inner)) { $0.followed(by: parts[$1]) }
        }
        return parts.followed(by: values.extent(behind..<values.count))
    }

    // MARK: Lending

    /// Lends the pyramid for searches, on any thread until `body` ends; `nil`: there are no spans, or `count` differs.
    func withTree<Result>(count: Int, _ body: (MinMaxTree?) -> Result) -> Result {
        guard pyramid != nil, count == self.count else { return body(nil) }
        return levels.withLevels(shifts) { body(MinMaxTree(levels: GridLevels($0, start: start))) }
    }
}

extension vitrail_extent {
    /// The extent of no values.
    package static let empty = vitrail_extent(
        low: .infinity, high: -.infinity, low_positive: .infinity, step: .infinity, first: .nan, last: .nan,
        is_ascending: true, has_gap: false, is_descending: true)
}

extension vitrail_span {
    /// The span of no values.
    package static let empty = vitrail_span(low: .infinity, high: -.infinity)

    /// Whether a value is not finite.
    var hasGap: Bool { low.isNaN }
    /// Whether no value is finite.
    var isGap: Bool { high.isNaN }

    /// The span of two adjacent stretches.
    package func joined(_ next: vitrail_span) -> vitrail_span {
        guard hasGap || next.hasGap else { return vitrail_span(low: min(low, next.low), high: max(high, next.high)) }
        let isAll = (isGap || high < low) && next.isGap
        return vitrail_span(low: .nan, high: isAll ? .nan : 0)
    }
}
