public import VitrailScene

/// Appearance of an axis: its line, ticks, labels, gridlines, stripes and title.
public struct AxisStyle: StyleObject {
    public var lineColor: Color?
    /// Points; 0 = no line.
    public var lineWidth: Double?
    /// Dash pattern of the axis line: alternating dash and gap lengths, points, repeated; `nil` or empty: solid. The
    /// circle and the spokes of a radial chart are always solid.
    public var dashStyle: [Double]?
    /// Fraction of its slot that a bar fills; 1: neighbouring bars touch.
    public var interSeriesPadding: Double?
    /// Fraction of the spacing that is left empty between sets of bars.
    public var interSeriesSetPadding: Double?
    public var majorTickStyle = TickStyle()
    public var minorTickStyle = TickStyle()
    public var majorGridLineStyle = MajorGridLineStyle()
    public var gridStripeStyle = GridStripeStyle()
    public var titleStyle = AxisTitleStyle()

    public init() {}

    public init(
        lineColor: Color? = nil, lineWidth: Double? = nil, dashStyle: [Double]? = nil,
        interSeriesPadding: Double? = nil,
        interSeriesSetPadding: Double? = nil, majorTickStyle: TickStyle = TickStyle(),
        minorTickStyle: TickStyle = TickStyle(), majorGridLineStyle: MajorGridLineStyle = MajorGridLineStyle(),
        gridStripeStyle: GridStripeStyle = GridStripeStyle(), titleStyle: AxisTitleStyle = AxisTitleStyle()
    ) {
        self.lineColor = lineColor
        self.lineWidth = lineWidth
        self.dashStyle = dashStyle
        self.interSeriesPadding = interSeriesPadding
        self.interSeriesSetPadding = interSeriesSetPadding
        self.majorTickStyle = majorTickStyle
        self.minorTickStyle = minorTickStyle
        self.majorGridLineStyle = majorGridLineStyle
        self.gridStripeStyle = gridStripeStyle
        self.titleStyle = titleStyle
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("lineColor", \.lineColor), .init("lineWidth", \.lineWidth, in: 0...1_000),
        .init(dashes: "dashStyle", \.dashStyle),
        .init("interSeriesPadding", \.interSeriesPadding, in: 0...1),
        .init("interSeriesSetPadding", \.interSeriesSetPadding, in: 0...1),
        .init("majorTickStyle", \.majorTickStyle), .init("minorTickStyle", \.minorTickStyle),
        .init("majorGridLineStyle", \.majorGridLineStyle), .init("gridStripeStyle", \.gridStripeStyle),
        .init("titleStyle", \.titleStyle),
    ]
}
