import Foundation

/// Dates as tick labels in the axis' calendar, by Unicode date patterns.
struct DateLabel {
    let calendar: Calendar
    private let formatter: DateFormatter?
    private let pattern: String

    /// - Parameter pattern: Unicode TR 35 date pattern. Patterns made of plain fields (y, M, d, H, m, s, E) in the default locale are written
    ///   here; anything else goes through a `DateFormatter`, whose first use costs a millisecond.
    init(pattern: String, calendar: Calendar) {
        self.calendar = calendar
        self.pattern = pattern
        let plain = Set("yMdHmsE")
        let letters = pattern.filter(\.isLetter)
        if letters.allSatisfy(plain.contains), !pattern.contains("'"), !pattern.contains("MMMMM"),
            calendar.locale?.identifier == "en_US_POSIX"
        {
            formatter = nil
        } else {
            let formatter = DateFormatter()
            formatter.calendar = calendar
            formatter.timeZone = calendar.timeZone
            formatter.locale = calendar.locale ?? Locale(identifier: "en_US_POSIX")
            formatter.dateFormat = pattern
            self.formatter = formatter
        }
    }

    /// The pattern that says enough for ticks of this frequency.
    static func pattern(for unit: DateFrequency.Unit) -> String {
        switch unit {
        case .year: "yyyy"
        case .month: "MMM yyyy"
        case .week, .day: "dd MMM"
        case .hour, .minute: "HH:mm"
        case .second: "HH:mm:ss"
        }
    }

    func text(_ seconds: Double) -> String {
        let date = Date(timeIntervalSince1970: seconds)
        if let formatter { return formatter.string(from: date) }
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
        var result = ""
        var rest = pattern[...]
        while let letter = rest.first {
            let run = rest.prefix { $0 == letter }
            rest = rest.dropFirst(run.count)
            result += letter.isLetter ? field(letter, width: run.count, parts) : String(run)
        }
        return result
    }

    private func field(_ letter: Character, width: Int, _ parts: DateComponents) -> String {
        func padded(_ value: Int?) -> String {
            let digits = String(value ?? 0)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        switch letter {
        case "y": return width == 2 ? String((parts.year ?? 0) % 100 + 100).suffix(2).description : padded(parts.year)
        case "M" where width >= 3:
            let name = Self.months[((parts.month ?? 1) - 1) % 12]
            return width == 3 ? String(name.prefix(3)) : name
        case "M": return padded(parts.month)
        case "d": return padded(parts.day)
        case "H": return padded(parts.hour)
        case "m": return padded(parts.minute)
        case "s": return padded(parts.second)
        default:
            let name = Self.weekdays[((parts.weekday ?? 1) - 1) % 7]
            return width <= 3 ? String(name.prefix(3)) : name
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
}
