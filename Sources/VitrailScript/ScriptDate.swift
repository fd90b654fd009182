import Foundation

/// Dates as milliseconds since 1970 in UTC, so that a picture does not depend on the time zone of the process.
public enum ScriptDate {
    /// Maximum absolute number of milliseconds of a date.
    private static let greatest = 8.64e15

    struct Parts: Equatable {
        var year = 1970.0
        /// From 0.
        var month = 0.0
        /// From 1.
        var day = 1.0
        var hour = 0.0
        var minute = 0.0
        var second = 0.0
        var millisecond = 0.0
    }

    /// Parts beyond their range carry over into the next larger part.
    static func milliseconds(_ parts: Parts) -> Double {
        guard
            [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second, parts.millisecond].allSatisfy({
                abs($0) < 1e9
            })
        else { return .nan }
        let months = parts.month.rounded(.towardZero)
        let year = parts.year.rounded(.towardZero) + (months / 12).rounded(.down)
        let month = months - (months / 12).rounded(.down) * 12
        let days = daysBefore(year: year, month: month) + parts.day.rounded(.towardZero) - 1
        let time =
            ((days * 24 + parts.hour.rounded(.towardZero)) * 60 + parts.minute.rounded(.towardZero)) * 60
            + parts.second.rounded(.towardZero)
        let result = time * 1000 + parts.millisecond.rounded(.towardZero)
        return abs(result) <= greatest ? result : .nan
    }

    /// Days from 1970-01-01 to the first of a month, in the proleptic Gregorian calendar.
    private static func daysBefore(year: Double, month: Double) -> Double {
        // Years begin in March, so that the leap day is the last day.
        let shifted = month < 2 ? year - 1 : year
        let fromMarch = month < 2 ? month + 10 : month - 2
        let era = (shifted / 400).rounded(.down)
        let inEra = shifted - era * 400
        let day = ((153 * fromMarch + 2) / 5).rounded(.down)
        return era * 146_097 + inEra * 365 + (inEra / 4).rounded(.down) - (inEra / 100).rounded(.down) + day - 719_468
    }

    /// - Returns: `nil` for NaN and for values outside the range of dates.
    static func parts(_ milliseconds: Double) -> (parts: Parts, weekday: Int)? {
        guard milliseconds.isFinite, abs(milliseconds) <= greatest else { return nil }
        let days = (milliseconds / 86_400_000).rounded(.down)
        let rest = milliseconds - days * 86_400_000
        let shifted = days + 719_468
        let era = (shifted / 146_097).rounded(.down)
        let inEra = shifted - era * 146_097
        let year =
            ((inEra - (inEra / 1_460).rounded(.down) + (inEra / 36_524).rounded(.down)
            - (inEra / 146_096).rounded(.down)) / 365).rounded(.down)
        let inYear = inEra - (365 * year + (year / 4).rounded(.down) - (year / 100).rounded(.down))
        let fromMarch = ((5 * inYear + 2) / 153).rounded(.down)
        let day = inYear - ((153 * fromMarch + 2) / 5).rounded(.down) + 1
        let month = fromMarch < 10 ? fromMarch + 2 : fromMarch - 10
        let parts = Parts(
            year: year + era * 400 + (month < 2 ? 1 : 0), month: month, day: day,
            hour: (rest / 3_600_000).rounded(.down),
            minute: (rest / 60_000).rounded(.down).truncatingRemainder(dividingBy: 60),
            second: (rest / 1_000).rounded(.down).truncatingRemainder(dividingBy: 60),
            millisecond: rest.truncatingRemainder(dividingBy: 1_000).rounded(.down))
        let weekday = Int((days + 4).truncatingRemainder(dividingBy: 7))
        return (parts, weekday < 0 ? weekday + 7 : weekday)
    }

    /// For example "2020-06-14T16:08:20.288Z".
    public static func text(_ milliseconds: Double) -> String {
        guard let (parts, _) = parts(milliseconds) else { return "Invalid Date" }
        func digits(_ value: Double, _ count: Int) -> String {
            let text = String(Int(abs(value)))
            return String(repeating: "0", count: max(count - text.count, 0)) + text
        }
        let year =
            (0...9999).contains(parts.year)
            ? digits(parts.year, 4) : (parts.year < 0 ? "-" : "+") + digits(parts.year, 6)
        let day = "\(year)-\(digits(parts.month + 1, 2))-\(digits(parts.day, 2))"
        return day
            + "T\(digits(parts.hour, 2)):\(digits(parts.minute, 2)):\(digits(parts.second, 2)).\(digits(parts.millisecond, 3))Z"
    }

    /// Parses an ISO 8601 date: from a year alone to fractions of a second with an offset. Without an offset it is in
    /// UTC.
    ///
    /// - Returns: `nil` if the text is not such a date.
    public static func read(_ text: String) -> Double? {
        var rest = Substring(text.trimmingCharacters(in: .whitespaces))
        var parts = Parts()
        func number(_ count: ClosedRange<Int>) -> Double? {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            guard count.contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            return Double(digits)
        }
        func take(_ characters: String) -> Bool {
            guard let first = rest.first, characters.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = number(4...4) else { return nil }
        parts.year = year
        if take("-") {
            guard let month = number(1...2), (1...12).contains(month) else { return nil }
            parts.month = month - 1
            if take("-") {
                guard let day = number(1...2), (1...31).contains(day) else { return nil }
                parts.day = day
            }
        }
        if take("T ") {
            guard let hour = number(1...2), hour <= 24, take(":"), let minute = number(2...2), minute < 60 else {
                return nil
            }
            (parts.hour, parts.minute) = (hour, minute)
            if take(":") {
                guard let second = number(2...2), second < 60 else { return nil }
                parts.second = second
                if take(".,") {
                    let digits = rest.prefix { ("0"..."9").contains($0) }
                    guard !digits.isEmpty, let fraction = Double("0." + digits) else { return nil }
                    rest = rest.dropFirst(digits.count)
                    parts.millisecond = (fraction * 1000 + 1e-6).rounded(.down)
                }
            }
            if take("Zz") {
            } else if let sign = rest.first, sign == "+" || sign == "-" {
                rest = rest.dropFirst()
                guard let hours = number(2...4) else { return nil }
                var offset =
                    hours >= 100
                    ? (hours / 100).rounded(.down) * 60 + hours.truncatingRemainder(dividingBy: 100) : hours * 60
                if hours < 100, take(":") {
                    guard let minutes = number(2...2) else { return nil }
                    offset += minutes
                }
                parts.minute -= sign == "+" ? offset : -offset
            }
        }
        guard rest.isEmpty else { return nil }
        // Reject days after the end of a short month, which would carry over into the next month.
        var day = Parts()
        (day.year, day.month, day.day) = (parts.year, parts.month, parts.day)
        guard let (read, _) = ScriptDate.parts(milliseconds(day)), read.month == day.month else { return nil }
        let result = milliseconds(parts)
        return result.isNaN ? nil : result
    }
}
