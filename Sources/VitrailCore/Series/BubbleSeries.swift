#if canImport(Glibc)
    import Glibc
#endif
import VitrailScene

/// Discs whose painted area tells a third value, whatever the axes' zoom.
open class BubbleSeries: CartesianSeries {
    public var style: BubbleSeriesStyle
    /// Square points per unit of `area`; nil = automatic.
    public var scale: Double?
    /// Diameter in points of the largest bubble under automatic scaling; nil = half of the smaller canvas side.
    public var biggestBubbleDiameterForAutoScaling: Double?

    public init(title: String = "", columns: SeriesColumns = SeriesColumns(), style: BubbleSeriesStyle = BubbleSeriesStyle()) {
        self.style = style
        super.init(title: title, columns: columns, orientation: .horizontal)
    }

    /// The explicit scale, else the automatic one of the last render, else nil.
    public var currentScale: Double? { scale ?? style.scale ?? automaticScale }
    private var automaticScale: Double?

    override var dependentFields: [PointField] { [.y, .key(.area)] }

    override func marks(in context: SeriesContext) -> [Mark] {
        guard let loaded, let point = style.filled(from: context.theme.bubbleStyle(index)).pointStyle else { return [] }
        if let largest = loaded.acrossExtent[1].range?.maximum, largest > 0 {
            let diameter = biggestBubbleDiameterForAutoScaling ?? style.biggestBubbleDiameterForAutoScaling ?? context.canvasSide / 2
            automaticScale = .pi * diameter * diameter / 4 / largest
        }
        guard let scale = currentScale, scale > 0 else { return [] }
        let centers = loaded.points(0, in: context, orientation)
        var items: [DiscBatch.Item] = []
        items.reserveCapacity(centers.count)
        loaded.along.withValues { along in
            let range = loaded.visible(along, context, orientation)
            loaded.across[1].withValues { areas in
                for (k, i) in range.enumerated() where !centers[k].isGap && areas[i] > 0 {
                    let radius = (areas[i] * scale / .pi).squareRoot()
                    items.append(
                        DiscBatch.Item(
                            center: centers[k].plotPoint(orientation), radius: context.pixels(radius),
                            color: point.color ?? .black))
                }
            }
        }
        // Large ones first, so that small ones stay visible; the sort is stable, so ties keep their order.
        items.sort { $0.radius > $1.radius }
        return [Mark(.discs(DiscBatch(items: items)), clip: context.plot, label: "\(place) bubbles")]
    }

    override func symbol(theme: Theme) -> LegendSymbol {
        LegendSymbol(kind: .disc, color: style.filled(from: theme.bubbleStyle(index)).pointStyle?.color ?? .black)
    }
}
