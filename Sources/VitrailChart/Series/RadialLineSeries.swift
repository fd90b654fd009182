import VitrailRaster
import VitrailScene
import VitrailTessellation

#if canImport(Glibc)
    import Glibc
#endif

/// A line on a radial chart: x is a direction from the pole, y a distance from it. With a number x-axis the chart is a
/// polar chart, with a category x-axis a radar chart.
///
/// A radial chart shows only radial series, on one x-axis and one y-axis. The line runs straight from sample to sample
/// in the given order. A value below the y-axis lies on the pole, and the line is cut off at the circle for values
/// beyond its end.
open class RadialLineSeries: RenderableSeries<XyPassData> {
    public var style: RadialLineSeriesStyle
    /// Whether the last sample is joined to the first.
    public var pointsWrapAround: Bool
    /// The shape of the line between two samples: straight or smooth; `monotone` is straight.
    public var curve = LineCurve.straight
    /// Called for each drawn point with its index in the data and its resolved style. Returns the style to draw.
    public var pointStyleHook: ((Int, PointStyle) -> PointStyle)?

    /// - Parameter columns: without `x`, directions are 0, 1, 2, …
    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), pointsWrapAround: Bool = false,
        style: RadialLineSeriesStyle = RadialLineSeriesStyle()
    ) {
        self.style = style
        self.pointsWrapAround = pointsWrapAround
        super.init(title: title, columns: columns, hitProvider: .polar, nearestPointProvider: .polar)
    }

    override var chartKind: ChartKind? { .radial }
    /// The size of a fill represents its values, so the y-axis includes the baseline.
    open override var showsBaseline: Bool { style.showFill == true }

    override func markReach(theme: Theme) -> MarkReach {
        let style = resolved(theme)
        let width = (style.showFill == true ? style.areaLineWidth : style.lineWidth) ?? 1
        // Directions are cyclic and have no ends.
        let reach = MarkReach(strokeWidth: width, point: style.pointStyle.showPoints == true ? style.pointStyle : nil)
        return MarkReach(along: 0, across: reach.across)
    }

    open override func draw(_ pass: XyPassData, in context: DrawContext) {
        guard let polar = context.series.polar else { return }
        let style = resolved(context.series.theme)
        let path = RadialPath(pass, circle: polar.radius, wraps: pointsWrapAround, curve: curve)
        if style.showFill == true { fill(path, polar, style, context) }
        stroke(path, polar, style, context)
        if style.pointStyle.showPoints == true { symbols(pass, path, polar, style.pointStyle, context) }
    }

    private func fill(_ path: RadialPath, _ polar: PolarFrame, _ style: RadialLineSeriesStyle, _ context: DrawContext) {
        let envelope = PolarEnvelope(path.runs)
        let outlines = envelope.outlines(within: CircleClip(radius: polar.radius))
        let pole = SIMD2(polar.x, polar.y)
        // Each outline runs clockwise from the pole back to it, and no two outlines share a direction.
        let samples = PolygonSlices.samples(outlines.map { $0.map { $0 + pole } }, areOriented: true)
        let color = style.areaColor ?? .clear
        // A run without an extent has no area, so a line from the pole to it is drawn instead.
        let width = max(context.series.pixels(style.areaLineWidth ?? 1), 2)
        for run in smallRuns(path, polar, limit: 1) {
            context.line(
                from: polar.point(.zero), to: polar.point(run[0]), width: width, paint: .solid(color),
                label: "thin fills")
        }
        guard !samples.isEmpty else { return }
        guard style.fillWithGradient == true, let low = style.areaColorLowGradient else {
            return context.area(samples, paint: .solid(color), label: "fill")
        }
        let reach = Float(min(envelope.extreme, polar.radius))
        context.area(
            samples, paint: .radialGradient(center: polar.point(.zero), radius: reach, start: low, end: color),
            label: "fill")
    }

    private func stroke(_ path: RadialPath, _ polar: PolarFrame, _ style: RadialLineSeriesStyle, _ context: DrawContext)
    {
        let isFilled = style.showFill == true
        let width = context.series.pixels((isFilled ? style.areaLineWidth : style.lineWidth) ?? 1)
        let color = (isFilled ? style.areaLineColor : style.lineColor) ?? .black
        let circle = CircleClip(radius: polar.radius)
        let runs = path.runs.flatMap { circle.inside($0) }
        let dashes = dashes(style.dashStyle, context.series.theme)
        var points = Self.points(of: runs, polar, closes: dashes.isEmpty)
        func line(_ points: [PlotPoint]) {
            if !context.polyline(points, width: width, paint: .solid(color), dashes: dashes) { warnOfDashes() }
        }
        guard width > 0, style.pointStyle.showPoints != true else {
            return line(points)
        }
        let loneRadius = max((isFilled ? style.areaLineWidth : style.lineWidth) ?? 1, 2)
        let shape = SmallPieceShape(
            width: width, loneRadius: context.series.pixels(loneRadius), allLoneAreDiscs: path.positions.count <= 10_000
        )
        let small = smallRuns(path, polar, limit: shape.limit).flatMap {
            $0.map { polar.point($0).pathPoint(orientation) } + [.gap]
        }
        let pieces = SmallPieces.find(in: small, shape, openEnds: (false, false))
        if let pieces { points += pieces.path.plotPoints(orientation) }
        line(points)
        if let pieces {
            context.dots(pieces, width: width, loneRadius: loneRadius, color: color, colorBelowBaseline: color)
        }
    }

    /// Runs within the circle that are smaller than a length in pixels.
    private func smallRuns(_ path: RadialPath, _ polar: PolarFrame, limit: Float) -> [[SIMD2<Double>]] {
        path.runs.filter { run in
            guard let first = run.first, run.allSatisfy({ $0.length <= polar.radius * (1 + 1e-9) }) else {
                return false
            }
            var (low, high) = (first, first)
            for position in run {
                low.replace(with: position, where: position .< low)
                high.replace(with: position, where: position .> high)
            }
            return (high - low).max() < Double(limit)
        }
    }

    /// Runs as one polyline.
    ///
    /// - Parameter closes: whether to repeat the first segment of a closed run, for the join.
    private static func points(of runs: [[SIMD2<Double>]], _ polar: PolarFrame, closes: Bool) -> [PlotPoint] {
        var points: [PlotPoint] = []
        for run in runs {
            points += run.map(polar.point)
            if closes, run.count > 2, run.first == run.last { points.append(polar.point(run[1])) }
            points.append(.gap)
        }
        return points
    }

    private func symbols(
        _ pass: XyPassData, _ path: RadialPath, _ polar: PolarFrame, _ style: PointStyle, _ context: DrawContext
    ) {
        let limit = polar.radius * (1 + 1e-9)
        let points = path.positions.map { position -> PathPoint in
            guard let position, position.length <= limit else { return .gap }
            let point = polar.point(position)
            return orientation == .horizontal
                ? PathPoint(along: point.x, across: point.y) : PathPoint(along: point.y, across: point.x)
        }
        context.markers(points, style: style, each: drawnPointStyle(pass, style, style, pointStyleHook))
    }

    open override var hasPointSymbols: Bool { true }
    open override func kindName(theme: Theme) -> String { chart?.xAxis?.isCategory == true ? "radar" : "polar" }

    open override func resetStyle() { style = RadialLineSeriesStyle() }

    /// The series' own style, completed from the theme. The gradient is on if the series or the theme sets its second
    /// colour.
    func resolved(_ theme: Theme) -> RadialLineSeriesStyle {
        var full = style.filled(from: theme.radialLineStyle(paletteIndex))
        if style.areaColor != nil, style.areaColorLowGradient == nil, style.fillWithGradient != true {
            full.fillWithGradient = false
        }
        if full.fillWithGradient == nil { full.fillWithGradient = full.areaColorLowGradient != nil }
        return full
    }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        let isFilled = style.showFill == true
        let line = (isFilled ? style.areaLineColor : style.lineColor) ?? .black
        guard style.useSeriesSymbols != false else { return .solid(line) }
        return .line(
            line, width: (isFilled ? style.areaLineWidth : style.lineWidth) ?? 1,
            dashes: dashes(style.dashStyle, theme), fill: isFilled ? style.areaColor : nil,
            fillEnd: style.fillWithGradient == true ? style.areaColorLowGradient : nil, point: style.pointStyle)
    }
}

extension NearestPointProvider where Pass == XyPassData {
    /// Uses the distance to the samples of a radial chart.
    static var polar: NearestPointProvider {
        NearestPointProvider { position, pass in
            guard let polar = pass.context.polar else { return nil }
            let path = RadialPath(pass, circle: polar.radius, wraps: false)
            let own = SIMD2(Double(position.x) - polar.x, Double(position.y) - polar.y)
            var best: NearestPoint?
            for (index, other) in path.positions.enumerated() {
                guard let other, other.length <= polar.radius * (1 + 1e-9) else { continue }
                let distance = (other - own).length
                if distance < best?.distance ?? .infinity { best = NearestPoint(index: index, distance: distance) }
            }
            return best
        }
    }
}

extension HitProvider where Pass == XyPassData {
    /// Hits the nearest sample of a radial chart within 10 points.
    static var polar: HitProvider {
        HitProvider { position, pass in
            guard let nearest = NearestPointProvider.polar.nearest(position, pass) else { return nil }
            return nearest.distance <= Double(pass.context.pixels(10)) ? nearest.index : nil
        }
    }
}
