public import VitrailColumns
import VitrailScales
public import VitrailScene

extension DrawContext {
    /// Draws a line along x or y with sharp edges: on whole pixels, at least one pixel wide. Its ends are not rounded.
    public func crispLine(
        from start: PlotPoint, to end: PlotPoint, width: Float, color: Color, label: String = "rectangles"
    ) {
        guard width > 0, start.isFinite, end.isFinite else { return }
        let isUpright = abs(end.x - start.x) < abs(end.y - start.y)
        let center = isUpright ? (start.x + end.x) / 2 : (start.y + end.y) / 2
        let edges = Crisp.edges(center: Double(center), width: Double(width))
        let (low, high) = (Float(edges.0), Float(edges.1))
        let rect =
            isUpright
            ? PlotRect(minX: low, minY: min(start.y, end.y), maxX: high, maxY: max(start.y, end.y))
            : PlotRect(minX: min(start.x, end.x), minY: low, maxX: max(start.x, end.x), maxY: high)
        self.rect(RectBatch.Item(rect: rect, fill: color), label: label)
    }

    /// Draws a grid with each cell in the colour of its value. Both axes must be linear.
    ///
    /// - Parameters:
    ///   - colors: 1…1024 colours over `range`.
    ///   - range: the values of the first and the last colour. Values outside get the nearest of these. `nil`: the
    ///     grid's own range.
    public func heatmap(_ grid: HeatmapGrid, colors: [Color], range: NumberRange? = nil, label: String = "heat map") {
        guard grid.columns > 0, grid.rows > 0, !colors.isEmpty, let range = range ?? grid.valueRange else { return }
        func positions(_ scale: AxisScale, _ sides: NumberRange) -> (low: Float, high: Float, isReversed: Bool) {
            let (first, last) = (
                Float(position: scale.position(of: sides.minimum)), Float(position: scale.position(of: sides.maximum))
            )
            return (min(first, last), max(first, last), last < first)
        }
        let (x, y) = (positions(series.xScale, grid.xRange), positions(series.yScale, grid.yRange))
        // Rows of a grid begin at the smallest y, rows of a field at the top.
        var values: [Float] = []
        values.reserveCapacity(grid.values.count)
        for row in 0..<grid.rows {
            let start = (y.isReversed ? grid.rows - 1 - row : row) * grid.columns
            let cells = grid.values[start..<start + grid.columns]
            if x.isReversed { values += cells.reversed() } else { values += cells }
        }
        let low = Float(range.minimum)
        emit(
            .field(
                Field(
                    columns: grid.columns, rows: grid.rows, values: values,
                    rect: PlotRect(minX: x.low, minY: y.low, maxX: x.high, maxY: y.high), low: low,
                    high: range.span > 0 ? Float(range.maximum) : low + max(1, abs(low)), colors: colors)),
            label: label)
    }
}

extension HeatmapGrid {
    /// The smallest and largest finite values; `nil` if there are none.
    public var valueRange: NumberRange? {
        let finite = values.filter(\.isFinite)
        guard let low = finite.min(), let high = finite.max() else { return nil }
        return NumberRange(Double(low), Double(high))
    }
}
