import Foundation

/// What clocks and calendars show on an axis: wall-clock time in its time zone, and its calendar's days.
///
/// Wall-clock time is counted in seconds, too: those since 1970-01-01 00:00 that a clock on the wall would have shown.
struct LocalClock {
    let days: DayCalendar
    private let zone: TimeZone
    /// Of zones that never change.
    private let fixedOffset: Double?

    init(_ calendar: Calendar) {
        days = DayCalendar(calendar)
        zone = calendar.timeZone
        let never = zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: -1e10)) == nil
        fixedOffset = never ? Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0))) : nil
    }

    /// Seconds that the wall is ahead of UTC.
    func offset(at instant: Double) -> Double {
        fixedOffset ?? Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant)))
    }

    func wall(_ instant: Double) -> Double { instant + offset(at: instant) }

    /// When the offset changes next; nil = never.
    func nextChange(after instant: Double) -> Double? {
        guard fixedOffset == nil else { return nil }
        return zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: instant))?.timeIntervalSince1970
    }

    /// When the wall shows a time: the first of two times that it does, and the end of the hour that is skipped when it never does.
    func instant(wall: Double) -> (instant: Double, isShown: Bool) {
        if let fixedOffset { return (wall - fixedOffset, true) }
        // No clock is farther from UTC than this.
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

    /// `count` steps after an instant, as a calendar counts them: 6 h after midnight is 6:00 whatever clocks did in between, a month after
    /// the 31st is the next month's last day.
    func adding(_ count: Int, _ frequency: DateFrequency, to instant: Double) -> Double {
        self.instant(wall: adding(count, frequency, toWall: wall(instant))).instant
    }

    /// The same between wall-clock times.
    func adding(_ count: Int, _ frequency: DateFrequency, toWall wall: Double) -> Double {
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

    /// - Parameter wall: of the years that ticks and labels have, or ±10¹³ s; never NaN.
    static func day(of wall: Double) -> Int { Int((wall / 86_400).rounded(.down)) }
}
