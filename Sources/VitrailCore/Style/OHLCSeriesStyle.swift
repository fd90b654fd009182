public import VitrailScene

/// OHLC bars: a trunk from high to low, an arm at open and one at close.
public struct OHLCSeriesStyle: StyleObject {
    /// Where close ≥ open.
    public var risingColor: Color?
    /// Bottom of the trunk, right end of a vertical series' one; nil = flat.
    public var risingColorGradient: Color?
    /// Where close < open.
    public var fallingColor: Color?
    /// Bottom of the trunk, right end of a vertical series' one; nil = flat.
    public var fallingColorGradient: Color?
    /// Points, at most a third of the bar; 0 = none.
    public var trunkWidth: Double?
    /// Thickness of the arms, points; 0 = none.
    public var armWidth: Double?
    /// Of the closing prices.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// In the legend: a miniature of the series, or a solid block; nil = a miniature.
    public var useSeriesSymbols: Bool?

    public init() {}

    public init(
        risingColor: Color? = nil, risingColorGradient: Color? = nil, fallingColor: Color? = nil,
        fallingColorGradient: Color? = nil, trunkWidth: Double? = nil, armWidth: Double? = nil,
        dataPointLabelStyle: DataPointLabelStyle = DataPointLabelStyle(), useSeriesSymbols: Bool? = nil
    ) {
        self.risingColor = risingColor
        self.risingColorGradient = risingColorGradient
        self.fallingColor = fallingColor
        self.fallingColorGradient = fallingColorGradient
        self.trunkWidth = trunkWidth
        self.armWidth = armWidth
        self.dataPointLabelStyle = dataPointLabelStyle
        self.useSeriesSymbols = useSeriesSymbols
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("risingColor", \.risingColor), .init("risingColorGradient", \.risingColorGradient),
        .init("fallingColor", \.fallingColor), .init("fallingColorGradient", \.fallingColorGradient),
        .init("trunkWidth", \.trunkWidth, in: 0...1_000), .init("armWidth", \.armWidth, in: 0...1_000),
        .init("dataPointLabelStyle", \.dataPointLabelStyle), .init("useSeriesSymbols", \.useSeriesSymbols),
    ]
}
