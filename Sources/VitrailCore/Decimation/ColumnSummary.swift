import CData

/// What is known of a column, part by part: of what is left of it when values went, of any stretch of it without reading it again.
///
///     values    ┆····│················│················│·········      parts of 4,096 values, on a grid that stays when the first values go
///     extents   ┆    │ low high step… │ low high step… │               of each whole part
///     spans     ┆ ▕▔▏│▕▔▏▕▔▏▕▔▏▕▔▏… ▕▔▏│▕▔▏▕▔▏…        │               low and high of each 64 values in them, if wanted,
///               ┆    │▕▔▔▔▔▔▔▔▔▔▔▔▔▔▔▏│▕▔▔▔▔▔▔▔▔▔▔▔▔▔▔▏│               and then of 8 of those, and so on: the pyramid
///
/// Spans take a 28th of the memory of Doubles, extents a 585th.
struct ColumnSummary: Sendable {
    static let partLength = 1 << partShift
    private static let partShift = 12
    /// Of the values in a span: 64, 512, 4,096, 65,536, a million.
    private static let shifts = [6, 9, 12, 16, 20]
    private static let spansPerPart = 1 << (partShift - shifts[0])
    /// Fewer parts are not worth another thread.
    private static let partsPerThread = 16

    private let hasSpans: Bool
    /// Values gone since the grid began, and values there are: both on the grid.
    private(set) var start = 0
    private var end = 0
    /// Those that hold a part as a whole.
    private var extents = Row<vitrail_extent>()
    private var levels: [Row<vitrail_span>]
    /// Of all values.
    private(set) var whole = vitrail_extent.empty

    /// Entries for one stretch of the grid after the other.
    private struct Row<Entry: BitwiseCopyable & Sendable>: Sendable {
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
    }

    /// - Parameter hasSpans: whether extremes of any stretch will be asked for.
    init(_ values: SharedValues, hasSpans: Bool) {
        self.hasSpans = hasSpans
        levels = Array(repeating: Row(), count: hasSpans ? Self.shifts.count : 0)
        extend(values)
    }

    var count: Int { end - start }

    /// The column has changed at its ends.
    ///
    /// - Parameter values: all that it holds now.
    /// - Complexity: O(new values), with the ends of the grid's parts, and a look at each part when values went.
    mutating func change(_ changes: RowChanges, to values: SharedValues) {
        guard changes.removed >= 0, changes.removed <= count, count - changes.removed + changes.appended == values.count else {
            self = ColumnSummary(values, hasSpans: hasSpans)
            return
        }
        start += changes.removed
        extents.drop(before: Self.above(start, Self.partShift))
        for k in levels.indices { levels[k].drop(before: Self.above(start, Self.shifts[k])) }
        extend(values)
    }

    private static func above(_ place: Int, _ shift: Int) -> Int { (place + (1 << shift) - 1) >> shift }

    // MARK: Reading

    /// Takes in the values behind those that are known.
    private mutating func extend(_ values: SharedValues) {
        end = start + values.count
        let new = extents.next..<max(end >> Self.partShift, extents.next)
        let threads = max(min(Parallel.threads, new.count / Self.partsPerThread), 1)
        let found = Parallel.map(threads) { [start, hasSpans] i in
            Parts(
                values, new.lowerBound + new.count * i / threads..<new.lowerBound + new.count * (i + 1) / threads, start: start,
                hasSpans: hasSpans)
        }
        for parts in found {
            extents.entries.append(parts.extents)
            if hasSpans { append(parts.spans, of: parts.numbers) }
        }
        for k in levels.indices.dropFirst() { fill(level: k) }
        whole = joined(values)
    }

    /// Spans of parts; where the level begins within one, the first of them are not kept.
    private mutating func append(_ spans: [vitrail_span], of parts: Range<Int>) {
        let first = parts.lowerBound * Self.spansPerPart
        if levels[0].entries.count == 0 { levels[0].first = first }
        levels[0].entries.append(spans)
    }

    /// A span for each eight or sixteen of the level below that are whole.
    private mutating func fill(level: Int) {
        let below = levels[level - 1]
        let shift = Self.shifts[level] - Self.shifts[level - 1]
        if levels[level].entries.count == 0 { levels[level].drop(before: Self.above(below.first, shift)) }
        let new = levels[level].next..<max(below.next >> shift, levels[level].next)
        guard !new.isEmpty else { return }
        let spans = below.entries.withSpan { spans in
            new.map { number in
                let children = (number << shift) - below.first..<((number + 1) << shift) - below.first
                return children.reduce(vitrail_span.empty) { $0.joined(spans[$1]) }
            }
        }
        levels[level].entries.append(spans)
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

    /// Of some parts, read by one thread.
    private struct Parts: Sendable {
        let numbers: Range<Int>
        var extents: [vitrail_extent] = []
        var spans: [vitrail_span] = []

        init(_ values: SharedValues, _ numbers: Range<Int>, start: Int, hasSpans: Bool) {
            self.numbers = numbers
            extents.reserveCapacity(numbers.count)
            if hasSpans { spans.reserveCapacity(numbers.count * ColumnSummary.spansPerPart) }
            for number in numbers {
                let first = (number << ColumnSummary.partShift) - start
                let range = first..<first + ColumnSummary.partLength
                extents.append(hasSpans ? values.extent(range, spans: &spans) : values.extent(range))
            }
        }
    }

    // MARK: Lending

    /// The pyramid for searching, on any thread until the body ends; nil where there are no spans, or another number of values.
    func lendPyramid<Result>(count: Int, _ body: (ExtremePyramid?) -> Result) -> Result {
        guard hasSpans, count == self.count else { return body(nil) }
        return lend([], levels[...], body)
    }

    private func lend<Result>(
        _ lent: [ExtremePyramid.Level], _ rest: ArraySlice<Row<vitrail_span>>, _ body: (ExtremePyramid?) -> Result
    ) -> Result {
        guard let row = rest.first else { return body(ExtremePyramid(levels: lent, start: start)) }
        return row.entries.withSpan { spans in
            let level = ExtremePyramid.Level(spans, first: row.first, shift: Self.shifts[lent.count])
            return lend(lent + [level], rest.dropFirst(), body)
        }
    }
}

extension vitrail_extent {
    /// Of no values.
    static let empty = vitrail_extent(
        low: .infinity, high: -.infinity, low_positive: .infinity, step: .infinity, first: .nan, last: .nan, is_ascending: true)
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
