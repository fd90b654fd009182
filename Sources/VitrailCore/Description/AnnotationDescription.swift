public import VitrailScene

/// A text, line or band pinned to values of the axes.
public struct AnnotationDescription: Sendable, Equatable {
    public enum Content: Sendable, Equatable {
        /// Centred on the place; nil = the middle of the plot area in that direction.
        case text(TextContent)
        /// Across the whole plot area, `width` points thick.
        case horizontalLine(y: DataValue, width: Double, color: Color?)
        case verticalLine(x: DataValue, width: Double, color: Color?)
        /// From `min` to `max`, and across the whole plot area in the other direction.
        case horizontalBand(min: DataValue, max: DataValue, color: Color?)
        case verticalBand(min: DataValue, max: DataValue, color: Color?)
    }
    public struct TextContent: Sendable, Equatable {
        public var text: String
        public var x: DataValue?
        public var y: DataValue?
        public var font: FontStyle
        public var textColor: Color?
        public var backgroundColor: Color?

        public init(
            _ text: String, x: DataValue? = nil, y: DataValue? = nil, font: FontStyle = FontStyle(),
            textColor: Color? = nil, backgroundColor: Color? = nil
        ) {
            self.text = text
            self.x = x
            self.y = y
            self.font = font
            self.textColor = textColor
            self.backgroundColor = backgroundColor
        }
    }
    /// The name of each content in the description.
    enum Kind: String, CaseIterable, DescriptionChoice {
        case text, horizontalLine, verticalLine, horizontalBand, verticalBand
    }

    public var content: Content
    /// nil = above.
    public var position: Annotation.Position?
    /// Ids of axes; nil = the primary one.
    public var xAxis: String?
    public var yAxis: String?

    public init(_ content: Content, position: Annotation.Position? = nil, xAxis: String? = nil, yAxis: String? = nil) {
        self.content = content
        self.position = position
        self.xAxis = xAxis
        self.yAxis = yAxis
    }
}
