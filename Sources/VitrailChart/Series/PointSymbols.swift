import VitrailRaster
import VitrailScene

/// Point symbols: an outer symbol with an inner one over it, or a picture.
struct PointSymbols {
    var items: [DiscBatch.Item] = []
    private let orientation: CartesianSeries.Orientation
    private let baseline: Float
    private let isReversed: Bool
    /// Device pixels per point.
    private let scale: Double

    init(_ context: SeriesContext) {
        (orientation, isReversed, scale) = (context.orientation, context.isReversed, context.scale)
        baseline = Float(context.baseline)
    }

    /// A style in device pixels, resolved once for all points.
    struct ResolvedStyle {
        let symbol: PointSymbol
        let rotation: Float
        var radius, innerRadius: Float
        let lineWidth: Float
        /// `nil`: the colour of the fill.
        let lineColor: Color?
        let color, colorBelow, innerColor, innerColorBelow: Color

        fileprivate init(_ style: PointStyle, scale: Double) {
            symbol = style.symbol ?? .circle
            rotation = Float((style.rotation ?? 0).remainder(dividingBy: 2 * .pi))
            radius = Float((style.radius ?? 0) * scale)
            lineWidth =
                symbol.isFilled || style.outlineWidth != nil ? Float((style.outlineWidth ?? 0) * scale) : radius / 3
            lineColor = style.outlineColor
            innerRadius = Float((style.innerRadius ?? 0) * scale)
            color = style.color ?? .clear
            colorBelow = style.colorBelowBaseline ?? color
            innerColor = style.innerColor ?? .clear
            innerColorBelow = style.innerColorBelowBaseline ?? innerColor
        }

        /// Whether points are circles without outlines.
        var isOfDiscs: Bool { symbol == .circle && (lineWidth <= 0 || lineColor?.alpha == 0) }
        /// Whether all points are discs of one colour.
        var isOneDisc: Bool {
            isOfDiscs && color == colorBelow
                && (innerRadius <= 0 || (innerColor.alpha == 0 && innerColorBelow.alpha == 0))
        }
    }

    func drawnStyle(_ style: PointStyle) -> ResolvedStyle { ResolvedStyle(style, scale: scale) }

    /// - Parameter scale: device pixels per point.
    static func drawnStyle(_ style: PointStyle, scale: Double) -> ResolvedStyle { ResolvedStyle(style, scale: scale) }

    mutating func reserve(_ count: Int, _ drawnStyle: ResolvedStyle) {
        items.reserveCapacity(count * (drawnStyle.innerRadius > 0 ? 2 : 1))
    }

    /// Adds a disc. Points with values below the baseline have the below-baseline colours.
    @inline(__always)
    mutating func add(_ point: PathPoint, _ drawnStyle: ResolvedStyle) {
        guard !point.isGap else { return }
        let isBelow = isReversed ? point.across > baseline : point.across < baseline
        let center = point.plotPoint(orientation)
        items.append(
            DiscBatch.Item(
                center: center, radius: drawnStyle.radius, color: isBelow ? drawnStyle.colorBelow : drawnStyle.color))
        guard drawnStyle.innerRadius > 0 else { return }
        items.append(
            DiscBatch.Item(
                center: center, radius: drawnStyle.innerRadius,
                color: isBelow ? drawnStyle.innerColorBelow : drawnStyle.innerColor))
    }

    /// Adds a symbol of any shape over the earlier ones of a painter.
    func paint(_ point: PathPoint, _ drawnStyle: ResolvedStyle, with painter: inout SymbolPainter) {
        guard !point.isGap else { return }
        let isBelow = isReversed ? point.across > baseline : point.across < baseline
        let center = point.plotPoint(orientation)
        let fill = isBelow ? drawnStyle.colorBelow : drawnStyle.color
        painter.add(drawnStyle.painted(at: center, fill))
        guard drawnStyle.innerRadius > 0 else { return }
        let inner = isBelow ? drawnStyle.innerColorBelow : drawnStyle.innerColor
        painter.add(
            PaintedSymbol(
                symbol: drawnStyle.symbol, center: center, radius: drawnStyle.innerRadius,
                rotation: drawnStyle.rotation, fill: inner))
    }

    /// The rectangle of a picture. Its longer side is 2 · radius.
    static func rect(_ center: PlotPoint, _ radius: Float, _ texture: PixelImage) -> PlotRect {
        let longer = Float(max(texture.width, texture.height, 1))
        let (halfWidth, halfHeight) = (radius * Float(texture.width) / longer, radius * Float(texture.height) / longer)
        return PlotRect(
            minX: center.x - halfWidth, minY: center.y - halfHeight, maxX: center.x + halfWidth,
            maxY: center.y + halfHeight)
    }
}

extension PointSymbols.ResolvedStyle {
    /// The outer symbol.
    func painted(at center: PlotPoint, _ fill: Color) -> PaintedSymbol {
        PaintedSymbol(
            symbol: symbol, center: center, radius: radius, rotation: rotation, fill: fill, line: lineColor ?? fill,
            lineWidth: lineWidth)
    }
}
