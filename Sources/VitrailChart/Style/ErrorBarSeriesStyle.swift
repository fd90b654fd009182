public import VitrailScene

/// Style of an error bar series: a whisker from low to high with a cap at each end, and a point at the value.
public struct ErrorBarSeriesStyle: StyleObject {
    /// Colour of whiskers and caps.
    public var lineColor: Color?
    /// Width of whiskers and thickness of caps, points; 0: only points are drawn.
    public var lineWidth: Double?
    /// Length of the caps along the independent axis, points, at most 2/3 of a column that carries the error bar; 0: no
    /// caps.
    public var capLength: Double?
    /// Symbols at the values.
    public var pointStyle = PointStyle()
    /// Symbols of selected points; unset properties come from `pointStyle`.
    public var selectedPointStyle = PointStyle()
    /// Labels of the values.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// Legend symbol: true for a miniature of the series, false for a solid block; `nil`: true.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        lineColor: Color? = nil, lineWidth: Double? = nil, capLength: Double? = nil,
        pointStyle: PointStyle = PointStyle(),
        selectedPointStyle: PointStyle = PointStyle(), dataPointLabelStyle: DataPointLabelStyle = DataPointLabelStyle(),
        useSeriesSymbols: Bool? = nil
    ) {
        self.lineColor = lineColor
        self.lineWidth = lineWidth
        self.capLength = capLength
        self.pointStyle = pointStyle
        self.selectedPointStyle = selectedPointStyle
        self.dataPointLabelStyle = dataPointLabelStyle
        self.useSeriesSymbols = useSeriesSymbols
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("lineColor", \.lineColor), .init("lineWidth", \.lineWidth, in: 0...1_000),
        .init("capLength", \.capLength, in: 0...1_000), .init("pointStyle", \.pointStyle),
        .init("selectedPointStyle", \.selectedPointStyle), .init("dataPointLabelStyle", \.dataPointLabelStyle),
        .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}
