import VitrailScene

/// The base of every kind of series on axes, the built-in ones too: what is read from points, how it is drawn, and what a place hits.
///
/// A subclass chooses the kind of its data by `Pass`, and overrides `draw`. It then loads, stands in slots and stacks, shows in the legend and hides
/// like any other.
///
/// ```swift
/// final class Lollipops: XySeries {
///     override func draw(_ pass: XyPassData, in context: DrawContext) {
///         for (x, y) in zip(pass.xCoordinates, pass.yCoordinates) {
///             let foot = PlotPoint(x: x, y: Float(pass.context.baseline))
///             context.line(from: foot, to: PlotPoint(x: x, y: y), width: 2, paint: .solid(Color(0x3366CC)))
///         }
///         context.markers(x: pass.xCoordinates, y: pass.yCoordinates, style: PointStyle(color: Color(0x3366CC), radius: 5))
///     }
/// }
/// ```
open class RenderableSeries<Pass: PassData>: CartesianSeries {
    /// Which sample a place hits.
    public let hitProvider: HitProvider<Pass>
    /// Which sample is nearest to a place.
    public let nearestPointProvider: NearestPointProvider<Pass>
    /// What the drawing keeps between renders.
    public let assets = SeriesAssets()
    /// As drawn last.
    private var lastPass: Pass?

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        hitProvider: HitProvider<Pass> = .markers(), nearestPointProvider: NearestPointProvider<Pass> = .points
    ) {
        self.hitProvider = hitProvider
        self.nearestPointProvider = nearestPointProvider
        super.init(title: title, columns: columns, orientation: orientation)
    }

    /// Draws the samples of a pass, back to front. Nothing is painted outside the plot area.
    ///
    /// Called once for each picture that the series is in, unless only axes and annotations are redrawn.
    open func draw(_ pass: Pass, in context: DrawContext) {}

    /// The data of a pass; a place to fill the fields of a subclass.
    open func makePassData(_ context: SeriesContext) -> Pass { Pass(context) }

    open override var values: [SeriesValue] { Pass.values }

    override func marks(in context: SeriesContext, _ typesetter: Typesetter) -> [Mark] {
        let pass = makePassData(context)
        lastPass = pass
        let drawing = DrawContext(context, place: place, assets: assets, typesetter)
        draw(pass, in: drawing)
        if pass.isReduced { drawing.raiseTier(to: .decimated) }
        return drawing.finish(index)
    }

    public override func hit(x: Double, y: Double) -> Int? {
        guard let pass = lastPass, !hidden else { return nil }
        return hitProvider.hit(pass.context.pixel(x: x, y: y), pass).flatMap { dataPointIndex(ofSample: $0, pass.context.samples) }
    }

    override var isSelectedFromAfar: Bool { hitProvider.reachesAfar }

    public override func nearestPoint(x: Double, y: Double) -> NearestPoint? {
        guard let pass = lastPass, !hidden, var nearest = nearestPointProvider.nearest(pass.context.pixel(x: x, y: y), pass) else { return nil }
        guard let index = dataPointIndex(ofSample: nearest.index, pass.context.samples) else { return nil }
        nearest.index = index
        nearest.distance /= pass.context.scale
        return nearest
    }

    override func place(ofDataPoint index: Int) -> PlotPoint? {
        let shown = Pass.values.filter(\.isOnAxis)
        guard let pass = lastPass, let sample = sample(ofDataPoint: index, pass), let value = shown.first(where: { $0.key == .close }) ?? shown.first
        else { return nil }
        return point(ofSample: sample, value, pass)?.plotPoint(orientation)
    }

    /// The sample that shows a point; nil = there is none.
    private func sample(ofDataPoint index: Int, _ pass: Pass) -> Int? {
        guard index >= 0, let row = row(ofDataPoint: index) else { return nil }
        let samples = pass.context.samples
        let sample = samples.rows == nil ? row : samples.rows?.firstIndex(of: row)
        return sample.flatMap { $0 < samples.count ? $0 : nil }
    }

    /// Where one value of a sample lies; nil = an axis leaves it out, or the series does not read it.
    private func point(ofSample sample: Int, _ value: SeriesValue, _ pass: Pass) -> PathPoint? {
        guard let across = pass.values(value) else { return nil }
        let along = pass.context.samples.along.lend { $0[sample] }
        let height = across.lend { $0[sample] }
        guard !pass.context.along.isExcluded(along), !pass.context.across.isExcluded(height) else { return nil }
        return PathPoint(
            along: Float(pass.context.along.place(along) + (pass.context.slot?.offset ?? 0)), across: Float(pass.context.across.place(height)))
    }

    override func labels(_ chart: Chart, _ style: DataPointLabelStyle, _ typesetter: Typesetter, in area: inout LabelArea) -> [Mark] {
        guard let pass = lastPass else { return [] }
        return DataPointLabels(chart: chart, series: self, pass: pass, style: style, typesetter: typesetter).marks(in: &area)
    }

    override var drawnContext: SeriesContext? { lastPass?.context }

    // MARK: Points

    /// Draws the symbols of a pass: of each value on the dependent axis, in the look of selected points where they are, changed by a hook.
    ///
    /// - Parameter looks: of points, and of selected ones, who take what theirs leaves unset from the first.
    public final func drawPoints(
        _ pass: Pass, _ looks: (normal: PointStyle, selected: PointStyle), _ hook: ((Int, PointStyle) -> PointStyle)? = nil,
        in context: DrawContext
    ) {
        let normal = looks.normal
        guard normal.showPoints == true else { return drawSelectedPoints(pass, looks, hook, in: context) }
        let each = pointLook(pass, normal, looks.selected.filled(from: normal), hook)
        for value in Pass.values where value.isOnAxis {
            if each == nil, let markers = pass.markers(value, normal) {
                context.markers(markers, reach: PointSymbols(pass.context).look(normal).radius)
            } else {
                context.markers(pass.points(value), style: normal, each: each)
            }
        }
    }

    /// Selected points are seen where others are not, unless the style of selected ones says otherwise.
    private func drawSelectedPoints(
        _ pass: Pass, _ looks: (normal: PointStyle, selected: PointStyle), _ hook: ((Int, PointStyle) -> PointStyle)?, in context: DrawContext
    ) {
        guard !selectedPoints.isEmpty, looks.selected.showPoints != false, let shown = pass.xPointRange else { return }
        var style = looks.selected.filled(from: looks.normal)
        style.showPoints = true
        let indices = selectedPoints.sorted()
        let each: ((Int) -> PointStyle)? = hook == nil && pointOverrides.isEmpty ? nil : { [self] k in
            let look = pointOverrides.apply(to: style, at: indices[k])
            return hook?(indices[k], look) ?? look
        }
        for value in Pass.values where value.isOnAxis {
            let points = indices.map { index -> PathPoint in
                guard let sample = sample(ofDataPoint: index, pass), shown.contains(sample) else { return .gap }
                return point(ofSample: sample, value, pass) ?? .gap
            }
            context.markers(points, style: style, each: each)
        }
    }

    /// The look of the points of a pass, counted from the first of `xPointRange`; nil when they all look alike.
    public final func pointLook<Style>(
        _ pass: Pass, _ normal: Style, _ selected: Style, _ hook: ((Int, Style) -> Style)?
    ) -> ((Int) -> Style)? {
        guard hook != nil || !selectedPoints.isEmpty, let first = pass.xPointRange?.lowerBound else { return nil }
        return { [self] k in
            guard let index = dataPointIndex(ofSample: first + k, pass.context.samples) else { return normal }
            let look = selectedPoints.contains(index) ? selected : normal
            return hook?(index, look) ?? look
        }
    }

    /// The same for point symbols: what a `PointSymbolSource` said of a point goes before the styles, and the hook's answer before that.
    public final func pointLook(
        _ pass: Pass, _ normal: PointStyle, _ selected: PointStyle, _ hook: ((Int, PointStyle) -> PointStyle)?
    ) -> ((Int) -> PointStyle)? {
        guard hook != nil || !selectedPoints.isEmpty || !pointOverrides.isEmpty, let first = pass.xPointRange?.lowerBound else { return nil }
        return { [self] k in
            guard let index = dataPointIndex(ofSample: first + k, pass.context.samples) else { return normal }
            let look = pointOverrides.apply(to: selectedPoints.contains(index) ? selected : normal, at: index)
            return hook?(index, look) ?? look
        }
    }
}

/// One x and one y value a sample.
public typealias XySeries = RenderableSeries<XyPassData>
/// One x value and two y values, `y` and `second`.
public typealias XyySeries = RenderableSeries<XyyPassData>
/// A high and a low value.
public typealias HlSeries = RenderableSeries<HlPassData>
/// Open, high, low and close.
public typealias OhlcDataSeries = RenderableSeries<OhlcPassData>
/// A third value, on no axis.
public typealias XyzSeries = RenderableSeries<XyzPassData>

extension SeriesContext {
    /// A place in points from the plot area's top left, in device pixels of the picture.
    func pixel(x: Double, y: Double) -> PlotPoint {
        PlotPoint(x: Float(Double(plot.x) + x * scale), y: Float(Double(plot.y) + y * scale))
    }
}
