public import VitrailScene

/// Something drawn at a place in data space: it moves with the data under it.
public final class Annotation {
    public enum Position: String, Sendable, CaseIterable { case belowData, aboveData }

    public enum Content: Sendable {
        /// Its box's centre sits on the value; nil colours and font are the theme's.
        case text(String, font: FontStyle?, textColor: Color?, backgroundColor: Color?)
        /// Across the full width at y, or the full height at x; width in points.
        case line(width: Double, color: Color)
        /// From `value` to `maximum`, across the full other direction.
        case band(color: Color)
    }

    public var content: Content
    public var xValue: DataValue?
    public var yValue: DataValue?
    public var xValueMax: DataValue?
    public var yValueMax: DataValue?
    public var position: Position
    /// nil = the chart's primary axis.
    public weak var xAxis: Axis?
    public weak var yAxis: Axis?

    init(
        content: Content, xValue: DataValue? = nil, yValue: DataValue? = nil, xValueMax: DataValue? = nil,
        yValueMax: DataValue? = nil, position: Position
    ) {
        self.content = content
        self.xValue = xValue
        self.yValue = yValue
        self.xValueMax = xValueMax
        self.yValueMax = yValueMax
        self.position = position
    }

    /// A text centred on (x, y).
    public static func text(
        _ text: String, x: DataValue?, y: DataValue?, font: FontStyle? = nil, textColor: Color? = nil,
        backgroundColor: Color? = nil, position: Position = .aboveData
    ) -> Annotation {
        Annotation(
            content: .text(text, font: font, textColor: textColor, backgroundColor: backgroundColor), xValue: x, yValue: y,
            position: position)
    }

    public static func horizontalLine(y: DataValue, width: Double = 1, color: Color, position: Position = .aboveData)
        -> Annotation
    {
        Annotation(content: .line(width: width, color: color), yValue: y, position: position)
    }

    public static func verticalLine(x: DataValue, width: Double = 1, color: Color, position: Position = .aboveData)
        -> Annotation
    {
        Annotation(content: .line(width: width, color: color), xValue: x, position: position)
    }

    public static func horizontalBand(
        minimum: DataValue, maximum: DataValue, color: Color, position: Position = .aboveData
    ) -> Annotation {
        Annotation(content: .band(color: color), yValue: minimum, yValueMax: maximum, position: position)
    }

    public static func verticalBand(
        minimum: DataValue, maximum: DataValue, color: Color, position: Position = .aboveData
    ) -> Annotation {
        Annotation(content: .band(color: color), xValue: minimum, xValueMax: maximum, position: position)
    }
}
