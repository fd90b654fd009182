public import VitrailScene

/// Style of a crosshair's lines, target and tooltip.
public struct CrosshairStyle: StyleObject {
    /// Width of the lines and of the target, points.
    public var lineWidth: Double?
    public var lineColor: Color?
    /// Dash pattern of the lines: alternating dash and gap lengths, points, repeated; `nil` or empty: solid.
    public var dashStyle: [Double]?
    /// Font of the tooltip. The properties below also belong to the tooltip.
    public var defaultFont: FontStyle?
    public var defaultTextColor: Color?
    /// Background of the text.
    public var defaultLabelBackgroundColor: Color?
    /// Background of the box.
    public var defaultBackgroundColor: Color?
    /// Points.
    public var defaultCornerRadius: Double?
    /// Points.
    public var defaultBorderWidth: Double?
    public var defaultBorderColor: Color?
    /// Maximum number of key–value pairs per row when a point has several values.
    public var defaultKeyValuesPerRow: Int?

    public init() {}

    public init(
        lineWidth: Double? = nil, lineColor: Color? = nil, dashStyle: [Double]? = nil, defaultFont: FontStyle? = nil,
        defaultTextColor: Color? = nil,
        defaultLabelBackgroundColor: Color? = nil, defaultBackgroundColor: Color? = nil,
        defaultCornerRadius: Double? = nil,
        defaultBorderWidth: Double? = nil, defaultBorderColor: Color? = nil, defaultKeyValuesPerRow: Int? = nil
    ) {
        self.lineWidth = lineWidth
        self.lineColor = lineColor
        self.dashStyle = dashStyle
        self.defaultFont = defaultFont
        self.defaultTextColor = defaultTextColor
        self.defaultLabelBackgroundColor = defaultLabelBackgroundColor
        self.defaultBackgroundColor = defaultBackgroundColor
        self.defaultCornerRadius = defaultCornerRadius
        self.defaultBorderWidth = defaultBorderWidth
        self.defaultBorderColor = defaultBorderColor
        self.defaultKeyValuesPerRow = defaultKeyValuesPerRow
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("lineWidth", \.lineWidth, in: 0...1_000), .init("lineColor", \.lineColor),
        .init(dashes: "dashStyle", \.dashStyle), .init("defaultFont", \.defaultFont),
        .init("defaultTextColor", \.defaultTextColor),
        .init("defaultLabelBackgroundColor", \.defaultLabelBackgroundColor),
        .init("defaultBackgroundColor", \.defaultBackgroundColor),
        .init("defaultCornerRadius", \.defaultCornerRadius, in: 0...1_000),
        .init("defaultBorderWidth", \.defaultBorderWidth, in: 0...1_000),
        .init("defaultBorderColor", \.defaultBorderColor),
        .init("defaultKeyValuesPerRow", \.defaultKeyValuesPerRow, .wholeNumber(1...100)),
    ]
}
