public import VitrailScene

/// Style of a radial line series: a line around the pole, or the area between the line and the pole.
public struct RadialLineSeriesStyle: StyleObject {
    /// Line colour when `showFill` is false.
    public var lineColor: Color?
    /// Line width when `showFill` is false, points.
    public var lineWidth: Double?
    /// Dash pattern of the lines: alternating dash and gap lengths, points, repeated. `nil`: solid, or dashed when the
    /// palette's colours repeat; empty: solid.
    public var dashStyle: [Double]?
    /// Whether the area between line and pole is filled.
    public var showFill: Bool?
    /// Fill colour. With a gradient: the colour at the largest distance from the pole.
    public var areaColor: Color?
    /// Colour of the gradient at the pole. Setting it turns the gradient on unless `fillWithGradient` is false.
    public var areaColorLowGradient: Color?
    public var fillWithGradient: Bool?
    /// Line colour when `showFill` is true.
    public var areaLineColor: Color?
    /// Line width when `showFill` is true, points.
    public var areaLineWidth: Double?
    /// The colours below the baseline are ignored here.
    public var pointStyle = PointStyle()
    /// Legend symbol: true for a miniature of the series, false for a solid block; `nil`: true.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        lineColor: Color? = nil, lineWidth: Double? = nil, showFill: Bool? = nil, areaColor: Color? = nil,
        areaColorLowGradient: Color? = nil, fillWithGradient: Bool? = nil, areaLineColor: Color? = nil,
        areaLineWidth: Double? = nil,
        pointStyle: PointStyle = PointStyle(), useSeriesSymbols: Bool? = nil, dashStyle: [Double]? = nil
    ) {
        self.lineColor = lineColor
        self.lineWidth = lineWidth
        self.showFill = showFill
        self.areaColor = areaColor
        self.areaColorLowGradient = areaColorLowGradient
        self.fillWithGradient = fillWithGradient
        self.areaLineColor = areaLineColor
        self.areaLineWidth = areaLineWidth
        self.pointStyle = pointStyle
        self.useSeriesSymbols = useSeriesSymbols
        self.dashStyle = dashStyle
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("lineColor", \.lineColor), .init("lineWidth", \.lineWidth, in: 0...1_000),
        .init(dashes: "dashStyle", \.dashStyle),
        .init("showFill", \.showFill), .init("areaColor", \.areaColor),
        .init("areaColorLowGradient", \.areaColorLowGradient), .init("fillWithGradient", \.fillWithGradient),
        .init("areaLineColor", \.areaLineColor), .init("areaLineWidth", \.areaLineWidth, in: 0...1_000),
        .init("pointStyle", \.pointStyle), .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}
