/// A step of a positive number of calendar units, for ticks and padding of date axes.
public struct DateFrequency: Sendable, Hashable {
    /// Calendar units; in descriptions the unit's name is the key of a step: `{"month": 3}`.
    public enum Unit: String, Sendable, CaseIterable {
        case second, minute, hour, day, week, month, year
    }

    public let unit: Unit
    public let count: Int

    /// Clamps the count to 1…1,000,000.
    public init(_ count: Int, _ unit: Unit) {
        self.unit = unit
        self.count = min(max(count, 1), 1_000_000)
    }

    package var seconds: Double { Double(count) * unit.seconds }

    /// Seconds of a clock step. `nil`: days and longer, which need the calendar.
    package var clockSeconds: Double? {
        switch unit {
        case .second, .minute, .hour: seconds
        case .day, .week, .month, .year: nil
        }
    }

    /// Fitting minor ticks: two to six parts in a familiar unit.
    package var minor: AxisStep? {
        switch (unit, count) {
        case (.second, 1): .value(0.2)
        case (.minute, 1): .seconds(15)
        case (.minute, 2): .seconds(30)
        case (.hour, 1): .minutes(15)
        case (.hour, 2): .minutes(30)
        case (.day, 1): .hours(6)
        case (.day, 2): .hours(12)
        case (.week, 1): .days(1)
        case (.month, 1): .weeks(1)
        case (.year, 1): .months(3)
        case (.year, 2): .months(6)
        case (.month, 6): .months(3)
        default: parts.map { .calendar(DateFrequency(count / $0, unit)) }
        }
    }

    /// Number of parts for a step of several units.
    private var parts: Int? {
        let known = [2: 2, 3: 3, 4: 4, 6: 3, 12: 4, 15: 3, 30: 3]
        if let parts = known[count] { return parts }
        var leading = count
        while leading % 10 == 0 { leading /= 10 }
        if leading == 1 || leading == 5 { return 5 }
        if leading == 2 { return 4 }
        return (2...6).first { count % $0 == 0 } ?? (count <= 12 ? count : nil)
    }

    /// Smallest usual calendar step of at least `minimum` seconds whose ticks are a subset of this step's ticks.
    package func multiple(atLeast minimum: Double) -> DateFrequency {
        guard seconds < minimum else { return self }
        if let known = Self.candidates.first(where: { $0.seconds >= minimum && $0.isMultiple(of: self) }) {
            return known
        }
        let times = NumberTicks.Step.atLeast(minimum / seconds)?.value ?? 1
        return DateFrequency(Int(min(Double(count) * times, 1e6)), unit)
    }

    private func isMultiple(of other: DateFrequency) -> Bool {
        if let parts = parts(other) { return parts.rounded() == parts }
        // Months begin at the start of a day, and days at the start of an hour; months do not begin with weeks.
        guard let clock = other.clockSeconds else { return other == DateFrequency(1, .day) }
        return (86_400 / clock).rounded() == 86_400 / clock
    }

    /// Number of `other` steps in this one. `nil`: the number varies.
    private func parts(_ other: DateFrequency) -> Double? {
        func months(_ step: DateFrequency) -> Int? {
            switch step.unit {
            case .month: step.count
            case .year: step.count * 12
            default: nil
            }
        }
        switch (months(self), months(other)) {
        case (let own?, let other?): return Double(own) / Double(other)
        // A day with a clock change has a different number of hours, so a label shifts by one there.
        case (nil, nil): return seconds / other.seconds
        default: return nil
        }
    }

    /// Numbers of ticks per label that give familiar steps, ascending; for hours 2, 3, 6, 12, 24, …
    package var strides: [Int] {
        let known = Self.candidates.compactMap { $0.parts(self) }.filter { $0 > 1 && $0.rounded() == $0 && $0 < 1e5 }
            .map { Int($0) }
        return known + [2, 4, 10, 20, 50, 100].map { (known.last ?? 1) * $0 }
    }

    /// From fine to coarse; beyond the last, years in steps of 1, 2, 5 · 10ᵏ.
    package static let candidates: [DateFrequency] =
        [1, 2, 5, 10, 15, 30].map { DateFrequency($0, .second) }
        + [1, 2, 5, 10, 15, 30].map { DateFrequency($0, .minute) }
        + [1, 2, 3, 6, 12].map { DateFrequency($0, .hour) }
        + [1, 2].map { DateFrequency($0, .day) }
        + [1, 2].map { DateFrequency($0, .week) }
        + [1, 2, 3, 6].map { DateFrequency($0, .month) }
        + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map { DateFrequency($0, .year) }
}

extension DateFrequency.Unit {
    /// Mean length in seconds, for choosing between steps.
    var seconds: Double {
        switch self {
        case .second: 1
        case .minute: 60
        case .hour: 3600
        case .day: 86_400
        case .week: 604_800
        case .month: 2_629_746
        case .year: 31_556_952
        }
    }
}
