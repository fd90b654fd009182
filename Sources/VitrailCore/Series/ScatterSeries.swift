import VitrailScene

/// Independent points, not joined.
open class ScatterSeries: RenderableSeries<XyPassData> {
    public var style: ScatterSeriesStyle

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: ScatterSeriesStyle = ScatterSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation)
    }

    open override func draw(_ pass: XyPassData, in context: DrawContext) {
        guard let points = style.filled(from: context.series.theme.scatterStyle(index)).pointStyle, points.showPoints == true else { return }
        context.markers(pass.points(), style: points)
    }

    open override func symbol(theme: Theme) -> LegendSymbol {
        LegendSymbol(kind: .disc, color: style.filled(from: theme.scatterStyle(index)).pointStyle?.color ?? .black)
    }
}
