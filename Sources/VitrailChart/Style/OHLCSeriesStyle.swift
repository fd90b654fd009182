public import VitrailScene

/// Style of an OHLC series: a trunk from high to low, with one arm at open and one at close.
public struct OHLCSeriesStyle: StyleObject {
    /// Colour where close ≥ open.
    public var risingColor: Color?
    /// Colour at the bottom of the trunk, or at its right end in a vertical series; `nil`: no gradient.
    public var risingColorGradient: Color?
    /// Colour where close < open.
    public var fallingColor: Color?
    /// Colour at the bottom of the trunk, or at its right end in a vertical series; `nil`: no gradient.
    public var fallingColorGradient: Color?
    /// Points, at most a third of the bar; 0: no trunk.
    public var trunkWidth: Double?
    /// Thickness of the arms, points; 0: no arms.
    public var armWidth: Double?
    /// Labels of the closing prices.
    public var dataPointLabelStyle = DataPointLabelStyle()
    /// Legend symbol: true for a miniature of the series, false for a solid block; `nil`: true.
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
