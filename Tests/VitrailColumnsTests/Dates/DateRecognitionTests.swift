import Foundation
import Testing

@testable import VitrailColumns

@Suite struct DateRecognitionTests {
    /// The format and all dates that it reads; `nil` if no format fits all cells.
    private func read(
        _ cells: [String?], preferred: DateRecognition.Order? = nil, bareDigits: Bool = false
    ) -> (format: DateFormat, dates: [WrittenDate?], ambiguity: DateRecognition.Ambiguity?)? {
        guard
            case .format(let format, let ambiguity) = DateRecognition.recognise(
                cells, preferred: preferred, allowsBareDigits: bareDigits)
        else { return nil }
        return (format, cells.map { $0.flatMap { format.parse($0) } }, ambiguity)
    }

    /// Each is 2 January 2020, 15:04:05, or the start of a period that contains it.
    @Test(arguments: [
        ("2020-01-02", "%Y-%m-%d"), ("2020-1-2", "%Y-%m-%d"), ("2020/01/02", "%Y/%m/%d"), ("2020.1.2", "%Y.%m.%d"),
        ("20200102T000000", "%Y%m%dT%H%M%S"), ("2-Jan-20", "%d-%b-%y"), ("02-Jan-2020", "%d-%b-%Y"),
        ("Jan 2 2020", "%b %d %Y"),
        ("January 2, 2020", "%B %d, %Y"), ("2 Jan 2020", "%d %b %Y"), ("2 january 2020", "%d %B %Y"),
        ("Jan-02-2020", "%b-%d-%Y"),
        ("2020-JAN-02", "%Y-%b-%d"), ("2nd Jan 2020", "%dth %b %Y"), ("January 2nd, 2020", "%B %dth, %Y"),
        ("02JAN2020", "%d%b%Y"),
        ("Thu, 02 Jan 2020", "%a, %d %b %Y"), ("Thursday, January 2, 2020", "%A, %B %d, %Y"),
        ("2. January 2020", "%d. %B %Y"),
        ("Jan. 2, 2020", "%b %d, %Y"), ("Thu 01/02/2020", "%a %m/%d/%Y"), ("2020-W01-4", "%G-W%V-%u"),
        ("2020W014", "%GW%V%u"),
    ])
    func daysAreRecognised(text: String, pattern: String) throws {
        let found = try #require(read([text]))
        #expect(found.dates == [WrittenDate(wholeSeconds: wallSeconds(2020, 1, 2))])
        #expect(found.format.description == pattern)
        #expect(found.ambiguity == nil)
        #expect(try DateFormat(strptime: pattern).parse(text) == found.dates[0])
        #expect(DateRecognition.looksLikeDate(text))
    }

    @Test(arguments: [
        ("2020-01-02T15:04:05", "%Y-%m-%dT%H:%M:%S"), ("2020-01-02 15:04:05", "%Y-%m-%d %H:%M:%S"),
        ("2020/01/02 15:04:05", "%Y/%m/%d %H:%M:%S"), ("20200102T150405", "%Y%m%dT%H%M%S"),
        ("20200102 15:04:05", "%Y%m%d %H:%M:%S"),
        ("20200102_150405", "%Y%m%d_%H%M%S"), ("2-Jan-20 3:04:05 PM", "%d-%b-%y %I:%M:%S %p"),
        ("Jan 2, 2020, 3:04:05\u{202F}PM", "%b %d, %Y, %I:%M:%S %p"),
        ("Thu Jan  2 15:04:05 2020", "%a %b %d %H:%M:%S %Y"),
        ("2020-01-02 3:04:05pm", "%Y-%m-%d %I:%M:%S%p"), ("02/Jan/2020:15:04:05", "%d/%b/%Y:%H:%M:%S"),
        ("January 2, 2020 at 3:04:05 PM", "%B %d, %Y %I:%M:%S %p"), ("15:04:05 2 Jan 2020", "%H:%M:%S %d %b %Y"),
    ])
    func timesOfDayAreRecognised(text: String, pattern: String) throws {
        let found = try #require(read([text]))
        #expect(found.dates == [WrittenDate(wholeSeconds: wallSeconds(2020, 1, 2, 15, 4, 5))])
        #expect(found.format.description == pattern)
        #expect(found.format.hasTimeOfDay)
    }

    @Test(arguments: [
        ("2020-01-02T15:04:05Z", 0), ("2020-01-02 15:04:05 UTC", 0), ("2020-01-02T15:04:05+05:30", 19_800),
        ("2020-01-02T15:04:05-0400", -14_400), ("2020-01-02 15:04:05 +01", 3600), ("Thu, 02 Jan 2020 15:04:05 GMT", 0),
        ("Thu, 2 Jan 2020 15:04:05 -0500", -18_000), ("Thursday, 02-Jan-20 15:04:05 GMT", 0),
        ("Thu Jan  2 15:04:05 CET 2020", 3600),
        ("Thu Jan 02 15:04:05 +0000 2020", 0),
        ("Thu Jan 02 2020 15:04:05 GMT+0100 (Central European Standard Time)", 3600),
        ("2020-01-02T15:04:05+01:00[Europe/Berlin]", 3600), ("2020-01-02 15:04:05 +0100 CET", 3600),
        ("02/Jan/2020:15:04:05 +0000", 0), ("20200102T150405Z", 0),
    ])
    func offsetsAreRecognised(text: String, offset: Int) throws {
        let found = try #require(read([text]))
        #expect(found.dates == [WrittenDate(wholeSeconds: wallSeconds(2020, 1, 2, 15, 4, 5), offset: offset)])
    }

    @Test(arguments: [
        ("2020-04", 4), ("Apr 2020", 4), ("April 2020", 4), ("Apr-20", 4), ("Apr '20", 4), ("2020 Apr", 4),
        ("04/2020", 4),
        ("2020M04", 4), ("2020-Q2", 4), ("2020Q2", 4), ("2020 q2", 4), ("Q2 2020", 4), ("Q2-2020", 4), ("2Q2020", 4),
        ("2Q20", 4), ("2020 2Q", 4),
        ("2020:Q2", 4),
    ])
    func monthsAndQuartersAreTheirFirstDay(text: String, month: Int) throws {
        let found = try #require(read([text]))
        #expect(found.dates == [WrittenDate(wholeSeconds: wallSeconds(2020, month, 1))])
        #expect(try DateFormat(strptime: found.format.description).parse(text) == found.dates[0])
    }

    @Test(arguments: ["2020-W05", "2020W05", "2020-W5", "W05 2020", "W05-2020"])
    func weeksAreTheirMonday(text: String) throws {
        #expect(try #require(read([text])).dates == [WrittenDate(wholeSeconds: wallSeconds(2020, 1, 27))])
    }

    @Test(arguments: [
        "Autauga County", "May Johnson", "Monday", "Jan", "Jan 20", "20 Jan", "Jan 20 10:00:00", "Jan-20 10:00", "2020",
        "10:30", "1.5",
        "1.2.3", "192.168.1.1", "2020-123", "12-34-5678", "555-0123", "Q1", "10 Downing Street", "3rd", "20200102",
        "2020-02-30",
        "31.04.2020", "Fri 01/02/2020", "2020-01-02 25:00", "2020-01-02T", "2020-01-02 12:00 PMX", "2020/01-02",
        "2009/10", "-", "",
        "2020-01-02 12:00:00.", "13:00 AM 2020-01-02", "é2020-01-02", "March 2020 was dry", "Sun", "1/2", "2020-W54",
        "2020-Q5",
    ])
    func otherTextsAreNotDates(text: String) {
        #expect(!DateRecognition.looksLikeDate(text))
        #expect(DateRecognition.recognise([text, text]) == .none)
    }

    @Test func oneFormatFitsAllCells() throws {
        let american = try #require(read(["01/02/2020", nil, "01/03/2020", "02/28/2020", "06/01/2020"]))
        #expect(american.format.description == "%m/%d/%Y")
        #expect(american.dates[4] == WrittenDate(wholeSeconds: wallSeconds(2020, 6, 1)))
        #expect(american.ambiguity == nil)
        #expect(read(["13/02/2020", "01/02/2020"])?.format.description == "%d/%m/%Y")
        #expect(read(["01/02/2020", "13/02/2020"])?.format.description == "%d/%m/%Y")
        #expect(read(["01/02/2020", "2020-01-03"]) == nil)
        #expect(read(["9/5/2003", "12/31/2003"])?.format.description == "%m/%d/%Y")
        #expect(read(["31.12.98", "01.02.03"])?.dates[0] == WrittenDate(wholeSeconds: wallSeconds(1998, 12, 31)))
        #expect(read(["99-12-31", "01-02-03"])?.format.description == "%y-%m-%d")
    }

    @Test func partsMayDifferFromCellToCell() throws {
        let found = try #require(
            read(["2020-01-02", "2020-01-02T12:00Z", "2020-01-02 12:00:00.5", "2020-01-02T12:00:00+01:00"]))
        let noon = wallSeconds(2020, 1, 2, 12)
        #expect(
            found.dates == [
                WrittenDate(wholeSeconds: noon - 43_200), WrittenDate(wholeSeconds: noon, offset: 0),
                WrittenDate(wholeSeconds: noon, fraction: 0.5), WrittenDate(wholeSeconds: noon, offset: 3600),
            ])
    }

    @Test func hoursOfTwelveAndOfTwentyFourDoNotMix() {
        #expect(read(["1/13/2020 1:00 AM", "1/13/2020 1:00 PM"]) != nil)
        #expect(
            read(["1/13/2020", "1/13/2020 1:00 PM"])?.dates[1]
                == WrittenDate(wholeSeconds: wallSeconds(2020, 1, 13, 13)))
        #expect(
            DateRecognition.recognise(["1/13/2020 13:00", "1/13/2020 1:00 PM", "1/13/2020 2:00 PM"])
                == misfit("%m/%d/%Y %I:%M %p", hours: .twelve, first: 0, count: 1))
        #expect(
            DateRecognition.recognise(["1/13/2020", "1/13/2020 1:00", "1/13/2020 2:00 PM", "1/14/2020 2:00 PM"])
                == misfit("%m/%d/%Y %I:%M %p", hours: .twelve, first: 1, count: 1))
    }

    private func misfit(_ pattern: String, hours: DateFormat.Hours, first: Int, count: Int) -> DateRecognition.Result {
        var format = DateShape.formats(Array("01/02/2020".utf8).span, 0..<10, allowsBareDigits: false)[0]
        format.hours = hours
        format.describeTime([.clock, .minutes, .half, .blankHalf])
        #expect(format.description == pattern)
        return .almost(format, firstMisfit: first, misfits: count)
    }

    @Test(arguments: [
        ("/", DateRecognition.Order.monthFirst, "%m/%d/%Y", "%d/%m/%Y"), (".", .dayFirst, "%d.%m.%Y", "%m.%d.%Y"),
        ("-", .dayFirst, "%d-%m-%Y", "%m-%d-%Y"),
    ])
    func bothOrdersAreReported(separator: String, chosen: DateRecognition.Order, pattern: String, other: String) throws
    {
        let cells = ["05\(separator)01\(separator)2024", "05\(separator)02\(separator)2024"]
        let found = try #require(read(cells))
        #expect(found.format.description == pattern)
        #expect(found.ambiguity?.chosen == chosen)
        #expect(found.ambiguity?.other.description == other)
        let opposite: DateRecognition.Order = chosen == .monthFirst ? .dayFirst : .monthFirst
        let preferred = try #require(read(cells, preferred: opposite))
        #expect(preferred.format.description == other)
        #expect(preferred.ambiguity?.chosen == opposite)
        #expect(preferred.ambiguity?.other.description == pattern)
        // Only one order fits, regardless of the locale.
        let thirteenth = chosen == .monthFirst ? "13\(separator)05\(separator)2024" : "05\(separator)13\(separator)2024"
        #expect(read(cells + [thirteenth], preferred: chosen)?.format.description == other)
    }

    @Test func equalDayAndMonthAreNotAmbiguous() {
        #expect(read(["05/05/2024", "06/06/2024"])?.ambiguity == nil)
        #expect(read(["05/05/2024", "06/06/2024", "06/05/2024"])?.ambiguity != nil)
    }

    @Test func twoDigitYearsMayComeFirst() {
        let found = read(["20-01-02", "20-02-28"])
        #expect(found?.ambiguity?.chosen == .dayFirst)
        #expect(found?.ambiguity?.other.description == "%y-%m-%d")
    }

    @Test func mistypedCellsAreNamed() {
        var cells = (1...20).map { "03/\($0 < 10 ? "0" : "")\($0)/2024" }
        cells[13] = "03/14/204"
        guard case .almost(let format, 13, 1) = DateRecognition.recognise(cells) else {
            Issue.record("\(DateRecognition.recognise(cells))")
            return
        }
        #expect(format.description == "%m/%d/%Y")
        guard
            case .almost(_, 0, 2) = DateRecognition.recognise(
                [nil, "x", nil].compactMap { $0 } + ["2020-01-01", "2020-01-02", "Total"])
        else {
            Issue.record("a first and a last row that are no dates")
            return
        }
        #expect(DateRecognition.recognise(["2020-01-01", "Total"]) == .none)
        #expect(DateRecognition.recognise(["2020-01-01", "2020-01-02", "a", "b", "c"]) == .none)
    }

    @Test func gapsAndEmptyColumnsAreNone() {
        #expect(DateRecognition.recognise([]) == .none)
        #expect(DateRecognition.recognise([nil, "", nil]) == .none)
        #expect(read([nil, "2020-01-02", ""])?.dates[1] == WrittenDate(wholeSeconds: wallSeconds(2020, 1, 2)))
    }

    @Test func bareDigitsAreDatesOnlyIfAllowed() {
        #expect(read(["20200102", "20210301"]) == nil)
        #expect(
            read(["20200102", "20210301"], bareDigits: true)?.dates[1]
                == WrittenDate(wholeSeconds: wallSeconds(2021, 3, 1)))
        #expect(
            read(["20200102030405"], bareDigits: true)?.dates == [
                WrittenDate(wholeSeconds: wallSeconds(2020, 1, 2, 3, 4, 5))
            ])
        #expect(DateRecognition.recognise(["20200102", "20201301"], allowsBareDigits: true) == .none)
    }

    @Test(arguments: [
        ["2009-10", "2010-11", "2011-12"], ["2008-09", "2009-10", "2010-11", "2012-13"],
        ["2020-1", "2020-2", "2020-3", "2020-4"],
        ["Jan-01", "Jan-02", "Jan-03"], ["Jan-30", "Jan-31", "Feb-01", "Feb-02"], ["Jan 20"],
        ["Jan 20", "Jan 21", "Jan 22"], ["Jan 6", "Jan 13", "Jan 20"],
        ["Jan 13", "Jan 20", "Jan 27", "Feb 10"],
    ])
    func seasonsQuartersAndDaysWithoutYearAreNotMonths(cells: [String]) {
        #expect(DateRecognition.recognise(cells) == .none)
    }

    @Test(arguments: [
        ["2010-11"], ["2010-11", "2010-12"], ["2020-1", "2020-9", "2020-12"], ["Jan-20", "Feb-20", "Mar-20"],
        ["Nov-19", "Dec-19", "Jan-20"], ["Nov 19", "Dec 19", "Jan 20"], ["Jan 90", "Jan 91"], ["2020M1", "2020M2"],
    ])
    func monthsOfYearsAre(cells: [String]) {
        #expect(read(cells) != nil)
    }

    @Test(arguments: [
        ("en_US", DateRecognition.Order.monthFirst), ("en-US", .monthFirst), ("en_GB", .dayFirst), ("de_DE", .dayFirst),
        ("fr_FR", .dayFirst), ("ja_JP", nil), ("sv_SE", nil), ("en_US_POSIX", .monthFirst),
    ])
    func localesHaveAnOrder(identifier: String, order: DateRecognition.Order?) {
        #expect(DateRecognition.order(ofLocale: identifier) == order)
    }
}
