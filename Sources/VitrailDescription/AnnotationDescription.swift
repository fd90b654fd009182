public import VitrailChart
public import VitrailColumns
public import VitrailScene

/// A text, line, band, rectangle or picture at values of the axes.
public struct AnnotationDescription: Sendable, Equatable {
    public enum Content: Sendable, Equatable {
        /// Centred at its position. A `nil` coordinate is the middle of the plot area in that direction.
        case text(TextContent)
        /// A line across the whole plot area, `width` points thick.
        case horizontalLine(y: DataValue, width: Double, color: Color?)
        case verticalLine(x: DataValue, width: Double, color: Color?)
        /// A band from `min` to `max`, across the whole plot area in the other direction.
        case horizontalBand(min: DataValue, max: DataValue, color: Color?)
        case verticalBand(min: DataValue, max: DataValue, color: Color?)
        /// A rectangle between two corners; its text is wrapped.
        case rectangle(Position, color: Color?, text: TextContent)
        /// A PNG file; its path is relative to the description's folder.
        case image(path: String, Position)

        /// Path of the picture. `nil`: not an image.
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
    /// Frame of a rectangle or picture. In each direction, it extends from a value to a maximum; or it has its own size
    /// or a size in points, centred at a value or in the plot area; or it spans the whole plot area.
    public struct Position: Sendable, Equatable {
        public var x: DataValue?
        public var xMax: DataValue?
        public var y: DataValue?
        public var yMax: DataValue?
        /// Size in points.
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
    /// Names of the contents in JSON.
    enum Kind: String, CaseIterable, DescriptionChoice {
        case text, horizontalLine, verticalLine, horizontalBand, verticalBand, rectangle, image
    }

    /// Placement of a text relative to its position.
    public struct TextPlacement: Sendable, Equatable {
        /// `nil`: centred.
        public var anchor: Annotation.Anchor?
        /// Offset in points, x to the right, y down.
        public var offset: Offset?
        /// Rotation in radians, anticlockwise.
        public var rotation = 0.0
        /// Maximum width in points.
        public var maxWidth: Double?
        /// Value that an arrow points at.
        public var arrowX: DataValue?
        public var arrowY: DataValue?

        public init() {}
    }

    public var content: Content
    /// Placement of a text.
    public var placement = TextPlacement()
    /// Text of a line or band, with its font and colour. `nil`: none.
    public var lineText: TextContent?
    /// Assumptions made while reading the annotation, by key.
    var assumptions: [String: String] = [:]
    /// Full-precision dates of the annotation's values.
    var fineDates = FineDates()
    /// `nil`: above the data.
    public var position: Annotation.Position?
    /// Opacity, 0…1.
    public var opacity = 1.0
    /// Alternating lengths of dashes and gaps in points. Empty: solid.
    public var dashStyle: [Double] = []
    /// Whether automatic ranges of the axes include the annotation's values.
    public var includeInRange = true
    /// Ids of axes. `nil`: the primary axis.
    public var xAxis: String?
    public var yAxis: String?

    public init(_ content: Content, position: Annotation.Position? = nil, xAxis: String? = nil, yAxis: String? = nil) {
        self.content = content
        self.position = position
        self.xAxis = xAxis
        self.yAxis = yAxis
    }
}
