public import VitrailScene

/// Style of column and bar series.
public struct BarColumnSeriesStyle: StyleObject {
    public var showArea: Bool?
    public var showAreaWithGradient: Bool?
    /// Fill colour. With a gradient: the colour at the left edge of columns and the top edge of bars.
    public var areaColor: Color?
    /// Fill colour per row, repeated cyclically; replaces `areaColor`.
    public var areaColors: [Color]?
    /// Colour at the other end of the gradient.
    public var areaColorGradient: Color?
    /// Fill colour below the baseline; `nil`: `areaColor`.
    public var areaColorBelowBaseline: Color?
    /// Colour at the other end of the gradient, below the baseline.
    public var areaColorGradientBelowBaseline: Color?
    /// Outline colour. The outline is centred on the edge unless `lineInside` is true.
    public var lineColor: Color?
    /// Outline colour per row, repeated cyclically; replaces `lineColor`.
    public var lineColors: [Color]?
    /// Outline colour below the baseline; `nil`: `lineColor`.
    public var lineColorBelowBaseline: Color?
    /// Outline width, points; 0: no outline.
    public var lineWidth: Double?
    /// Outline width per row, points, repeated cyclically; replaces `lineWidth`.
    public var lineWidths: [Double]?
    /// Outline width per side, points; replaces `lineWidth`.
    public var sideWidths: Insets?
    /// Whether outlines lie inside the edges and enclose the fill; `nil`: false, they are centred on the edges and
    /// drawn over the fill.
    public var lineInside: Bool?
    /// Whether the outline includes the base; `nil`: true.
    public var lineAtBase: Bool?
    /// Whether the outline includes the tip; `nil`: true.
    public var lineAtTip: Bool?
    /// Radius of the two tip corners as a fraction of half the width, 0…1.
    public var cornerRatio: Double?
    /// Radius of the two tip corners, points; replaces `cornerRatio`.
    public var cornerRadius: Double?
    /// Radii of the four corners, points; replaces `cornerRatio` and `cornerRadius`.
    public var cornerRadii: CornerRadii?
    /// Fixed bar width, points; replaces the width computed from the available space. Such bars of one set touch.
    public var barWidth: Double?
    /// Maximum bar width, points.
    public var maxBarWidth: Double?
    /// Data labels.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// Legend symbol: true for a miniature of the series, false for a solid block; `nil`: true.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        showArea: Bool? = nil, showAreaWithGradient: Bool? = nil, areaColor: Color? = nil, areaColors: [Color]? = nil,
        areaColorGradient: Color? = nil, areaColorBelowBaseline: Color? = nil,
        areaColorGradientBelowBaseline: Color? = nil, lineColor: Color? = nil, lineColors: [Color]? = nil,
        lineColorBelowBaseline: Color? = nil, lineWidth: Double? = nil, lineWidths: [Double]? = nil,
        sideWidths: Insets? = nil,
        lineInside: Bool? = nil, lineAtBase: Bool? = nil, lineAtTip: Bool? = nil, cornerRatio: Double? = nil,
        cornerRadius: Double? = nil,
        cornerRadii: CornerRadii? = nil, barWidth: Double? = nil, maxBarWidth: Double? = nil,
        dataPointLabelStyle: DataPointLabelStyle = DataPointLabelStyle(),
        useSeriesSymbols: Bool? = nil
    ) {
        self.showArea = showArea
        self.showAreaWithGradient = showAreaWithGradient
        self.areaColor = areaColor
        self.areaColors = areaColors
        self.areaColorGradient = areaColorGradient
        self.areaColorBelowBaseline = areaColorBelowBaseline
        self.areaColorGradientBelowBaseline = areaColorGradientBelowBaseline
        self.lineColor = lineColor
        self.lineColors = lineColors
        self.lineColorBelowBaseline = lineColorBelowBaseline
        self.lineWidth = lineWidth
        (self.lineWidths, self.sideWidths, self.lineInside) = (lineWidths, sideWidths, lineInside)
        (self.lineAtBase, self.lineAtTip) = (lineAtBase, lineAtTip)
        self.cornerRatio = cornerRatio
        (self.cornerRadius, self.cornerRadii, self.barWidth, self.maxBarWidth) = (
            cornerRadius, cornerRadii, barWidth, maxBarWidth
        )
        self.dataPointLabelStyle = dataPointLabelStyle
        self.useSeriesSymbols = useSeriesSymbols
    }

    /// Whether the style differs between rows.
    var variesByRow: Bool { areaColors != nil || lineColors != nil || lineWidths != nil }

    /// Distance that outlines extend beyond the edges, points.
    var outlineReach: Double {
        if lineInside == true { return 0 }
        if let sideWidths { return max(sideWidths.top, sideWidths.left, sideWidths.bottom, sideWidths.right) / 2 }
        return (lineWidths?.max() ?? lineWidth ?? 0) / 2
    }

    /// The style of one row.
    func row(_ index: Int) -> BarColumnSeriesStyle {
        guard variesByRow else { return self }
        var style = self
        style.areaColor = areaColors?.inTurn(index) ?? areaColor
        style.lineColor = lineColors?.inTurn(index) ?? lineColor
        style.lineWidth = lineWidths?.inTurn(index) ?? lineWidth
        (style.areaColors, style.lineColors, style.lineWidths) = (nil, nil, nil)
        return style
    }

    /// Merges this style of a selected series with `normal`: a colour or width set here replaces the per-row list of
    /// `normal`.
    func over(_ normal: BarColumnSeriesStyle) -> BarColumnSeriesStyle {
        var style = filled(from: normal)
        if areaColor != nil, areaColors == nil { style.areaColors = nil }
        if lineColor != nil, lineColors == nil { style.lineColors = nil }
        if lineWidth != nil, lineWidths == nil { style.lineWidths = nil }
        return style
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("showArea", \.showArea), .init("showAreaWithGradient", \.showAreaWithGradient),
        .init("areaColor", \.areaColor), .init(rows: "areaColors", \.areaColors),
        .init("areaColorGradient", \.areaColorGradient),
        .init("areaColorBelowBaseline", \.areaColorBelowBaseline),
        .init("areaColorGradientBelowBaseline", \.areaColorGradientBelowBaseline),
        .init("lineColor", \.lineColor), .init(rows: "lineColors", \.lineColors),
        .init("lineColorBelowBaseline", \.lineColorBelowBaseline),
        .init("lineWidth", \.lineWidth, in: 0...1_000), .init(rows: "lineWidths", \.lineWidths, in: 0...1_000),
        .init("sideWidths", \.sideWidths), .init("lineInside", \.lineInside), .init("lineAtBase", \.lineAtBase),
        .init("lineAtTip", \.lineAtTip),
        .init("cornerRatio", \.cornerRatio, in: 0...1), .init("cornerRadius", \.cornerRadius, in: 0...1_000),
        .init("cornerRadii", \.cornerRadii),
        .init("barWidth", \.barWidth, in: 0...16_384), .init("maxBarWidth", \.maxBarWidth, in: 0...16_384),
        .init("dataPointLabelStyle", \.dataPointLabelStyle), .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}
