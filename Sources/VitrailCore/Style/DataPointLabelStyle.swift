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
    /// Where a label stands beside its point or bar. The end of a bar is that of its value, the base that of its baseline.
    public enum Anchor: String, Sendable, CaseIterable {
        /// On the point; in the middle of a bar.
        case center
        /// In the bar, at its end or at its base; of what has no bar, on the side of the baseline.
        case insideEnd, insideBase
        /// Beyond the bar's end; of what has no bar, on the side away from the baseline.
        case outsideEnd
        case above, below, left, right
        /// Where there is room, as the kind of series has it: beyond the end of a bar, else in it; in the middle of a stacked bar; above or below a line;
        /// to the right of a symbol.
        case auto
    }
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
    /// nil = the value on the dependent axis, in charts from descriptions; y elsewhere.
    public var displayValues: DisplayValues?
    /// Labels with an anchor keep off drawn marks, and have a colour that can be read where they stand. nil = the label's middle lies on the point, moved by
    /// `offsetFromDataPoint`; in charts from descriptions `auto`. An offset moves a label from its anchor; with `auto` it is measured from the point to the
    /// label's middle.
    public var anchor: Anchor?
    /// The column of a description that holds texts in place of values. A host sets `CartesianSeries.pointLabels`.
    public var labels: String?
    /// How the dependent value is written, as an axis' `labelFormatString`; nil = as its axis writes it.
    public var labelFormatString: String?
    /// Whether the sum of the stack that the series stands in is written beyond its end.
    public var stackTotals: Bool?

    public init() {}

    public init(
        showLabels: Bool? = nil, offsetFromDataPoint: Offset? = nil, offsetFlippedForNegativeValues: Bool? = nil,
        textOrientation: TextOrientation? = nil, position: Position? = nil, font: FontStyle? = nil, textColor: Color? = nil,
        displayValues: DisplayValues? = nil, anchor: Anchor? = nil, labels: String? = nil, labelFormatString: String? = nil, stackTotals: Bool? = nil
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
        .init("offsetFlippedForNegativeValues", \.offsetFlippedForNegativeValues), .init("textOrientation", \.textOrientation),
        .init("position", \.position), .init("font", \.font), .init("textColor", \.textColor),
        .init("displayValues", \.displayValues), .init("anchor", \.anchor), .init("labels", \.labels),
        .init("labelFormatString", \.labelFormatString), .init("stackTotals", \.stackTotals),
    ]
}

extension DataPointLabelStyle {
    /// Which values are written.
    func shows(_ direction: Axis.Direction, _ orientation: CartesianSeries.Orientation) -> Bool {
        switch displayValues ?? (orientation == .horizontal ? .y : .x) {
        case .x: direction == .x
        case .y: direction == .y
        case .both: true
        }
    }

    /// The style that charts from descriptions begin with.
    var described: Self {
        var style = self
        (style.offsetFromDataPoint, style.displayValues, style.anchor, style.position) = (nil, nil, .auto, .aboveData)
        return style
    }

    /// Whether the middle of a label lies at the offset from its point, and not at an anchor.
    ///
    /// - Parameter isDescribed: whether an offset of nothing was asked for; else it is the theme's.
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
