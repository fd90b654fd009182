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
    /// Samples whose value was put in between its neighbours, ascending, for each of `values`; empty = none was.
    var filled: [[Int]] = []
    /// Whether its stack ends where the samples do: all or none of them; nil = some, or it is not known.
    var isOutermost: Bool?
    /// Of values that are counted.
    var quantiles = QuantileSummaries()
    /// Of values that lines are drawn through, where many have gaps beside them.
    var runs = RunSummaries()
    /// Of lines, where pixel columns have very many samples.
    var digests = LineDigests()
    /// Of `along` and that of series beside this one.
    let commonStep = CommonStep()
    /// Of `along` and `across`.
    let pointCounts = PointCounts()
    /// Of samples that stand for more rows: what is known of all of them. nil = there are no others.
    var whole: WholeSeries?
    /// Samples read, for statistics.
    var samplesRead: Int { count }

    /// Whether a change leads from these samples to `count` ones with these values. Not where they are not the rows.
    func becomes(_ count: Int, _ values: [SeriesValue], by changes: RowChanges) -> Bool {
        rows == nil && changes.removed <= self.count && self.count - changes.removed + changes.appended == count && values == self.values
    }
}

extension LoadedSeries {
    /// The same samples from the last to the first; nil where these are few, where their independent values do not fall all the way, and where they lie in
    /// a file, which is not copied.
    ///
    /// Tables are often written from the latest row to the first. Columns of pixels are formed of what climbs.
    func climbing() -> LoadedSeries? {
        guard count >= Self.leastReversed, !alongExtent.isAscending, !alongExtent.hasGap, !([along] + across).contains(where: \.isMapped),
            along.lend({ $0.isDescending })
        else { return nil }
        let reversedAlong = along.reversed()
        let reversedAcross = across.map { $0.reversed() }
        var climbing = LoadedSeries(
            count: count, along: reversedAlong, values: values, across: reversedAcross, alongExtent: ColumnExtent(reversedAlong),
            acrossExtent: zip(acrossExtent, reversedAcross).map { ColumnExtent($1, pyramid: $0.pyramid) },
            rows: rows.map { $0.reversed() } ?? Array((0..<count).reversed()))
        climbing.filled = filled.map { $0.reversed().map { count - 1 - $0 } }
        return climbing
    }

    /// Of fewer, which cost little, symbols keep the order in which they lie on one another.
    private static let leastReversed = 10_000
}

/// What one pass over a column finds.
struct ColumnExtent: Sendable {
    /// nil for indices and for one value again and again, of which all is known.
    private var summary: ColumnSummary?
    private var whole: vitrail_extent

    /// Of the finite values; nil when there are none.
    var range: NumberRange? { whole.low <= whole.high ? NumberRange(whole.low, whole.high) : nil }
    /// Of the finite positive values: what a logarithmic axis shows.
    var positiveRange: NumberRange? { whole.low_positive <= whole.high ? NumberRange(whole.low_positive, whole.high) : nil }
    /// No value below the one before it, and no gap.
    var isAscending: Bool { whole.is_ascending }
    /// Whether a value is not finite.
    var hasGap: Bool { whole.has_gap }
    /// Smallest distance > 0 between neighbouring values; nil when there is none.
    var smallestStep: Double? { whole.step.isFinite ? whole.step : nil }

    /// As one pass finds it.
    var found: vitrail_extent { whole }

    /// Of values that stand for more: what is known of all of them.
    mutating func stand(for all: vitrail_extent) { whole = all }

    /// Reads every value once, at the speed of memory where there are no gaps, on all cores where there are many.
    ///
    /// - Parameter pyramid: for `withPyramid`; nil = extremes of stretches will not be asked for.
    init(_ column: Column, pyramid: PyramidKind? = nil) { self = column.lend { ColumnExtent($0, pyramid: pyramid) } }

    init(_ values: SharedValues, pyramid: PyramidKind? = nil) {
        if values.areIndices || values.isConstant {
            whole = values.extent(values.indices)
        } else {
            let found = ColumnSummary(values, pyramid: pyramid)
            (summary, whole) = (found, found.whole)
        }
    }

    /// That was made; nil = none.
    var pyramid: PyramidKind? { summary?.pyramid }

    /// The column has lost its first values and gained others at its end: what is said of it is what a pass over all of it would find.
    ///
    /// - Parameters:
    ///   - changes: from the column that this was found of.
    ///   - column: what it has become.
    /// - Complexity: O(new values).
    mutating func change(_ changes: RowChanges, to column: Column) {
        column.lend { values in
            if summary == nil || values.areIndices || values.isConstant { return self = ColumnExtent(values) }
            summary?.change(changes, to: values)
            whole = summary?.whole ?? whole
        }
    }

    /// Leaves out values of rows that another column gives no place: nobody sees them, and no range holds them.
    ///
    /// - Complexity: O(values). To be called where the other column has gaps, and after each change.
    mutating func narrow(_ column: Column, toRowsOf other: Column) {
        let found = SharedValues.pairedRange(column, where: other)
        (whole.low, whole.high) = found.all.map { ($0.minimum, $0.maximum) } ?? (.infinity, -.infinity)
        whole.low_positive = found.positive?.minimum ?? .infinity
    }

    /// The pyramid over the column, for searching while the body runs; nil where there is none.
    func withPyramid<Result>(count: Int, _ body: (ExtremePyramid?) -> Result) -> Result {
        if let summary { summary.lendPyramid(count: count, body) } else { body(nil) }
    }

    /// The pyramids over four columns, with the same stretches; nil where one has none, or another kind.
    static func withPyramids<Result>(
        _ extents: Four<ColumnExtent>, count: Int, _ body: (Four<ExtremePyramid>?) -> Result
    ) -> Result {
        extents.0.withPyramid(count: count) { a in
            extents.1.withPyramid(count: count) { b in
                extents.2.withPyramid(count: count) { c in
                    extents.3.withPyramid(count: count) { d in
                        guard let a, let b, let c, let d, [b, c, d].allSatisfy({ $0.grain == a.grain }) else { return body(nil) }
                        return body((a, b, c, d))
                    }
                }
            }
        }
    }
}

extension ColumnExtent: Equatable {
    /// Whether the same is said of both columns, however it was found.
    static func == (a: Self, b: Self) -> Bool {
        a.range == b.range && a.positiveRange == b.positiveRange && a.isAscending == b.isAscending && a.hasGap == b.hasGap
            && a.smallestStep == b.smallestStep
    }
}

/// How the rows of a series changed.
struct RowChanges: Equatable {
    /// So many of the first are gone.
    var removed = 0
    /// So many came at the end.
    var appended = 0
}
