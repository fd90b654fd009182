import Vitrail

/// Columns that are round at both ends: a circle as wide as the column at its value, one at the zero line, both inside
/// the column, and the rectangle between them.
///
/// `ColumnPassData`, `slotKind` and `showsBaseline` supply the behaviour of columns: width and position beside other
/// columns, the baseline, and the space on both axes.
final class RoundedColumnSeries: RenderableSeries<ColumnPassData> {
    var color: Color
    /// Colour below the zero line; `nil`: `color`.
    var colorBelow: Color?

    init(title: String = "", columns: SeriesColumns = SeriesColumns(), color: Color, colorBelow: Color? = nil) {
        (self.color, self.colorBelow) = (color, colorBelow)
        super.init(title: title, columns: columns, hitProvider: .columns)
    }

    override var slotKind: SlotKind? { .column }
    override func kindName(theme: Theme) -> String { "column" }
    override var showsBaseline: Bool { true }

    override func draw(_ pass: ColumnPassData, in context: DrawContext) {
        guard let slot = pass.context.slot else { return }
        let zero = Float(pass.zeroLineCoordinate)
        for (x, y) in zip(pass.xCoordinates, pass.yCoordinates) where x.isFinite && y.isFinite && y != zero {
            let edges = slot.edges(at: Double(x))
            let rect = PlotRect(minX: Float(edges.low), minY: min(y, zero), maxX: Float(edges.high), maxY: max(y, zero))
            // Screen y grows downwards.
            draw(rect, y < zero ? color : colorBelow ?? color, in: context)
        }
    }

    /// One shape in one fill, so that a translucent column is not darker where a circle meets the rectangle.
    private func draw(_ rect: PlotRect, _ color: Color, in context: DrawContext) {
        if rect.height >= rect.width {
            context.rect(
                RectBatch.Item(rect: rect, fill: color, tip: .all, tipRadius: rect.width / 2), label: "columns")
        } else {
            // Two circles do not fit: draw one, squeezed to the column's length.
            let center = PlotPoint(x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
            context.ellipse(center: center, radiusX: rect.width / 2, radiusY: rect.height / 2, paint: .solid(color))
        }
    }

    override func legendSymbol(theme: Theme) -> LegendSymbol { LegendSymbol(kind: .disc, color: color) }
}
