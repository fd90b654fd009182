/// A series' samples as its axes see them, with what one pass over them found.
struct LoadedSeries {
    var count: Int
    /// Values on the independent axis; indexes on category axes.
    var along: Column
    /// What `across` holds.
    var values: [SeriesValue]
    /// Values on the dependent axis, or on none, in the order of `values`.
    var across: [Column]
    var alongExtent: ColumnExtent
    var acrossExtent: [ColumnExtent]
    /// Row of each sample in the series' columns, −1 for one that a stack put in; nil = they are the rows.
    var rows: [Int]?
    /// Samples read, for statistics.
    var samplesRead: Int { count }
}

/// What one pass over a column finds.
struct ColumnExtent: Sendable, Equatable {
    /// Of the finite values; nil when there are none.
    var range: NumberRange?
    /// Of the finite positive values: what a logarithmic axis shows.
    var positiveRange: NumberRange?
    /// No value below the one before it, and no gap.
    var isAscending = true
    /// Smallest distance > 0 between neighbouring values; nil when there is none.
    var smallestStep: Double?

    /// Fewer values are not worth another thread.
    private static let valuesPerThread = 1 << 16

    /// Reads every value once, at the speed of memory where there are no gaps, on all cores where there are many.
    init(_ column: Column) { self = column.lend { ColumnExtent($0) } }

    init(_ values: SharedValues) {
        let count = values.areIndices ? 1 : max(min(Parallel.threads, values.count / Self.valuesPerThread), 1)
        let parts = Parallel.map(count) { i in values.extent(values.count * i / count..<values.count * (i + 1) / count) }
        let found = parts.dropFirst().reduce(parts[0]) { $0.followed(by: $1) }
        isAscending = found.is_ascending
        range = found.low <= found.high ? NumberRange(found.low, found.high) : nil
        positiveRange = found.low_positive <= found.high ? NumberRange(found.low_positive, found.high) : nil
        smallestStep = found.step.isFinite ? found.step : nil
    }
}
