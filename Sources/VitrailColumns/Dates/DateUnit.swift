/// The unit of numbers that count time since 1970-01-01 00:00 UTC.
public enum DateUnit: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case nanosecond = "ns"
    case microsecond = "us"
    case millisecond = "ms"
    case second = "s"
    case minute = "min"
    case hour = "h"
    case day = "d"

    /// - Parameter name: `s`, `ms`, `us` or `µs`, `ns`, `min`, `h`, `d`, or an English word: `milliseconds`, `ms`,
    ///   `sec`.
    public init?(_ name: String) {
        let name = name.lowercased()
        guard let unit = Self.names[name] ?? (name.hasSuffix("s") ? Self.names[String(name.dropLast())] : nil) else {
            return nil
        }
        self = unit
    }

    private static let names: [String: DateUnit] = [
        "ns": .nanosecond, "nanosecond": .nanosecond, "nano": .nanosecond, "nsec": .nanosecond,
        "us": .microsecond, "µs": .microsecond, "μs": .microsecond, "microsecond": .microsecond, "micro": .microsecond,
        "usec": .microsecond, "ms": .millisecond, "millisecond": .millisecond, "milli": .millisecond,
        "msec": .millisecond,
        "s": .second, "second": .second, "sec": .second, "min": .minute, "minute": .minute,
        "h": .hour, "hour": .hour, "hr": .hour, "d": .day, "day": .day,
    ]

    /// The names listed in messages.
    package static let knownNames = "s, ms, us, ns, min, h, d"

    /// The full plural name, for example "milliseconds".
    public var description: String {
        switch self {
        case .nanosecond: "nanoseconds"
        case .microsecond: "microseconds"
        case .millisecond: "milliseconds"
        case .second: "seconds"
        case .minute: "minutes"
        case .hour: "hours"
        case .day: "days"
        }
    }

    /// Converts a value to seconds since 1970 UTC. For an exact value, the result is the nearest Double.
    func seconds(_ value: Double) -> Double {
        switch self {
        case .nanosecond: value / 1e9
        case .microsecond: value / 1e6
        case .millisecond: value / 1e3
        case .second: value
        case .minute: value * 60
        case .hour: value * 3600
        case .day: value * 86_400
        }
    }

    // MARK: Numbers without a unit

    /// Interpretation of numbers on a date axis.
    enum Assumption: Sendable, Hashable {
        /// Each number is a year and means its first day.
        case years
        /// Each number is a day, such as 20200102.
        case calendarDays
        case unit(DateUnit)

        /// Whether the dates are local times that a zone converts to instants: years and calendar days, but not units.
        var isWallClock: Bool { if case .unit = self { false } else { true } }

        /// Seconds since 1970: local ones for years and calendar days, otherwise UTC. NaN if the number is not such a
        /// date.
        func seconds(_ value: Double) -> Double {
            switch self {
            case .unit(let unit): return unit.seconds(value)
            case .years:
                guard value >= 1, value <= 9999, value == value.rounded() else { return .nan }
                return Double(CellDate.daysSince1970(year: Int(value), month: 1, day: 1) * 86_400)
            case .calendarDays: return DateUnit.day(ofDigits: value).map { Double($0 * 86_400) } ?? .nan
            }
        }
    }

    /// Interprets numbers without a unit on a date axis by their magnitude. Values that are not finite are gaps.
    ///
    /// If all values are whole numbers from 1000 to 3000, they are years. If all are eight-digit valid dates, they are
    /// calendar days. Otherwise the median of the absolute values decides: below 1e11 seconds, below 1e14 milliseconds,
    /// below 1e17 microseconds, else nanoseconds. Takes linear time and allocates no memory.
    static func assumed(for values: Span<Double>) -> Assumption {
        var count = 0
        var areYears = true
        var areDays = true
        for i in values.indices {
            let value = values[i]
            guard value.isFinite else { continue }
            count += 1
            if areYears { areYears = value >= 1000 && value <= 3000 && value == value.rounded() }
            if areDays { areDays = day(ofDigits: value) != nil }
            if !areYears, !areDays { break }
        }
        guard count > 0 else { return .unit(.second) }
        if areYears { return .years }
        if areDays { return .calendarDays }
        for (limit, unit) in [(1e11, DateUnit.second), (1e14, .millisecond), (1e17, .microsecond)]
        where isMedian(of: values, below: limit) {
            return .unit(unit)
        }
        return .unit(.nanosecond)
    }

    /// Whether the median of absolute values is below a limit. The median of an even count is the mean of the middle
    /// two.
    private static func isMedian(of values: Span<Double>, below limit: Double) -> Bool {
        var (below, others) = (0, 0)
        var (largestBelow, smallestOther) = (0.0, Double.infinity)
        for i in values.indices {
            let magnitude = abs(values[i])
            guard magnitude.isFinite else { continue }
            if magnitude < limit {
                below += 1
                largestBelow = max(largestBelow, magnitude)
            } else {
                others += 1
                smallestOther = min(smallestOther, magnitude)
            }
        }
        return below == others ? largestBelow / 2 + smallestOther / 2 < limit : below > others
    }

    /// The day number for digits such as 20200102. `nil`: not eight digits, or not a valid date.
    private static func day(ofDigits value: Double) -> Int? {
        guard value >= 10_000_000, value <= 99_999_999, value == value.rounded() else { return nil }
        let digits = Int(value)
        let (year, month, day) = (digits / 10_000, digits / 100 % 100, digits % 100)
        guard month >= 1, month <= 12, day >= 1, day <= CellDate.daysInMonth(month, year: year) else { return nil }
        return CellDate.daysSince1970(year: year, month: month, day: day)
    }
}
