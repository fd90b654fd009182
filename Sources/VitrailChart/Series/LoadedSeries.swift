package import VitrailColumns

/// The samples of a series as numbers on its axes, with the results of one pass over them.
package struct LoadedSeries {
    package var count: Int
    /// Values on the independent axis; indexes on category axes.
    package var along: Column
    /// The value that each column of `across` holds.
    package var values: [SeriesValue]
    /// Values on the dependent axis or on no axis, in the order of `values`.
    package var across: [Column]
    package var alongExtent: ColumnExtent
    package var acrossExtent: [ColumnExtent]
    /// The row of each sample in the series' columns, −1 for a sample that a stack inserted; `nil`: sample i is row i.
    package var rows: SampleRows?
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
    /// Identities of the columns on a device.
    var residents = ResidentColumns()
    /// The smallest step between the values of `along` and the values of neighbouring series.
    let commonStep = CommonStep()
    /// Cached point counts of `along` and `across`.
    package let pointCounts = PointCounts()
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
    /// The samples in reverse order, read in place. `nil` if there are few, and if their independent values do not
    /// descend throughout.
    ///
    /// Tables often begin with the latest row, but the decimation needs ascending positions.
    func reversedIfDescending() -> LoadedSeries? {
        guard count >= Self.minReversed, !alongExtent.isAscending, alongExtent.isDescending else { return nil }
        let reversedAlong = along.reversed()
        let reversedAcross = across.map { $0.reversed() }
        var reversedIfDescending = LoadedSeries(
            count: count, along: reversedAlong, values: values, across: reversedAcross,
            alongExtent: alongExtent.reversed(reversedAlong),
            acrossExtent: zip(acrossExtent, reversedAcross).map { $0.reversed($1) },
            rows: rows?.reversed ?? .descending(count: count))
        reversedIfDescending.filled = filled.map { $0.reversed().map { count - 1 - $0 } }
        return reversedIfDescending
    }

    /// Below this number, drawing is cheap, and symbols keep their paint order.
    private static let minReversed = 10_000
}
