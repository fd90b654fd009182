import VitrailScene

/// Independent points, not joined.
open class ScatterSeries: CartesianSeries {
    public var style: ScatterSeriesStyle

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: ScatterSeriesStyle = ScatterSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation)
    }

    override func marks(in context: SeriesContext) -> [Mark] {
        guard let loaded, let points = style.filled(from: context.theme.scatterStyle(index)).pointStyle,
            points.showPoints == true
        else { return [] }
        return [
            PointSymbols.mark(
                loaded.points(0, in: context, orientation), points, Float(context.baseline(of: self)), context,
                orientation, label: "\(place) points")
        ]
    }

    override func symbol(theme: Theme) -> LegendSymbol {
        LegendSymbol(kind: .disc, color: style.filled(from: theme.scatterStyle(index)).pointStyle?.color ?? .black)
    }
}
