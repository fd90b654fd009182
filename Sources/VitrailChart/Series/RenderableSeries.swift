public import VitrailColumns
import VitrailRaster
import VitrailScene

/// The base of all series kinds on axes, including the built-in ones. It determines the values that are read from
/// points, the drawing, and the hit tests.
///
/// A subclass chooses the kind of its data with `Pass` and overrides `draw`. Loading, slots, stacks, the legend and
/// hiding then work as for any other series.
///
/// ```swift
/// final class Lollipops: XySeries {
///     override func draw(_ pass: XyPassData, in context: DrawContext) {
///         for (x, y) in zip(pass.xCoordinates, pass.yCoordinates) {
///             let foot = PlotPoint(x: x, y: Float(pass.context.baseline))
///             context.line(from: foot, to: PlotPoint(x: x, y: y), width: 2, paint: .solid(Color(0x3366CC)))
///         }
///         let style = PointStyle(color: Color(0x3366CC), radius: 5)
///         context.markers(x: pass.xCoordinates, y: pass.yCoordinates, style: style)
///     }
/// }
/// ```
open class RenderableSeries<Pass: PassData>: CartesianSeries {
    /// Finds the sample at a position.
    public let hitProvider: HitProvider<Pass>
    /// Finds the sample nearest to a position.
    public let nearestPointProvider: NearestPointProvider<Pass>
    /// Pictures that the drawing keeps between renders.
    public let assets = SeriesAssets()
    /// The pass of the last drawing.
    private var lastPass: Pass?

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        hitProvider: HitProvider<Pass> = .markers(), nearestPointProvider: NearestPointProvider<Pass> = .points
    ) {
        self.hitProvider = hitProvider
        self.nearestPointProvider = nearestPointProvider
        super.init(title: title, columns: columns, orientation: orientation)
    }

    /// Draws the samples of a pass, back to front. Drawing outside of the plot area is clipped.
    ///
    /// Called once for each picture with the series, unless only axes and annotations are redrawn.
    open func draw(_ pass: Pass, in context: DrawContext) {}

    /// The data of a pass. Override it to fill the fields of a subclass.
    open func makePassData(_ context: SeriesContext) -> Pass { Pass(context) }

    open override var values: [SeriesValue] { Pass.values }

    override func marks(in context: SeriesContext, _ typesetter: Typesetter) -> [Mark] {
        let pass = makePassData(context)
        lastPass = pass
        let drawing = DrawContext(context, path: jsonPath, assets: assets, typesetter)
        draw(pass, in: drawing)
        if pass.isReduced { drawing.raiseTier(to: .decimated) }
        return drawing.finish(index, pass.choices)
    }

    open override func hit(x: Double, y: Double) -> Int? {
        guard let pass = lastPass, !hidden else { return nil }
        return hitProvider.hit(pass.context.pixel(x: x, y: y), pass).flatMap {
            dataPointIndex(ofSample: $0, pass.context.samples)
        }
    }

    override var isSelectedFromAfar: Bool { hitProvider.reachesAfar }

    public override func nearestPoint(x: Double, y: Double) -> NearestPoint? {
        guard let pass = lastPass, !hidden,
            var nearest = nearestPointProvider.nearest(pass.context.pixel(x: x, y: y), pass)
        else { return nil }
        guard let index = dataPointIndex(ofSample: nearest.index, pass.context.samples) else { return nil }
        nearest.index = index
        nearest.distance /= pass.context.scale
        return nearest
    }

    override func position(ofDataPoint index: Int) -> PlotPoint? {
        let shown = Pass.values.filter(\.isOnAxis)
        guard let pass = lastPass, let sample = sample(ofDataPoint: index, pass),
            let value = shown.first(where: { $0.key == .close }) ?? shown.first
        else { return nil }
        return point(ofSample: sample, value, pass)?.plotPoint(orientation)
    }

    /// The sample of a point; `nil` if there is none.
    private func sample(ofDataPoint index: Int, _ pass: Pass) -> Int? {
        guard index >= 0, let row = row(ofDataPoint: index) else { return nil }
        let samples = pass.context.samples
        let sample = samples.rows == nil ? row : samples.rows?.firstIndex(of: row)
        return sample.flatMap { $0 < samples.count ? $0 : nil }
    }

    /// The position of one value of a sample; `nil` if an axis excludes it, or if the series does not read it.
    private func point(ofSample sample: Int, _ value: SeriesValue, _ pass: Pass) -> PathPoint? {
        guard let across = pass.values(value) else { return nil }
        let along = pass.context.samples.along.withView { $0[sample] }
        let height = across.withView { $0[sample] }
        guard !pass.context.along.isExcluded(along), !pass.context.across.isExcluded(height) else { return nil }
        return PathPoint(
            along: Float(pass.context.along.position(of: along) + (pass.context.slot?.offset ?? 0)),
            across: Float(pass.context.across.position(of: height)))
    }

    override func labels(
        _ chart: Chart, _ style: DataPointLabelStyle, _ typesetter: Typesetter, in area: inout LabelArea
    ) -> [Mark] {
        guard let pass = lastPass else { return [] }
        return DataPointLabels(chart: chart, series: self, pass: pass, style: style, typesetter: typesetter).marks(
            in: &area)
    }

    package override var drawnContext: SeriesContext? { lastPass?.context }

    // MARK: Points

    /// The values that have a point symbol.
    var pointValues: [SeriesValue] { Pass.values.filter(\.isOnAxis) }

    /// Draws the symbols of a pass for each value on the dependent axis. Selected points have their own style, and a
    /// hook may change any style.
    ///
    /// - Parameter looks: styles of points and of selected points. Properties that `selected` leaves unset come from
    ///   `normal`.
    public final func drawPoints(
        _ pass: Pass, _ drawnStyles: (normal: PointStyle, selected: PointStyle),
        _ hook: ((Int, PointStyle) -> PointStyle)? = nil,
        in context: DrawContext
    ) {
        let normal = drawnStyles.normal
        guard normal.showPoints == true else { return drawSelectedPoints(pass, drawnStyles, hook, in: context) }
        let each = drawnPointStyle(pass, normal, drawnStyles.selected.over(normal), hook)
        for value in pointValues {
            if each == nil, let points = pass.residentPoints(value, normal) {
                context.emit(.points(points), label: "points")
            } else if each == nil, let markers = pass.markers(value, normal) {
                context.markers(markers, reach: PointSymbols(pass.context).drawnStyle(normal).radius)
            } else {
                context.markers(pass.points(value), style: normal, each: each)
            }
        }
    }

    /// Draws the selected points although other points are hidden, unless the style of selected points hides them.
    private func drawSelectedPoints(
        _ pass: Pass, _ drawnStyles: (normal: PointStyle, selected: PointStyle),
        _ hook: ((Int, PointStyle) -> PointStyle)?, in context: DrawContext
    ) {
        guard !selectedPoints.isEmpty, drawnStyles.selected.showPoints != false, let shown = pass.xPointRange else {
            return
        }
        var style = drawnStyles.selected.over(drawnStyles.normal)
        style.showPoints = true
        let indices = selectedPoints.sorted()
        let each: ((Int) -> PointStyle)? =
            hook == nil && pointOverrides.isEmpty && !style.variesByRow
            ? nil
            : { [self] k in
                let drawnStyle = pointOverrides.apply(to: style.row(indices[k]), at: indices[k])
                return hook?(indices[k], drawnStyle) ?? drawnStyle
            }
        for value in pointValues {
            let points = indices.map { index -> PathPoint in
                guard let sample = sample(ofDataPoint: index, pass), shown.contains(sample) else { return .gap }
                return point(ofSample: sample, value, pass) ?? .gap
            }
            context.markers(points, style: style, each: each)
        }
    }

    /// The styles of the points of a pass, indexed from the first of `xPointRange`; `nil` if all points look alike.
    public final func drawnPointStyle<Style>(
        _ pass: Pass, _ normal: Style, _ selected: Style, _ hook: ((Int, Style) -> Style)?
    ) -> ((Int) -> Style)? {
        guard hook != nil || !selectedPoints.isEmpty, let first = pass.xPointRange?.lowerBound else { return nil }
        return { [self] k in
            guard let index = dataPointIndex(ofSample: first + k, pass.context.samples) else { return normal }
            let drawnStyle = selectedPoints.contains(index) ? selected : normal
            return hook?(index, drawnStyle) ?? drawnStyle
        }
    }

    /// The same for point symbols, with styles by row. The settings of a `PointSymbolSource` override the styles, and
    /// the hook's result overrides both.
    public final func drawnPointStyle(
        _ pass: Pass, _ normal: PointStyle, _ selected: PointStyle, _ hook: ((Int, PointStyle) -> PointStyle)?
    ) -> ((Int) -> PointStyle)? {
        guard hook != nil || !selectedPoints.isEmpty || !pointOverrides.isEmpty || normal.variesByRow,
            let first = pass.xPointRange?.lowerBound
        else { return nil }
        return { [self] k in
            guard let index = dataPointIndex(ofSample: first + k, pass.context.samples) else { return normal.row(0) }
            let drawnStyle = pointOverrides.apply(
                to: (selectedPoints.contains(index) ? selected : normal).row(index), at: index)
            return hook?(index, drawnStyle) ?? drawnStyle
        }
    }
}

/// One x and one y value for each sample.
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
    /// A position in points from the plot area's top left, converted to device pixels of the picture.
    func pixel(x: Double, y: Double) -> PlotPoint {
        PlotPoint(x: Float(Double(plot.x) + x * scale), y: Float(Double(plot.y) + y * scale))
    }
}
