package import VitrailColumns

/// Ticks of date axes: at calendar boundaries, or at calendar steps from an anchor.
package struct DateTicks {
    let clock: LocalClock

    package init(clock: LocalClock) {
        self.clock = clock
    }

    /// Instants in `range`, aligned to the calendar: month → the 1st at midnight, week → the first weekday, 6 h → 0, 6,
    /// 12, 18 o'clock.
    ///
    /// Units are counted from 1970, so that ticks stay fixed when the range moves. If the clock skips a midnight, the
    /// tick is at the first instant of its day.
    package func aligned(every frequency: DateFrequency, in range: NumberRange) -> [TickPosition] {
        guard isBounded(frequency, range) else { return [] }
        let n = frequency.count
        if let step = frequency.clockSeconds { return wallTicks(step: step, phase: 0, in: range) }
        let calendar = clock.days
        let today = LocalClock.day(of: clock.wall(range.minimum)) - 1
        switch frequency.unit {
        case .week:
            let start = calendar.startOfWeek(today)
            let week = DayCalendar.floored(start + 4, 7)
            let first = DayCalendar.floored(week, n)
            return walk(in: range, from: first) { start + 7 * ($0 * n - week) }
        case .month:
            let start = calendar.startOfMonth(today)
            let parts = calendar.parts(start)
            // Align within the year: calendars with thirteen months also start at their first month.
            let back = (parts.month - 1) % n
            let aligned = calendar.adding(months: -back, to: start)
            let first = DayCalendar.floored(parts.year * 12 + parts.month - 1, n)
            return walk(in: range, from: first) { calendar.adding(months: ($0 - first) * n, to: aligned) }
        case .year:
            let start = calendar.startOfYear(today)
            let year = calendar.parts(start).year
            let first = DayCalendar.floored(year, n)
            return walk(in: range, from: first) { calendar.adding(years: $0 * n - year, to: start) }
        default:
            let first = DayCalendar.floored(today, n)
            return walk(in: range, from: first) { $0 * n }
        }
    }

    /// Instants from an anchor by calendar arithmetic; the 31st clamps to a month's last day, and each step counts from
    /// the anchor.
    package func anchored(every frequency: DateFrequency, from anchor: Double, in range: NumberRange) -> [TickPosition]
    {
        guard isBounded(frequency, range), anchor >= Self.earliest, anchor <= Self.latest else { return [] }
        let wall = clock.wall(anchor)
        if let step = frequency.clockSeconds { return wallTicks(step: step, phase: wall, in: range) }
        let day = LocalClock.day(of: wall)
        let time = wall - Double(day) * 86_400
        var first = Int(((range.minimum - anchor) / frequency.seconds).rounded(.down)) - 2
        // Years of other calendars have other lengths.
        while first > -1_000_000, clock.adding(first, frequency, to: anchor) > range.minimum {
            first -= 1 + abs(first) / 16
        }
        return walk(in: range, from: first, time: time) {
            LocalClock.day(of: clock.adding($0, frequency, toWall: wall))
        }
    }

    /// Instants at a time of day on successive days, from an index before the range to the end of the range.
    private func walk(in range: NumberRange, from first: Int, time: Double = 0, day: (Int) -> Int) -> [TickPosition] {
        let slack = range.span * TickLimits.tolerance
        var result: [TickPosition] = []
        for k in first..<first + 2 * TickLimits.count {
            let value = clock.instant(wall: Double(day(k)) * 86_400 + time).instant
            if value > min(range.maximum + slack, Self.latest) { break }
            if value >= range.minimum - slack, value > result.last?.value ?? -.infinity {
                result.append(TickPosition(value: value, index: k))
            }
        }
        return result
    }

    /// Multiples of a step in wall-clock time: `phase` + k · `step`.
    ///
    /// An hour that the clock repeats has its ticks twice, unless they are closer than the step. A skipped hour has no
    /// ticks, except midnight.
    private func wallTicks(step: Double, phase: Double, in range: NumberRange) -> [TickPosition] {
        let slack = range.span * TickLimits.tolerance
        let (low, high) = (range.minimum - slack, range.maximum + slack)
        var result: [TickPosition] = []
        var last = (wall: -Double.infinity, value: -Double.infinity)
        func add(_ k: Double, at value: Double) {
            let wall = phase + k * step
            // In the repeated hour, ticks of a longer step would be too close to the first ones.
            if wall <= last.wall, value - last.value < step * 0.999 { return }
            guard value > last.value else { return }
            last = (wall, value)
            // `Int(k)` cannot overflow: `isBounded` limits the years to 1…9999 and the number of ticks, and steps are
            // at least 1 s.
            result.append(TickPosition(value: value, index: Int(k)))
        }
        var from = low
        while from <= high {
            let offset = clock.offset(at: from)
            let change = clock.nextChange(after: from) ?? .infinity
            let first = ((from + offset - phase) / step).rounded(.up)
            var end = ((min(change, high) + offset - phase) / step).rounded(.down)
            if phase + end * step - offset >= change { end -= 1 }
            if first <= end {
                for k in 0...Int(end - first) {
                    add(first + Double(k), at: phase + (first + Double(k)) * step - offset)
                }
            }
            guard change <= high else { break }
            let midnight = ((change + offset) / 86_400).rounded(.up) * 86_400
            let k = (midnight - phase) / step
            if midnight < change + clock.offset(at: change), k == k.rounded() { add(k, at: change) }
            from = change
        }
        return result
    }

    private func isBounded(_ frequency: DateFrequency, _ range: NumberRange) -> Bool {
        range.isValid && range.minimum >= Self.earliest && range.maximum <= Self.latest
            && range.span / frequency.seconds < Double(TickLimits.count)
    }

    /// Supported years of calendars and labels: 1 January 1 to 31 December 9999.
    package static let earliest = -62_135_596_800.0
    package static let latest = 253_402_300_799.0
}
