public import VitrailScene

/// A line round the pole, or the area between it and the pole.
public struct RadialLineSeriesStyle: StyleObject {
    /// Line while `showFill` is false.
    public var lineColor: Color?
    /// Points, while `showFill` is false.
    public var lineWidth: Double?
    /// Lengths of dash and gap of the lines in turn, points, repeated. nil = solid, or in dashes where the palette begins again; empty = solid.
    public var dashStyle: [Double]?
    /// Whether the area between line and pole is filled.
    public var showFill: Bool?
    /// Fill; with a gradient, at the greatest distance from the pole.
    public var areaColor: Color?
    /// Far end of the gradient, at the pole. Setting it turns the gradient on unless `fillWithGradient` is false.
    public var areaColorLowGradient: Color?
    public var fillWithGradient: Bool?
    /// Line while `showFill` is true.
    public var areaLineColor: Color?
    /// Points, while `showFill` is true.
    public var areaLineWidth: Double?
    /// Its colours below the baseline say nothing here.
    public var pointStyle = PointStyle()
    /// In the legend: a miniature of the series, or a solid block; nil = a miniature.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        lineColor: Color? = nil, lineWidth: Double? = nil, showFill: Bool? = nil, areaColor: Color? = nil,
        areaColorLowGradient: Color? = nil, fillWithGradient: Bool? = nil, areaLineColor: Color? = nil, areaLineWidth: Double? = nil,
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
