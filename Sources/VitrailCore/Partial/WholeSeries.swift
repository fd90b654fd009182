import CData

/// What is known of all rows of a series whose columns hold only some of them: how a chart of merged partial results is laid out, drawn and described as
/// the chart of all rows.
struct WholeSeries: Sendable {
    var rows: Int
    /// Of the independent values, and of the others in the order of `CartesianSeries.values`.
    var along: vitrail_extent
    var across: [vitrail_extent]
    /// Rows with a place and a value.
    var points: Int
    /// Those in the range of the independent axis.
    var shownPoints: Int
    /// Rows in that range, with a neighbour on each side; nil = as many as the columns have.
    var visible: Int?
    var alongIsWhole: Bool
    var acrossIsWhole: Bool
    /// Dependent values where the independent axis has a fixed range; nil = there are none.
    var acrossInRange: NumberRange?
    /// Of a density: what is painted; nil = nothing is.
    var grid: DensityGrid?
}

extension LoadedSeries {
    /// - Precondition: the series reads as many values.
    mutating func stand(for whole: WholeSeries) {
        self.whole = whole
        alongExtent.stand(for: whole.along)
        for (k, extent) in whole.across.enumerated() where acrossExtent.indices.contains(k) { acrossExtent[k].stand(for: extent) }
    }
}
