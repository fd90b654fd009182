public import VitrailColumns

/// A regular grid of values, in data units on both axes.
public struct HeatmapGrid: Sendable, Equatable {
    public var columns: Int
    public var rows: Int
    /// Row by row from the smallest y, each row from the smallest x; NaN: empty cell.
    public var values: [Float]
    /// Outer sides of the grid.
    public var xRange: NumberRange
    public var yRange: NumberRange

    /// - Precondition: `values` has `columns · rows` elements.
    public init(columns: Int, rows: Int, values: [Float], xRange: NumberRange, yRange: NumberRange) {
        precondition(
            columns >= 0 && rows >= 0 && values.count == columns * rows,
            "\(columns) × \(rows) values, not \(values.count)")
        (self.columns, self.rows, self.values) = (columns, rows, values)
        (self.xRange, self.yRange) = (xRange, yRange)
    }
}

/// The data of a regular grid, as `HeatmapSeries` passes it to its drawing.
open class UniformHeatmapPassData: PassData {
    /// The series sets it before it draws.
    public final var grid: HeatmapGrid?
}

/// A base for series that show a grid instead of samples. The series has no columns and spans the sides of its grid on
/// both axes.
open class HeatmapSeries: RenderableSeries<UniformHeatmapPassData> {
    public var grid: HeatmapGrid?

    open override func makePassData(_ context: SeriesContext) -> UniformHeatmapPassData {
        let pass = super.makePassData(context)
        pass.grid = grid
        return pass
    }

    open override func kindName(theme: Theme) -> String { "heat map" }

    open override func ownRange(on direction: Axis.Direction) -> NumberRange? {
        direction == .x ? grid?.xRange : grid?.yRange
    }
}
