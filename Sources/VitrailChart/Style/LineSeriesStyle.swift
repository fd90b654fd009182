public import VitrailScene

/// Style of a line series: a line, or the area between a line and its baseline.
public struct LineSeriesStyle: StyleObject {
    /// Line colour when `showFill` is false.
    public var lineColor: Color?
    /// Line width when `showFill` is false, points.
    public var lineWidth: Double?
    /// Dash pattern of the lines: alternating dash and gap lengths, points, repeated. `nil`: solid, or dashed when the
    /// palette's colours repeat; empty: solid.
    public var dashStyle: [Double]?
    /// Whether the area between line and baseline is filled.
    public var showFill: Bool?
    /// Fill colour. With a gradient: the colour at the largest distance from the baseline.
    public var areaColor: Color?
    /// Colour of the gradient at the baseline. Setting it turns the gradient on unless `fillWithGradient` is false.
    public var areaColorLowGradient: Color?
    public var fillWithGradient: Bool?
    /// Line colour when `showFill` is true.
    public var areaLineColor: Color?
    /// Line width when `showFill` is true, points.
    public var areaLineWidth: Double?
    /// This and the next three properties apply below the baseline; `nil`: as above the baseline.
    public var lineColorBelowBaseline: Color?
    public var areaLineColorBelowBaseline: Color?
    public var areaColorBelowBaseline: Color?
    public var areaColorGradientBelowBaseline: Color?
    public var pointStyle = PointStyle()
    /// Symbols of selected points; unset properties come from `pointStyle`.
    public var selectedPointStyle = PointStyle()
    /// Data labels.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// Legend symbol: true for a miniature of the series, false for a solid block; `nil`: true.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        lineColor: Color? = nil, lineWidth: Double? = nil, showFill: Bool? = nil, areaColor: Color? = nil,
        areaColorLowGradient: Color? = nil, fillWithGradient: Bool? = nil, areaLineColor: Color? = nil,
        areaLineWidth: Double? = nil, lineColorBelowBaseline: Color? = nil,
        areaLineColorBelowBaseline: Color? = nil, areaColorBelowBaseline: Color? = nil,
        areaColorGradientBelowBaseline: Color? = nil, pointStyle: PointStyle = PointStyle(),
        selectedPointStyle: PointStyle = PointStyle(),
        dataPointLabelStyle: DataPointLabelStyle = DataPointLabelStyle(),
        useSeriesSymbols: Bool? = nil, dashStyle: [Double]? = nil
    ) {
        self.lineColor = lineColor
        self.lineWidth = lineWidth
        self.showFill = showFill
        self.areaColor = areaColor
        self.areaColorLowGradient = areaColorLowGradient
        self.fillWithGradient = fillWithGradient
        self.areaLineColor = areaLineColor
        self.areaLineWidth = areaLineWidth
        self.lineColorBelowBaseline = lineColorBelowBaseline
        self.areaLineColorBelowBaseline = areaLineColorBelowBaseline
        self.areaColorBelowBaseline = areaColorBelowBaseline
        self.areaColorGradientBelowBaseline = areaColorGradientBelowBaseline
        self.pointStyle = pointStyle
        self.selectedPointStyle = selectedPointStyle
        self.dataPointLabelStyle = dataPointLabelStyle
        self.useSeriesSymbols = useSeriesSymbols
        self.dashStyle = dashStyle
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("lineColor", \.lineColor), .init("lineWidth", \.lineWidth, in: 0...1_000),
        .init(dashes: "dashStyle", \.dashStyle),
        .init("showFill", \.showFill), .init("areaColor", \.areaColor),
        .init("areaColorLowGradient", \.areaColorLowGradient), .init("fillWithGradient", \.fillWithGradient),
        .init("areaLineColor", \.areaLineColor), .init("areaLineWidth", \.areaLineWidth, in: 0...1_000),
        .init("lineColorBelowBaseline", \.lineColorBelowBaseline),
        .init("areaLineColorBelowBaseline", \.areaLineColorBelowBaseline),
        .init("areaColorBelowBaseline", \.areaColorBelowBaseline),
        .init("areaColorGradientBelowBaseline", \.areaColorGradientBelowBaseline),
        .init("pointStyle", \.pointStyle),
        .init("selectedPointStyle", \.selectedPointStyle),
        .init("dataPointLabelStyle", \.dataPointLabelStyle), .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}
