public import VitrailScene

/// Candles: a box from open to close, sticks from it to high and low.
public struct CandlestickSeriesStyle: StyleObject {
    /// Where close ≥ open.
    public var risingColor: Color?
    /// Bottom of the box, right of a vertical series' one; nil = flat.
    public var risingColorGradient: Color?
    /// Where close < open.
    public var fallingColor: Color?
    /// Bottom of the box, right of a vertical series' one; nil = flat.
    public var fallingColorGradient: Color?
    /// nil = the box's colour.
    public var outlineColor: Color?
    /// Just inside the box's edge, points; 0 = none.
    public var outlineWidth: Double?
    /// nil = the outline's colour where there is one, otherwise the box's.
    public var stickColor: Color?
    /// Points, at most a third of the box; 0 = none.
    public var stickWidth: Double?
    /// Of the closing prices.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// In the legend: a miniature of the series, or a solid block; nil = a miniature.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        risingColor: Color? = nil, risingColorGradient: Color? = nil, fallingColor: Color? = nil,
        fallingColorGradient: Color? = nil, outlineColor: Color? = nil, outlineWidth: Double? = nil, stickColor: Color? = nil,
        stickWidth: Double? = nil, dataPointLabelStyle: DataPointLabelStyle = DataPointLabelStyle(), useSeriesSymbols: Bool? = nil
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
