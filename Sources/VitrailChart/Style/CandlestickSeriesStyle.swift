public import VitrailScene

/// Style of a candlestick series: a box from open to close, and sticks from the box to high and low.
public struct CandlestickSeriesStyle: StyleObject {
    /// Box colour where close ≥ open.
    public var risingColor: Color?
    /// Colour at the bottom of the box, or at its right in a vertical series; `nil`: no gradient.
    public var risingColorGradient: Color?
    /// Box colour where close < open.
    public var fallingColor: Color?
    /// Colour at the bottom of the box, or at its right in a vertical series; `nil`: no gradient.
    public var fallingColorGradient: Color?
    /// `nil`: the colour of the box.
    public var outlineColor: Color?
    /// Width of the outline just inside the box's edge, points; 0: no outline.
    public var outlineWidth: Double?
    /// `nil`: the colour of the outline if there is one, otherwise that of the box.
    public var stickColor: Color?
    /// Points, at most a third of the box; 0: no sticks.
    public var stickWidth: Double?
    /// Labels of the closing prices.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// Legend symbol: true for a miniature of the series, false for a solid block; `nil`: true.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        risingColor: Color? = nil, risingColorGradient: Color? = nil, fallingColor: Color? = nil,
        fallingColorGradient: Color? = nil, outlineColor: Color? = nil, outlineWidth: Double? = nil,
        stickColor: Color? = nil,
        stickWidth: Double? = nil, dataPointLabelStyle: DataPointLabelStyle = DataPointLabelStyle(),
        useSeriesSymbols: Bool? = nil
    ) {
        self.risingColor = risingColor
        self.risingColorGradient = risingColorGradient
        self.fallingColor = fallingColor
        self.fallingColorGradient = fallingColorGradient
        self.outlineColor = outlineColor
        self.outlineWidth = outlineWidth
        self.stickColor = stickColor
        self.stickWidth = stickWidth
        self.dataPointLabelStyle = dataPointLabelStyle
        self.useSeriesSymbols = useSeriesSymbols
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("risingColor", \.risingColor), .init("risingColorGradient", \.risingColorGradient),
        .init("fallingColor", \.fallingColor), .init("fallingColorGradient", \.fallingColorGradient),
        .init("outlineColor", \.outlineColor), .init("outlineWidth", \.outlineWidth, in: 0...1_000),
        .init("stickColor", \.stickColor), .init("stickWidth", \.stickWidth, in: 0...1_000),
        .init("dataPointLabelStyle", \.dataPointLabelStyle), .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}
