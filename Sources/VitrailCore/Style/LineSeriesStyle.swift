public import VitrailScene

/// A line, or the area between it and its baseline.
public struct LineSeriesStyle: StyleObject {
    /// Line while `showFill` is false.
    public var lineColor: Color?
    /// Points, while `showFill` is false.
    public var lineWidth: Double?
    /// Lengths of dash and gap of the lines in turn, points, repeated. nil = solid, or in dashes where the palette begins again; empty = solid.
    public var dashStyle: [Double]?
    /// Whether the area between line and baseline is filled.
    public var showFill: Bool?
    /// Fill; with a gradient, at the greatest distance from the baseline.
    public var areaColor: Color?
    /// Far end of the gradient, at the baseline. Setting it turns the gradient on unless `fillWithGradient` is false.
    public var areaColorLowGradient: Color?
    public var fillWithGradient: Bool?
    /// Line while `showFill` is true.
    public var areaLineColor: Color?
    /// Points, while `showFill` is true.
    public var areaLineWidth: Double?
    /// The four below belong to the parts under the baseline; nil = as above it.
    public var lineColorBelowBaseline: Color?
    public var areaLineColorBelowBaseline: Color?
    public var areaColorBelowBaseline: Color?
    public var areaColorGradientBelowBaseline: Color?
    public var pointStyle = PointStyle()
    /// Of selected points; what it leaves unset is as in `pointStyle`.
    public var selectedPointStyle = PointStyle()
    /// Texts at the points.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// In the legend: a miniature of the series, or a solid block; nil = a miniature.
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
