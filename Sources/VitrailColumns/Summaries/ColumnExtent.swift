package import CColumns

/// The results of one pass over a column.
package struct ColumnExtent: Sendable {
    /// `nil` for indexes and constants, which need no pass.
    private var summary: ColumnSummary?
    private var whole: vitrail_extent

    /// Range of the finite values; `nil` if there are none.
    package var range: NumberRange? { whole.low <= whole.high ? NumberRange(whole.low, whole.high) : nil }
    /// Range of the finite positive values, which a logarithmic axis shows.
    package var positiveRange: NumberRange? {
        whole.low_positive <= whole.high ? NumberRange(whole.low_positive, whole.high) : nil
    }
    /// Whether no value is smaller than the one before it, and there is no gap.
    package var isAscending: Bool { whole.is_ascending }
    /// Whether no value is above the one before it, and there is no gap.
    package var isDescending: Bool { whole.is_descending }
    /// Whether a value is not finite.
    package var hasGap: Bool { whole.has_gap }
    /// Smallest distance > 0 between neighbouring values; `nil` if there is none.
    package var smallestStep: Double? { whole.step.isFinite ? whole.step : nil }

    /// The result of the pass.
    package var found: vitrail_extent { whole }

    /// Replaces the result with the facts about all rows that the values represent.
    package mutating func stand(for all: vitrail_extent) { whole = all }

    /// Reads every value once, at memory speed if there are no gaps, and on all cores if there are many values.
    ///
    /// - Parameter pyramid: the min/max tree to build for `withPyramid`; `nil`: none.
    package init(_ column: Column, pyramid: PyramidKind? = nil) {
        self = column.withView { ColumnExtent($0, pyramid: pyramid) }
    }

    package init(_ values: ColumnView, pyramid: PyramidKind? = nil) {
        if values.areIndices || values.isConstant {
            whole = values.extent(values.indices)
        } else {
            let found = ColumnSummary(values, pyramid: pyramid)
            (summary, whole) = (found, found.whole)
        }
    }

    /// The extent of the same column in reverse order.
    ///
    /// - Parameter column: the reversed column. It is read only if the extent has a min/max tree.
    package func reversed(_ column: Column) -> ColumnExtent {
        if let pyramid { return ColumnExtent(column, pyramid: pyramid) }
        var reversed = self
        // Summaries of parts are in the order of the column.
        reversed.summary = nil
        reversed.whole = whole.reversed
        return reversed
    }

    /// The kind of the min/max tree; `nil`: there is none.
    package var pyramid: PyramidKind? { summary?.pyramid }

    /// Updates the result for a column that has lost its first values and gained values at its end. The result is the
    /// same as that of a new pass.
    ///
    /// - Parameters:
    ///   - changes: from the column of the last result.
    ///   - column: the column after the changes.
    /// - Complexity: O(new values).
    package mutating func change(_ changes: RowChanges, to column: Column) {
        column.withView { values in
            if summary == nil || values.areIndices || values.isConstant { return self = ColumnExtent(values) }
            summary?.change(changes, to: values)
            whole = summary?.whole ?? whole
        }
    }

    /// Excludes the values of rows without a position on the other axis: they are invisible and belong to no range.
    ///
    /// - Complexity: O(values). Must be called if the other column has gaps, and after each change.
    package mutating func narrow(_ column: Column, toRowsOf other: Column) {
        let found = ColumnView.pairedRange(column, where: other)
        (whole.low, whole.high) = found.all.map { ($0.minimum, $0.maximum) } ?? (.infinity, -.infinity)
        whole.low_positive = found.positive?.minimum ?? .infinity
    }

    /// Calls `body` with the min/max tree over the column; `nil` if there is none.
    package func withPyramid<Result>(count: Int, _ body: (MinMaxTree?) -> Result) -> Result {
        if let summary { summary.withTree(count: count, body) } else { body(nil) }
    }

    /// Calls `body` with the min/max trees over four columns with equal leaf sizes; `nil` if one is missing or has
    /// another leaf size.
    package static func withPyramids<Result>(
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
    package static func == (a: Self, b: Self) -> Bool {
        a.range == b.range && a.positiveRange == b.positiveRange && a.isAscending == b.isAscending
            && a.hasGap == b.hasGap
            && a.smallestStep == b.smallestStep
    }
}

/// The change of a column's rows.
package struct RowChanges: Equatable {
    /// Number of rows removed at the start.
    package var removed = 0
    /// Number of rows added at the end.
    package var appended = 0

    package init(removed: Int = 0, appended: Int = 0) {
        self.removed = removed
        self.appended = appended
    }
}
