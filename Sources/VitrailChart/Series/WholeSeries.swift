package import CColumns
package import VitrailColumns
package import VitrailRaster

/// Facts about all rows of a series whose columns hold only some of the rows. A chart of merged partial results uses
/// them to lay out, draw and describe itself like the chart of all rows.
package struct WholeSeries: Sendable {
    var rows: Int
    /// Extents of the independent values, and of the other values in the order of `CartesianSeries.values`.
    var along: vitrail_extent
    var across: [vitrail_extent]
    /// Number of rows with a position and a value.
    var points: Int
    /// The points in the range of the independent axis.
    var shownPoints: Int
    /// Number of rows in that range, plus one neighbour on each side; `nil`: the row count of the columns.
    package var visible: Int?
    var alongIsWhole: Bool
    var acrossIsWhole: Bool
    /// Dependent values within the fixed range of the independent axis; `nil`: there are none.
    var acrossInRange: NumberRange?
    /// For a density: the grid that is drawn; `nil`: nothing is drawn.
    var grid: DensityGrid?

    package init(
        rows: Int,
        along: vitrail_extent,
        across: [vitrail_extent],
        points: Int,
        shownPoints: Int,
        visible: Int? = nil,
        alongIsWhole: Bool,
        acrossIsWhole: Bool,
        acrossInRange: NumberRange? = nil,
        grid: DensityGrid? = nil
    ) {
        self.rows = rows
        self.along = along
        self.across = across
        self.points = points
        self.shownPoints = shownPoints
        self.visible = visible
        self.alongIsWhole = alongIsWhole
        self.acrossIsWhole = acrossIsWhole
        self.acrossInRange = acrossInRange
        self.grid = grid
    }
}

extension LoadedSeries {
    /// - Precondition: The series reads as many values as `whole` has.
    mutating func stand(for whole: WholeSeries) {
        self.whole = whole
        alongExtent.stand(for: whole.along)
        for (k, extent) in whole.across.enumerated() where acrossExtent.indices.contains(k) {
            acrossExtent[k].stand(for: extent)
        }
    }
}
