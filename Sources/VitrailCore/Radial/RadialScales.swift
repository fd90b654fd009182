/// How the axes of a radial chart count.
enum RadialScales {
    /// Values of the x-axis → radians clockwise from 12 o'clock. A number axis' ends coincide; of n items each has an n-th of the circle.
    static func angle(_ axis: Axis) -> AxisScale {
        guard let items = axis as? CategoryAxis else { return axis.scale(from: 0, to: 2 * .pi) }
        return AxisScale(range: NumberRange(0, Double(max(items.items.count, 1))), start: 0, end: 2 * .pi)
    }

    /// What the x-axis has ticks in.
    static func range(_ axis: Axis) -> NumberRange {
        guard let items = axis as? CategoryAxis else { return axis.axisRange }
        return NumberRange(0, max(Double(items.items.count - 1), 0.5))
    }

    /// Values of the y-axis → distances from the pole.
    static func distance(_ axis: Axis, radius: Double) -> AxisScale { axis.scale(from: 0, to: radius) }
}
