package import Foundation

/// Formats dates as tick labels in the axis's calendar, time zone and locale, with one Unicode date pattern.
package struct DateLabel {
    private let clock: LocalClock
    private let plain: (pattern: DatePattern, symbols: DateSymbols)?
    private let formatter: DateFormatter?

    /// - Parameter pattern: Unicode TR 35 date pattern. Simple patterns in a Gregorian calendar are formatted here; all
    ///   others use one `DateFormatter`, whose first use costs a millisecond.
    package init(pattern: String, calendar: Calendar) {
        self.init(pattern: pattern, calendar: calendar, clock: LocalClock(calendar))
    }

    package init(pattern: String, calendar: Calendar, clock: LocalClock) {
        self.clock = clock
        let locale = calendar.locale ?? Locale(identifier: "en_US_POSIX")
        if clock.days.isGregorian, let plain = DatePattern(pattern), let symbols = DateSymbols.of(locale) {
            self.plain = (plain, symbols)
            formatter = nil
        } else {
            plain = nil
            let formatter = DateFormatter()
            formatter.locale = locale
            formatter.calendar = calendar
            formatter.timeZone = calendar.timeZone
            formatter.dateFormat = pattern
            self.formatter = formatter
        }
    }

    /// Sufficient pattern for ticks of this unit.
    package static func pattern(for unit: DateFrequency.Unit) -> String {
        switch unit {
        case .year: "yyyy"
        case .month: "MMM yyyy"
        case .week, .day: "d MMM"
        case .hour, .minute: "HH:mm"
        case .second: "HH:mm:ss"
        }
    }

    /// Localized form of a pattern of this type: "d. MMM" in German, "MMM d" and "h:mm a" in the United States, "M月d日"
    /// in Japanese. Returned unchanged for the default locale and for other patterns.
    package static func localized(_ pattern: String, _ locale: Locale) -> String {
        guard locale.identifier != "en_US_POSIX", pattern.allSatisfy({ "yMdHms :".contains($0) }) else {
            return pattern
        }
        let fields = [("yyyy", "y"), ("HH", "j"), ("mm", "m"), ("ss", "s"), (" ", ""), (":", "")]
        let template = fields.reduce(pattern) { $0.replacing($1.0, with: $1.1) }
        return DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? pattern
    }

    /// Sufficient pattern for a value between ticks of a unit. `nil`: the value is a multiple of the unit.
    ///
    /// - Parameters:
    ///   - day: day of the value, days since 1970.
    ///   - wall: local wall-clock time of the value, seconds since 1970.
    ///   - nanoseconds: fraction of the second. `nil`: `wall` contains the fraction.
    package static func pattern(
        finerThan unit: DateFrequency.Unit, day: Int, wall: Double, _ nanoseconds: Int?, _ days: DayCalendar
    ) -> String? {
        let second = wall - Double(day) * 86_400 + Double(nanoseconds ?? 0) / 1e9
        let isWholeMinute = second.truncatingRemainder(dividingBy: 60) == 0
        let time = second == 0 ? "" : isWholeMinute ? " HH:mm" : " HH:mm:ss"
        switch unit {
        case .year, .month:
            if time.isEmpty, day == days.startOfMonth(day) {
                return unit == .month || day == days.startOfYear(day) ? nil : pattern(for: .month)
            }
            return "d MMM yyyy" + time
        case .week, .day: return time.isEmpty ? nil : pattern(for: .day) + time
        case .hour, .minute: return isWholeMinute ? nil : pattern(for: .second)
        case .second: return second == second.rounded() ? nil : pattern(forNanoseconds: nanoseconds ?? 0)
        }
    }

    /// Pattern for a step in seconds, with as many decimals as the step needs.
    ///
    /// - Parameter most: maximum number of decimals.
    package static func pattern(forSeconds step: Double, maximum: Int = 6) -> String {
        guard step < 60 else { return pattern(for: step < 86_400 ? .hour : .day) }
        return pattern(decimals: decimals(forSeconds: step, maximum: maximum))
    }

    /// Number of decimals that a step in seconds needs, at most `maximum`.
    package static func decimals(forSeconds step: Double, maximum: Int) -> Int {
        (0...maximum).first { count in
            let units = step * (0..<count).reduce(1) { size, _ in size * 10 }
            return units > 0.5 && abs(units - units.rounded()) < 1e-6
        } ?? maximum
    }

    /// Pattern with as many decimals as the fraction needs: 3, 6 or 9.
    private static func pattern(forNanoseconds fraction: Int) -> String {
        pattern(decimals: decimals(forNanoseconds: fraction))
    }

    /// 3, 6 or 9.
    package static func decimals(forNanoseconds fraction: Int) -> Int {
        fraction % 1_000_000 == 0 ? 3 : fraction % 1_000 == 0 ? 6 : 9
    }

    package static func pattern(decimals: Int) -> String {
        decimals == 0 ? "HH:mm:ss" : "HH:mm:ss." + String(repeating: "S", count: decimals)
    }

    /// - Parameter seconds: since 1970-01-01 00:00 UTC. The text is empty for unsupported years.
    package func text(_ seconds: Double) -> String { text(seconds, nil) }

    /// - Parameter nanoseconds: fraction of the second, 0 ..< 10⁹. `nil`: `seconds` contains the fraction.
    package func text(_ seconds: Double, _ nanoseconds: Int?) -> String {
        guard seconds >= DateTicks.earliest - 86_400, seconds <= DateTicks.latest + 86_400 else { return "" }
        if let plain {
            return plain.pattern.text(
                wall: clock.wall(seconds), nanoseconds: nanoseconds, days: clock.days, symbols: plain.symbols)
        }
        // `DateFormatter` supports only milliseconds: format the rest of the pattern and append the digits.
        guard let formatter, let nanoseconds, let pattern = formatter.dateFormat,
            case let decimals = pattern.reversed().prefix(while: { $0 == "S" }).count,
            (4...9).contains(decimals)
        else {
            return formatter?.string(from: Date(timeIntervalSince1970: seconds + Double(nanoseconds ?? 0) / 1e9)) ?? ""
        }
        formatter.dateFormat = String(pattern.dropLast(decimals))
        defer { formatter.dateFormat = pattern }
        let digits = String(nanoseconds + 1_000_000_000).dropFirst().prefix(decimals)
        return formatter.string(from: Date(timeIntervalSince1970: seconds)) + digits
    }
}
