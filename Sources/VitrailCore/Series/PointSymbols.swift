import VitrailScene

/// Point symbols: an outer disc and, over it, an inner one; or a picture.
struct PointSymbols {
    var items: [DiscBatch.Item] = []
    private let context: SeriesContext
    private let baseline: Float
    private let isReversed: Bool

    init(_ context: SeriesContext) {
        self.context = context
        baseline = Float(context.baseline)
        isReversed = context.isReversed
    }

    mutating func reserve(_ count: Int, _ style: PointStyle) {
        items.reserveCapacity(count * (style.innerRadius ?? 0 > 0 ? 2 : 1))
    }

    /// A point on the side of smaller values than the baseline takes the below-baseline colours.
    @inline(__always)
    mutating func add(_ point: PathPoint, _ style: PointStyle) {
        guard !point.isGap else { return }
        let isBelow = isReversed ? point.across > baseline : point.across < baseline
        let center = point.plotPoint(context.orientation)
        let outer = style.color ?? .clear
        let color = isBelow ? style.colorBelowBaseline ?? outer : outer
        items.append(DiscBatch.Item(center: center, radius: context.pixels(style.radius ?? 0), color: color))
        guard let innerRadius = style.innerRadius, innerRadius > 0 else { return }
        let inner = style.innerColor ?? .clear
        let innerColor = isBelow ? style.innerColorBelowBaseline ?? inner : inner
        items.append(DiscBatch.Item(center: center, radius: context.pixels(innerRadius), color: innerColor))
    }

    /// Where a picture goes: its longer side is 2 · radius.
    func rect(_ point: PathPoint, _ style: PointStyle, _ texture: PixelImage) -> PlotRect {
        let center = point.plotPoint(context.orientation)
        let radius = context.pixels(style.radius ?? 0)
        let longer = Float(max(texture.width, texture.height, 1))
        let (halfWidth, halfHeight) = (radius * Float(texture.width) / longer, radius * Float(texture.height) / longer)
        return PlotRect(
            minX: center.x - halfWidth, minY: center.y - halfHeight, maxX: center.x + halfWidth, maxY: center.y + halfHeight)
    }
}
