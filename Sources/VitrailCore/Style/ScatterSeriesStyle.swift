/// Independent points.
public struct ScatterSeriesStyle: StyleObject {
    public var pointStyle: PointStyle?
    /// Of selected points; what it leaves unset is as in `pointStyle`.
    public var selectedPointStyle: PointStyle?
    /// Texts at the points.
    public var dataPointLabelStyle: DataPointLabelStyle?

    public init() {}

    public init(
        pointStyle: PointStyle? = nil,
        selectedPointStyle: PointStyle? = nil,
        dataPointLabelStyle: DataPointLabelStyle? = nil
    ) {
        self.pointStyle = pointStyle
        self.selectedPointStyle = selectedPointStyle
        self.dataPointLabelStyle = dataPointLabelStyle
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("pointStyle", \.pointStyle),
        .init("selectedPointStyle", \.selectedPointStyle),
        .init("dataPointLabelStyle", \.dataPointLabelStyle),
    ]
}
