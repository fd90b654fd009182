import VitrailScene

/// Point symbols: an outer disc and, over it, an inner one.
enum PointSymbols {
    /// - Parameter baseline: pixel across; points on the side of smaller values take the below-baseline colours.
    static func mark(
        _ points: [PathPoint], _ style: PointStyle, _ baseline: Float, _ context: SeriesContext,
        _ orientation: CartesianSeries.Orientation, label: String
    ) -> Mark {
        let radius = context.pixels(style.radius ?? 0)
        let innerRadius = context.pixels(style.innerRadius ?? 0)
        let isReversed = context.across(orientation).end < context.across(orientation).start
        let outer = style.color ?? .clear
        let inner = style.innerColor ?? .clear
        var items: [DiscBatch.Item] = []
        items.reserveCapacity(points.count * (innerRadius > 0 ? 2 : 1))
        for point in points where !point.isGap {
            let isBelow = isReversed ? point.across > baseline : point.across < baseline
            let center = point.plotPoint(orientation)
            let color = isBelow ? style.colorBelowBaseline ?? outer : outer
            items.append(DiscBatch.Item(center: center, radius: radius, color: color))
            if innerRadius > 0 {
                let color = isBelow ? style.innerColorBelowBaseline ?? inner : inner
                items.append(DiscBatch.Item(center: center, radius: innerRadius, color: color))
            }
        }
        return Mark(.discs(DiscBatch(items: items)), clip: context.plot, label: label)
    }
}
