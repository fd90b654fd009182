public import VitrailScene

/// A text, line, band, rectangle or picture pinned to values of the axes.
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
        /// From corner to corner; a text in it is broken into lines.
        case rectangle(Place, color: Color?, text: TextContent)
        /// A PNG file, its path relative to the description's folder.
        case image(path: String, Place)

        /// nil = it shows none.
        var picturePath: String? {
            if case .image(let path, _) = self { path } else { nil }
        }
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
    /// Where a frame lies. In each direction: from a value to a maximum; with its own size, or one in points, round a value or in the middle of
    /// the plot area; or from edge to edge of it.
    public struct Place: Sendable, Equatable {
        public var x: DataValue?
        public var xMax: DataValue?
        public var y: DataValue?
        public var yMax: DataValue?
        /// Points.
        public var width: Double?
        public var height: Double?
        public var stretchToBoundsOnX = false
        public var stretchToBoundsOnY = false

        public init(x: DataValue? = nil, xMax: DataValue? = nil, y: DataValue? = nil, yMax: DataValue? = nil) {
            self.x = x
            self.xMax = xMax
            self.y = y
            self.yMax = yMax
        }
    }
    /// The name of each content in the description.
    enum Kind: String, CaseIterable, DescriptionChoice {
        case text, horizontalLine, verticalLine, horizontalBand, verticalBand, rectangle, image
    }

    /// How a text stands at its place.
    public struct TextPlacement: Sendable, Equatable {
        /// nil = centred on it.
        public var anchor: Annotation.Anchor?
        /// Points: x to the right, y down.
        public var offset: Offset?
        /// Radians, anticlockwise.
        public var rotation = 0.0
        /// Points.
        public var maxWidth: Double?
        /// The value that an arrow points at.
        public var arrowX: DataValue?
        public var arrowY: DataValue?

        public init() {}
    }

    public var content: Content
    /// How a text is placed.
    public var placement = TextPlacement()
    /// The text of a line or band, with its font and colour; nil = there is none.
    public var lineText: TextContent?
    /// Assumptions that were made when the annotation was read, by their keys.
    var assumptions: [String: String] = [:]
    /// Of its places, as texts have them.
    var fineDates = FineDates()
    /// nil = above.
    public var position: Annotation.Position?
    /// 0…1.
    public var opacity = 1.0
    /// Lengths of dash and gap of a line in turn, points; empty = solid.
    public var dashStyle: [Double] = []
    /// Whether automatic ranges of the axes include the annotation's values.
    public var includeInRange = true
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
