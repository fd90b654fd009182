import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

/// Date axes with an origin other than 1970.
@Suite("Date axes with an origin")
struct DateOriginAxisTests {
    private static let noon = Int(seconds("2024-01-01T12:00:00Z"))

    private func axis(
        _ origin: Int = noon, zone: String = "UTC", _ axis: DateTimeAxis = DateTimeAxis()
    ) throws -> DateTimeAxis {
        try axis.setTimeZone(identifier: zone)
        axis.origin = origin
        return axis
    }

    @Test(
        "coarse ticks and their labels are the same instants, whatever they are counted from",
        arguments: ["UTC", "Europe/Berlin", "Asia/Kathmandu"])
    func coarse(zone: String) throws {
        var numbers = SeededNumbers(seed: 51)
        for _ in 0..<300 {
            let start = Double(Int.random(in: -2_000_000_000...4_000_000_000, using: &numbers))
            let spans: [Double] = [3, 20, 100, 3_600, 20_000, 86_400, 500_000, 5e6, 5e7, 1e9]
            let span = spans.randomElement(using: &numbers) ?? 1
            let origin = Int(start) + Int.random(in: -4_000_000...4_000_000, using: &numbers)
            let (plain, own) = (try axis(0, zone: zone), try axis(origin, zone: zone))
            let anchor: Double? = Bool.random(using: &numbers) ? start + 17 : nil
            let steps: [AxisStep] = [.hours(6), .days(3), .months(1), .value(7_200), .seconds(7)]
            let step = Bool.random(using: &numbers) ? nil : steps.randomElement(using: &numbers)
            for axis in [plain, own] {
                axis.anchorPoint = anchor.map { $0 - Double(axis.origin) }
                axis.majorTickFrequency = step
                axis.dataRange = NumberRange(start - Double(axis.origin), start + span - Double(axis.origin))
            }
            func ticks(_ axis: DateTimeAxis) -> [Tick] {
                axis.ticks(
                    in: NumberRange(start - Double(axis.origin), start + span - Double(axis.origin)),
                    room: .test(600, minor: true))
            }
            let (expected, found) = (ticks(plain), ticks(own))
            #expect(found.map(\.label) == expected.map(\.label))
            #expect(
                found.count == expected.count
                    && zip(found, expected).allSatisfy { abs($0.value + Double(origin) - $1.value) < 2e-6 })
            #expect(found.map(\.isMajor) == expected.map(\.isMajor))
        }
    }

    @Test("stripes keep their parity while a range moves over a whole second")
    func indexes() throws {
        let axis = try axis()
        for step in [1e-9, 2e-9, 5e-9, 1e-7, 2e-4, 0.2, 0.5] {
            let low = axis.positions(
                .value(step), from: nil, in: NumberRange(4 - 3.5 * step, 4 + 3.5 * step), origin: Double(axis.origin))
            let high = axis.positions(
                .value(step), from: nil, in: NumberRange(4 - 0.5 * step, 4 + 6.5 * step), origin: Double(axis.origin))
            #expect(low.count == 7 && high.count == 7)
            #expect(Array(low.suffix(4)) == Array(high.prefix(4)))
            #expect(
                zip(low.dropFirst(), low).allSatisfy {
                    $0.index == $1.index + 1 && abs($0.value - $1.value - step) < 1e-15
                })
        }
    }

    @Test(
        "fine ticks are whole steps, and their labels count from an instant", arguments: [0.0, 4_000_000, -4_000_000])
    func fine(second: Double) throws {
        let axis = try axis()
        func labels(_ start: Double, _ span: Double) -> [String] {
            let range = NumberRange(second + start, second + start + span)
            axis.axisRange = range
            return axis.ticks(in: range, room: .test(600)).filter(\.isMajor).map(\.label)
        }
        #expect(labels(0, 1e-7) == (0...10).map { "+\($0 * 10) ns" })
        #expect(labels(0.123_456_695, 1e-7) == (0...9).map { "+\(700 + $0 * 10) ns" })
        #expect(labels(0.123_456_95, 1e-7).contains("+0 ns"))
        #expect(labels(0.5, 1e-5) == (0...10).map { "+\($0) µs" })
        #expect(labels(0.5, 2e-6).prefix(3) == ["+0.0 µs", "+0.2 µs", "+0.4 µs"])
        #expect(labels(0.5, 0.003).prefix(2) == ["+500.0 ms", "+500.5 ms"])
        // From milliseconds on, labels include the time of day.
        #expect(labels(0.5, 0.05).first?.contains(".50") == true)
    }

    @Test(
        "a value between ticks has its time of day with all that it has, and so have labels that nothing stands beside")
    func between() throws {
        let axis = try axis()
        let range = NumberRange(0, 1e-6)
        axis.axisRange = range
        let ticks = axis.ticks(in: range, room: .test(600))
        #expect(ticks[1].label == "+100 ns" && axis.ownLabel(ofTickAt: ticks[1].value) == "+100 ns")
        #expect(axis.string(forId: ticks[1].value) == "12:00:00.0000001")
        #expect(axis.string(forId: 1.23e-7) == "12:00:00.000000123" && axis.string(forId: 0.5) == "12:00:00.5000000")
        axis.showsDateAtMidnight = false
        #expect(axis.ticks(in: range, room: .test(600))[1].label == "12:00:00.0000002")
        axis.labelFormatString = "ss.SSSSSSSSS"
        #expect(
            axis.string(forId: 1.23e-7) == "00.000000123" && axis.string(forId: -1e-9) == "59.999999999"
                && axis.string(forId: 0.9999999999) == "01.000000000")
        let buddhist = try self.axis()
        buddhist.calendar = Calendar(identifier: .buddhist)
        buddhist.timeZone = .gmt
        buddhist.labelFormatString = "yyyy HH:mm:ss.SSSSSSSSS"
        #expect(buddhist.string(forId: 1.23e-7) == "2567 12:00:00.000000123")
    }

    @Test("ranges, dates and paddings are counted from the origin")
    func ranges() throws {
        let axis = try axis()
        #expect(
            axis.setRange(
                Date(timeIntervalSince1970: Double(Self.noon)), Date(timeIntervalSince1970: Double(Self.noon) + 60)))
        #expect(axis.axisRange == NumberRange(0, 60))
        #expect(
            axis.value(of: .date(Double(Self.noon) + 5)) == 5 && axis.value(of: .number(5)) == 5
                && axis.position(of: .date(Double(Self.noon))) == 0)
        let (first, last) = (DateTicks.earliest - Double(Self.noon), DateTicks.latest - Double(Self.noon))
        #expect(
            axis.accepts(NumberRange(first, last)) && !axis.accepts(NumberRange(first - 1, last))
                && !axis.accepts(NumberRange(first, last + 1)))
        #expect(axis.clamped(NumberRange(-1e13, 1e13)) == NumberRange(first, last))
        axis.rangePaddingLow = .months(1)
        axis.rangePaddingHigh = .days(1)
        // Noon on 1 January, less a month.
        #expect(axis.padded(NumberRange(1e-9, 2e-9)) == NumberRange(-31 * 86_400 + 1e-9, 86_400 + 2e-9))
        axis.origin = .max
        #expect(Double(axis.origin) == DateTicks.latest)
        axis.origin = .min
        #expect(Double(axis.origin) == DateTicks.earliest)
    }

    @Test("what is left out is left out at the same instants")
    func exclusions() throws {
        let saturday = seconds("2024-01-06")
        let (plain, own) = (
            try axis(0, zone: "UTC", DiscontinuousDateTimeAxis()),
            try axis(Self.noon, zone: "UTC", DiscontinuousDateTimeAxis())
        )
        for case let axis as DiscontinuousDateTimeAxis in [plain, own] {
            axis.addExcludedRepeatedTimePeriod(
                RepeatedTimePeriod(start: saturday, length: DateFrequency(2, .day), every: DateFrequency(1, .week)))
            axis.addExcludedTimePeriod(TimePeriod(start: seconds("2024-01-17"), length: DateFrequency(1, .day)))
            axis.axisRange = NumberRange(
                seconds("2024-01-02") - Double(axis.origin), seconds("2024-02-02") - Double(axis.origin))
        }
        func shifted(_ axis: DateTimeAxis) -> [NumberRange] {
            guard case .discontinuous(let exclusions) = axis.mapper else { return [] }
            return exclusions.ranges.map {
                NumberRange($0.minimum + Double(axis.origin), $0.maximum + Double(axis.origin))
            }
        }
        #expect(
            shifted(own) == shifted(plain)
                && shifted(own).contains(NumberRange(seconds("2024-01-17"), seconds("2024-01-18"))))
        func labels(_ axis: DateTimeAxis) -> [String] { axis.ticks(in: axis.axisRange, room: .test(600)).map(\.label) }
        #expect(labels(own) == labels(plain) && labels(own).count > 3)
        #expect(!own.accepts(NumberRange(saturday - Double(Self.noon), saturday + 86_400 - Double(Self.noon))))
    }

    @Test("a distance of a month is one of the calendar's")
    func gaps() throws {
        let axis = try axis(Int(seconds("2024-02-01")))
        let distance = try #require(GapDistance(.months(1), on: axis))
        // February 2024 has 29 days, January 1970 had 31.
        #expect(!distance.isExceeded(0, 29 * 86_400) && distance.isExceeded(0, 30 * 86_400))
    }

    @Test("columns of dates and numbers become values after the axis' origin")
    func columns() throws {
        let axis = try axis(100)
        func values(_ column: Column) throws -> [Double] {
            try axis.numbers(of: column, "x").withValues { span in span.indices.map { span[$0] } }
        }
        #expect(try values(Column(seconds: [1, 2], after: 100)) == [1, 2])
        #expect(try values(Column(seconds: [1, 2], after: 90)) == [-9, -8])
        #expect(
            try values(Column(secondsSince1970: [1, 2])) == [-99, -98] && values(Column([1.0, 2])) == [-99, -98])
        #expect(throws: ChartError.self) { try axis.numbers(of: Column(["a"]), "x") }
    }
}
