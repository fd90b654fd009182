/// The fields that the steps of a `DateFormat` read from a text, before they are checked against the calendar.
struct DateFields {
    var year = 1970
    var month = 1
    var day = 1
    package var hour = 0
    package var minute = 0
    var second = 0
    var fraction = 0.0
    /// Seconds ahead of UTC.
    var offset: Int?
    /// Seconds since 1970 UTC, which replace all other fields.
    var epoch: Int?
    /// 1…4; 0: none.
    var quarter = 0
    /// 1…366; 0: none.
    var dayOfYear = 0
    /// Week number; −1: none.
    var week = -1
    var weekRule = WeekRule.iso
    /// 0 = Sunday … 6 = Saturday; −1: none.
    var weekday = -1
    var half = Half.none
    var parts: Parts = []

    enum Half: UInt8 { case none, am, pm }

    /// The first week of a year: the one with the first Thursday, or from the first Sunday or Monday.
    enum WeekRule: UInt8 { case iso, fromSunday, fromMonday }

    /// The optional parts of a time of day in a text.
    struct Parts: OptionSet, Hashable, Sendable {
        var rawValue: UInt16
        static let clock = Parts(rawValue: 1)
        static let minutes = Parts(rawValue: 2)
        static let seconds = Parts(rawValue: 4)
        static let fraction = Parts(rawValue: 8)
        static let commaFraction = Parts(rawValue: 16)
        static let half = Parts(rawValue: 32)
        static let blankHalf = Parts(rawValue: 64)
        static let zone = Parts(rawValue: 128)
        static let blankZone = Parts(rawValue: 256)
        static let separatorT = Parts(rawValue: 512)
        static let separatorComma = Parts(rawValue: 1024)
        static let separatorLine = Parts(rawValue: 2048)
        /// Hours, minutes and seconds without colons.
        static let compact = Parts(rawValue: 4096)
        /// A zone name such as `UTC` or `EST`.
        static let zoneName = Parts(rawValue: 8192)
        static let separatorColon = Parts(rawValue: 16_384)
        static let separatorHyphen = Parts(rawValue: 32_768)
    }

    /// The date. `nil`: the calendar or the clock does not have it.
    func written(checkingWeekday: Bool) -> WrittenDate? {
        if let epoch { return WrittenDate(wholeSeconds: epoch, fraction: fraction, offset: 0) }
        guard let number = dayNumber, let second = secondOfDay else { return nil }
        if checkingWeekday, weekday >= 0, Self.weekday(ofDay: number) != weekday { return nil }
        return WrittenDate(wholeSeconds: number * 86_400 + second, fraction: fraction, offset: offset)
    }

    private var secondOfDay: Int? {
        var hour = hour
        if half != .none {
            // 13:00 PM is redundant, 13:00 AM is contradictory.
            guard hour <= 12 || half == .pm else { return nil }
            if hour <= 12 { hour = hour % 12 + (half == .pm ? 12 : 0) }
        }
        // 24:00 is the end of the day; second 60 is a leap second.
        guard hour < 24 || hour == 24 && minute == 0 && second == 0 && fraction == 0, minute < 60,
            second < 60 || second == 60 && minute == 59
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private var dayNumber: Int? {
        guard year >= 1, year <= 9999 else { return nil }
        if week >= 0 { return dayOfWeek }
        if dayOfYear > 0 {
            guard dayOfYear <= 337 + CellDate.daysInMonth(2, year: year) else { return nil }
            return CellDate.daysSince1970(year: year, month: 1, day: 1) + dayOfYear - 1
        }
        let month = quarter > 0 ? quarter * 3 - 2 : month
        guard month >= 1, month <= 12, day >= 1, day <= CellDate.daysInMonth(month, year: year) else { return nil }
        return CellDate.daysSince1970(year: year, month: month, day: day)
    }

    /// The day number for a week and weekday; without a weekday, the first day of the week.
    private var dayOfWeek: Int? {
        let newYear = CellDate.daysSince1970(year: year, month: 1, day: 1)
        switch weekRule {
        case .iso:
            // 4 January is in the first week.
            let first = Self.monday(ofDay: newYear + 3)
            let next = Self.monday(ofDay: CellDate.daysSince1970(year: year + 1, month: 1, day: 4))
            let monday = first + (week - 1) * 7
            guard week >= 1, monday < next else { return nil }
            return monday + (weekday < 0 ? 0 : (weekday + 6) % 7)
        case .fromSunday, .fromMonday:
            let start = weekRule == .fromSunday ? 0 : 1
            let first = newYear + (7 + start - Self.weekday(ofDay: newYear)) % 7
            guard week <= 53 else { return nil }
            let day = first + (week - 1) * 7 + (weekday < 0 ? 0 : (weekday + 7 - start) % 7)
            return day >= newYear && day < CellDate.daysSince1970(year: year + 1, month: 1, day: 1) ? day : nil
        }
    }

    /// 0 = Sunday.
    static func weekday(ofDay number: Int) -> Int { ((number + 4) % 7 + 7) % 7 }

    private static func monday(ofDay number: Int) -> Int { number - (weekday(ofDay: number) + 6) % 7 }
}
