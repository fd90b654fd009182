import VitrailColumns
import VitrailScales

/// Conversion between values of a date axis, in seconds after its origin, and calendar instants, in seconds since 1970.
extension DateTimeAxis {
    /// Instant of a value. With an origin: whole second and nanoseconds, rounded to the nearest; without one, the
    /// unchanged seconds.
    final func instant(_ value: Double) -> (seconds: Double, nanoseconds: Int?) {
        guard origin != 0, value.isFinite else { return (value, nil) }
        let whole = value.rounded(.down)
        let nanoseconds = Int(((value - whole) * 1e9).rounded())
        return nanoseconds < 1_000_000_000 ? (whole + Double(origin), nanoseconds) : (whole + 1 + Double(origin), 0)
    }

    /// Supported years of calendars and labels, as axis values.
    final var bounds: NumberRange {
        NumberRange(DateTicks.earliest - Double(origin), DateTicks.latest - Double(origin))
    }

    /// Whether a value is in the supported years.
    final func hasDate(_ value: Double) -> Bool { bounds.contains(value) }

    /// Value after `move` has moved its instant by the calendar. The fraction of the second is kept.
    final func shifted(_ value: Double, _ move: (Double) -> Double) -> Double {
        guard origin != 0 else { return move(value) }
        let whole = value.rounded(.down)
        return move(whole + Double(origin)) - Double(origin) + (value - whole)
    }

    /// Ticks of a step for an axis with an origin. Calendars count whole seconds since 1970, so the fraction of the
    /// anchor is added afterwards.
    final func positions(
        _ step: AxisStep, from anchor: Double?, in range: NumberRange, origin: Double
    ) -> [TickPosition] {
        switch step {
        case .value(let seconds):
            if let anchor { return NumberTicks.values(from: anchor, step: seconds, in: range) }
            return Self.multiples(of: seconds, in: range, origin: origin)
        case .calendar(let frequency):
            let whole = anchor?.rounded(.down) ?? 0
            let fraction = (anchor ?? 0) - whole
            // Extend to whole seconds beyond both ends: as seconds since 1970, the ends could round to the same value.
            let reach = NumberRange(
                max((range.minimum - fraction).rounded(.down) + origin, DateTicks.earliest),
                min((range.maximum - fraction).rounded(.up) + origin, DateTicks.latest))
            let generator = DateTicks(clock: clock)
            let all =
                anchor == nil
                ? generator.aligned(every: frequency, in: reach)
                : generator.anchored(every: frequency, from: whole + origin, in: reach)
            let slack = range.span * TickLimits.tolerance
            return all.map { TickPosition(value: $0.value - origin + fraction, index: $0.index) }
                .filter { $0.value >= range.minimum - slack && $0.value <= range.maximum + slack }
        }
    }

    /// Multiples of a step since 1970. Steps that divide a second count from the second before the range, which is as
    /// exact as possible.
    private static func multiples(of step: Double, in range: NumberRange, origin: Double) -> [TickPosition] {
        let parts = (1 / step).rounded()
        guard step < 1, abs(parts * step - 1) < 1e-9 else {
            return NumberTicks.values(from: -origin.truncatingRemainder(dividingBy: step), step: step, in: range)
        }
        let second = range.minimum.rounded(.down)
        let number = Int((second + origin) * parts, within: -(1 << 62)...1 << 62)
        return NumberTicks.values(from: second, step: step, in: range).map { position in
            TickPosition(value: second + Double(position.index) / parts, index: number + position.index)
        }
    }

    /// Pattern of a tick at a step in seconds; for a value between ticks, with all of its nanoseconds.
    final func fractionPattern(of value: Double, step: Double) -> String {
        guard origin != 0, step < 60 else { return DateLabel.pattern(forSeconds: step) }
        let decimals = DateLabel.decimals(forSeconds: step, maximum: 9)
        guard isBetweenTicks(value), let nanoseconds = instant(value).nanoseconds,
            nanoseconds % Self.power(9 - decimals) != 0
        else {
            return DateLabel.pattern(decimals: decimals)
        }
        return DateLabel.pattern(decimals: DateLabel.decimals(forNanoseconds: nanoseconds))
    }

    private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
