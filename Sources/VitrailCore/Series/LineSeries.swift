public import VitrailScene

/// A line through its samples in the given order, with an optional area down to its baseline.
open class LineSeries: RenderableSeries<XyPassData> {
    public var style: LineSeriesStyle

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: LineSeriesStyle = LineSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation, hitProvider: .lines())
    }

    open override var showsBaseline: Bool { style.showFill == true }

    open override func draw(_ pass: XyPassData, in context: DrawContext) {
        let style = resolved(context.series.theme)
        let path = pass.path()
        if style.showFill == true { fill(path, style, context) }
        stroke(path, style, context)
        if let points = style.pointStyle, points.showPoints == true { context.markers(pass.points(), style: points) }
    }

    open override func symbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        let filled = style.showFill == true
        let line = (filled ? style.areaLineColor : style.lineColor) ?? .black
        return LegendSymbol(kind: .line, color: line, fill: filled ? style.areaColor : nil)
    }

    /// The series' own style, the rest from the theme; the gradient is on when its second colour was set here or by the theme.
    func resolved(_ theme: Theme) -> LineSeriesStyle {
        var full = style.filled(from: theme.lineStyle(index))
        if style.areaColor != nil, style.areaColorLowGradient == nil, style.fillWithGradient != true {
            // A flat colour that was asked for stays flat under a theme of gradients.
            full.fillWithGradient = false
        }
        if full.fillWithGradient == nil { full.fillWithGradient = full.areaColorLowGradient != nil }
        return full
    }

    private func fill(_ path: [PathPoint], _ style: LineSeriesStyle, _ context: DrawContext) {
        let baseline = Float(context.series.baseline)
        let above = style.areaColor ?? .clear
        let below = style.areaColorBelowBaseline ?? above
        let gradient = style.fillWithGradient == true
        guard gradient || below != above else { return area(path, baseline, .solid(above), context) }
        let low = gradient ? style.areaColorLowGradient : nil
        let lowBelow = gradient ? style.areaColorGradientBelowBaseline ?? low : nil
        // Towards larger values: up on a y-axis, right on an x-axis.
        let parts = PathSplit.split(path, at: baseline)
        let isReversed = context.series.isReversed
        for (part, isAbove) in [(parts.under, isReversed), (parts.over, !isReversed)] {
            let color = isAbove ? above : below
            guard let end = isAbove ? low : lowBelow else {
                area(part, baseline, .solid(color), context)
                continue
            }
            let extreme = part.lazy.filter { !$0.isGap }.map(\.across).max { abs($0 - baseline) < abs($1 - baseline) }
            area(part, baseline, gradientPaint(color, extreme ?? baseline, end, baseline), context)
        }
    }

    private func gradientPaint(_ color: Color, _ place: Float, _ end: Color, _ endPlace: Float) -> Paint {
        func point(_ across: Float) -> PlotPoint { PathPoint(along: 0, across: across).plotPoint(orientation) }
        return .linearGradient(from: point(place), start: color, to: point(endPlace), end: end)
    }

    private func area(_ path: [PathPoint], _ baseline: Float, _ paint: Paint, _ context: DrawContext) {
        context.area(
            path.map { Area.Sample(along: $0.along, first: $0.across, second: baseline) }, orientation: orientation.area, paint: paint)
    }

    private func stroke(_ path: [PathPoint], _ style: LineSeriesStyle, _ context: DrawContext) {
        let filled = style.showFill == true
        let color = (filled ? style.areaLineColor : style.lineColor) ?? .black
        let below = (filled ? style.areaLineColorBelowBaseline : style.lineColorBelowBaseline) ?? color
        let width = context.series.pixels((filled ? style.areaLineWidth : style.lineWidth) ?? 1)
        func line(_ part: [PathPoint], _ color: Color) {
            context.polyline(part.map { $0.plotPoint(orientation) }, width: width, paint: .solid(color))
        }
        guard below != color else { return line(path, color) }
        let parts = PathSplit.split(path, at: Float(context.series.baseline))
        line(parts.under, context.series.isReversed ? color : below)
        line(parts.over, context.series.isReversed ? below : color)
    }
}

extension CartesianSeries.Orientation {
    public var area: Area.Orientation { self == .horizontal ? .horizontal : .vertical }
}
