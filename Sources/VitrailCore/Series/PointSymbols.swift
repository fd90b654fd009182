import VitrailScene

/// Point symbols: an outer disc and, over it, an inner one; or a picture.
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

    /// A style in device pixels, with nothing left to decide for each point.
    struct Look {
        let radius, innerRadius: Float
        let color, colorBelow, innerColor, innerColorBelow: Color

        fileprivate init(_ style: PointStyle, scale: Double) {
            radius = Float((style.radius ?? 0) * scale)
            innerRadius = Float((style.innerRadius ?? 0) * scale)
            color = style.color ?? .clear
            colorBelow = style.colorBelowBaseline ?? color
            innerColor = style.innerColor ?? .clear
            innerColorBelow = style.innerColorBelowBaseline ?? innerColor
        }

        /// Whether all points are discs of one colour.
        var isOneDisc: Bool { color == colorBelow && (innerRadius <= 0 || (innerColor.alpha == 0 && innerColorBelow.alpha == 0)) }
    }

    func look(_ style: PointStyle) -> Look { Look(style, scale: scale) }

    mutating func reserve(_ count: Int, _ look: Look) {
        items.reserveCapacity(count * (look.innerRadius > 0 ? 2 : 1))
    }

    /// A point on the side of smaller values than the baseline takes the below-baseline colours.
    @inline(__always)
    mutating func add(_ point: PathPoint, _ look: Look) {
        guard !point.isGap else { return }
        let isBelow = isReversed ? point.across > baseline : point.across < baseline
        let center = point.plotPoint(orientation)
        items.append(DiscBatch.Item(center: center, radius: look.radius, color: isBelow ? look.colorBelow : look.color))
        guard look.innerRadius > 0 else { return }
        items.append(
            DiscBatch.Item(center: center, radius: look.innerRadius, color: isBelow ? look.innerColorBelow : look.innerColor))
    }

    /// Where a picture goes: its longer side is 2 · radius.
    static func rect(_ center: PlotPoint, _ radius: Float, _ texture: PixelImage) -> PlotRect {
        let longer = Float(max(texture.width, texture.height, 1))
        let (halfWidth, halfHeight) = (radius * Float(texture.width) / longer, radius * Float(texture.height) / longer)
        return PlotRect(
            minX: center.x - halfWidth, minY: center.y - halfHeight, maxX: center.x + halfWidth, maxY: center.y + halfHeight)
    }
}
