public import VitrailColumns
import VitrailRaster
import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// Discs whose painted area shows a third value, independent of the axes' zoom.
open class BubbleSeries: RenderableSeries<BubblePassData> {
    public var style: BubbleSeriesStyle
    /// Style while the series is selected. Unset properties come from `style`.
    public var selectedStyle = BubbleSeriesStyle()
    /// Called for each drawn bubble with its index in the data and its resolved style. Returns the style to draw.
    public var pointStyleHook: ((Int, PointStyle) -> PointStyle)?
    /// Square points per unit of `area`; `nil`: automatic.
    public var scale: Double?
    /// Diameter of the largest bubble under automatic scaling, in points; `nil`: 12 % of the smaller side of the plot
    /// area.
    public var biggestBubbleDiameterForAutoScaling: Double?

    public init(
        title: String = "", columns: SeriesColumns = SeriesColumns(), style: BubbleSeriesStyle = BubbleSeriesStyle()
    ) {
        self.style = style
        super.init(title: title, columns: columns, hitProvider: .bubbles)
    }

    /// The explicit scale, otherwise the automatic scale of the last render; `nil` if there is neither.
    public var currentScale: Double? { scale ?? style.scale ?? automaticScale }
    private var automaticScale: Double?

    open override func makePassData(_ context: SeriesContext) -> BubblePassData {
        let pass = super.makePassData(context)
        automaticScale = automaticScale(largest: pass.largestArea, plotSide: context.plotSide) ?? automaticScale
        pass.scale = currentScale ?? 0
        return pass
    }

    /// Square points per unit of area; `nil` if no sample has an area.
    private func automaticScale(largest: Double?, plotSide: Double) -> Double? {
        guard let largest = sharedLargest ?? largest, largest > 0 else { return nil }
        let diameter =
            biggestBubbleDiameterForAutoScaling ?? style.biggestBubbleDiameterForAutoScaling ?? Self.automaticShare
            * plotSide
        return .pi * diameter * diameter / 4 / largest
    }

    /// The largest area over all bubble series of a description, so that equal values have equal discs in all series.
    /// `nil` for charts that were not built from a description.
    private var sharedLargest: Double? {
        guard let chart, chart.isDescribed else { return nil }
        return chart.cartesian.compactMap { ($0 as? BubbleSeries)?.largestArea }.max()
    }

    private var largestArea: Double? {
        guard !hidden, let loaded, let area = loaded.values.firstIndex(of: .free(.area)) else { return nil }
        return loaded.acrossExtent[area].range?.maximum
    }

    /// Each bubble has its own reach. With more than `maxMeasured` samples, all bubbles count as large as the largest.
    override func markEnds(_ samples: LoadedSeries, isAlong: Bool, theme: Theme, plotSide: Double) -> [WholeMarks.End] {
        guard let area = samples.values.firstIndex(of: .free(.area)),
            let value = samples.values.firstIndex(of: .single),
            let largest = samples.acrossExtent[area].range?.maximum,
            let scale = scale ?? style.scale ?? automaticScale(largest: largest, plotSide: plotSide), scale > 0
        else { return [] }
        let outline = resolved(theme).pointStyle.outlineReach
        func radius(_ area: Double) -> Double { area > 0 ? (area * scale / .pi).squareRoot() + outline : 0 }
        guard samples.count <= Self.maxMeasured else { return samples.ends(isAlong: isAlong, reach: radius(largest)) }
        return (isAlong ? samples.along : samples.across[value]).withView { positions in
            samples.across[area].withView { areas in
                (0..<samples.count).map { WholeMarks.End(value: positions[$0], reach: radius(areas[$0])) }
            }
        }
    }

    private static let maxMeasured = 10_000

    /// Share of the plot area's smaller side. It leaves space for some dozens of bubbles.
    private static let automaticShare = 0.12

    override var isOfSymbols: Bool { true }

    open override func draw(_ pass: BubblePassData, in context: DrawContext) {
        let style = resolved(context.series.theme)
        let point = style.pointStyle
        guard let range = pass.xPointRange else { return }
        let each = drawnPointStyle(pass, point, style.selectedPointStyle.over(point), pointStyleHook)
        if each == nil, let bubbles = pass.residentBubbles(point) {
            return context.emit(.points(bubbles), label: "bubbles")
        }
        if each == nil, point.texture == nil, point.isOfDiscs, let markers = pass.markers(color: point.color ?? .black)
        {
            // Bubbles of one colour do not hide each other's colours.
            return context.markers(markers, reach: pass.radius(ofArea: pass.largestArea ?? 0), label: "bubbles")
        }
        let centers = pass.points()
        let symbols = PointSymbols(context.series)
        var items: [Bubble] = []
        items.reserveCapacity(centers.count)
        pass.areas.withView { areas in
            for (k, i) in range.enumerated() where !centers[k].isGap && areas[i] > 0 {
                let own = each?(k) ?? point
                var drawnStyle = symbols.drawnStyle(own)
                drawnStyle.radius = pass.radius(ofArea: areas[i])
                items.append(
                    Bubble(
                        symbol: drawnStyle.painted(at: centers[k].plotPoint(orientation), own.color ?? .black),
                        texture: own.texture))
            }
        }
        // Large bubbles first, so that small ones stay visible. The sort is stable: bubbles of equal size keep their
        // order.
        items.sort { $0.symbol.radius > $1.symbol.radius }
        draw(items, in: context)
    }

    /// A symbol, or a picture of the same size in its place.
    private struct Bubble {
        var symbol: PaintedSymbol
        var texture: PixelImage?
    }

    private func draw(_ bubbles: [Bubble], in context: DrawContext) {
        var painter = SymbolPainter()
        for bubble in bubbles {
            guard let texture = bubble.texture else {
                painter.add(bubble.symbol)
                continue
            }
            context.symbols(&painter, label: "bubbles")
            context.symbol(texture, at: bubble.symbol.center, radius: bubble.symbol.radius, label: "bubbles")
        }
        context.symbols(&painter, label: "bubbles")
    }

    override var searchesExtremes: Bool { false }
    open override var hasPointSymbols: Bool { true }
    open override func kindName(theme: Theme) -> String { "bubble" }

    open override func resetStyle() {
        style = BubbleSeriesStyle()
        selectedStyle = BubbleSeriesStyle()
    }

    open override func labelStyle(theme: Theme) -> DataPointLabelStyle? { resolved(theme).dataPointLabelStyle }

    override func labelClearance(ofSample sample: Int, _ pass: PassData) -> Double? {
        guard let pass = pass as? BubblePassData, 0..<pass.areas.count ~= sample else { return nil }
        return Double(pass.areas.withView { pass.radius(ofArea: $0[sample]) })
    }

    open override func legendSymbol(theme: Theme) -> LegendSymbol {
        let style = resolved(theme)
        var point = style.pointStyle.row(0)
        let color = point.color ?? .black
        if style.useSeriesSymbols == false { return .solid(color) }
        if !point.isOfDiscs, point.texture == nil {
            // As large as the legend's box allows.
            (point.showPoints, point.radius, point.innerRadius) = (true, 1_000, 0)
            return .point(point)
        }
        return style.pointStyle.texture.map { LegendSymbol([.picture($0)]) } ?? .disc(color)
    }

    func resolved(_ theme: Theme) -> BubbleSeriesStyle {
        (selected ? selectedStyle.filled(from: style) : style).filled(
            from: theme.bubbleStyle(paletteIndex, isSelected: selected))
    }
}

/// The values x, y, and the area of each bubble.
open class BubblePassData: XyPassData {
    open override class var values: [SeriesValue] { [.single, .free(.area)] }

    public final var areas: Column { values(.free(.area)) ?? Column([Double]()) }
    /// The largest area of all samples, visible or not; `nil` if there is none.
    public final var largestArea: Double? { context.extent(of: .free(.area))?.maximum }
    /// Square points per unit of area; 0: nothing is drawn.
    public final var scale = 0.0

    override func labelledPoints(_ value: SeriesValue) -> [PathPoint] {
        var points = points(value)
        guard let range = xPointRange else { return points }
        areas.withView { areas in
            for (k, i) in range.enumerated() where radius(ofArea: areas[i]) == 0 { points[k] = .gap }
        }
        return points
    }

    /// The radius in device pixels; 0 for bubbles that are not drawn.
    public final func radius(ofArea area: Double) -> Float { Self.radius(ofArea: area, scale, context.scale) }

    /// - Parameters:
    ///   - scale: square points per unit of area.
    ///   - pixels: device pixels per point.
    private static func radius(ofArea area: Double, _ scale: Double, _ pixels: Double) -> Float {
        area > 0 && scale > 0 ? Float((area * scale / .pi).squareRoot() * pixels) : 0
    }

    /// The bubbles as markers of one colour; `nil` if they must be drawn one by one.
    final func markers(color: Color) -> Markers? {
        let (scale, pixels) = (scale, context.scale)
        return markers(.single, sizes: areas, color: color) { Self.radius(ofArea: $0, scale, pixels) }
    }
}

extension HitProvider where Pass == BubblePassData {
    /// Hits the smallest bubble that contains the position, because it is painted last; among equal ones, the last.
    public static var bubbles: HitProvider {
        HitProvider(reachesAfar: true) { position, pass in
            guard let range = pass.xPointRange else { return nil }
            let centers = pass.points()
            var best: (index: Int, radius: Float)?
            pass.areas.withView { areas in
                for (k, i) in range.enumerated() where !centers[k].isGap {
                    let center = centers[k].plotPoint(pass.context.orientation)
                    let radius = pass.radius(ofArea: areas[i])
                    guard radius.isFinite, hypot(center.x - position.x, center.y - position.y) <= radius,
                        radius <= best?.radius ?? .infinity
                    else { continue }
                    best = (i, radius)
                }
            }
            return best?.index
        }
    }
}
