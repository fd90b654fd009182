import Foundation
import Testing

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

@Suite("Discontinuous axes")
struct DiscontinuousAxisTests {
    private func numbers(_ ranges: [(Double, Double)]) throws -> DiscontinuousNumberAxis {
        let axis = DiscontinuousNumberAxis()
        for (low, high) in ranges { try axis.addExcludedRange(NumberRange(low, high)) }
        return axis
    }

    /// Excludes weekends, from the first Saturday of 2024 on.
    private func weekdays(_ zone: String = "UTC", _ saturday: String = "2024-01-06") throws -> DiscontinuousDateTimeAxis
    {
        let axis = DiscontinuousDateTimeAxis()
        try axis.setTimeZone(identifier: zone)
        axis.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(start: seconds(saturday), length: DateFrequency(2, .day), every: DateFrequency(1, .week))
        )
        return axis
    }

    private func stretches(_ axis: Axis) -> [NumberRange] {
        if case .discontinuous(let exclusions) = axis.mapper { exclusions.ranges } else { [] }
    }

    // MARK: Numbers

    @Test("stretches can be added and removed; those that do not end after their start are refused")
    func addAndRemove() throws {
        let axis = try numbers([(4, 6), (5, 7)])
        #expect(stretches(axis) == [NumberRange(4, 7)])
        axis.removeExcludedRange(NumberRange(5, 7))
        #expect(axis.excludedRanges == [NumberRange(4, 6)])
        #expect(stretches(axis) == [NumberRange(4, 6)])
        for bad in [NumberRange(2, 2), NumberRange(3, 1), NumberRange(.nan, 1), NumberRange(0, .infinity)] {
            #expect(throws: AxisError.self) { try axis.addExcludedRange(bad) }
        }
        axis.removeAllExcludedRanges()
        #expect(stretches(axis).isEmpty)
    }

    @Test("changes after the first load wait for the next one")
    func changes() throws {
        let axis = try numbers([(4, 6)])
        axis.prepareForLoad()
        try axis.addExcludedRange(NumberRange(8, 9))
        #expect(stretches(axis) == [NumberRange(4, 6)])
        axis.prepareForLoad()
        #expect(stretches(axis) == [NumberRange(4, 6), NumberRange(8, 9)])
    }

    @Test("a range that is left out entirely is refused")
    func entirelyExcluded() throws {
        let axis = try numbers([(4, 6)])
        #expect(!axis.setRange(4.5, 5.5))
        #expect(!axis.setRange(4, 6))
        #expect(axis.setRange(3.9, 6))
        let dates = try weekdays()
        #expect(!dates.setRange(seconds("2024-01-13"), seconds("2024-01-15")))
        #expect(dates.setRange(seconds("2024-01-13"), seconds("2024-01-15T00:01")))
    }

    @Test("room beyond the ends of a range is not taken from what is left out")
    func room() throws {
        let axis = try numbers([(4, 6), (8, 9)])
        #expect(axis.widened(NumberRange(6.5, 7.5), by: 1) == NumberRange(3.5, 9.5))
        #expect(axis.widened(NumberRange(1, 2), by: 1) == NumberRange(0, 3))
        let dates = try weekdays()
        dates.addExcludedTimePeriod(TimePeriod(start: seconds("2024-01-12"), length: DateFrequency(1, .day)))
        dates.prepareForLoad()
        // From a Monday: half a day earlier is Thursday noon, since Friday is a holiday.
        let week = NumberRange(seconds("2024-01-15"), seconds("2024-01-19"))
        #expect(
            dates.widened(week, by: 43_200) == NumberRange(seconds("2024-01-11T12:00"), seconds("2024-01-19T12:00")))
    }

    @Test("ticks at the ends of a stretch share a place; the low or the high label gives way")
    func clipping() throws {
        let axis = try numbers([(4, 6)])
        let ticks = axis.majors(0, 10, length: 220)
        #expect(ticks.map(\.value) == [0, 1, 2, 3, 4, 6, 7, 8, 9, 10])
        #expect(ticks.map(\.label) == ["0", "1", "2", "3", "", "6", "7", "8", "9", "10"])
        axis.discontinuousTickLabelClipping = .high
        #expect(axis.majors(0, 10, length: 220).map(\.label) == ["0", "1", "2", "3", "4", "", "7", "8", "9", "10"])
    }

    @Test("automatic steps fit the whole range, or what is left of it")
    func frequency() throws {
        let axis = try numbers([(10, 990)])
        #expect(axis.majors(0, 1000).map(\.value) == [0, 1000])
        axis.calculateMajorTickFrequencyFromDiscontinuousRange = true
        let ticks = axis.majors(0, 1000)
        #expect(ticks.map(\.value) == [0, 2, 4, 6, 8, 10, 990, 992, 994, 996, 998, 1000])
        #expect(ticks.map(\.label).contains("990") && !ticks.map(\.label).contains("10"))
    }

    @Test("where steps of the whole range leave no ticks, finer ones do")
    func finer() throws {
        let axis = try numbers([(3, 997)])
        let ticks = axis.majors(1, 999)
        #expect(ticks.count >= 4, "\(ticks.map(\.value))")
        #expect(ticks.allSatisfy { $0.value <= 3 || $0.value >= 997 })
    }

    // MARK: Dates

    @Test(
        "weekends are left out of every week, before the first one too, through daylight saving",
        arguments: [
            ("UTC", "2024-01-06", "2023-03-24", "2023-03-25", "2023-03-27"),
            (
                "Europe/Berlin", "2024-01-06T00:00+01:00", "2024-03-29T00:00+01:00", "2024-03-30T00:00+01:00",
                "2024-04-01T00:00+02:00"
            ),
            (
                "Europe/Berlin", "2024-01-06T00:00+01:00", "2023-10-27T00:00+02:00", "2023-10-28T00:00+02:00",
                "2023-10-30T00:00+01:00"
            ),
            (
                "America/New_York", "2024-01-06T00:00-05:00", "2024-03-08T00:00-05:00", "2024-03-09T00:00-05:00",
                "2024-03-11T00:00-04:00"
            ),
            (
                "America/New_York", "2024-01-06T00:00-05:00", "2024-11-01T00:00-04:00", "2024-11-02T00:00-04:00",
                "2024-11-04T00:00-05:00"
            ),
        ])
    func weekends(zone: String, first: String, friday: String, saturday: String, monday: String) throws {
        let axis = try weekdays(zone, first)
        axis.setRange(seconds(friday), seconds(monday) + 86_400)
        axis.length = 480
        #expect(axis.pixelValue(forDataValue: seconds(saturday)) == 240)
        #expect(axis.pixelValue(forDataValue: seconds(monday)) == 240)
        #expect(axis.dataValue(forPixelValue: 240) == seconds(monday))
        #expect(stretches(axis).contains(NumberRange(seconds(saturday), seconds(monday))))
    }

    @Test("nights and weekends together leave five times eight hours of a week, also where clocks change")
    func workingHours() throws {
        for (zone, first, low, high) in [
            ("UTC", "2024-01-06", "2024-05-06", "2024-05-13"),
            ("Europe/Berlin", "2024-01-06T00:00+01:00", "2024-03-25T00:00+01:00", "2024-04-01T00:00+02:00"),
            ("America/New_York", "2024-01-06T00:00-05:00", "2024-10-28T00:00-04:00", "2024-11-04T00:00-05:00"),
        ] {
            let axis = try weekdays(zone, first)
            axis.addExcludedRepeatedTimePeriod(
                RepeatedTimePeriod(
                    start: axis.clock.instant(wall: seconds("2024-01-01T17:00")).instant,
                    length: DateFrequency(16, .hour),
                    every: DateFrequency(1, .day)))
            #expect(axis.setRange(seconds(low), seconds(high)))
            let mapper = axis.mapper
            #expect(mapper.forward(seconds(high)) - mapper.forward(seconds(low)) == 40 * 3600, "\(zone)")
        }
    }

    @Test("a single period is left out once, by the calendar")
    func holiday() throws {
        let axis = try weekdays()
        axis.addExcludedTimePeriod(TimePeriod(start: seconds("2024-02-01"), length: DateFrequency(1, .month)))
        axis.setRange(seconds("2024-01-29"), seconds("2024-03-04"))
        #expect(stretches(axis).contains(NumberRange(seconds("2024-02-01"), seconds("2024-03-01"))))
        let mapper = axis.mapper
        #expect(mapper.forward(axis.axisRange.maximum) - mapper.forward(axis.axisRange.minimum) == 4 * 86_400)
        axis.removeExcludedTimePeriod(axis.excludedTimePeriods[0])
        #expect(axis.excludedTimePeriods.isEmpty)
        #expect(!stretches(axis).contains(NumberRange(seconds("2024-02-01"), seconds("2024-03-01"))))
    }

    @Test("ticks of days and longer move to the end of what is left out; set ones and hours stay away")
    func movedTicks() throws {
        let axis = try weekdays()
        // June and September of 2024 begin on a weekend.
        let months = axis.majors(seconds("2024-04-15"), seconds("2024-10-15"), length: 500)
        #expect(axis.wall(months.map(\.value), "dd MM") == ["01 05", "03 06", "01 07", "01 08", "02 09", "01 10"])
        #expect(months.map(\.label)[1] == "Jun 2024")
        let days = axis.majors(seconds("2024-05-03"), seconds("2024-05-08"), length: 300)
        #expect(days.map(\.label) == ["3 May", "6 May", "7 May", "8 May"])
        axis.majorTickFrequency = .days(2)
        axis.anchorPoint = seconds("2024-05-03")
        #expect(axis.majors(seconds("2024-05-03"), seconds("2024-05-11")).map(\.label) == ["3 May", "7 May", "9 May"])
    }

    @Test("a month that begins in a weekend at the start of the range has its tick at the first Monday")
    func firstMonday() throws {
        let axis = try weekdays()
        let ticks = axis.majors(seconds("2024-06-02"), seconds("2024-09-15"), length: 400)
        #expect(axis.wall(ticks.map(\.value), "dd MMM").first == "03 Jun")
    }

    @Test("a second every minute over a hundred years ends at once: too fine a repeat stays on the axis")
    func tinyRepeats() {
        let axis = DiscontinuousDateTimeAxis()
        let tiny = RepeatedTimePeriod(start: 0, length: DateFrequency(1, .second), every: DateFrequency(1, .minute))
        axis.addExcludedRepeatedTimePeriod(tiny)
        let clock = ContinuousClock()
        let time = clock.measure {
            axis.setRange(seconds("1950-01-01"), seconds("2050-01-01"))
            #expect(stretches(axis).isEmpty)
            #expect(axis.majors(seconds("1950-01-01"), seconds("2050-01-01")).count > 4)
        }
        #expect(time < .seconds(1))
        // The same with the effect visible: data that span all these years.
        axis.dataRange = NumberRange(seconds("1950-01-01"), seconds("2050-01-01"))
        axis.setRange(0, 600)
        let mapper = axis.mapper
        #expect(mapper.forward(600) - mapper.forward(0) == 590)
        #expect(mapper.isExcluded(0.5) && mapper.isExcluded(540.5) && !mapper.isExcluded(1))
    }

    @Test("a repeat that leaves nothing has no effect")
    func everything() {
        let axis = DiscontinuousDateTimeAxis()
        axis.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(start: 0, length: DateFrequency(8, .day), every: DateFrequency(1, .week)))
        #expect(axis.setRange(0, 86_400))
        #expect(stretches(axis).isEmpty)
        // Once all time is excluded, no range is accepted, and nothing divides by zero.
        axis.addExcludedTimePeriod(TimePeriod(start: -1e9, length: DateFrequency(200, .year)))
        #expect(!axis.setRange(0, 86_400))
        axis.dataRange = NumberRange(0, 86_400)
        axis.resetZoomLevel()
        axis.length = 100
        #expect(axis.pixelValue(forDataValue: 1000) == 0)
        #expect(axis.dataValue(forPixelValue: 50) == axis.axisRange.minimum)
        #expect(axis.ticks(in: axis.axisRange, room: .test(100)).isEmpty)
    }

    @Test("the table serves all data; panning through them builds no other", arguments: [1.0, 50])
    func builtOnce(years: Double) throws {
        let axis = try weekdays()
        let start = seconds("1990-01-01")
        axis.dataRange = NumberRange(start, start + years * 365 * 86_400)
        axis.setRange(start, start + 86_400 * 30)
        let first = stretches(axis)
        axis.setRange(start + years * 300 * 86_400, start + years * 310 * 86_400)
        #expect(stretches(axis) == first)
        #expect(first.count > Int(years * 52))
    }
}
