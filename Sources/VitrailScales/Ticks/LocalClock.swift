package import Foundation

/// Local time of an axis: wall-clock time in its time zone, and the days of its calendar.
///
/// Wall-clock time is in seconds since 1970-01-01 00:00 as shown by a local clock.
package struct LocalClock {
    package let days: DayCalendar
    private let zone: TimeZone
    /// Offset of a zone that never changes it. `nil`: the offset varies.
    private let fixedOffset: Double?

    package init(_ calendar: Calendar) {
        days = DayCalendar(calendar)
        zone = calendar.timeZone
        let never = zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: -1e10)) == nil
        fixedOffset = never ? Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0))) : nil
    }

    /// Seconds that the wall clock is ahead of UTC.
    func offset(at instant: Double) -> Double {
        fixedOffset ?? Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant)))
    }

    package func wall(_ instant: Double) -> Double { instant + offset(at: instant) }

    /// Instant of the next offset change. `nil`: never.
    func nextChange(after instant: Double) -> Double? {
        guard fixedOffset == nil else { return nil }
        return zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: instant))?.timeIntervalSince1970
    }

    /// Instant of a wall-clock time: the first of two if the time repeats, the end of the skipped hour if the time
    /// never occurs.
    package func instant(wall: Double) -> (instant: Double, isShown: Bool) {
        if let fixedOffset { return (wall - fixedOffset, true) }
        // No time zone is farther from UTC.
        let early = wall - Self.farthest
        let (before, after) = (offset(at: early), offset(at: wall + Self.farthest))
        if before == after { return (wall - before, true) }
        if offset(at: wall - before) == before { return (wall - before, true) }
        if offset(at: wall - after) == after { return (wall - after, true) }
        var change = early
        while let next = nextChange(after: change), next < wall + Self.farthest {
            change = next
            if offset(at: change) != before { break }
        }
        return (change, false)
    }

    private static let farthest = 16 * 3600.0

    /// Instant `count` calendar steps after another one: 6 h after midnight is 6:00 in spite of clock changes, and a
    /// month after the 31st is the next month's last day.
    package func adding(_ count: Int, _ frequency: DateFrequency, to instant: Double) -> Double {
        self.instant(wall: adding(count, frequency, toWall: wall(instant))).instant
    }

    /// Same as above, between wall-clock times.
    package func adding(_ count: Int, _ frequency: DateFrequency, toWall wall: Double) -> Double {
        let (n, isLost) = count.multipliedReportingOverflow(by: frequency.count)
        guard !isLost, abs(Double(n)) * frequency.unit.seconds < 1e13 else { return count < 0 ? -1e13 : 1e13 }
        switch frequency.unit {
        case .second, .minute, .hour, .day, .week: return wall + Double(n) * frequency.unit.seconds
        case .month, .year:
            let day = Self.day(of: wall)
            let moved = frequency.unit == .month ? days.adding(months: n, to: day) : days.adding(years: n, to: day)
            return wall + Double(moved - day) * 86_400
        }
    }

    /// - Parameter wall: in the supported years, or ±10¹³ s; never NaN.
    package static func day(of wall: Double) -> Int { Int((wall / 86_400).rounded(.down)) }
}
