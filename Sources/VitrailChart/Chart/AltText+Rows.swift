import VitrailColumns

/// Rows of a series in the order of its axis.
package enum RowOrder {
    case ascending(Range<Int>)
    /// The last row first, as in tables with the latest row on top.
    case descending(Range<Int>)
    case listed([Int])

    var count: Int {
        switch self {
        case .ascending(let rows), .descending(let rows): rows.count
        case .listed(let rows): rows.count
        }
    }

    subscript(_ k: Int) -> Int {
        switch self {
        case .ascending(let rows): rows.lowerBound + k
        case .descending(let rows): rows.upperBound - 1 - k
        case .listed(let rows): rows[k]
        }
    }
}

/// The rows of a series that its axis shows, and the extremes among them. A row without a position or without a value
/// is not shown.
struct ShownRows {
    struct Extreme {
        var value: Double
        /// nil: the row was not searched for.
        var row: Int?
    }

    /// The rows. If there are more than `maxSearched`, some of them may not be shown.
    let order: RowOrder
    /// Number of rows that are shown, and of all rows with a position and a value.
    let count: Int
    let total: Int
    /// Whether the rows are in the order of the axis, or in reverse order.
    let isMonotonic: Bool
    private(set) var low: Extreme?
    private(set) var high: Extreme?

    /// Max number of rows whose values are searched again. With more, the extremes of all data are used, as found
    /// during loading.
    static let maxSearched = 10_000

    init(_ loaded: LoadedSeries, in range: NumberRange) {
        let onAxis = zip(loaded.values, loaded.acrossExtent).filter { $0.0.isOnAxis }
        if let whole = loaded.whole {
            (total, count, isMonotonic) = (whole.points, whole.shownPoints, loaded.alongExtent.isAscending)
            order = .ascending(isMonotonic ? Self.rows(of: loaded, in: range) : 0..<loaded.count)
            if isMonotonic, count <= Self.maxSearched { search(loaded) } else { takeExtremes(of: loaded) }
            return
        }
        // In a column without gaps, each row has a value.
        let isComplete = !loaded.alongExtent.hasGap && (onAxis.isEmpty || onAxis.contains { !$0.1.hasGap })
        if loaded.count <= Self.maxSearched, !isComplete || !loaded.alongExtent.isAscending {
            let found = Self.listed(loaded, in: range)
            (order, count, total, isMonotonic) = (.listed(found.rows), found.rows.count, found.total, found.isMonotonic)
            search(loaded)
            return
        }
        total = isComplete ? loaded.count : loaded.pointCount(among: 0..<loaded.count)
        if loaded.alongExtent.isAscending {
            let rows = Self.rows(of: loaded, in: range)
            count = isComplete ? rows.count : rows.count == loaded.count ? total : loaded.pointCount(among: rows)
            (order, isMonotonic) = (.ascending(rows), true)
            if rows.count <= Self.maxSearched { search(loaded) } else { takeExtremes(of: loaded) }
            return
        }
        // With many rows in no order, all of them count as shown.
        let isDescending = !loaded.alongExtent.hasGap && loaded.along.withView { $0.isDescending }
        (order, isMonotonic) = (
            isDescending ? .descending(0..<loaded.count) : .ascending(0..<loaded.count), isDescending
        )
        count = total
        takeExtremes(of: loaded)
    }

    /// Sets the extremes of all data, even if only a part is shown.
    private mutating func takeExtremes(of loaded: LoadedSeries) {
        let ends = zip(loaded.values, loaded.acrossExtent).filter { $0.0.isOnAxis }
        let extent = ends.reduce(NumberRange?.none) { NumberRange.union($0, $1.1.range) }
        low = extent.map { Extreme(value: $0.minimum, row: nil) }
        high = extent.map { Extreme(value: $0.maximum, row: nil) }
    }

    private mutating func search(_ loaded: LoadedSeries) {
        for (kind, column) in zip(loaded.values, loaded.across) where kind.isOnAxis {
            column.withView { values in
                for k in 0..<order.count {
                    let row = order[k]
                    guard row < values.count, values[row].isFinite else { continue }
                    if values[row] < low?.value ?? .infinity { low = Extreme(value: values[row], row: row) }
                    if values[row] > high?.value ?? -.infinity { high = Extreme(value: values[row], row: row) }
                }
            }
        }
    }

    /// The rows that are shown, in the order of the axis. For few rows.
    private static func listed(
        _ loaded: LoadedSeries, in range: NumberRange
    ) -> (rows: [Int], total: Int, isMonotonic: Bool) {
        let along = loaded.along.withView { values in values.indices.map { values[$0] } }
        var hasValue = [Bool](repeating: false, count: loaded.count)
        var isOnAxis = false
        for (kind, column) in zip(loaded.values, loaded.across) where kind.isOnAxis {
            isOnAxis = true
            column.withView { values in
                for row in 0..<min(values.count, hasValue.count) where values[row].isFinite { hasValue[row] = true }
            }
        }
        let all = along.indices.filter { along[$0].isFinite && (!isOnAxis || hasValue[$0]) }
        let pairs = zip(all, all.dropFirst())
        let isAscending = pairs.allSatisfy { along[$0] <= along[$1] }
        let isDescending = !isAscending && pairs.allSatisfy { along[$0] >= along[$1] }
        var rows = all.filter { range.contains(along[$0]) }
        if isDescending { rows.reverse() }
        // Rows with the same position keep their order.
        if !isAscending, !isDescending { rows.sort { (along[$0], $0) < (along[$1], $1) } }
        return (rows, all.count, isAscending || isDescending)
    }

    /// The rows within a range of the axis. Rows must be ascending.
    private static func rows(of loaded: LoadedSeries, in range: NumberRange) -> Range<Int> {
        loaded.along.withView { values in
            /// The first row whose value is not before the bound.
            func first(_ isBefore: (Double) -> Bool) -> Int {
                var (low, high) = (0, values.count)
                while low < high {
                    let middle = (low + high) / 2
                    if isBefore(values[middle]) { low = middle + 1 } else { high = middle }
                }
                return low
            }
            let start = first { $0 < range.minimum }
            return start..<max(start, first { $0 <= range.maximum })
        }
    }
}

extension LoadedSeries {
    /// The number of rows, within `rows`, that have a position, and a value on the dependent axis.
    ///
    /// - Complexity: O(samples), on all cores, at the first call. For columns with gaps.
    fileprivate func pointCount(among rows: Range<Int>) -> Int {
        // With several values per row, such as prices, one column stands for all.
        let columns = zip(values, across).filter { $0.0.isOnAxis }.map(\.1)
        return pointCounts.count(along, columns.isEmpty ? [along] : columns, in: rows)
    }
}
