import VitrailColumns
public import VitrailRaster
public import VitrailScene

/// A line through its samples in the given order, with an optional area down to its baseline.
open class LineSeries: RenderableSeries<XyPassData> {
    public var style: LineSeriesStyle
    /// Style while the series is selected. Unset properties come from `style`.
    public var selectedStyle = LineSeriesStyle()
    /// The shape of the line between two samples. Step lines ignore it.
    public var curve = LineCurve.straight
    /// The end of a fill; `nil`: the baseline, or in a stack, the line below.
    public var fillTarget: FillTarget?
    /// Another line over the same independent axis, as the end of a fill. It has priority over `fillTarget`.
    public weak var fillSeries: LineSeries?
    /// Replaces `curve`: inserts points into the drawn line, in device pixels. Symbols stay on the samples. Gaps
    /// separate runs, and neighbouring points may have the same position along the axis.
    public var dataSmoother: (([PathPoint]) -> [PathPoint])?
    /// Called for each drawn point with its index in the data and its resolved style. Returns the style to draw.
    public var pointStyleHook: ((Int, PointStyle) -> PointStyle)?

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: LineSeriesStyle = LineSeriesStyle()
    ) {
        self.style = style
        super.init(
            title: title, columns: columns, orientation: orientation, hitProvider: .lines(),
            nearestPointProvider: .segments)
    }

    open override var showsBaseline: Bool {
        style.showFill == true && fillSeries == nil && (fillTarget ?? .baseline) == .baseline
    }
    open override var isStackable: Bool { true }
    override var joinsSamples: Bool { true }
    override var mayReverse: Bool { true }

    override var usualAnimation: SeriesAnimation { .television }

    open override func draw(_ pass: XyPassData, in context: DrawContext) {
        let style = resolved(context.series.theme)
        let width = strokeWidth(style, context)
        // Lazy, because computing an undrawn line would take as long as computing a drawn one.
        lazy var path = shape(pass.path(width: width, isStepped: isStepped))
        if style.showFill == true { fill(pass, { path }, style, context) }
        if width > 0, !drawsResident(pass, style, width: width, in: context) {
            let colors = strokeColors(style)
            let color = colors.color == colors.below ? colors.color : nil
            // If each sample has a symbol, no sample is invisible.
            let small =
                style.pointStyle.showPoints == true
                ? nil : pass.smallPieceShape(width: width, loneRadius: context.series.pixels(loneRadius(style)))
            let isContinuous = isPlain && dashes(style, context.series.theme).isEmpty
            let isOnlyStroked = isContinuous && !isStepped && color != nil && style.showFill != true
            switch isContinuous ? pass.unorderedLine(width: width, color: color, isStepped: isStepped) : nil {
            case .unorderedPolyline(let line):
                context.unorderedPolyline(line)
                if let pieces = small.flatMap({ pass.smallUnorderedPieces(.single, $0) }) {
                    if !pieces.path.isEmpty { stroke(pieces.path, style, context) }
                    dot(pieces, style, context)
                }
            case .path(let line):
                let pieces = small.flatMap { pass.smallUnorderedPieces(.single, $0) }
                stroke(shape(line) + (pieces.map { [PathPoint.gap] + $0.path } ?? []), style, context)
                if let pieces { dot(pieces, style, context) }
            case nil:
                let pieces = small.flatMap { shape in
                    (isOnlyStroked ? pass.gappedLine(width: width, shape) : nil)
                        ?? SmallPieces.find(in: path, shape, openEnds: pass.goesOn())
                }
                stroke(pieces?.path ?? path, style, context)
                if let pieces { dot(pieces, style, context) }
            }
        }
        drawPoints(pass, (style.pointStyle, style.selectedPointStyle), pointStyleHook, in: context)
    }

    /// The drawn line through mapped points. `dataSmoother` replaces it.
    public func shape(_ path: [PathPoint]) -> [PathPoint] {
        if let dataSmoother { return dataSmoother(path) }
        return curve == .straight ? path : curve.path(path)
    }

    /// Whether `shape` inserts a corner before each point.
    var isStepped: Bool { false }

    /// The same for both edges of a stacked area.
    public func shape(_ samples: [Area.Sample]) -> [Area.Sample] {
        guard let dataSmoother else { return curve == .straight ? samples : curve.samples(samples) }
        let first = dataSmoother(samples.map { PathPoint(along: $0.along, across: $0.first) })
        let second = dataSmoother(samples.map { PathPoint(along: $0.along, across: $0.second) })
        guard first.count == second.count else { return samples }
        return zip(first, second).map { Area.Sample(along: $0.along, first: $0.across, second: $1.across) }
    }

    open override var hasPointSymbols: Bool { true }

    override func markReach(theme: Theme) -> MarkReach {
        let style = resolved(theme)
        let reach = MarkReach(
            strokeWidth: strokeWidth(style), point: style.pointStyle.showPoints == true ? style.pointStyle : nil)
        // A sample between gaps is drawn as a disc.
        guard loaded?.hasGap == true, strokeWidth(style) > 0 else { return reach }
        return MarkReach(along: max(reach.along, loneRadius(style)), across: max(reach.across, loneRadius(style)))
    }
    open override func kindName(theme: Theme) -> String { resolved(theme).showFill == true ? "area" : "line" }

    open override func resetStyle() {
        style = LineSeriesStyle()
        selectedStyle = LineSeriesStyle()
    }

    open override func labelStyle(theme: Theme) -> DataPointLabelStyle? { resolved(theme).dataPointLabelStyle }

    override func lineColor(theme: Theme) -> Color { strokeColors(resolved(theme)).color }

    override func labelClearance(theme: Theme) -> Double {
        let style = resolved(theme)
        let stroke = (style.showFill == true ? style.areaLineWidth : style.lineWidth) ?? 1
        return max(stroke / 2, style.pointStyle.reach)
    }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        let filled = style.showFill == true
        let line = (filled ? style.areaLineColor : style.lineColor) ?? .black
        guard style.useSeriesSymbols != false else { return .solid(line) }
        let width = (filled ? style.areaLineWidth : style.lineWidth) ?? 1
        return .line(
            line, width: width, dashes: dashes(style, theme), fill: filled ? style.areaColor : nil,
            fillEnd: style.fillWithGradient == true ? style.areaColorLowGradient : nil, point: style.pointStyle)
    }

    /// The series' own style, completed from the theme. The gradient is on if the series or the theme sets its second
    /// colour.
    func resolved(_ theme: Theme) -> LineSeriesStyle {
        let style = selected ? selectedStyle.filled(from: style) : style
        var full = style.filled(from: theme.lineStyle(paletteIndex, isSelected: selected))
        if style.areaColor != nil, style.areaColorLowGradient == nil, style.fillWithGradient != true {
            // A flat colour set on the series stays flat under a theme with gradients.
            full.fillWithGradient = false
        }
        if full.fillWithGradient == nil { full.fillWithGradient = full.areaColorLowGradient != nil }
        return full
    }

    /// Whether the line runs straight or in steps from sample to sample. Other shapes need a path.
    var isPlain: Bool { dataSmoother == nil && curve == .straight }

    /// The number of bins per pixel column. In a bin, only the minimum and maximum of the samples are visible.
    package func partsPerColumn(in context: SeriesContext) -> Double {
        RenderStrategy.binsPerPixel(width: context.pixels(strokeWidth(resolved(context.theme))))
    }

    /// Whether the series is drawn as a line in one colour, and nothing else.
    func isPlainLine(theme: Theme) -> Bool {
        let style = resolved(theme)
        return isPlain && style.showFill != true && style.lineColorBelowBaseline == nil && stackIndex == nil
    }

    /// Fills down to the baseline, or to the line below.
    private func fill(_ pass: XyPassData, _ path: () -> [PathPoint], _ style: LineSeriesStyle, _ context: DrawContext) {
        if hasFillTarget {
            let end = Float(position: context.series.fillEnd(fillTarget))
            return fillToTarget(path(), self.paints(path, style, context, end: end), in: context)
        }
        let isStacked = pass.values(.stackBase) != nil
        let paints = isStacked ? stackPaints(path, style, context) : paints(path, style, context)
        let below: SeriesValue? = isStacked && !context.series.stands(on: baseline) ? .stackBase : nil
        defer {
            if isPlain {
                let width = max(strokeWidth(style, context), SmallPieceShape.minFillWidth)
                let slices = pass.slivers(.single, below, width: width)
                if !slices.isEmpty {
                    context.thinFills(
                        slices, width: width, orientation: orientation.area, paint: paints.under,
                        invertedPaint: paints.over)
                }
            }
        }
        if isPlain, !isStepped, !isStacked,
            let area = pass.residentArea(.single, nil, base: Float(context.series.baseline), paints: paints)
        {
            return context.emit(.samplesArea(area), label: "area")
        }
        if isPlain, let pictures = pass.counted(.single, below, paints: paints, isStepped: isStepped) {
            for picture in pictures { context.draw(picture, label: "area") }
            return
        }
        let baseline = Float(context.series.baseline)
        let samples =
            isStacked
            ? shape(pass.samples(.single, .stackBase))
            : path().map { Area.Sample(along: $0.along, first: $0.across, second: baseline) }
        context.area(samples, orientation: orientation.area, paint: paints.under, invertedPaint: paints.over)
    }

    /// The paints for pixel positions smaller than the baseline's, and for larger ones.
    ///
    /// - Parameter end: the position where gradients end; `nil`: the baseline.
    private func paints(
        _ path: () -> [PathPoint], _ style: LineSeriesStyle, _ context: DrawContext, end: Float? = nil
    ) -> (under: Paint, over: Paint) {
        let above = style.areaColor ?? .clear
        let below = style.areaColorBelowBaseline ?? above
        let gradient = style.fillWithGradient == true
        let low = gradient ? style.areaColorLowGradient : nil
        let lowBelow = gradient ? style.areaColorGradientBelowBaseline ?? low : nil
        let baseline = end ?? Float(context.series.baseline)
        func paint(_ color: Color, _ low: Color?, _ isUnder: Bool) -> Paint {
            guard let low else { return .solid(color) }
            return gradientPaint(color, farthest(path(), from: baseline) { ($0 < baseline) == isUnder }, low, baseline)
        }
        // Above the baseline, values are larger: up on a y-axis, right on an x-axis.
        return context.series.isReversed
            ? (paint(above, low, true), paint(below, lowBelow, false))
            : (paint(below, lowBelow, true), paint(above, low, false))
    }

    /// The paints for the area between the series' own line and the line below.
    private func stackPaints(
        _ path: () -> [PathPoint], _ style: LineSeriesStyle, _ context: DrawContext
    ) -> (under: Paint, over: Paint) {
        let color = style.areaColor ?? .clear
        guard style.fillWithGradient == true, let end = style.areaColorLowGradient else {
            return (.solid(color), .solid(color))
        }
        let baseline = Float(context.series.baseline)
        let paint = gradientPaint(color, farthest(path(), from: baseline) { _ in true }, end, baseline)
        return (paint, paint)
    }

    /// The farthest position across from `position`, among the positions that `counts` accepts; `position` if there is
    /// none.
    private func farthest(_ path: [PathPoint], from position: Float, _ counts: (Float) -> Bool) -> Float {
        var found = position
        for point in path
        where !point.isGap && counts(point.across) && abs(point.across - position) > abs(found - position) {
            found = point.across
        }
        return found
    }

    private func gradientPaint(_ color: Color, _ position: Float, _ end: Color, _ endPosition: Float) -> Paint {
        func point(_ across: Float) -> PlotPoint { PathPoint(along: 0, across: across).plotPoint(orientation) }
        return .linearGradient(from: point(position), start: color, to: point(endPosition), end: end)
    }

    /// Width in device pixels.
    private func strokeWidth(_ style: LineSeriesStyle, _ context: DrawContext) -> Float {
        context.series.pixels(strokeWidth(style))
    }

    /// Width in points.
    private func strokeWidth(_ style: LineSeriesStyle) -> Double {
        (style.showFill == true ? style.areaLineWidth : style.lineWidth) ?? 1
    }

    func strokeColors(_ style: LineSeriesStyle) -> (color: Color, below: Color) {
        let filled = style.showFill == true
        let color = (filled ? style.areaLineColor : style.lineColor) ?? .black
        return (color, (filled ? style.areaLineColorBelowBaseline : style.lineColorBelowBaseline) ?? color)
    }

    func dashes(_ style: LineSeriesStyle, _ theme: Theme) -> [Double] { dashes(style.dashStyle, theme) }

    /// Radius, in points, of the disc for a sample that no line reaches. The disc is twice as wide as the line, or 4
    /// points if that is more.
    func loneRadius(_ style: LineSeriesStyle) -> Double {
        max(strokeWidth(style), 2)
    }

    /// Draws discs for samples that no line reaches, and for pieces too short to be visible.
    func dot(_ pieces: SmallPieces, _ style: LineSeriesStyle, _ context: DrawContext) {
        let (color, below) = strokeColors(style)
        context.dots(
            pieces, width: strokeWidth(style, context), loneRadius: loneRadius(style), color: color,
            colorBelowBaseline: below)
    }

    private func stroke(_ path: [PathPoint], _ style: LineSeriesStyle, _ context: DrawContext) {
        let (color, below) = strokeColors(style)
        let width = strokeWidth(style, context)
        let dashes = dashes(style, context.series.theme)
        func line(_ part: [PathPoint], _ color: Color) {
            let points = part.plotPoints(orientation)
            if !context.polyline(points, width: width, paint: .solid(color), dashes: dashes) { warnOfDashes() }
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
