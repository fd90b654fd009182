public import VitrailScene

/// Style of the chart's title.
public struct TitleStyle: StyleObject {
    public var textColor: Color?
    public var font: FontStyle?
    public var backgroundColor: Color?
    /// Smallest scale of a title that does not fit, 0…1; 1: the title is not shrunk. A title that still does not fit
    /// ends in an ellipsis.
    public var minimumScaleFactor: Double?
    /// Alignment of the title's lines. Also aligns the title itself unless `position` is set.
    public var textAlign: TextAlignment?
    public var position: TitlePosition?
    public var titleCentresOn: TitleCentresOn?
    /// Whether the title is drawn over the canvas without reserving space.
    public var overlapChartTitle: Bool?

    public init() {}

    public init(
        textColor: Color? = nil, font: FontStyle? = nil, backgroundColor: Color? = nil,
        minimumScaleFactor: Double? = nil, textAlign: TextAlignment? = nil, position: TitlePosition? = nil,
        titleCentresOn: TitleCentresOn? = nil, overlapChartTitle: Bool? = nil
    ) {
        self.textColor = textColor
        self.font = font
        self.backgroundColor = backgroundColor
        self.minimumScaleFactor = minimumScaleFactor
        self.textAlign = textAlign
        self.position = position
        self.titleCentresOn = titleCentresOn
        self.overlapChartTitle = overlapChartTitle
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("textColor", \.textColor), .init("font", \.font), .init("backgroundColor", \.backgroundColor),
        .init("minimumScaleFactor", \.minimumScaleFactor, in: 0...1), .init("textAlign", \.textAlign),
        .init("position", \.position), .init("titleCentresOn", \.titleCentresOn),
        .init("overlapChartTitle", \.overlapChartTitle),
    ]
}

/// Style of an axis's title.
public struct AxisTitleStyle: StyleObject {
    public var textColor: Color?
    public var font: FontStyle?
    public var backgroundColor: Color?
    /// Smallest scale of a title that does not fit, 0…1; 1: the title is not shrunk. A title that still does not fit
    /// ends in an ellipsis.
    public var minimumScaleFactor: Double?
    /// Alignment of the title's lines. Also aligns the title itself unless `position` is set.
    public var textAlign: TextAlignment?
    public var position: TitlePosition?
    /// `nil`: along the axis.
    public var titleOrientation: TitleOrientation?

    public init() {}

    public init(
        textColor: Color? = nil, font: FontStyle? = nil, backgroundColor: Color? = nil,
        minimumScaleFactor: Double? = nil, textAlign: TextAlignment? = nil, position: TitlePosition? = nil,
        titleOrientation: TitleOrientation? = nil
    ) {
        self.textColor = textColor
        self.font = font
        self.backgroundColor = backgroundColor
        self.minimumScaleFactor = minimumScaleFactor
        self.textAlign = textAlign
        self.position = position
        self.titleOrientation = titleOrientation
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("textColor", \.textColor), .init("font", \.font), .init("backgroundColor", \.backgroundColor),
        .init("minimumScaleFactor", \.minimumScaleFactor, in: 0...1), .init("textAlign", \.textAlign),
        .init("position", \.position), .init("titleOrientation", \.titleOrientation),
    ]
}

/// Position of a title along its side.
public enum TitlePosition: String, Sendable, CaseIterable {
    case center, bottomOrLeft, topOrRight
}

/// The area that a chart title is centred on.
public enum TitleCentresOn: String, Sendable, CaseIterable {
    case chart, plottingArea, canvas
}

/// The direction of an axis title's text.
public enum TitleOrientation: String, Sendable, CaseIterable {
    case horizontal, vertical
}
