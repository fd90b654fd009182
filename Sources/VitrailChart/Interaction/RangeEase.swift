import VitrailColumns

/// Eased change of an axis's range to another one.
struct RangeEase {
    let axis: Axis
    let gesture: RangeGesture
    let step: RangeStep
    let end: NumberRange
    /// Range of the axis after the last step. If the axis shows another one, other code has set it since.
    var shown: NumberRange
    private let start: AxisSpan
    /// Start time in seconds of the chart's clock.
    private let begun: Double
    private let bounces: Bool

    /// - Parameters:
    ///   - clock: present time in seconds of the chart's clock.
    ///   - bounces: whether the range overshoots its end and returns.
    init(
        _ axis: Axis, _ gesture: RangeGesture, to end: NumberRange, from clock: Double, _ step: RangeStep, bounces: Bool
    ) {
        (self.axis, self.gesture, self.step, self.end, self.bounces) = (axis, gesture, step, end, bounces)
        (start, begun, shown) = (axis.shownSpan, clock, axis.axisRange)
    }

    var isOverridden: Bool { axis.axisRange != shown }

    func isSame(as other: RangeEase) -> Bool {
        axis === other.axis && begun == other.begun && end == other.end && step == other.step
    }

    func isDone(_ clock: Double) -> Bool { clock - begun >= length - Motion.tolerance }

    /// Range of the axis at a time of the chart's clock.
    func range(at clock: Double) -> NumberRange {
        guard !isDone(clock) else { return end }
        let time = (clock - begun) / length
        let span = axis.span(of: end)
        let share = bounces ? AnimationCurve.bounce(time) : Motion.easedOut(time)
        let between = axis.range(
            of: share <= 1 ? start.mixed(with: span, share) : start.swung(beyond: span, by: share - 1))
        return axis.accepts(between) ? between : end
    }

    private var length: Double { bounces ? Motion.bounceLength : Motion.easeLength }
}
