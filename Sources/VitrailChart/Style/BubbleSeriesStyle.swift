/// Style of a bubble series. The area of a bubble shows a third value.
public struct BubbleSeriesStyle: StyleObject {
    /// Bubble area in square points per unit of `area`; `nil`: derived from the largest bubble.
    public var scale: Double?
    /// Diameter of the largest bubble when `scale` is `nil`, points; `nil`: 12 % of the smaller side of the plot area.
    public var biggestBubbleDiameterForAutoScaling: Double?
    /// Colour and texture only: the radius follows from the area.
    public var pointStyle = PointStyle()
    /// Symbols of selected points; unset properties come from `pointStyle`.
    public var selectedPointStyle = PointStyle()
    /// Data labels.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// Legend symbol: true for a miniature of the series, false for a solid block; `nil`: true.
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
