import VitrailColumns
import VitrailScales

/// Scales of a radial chart's axes.
enum RadialScales {
    /// Values of the x-axis → radians clockwise from 12 o'clock. The ends of a number axis coincide; each of n items
    /// has 1/n of the circle.
    static func angle(_ axis: Axis) -> AxisScale {
        guard let items = axis.itemNames else { return axis.scale(from: 0, to: 2 * .pi) }
        return AxisScale(range: NumberRange(0, Double(max(items.count, 1))), start: 0, end: 2 * .pi)
    }

    /// Range of the x-axis for its ticks.
    static func range(_ axis: Axis) -> NumberRange {
        guard let items = axis.itemNames else { return axis.axisRange }
        return NumberRange(0, max(Double(items.count - 1), 0.5))
    }

    /// Values of the y-axis → distances from the pole.
    static func distance(_ axis: Axis, radius: Double) -> AxisScale { axis.scale(from: 0, to: radius) }
}
