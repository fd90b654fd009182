public import VitrailScene

/// Style of data labels: texts at the points of a series.
public struct DataPointLabelStyle: StyleObject {
    /// The direction of the text.
    public enum TextOrientation: String, Sendable, CaseIterable {
        case horizontal
        /// Top to bottom.
        case vertical
        /// Upside down.
        case horizontalReversed
        /// Bottom to top.
        case verticalReversed
    }
    /// The layer of the labels: behind or in front of the data.
    public enum Position: String, Sendable, CaseIterable { case belowData, aboveData }
    /// Position of a label relative to its point or bar. A bar's end is at its value, its base at the baseline.
    public enum Anchor: String, Sendable, CaseIterable {
        /// On the point, or in the middle of a bar.
        case center
        /// Inside the bar, at its end or base. Without a bar: on the side of the point that faces the baseline.
        case insideEnd, insideBase
        /// Beyond the bar's end. Without a bar: on the side of the point that faces away from the baseline.
        case outsideEnd
        case above, below, left, right
        /// The first free position, by kind of series: beyond the end of a bar, else inside it; in the middle of a
        /// stacked bar; above or below a line; to the right of a symbol.
        case auto
    }
    public enum DisplayValues: String, Sendable, CaseIterable {
        case x, y
        /// "x, y".
        case both
    }

    public var showLabels: Bool?
    /// Distance from the point to the centre of the label, points, y down.
    public var offsetFromDataPoint: Offset?
    /// Whether the offset is reversed along the dependent axis for negative values.
    public var offsetFlippedForNegativeValues: Bool?
    public var textOrientation: TextOrientation?
    public var position: Position?
    public var font: FontStyle?
    public var textColor: Color?
    /// Which coordinates are written. `nil`: the dependent value in charts from descriptions, y elsewhere.
    public var displayValues: DisplayValues?
    /// Position relative to the point or bar. Anchored labels avoid drawn marks and take a colour that is readable on
    /// their background.
    /// An offset moves a label from its anchor; with `auto` it is the distance from the point to the label's centre.
    /// `nil`: the label is centred on the point plus `offsetFromDataPoint`; in charts from descriptions, `nil` means
    /// `auto`.
    public var anchor: Anchor?
    /// The column of a description that holds label texts to show instead of values. A host sets
    /// `CartesianSeries.pointLabels` instead.
    public var labels: String?
    /// Number format of the dependent value, with the syntax of an axis's `labelFormatString`; `nil`: the format of its
    /// axis.
    public var labelFormatString: String?
    /// Whether the total of the series's stack is written beyond the end of the stack.
    public var stackTotals: Bool?

    public init() {}

    public init(
        showLabels: Bool? = nil, offsetFromDataPoint: Offset? = nil, offsetFlippedForNegativeValues: Bool? = nil,
        textOrientation: TextOrientation? = nil, position: Position? = nil, font: FontStyle? = nil,
        textColor: Color? = nil,
        displayValues: DisplayValues? = nil, anchor: Anchor? = nil, labels: String? = nil,
        labelFormatString: String? = nil, stackTotals: Bool? = nil
    ) {
        self.showLabels = showLabels
        self.offsetFromDataPoint = offsetFromDataPoint
        self.offsetFlippedForNegativeValues = offsetFlippedForNegativeValues
        self.textOrientation = textOrientation
        self.position = position
        self.font = font
        self.textColor = textColor
        self.displayValues = displayValues
        self.anchor = anchor
        self.labels = labels
        self.labelFormatString = labelFormatString
        self.stackTotals = stackTotals
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("showLabels", \.showLabels), .init("offsetFromDataPoint", \.offsetFromDataPoint),
        .init("offsetFlippedForNegativeValues", \.offsetFlippedForNegativeValues),
        .init("textOrientation", \.textOrientation),
        .init("position", \.position), .init("font", \.font), .init("textColor", \.textColor),
        .init("displayValues", \.displayValues), .init("anchor", \.anchor), .init("labels", \.labels),
        .init("labelFormatString", \.labelFormatString), .init("stackTotals", \.stackTotals),
    ]
}

extension DataPointLabelStyle {
    /// This style with the defaults for charts from descriptions.
    var described: Self {
        var style = self
        (style.offsetFromDataPoint, style.displayValues, style.anchor, style.position) = (nil, nil, .auto, .aboveData)
        return style
    }

    /// Whether the label's centre is placed at the offset from its point rather than at an anchor.
    ///
    /// - Parameter isDescribed: Whether the chart comes from a description. If so, a zero offset was set explicitly;
    ///   otherwise a zero offset is the theme's.
    func isPlacedByOffset(isDescribed: Bool) -> Bool {
        guard let anchor else { return true }
        guard anchor == .auto, let offset = offsetFromDataPoint else { return false }
        return isDescribed || offset != Offset(x: 0, y: 0)
    }
}

/// A distance in points, y down.
public struct Offset: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }
}
