import VitrailScene

/// A high and a low line with the area between them, in another colour where they are crossed.
open class BandSeries: RenderableSeries<HlPassData> {
    public var style: BandSeriesStyle

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: BandSeriesStyle = BandSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation)
    }

    open override func draw(_ pass: HlPassData, in context: DrawContext) {
        let style = style.filled(from: context.series.theme.bandStyle(index))
        if style.showFill == true { fill(pass, style, context) }
        let width = context.series.pixels(style.lineWidth ?? 0)
        for (key, color) in [(DataKey.low, style.lineColorLow), (.high, style.lineColorHigh)] {
            context.polyline(
                pass.path(.keyed(key)).map { $0.plotPoint(orientation) }, width: width, paint: .solid(color ?? .black), label: "\(key) line")
        }
        guard let points = style.pointStyle, points.showPoints == true else { return }
        for key in [DataKey.low, .high] { context.markers(pass.points(.keyed(key)), style: points) }
    }

    private func fill(_ pass: HlPassData, _ style: BandSeriesStyle, _ context: DrawContext) {
        let parts = PathSplit.split(pass.samples(.keyed(.high), .keyed(.low)))
        // On a y-axis the high line has the smaller pixel.
        let isReversed = context.series.isReversed
        let normal = style.areaColorNormal ?? .clear
        let inverted = style.areaColorInverted ?? .clear
        for (part, color) in [(parts.ordered, isReversed ? normal : inverted), (parts.inverted, isReversed ? inverted : normal)] {
            guard part.contains(where: { $0.along.isFinite }) else { continue }
            context.area(part, orientation: orientation.area, paint: .solid(color), label: "band")
        }
    }

    open override func symbol(theme: Theme) -> LegendSymbol {
        let style = style.filled(from: theme.bandStyle(index))
        return LegendSymbol(
            kind: .band, color: style.lineColorHigh ?? .black, fill: style.showFill == true ? style.areaColorNormal : nil)
    }
}
