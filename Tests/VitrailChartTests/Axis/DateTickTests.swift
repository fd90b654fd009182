import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

@Suite("Date ticks")
struct DateTickTests {
    private func aligned(_ axis: DateTimeAxis, every frequency: DateFrequency, _ from: String, _ to: String) -> [Double]
    {
        DateTicks(clock: axis.clock).aligned(every: frequency, in: NumberRange(seconds(from), seconds(to))).map(\.value)
    }

    private struct Change: CustomStringConvertible {
        var zone: String
        /// The day of the clock change and the next one, with their offsets.
        var midnights: [String]
        var sixes: [String]
        var description: String { "\(zone) \(midnights[0])" }
    }

    private static let changes = [
        Change(
            zone: "Europe/Berlin",
            midnights: ["2024-03-30T00:00+01:00", "2024-03-31T00:00+01:00", "2024-04-01T00:00+02:00"],
            sixes: ["2024-03-31T06:00+02:00", "2024-03-31T12:00+02:00", "2024-03-31T18:00+02:00"]),
        Change(
            zone: "Europe/Berlin",
            midnights: ["2024-10-26T00:00+02:00", "2024-10-27T00:00+02:00", "2024-10-28T00:00+01:00"],
            sixes: ["2024-10-27T06:00+01:00", "2024-10-27T12:00+01:00", "2024-10-27T18:00+01:00"]),
        Change(
            zone: "America/New_York",
            midnights: ["2024-03-09T00:00-05:00", "2024-03-10T00:00-05:00", "2024-03-11T00:00-04:00"],
            sixes: ["2024-03-10T06:00-04:00", "2024-03-10T12:00-04:00", "2024-03-10T18:00-04:00"]),
        Change(
            zone: "America/New_York",
            midnights: ["2024-11-02T00:00-04:00", "2024-11-03T00:00-04:00", "2024-11-04T00:00-05:00"],
            sixes: ["2024-11-03T06:00-05:00", "2024-11-03T12:00-05:00", "2024-11-03T18:00-05:00"]),
        Change(
            zone: "Asia/Kathmandu",
            midnights: ["2024-03-30T00:00+05:45", "2024-03-31T00:00+05:45", "2024-04-01T00:00+05:45"],
            sixes: ["2024-03-31T06:00+05:45", "2024-03-31T12:00+05:45", "2024-03-31T18:00+05:45"]),
    ]

    @Test("six-hour ticks stay on 0, 6, 12 and 18 o'clock, days on midnight", arguments: changes)
    private func sixHours(change: Change) throws {
        let axis = try DateTimeAxis.inZone(change.zone)
        let (from, to) = (change.midnights[1], change.midnights[2])
        let sixes = ([from] + change.sixes + [to]).map(seconds)
        #expect(aligned(axis, every: DateFrequency(6, .hour), from, to) == sixes)
        #expect(aligned(axis, every: DateFrequency(1, .day), change.midnights[0], to) == change.midnights.map(seconds))
        // Also from an anchor weeks before.
        axis.majorTickFrequency = .hours(6)
        axis.anchorPoint = sixes[0] - 14 * 86_400
        let anchored = axis.majors(seconds(from), seconds(to)).map(\.value)
        #expect(anchored == sixes)
        axis.majorTickFrequency = .days(1)
        #expect(axis.majors(seconds(change.midnights[0]), seconds(to)).map(\.value) == change.midnights.map(seconds))
    }

    @Test("no step is too long", arguments: DateFrequency.Unit.allCases)
    func longest(unit: DateFrequency.Unit) throws {
        let axis = try DateTimeAxis.inZone("UTC")
        #expect(DateFrequency(.max, unit).count == 1_000_000 && DateFrequency(.min, unit).count == 1)
        for (from, to) in [("1950-01-01", "1969-12-31"), ("1960-01-01", "2024-01-01")] {
            let ticks = aligned(axis, every: DateFrequency(.max, unit), from, to)
            #expect(unit == .second || unit == .minute || ticks.count <= 1)
            axis.majorTickFrequency = .calendar(DateFrequency(.max, unit))
            axis.anchorPoint = seconds("1955-06-01")
            #expect(
                axis.majors(seconds(from), seconds(to)).allSatisfy {
                    $0.value >= seconds(from) && $0.value <= seconds(to)
                })
        }
    }

    @Test("an hour that occurs twice has hourly ticks twice and two-hourly ones once; one that is skipped has none")
    func hours() throws {
        let axis = try DateTimeAxis.inZone("Europe/Berlin")
        let autumn = ("2024-10-27T00:00+02:00", "2024-10-27T05:00+01:00")
        let hourly = aligned(axis, every: DateFrequency(1, .hour), autumn.0, autumn.1)
        #expect(axis.wall(hourly, "HH:mm") == ["00:00", "01:00", "02:00", "02:00", "03:00", "04:00", "05:00"])
        #expect(zip(hourly, hourly.dropFirst()).allSatisfy { $1 - $0 == 3600 })
        #expect(
            axis.wall(aligned(axis, every: DateFrequency(2, .hour), autumn.0, autumn.1), "HH:mm") == [
                "00:00", "02:00", "04:00",
            ])
        let halves = aligned(axis, every: DateFrequency(30, .minute), autumn.0, autumn.1)
        #expect(zip(halves, halves.dropFirst()).allSatisfy { $1 - $0 == 1800 })
        let spring = ("2024-03-31T00:00+01:00", "2024-03-31T06:00+02:00")
        #expect(
            axis.wall(aligned(axis, every: DateFrequency(1, .hour), spring.0, spring.1), "HH:mm")
                == ["00:00", "01:00", "03:00", "04:00", "05:00", "06:00"])
        #expect(
            axis.wall(aligned(axis, every: DateFrequency(2, .hour), spring.0, spring.1), "HH:mm") == [
                "00:00", "04:00", "06:00",
            ])
    }

    @Test("a midnight that the clock skips is the first instant of its day")
    func skippedMidnight() throws {
        let axis = try DateTimeAxis.inZone("America/Sao_Paulo")
        let days = aligned(axis, every: DateFrequency(1, .day), "2018-11-03T00:00-03:00", "2018-11-05T00:00-02:00")
        #expect(axis.wall(days) == ["2018-11-03 00:00", "2018-11-04 01:00", "2018-11-05 00:00"])
        let sixes = aligned(axis, every: DateFrequency(6, .hour), "2018-11-03T18:00-03:00", "2018-11-04T12:00-02:00")
        #expect(axis.wall(sixes, "HH:mm") == ["18:00", "01:00", "06:00", "12:00"])
        // Samoa skipped 30 December 2011.
        let samoa = try DateTimeAxis.inZone("Pacific/Apia")
        let skipped = aligned(samoa, every: DateFrequency(1, .day), "2011-12-29T00:00-10:00", "2012-01-01T00:00+14:00")
        #expect(samoa.wall(skipped) == ["2011-12-29 00:00", "2011-12-31 00:00", "2012-01-01 00:00"])
    }

    @Test("weeks begin on the calendar's first weekday; pairs of weeks and days do not depend on the range")
    func weeks() {
        let axis = DateTimeAxis()
        let sundays = aligned(axis, every: DateFrequency(1, .week), "2024-02-01", "2024-03-01")
        #expect(axis.wall(sundays, "EEE d") == ["Sun 4", "Sun 11", "Sun 18", "Sun 25"])
        axis.calendar.firstWeekday = 2
        let mondays = aligned(axis, every: DateFrequency(1, .week), "2024-02-01", "2024-03-01")
        #expect(axis.wall(mondays, "EEE d") == ["Mon 5", "Mon 12", "Mon 19", "Mon 26"])
        for (n, unit) in [(2, DateFrequency.Unit.week), (2, .day), (3, .month), (5, .year)] {
            let frequency = DateFrequency(n, unit)
            let all = Set(aligned(axis, every: frequency, "1960-01-01", "1990-01-01"))
            var random = SeededNumbers(seed: 9)
            for _ in 0..<40 {
                let low = Double.random(in: -3e8...6e8, using: &random)
                let some = DateTicks(clock: axis.clock).aligned(every: frequency, in: NumberRange(low, low + 3e7))
                #expect(some.allSatisfy { all.contains($0.value) }, "\(n) \(unit)")
                #expect(zip(some, some.dropFirst()).allSatisfy { $1.index == $0.index + 1 })
            }
        }
    }

    @Test("a month step from the 31st clamps to the month's last day")
    func monthEnds() {
        let axis = DateTimeAxis()
        axis.majorTickFrequency = .months(1)
        axis.anchorPoint = seconds("2012-01-31")
        let days = axis.majors(seconds("2012-01-31"), seconds("2012-05-01")).map(\.value)
        #expect(axis.wall(days, "yyyy-MM-dd") == ["2012-01-31", "2012-02-29", "2012-03-31", "2012-04-30"])
        let before = axis.majors(seconds("2011-01-01"), seconds("2011-04-01")).map(\.value)
        #expect(axis.wall(before, "yyyy-MM-dd") == ["2011-01-31", "2011-02-28", "2011-03-31"])
    }

    @Test("automatic minor ticks are calendar steps between the majors")
    func minors() {
        let axis = DateTimeAxis()
        let hours = axis.ticks(
            in: NumberRange(seconds("2024-05-01"), seconds("2024-05-02")), room: .test(320, minor: true))
        #expect(axis.currentMajorTickFrequency == .hours(3))
        #expect(axis.currentMinorTickFrequency == .hours(1))
        #expect(hours.count(where: \.isMajor) == 9)
        #expect(hours.count(where: { !$0.isMajor }) == 16)
        let years = axis.ticks(
            in: NumberRange(seconds("2010-01-01"), seconds("2014-01-01")), room: .test(300, minor: true))
        #expect(axis.currentMinorTickFrequency == .months(3))
        #expect(years.count(where: \.isMajor) == 5 && years.count == 17)
        axis.minorTickFrequency = .months(1)
        axis.anchorPoint = seconds("2010-01-01")
        #expect(axis.minors(seconds("2010-01-01"), seconds("2012-01-01"), length: 200).count == 22)
    }

    @Test("every candidate has minor ticks that divide it")
    func minorsOfCandidates() throws {
        for frequency in DateFrequency.candidates {
            guard case .calendar(let minor) = try #require(frequency.minor) else { continue }
            let parts = frequency.seconds / minor.seconds
            #expect(parts > 1.5 && parts < 7.5, "\(frequency) by \(minor)")
        }
        #expect(DateFrequency(7, .day).minor == .days(1))
        #expect(DateFrequency(4, .hour).minor == .hours(1))
        #expect(DateFrequency(1009, .day).minor == nil)
    }

    @Test("fractions of a second where whole ones are too coarse")
    func fractions() {
        let labels = DateTimeAxis().majors(0.1, 0.9).map(\.label)
        #expect(labels == ["00:00:00.2", "00:00:00.4", "00:00:00.6", "00:00:00.8"])
        let fine = DateTimeAxis().majors(1_700_000_000.1002, 1_700_000_000.1009).map(\.label)
        #expect(fine.contains("22:13:20.1004") && fine.contains("22:13:20.1006"), "\(fine)")
        let axis = DateTimeAxis()
        axis.labelFormatString = "ss.SSSSSS"
        for start in [0.0, 1_700_000_000] {
            let labels = (0..<6).map { axis.string(forId: start + Double($0) * 1e-6) }
            #expect(labels == (0..<6).map { "\(start == 0 ? "00" : "20").00000\($0)" })
        }
    }

    @Test(
        "dates are written as Foundation writes them",
        arguments: [
            "yyyy", "MMM yyyy", "dd MMM", "HH:mm:ss", "EEE d MMMM yy", "yyyy-MM-dd'T'HH:mm", "d. MMMM ''yy", "EEEE h a",
        ])
    func patterns(pattern: String) throws {
        for (locale, zone) in [
            ("en_US_POSIX", "UTC"), ("de_DE", "Europe/Berlin"), ("fr_FR", "Asia/Kathmandu"), ("ar_EG", "UTC"),
        ] {
            let axis = try DateTimeAxis.inZone(zone)
            axis.locale = Locale(identifier: locale)
            let formatter = DateFormatter()
            formatter.locale = axis.locale
            formatter.calendar = axis.calendar
            formatter.timeZone = axis.timeZone
            formatter.dateFormat = pattern
            axis.labelFormatString = pattern
            for day in stride(from: 0.0, to: 20_000, by: 337) {
                let seconds = day * 86_400 + day * 61
                #expect(
                    axis.string(forId: seconds) == formatter.string(from: Date(timeIntervalSince1970: seconds)),
                    "\(locale)")
            }
        }
    }

    @Test("other calendars have their own years and months")
    func otherCalendars() {
        let axis = DateTimeAxis()
        axis.calendar = Calendar(identifier: .buddhist)
        axis.timeZone = .gmt
        axis.locale = Locale(identifier: "en_US_POSIX")
        #expect(
            axis.majors(seconds("2010-01-01"), seconds("2013-01-01"), length: 200).map(\.label) == [
                "2553", "2554", "2555", "2556",
            ])
        axis.calendar = Calendar(identifier: .islamicUmmAlQura)
        axis.timeZone = .gmt
        let months = DateTicks(clock: axis.clock).aligned(
            every: DateFrequency(1, .month), in: NumberRange(seconds("2024-01-01"), seconds("2024-12-31")))
        #expect(months.count == 12 || months.count == 13)
        var calendar = axis.calendar
        calendar.timeZone = .gmt
        #expect(months.allSatisfy { calendar.component(.day, from: Date(timeIntervalSince1970: $0.value)) == 1 })
    }

    @Test("an unknown time zone is an error that says what would be right")
    func unknownZone() {
        #expect(throws: AxisError.unknownTimeZone("Mars/Phobos")) {
            try DateTimeAxis().setTimeZone(identifier: "Mars/Phobos")
        }
    }

    @Test("midnights name their day unless told not to, and not in a format that was set")
    func midnights() throws {
        let axis = try DateTimeAxis.inZone("America/Sao_Paulo")
        // The second midnight does not exist.
        let labels = axis.majors(seconds("2018-11-03T00:00-03:00"), seconds("2018-11-05T00:00-02:00"), length: 420).map(
            \.label)
        #expect(labels == ["3 Nov", "06:00", "12:00", "18:00", "4 Nov", "06:00", "12:00", "18:00", "5 Nov"])
        #expect(axis.majors(seconds("2018-11-03"), seconds("2018-11-10"), length: 300).map(\.label).contains("5 Nov"))
        axis.showsDateAtMidnight = false
        #expect(
            axis.majors(seconds("2018-11-03T00:00-03:00"), seconds("2018-11-03T12:00-03:00")).map(\.label).first
                == "00:00")
        axis.showsDateAtMidnight = true
        axis.labelFormatString = "HH.mm"
        #expect(
            axis.majors(seconds("2018-11-03T00:00-03:00"), seconds("2018-11-03T12:00-03:00")).map(\.label).first
                == "00.00")
    }

    @Test("labels of minor ticks are written by their own step")
    func minorLabels() {
        let axis = DateTimeAxis()
        let ticks = axis.ticks(
            in: NumberRange(seconds("2018-11-03"), seconds("2018-11-06")), room: .test(400, minorLabels: true))
        let labels = ticks.sorted { $0.value < $1.value }.map(\.label)
        #expect(labels.prefix(6) == ["3 Nov", "03:00", "06:00", "09:00", "12:00", "15:00"], "\(labels)")
        axis.majorTickFrequency = .days(1)
        let days = axis.ticks(
            in: NumberRange(seconds("2018-11-03"), seconds("2018-11-06")), room: .test(400, minorLabels: true))
        #expect(days.filter(\.isMajor).map(\.label) == ["3 Nov", "4 Nov", "5 Nov", "6 Nov"])
        #expect(days.filter { !$0.isMajor }.map(\.label).prefix(4) == ["06:00", "12:00", "18:00", "06:00"])
        #expect(days.allSatisfy { axis.string(forId: $0.value) == $0.label })
    }

    @Test("what lies between ticks is written as finely as it is, what lies on one as the tick")
    func betweenTicks() {
        let axis = DateTimeAxis()
        func texts(_ low: String, _ high: String, _ values: String...) -> [String] {
            _ = axis.majors(seconds(low), seconds(high), length: 300)
            return values.map { axis.string(forId: seconds($0)) }
        }
        #expect(
            texts("2010-01-01", "2016-01-01", "2012-01-01", "2012-03-01", "2012-05-24", "2012-05-24T14:30")
                == ["2012", "Mar 2012", "24 May 2012", "24 May 2012 14:30"])
        #expect(
            texts("2012-01-01", "2012-05-01", "2012-03-01", "2012-03-09", "2012-03-09T06:07:08") == [
                "Mar 2012", "9 Mar 2012", "9 Mar 2012 06:07:08",
            ])
        #expect(texts("2012-03-01", "2012-03-11", "2012-03-04", "2012-03-04T06:00") == ["4 Mar", "4 Mar 06:00"])
        #expect(
            texts("2012-03-01T00:00", "2012-03-01T08:00", "2012-03-01T03:07", "2012-03-01T03:07:05") == [
                "03:07", "03:07:05",
            ])
        // A tick at the anchor's day has a month label; another day has a full date.
        axis.majorTickFrequency = .months(1)
        axis.anchorPoint = seconds("2012-01-15")
        #expect(texts("2012-01-01", "2012-05-01", "2012-03-15", "2012-03-16") == ["Mar 2012", "16 Mar 2012"])
        axis.labelFormatString = "yyyy"
        #expect(texts("2012-01-01", "2012-05-01", "2012-03-16") == ["2012"])
    }

    @Test(
        "a locale has its own order of the fields, and its own clock; the default one, and a format that was set, are as they are",
        arguments: [
            ("en_US_POSIX", ["2 May", "Feb 2024", "18:00", "2024"]),
            ("de_DE", ["2. Mai", "Feb. 2024", "18:00", "2024"]),
            ("en_US", ["May 2", "Feb 2024", "6:00 PM", "2024"]), ("ja_JP", ["5月2日", "2024年2月", "18:00", "2024年"]),
            ("fr_FR", ["2 mai", "févr. 2024", "18:00", "2024"]),
        ])
    func localized(locale: String, texts: [String]) {
        let axis = DateTimeAxis()
        axis.locale = Locale(identifier: locale)
        func text(_ low: String, _ high: String, _ value: String) -> String {
            _ = axis.majors(seconds(low), seconds(high))
            // Times have a narrow space before AM and PM in some versions of the data only.
            return axis.string(forId: seconds(value)).replacing("\u{202F}", with: " ")
        }
        let found = [
            text("2024-05-01", "2024-05-08", "2024-05-02"), text("2024-01-01", "2024-07-01", "2024-02-01"),
            text("2024-05-01", "2024-05-02", "2024-05-01T18:00:00"), text("2010-01-01", "2024-01-01", "2024-01-01"),
        ]
        #expect(found == texts)
        axis.labelFormatString = "d MMM"
        #expect(axis.string(forId: seconds("2024-05-02")).hasPrefix("2 "))
    }

    @Test("label formats of frequencies can be overridden")
    func overridden() {
        final class Quarters: DateTimeAxis {
            override func labelFormat(for frequency: DateFrequency) -> String {
                frequency.unit == .month ? "MM/yy" : super.labelFormat(for: frequency)
            }
        }
        let labels = Quarters().majors(seconds("2012-01-01"), seconds("2012-06-01")).map(\.label)
        #expect(labels == ["01/12", "02/12", "03/12", "04/12", "05/12", "06/12"])
    }
}
