import VitrailScene

/// Point symbols: an outer disc and, over it, an inner one.
enum PointSymbols {
    /// Points on the side of smaller values than the baseline take the below-baseline colours.
    static func items(_ points: [PathPoint], _ style: PointStyle, _ context: SeriesContext) -> [DiscBatch.Item] {
        let radius = context.pixels(style.radius ?? 0)
        let innerRadius = context.pixels(style.innerRadius ?? 0)
        let baseline = Float(context.baseline)
        let isReversed = context.isReversed
        let outer = style.color ?? .clear
        let inner = style.innerColor ?? .clear
        var items: [DiscBatch.Item] = []
        items.reserveCapacity(points.count * (innerRadius > 0 ? 2 : 1))
        for point in points where !point.isGap {
            let isBelow = isReversed ? point.across > baseline : point.across < baseline
            let center = point.plotPoint(context.orientation)
            let color = isBelow ? style.colorBelowBaseline ?? outer : outer
            items.append(DiscBatch.Item(center: center, radius: radius, color: color))
            if innerRadius > 0 {
                let color = isBelow ? style.innerColorBelowBaseline ?? inner : inner
                items.append(DiscBatch.Item(center: center, radius: innerRadius, color: color))
            }
        }
        return items
    }
}
