public import VitrailColumns
import VitrailRaster
import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// A whisker from `low` to `high` for each sample, with a cap at each end, and a point at its value.
///
/// Ends are values on the dependent axis, not distances. `init(x:y:error:)` computes them from distances. An end with
/// the same value as the sample has no cap, unless both ends have. On a logarithmic axis, a whisker to an end ≤ 0 goes
/// to the edge of the plot area.
///
/// Error bars that belong to columns stand in the middle of each column, also beside other columns: see `barSeries`.
open class ErrorBarSeries: RenderableSeries<ErrorBarPassData> {
    public var style: ErrorBarSeriesStyle
    /// Style while the series is selected. Unset properties come from `style`.
    public var selectedStyle = ErrorBarSeriesStyle()
    /// Called for each drawn error bar with its index in the data and its resolved style. Returns the style to draw,
    /// except for the point.
    public var barStyleHook: ((Int, ErrorBarSeriesStyle) -> ErrorBarSeriesStyle)?
    /// Called for each drawn point with its index in the data and its resolved style. Returns the style to draw.
    public var pointStyleHook: ((Int, PointStyle) -> PointStyle)?
    /// The columns or bars of the error bars. `nil`: those with the same title, orientation and axes, or else the only
    /// ones with the same orientation and axes.
    public weak var barSeries: BarColumnSeries?
    /// Names of the fields of both ends in warnings, for ends that were computed from distances.
    package var endNames: [DataKey: String] = [:]

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), orientation: Orientation = .horizontal,
        style: ErrorBarSeriesStyle = ErrorBarSeriesStyle()
    ) {
        self.style = style
        super.init(
            title: title, columns: columns, orientation: orientation, hitProvider: .errorBars,
            nearestPointProvider: .errorBars)
    }

    /// The columns that carry the error bars; `nil`: none.
    var shownBars: BarColumnSeries? {
        guard let chart else { return nil }
        let all = chart.cartesian.compactMap { $0 as? BarColumnSeries }.filter { bars in
            bars.orientation == orientation && chart.ownAxis(bars, .x) === chart.ownAxis(self, .x)
                && chart.ownAxis(bars, .y) === chart.ownAxis(self, .y)
        }
        if let barSeries { return all.first { $0 === barSeries } }
        return all.first { $0.title == title && !title.isEmpty } ?? (all.count == 1 ? all[0] : nil)
    }

    override var isOfSymbols: Bool { true }
    /// Error bars stand in the middle of their columns.
    override var slotIndex: Int { shownBars?.index ?? index }
    override var rangeVerb: String { "lies with its error bars" }
    override func warn(ofValues loaded: LoadedSeries, _ chart: Chart) { warn(ofEnds: loaded, chart) }
    override var usualAnimation: SeriesAnimation { orientation == .horizontal ? .growVertical : .growHorizontal }
    override var searchesExtremes: Bool { false }
    open override var hasPointSymbols: Bool { true }
    override var pointValues: [SeriesValue] { [.single] }

    override func fieldName(_ value: SeriesValue) -> String {
        value.key.flatMap { endNames[$0] } ?? super.fieldName(value)
    }

    /// The positions of the samples, moved to the middle of their columns.
    open override func makePassData(_ context: SeriesContext) -> ErrorBarPassData {
        let pass = ErrorBarPassData(context.movedToSlot)
        let style = resolved(context.theme)
        pass.capReach = min(context.pixels(style.capLength ?? 0), context.maxCap) / 2
        pass.pointReach = context.pixels(style.pointStyle.reach)
        return pass
    }

    open override func draw(_ pass: ErrorBarPassData, in context: DrawContext) {
        let style = resolved(context.series.theme)
        drawBars(pass, style, in: context)
        drawPoints(pass, (style.pointStyle, style.selectedPointStyle), pointStyleHook, in: context)
    }

    private func drawBars(_ pass: ErrorBarPassData, _ style: ErrorBarSeriesStyle, in context: DrawContext) {
        guard let range = pass.xPointRange else { return }
        let common = DrawnStyle(style, context.series)
        let each = barStyleHook == nil ? nil : drawnPointStyle(pass, style, style, barStyleHook)
        let plot = context.series.plot
        var facts = pass.facts
        (facts.samples, facts.hasOwnShapes) = (range.count, each != nil)
        facts.pixels = Double(orientation == .horizontal ? plot.width : plot.height)
        if pass.choose(.errorBars, facts) == .coverage {
            guard common.isVisible else { return }
            var rasterizer = ErrorBarRasterizer(box: plot)
            pass.forEachSpan { span in
                ErrorBarShape(span, common.size).forEachRect { rasterizer.add(orientation.rect(along: $0, across: $1)) }
            }
            if let picture = rasterizer.picture(common.color) {
                context.raiseTier(to: .counted)
                context.emit(.image(picture), label: "error bars")
            }
            return
        }
        var items: [RectBatch.Item] = []
        items.reserveCapacity(3 * range.count)
        pass.forEachSpan { span in
            let own = each.map { DrawnStyle($0(span.sample), context.series) } ?? common
            guard own.isVisible else { return }
            ErrorBarShape(span, own.size).forEachRect {
                items.append(RectBatch.Item(rect: orientation.rect(along: $0, across: $1), fill: own.color))
            }
        }
        context.rects(items, label: "error bars")
    }

    /// The style in device pixels.
    private struct DrawnStyle {
        let color: Color
        let size: ErrorBarSize
        let isVisible: Bool

        init(_ style: ErrorBarSeriesStyle, _ context: SeriesContext) {
            color = style.lineColor ?? .black
            let width = context.pixels(style.lineWidth ?? 0)
            isVisible = width > 0 && color.alpha > 0
            size = ErrorBarSize(line: width, cap: min(context.pixels(style.capLength ?? 0), context.maxCap))
        }
    }

    override func markReach(theme: Theme) -> MarkReach {
        let style = resolved(theme)
        let width = style.lineWidth ?? 0
        let point = MarkReach(strokeWidth: width, point: style.pointStyle.showPoints == true ? style.pointStyle : nil)
        return MarkReach(along: max(point.along, width > 0 ? (style.capLength ?? 0) / 2 : 0), across: point.across)
    }

    open override func kindName(theme: Theme) -> String { "error bar" }

    open override func labelStyle(theme: Theme) -> DataPointLabelStyle? { resolved(theme).dataPointLabelStyle }
    /// The value between the ends.
    open override var labelledValues: [SeriesValue] { [.single] }

    override func labelClearance(theme: Theme) -> Double {
        let style = resolved(theme)
        return max((style.lineWidth ?? 1) / 2, style.pointStyle.reach)
    }

    override func lineColor(theme: Theme) -> Color { resolved(theme).lineColor ?? .black }

    open override func resetStyle() {
        style = ErrorBarSeriesStyle()
        selectedStyle = ErrorBarSeriesStyle()
    }

    func resolved(_ theme: Theme) -> ErrorBarSeriesStyle {
        let own = selected ? selectedStyle.filled(from: style) : style
        return own.filled(from: theme.errorBarStyle(paletteIndex, isSelected: selected, isOnBars: shownBars != nil))
    }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        let color = style.lineColor ?? .black
        guard style.useSeriesSymbols != false else { return .solid(color) }
        return .errorBar(
            color, width: style.lineWidth ?? 0, capLength: style.capLength ?? 0, isLevel: orientation == .vertical,
            point: style.pointStyle)
    }
}

extension SeriesContext {
    /// Longest cap in device pixels: caps on columns stay apart from those on neighbouring columns.
    fileprivate var maxCap: Float { slot.map { Float($0.width * 2 / 3) } ?? .infinity }

    /// The same context with positions in the middle of the series' slot; unchanged without a slot.
    fileprivate var movedToSlot: SeriesContext {
        guard let offset = slot?.offset, offset != 0 else { return self }
        var moved = self
        if orientation == .horizontal {
            moved.xScale = xScale.moved(start: xScale.start + offset, end: xScale.end + offset)
        } else {
            moved.yScale = yScale.moved(start: yScale.start + offset, end: yScale.end + offset)
        }
        moved.slot = nil
        return moved
    }
}

// MARK: - Hits

extension HitProvider where Pass: ErrorBarPassData {
    /// Hits the sample whose whisker, caps or point are at the position; among several, the last.
    public static var errorBars: HitProvider {
        HitProvider(reachesAfar: true) { position, pass in
            guard let range = pass.xPointRange else { return nil }
            let position = position.pathPoint(pass.context.orientation)
            let reach = pass.context.pixels(ErrorBarReach.points)
            var found: Int?
            pass.forEachSpan { span in
                let (low, high) = (
                    min(span.low.position, span.high.position), max(span.low.position, span.high.position)
                )
                let distance = abs(span.along - position.along)
                let isOnWhisker = distance <= reach && position.across >= low - reach && position.across <= high + reach
                let isOnCap =
                    distance <= max(pass.capReach, reach)
                    && (abs(position.across - low) <= reach || abs(position.across - high) <= reach)
                if isOnWhisker || isOnCap { found = range.lowerBound + span.sample }
            }
            guard found == nil, pass.pointReach > 0 else { return found }
            let (along, centers) = (pass.independentCoordinates, pass.centerCoordinates)
            for k in along.indices
            where hypot(along[k] - position.along, centers[k] - position.across) <= pass.pointReach {
                found = range.lowerBound + k
            }
            return found
        }
    }
}

extension NearestPointProvider where Pass: ErrorBarPassData {
    /// Uses the distance to the whisker; 0 on it. Among equal distances, the last sample wins.
    public static var errorBars: NearestPointProvider {
        NearestPointProvider { position, pass in
            guard let range = pass.xPointRange else { return nil }
            let position = position.pathPoint(pass.context.orientation)
            var best: NearestPoint?
            pass.forEachSpan { span in
                let (low, high) = (
                    min(span.low.position, span.high.position), max(span.low.position, span.high.position)
                )
                let beyond = max(low - position.across, position.across - high, 0)
                let distance = Double(hypot(span.along - position.along, beyond))
                if distance <= best?.distance ?? .infinity {
                    best = NearestPoint(index: range.lowerBound + span.sample, distance: distance)
                }
            }
            return best
        }
    }
}

private enum ErrorBarReach {
    /// Points on both sides of a line that also hit it, because the line is too thin to aim at.
    static let points = 2.0
}
