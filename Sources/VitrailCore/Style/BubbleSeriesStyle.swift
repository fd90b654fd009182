/// Bubbles, whose area tells a third value.
public struct BubbleSeriesStyle: StyleObject {
    /// Square points per unit of `area`; nil = from the largest bubble.
    public var scale: Double?
    /// Points; nil = half of the smaller canvas side.
    public var biggestBubbleDiameterForAutoScaling: Double?
    /// Colours only: the radius comes from the area.
    public var pointStyle: PointStyle?

    public init() {}

    public init(
        scale: Double? = nil, biggestBubbleDiameterForAutoScaling: Double? = nil, pointStyle: PointStyle? = nil
    ) {
        self.scale = scale
        self.biggestBubbleDiameterForAutoScaling = biggestBubbleDiameterForAutoScaling
        self.pointStyle = pointStyle
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("scale", \.scale, in: 0...1e12),
        .init("biggestBubbleDiameterForAutoScaling", \.biggestBubbleDiameterForAutoScaling, in: 0...16_384),
        .init("pointStyle", \.pointStyle),
    ]
}
