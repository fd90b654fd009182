import CColumns

/// The samples of a series as numbers on its axes, with the results of one pass over them.
struct LoadedSeries {
    var count: Int
    /// Values on the independent axis; indexes on category axes.
    var along: Column
    /// The value that each column of `across` holds.
    var values: [SeriesValue]
    /// Values on the dependent axis or on no axis, in the order of `values`.
    var across: [Column]
    var alongExtent: ColumnExtent
    var acrossExtent: [ColumnExtent]
    /// The row of each sample in the series' columns, −1 for a sample that a stack inserted; `nil`: sample i is row i.
    var rows: [Int]?
    /// For each of `values`, the ascending samples with an interpolated value; empty: none.
    var filled: [[Int]] = []
    /// Whether the samples are the outer end of their stack: all or none of them; `nil`: some, or unknown.
    var isOutermost: Bool?
    /// Quantile summaries for columns that are rasterised on the CPU.
    var quantiles = QuantileSummaries()
    /// Summaries of the runs between gaps, for lines with many gaps.
    var runs = RunSummaries()
    /// Summaries of lines with very many samples per pixel column.
    var digests = LineDigests()
    /// The smallest step between the values of `along` and the values of neighbouring series.
    let commonStep = CommonStep()
    /// Cached point counts of `along` and `across`.
    let pointCounts = PointCounts()
    /// For samples that represent more rows: facts about all rows; `nil`: the samples are all rows.
    var whole: WholeSeries?
    /// Number of samples read, for statistics.
    var samplesRead: Int { count }

    /// Whether `changes` turn these samples into `count` samples with these values. False if the samples differ from
    /// the rows.
    func becomes(_ count: Int, _ values: [SeriesValue], by changes: RowChanges) -> Bool {
        rows == nil && changes.removed <= self.count && self.count - changes.removed + changes.appended == count
            && values == self.values
    }
}

extension LoadedSeries {
    /// The samples in reverse order. `nil` if there are few, if their independent values do not descend throughout, and
    /// if they are memory-mapped, because a file is not copied.
    ///
    /// Tables often begin with the latest row, but the decimation needs ascending positions.
    func reversedIfDescending() -> LoadedSeries? {
        guard count >= Self.minReversed, !alongExtent.isAscending, !alongExtent.hasGap,
            !([along] + across).contains(where: \.isMapped),
            along.withView({ $0.isDescending })
        else { return nil }
        let reversedAlong = along.reversed()
        let reversedAcross = across.map { $0.reversed() }
        var reversedIfDescending = LoadedSeries(
            count: count, along: reversedAlong, values: values, across: reversedAcross,
            alongExtent: ColumnExtent(reversedAlong),
            acrossExtent: zip(acrossExtent, reversedAcross).map { ColumnExtent($1, pyramid: $0.pyramid) },
            rows: rows.map { $0.reversed() } ?? Array((0..<count).reversed()))
        reversedIfDescending.filled = filled.map { $0.reversed().map { count - 1 - $0 } }
        return reversedIfDescending
    }

    /// Below this number, drawing is cheap, and symbols keep their paint order.
    private static let minReversed = 10_000
}

/// The results of one pass over a column.
struct ColumnExtent: Sendable {
    /// `nil` for indexes and constants, which need no pass.
    private var summary: ColumnSummary?
    private var whole: vitrail_extent

    /// Range of the finite values; `nil` if there are none.
    var range: NumberRange? { whole.low <= whole.high ? NumberRange(whole.low, whole.high) : nil }
    /// Range of the finite positive values, which a logarithmic axis shows.
    var positiveRange: NumberRange? {
        whole.low_positive <= whole.high ? NumberRange(whole.low_positive, whole.high) : nil
    }
    /// Whether no value is smaller than the one before it, and there is no gap.
    var isAscending: Bool { whole.is_ascending }
    /// Whether a value is not finite.
    var hasGap: Bool { whole.has_gap }
    /// Smallest distance > 0 between neighbouring values; `nil` if there is none.
    var smallestStep: Double? { whole.step.isFinite ? whole.step : nil }

    /// The result of the pass.
    var found: vitrail_extent { whole }

    /// Replaces the result with the facts about all rows that the values represent.
    mutating func stand(for all: vitrail_extent) { whole = all }

    /// Reads every value once, at memory speed if there are no gaps, and on all cores if there are many values.
    ///
    /// - Parameter pyramid: the min/max tree to build for `withPyramid`; `nil`: none.
    init(_ column: Column, pyramid: PyramidKind? = nil) {
        self = column.withView { ColumnExtent($0, pyramid: pyramid) }
    }

    init(_ values: ColumnView, pyramid: PyramidKind? = nil) {
        if values.areIndices || values.isConstant {
            whole = values.extent(values.indices)
        } else {
            let found = ColumnSummary(values, pyramid: pyramid)
            (summary, whole) = (found, found.whole)
        }
    }

    /// The kind of the min/max tree; `nil`: there is none.
    var pyramid: PyramidKind? { summary?.pyramid }

    /// Updates the result for a column that has lost its first values and gained values at its end. The result is the
    /// same as that of a new pass.
    ///
    /// - Parameters:
    ///   - changes: from the column of the last result.
    ///   - column: the column after the changes.
    /// - Complexity: O(new values).
    mutating func change(_ changes: RowChanges, to column: Column) {
        column.withView { values in
            if summary == nil || values.areIndices || values.isConstant { return self = ColumnExtent(values) }
            summary?.change(changes, to: values)
            whole = summary?.whole ?? whole
        }
    }

    /// Excludes the values of rows without a position on the other axis: they are invisible and belong to no range.
    ///
    /// - Complexity: O(values). Must be called if the other column has gaps, and after each change.
    mutating func narrow(_ column: Column, toRowsOf other: Column) {
        let found = ColumnView.pairedRange(column, where: other)
        (whole.low, whole.high) = found.all.map { ($0.minimum, $0.maximum) } ?? (.infinity, -.infinity)
        whole.low_positive = found.positive?.minimum ?? .infinity
    }

    /// Calls `body` with the min/max tree over the column; `nil` if there is none.
    func withPyramid<Result>(count: Int, _ body: (MinMaxTree?) -> Result) -> Result {
        if let summary { summary.withTree(count: count, body) } else { body(nil) }
    }

    /// Calls `body` with the min/max trees over four columns with equal leaf sizes; `nil` if one is missing or has
    /// another leaf size.
    static func withPyramids<Result>(
        _ extents: Four<ColumnExtent>, count: Int, _ body: (Four<MinMaxTree>?) -> Result
    ) -> Result {
        extents.0.withPyramid(count: count) { a in
            extents.1.withPyramid(count: count) { b in
                extents.2.withPyramid(count: count) { c in
                    extents.3.withPyramid(count: count) { d in
                        guard let a, let b, let c, let d, [b, c, d].allSatisfy({ $0.grain == a.grain }) else {
                            return body(nil)
                        }
                        return body((a, b, c, d))
                    }
                }
            }
        }
    }
}

extension ColumnExtent: Equatable {
    /// Whether two results are the same, however they were found.
    static func == (a: Self, b: Self) -> Bool {
        a.range == b.range && a.positiveRange == b.positiveRange && a.isAscending == b.isAscending
            && a.hasGap == b.hasGap
            && a.smallestStep == b.smallestStep
    }
}

/// The change of a series' rows.
struct RowChanges: Equatable {
    /// Number of rows removed at the start.
    var removed = 0
    /// Number of rows added at the end.
    var appended = 0
}
