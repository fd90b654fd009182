public import VitrailScene

/// Columns and bars.
public struct BarColumnSeriesStyle: StyleObject {
    public var showArea: Bool?
    public var showAreaWithGradient: Bool?
    /// Fill; with a gradient, at the left of columns and the top of bars.
    public var areaColor: Color?
    /// Other end of the gradient.
    public var areaColorGradient: Color?
    /// Fill under the baseline; nil = `areaColor`.
    public var areaColorBelowBaseline: Color?
    /// Other end of the gradient under the baseline.
    public var areaColorGradientBelowBaseline: Color?
    /// Outline, centred on the edge.
    public var lineColor: Color?
    /// Outline under the baseline; nil = `lineColor`.
    public var lineColorBelowBaseline: Color?
    /// Outline, points; 0 = none.
    public var lineWidth: Double?
    /// Radius of the two tip corners as a share of half the width, 0…1.
    public var cornerRatio: Double?
    /// Texts at the points.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// In the legend: a miniature of the series, or a solid block; nil = a miniature.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        showArea: Bool? = nil, showAreaWithGradient: Bool? = nil, areaColor: Color? = nil,
        areaColorGradient: Color? = nil, areaColorBelowBaseline: Color? = nil,
        areaColorGradientBelowBaseline: Color? = nil, lineColor: Color? = nil,
        lineColorBelowBaseline: Color? = nil, lineWidth: Double? = nil, cornerRatio: Double? = nil,
        dataPointLabelStyle: DataPointLabelStyle = DataPointLabelStyle(),
        useSeriesSymbols: Bool? = nil
    ) {
        self.showArea = showArea
        self.showAreaWithGradient = showAreaWithGradient
        self.areaColor = areaColor
        self.areaColorGradient = areaColorGradient
        self.areaColorBelowBaseline = areaColorBelowBaseline
        self.areaColorGradientBelowBaseline = areaColorGradientBelowBaseline
        self.lineColor = lineColor
        self.lineColorBelowBaseline = lineColorBelowBaseline
        self.lineWidth = lineWidth
        self.cornerRatio = cornerRatio
        self.dataPointLabelStyle = dataPointLabelStyle
        self.useSeriesSymbols = useSeriesSymbols
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("showArea", \.showArea), .init("showAreaWithGradient", \.showAreaWithGradient),
        .init("areaColor", \.areaColor), .init("areaColorGradient", \.areaColorGradient),
        .init("areaColorBelowBaseline", \.areaColorBelowBaseline),
        .init("areaColorGradientBelowBaseline", \.areaColorGradientBelowBaseline),
        .init("lineColor", \.lineColor), .init("lineColorBelowBaseline", \.lineColorBelowBaseline),
        .init("lineWidth", \.lineWidth, in: 0...1_000), .init("cornerRatio", \.cornerRatio, in: 0...1),
        .init("dataPointLabelStyle", \.dataPointLabelStyle), .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}
