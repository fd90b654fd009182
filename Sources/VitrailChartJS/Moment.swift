import Foundation
import VitrailScript

/// Parses, rounds and formats dates like the adapters of Chart.js, in UTC.
enum Moment {
    enum Unit: String, CaseIterable {
        case millisecond, second, minute, hour, day, week, month, quarter, year

        /// Milliseconds.
        var size: Double {
            switch self {
            case .millisecond: 1
            case .second: 1_000
            case .minute: 60_000
            case .hour: 3_600_000
            case .day: 86_400_000
            case .week: 604_800_000
            case .month: 2.628e9
            case .quarter: 7.884e9
            case .year: 3.154e10
            }
        }

        var isCommon: Bool { self != .week && self != .quarter }

        /// Maximum units per tick. For more, the next larger unit is used.
        var steps: Double {
            switch self {
            case .millisecond: 1_000
            case .second, .minute: 60
            case .hour: 24
            case .day: 30
            case .week, .quarter: 4
            case .month: 12
            case .year: .greatestFiniteMagnitude
            }
        }

        /// The default format of the adapter for moment.
        var format: String {
            switch self {
            case .millisecond: "h:mm:ss.SSS a"
            case .second: "h:mm:ss a"
            case .minute: "h:mm a"
            case .hour: "hA"
            case .day: "MMM D"
            case .week: "ll"
            case .month: "MMM YYYY"
            case .quarter: "[Q]Q - YYYY"
            case .year: "YYYY"
            }
        }
    }

    struct Parts {
        var year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0
        /// 0: Sunday.
        var weekday = 4

        init() {}

        init(_ time: Double) {
            let days = Int((time / 86_400_000).rounded(.down))
            let rest = Int(time - Double(days) * 86_400_000)
            (hour, minute, second, millisecond) = (
                rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60, rest % 1_000
            )
            weekday = ((days + 4) % 7 + 7) % 7
            let shifted = days + 719_468
            let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
            let inEra = shifted - era * 146_097
            let yearOfEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
            let dayOfYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let fromMarch = (5 * dayOfYear + 2) / 153
            day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
            month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
            year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        }

        var time: Double {
            let months = month - 1
            let year = self.year + (months >= 0 ? months / 12 : (months - 11) / 12)
            let month = (months % 12 + 12) % 12 + 1
            let shifted = month <= 2 ? year - 1 : year
            let era = (shifted >= 0 ? shifted : shifted - 399) / 400
            let yearOfEra = shifted - era * 400
            let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
            let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
            return Double(days) * 86_400_000 + Double(hour) * 3_600_000 + Double(minute) * 60_000 + Double(second)
                * 1_000 + Double(millisecond)
        }
    }

    static func start(of unit: Unit, _ time: Double) -> Double {
        var parts = Parts(time)
        switch unit {
        case .millisecond: return time.rounded(.down)
        case .second, .minute, .hour, .day: return (time / unit.size).rounded(.down) * unit.size
        case .week: return (time / 86_400_000).rounded(.down) * 86_400_000 - Double(parts.weekday) * 86_400_000
        case .month: break
        case .quarter: parts.month = (parts.month - 1) / 3 * 3 + 1
        case .year: parts.month = 1
        }
        (parts.day, parts.hour, parts.minute, parts.second, parts.millisecond) = (1, 0, 0, 0, 0)
        return parts.time
    }

    static func add(_ count: Int, _ unit: Unit, to time: Double) -> Double {
        var parts = Parts(time)
        switch unit {
        case .month: parts.month += count
        case .quarter: parts.month += 3 * count
        case .year: parts.year += count
        default: return time + Double(count) * unit.size
        }
        return parts.time
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// Longer tokens first.
    private static let tokens = [
        "YYYY", "yyyy", "MMMM", "dddd", "SSS", "MMM", "ddd", "DD", "dd", "Do", "MM", "YY", "yy", "HH", "hh", "mm", "ss",
        "ll", "LL", "LT", "SS", "D", "d", "M",
        "H", "h", "m", "s", "S", "A", "a", "Q", "X", "x", "Z",
    ]

    static func text(_ time: Double, _ format: String) -> String {
        guard time.isFinite, abs(time) <= 8.64e15 else { return "" }
        let parts = Parts(time)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let hour12 = parts.hour % 12 == 0 ? 12 : parts.hour % 12
        var result = ""
        var rest = Substring(format.prefix(200))
        while let first = rest.first {
            if first == "[", let end = rest.firstIndex(of: "]") {
                result += rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
                continue
            }
            guard let token = tokens.first(where: { rest.hasPrefix($0) }) else {
                result.append(first)
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(token.count)
            switch token {
            case "YYYY", "yyyy":
                result +=
                    parts.year < 1_000
                    ? String(repeating: "0", count: max(0, 4 - "\(parts.year)".count)) + "\(parts.year)"
                    : "\(parts.year)"
            case "YY", "yy": result += two(abs(parts.year) % 100)
            case "MMMM": result += months[parts.month - 1]
            case "MMM": result += months[parts.month - 1].prefix(3)
            case "MM": result += two(parts.month)
            case "M": result += "\(parts.month)"
            case "DD": result += two(parts.day)
            case "D", "d": result += "\(parts.day)"
            case "Do":
                result +=
                    "\(parts.day)"
                    + (parts.day / 10 == 1 ? "th" : ["th", "st", "nd", "rd"][parts.day % 10 < 4 ? parts.day % 10 : 0])
            case "dddd": result += days[parts.weekday]
            case "ddd": result += days[parts.weekday].prefix(3)
            case "dd": result += two(parts.day)
            case "HH": result += two(parts.hour)
            case "H": result += "\(parts.hour)"
            case "hh": result += two(hour12)
            case "h": result += "\(hour12)"
            case "mm": result += two(parts.minute)
            case "m": result += "\(parts.minute)"
            case "ss": result += two(parts.second)
            case "s": result += "\(parts.second)"
            case "SSS": result += (parts.millisecond < 100 ? "0" : "") + two(parts.millisecond)
            case "SS": result += two(parts.millisecond / 10)
            case "S": result += "\(parts.millisecond / 100)"
            case "A": result += parts.hour < 12 ? "AM" : "PM"
            case "a": result += parts.hour < 12 ? "am" : "pm"
            case "Q": result += "\((parts.month - 1) / 3 + 1)"
            case "ll": result += "\(months[parts.month - 1].prefix(3)) \(parts.day), \(parts.year)"
            case "LL": result += "\(months[parts.month - 1]) \(parts.day), \(parts.year)"
            case "LT": result += "\(hour12):\(two(parts.minute)) \(parts.hour < 12 ? "AM" : "PM")"
            case "X": result += "\(Int((time / 1_000).rounded(.down)))"
            case "x": result += "\(Int(time))"
            default: result += "+00:00"
            }
        }
        return result
    }

    /// Parses a date with a pattern. `nil`: the text does not match.
    static func read(_ text: String, _ format: String) -> Double? {
        var parts = Parts()
        var isAfternoon: Bool?
        var rest = Substring(text), pattern = Substring(format.prefix(200))
        func number(_ maximum: Int) -> Int? {
            let digits = rest.prefix(maximum).prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            return Int(digits)
        }
        while let first = pattern.first {
            guard let token = tokens.first(where: { pattern.hasPrefix($0) }) else {
                pattern = pattern.dropFirst()
                if first != "[", first != "]", let next = rest.first, !next.isNumber { rest = rest.dropFirst() }
                continue
            }
            pattern = pattern.dropFirst(token.count)
            if rest.isEmpty { break }
            switch token {
            case "YYYY", "yyyy":
                guard let value = number(4) else { return nil }
                parts.year = value
            case "YY", "yy":
                guard let value = number(2) else { return nil }
                parts.year = value + (value > 68 ? 1_900 : 2_000)
            case "MM", "M":
                guard let value = number(2), 1...12 ~= value else { return nil }
                parts.month = value
            case "MMMM", "MMM":
                guard let index = months.firstIndex(where: { rest.lowercased().hasPrefix($0.prefix(3).lowercased()) })
                else { return nil }
                rest = rest.drop { $0.isLetter }
                parts.month = index + 1
            case "DD", "D", "d", "dd":
                guard let value = number(2), 1...31 ~= value else { return nil }
                parts.day = value
            case "HH", "H", "hh", "h":
                guard let value = number(2), 0...24 ~= value else { return nil }
                parts.hour = value
            case "mm", "m":
                guard let value = number(2), 0...59 ~= value else { return nil }
                parts.minute = value
            case "ss", "s":
                guard let value = number(2), 0...59 ~= value else { return nil }
                parts.second = value
            case "SSS":
                guard let value = number(3) else { return nil }
                parts.millisecond = value
            case "A", "a":
                isAfternoon = rest.first?.lowercased() == "p"
                rest = rest.drop { $0.isLetter }
            case "X": return number(15).map { Double($0) * 1_000 }
            case "x": return number(18).map { Double($0) }
            default: return nil
            }
        }
        if let isAfternoon { parts.hour = parts.hour % 12 + (isAfternoon ? 12 : 0) }
        return parts.time
    }

    /// The date in the format of descriptions.
    static func iso(_ time: Double) -> String { ScriptDate.text(time.rounded()) }
}
