/// Separate points without a line.
open class ScatterSeries: RenderableSeries<XyPassData> {
    public var style: ScatterSeriesStyle
    /// Style while the series is selected. Unset properties come from `style`.
    public var selectedStyle = ScatterSeriesStyle()
    /// Called for each drawn point with its index in the data and its resolved style. Returns the style to draw.
    public var pointStyleHook: ((Int, PointStyle) -> PointStyle)?

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: ScatterSeriesStyle = ScatterSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation)
    }

    override var isOfSymbols: Bool { true }

    open override func draw(_ pass: XyPassData, in context: DrawContext) {
        let style = resolved(context.series.theme)
        drawPoints(pass, (style.pointStyle, style.selectedPointStyle), pointStyleHook, in: context)
    }

    override var searchesExtremes: Bool { false }
    open override var hasPointSymbols: Bool { true }

    override func markReach(theme: Theme) -> MarkReach {
        let point = resolved(theme).pointStyle
        return MarkReach(point: point.showPoints == true ? point : nil)
    }
    open override func kindName(theme: Theme) -> String { "scatter" }

    open override func resetStyle() {
        style = ScatterSeriesStyle()
        selectedStyle = ScatterSeriesStyle()
    }

    open override func labelStyle(theme: Theme) -> DataPointLabelStyle? { resolved(theme).dataPointLabelStyle }
    override func labelClearance(theme: Theme) -> Double { resolved(theme).pointStyle.reach }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        let point = style.pointStyle.row(0)
        return style.useSeriesSymbols == false ? .solid(point.color ?? .black) : .point(point)
    }

    func resolved(_ theme: Theme) -> ScatterSeriesStyle {
        (selected ? selectedStyle.filled(from: style) : style).filled(
            from: theme.scatterStyle(paletteIndex, isSelected: selected))
    }
}
