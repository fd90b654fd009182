import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailColumns

@Suite struct ZoneClockTests {
    static let zones = [
        "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca",
        "Europe/Moscow",
        "America/Sao_Paulo", "Asia/Kolkata", "UTC",
    ]

    /// Every change of the years 1900 to 2100, and the hours around it.
    @Test(arguments: zones)
    func instantsComeBackAroundEachChange(identifier: String) throws {
        let zone = try #require(TimeZone(identifier: identifier))
        func offset(_ instant: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))) }
        var clock = ZoneClock(timeZone: zone)
        var change = wallSeconds(1900)
        while let date = zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: Double(change))),
            date.timeIntervalSince1970 < Double(wallSeconds(2100))
        {
            change = Int(date.timeIntervalSince1970)
            let (before, after) = (offset(change - 1), offset(change))
            let (repeated, missing) = (clock.repeated, clock.missing)
            var twice = 0
            for instant in stride(from: change - 10_800, to: change + 10_800, by: 900) {
                let wall = instant + offset(instant)
                // A wall-clock time that occurs twice means the first occurrence.
                if wall >= change + after, wall < change + before { twice += 1 }
                let expected = instant >= change && wall < change + before ? wall - before : instant
                #expect(clock.seconds(of: WrittenDate(wholeSeconds: wall)) == Double(expected))
            }
            #expect(clock.repeated - repeated == twice)
            #expect(clock.missing == missing)
            guard after > before else { continue }
            for wall in stride(from: change + before, to: change + after, by: 900) {
                #expect(clock.seconds(of: WrittenDate(wholeSeconds: wall)) == Double(wall - before))
            }
            #expect(clock.missing - missing == (after - before + 899) / 900)
        }
    }

    @Test func newYorkHasARepeatedAndAMissingHour() throws {
        var clock = ZoneClock(timeZone: try #require(TimeZone(identifier: "America/New_York")))
        func utc(_ wall: Int) -> Int { Int(clock.seconds(of: WrittenDate(wholeSeconds: wall))) }
        #expect(utc(wallSeconds(2024, 7, 1, 12)) == wallSeconds(2024, 7, 1, 16))
        #expect(utc(wallSeconds(2024, 11, 3, 1, 30)) == wallSeconds(2024, 11, 3, 5, 30))
        #expect(utc(wallSeconds(2024, 3, 10, 2, 30)) == wallSeconds(2024, 3, 10, 7, 30))
        #expect(utc(wallSeconds(2024, 3, 10, 3)) == wallSeconds(2024, 3, 10, 7))
        #expect(utc(wallSeconds(2025, 11, 2, 1)) == wallSeconds(2025, 11, 2, 5))
        #expect((clock.repeated, clock.missing) == (2, 1))
        #expect(clock.firstRepeated == wallSeconds(2024, 11, 3, 1, 30))
        #expect(clock.firstMissing == wallSeconds(2024, 3, 10, 2, 30))
    }

    @Test func offsetsInTheTextHavePrecedence() throws {
        var clock = ZoneClock(timeZone: try #require(TimeZone(identifier: "America/New_York")))
        let date = WrittenDate(wholeSeconds: wallSeconds(2024, 3, 10, 2, 30), fraction: 0.25, offset: 3600)
        #expect(clock.seconds(of: date) == Double(wallSeconds(2024, 3, 10, 1, 30)) + 0.25)
        #expect(clock.missing == 0)
    }

    @Test func yearsInAnyOrderAgree() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        var random = SeededNumbers(seed: 3)
        let walls = (0..<2_000).map { _ in Int.random(in: wallSeconds(1)..<wallSeconds(9999, 12, 31), using: &random) }
        var together = ZoneClock(timeZone: zone)
        for wall in walls.prefix(300) {
            var alone = ZoneClock(timeZone: zone)
            let date = WrittenDate(wholeSeconds: wall)
            #expect(together.seconds(of: date) == alone.seconds(of: date))
        }
        for wall in walls {
            let missing = together.missing
            let instant = Int(together.seconds(of: WrittenDate(wholeSeconds: wall)))
            let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
            #expect((instant + offset == wall) == (together.missing == missing))
        }
    }
}
