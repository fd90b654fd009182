package import Foundation

/// Time zones by their IANA identifiers.
package enum TimeZones {
    package static func isUTC(_ identifier: String) -> Bool {
        ["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Z"].contains(identifier)
    }

    /// - Returns: `nil` for an unknown identifier.
    package static func named(_ identifier: String) -> TimeZone? {
        isUTC(identifier) ? TimeZone(secondsFromGMT: 0) : TimeZone(identifier: identifier)
    }
}

extension ZoneClock {
    /// - Throws: `DataError.unknownTimeZone`.
    package init(identifier: String) throws(DataError) {
        guard let zone = TimeZones.named(identifier) else { throw .unknownTimeZone(identifier) }
        self.init(timeZone: zone)
    }
}

extension CellDate {
    /// Formats local seconds since 1970-01-01 00:00 as `2024-03-31 02:30`.
    static func text(_ seconds: Int) -> String {
        let day = (Double(seconds) / 86_400).rounded(.down)
        let rest = seconds - Int(day) * 86_400
        let (year, month, date) = civil(day: Int(day))
        func padded(_ number: Int, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return
            "\(padded(year, 4))-\(padded(month, 2))-\(padded(date, 2)) \(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2))"
    }

    /// The date of a day counted from 1970-01-01.
    ///
    /// - Source: The inverse of `daysSince1970`: years count from March, 400 years have 146,097 days.
    private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension DateUnit {
    /// Local seconds of eight-digit numbers that are dates, such as 20200102. `nil`: not all are dates, or there are
    /// fewer than two.
    static func compactDates(_ values: [Double]) -> [Double]? {
        var count = 0
        for value in values where value.isFinite {
            // Data have plausible years: other eight-digit numbers are numbers.
            guard value >= 1800_00_00, value < 2200_00_00 else { return nil }
            count += 1
        }
        guard count > 1, assumed(for: values.span) == .calendarDays else { return nil }
        return values.map { Assumption.calendarDays.seconds($0) }
    }
}

extension WrittenOffsets {
    /// The offsets of a column with only local times.
    package static let local: WrittenOffsets = {
        var offsets = WrittenOffsets()
        _ = offsets.add(nil)
        return offsets
    }()
}
