public import VitrailScene

/// The chart’s title.
public struct TitleStyle: StyleObject {
    public var textColor: Color?
    public var font: FontStyle?
    public var backgroundColor: Color?
    /// How much smaller a title may become that does not fit, 0…1; 1 = not at all, and it ends in an ellipsis sooner.
    public var minimumScaleFactor: Double?
    /// Alignment of its lines; unless `position` is set, the title stands there, too.
    public var textAlign: TextAlignment?
    public var position: TitlePosition?
    public var titleCentresOn: TitleCentresOn?
    /// Whether the title floats over the canvas and reserves nothing.
    public var overlapChartTitle: Bool?

    public init() {}

    public init(
        textColor: Color? = nil, font: FontStyle? = nil, backgroundColor: Color? = nil,
        minimumScaleFactor: Double? = nil, textAlign: TextAlignment? = nil, position: TitlePosition? = nil, titleCentresOn: TitleCentresOn? = nil, overlapChartTitle: Bool? = nil
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

/// An axis’ title.
public struct AxisTitleStyle: StyleObject {
    public var textColor: Color?
    public var font: FontStyle?
    public var backgroundColor: Color?
    /// How much smaller a title may become that does not fit, 0…1; 1 = not at all, and it ends in an ellipsis sooner.
    public var minimumScaleFactor: Double?
    /// Alignment of its lines; unless `position` is set, the title stands there, too.
    public var textAlign: TextAlignment?
    public var position: TitlePosition?
    /// nil = along the axis.
    public var titleOrientation: TitleOrientation?

    public init() {}

    public init(
        textColor: Color? = nil, font: FontStyle? = nil, backgroundColor: Color? = nil,
        minimumScaleFactor: Double? = nil, textAlign: TextAlignment? = nil, position: TitlePosition? = nil, titleOrientation: TitleOrientation? = nil
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

/// Where along its side a title stands.
public enum TitlePosition: String, Sendable, CaseIterable {
    case center, bottomOrLeft, topOrRight
}

/// What a chart title is centred on.
public enum TitleCentresOn: String, Sendable, CaseIterable {
    case chart, plottingArea, canvas
}

/// Which way an axis title reads.
public enum TitleOrientation: String, Sendable, CaseIterable {
    case horizontal, vertical
}
