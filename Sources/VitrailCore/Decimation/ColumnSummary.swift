import CData

/// What is known of a column, part by part: of what is left of it when values went, of any stretch of it without reading it again.
///
///     values    ┆····│················│················│·········      parts of 4,096 values, on a grid that stays when the first values go
///     extents   ┆    │ low high step… │ low high step… │               of each whole part
///     spans     ┆ ▕▔▏│▕▔▏▕▔▏▕▔▏▕▔▏… ▕▔▏│▕▔▏▕▔▏…        │               low and high of each 64 values in them, if wanted,
///               ┆    │▕▔▔▔▔▔▔▔▔▔▔▔▔▔▔▏│▕▔▔▔▔▔▔▔▔▔▔▔▔▔▔▏│               and then of 8 of those, and so on: the pyramid
///
/// Spans take a 28th of the memory of Doubles, coarse ones a 120th, extents a 585th.
struct ColumnSummary: Sendable {
    static let partLength = 1 << partShift
    private static let partShift = 12
    /// Of the stretches that one pass over the values tells of.
    private static let spanShift = VITRAIL_SPAN_LENGTH.trailingZeroBitCount
    /// Fewer parts are not worth another thread.
    private static let partsPerThread = 16

    /// Whose levels there are; nil = none.
    let pyramid: PyramidKind?
    /// Values gone since the grid began, and values there are: both on the grid.
    private(set) var start = 0
    private var end = 0
    /// Those that hold a part as a whole.
    private var extents = GridRow<vitrail_extent>()
    private var levels: [GridRow<vitrail_span>]
    /// Of all values.
    private(set) var whole = vitrail_extent.empty

    /// - Parameter pyramid: nil = extremes of stretches will not be asked for.
    init(_ values: SharedValues, pyramid: PyramidKind?) {
        self.pyramid = pyramid
        levels = Array(repeating: GridRow(), count: pyramid?.shifts.count ?? 0)
        extend(values)
    }

    private var shifts: [Int] { pyramid?.shifts ?? [] }
    /// Levels whose stretches lie within parts.
    private var levelsPerPart: Int { shifts.count { $0 <= Self.partShift } }

    var count: Int { end - start }

    /// The column has changed at its ends.
    ///
    /// - Parameter values: all that it holds now.
    /// - Complexity: O(new values), with the ends of the grid's parts, and a look at each part when values went.
    mutating func change(_ changes: RowChanges, to values: SharedValues) {
        guard changes.removed >= 0, changes.removed <= count, count - changes.removed + changes.appended == values.count else {
            self = ColumnSummary(values, pyramid: pyramid)
            return
        }
        start += changes.removed
        extents.drop(before: SummaryGrid.above(start, Self.partShift))
        for k in levels.indices { levels[k].drop(before: SummaryGrid.above(start, shifts[k])) }
        extend(values)
    }

    // MARK: Reading

    /// Takes in the values behind those that are known.
    private mutating func extend(_ values: SharedValues) {
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

    /// Takes in whole parts: threads write what they find into its place.
    private mutating func read(_ parts: Range<Int>, of values: SharedValues) {
        let shifts = Array(shifts.prefix(levelsPerPart))
        let room = unsafe Room(
            extents: extents.entries.claim(parts.count), shifts: shifts,
            levels: shifts.enumerated().map { k, shift in
                let perPart = 1 << (Self.partShift - shift)
                // Where the level begins within a part, the first spans of that are not kept.
                if levels[k].entries.count == 0 { levels[k].first = parts.lowerBound * perPart }
                return unsafe levels[k].entries.claim(parts.count * perPart)
            })
        let threads = max(min(Parallel.threads, parts.count / Self.partsPerThread), 1)
        Parallel.forEach(threads) { [start] i in
            for part in parts.count * i / threads..<parts.count * (i + 1) / threads {
                let first = ((parts.lowerBound + part) << Self.partShift) - start
                unsafe room.take(part, values, first..<first + Self.partLength)
            }
        }
    }

    /// Where threads write what they find of parts.
    ///
    /// Unchecked, since pointers are not `Sendable`: each thread writes places that no other one touches, and all have ended before the claim is read.
    @unsafe private struct Room: @unchecked Sendable {
        typealias Spans = UnsafeMutableBufferPointer<vitrail_span>

        let extents: UnsafeMutableBufferPointer<vitrail_extent>
        /// Of the levels within parts: none, or some.
        let shifts: [Int]
        let levels: [Spans]

        /// - Parameter number: of the part, among those that there is room for.
        func take(_ number: Int, _ values: SharedValues, _ range: Range<Int>) {
            guard let first = unsafe levels.first else { return unsafe extents[number] = values.extent(range) }
            if unsafe shifts[0] == ColumnSummary.spanShift {
                unsafe extents[number] = unsafe values.extent(range, spans: part(number, of: first, shifts[0]))
            } else {
                unsafe withUnsafeTemporaryAllocation(of: vitrail_span.self, capacity: 1 << (partShift - ColumnSummary.spanShift)) { spans in
                    unsafe extents[number] = unsafe values.extent(range, spans: spans)
                    unsafe Self.join(spans, shift: shifts[0] - ColumnSummary.spanShift, into: part(number, of: first, shifts[0]))
                }
            }
            for k in unsafe levels.indices.dropFirst() {
                let (level, below) = unsafe (part(number, of: levels[k], shifts[k]), part(number, of: levels[k - 1], shifts[k - 1]))
                unsafe Self.join(below, shift: shifts[k] - shifts[k - 1], into: level)
            }
        }

        /// Spans of a part, among those of the parts that are read together.
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

    /// Of all values: of parts as known, of what lies before and behind them as read now.
    private func joined(_ values: SharedValues) -> vitrail_extent {
        let inner = (extents.first << Self.partShift) - start
        guard extents.entries.count > 0 else { return values.extent(0..<values.count) }
        let behind = (extents.next << Self.partShift) - start
        let parts = extents.entries.withSpan { parts in
            parts.indices.reduce(values.extent(0..<inner)) { $0.followed(by: parts[$1]) }
        }
        return parts.followed(by: values.extent(behind..<values.count))
    }

    // MARK: Lending

    /// The pyramid for searching, on any thread until the body ends; nil where there are no spans, or another number of values.
    func lendPyramid<Result>(count: Int, _ body: (ExtremePyramid?) -> Result) -> Result {
        guard pyramid != nil, count == self.count else { return body(nil) }
        return levels.lendLevels(shifts) { body(ExtremePyramid(levels: GridLevels($0, start: start))) }
    }
}

extension vitrail_extent {
    /// Of no values.
    static let empty = vitrail_extent(
        low: .infinity, high: -.infinity, low_positive: .infinity, step: .infinity, first: .nan, last: .nan, is_ascending: true, has_gap: false)
}

extension vitrail_span {
    /// Of no values.
    static let empty = vitrail_span(low: .infinity, high: -.infinity)

    /// Whether a value is not finite.
    var hasGap: Bool { low.isNaN }
    /// Whether none is.
    var isGap: Bool { high.isNaN }

    /// Of two stretches that lie side by side.
    func joined(_ next: vitrail_span) -> vitrail_span {
        guard hasGap || next.hasGap else { return vitrail_span(low: min(low, next.low), high: max(high, next.high)) }
        let isAll = (isGap || high < low) && next.isGap
        return vitrail_span(low: .nan, high: isAll ? .nan : 0)
    }
}
