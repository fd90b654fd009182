import Foundation
import Synchronization

/// Names of months and weekdays in a locale.
struct DateSymbols: Sendable {
    let months: [String]
    let shortMonths: [String]
    /// Starting with Sunday.
    let weekdays: [String]
    let shortWeekdays: [String]

    /// `nil` for locales that do not write dates with the digits 0 to 9.
    static func of(_ locale: Locale) -> DateSymbols? {
        if locale.identifier == "en_US_POSIX" { return english }
        return known.withLock { known in
            if let symbols = known[locale.identifier] { return symbols }
            let symbols = make(locale)
            if known.count < maxKnown { known[locale.identifier] = symbols }
            return symbols
        }
    }

    private static let known = Mutex<[String: DateSymbols?]>([:])
    private static let maxKnown = 64

    private static func make(_ locale: Locale) -> DateSymbols? {
        guard locale.numberingSystem.identifier == "latn" else { return nil }
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.calendar = Calendar(identifier: .gregorian)
        let (months, short) = (formatter.monthSymbols, formatter.shortMonthSymbols)
        let (weekdays, shortWeekdays) = (formatter.weekdaySymbols, formatter.shortWeekdaySymbols)
        guard months.count == 12, short.count == 12,
            weekdays.count == 7, shortWeekdays.count == 7
        else { return nil }
        return DateSymbols(months: months, shortMonths: short, weekdays: weekdays, shortWeekdays: shortWeekdays)
    }

    private static let english: DateSymbols = {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        func short(_ names: [String]) -> [String] { names.map { String($0.prefix(3)) } }
        return DateSymbols(
            months: months, shortMonths: short(months), weekdays: weekdays, shortWeekdays: short(weekdays))
    }()
}
