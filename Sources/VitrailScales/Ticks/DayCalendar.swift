import Foundation
import VitrailColumns

/// Days, months and years of a calendar, by day number: days since 1970-01-01, without time zones.
///
/// The Gregorian calendar is computed here, also before 1582, as in ISO 8601; all other calendars use Foundation.
package struct DayCalendar {
    /// `nil`: the Gregorian calendar.
    private let foundation: Calendar?
    /// 0 = Sunday.
    private let firstWeekday: Int

    init(_ calendar: Calendar) {
        firstWeekday = (calendar.firstWeekday + 6) % 7
        guard calendar.identifier != .gregorian, calendar.identifier != .iso8601 else {
            foundation = nil
            return
        }
        var calendar = calendar
        calendar.timeZone = .gmt
        foundation = calendar
    }

    var isGregorian: Bool { foundation == nil }

    package struct Parts: Equatable {
        package var year: Int
        /// 1…12; up to 13 in some calendars.
        var month: Int
        var day: Int
    }

    /// - Source: years counted from March, so that the leap day is the last one; 146,097 days in 400 years.
    package func parts(_ day: Int) -> Parts {
        if let foundation {
            let parts = foundation.dateComponents([.year, .month, .day], from: date(day))
            return Parts(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
        }
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return Parts(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// A day of the month that is too large becomes the month's last one.
    func adding(months: Int, to day: Int) -> Int {
        if let foundation {
            return foundation.date(byAdding: .month, value: months, to: date(day)).map(number) ?? day
        }
        let parts = parts(day)
        let count = parts.year * 12 + parts.month - 1 + months
        let year = Self.floored(count, 12)
        let month = count - year * 12 + 1
        return CellDate.daysSince1970(
            year: year, month: month, day: min(parts.day, CellDate.daysInMonth(month, year: year)))
    }

    func adding(years: Int, to day: Int) -> Int {
        if let foundation {
            return foundation.date(byAdding: .year, value: years, to: date(day)).map(number) ?? day
        }
        return adding(months: years * 12, to: day)
    }

    /// 0 = Sunday.
    static func weekday(_ day: Int) -> Int { day + 4 - floored(day + 4, 7) * 7 }

    func startOfWeek(_ day: Int) -> Int {
        let back = Self.weekday(day) - firstWeekday
        return day - (back < 0 ? back + 7 : back)
    }

    func startOfMonth(_ day: Int) -> Int { day - parts(day).day + 1 }

    func startOfYear(_ day: Int) -> Int {
        let start = startOfMonth(day)
        return adding(months: 1 - parts(start).month, to: start)
    }

    /// Integer division towards −∞.
    static func floored(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }

    /// Noon, far from the day boundary of every calendar.
    private func date(_ day: Int) -> Date { Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200) }

    private func number(_ date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }
}
