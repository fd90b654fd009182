public import VitrailScene

/// Style of a band series: a high line, a low line and the area between them.
public struct BandSeriesStyle: StyleObject {
    public var showFill: Bool?
    public var lineColorHigh: Color?
    public var lineColorLow: Color?
    /// Width of both lines, points; 0: no lines.
    public var lineWidth: Double?
    /// Dash pattern of both lines: alternating dash and gap lengths, points, repeated. `nil`: solid, or dashed when the
    /// palette's colours repeat; empty: solid.
    public var dashStyle: [Double]?
    /// Fill where high ≥ low.
    public var areaColorNormal: Color?
    /// Fill where low > high.
    public var areaColorInverted: Color?
    /// Symbols on both lines.
    public var pointStyle = PointStyle()
    /// Symbols of selected points; unset properties come from `pointStyle`.
    public var selectedPointStyle = PointStyle()
    /// Data labels.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// Legend symbol: true for a miniature of the series, false for a solid block; `nil`: true.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        showFill: Bool? = nil, lineColorHigh: Color? = nil, lineColorLow: Color? = nil,
        lineWidth: Double? = nil, areaColorNormal: Color? = nil, areaColorInverted: Color? = nil,
        pointStyle: PointStyle = PointStyle(),
        selectedPointStyle: PointStyle = PointStyle(),
        dataPointLabelStyle: DataPointLabelStyle = DataPointLabelStyle(),
        useSeriesSymbols: Bool? = nil, dashStyle: [Double]? = nil
    ) {
        self.showFill = showFill
        self.lineColorHigh = lineColorHigh
        self.lineColorLow = lineColorLow
        self.lineWidth = lineWidth
        self.areaColorNormal = areaColorNormal
        self.areaColorInverted = areaColorInverted
        self.pointStyle = pointStyle
        self.selectedPointStyle = selectedPointStyle
        self.dataPointLabelStyle = dataPointLabelStyle
        self.useSeriesSymbols = useSeriesSymbols
        self.dashStyle = dashStyle
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("showFill", \.showFill), .init("lineColorHigh", \.lineColorHigh),
        .init("lineColorLow", \.lineColorLow), .init("lineWidth", \.lineWidth, in: 0...1_000),
        .init(dashes: "dashStyle", \.dashStyle),
        .init("areaColorNormal", \.areaColorNormal), .init("areaColorInverted", \.areaColorInverted),
        .init("pointStyle", \.pointStyle),
        .init("selectedPointStyle", \.selectedPointStyle),
        .init("dataPointLabelStyle", \.dataPointLabelStyle), .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}
