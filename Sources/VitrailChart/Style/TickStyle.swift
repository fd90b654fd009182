public import VitrailScene

/// Style of the tick marks of one level and their labels.
public struct TickStyle: StyleObject {
    public var showTicks: Bool?
    public var showLabels: Bool?
    /// `nil`: horizontal, but rotated if the labels of a category axis do not fit side by side.
    public var tickLabelOrientation: TickLabelOrientation?
    public var lineColor: Color?
    /// Points.
    public var lineWidth: Double?
    /// Points.
    public var lineLength: Double?
    public var labelColor: Color?
    public var labelFont: FontStyle?
    /// Alignment of the lines of a multi-line label.
    public var textAlignment: TextAlignment?
    /// Colour of a copy of the label, one point down and to the right; `nil`: no shadow.
    public var labelTextShadowColor: Color?
    /// Distance between tick and label, points.
    public var tickGap: Double?

    public init() {}

    public init(
        showTicks: Bool? = nil, showLabels: Bool? = nil, tickLabelOrientation: TickLabelOrientation? = nil,
        lineColor: Color? = nil, lineWidth: Double? = nil, lineLength: Double? = nil, labelColor: Color? = nil,
        labelFont: FontStyle? = nil, textAlignment: TextAlignment? = nil, labelTextShadowColor: Color? = nil,
        tickGap: Double? = nil
    ) {
        self.showTicks = showTicks
        self.showLabels = showLabels
        self.tickLabelOrientation = tickLabelOrientation
        self.lineColor = lineColor
        self.lineWidth = lineWidth
        self.lineLength = lineLength
        self.labelColor = labelColor
        self.labelFont = labelFont
        self.textAlignment = textAlignment
        self.labelTextShadowColor = labelTextShadowColor
        self.tickGap = tickGap
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("showTicks", \.showTicks), .init("showLabels", \.showLabels),
        .init("tickLabelOrientation", \.tickLabelOrientation), .init("lineColor", \.lineColor),
        .init("lineWidth", \.lineWidth, in: 0...1_000), .init("lineLength", \.lineLength, in: 0...1_000),
        .init("labelColor", \.labelColor), .init("labelFont", \.labelFont),
        .init("textAlignment", \.textAlignment), .init("labelTextShadowColor", \.labelTextShadowColor),
        .init("tickGap", \.tickGap, in: 0...1_000),
    ]
}

/// Rotation of tick labels: 0°, 45° or 90°, reading upwards.
public enum TickLabelOrientation: String, Sendable, CaseIterable {
    case horizontal, diagonal, vertical
}

extension TickStyle {
    /// This style with digits of equal width, so that the numbers along an axis align.
    var withTabularDigits: TickStyle {
        var style = self
        var font = labelFont ?? FontStyle()
        font.hasTabularDigits = true
        style.labelFont = font
        return style
    }
}
