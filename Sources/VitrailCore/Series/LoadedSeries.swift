import CData

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

    /// Reads every value once, at the speed of memory where there are no gaps.
    init(_ values: Span<Double>) {
        let found = unsafe values.withUnsafeBufferPointer { unsafe vitrail_find_extent($0.baseAddress, $0.count) }
        isAscending = found.is_ascending
        range = found.low <= found.high ? NumberRange(found.low, found.high) : nil
        positiveRange = found.low_positive <= found.high ? NumberRange(found.low_positive, found.high) : nil
        smallestStep = found.step.isFinite ? found.step : nil
    }
}
