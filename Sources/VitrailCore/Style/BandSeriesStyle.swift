public import VitrailScene

/// A high and a low line with the area between them.
public struct BandSeriesStyle: StyleObject {
    public var showFill: Bool?
    public var lineColorHigh: Color?
    public var lineColorLow: Color?
    /// Both lines, points; 0 = none.
    public var lineWidth: Double?
    /// Lengths of dash and gap of the lines in turn, points, repeated. nil = solid, or in dashes where the palette begins again; empty = solid.
    public var dashStyle: [Double]?
    /// Where high ≥ low.
    public var areaColorNormal: Color?
    /// Where low > high.
    public var areaColorInverted: Color?
    /// Symbols on both lines.
    public var pointStyle = PointStyle()
    /// Of selected points; what it leaves unset is as in `pointStyle`.
    public var selectedPointStyle = PointStyle()
    /// Texts at the points.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// In the legend: a miniature of the series, or a solid block; nil = a miniature.
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
