/// Style of a scatter series: independent points.
public struct ScatterSeriesStyle: StyleObject {
    public var pointStyle = PointStyle()
    /// Symbols of selected points; unset properties come from `pointStyle`.
    public var selectedPointStyle = PointStyle()
    /// Data labels.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// Legend symbol: true for a miniature of the series, false for a solid block; `nil`: true.
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
