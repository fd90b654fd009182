import Testing

@testable import VitrailColumns

@Suite struct DateUnitTests {
    @Test(arguments: [
        ("s", DateUnit.second), ("ms", .millisecond), ("us", .microsecond), ("µs", .microsecond), ("μs", .microsecond),
        ("ns", .nanosecond),
        ("Seconds", .second), ("millisecond", .millisecond), ("nanos", .nanosecond), ("min", .minute), ("hours", .hour),
        ("d", .day),
        ("days", .day), ("m", nil), ("", nil), ("year", nil), ("x", nil),
    ])
    func namesAreRead(name: String, unit: DateUnit?) {
        #expect(DateUnit(name) == unit)
    }

    @Test(arguments: [
        ([2018, 2019, 2020, 2021], DateUnit.Assumption.years), ([1000, 3000], .years), ([999, 2000], .unit(.second)),
        ([3001, 2000], .unit(.second)), ([2018.5, 2019], .unit(.second)), ([-2018, 2019], .unit(.second)),
        ([.nan, 2018], .years),
        ([20_200_102, 20_210_301], .calendarDays), ([20_200_102, 20_210_230], .unit(.second)),
        ([20_200_102, .nan], .calendarDays),
        ([20_200_102.5], .unit(.second)), ([99_991_231], .calendarDays), ([2018, 20_200_102], .unit(.second)),
        ([1.5e9, 1.6e9], .unit(.second)), ([1.5e12, 1.6e12], .unit(.millisecond)), ([1.5e15], .unit(.microsecond)),
        ([1.5e18], .unit(.nanosecond)), ([], .unit(.second)), ([.nan, .infinity], .unit(.second)),
        ([0], .unit(.second)),
        ([-1.5e12, -1.6e12, 5], .unit(.millisecond)),
        // Each limit belongs to the finer unit.
        ([1e11.nextDown], .unit(.second)), ([1e11], .unit(.millisecond)), ([1e14.nextDown], .unit(.millisecond)),
        ([1e14], .unit(.microsecond)), ([1e17.nextDown], .unit(.microsecond)), ([1e17], .unit(.nanosecond)),
        // The median of an even count is the mean of the two in the middle.
        ([5e10, 1.4e11], .unit(.second)), ([5e10, 1.6e11], .unit(.millisecond)), ([0, 0, 1e12], .unit(.second)),
        ([0, 1e12, 1e12], .unit(.millisecond)), ([0, 1e18, 1e18, 1e12], .unit(.nanosecond)),
    ])
    func magnitudesDecide(values: [Double], expected: DateUnit.Assumption) {
        #expect(DateUnit.assumed(for: values.span) == expected)
    }

    @Test func valuesBecomeSeconds() {
        #expect(DateUnit.millisecond.seconds(1_577_836_800_125) == 1_577_836_800.125)
        #expect(DateUnit.microsecond.seconds(1.5e6) == 1.5)
        #expect(DateUnit.nanosecond.seconds(1.5e9) == 1.5)
        #expect(DateUnit.minute.seconds(2) == 120)
        #expect(DateUnit.hour.seconds(2) == 7200)
        #expect(DateUnit.day.seconds(18_262) == Double(wallSeconds(2020)))
        #expect(DateUnit.Assumption.years.seconds(2020) == Double(wallSeconds(2020)))
        #expect(DateUnit.Assumption.calendarDays.seconds(20_200_229) == Double(wallSeconds(2020, 2, 29)))
        #expect(DateUnit.Assumption.calendarDays.seconds(20_190_229).isNaN)
        #expect(DateUnit.Assumption.unit(.second).seconds(5) == 5)
        #expect(DateUnit.Assumption.years.isWallClock && !DateUnit.Assumption.unit(.day).isWallClock)
    }
}
