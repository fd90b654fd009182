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

    /// Reads every value once.
    init(_ values: Span<Double>) {
        var low = Double.infinity
        var high = -Double.infinity
        var lowPositive = Double.infinity
        var last = -Double.infinity
        var step = Double.infinity
        var ascending = true
        for i in 0..<values.count {
            let value = values[i]
            guard value.isFinite else {
                ascending = false
                continue
            }
            if value < low { low = value }
            if value > high { high = value }
            if value > 0, value < lowPositive { lowPositive = value }
            let distance = value - last
            if distance < 0 { ascending = false }
            let size = abs(distance)
            if size > 0, size < step { step = size }
            last = value
        }
        isAscending = ascending
        range = low <= high ? NumberRange(low, high) : nil
        positiveRange = lowPositive <= high ? NumberRange(lowPositive, high) : nil
        smallestStep = step.isFinite ? step : nil
    }
}
