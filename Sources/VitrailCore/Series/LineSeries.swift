public import VitrailScene

/// A line through its samples in the given order, with an optional area down to its baseline.
open class LineSeries: RenderableSeries<XyPassData> {
    public var style: LineSeriesStyle
    /// While the series is selected; what it leaves unset is as in `style`.
    public var selectedStyle = LineSeriesStyle()
    /// Puts points into the line that is drawn, in device pixels; symbols stay on the samples. Gaps separate runs; points side by side may have one place
    /// along.
    public var dataSmoother: (([PathPoint]) -> [PathPoint])?
    /// Called for each point that is drawn, by its index in the data and the look that it would have: the look that it gets.
    public var pointStyleHook: ((Int, PointStyle) -> PointStyle)?

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: LineSeriesStyle = LineSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, orientation: orientation, hitProvider: .lines())
    }

    open override var showsBaseline: Bool { style.showFill == true }
    open override var isStackable: Bool { true }

    open override func draw(_ pass: XyPassData, in context: DrawContext) {
        let style = resolved(context.series.theme)
        let path = shape(pass.path(width: strokeWidth(style, context), isStepped: isStepped))
        if style.showFill == true {
            if pass.values(.stackBase) == nil {
                fill(path, style, context)
            } else {
                fillStack(shape(pass.samples(.single, .stackBase)), style, context)
            }
        }
        stroke(path, style, context)
        drawPoints(pass, (style.pointStyle, style.selectedPointStyle), pointStyleHook, in: context)
    }

    /// The line through mapped points, as it is drawn.
    open func shape(_ path: [PathPoint]) -> [PathPoint] { dataSmoother?(path) ?? path }

    /// Whether `shape` puts a corner before each point.
    var isStepped: Bool { false }

    /// The same for both edges of a stacked area.
    open func shape(_ samples: [Area.Sample]) -> [Area.Sample] {
        guard let dataSmoother else { return samples }
        let first = dataSmoother(samples.map { PathPoint(along: $0.along, across: $0.first) })
        let second = dataSmoother(samples.map { PathPoint(along: $0.along, across: $0.second) })
        guard first.count == second.count else { return samples }
        return zip(first, second).map { Area.Sample(along: $0.along, first: $0.across, second: $1.across) }
    }

    open override var hasPointSymbols: Bool { true }
    open override func kindName(theme: Theme) -> String { resolved(theme).showFill == true ? "area" : "line" }

    open override func resetStyle() {
        style = LineSeriesStyle()
        selectedStyle = LineSeriesStyle()
    }

    open override func labelStyle(theme: Theme) -> DataPointLabelStyle? { resolved(theme).dataPointLabelStyle }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        let filled = style.showFill == true
        let line = (filled ? style.areaLineColor : style.lineColor) ?? .black
        guard style.useSeriesSymbols != false else { return .solid(line) }
        let width = (filled ? style.areaLineWidth : style.lineWidth) ?? 1
        return .line(
            line, width: width, fill: filled ? style.areaColor : nil,
            fillEnd: style.fillWithGradient == true ? style.areaColorLowGradient : nil, point: style.pointStyle)
    }

    /// The series' own style, the rest from the theme; the gradient is on when its second colour was set here or by the theme.
    func resolved(_ theme: Theme) -> LineSeriesStyle {
        let style = selected ? selectedStyle.filled(from: style) : style
        var full = style.filled(from: theme.lineStyle(index, isSelected: selected))
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

    /// Between the series' own line and the one below.
    private func fillStack(_ samples: [Area.Sample], _ style: LineSeriesStyle, _ context: DrawContext) {
        var paint = Paint.solid(style.areaColor ?? .clear)
        if style.fillWithGradient == true, let end = style.areaColorLowGradient {
            let baseline = Float(context.series.baseline)
            let extreme = samples.lazy.map(\.first).filter(\.isFinite).max { abs($0 - baseline) < abs($1 - baseline) }
            paint = gradientPaint(style.areaColor ?? .clear, extreme ?? baseline, end, baseline)
        }
        context.area(samples, orientation: orientation.area, paint: paint)
    }

    private func gradientPaint(_ color: Color, _ place: Float, _ end: Color, _ endPlace: Float) -> Paint {
        func point(_ across: Float) -> PlotPoint { PathPoint(along: 0, across: across).plotPoint(orientation) }
        return .linearGradient(from: point(place), start: color, to: point(endPlace), end: end)
    }

    private func area(_ path: [PathPoint], _ baseline: Float, _ paint: Paint, _ context: DrawContext) {
        context.area(
            path.map { Area.Sample(along: $0.along, first: $0.across, second: baseline) }, orientation: orientation.area, paint: paint)
    }

    /// Device pixels.
    private func strokeWidth(_ style: LineSeriesStyle, _ context: DrawContext) -> Float {
        context.series.pixels((style.showFill == true ? style.areaLineWidth : style.lineWidth) ?? 1)
    }

    private func stroke(_ path: [PathPoint], _ style: LineSeriesStyle, _ context: DrawContext) {
        let filled = style.showFill == true
        let color = (filled ? style.areaLineColor : style.lineColor) ?? .black
        let below = (filled ? style.areaLineColorBelowBaseline : style.lineColorBelowBaseline) ?? color
        let width = strokeWidth(style, context)
        func line(_ part: [PathPoint], _ color: Color) {
            context.polyline(part.plotPoints(orientation), width: width, paint: .solid(color))
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
