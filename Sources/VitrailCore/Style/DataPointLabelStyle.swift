public import VitrailScene

/// Texts at the points of a series.
public struct DataPointLabelStyle: StyleObject {
    /// Which way a text reads.
    public enum TextOrientation: String, Sendable, CaseIterable {
        case horizontal
        /// Top to bottom.
        case vertical
        /// Upside down.
        case horizontalReversed
        /// Bottom to top.
        case verticalReversed
    }
    /// A layer, not a side.
    public enum Position: String, Sendable, CaseIterable { case belowData, aboveData }
    public enum DisplayValues: String, Sendable, CaseIterable {
        case x, y
        /// "x, y".
        case both
    }

    public var showLabels: Bool?
    /// From the point to the middle of the label, points, y down.
    public var offsetFromDataPoint: Offset?
    /// Whether negative values take the opposite direction along the dependent axis.
    public var offsetFlippedForNegativeValues: Bool?
    public var textOrientation: TextOrientation?
    public var position: Position?
    public var font: FontStyle?
    public var textColor: Color?
    public var displayValues: DisplayValues?

    public init() {}

    public init(
        showLabels: Bool? = nil, offsetFromDataPoint: Offset? = nil, offsetFlippedForNegativeValues: Bool? = nil,
        textOrientation: TextOrientation? = nil, position: Position? = nil, font: FontStyle? = nil, textColor: Color? = nil,
        displayValues: DisplayValues? = nil
    ) {
        self.showLabels = showLabels
        self.offsetFromDataPoint = offsetFromDataPoint
        self.offsetFlippedForNegativeValues = offsetFlippedForNegativeValues
        self.textOrientation = textOrientation
        self.position = position
        self.font = font
        self.textColor = textColor
        self.displayValues = displayValues
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("showLabels", \.showLabels), .init("offsetFromDataPoint", \.offsetFromDataPoint),
        .init("offsetFlippedForNegativeValues", \.offsetFlippedForNegativeValues), .init("textOrientation", \.textOrientation),
        .init("position", \.position), .init("font", \.font), .init("textColor", \.textColor),
        .init("displayValues", \.displayValues),
    ]
}

/// A distance in points, y down.
public struct Offset: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }
}
