/// Bubbles, whose area tells a third value.
public struct BubbleSeriesStyle: StyleObject {
    /// Square points per unit of `area`; nil = from the largest bubble.
    public var scale: Double?
    /// Points; nil = 12 % of the smaller side of the plot area.
    public var biggestBubbleDiameterForAutoScaling: Double?
    /// Colour and picture only: the radius comes from the area.
    public var pointStyle = PointStyle()
    /// Of selected points; what it leaves unset is as in `pointStyle`.
    public var selectedPointStyle = PointStyle()
    /// Texts at the points.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// In the legend: a miniature of the series, or a solid block; nil = a miniature.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        scale: Double? = nil, biggestBubbleDiameterForAutoScaling: Double? = nil, pointStyle: PointStyle = PointStyle(),
        selectedPointStyle: PointStyle = PointStyle(),
        dataPointLabelStyle: DataPointLabelStyle = DataPointLabelStyle(),
        useSeriesSymbols: Bool? = nil
    ) {
        self.scale = scale
        self.biggestBubbleDiameterForAutoScaling = biggestBubbleDiameterForAutoScaling
        self.pointStyle = pointStyle
        self.selectedPointStyle = selectedPointStyle
        self.dataPointLabelStyle = dataPointLabelStyle
        self.useSeriesSymbols = useSeriesSymbols
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("scale", \.scale, in: 0...1e12),
        .init("biggestBubbleDiameterForAutoScaling", \.biggestBubbleDiameterForAutoScaling, in: 0...16_384),
        .init("pointStyle", \.pointStyle),
        .init("selectedPointStyle", \.selectedPointStyle),
        .init("dataPointLabelStyle", \.dataPointLabelStyle), .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}
