import Foundation
import Testing

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

@Suite("Axes given what makes no sense")
struct BadAxisInputTests {
    static let ranges: [(Double, Double)] = [
        (1, 1), (2, 1), (.nan, 1), (0, .nan), (-.infinity, 0), (0, .infinity), (-1.7e308, 1.7e308),
        (0, .leastNonzeroMagnitude), (0, .leastNormalMagnitude / 1e9),
        (1e17, 1e17.nextUp), (1e308, 1.5e308), (-1e-300, 1e-300), (-1e300, 1e300), (0, 1e9),
    ]

    @Test("every axis gives an answer, in time, to every range", arguments: AxisType.allCases, 0..<ranges.count)
    func answers(type: AxisType, k: Int) {
        let (low, high) = Self.ranges[k]
        let axis = type.makeAxis()
        if let categories = axis as? CategoryAxis { for k in 0..<100 { _ = categories.index(of: "item \(k)") } }
        let clock = ContinuousClock()
        let time = clock.measure {
            let isShown = axis.setRange(low, high)
            #expect(isShown == axis.accepts(NumberRange(low, high)))
            if !NumberRange(low, high).isValid { #expect(!isShown) }
            for step in [nil, 1e-9, -1, 0, .value(.nan), .value(.infinity), 1e300, .months(1), .seconds(1)]
                as [AxisStep?]
            {
                axis.majorTickFrequency = step
                axis.minorTickFrequency = step
                let ticks = axis.ticks(in: NumberRange(low, high), room: .test(400, minor: true))
                #expect(ticks.count <= 2 * TickLimits.count)
                #expect(ticks.allSatisfy { $0.value.isFinite })
            }
            axis.length = 100
            _ = axis.pixelValue(forDataValue: 0)
            _ = axis.dataValue(forPixelValue: 50)
        }
        #expect(time < .seconds(3))
        #expect(axis.axisRange.isValid)
    }

    @Test(
        "of a step that would make a thousand million ticks, those are there that can be told apart",
        arguments: AxisType.allCases)
    func tooMany(type: AxisType) {
        let axis = type.makeAxis()
        if let categories = axis as? CategoryAxis { for k in 0..<100 { _ = categories.index(of: "\(k)") } }
        for (high, step) in [(1.0, 1e-9 as AxisStep), (1e9, 1), (1e9, .seconds(1))] {
            axis.majorTickFrequency = step
            axis.minorTickFrequency = step
            #expect(
                axis.ticks(in: NumberRange(high / 1e9, high), room: .test(400, minor: true)).count
                    <= (axis.isLinear ? 60 : 200))
        }
    }

    @Test("of a step that is too fine every n-th tick is there, n as readers count")
    func tooFine() {
        let numbers = NumberAxis()
        numbers.majorTickFrequency = 0.001
        numbers.anchorPoint = 0
        #expect(
            numbers.ticks(in: NumberRange(0, 97), room: .test(400)).map(\.value)
                == stride(from: 0, through: 97, by: 2).map { $0 })
        let items = CategoryAxis()
        for k in 0..<5_000 { _ = items.index(of: "\(k)") }
        items.majorTickFrequency = 1
        #expect(
            items.ticks(in: NumberRange(-0.5, 4_999.5), room: .test(400)).map(\.value)
                == stride(from: 0, to: 5_000, by: 100).map { $0 })
        let dates = DateTimeAxis()
        dates.timeZone = .gmt
        // 1 January 2024.
        let (start, day) = (1_704_067_200.0, 86_400.0)
        for (step, shown, expected) in [
            (.hours(1), 366, .weeks(2)), (.minutes(1), 1, .minutes(30)), (.seconds(7), 30, .value(0)),
            (.hours(5), 366, .value(0)), (.days(1), 3_650, .months(3)),
            (.months(1), 366 * 60, .years(2)), (.hours(1), 10, .hours(6)), (.days(1), 100, .days(1)),
        ] as [(AxisStep, Double, AxisStep)] {
            dates.majorTickFrequency = step
            let ticks = dates.ticks(in: NumberRange(start, start + shown * day), room: .test(400)).map(\.value)
            #expect((2...101).contains(ticks.count), "\(step)")
            if case .calendar = expected { #expect(dates.currentMajorTickFrequency == expected, "\(step)") }
            // All ticks are multiples of the step.
            if case .calendar(let frequency) = step, let seconds = frequency.clockSeconds {
                #expect(ticks.allSatisfy { ($0 - ticks[0]).truncatingRemainder(dividingBy: seconds) == 0 }, "\(step)")
            }
        }
    }

    @Test(
        "steps that are not positive are as if none was set",
        arguments: [-2, 0, .nan, .infinity, -.infinity] as [Double])
    func negativeSteps(step: Double) {
        for type in AxisType.allCases {
            let (plain, odd) = (type.makeAxis(), type.makeAxis())
            for axis in [plain, odd] { (axis as? CategoryAxis).map { for k in 0..<9 { _ = $0.index(of: "\(k)") } } }
            odd.majorTickFrequency = .value(step)
            odd.minorTickFrequency = .value(step)
            let range = NumberRange(1, 9)
            #expect(
                odd.ticks(in: range, room: .test(400, minor: true))
                    == plain.ticks(in: range, room: .test(400, minor: true)), "\(type)")
        }
    }

    @Test("a frequency hook that asks for nonsense gets no ticks of that level")
    func nonsenseFromHook() {
        for type in AxisType.allCases where type != .category {
            let axis = type.makeAxis()
            let ticks = axis.ticks(
                in: NumberRange(1, 9), room: .test(400, minor: true, adjust: { $0.major = .value(-.nan) }))
            #expect(ticks.isEmpty, "\(type)")
            let minors = axis.ticks(
                in: NumberRange(1, 9), room: .test(400, minor: true, adjust: { $0.minor = .value(-3) }))
            #expect(!minors.isEmpty && minors.map(\.isMajor).allSatisfy { $0 }, "\(type)")
        }
    }

    @Test("rooms without a length have no ticks", arguments: [0, -5, .nan, .infinity] as [Double])
    func noRoom(length: Double) {
        for type in AxisType.allCases {
            #expect(type.makeAxis().ticks(in: NumberRange(1, 9), room: .test(length)).isEmpty)
        }
    }

    @Test("bases of which there is no logarithm are refused", arguments: [1, 0, -10, .nan, .infinity] as [Double])
    func bases(base: Double) {
        #expect(throws: AxisError.self) { try LogarithmicAxis(base: base) }
    }

    @Test("a base next to 1 has an axis, without a million powers")
    func nearlyOne() throws {
        for base in [(1.0).nextUp, 1.000_001, (1.0).nextDown, 0.999] {
            let axis = try LogarithmicAxis(base: base)
            let ticks = axis.ticks(in: NumberRange(1e-3, 1e9), room: .test(400, minor: true))
            #expect(ticks.count < 1000)
            axis.majorTickFrequency = 1
            #expect(axis.ticks(in: NumberRange(1e-3, 1e9), room: .test(400, minor: true)).count <= TickLimits.count)
        }
    }

    @Test("a million categories are measured in no time, wherever they are wide")
    func millions() {
        let axis = CategoryAxis()
        for k in 0..<1_000_000 {
            _ = axis.index(of: k == 700_000 ? "the one item that is wide among so many" : String(k))
        }
        var measured = 0
        let room = TickSpace(
            length: 800,
            extent: {
                measured += 1
                return Double($0.utf8.count) * 6 + 6
            }, wantsMinor: true)
        let ticks = axis.ticks(in: NumberRange(-0.5, 999_999.5), room: room)
        #expect(ticks.count > 4 && ticks.count < 20)
        #expect(measured < 5000, "\(measured)")
        #expect(axis.ticks(in: NumberRange(699_999, 700_001), room: .test(1000)).count == 3)
        #expect(axis.string(forId: 1e300) == "" && axis.string(forId: .nan) == "" && axis.string(forId: -1) == "")
    }

    @Test(
        "a step that is nothing beside the range still lets values be written",
        arguments: [
            (0.0, 1e15, 1e-300, "x"), (-1e300, 1e12, 0.123456789, nil), (-1, 1e300, 1e-300, nil),
            (0, 1e-300, .leastNonzeroMagnitude, nil), (0, 1e308, 1e-308, nil),
        ] as [(Double, Double, Double, String?)])
    func tinySteps(low: Double, high: Double, step: Double, pattern: String?) {
        let axis = NumberAxis()
        axis.majorTickFrequency = .value(step)
        axis.labelFormatString = pattern
        for anchor in [nil, 0, 1e-300] as [Double?] {
            axis.anchorPoint = anchor
            _ = axis.ticks(in: NumberRange(low, high), room: .test(400))
            for value in [low, high, high / 3, 1] { #expect(!axis.string(forId: value).isEmpty) }
        }
    }

    @Test("dates beyond the year 9999 are cut off there, and refused as a range")
    func farDates() {
        let axis = DateTimeAxis()
        #expect(!axis.setRange(0, DateTicks.latest + 1))
        #expect(!axis.setRange(DateTicks.earliest - 1, 0))
        axis.dataRange = NumberRange(seconds("2000-01-01"), 1e13)
        #expect(axis.defaultRange == NumberRange(seconds("2000-01-01"), DateTicks.latest))
        axis.dataRange = NumberRange(1e13, 2e13)
        #expect(axis.defaultRange == NumberRange(0, 86_400))
        #expect(
            axis.string(forId: 1e15) == "" && axis.string(forId: .nan) == "" && axis.string(forId: -.infinity) == "")
        axis.rangePaddingHigh = .years(1_000_000)
        axis.dataRange = NumberRange(0, 100)
        #expect(axis.accepts(axis.defaultRange))
        let years = axis.majors(DateTicks.earliest, DateTicks.latest)
        #expect(years.map(\.label) == ["1000", "2000", "3000", "4000", "5000", "6000", "7000", "8000", "9000"])
        #expect(axis.majors(DateTicks.latest - 86_400 * 700, DateTicks.latest).map(\.label).last == "Jul 9999")
    }

    @Test("values that are all equal, one value and none have a range", arguments: AxisType.allCases)
    func degenerate(type: AxisType) {
        for value in [nil, 5.0, 0, -3, 1e17, 1e-300, 1e12] {
            let axis = type.makeAxis()
            axis.dataRange = value.map { NumberRange($0, $0) }
            axis.visibleRange = axis.dataRange
            let range = axis.defaultRange
            #expect(axis.accepts(range), "\(range)")
            axis.resetZoomLevel()
            axis.length = 100
            #expect(axis.pixelValue(forDataValue: range.minimum) == 0)
        }
    }

    @Test(
        "anchors that cannot be counted from leave no ticks or all, never a crash",
        arguments: [.nan, .infinity, 1e300, -1e300, 1e18] as [Double])
    func anchors(anchor: Double) {
        for type in AxisType.allCases {
            let axis = type.makeAxis()
            axis.anchorPoint = anchor
            for step in [nil, 2, .months(1), .hours(1)] as [AxisStep?] {
                axis.majorTickFrequency = step
                let ticks = axis.ticks(in: NumberRange(1, 1e7), room: .test(400, minor: true))
                #expect(ticks.allSatisfy { $0.value >= 0.9 && $0.value <= 1.1e7 })
            }
        }
    }

    @Test("a frequency of days far from its anchor is found without walking there")
    func farAnchor() {
        let axis = DateTimeAxis()
        axis.anchorPoint = seconds("0100-01-01")
        axis.majorTickFrequency = .days(1)
        let time = ContinuousClock().measure {
            #expect(axis.majors(seconds("9900-01-01"), seconds("9900-01-11")).count == 11)
        }
        #expect(time < .seconds(1))
    }
}
