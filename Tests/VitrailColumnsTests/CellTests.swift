import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailColumns

@Suite struct CellTests {
    private func number(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        return CellNumber.parse(bytes.span, bytes.indices)
    }

    @Test(arguments: [
        "0", "-0", "1", "+1", "12.5", ".5", "5.", "-3.25e2", "1e22", "1e-22", "1e23", "9007199254740993", "0.1",
        "123456789012345678", "18446744073709551616", "99999999999999999999", "1.7976931348623157e308",
        "4.9e-324",
        "2.2250738585072011e-308", "0.30000000000000004", "00000000000000000000000001.5", "8.41e21", "1E+2",
        "1e-400", "3.14159265358979323846264338327950288",
    ])
    func numbersAreTheNearestDouble(text: String) throws {
        let value = try #require(number(text))
        let expected = try #require(Double(text.hasPrefix("+") ? String(text.dropFirst()) : text))
        #expect(value.bitPattern == expected.bitPattern)
    }

    @Test func randomNumbersComeBackExactly() {
        var random = SeededNumbers(seed: 1)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            #expect(number(String(value)) == value)
            let short = (Double.random(in: -1e6...1e6, using: &random) * 1000).rounded() / 1000
            #expect(number(String(short)) == short)
        }
    }

    @Test(arguments: [
        "", "-", "+", ".", "-.", "e5", "1e", "1e+", "1x", "0x10", "1,5", "1 2", "1_0", "nan", "inf", "1e999",
        "--1", "1.2.3",
        "1e5.5", "１",
    ])
    func otherTextsAreNoNumbers(text: String) {
        #expect(number(text) == nil)
    }

    @Test(arguments: [
        ("1970-01-01", 0.0), ("2013-01-01", 1_356_998_400), ("2012/02/29", 1_330_473_600),
        ("1969-12-31", -86_400),
        ("2000-02-29T00:00:00Z", 951_782_400), ("2013-01-01T10:00:00Z", 1_357_034_400),
        ("2013-01-01 10:00", 1_357_034_400), ("2013-01-01 10:00:30", 1_357_034_430),
        ("2013-01-01T10:00:00.25", 1_357_034_400.25), ("2013-01-01T10:00:00+01:00", 1_357_030_800),
        ("2013-01-01T10:00-0530", 1_357_054_200), ("2013-01-01t10:00:00z", 1_357_034_400),
        ("2013-01-01T10:00:00+02", 1_357_027_200), ("0001-01-01", -62_135_596_800),
        ("9999-12-31", 253_402_214_400),
        ("2013-01-01T10:00:00.12345678901234567890", 1_357_034_400.123456789), ("2013-01", 1_356_998_400),
        ("2013-01-01 10:00:00 UTC", 1_357_034_400), ("2013-01-01 10:00:00 gmt", 1_357_034_400),
        ("2013-01-01 10:00:00 +0100", 1_357_030_800),
        ("2013-01-01T10:00:00UTC", 1_357_034_400),
    ])
    func datesAreSecondsSince1970(text: String, seconds: Double) throws {
        let value = try #require(CellDate.parse(text))
        #expect(abs(value - seconds) < 1e-6)
    }

    @Test(arguments: [
        "", "2013", "2013-", "2013/01", "2013-13", "2013-01 10:00", "2013-01T", "2013-13-01", "2013-00-01",
        "2013-02-29", "2013-02-30", "2013-04-31",
        "1900-02-29",
        "2013-1-1", "2013-01/01", "2013-01-01T", "2013-01-01T24:00", "2013-01-01T10:60", "2013-01-01T10:00:60",
        "2013-01-01T10:00:00.", "2013-01-01T10:00:00+", "2013-01-01T10:00:00+1", "2013-01-01T10:00:00+25:00",
        "2013-01-01T10:00:00Zx", "2013-01-01x", "20130101", "-013-01-01", "2013-01-01T10",
        "2013-01-01T10:00:00+01:60", "2013-01-01T10:00:00  UTC", "2013-01-01T10:00:00 UT", "2013-01-01T10:00:00 ",
        "2013-01-01 UTC",
    ])
    func otherTextsAreNoDates(text: String) {
        #expect(CellDate.parse(text) == nil)
    }

    /// Foundation's calendar is the reference; its dates before 1582 are Julian, ours are not.
    @Test func everyMonthSince1583AgreesWithFoundation() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0)!
        for year in stride(from: 1583, through: 2500, by: 7) {
            for month in 1...12 {
                let date = calendar.date(from: DateComponents(year: year, month: month, day: 1))!
                #expect(
                    Double(CellDate.daysSince1970(year: year, month: month, day: 1)) * 86_400
                        == date.timeIntervalSince1970)
                #expect(
                    CellDate.daysInMonth(month, year: year)
                        == calendar.range(of: .day, in: .month, for: date)!.count)
            }
        }
    }
}
