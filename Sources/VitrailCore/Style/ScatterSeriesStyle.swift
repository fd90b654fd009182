/// Independent points.
public struct ScatterSeriesStyle: StyleObject {
    public var pointStyle = PointStyle()
    /// Of selected points; what it leaves unset is as in `pointStyle`.
    public var selectedPointStyle = PointStyle()
    /// Texts at the points.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// In the legend: a miniature of the series, or a solid block; nil = a miniature.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        pointStyle: PointStyle = PointStyle(),
        selectedPointStyle: PointStyle = PointStyle(),
        dataPointLabelStyle: DataPointLabelStyle = DataPointLabelStyle(),
        useSeriesSymbols: Bool? = nil
    ) {
        self.pointStyle = pointStyle
        self.selectedPointStyle = selectedPointStyle
        self.dataPointLabelStyle = dataPointLabelStyle
        self.useSeriesSymbols = useSeriesSymbols
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("pointStyle", \.pointStyle),
        .init("selectedPointStyle", \.selectedPointStyle),
        .init("dataPointLabelStyle", \.dataPointLabelStyle), .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}
