import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailColumns

/// Wall-clock seconds since 1970 in Foundation's Gregorian calendar.
func wallSeconds(
    _ year: Int, _ month: Int = 1, _ day: Int = 1, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
)
    -> Int
{
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = calendar.date(
        from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
    return Int(date!.timeIntervalSince1970)
}

@Suite struct DateFormatTests {
    @Test(arguments: [
        ("%Y", "2020", wallSeconds(2020)), ("%Y-%m-%d", "2020-05-06", wallSeconds(2020, 5, 6)),
        ("%Y-%m-%d", "2020-5-6", wallSeconds(2020, 5, 6)), ("%d/%m/%Y", "06/05/2020", wallSeconds(2020, 5, 6)),
        ("%m-%d-%Y", "05-06-2020", wallSeconds(2020, 5, 6)), ("%Y%m%d", "20200506", wallSeconds(2020, 5, 6)),
        ("%y%m%d", "690506", wallSeconds(1969, 5, 6)), ("%y%m%d", "680506", wallSeconds(2068, 5, 6)),
        ("%e. %B %Y", "6. mAY 2020", wallSeconds(2020, 5, 6)), ("%b %d, %Y", "Sept 6, 2020", wallSeconds(2020, 9, 6)),
        ("%B %dth, %Y", "May 23rd, 2020", wallSeconds(2020, 5, 23)), ("%Y-%j", "2020-366", wallSeconds(2020, 12, 31)),
        ("%H:%M:%S %d.%m.%Y", "01:02:03 06.05.2020", wallSeconds(2020, 5, 6, 1, 2, 3)),
        ("%I:%M %p %F", "12:30 AM 2020-05-06", wallSeconds(2020, 5, 6, 0, 30)),
        ("%I:%M %p %F", "12:30 p.m. 2020-05-06", wallSeconds(2020, 5, 6, 12, 30)),
        ("%D %T", "05/06/20 23:59:59", wallSeconds(2020, 5, 6, 23, 59, 59)),
        ("%F %R", "2020-05-06 24:00", wallSeconds(2020, 5, 7)),
        ("%Y-%m-%dT%H:%M:%SZ", "2020-05-06T07:08:09Z", wallSeconds(2020, 5, 6, 7, 8, 9)),
        ("%d%b%Y", "06MAY2020", wallSeconds(2020, 5, 6)),
        ("%A, %d %B %Y", "Wednesday, 6 May 2020", wallSeconds(2020, 5, 6)),
        ("%Y Q%q", "2020 Q4", wallSeconds(2020, 10)), ("%G-W%V", "2020-W53", wallSeconds(2020, 12, 28)),
        ("%G-W%V-%u", "2021-W01-7", wallSeconds(2021, 1, 10)), ("%Y week %U", "2020 week 01", wallSeconds(2020, 1, 5)),
        ("%Y week %W %a", "2020 week 01 Sun", wallSeconds(2020, 1, 12)), ("100%% %Y", "100% 2020", wallSeconds(2020)),
        ("%-d.%-m.%Y", "6.5.2020", wallSeconds(2020, 5, 6)), ("%H:%M", "07:08", wallSeconds(1970, 1, 1, 7, 8)),
        ("%Y-%m-%d", "2000-02-29", wallSeconds(2000, 2, 29)), ("%F %T", "2016-12-31 23:59:60", wallSeconds(2017)),
    ])
    func patternsRead(pattern: String, text: String, expected: Int) throws {
        let date = try DateFormat(strptime: pattern).parse(text)
        #expect(date == WrittenDate(wholeSeconds: expected))
    }

    @Test(arguments: [
        ("%Y-%m-%d", "2020-02-30"), ("%Y-%m-%d", "1900-02-29"), ("%Y-%m-%d", "2020-13-01"), ("%Y-%m-%d", "2020-00-01"),
        ("%Y-%m-%d", "0000-01-01"), ("%Y-%m-%d", "2020-01-01 "), ("%Y-%m-%d", "2020-01-01x"), ("%Y-%m-%d", "2020-01-"),
        ("%Y-%m-%d", "20-01-01"), ("%Y-%m-%d", ""), ("%Y%m%d", "2020111"), ("%m/%d/%Y", "03/14/204"),
        ("%m/%d/%y", "03/14/2024"),
        ("%H:%M", "24:01"), ("%H:%M", "23:60"), ("%I:%M %p", "13:00 PM"), ("%I:%M %p", "0:30 AM"),
        ("%Y-%j", "2019-366"),
        ("%Y-%j", "2019-0"), ("%G-W%V", "2021-W53"), ("%G-W%V", "2021-W00"), ("%Y-Q%q", "2020-Q5"),
        ("%b %Y", "Janu 2020"),
        ("%b %Y", "Januarys 2020"), ("%A", "Wednesdax"), ("%b %Y", "Septembex 2020"), ("%F%z", "2020-01-01+25"),
        ("%F%z", "2020-01-01+01:6"), ("%F %Z", "2020-01-01 XYZ"), ("%F %T", "2020-01-01 12:00:60"), ("%dth", "1xx"),
    ])
    func otherTextsAreNoDates(pattern: String, text: String) throws {
        #expect(try DateFormat(strptime: pattern).parse(text) == nil)
    }

    @Test(arguments: [
        ("Z", 0), ("+02", 7200), ("-0430", -16_200), ("+05:45", 20_700), ("UTC", 0), ("GMT+0200", 7200),
        ("EST", -18_000), ("-00:00", 0),
    ])
    func offsetsAreSecondsAheadOfUTC(text: String, offset: Int) throws {
        let date = try DateFormat(strptime: "%FT%T%z").parse("2020-05-06T07:08:09" + text)
        #expect(date == WrittenDate(wholeSeconds: wallSeconds(2020, 5, 6, 7, 8, 9), offset: offset))
    }

    @Test func fractionsKeepNanoseconds() throws {
        let format = try DateFormat(strptime: "%F %T.%f")
        #expect(format.parse("2020-05-06 07:08:09.123456789")?.fraction == 0.123456789)
        #expect(format.parse("2020-05-06 07:08:09.5")?.seconds == Double(wallSeconds(2020, 5, 6, 7, 8, 9)) + 0.5)
        #expect(format.parse("2020-05-06 07:08:09.") == nil)
        #expect(try DateFormat(strptime: "%S.%L").parse("01.250") == WrittenDate(wholeSeconds: 1, fraction: 0.25))
    }

    @Test func epochsAreUTC() throws {
        #expect(try DateFormat(strptime: "%s").parse("-5") == WrittenDate(wholeSeconds: -5, offset: 0))
        #expect(
            try DateFormat(strptime: "%s.%f").parse("5.25") == WrittenDate(wholeSeconds: 5, fraction: 0.25, offset: 0))
        #expect(try DateFormat(strptime: "%Q").parse("-1") == WrittenDate(wholeSeconds: -1, fraction: 0.999, offset: 0))
        #expect(try DateFormat(strptime: "%Q").parse("1588748889125")?.seconds == 1_588_748_889.125)
    }

    @Test(arguments: [
        ("%Y-%m-%d", false), ("%H:%M", true), ("%s", true), ("%Y-%m-%d %I %p", true), ("%Y", false), ("%F %T", true),
    ])
    func timesOfDayAreKnown(pattern: String, hasTime: Bool) throws {
        #expect(try DateFormat(strptime: pattern).hasTimeOfDay == hasTime)
    }

    @Test(arguments: [
        ("%Y-%i", DateFormatError.unknownDirective("%i", position: 4)), ("%Y-%", .incompleteDirective(position: 4)),
        ("%", .incompleteDirective(position: 1)), ("%-", .incompleteDirective(position: 1)),
        ("%d/%m/%Y %H:%m", .repeatedDirective("%m", position: 13, previous: "%m")),
        ("%Y %D", .repeatedDirective("%y", position: 4, previous: "%Y")),
        ("dd/MM/yyyy", .noDirective(pattern: "dd/MM/yyyy")),
        ("", .noDirective(pattern: "")), ("%Y %I:%M", .missingHalf("%I")),
        ("é%Y%é", .unknownDirective("%é", position: 4)),
        ("%c", .unknownDirective("%c", position: 1)),
    ])
    func wrongPatternsNameThePosition(pattern: String, error: DateFormatError) {
        #expect(throws: error) { try DateFormat(strptime: pattern) }
    }

    /// Four hundred years are a full period of the calendar.
    @Test func everyDayOfFourHundredYearsComesBack() throws {
        let formats = try ["%Y-%m-%d", "%d.%m.%Y", "%Y%m%d", "%b %d, %Y", "%Y-%j", "%G-W%V-%u"].map {
            try DateFormat(strptime: $0)
        }
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func padded(_ value: Int, _ count: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: count - digits.count) + digits
        }
        var number = wallSeconds(1800) / 86_400
        // The first Monday of a week, with its year and number, counted from day to day.
        var weekday = 3
        var week = (year: 1800, number: 1)
        for year in 1800..<2200 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            var dayOfYear = 0
            for month in 1...12 {
                for day in 1...31 {
                    let (m, d, y) = (padded(month, 2), padded(day, 2), padded(year, 4))
                    guard day <= lengths[month - 1] else {
                        for (format, text) in zip(formats, ["\(y)-\(m)-\(d)", "\(d).\(m).\(y)", y + m + d]) {
                            #expect(format.parse(text) == nil)
                        }
                        continue
                    }
                    dayOfYear += 1
                    if weekday == 1, dayOfYear > 1 || month > 1 {
                        // A week belongs to the year of its Thursday.
                        let yearLength = isLeap ? 366 : 365
                        let thursday = dayOfYear + 3
                        week = thursday > yearLength ? (year + 1, 1) : (year, (thursday - 1) / 7 + 1)
                    } else if weekday == 1 {
                        week = (year, 1)
                    }
                    let texts = [
                        "\(y)-\(m)-\(d)", "\(d).\(m).\(y)", y + m + d, "\(names[month - 1]) \(day), \(y)",
                        "\(y)-\(padded(dayOfYear, 3))",
                        "\(padded(week.year, 4))-W\(padded(week.number, 2))-\(weekday)",
                    ]
                    let expected = WrittenDate(wholeSeconds: number * 86_400)
                    for (format, text) in zip(formats, texts) where format.parse(text) != expected {
                        Issue.record("\(text) as \(format)")
                    }
                    number += 1
                    weekday = weekday % 7 + 1
                }
            }
        }
    }

    @Test func randomBytesNeverTrap() throws {
        var random = SeededNumbers(seed: 7)
        let formats = try ["%Y-%m-%dT%H:%M:%S.%f%z", "%a %b %d %I:%M %p %Y", "%s", "%Q", "%G-W%V-%u", "%Z%dth"].map {
            try DateFormat(strptime: $0)
        }
        let alphabet = Array("0123456789-/:. ,TQWMZaAnjJnNpmst+%\u{0}\u{FF}é'".utf8)
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            for format in formats { _ = format.parse(bytes.span, bytes.indices) }
            for format in DateShape.formats(bytes.span, bytes.indices, allowsBareDigits: true) {
                #expect(format.parse(bytes.span, bytes.indices) != nil)
            }
        }
    }
}
