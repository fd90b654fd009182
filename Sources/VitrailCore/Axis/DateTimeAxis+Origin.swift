/// Values of a date axis, which are seconds after its origin, and the calendar's instants, which are seconds since 1970.
extension DateTimeAxis {
    /// The instant of a value: with an origin the whole second and the nanoseconds behind it, rounded to the nearest; without one the seconds as they are.
    final func instant(_ value: Double) -> (seconds: Double, nanoseconds: Int?) {
        guard origin != 0, value.isFinite else { return (value, nil) }
        let whole = value.rounded(.down)
        let nanoseconds = Int(((value - whole) * 1e9).rounded())
        return nanoseconds < 1_000_000_000 ? (whole + Double(origin), nanoseconds) : (whole + 1 + Double(origin), 0)
    }

    /// Years that calendars and labels handle, as values of the axis.
    final var bounds: NumberRange { NumberRange(DateTicks.earliest - Double(origin), DateTicks.latest - Double(origin)) }

    /// Whether a value is in the years that calendars and labels handle.
    final func hasDate(_ value: Double) -> Bool { bounds.contains(value) }

    /// What becomes of a value whose instant a calendar moves. What it is behind its whole second it is afterwards.
    final func shifted(_ value: Double, _ move: (Double) -> Double) -> Double {
        guard origin != 0 else { return move(value) }
        let whole = value.rounded(.down)
        return move(whole + Double(origin)) - Double(origin) + (value - whole)
    }

    /// Ticks of a step, where values do not count from 1970: calendars count whole seconds since then, and what the anchor is behind its second is added.
    final func places(_ step: AxisStep, from anchor: Double?, in range: NumberRange, origin: Double) -> [TickPlace] {
        switch step {
        case .value(let seconds):
            if let anchor { return NumberTicks.values(from: anchor, step: seconds, in: range) }
            return Self.multiples(of: seconds, in: range, origin: origin)
        case .calendar(let frequency):
            let whole = anchor?.rounded(.down) ?? 0
            let fraction = (anchor ?? 0) - whole
            // Whole seconds beyond both ends: as seconds since 1970, the ends themselves may be one.
            let reach = NumberRange(
                max((range.minimum - fraction).rounded(.down) + origin, DateTicks.earliest), min((range.maximum - fraction).rounded(.up) + origin, DateTicks.latest))
            let generator = DateTicks(clock: clock)
            let all = anchor == nil ? generator.aligned(every: frequency, in: reach) : generator.anchored(every: frequency, from: whole + origin, in: reach)
            let slack = range.span * TickLimits.tolerance
            return all.map { TickPlace(value: $0.value - origin + fraction, index: $0.index) }
                .filter { $0.value >= range.minimum - slack && $0.value <= range.maximum + slack }
        }
    }

    /// Multiples of a step since 1970; of a step that divides a second, counted from the second before the range, so that they are as exact as can be.
    private static func multiples(of step: Double, in range: NumberRange, origin: Double) -> [TickPlace] {
        let parts = (1 / step).rounded()
        guard step < 1, abs(parts * step - 1) < 1e-9 else {
            return NumberTicks.values(from: -origin.truncatingRemainder(dividingBy: step), step: step, in: range)
        }
        let second = range.minimum.rounded(.down)
        let number = Int((second + origin) * parts, within: -(1 << 62)...1 << 62)
        return NumberTicks.values(from: second, step: step, in: range).map { place in
            TickPlace(value: second + Double(place.index) / parts, index: number + place.index)
        }
    }

    /// The pattern of a value among ticks that lie so many seconds apart; of a value between them with all of its nanoseconds.
    final func fractionPattern(of value: Double, step: Double) -> String {
        guard origin != 0, step < 60 else { return DateLabel.pattern(forSeconds: step) }
        let decimals = DateLabel.decimals(forSeconds: step, most: 9)
        guard isBetweenTicks(value), let nanoseconds = instant(value).nanoseconds, nanoseconds % Self.power(9 - decimals) != 0 else {
            return DateLabel.pattern(decimals: decimals)
        }
        return DateLabel.pattern(decimals: DateLabel.decimals(forNanoseconds: nanoseconds))
    }

    private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
