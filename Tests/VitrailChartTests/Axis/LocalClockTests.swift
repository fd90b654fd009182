import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailScales

@Suite("Wall clocks")
struct LocalClockTests {
    private func clock(_ zone: String) throws -> (LocalClock, Calendar) {
        var calendar = DateTimeAxis.defaultCalendar
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return (LocalClock(calendar), calendar)
    }

    static let zones = [
        "UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "America/Sao_Paulo", "Pacific/Apia",
        "Australia/Lord_Howe",
        "Africa/Casablanca", "America/St_Johns",
    ]

    @Test("days, months and years are Foundation's since 1583", arguments: zones)
    func days(zone: String) throws {
        let (clock, calendar) = try clock(zone)
        var random = SeededNumbers(seed: 3)
        for _ in 0..<500 {
            let instant = Double.random(in: -1.2e10...2.5e11, using: &random).rounded()
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second, .weekday], from: Date(timeIntervalSince1970: instant))
            let wall = clock.wall(instant)
            let day = LocalClock.day(of: wall)
            #expect(
                clock.days.parts(day)
                    == DayCalendar.Parts(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0))
            #expect(DayCalendar.weekday(day) == (parts.weekday ?? 0) - 1)
            let time = Int(wall) - day * 86_400
            let shown = [parts.hour, parts.minute, parts.second].map { $0 ?? -1 }
            #expect([time / 3600, time / 60 % 60, time % 60] == shown)
        }
    }

    @Test("what a wall shows comes from an instant that shows it", arguments: zones)
    func instants(zone: String) throws {
        let (clock, _) = try clock(zone)
        var random = SeededNumbers(seed: 4)
        var skipped = 0
        for k in 0..<1500 {
            var wall = (Double.random(in: 1.0e9...1.8e9, using: &random) / 900).rounded() * 900
            // Half of the times are within two hours of a change.
            if k % 2 == 0, let change = clock.nextChange(after: wall) {
                wall = clock.wall(change) + Double(Int.random(in: -8...8, using: &random)) * 900
            }
            let found = clock.instant(wall: wall)
            if found.isShown {
                #expect(clock.wall(found.instant) == wall)
                #expect(clock.wall(found.instant - 3600) != wall, "not the first time that it is shown")
            } else {
                skipped += 1
                #expect(clock.wall(found.instant) > wall)
                #expect(clock.wall(found.instant - 1) < wall)
            }
        }
        #expect((skipped > 0) == !["UTC", "Asia/Kathmandu"].contains(zone))
    }

    @Test("the last day of a month is clamped, years keep 29 February where they can")
    func clamping() throws {
        let days = try clock("UTC").0.days
        func day(_ text: String) -> Int { LocalClock.day(of: seconds(text)) }
        #expect(days.adding(months: 1, to: day("2023-01-31")) == day("2023-02-28"))
        #expect(days.adding(months: 13, to: day("2023-01-31")) == day("2024-02-29"))
        #expect(days.adding(months: -2, to: day("2023-01-31")) == day("2022-11-30"))
        #expect(days.adding(years: 1, to: day("2024-02-29")) == day("2025-02-28"))
        #expect(days.adding(years: -4, to: day("2024-02-29")) == day("2020-02-29"))
        #expect(days.startOfYear(day("2024-07-04")) == day("2024-01-01"))
    }
}
