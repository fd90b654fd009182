import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription
@testable import VitrailScales

@Suite("Square-root axes")
struct SquareRootTests {
    private static let values = [
        0, -0.0, 1, 4, 9, -4, 0.25, -1e-300, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e300, -1e300,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    ]

    @Test("the root of a negative value is that of its magnitude, below 0")
    func forward() {
        let roots: [(Double, Double)] = [
            (0, 0), (1, 1), (4, 2), (-4, -2), (0.25, 0.5), (-1e300, -1e150), (.infinity, .infinity),
            (-.infinity, -.infinity),
        ]
        for (value, root) in roots {
            #expect(SquareRoot.forward(value) == root)
            #expect(AxisScale.Mapper.squareRoot.forward(value) == root)
        }
        #expect(SquareRoot.forward(.nan).isNaN)
        #expect(SquareRoot.distance(0, .nan).isNaN && SquareRoot.distance(.nan, 1).isNaN)
        #expect(SquareRoot.distance(3, .infinity) == .infinity)
        #expect(SquareRoot.distance(-3, -.infinity) == -.infinity)
    }

    @Test("the inverse leads back, also from subnormal and from the largest numbers")
    func inverse() {
        for value in Self.values {
            let back = SquareRoot.inverse(SquareRoot.forward(value))
            #expect(abs(back - value) <= max(abs(value).ulp * 2, .leastNonzeroMagnitude * 4), "\(value): \(back)")
        }
        var numbers = SeededNumbers(seed: 3)
        for _ in 0..<2_000 {
            let (origin, value) = (random(&numbers), random(&numbers))
            let back = SquareRoot.inverse(SquareRoot.forward(value))
            #expect(abs(back - value) <= abs(value).ulp * 2)
            let distance = SquareRoot.distance(origin, value)
            #expect((distance > 0) == (value > origin) || distance == 0)
            let there = SquareRoot.value(distance, origin)
            #expect(abs(there - value) <= max(abs(value), abs(origin)) * 1e-14, "\(origin) to \(value): \(there)")
        }
    }

    private func random(_ numbers: inout SeededNumbers) -> Double {
        let size = [1e-300, 1e-9, 1, 1e6, 1e290][Int(numbers.next() % 5)]
        return (numbers.next() % 2 == 0 ? size : -size) * Double.random(in: 1...10, using: &numbers)
    }

    @Test("close values stay apart, as on a linear axis")
    func close() {
        let scale = AxisScale(range: NumberRange(1e15, 1e15 + 8), mapper: .squareRoot, start: 0, end: 800)
        for k in 0...8 {
            #expect(abs(scale.position(of: 1e15 + Double(k)) - Double(k) * 100) < 1e-6)
            #expect(scale.value(at: Double(k) * 100) == 1e15 + Double(k))
        }
    }

    @Test("positions are those of the roots; values out of range lie beyond the ends")
    func positions() {
        let scale = AxisScale(range: NumberRange(-400, 1600), mapper: .squareRoot, start: 0, end: 600)
        for (value, position) in [
            (-400.0, 0.0), (-100, 100), (0, 200), (100, 300), (400, 400), (1600, 600), (2500, 700), (-900, -100),
        ] {
            #expect(abs(scale.position(of: value) - position) < 1e-9, "\(value)")
            #expect(abs(scale.value(at: position) - value) < 1e-9 * max(abs(value), 1), "\(value)")
        }
        #expect(scale.position(of: .nan).isNaN && scale.position(of: .infinity) == .infinity)
    }

    @Test("positions never fall as values rise, except for rounding")
    func rising() {
        var numbers = SeededNumbers(seed: 4)
        for _ in 0..<200 {
            let ends = [random(&numbers), random(&numbers)].sorted()
            let range = NumberRange(ends[0], ends[1])
            guard range.isValid else { continue }
            let scale = AxisScale(range: range, mapper: .squareRoot, start: 0, end: 700)
            let values = (0..<100).map { _ in random(&numbers) }.sorted()
            let positions = values.map(scale.position)
            let isRising = zip(positions, positions.dropFirst()).allSatisfy { $1 >= $0 - max(abs($0), 700) * 1e-15 }
            #expect(isRising, "\(range)")
        }
    }

    // MARK: Ticks

    @Test(
        "ticks are 0, multiples of a step, and round numbers below it",
        arguments: [
            (0.0, 10_000.0, 400.0, ["0", "50", "200", "500", "1,000", "2,000", "4,000", "6,000", "8,000", "10,000"]),
            (0, 100, 600, ["0", "0.2", "1", "2", "5", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100"]),
            (-100, 100, 400, ["−100", "−50", "−20", "−10", "−2", "0", "2", "10", "20", "50", "100"]),
            (0, 1, 300, ["0", "0.01", "0.05", "0.1", "0.2", "0.4", "0.6", "0.8", "1"]),
        ] as [(Double, Double, Double, [String])])
    func ticks(low: Double, high: Double, length: Double, expected: [String]) {
        #expect(SquareRootAxis().majors(low, high, length: length).map(\.label) == expected)
    }

    @Test("a set format gives no label twice", arguments: ["%.0f", "%.1f", "%.0f%%"])
    func formats(format: String) {
        let axis = SquareRootAxis()
        axis.labelFormatString = format
        for high in [3, 40, 5e6] {
            let labels = axis.majors(0, high, length: 900).map(\.label)
            #expect(labels.count > 1 && Set(labels).count == labels.count, "\(labels)")
        }
    }

    @Test("integers have no ticks between them")
    func wholeNumbers() {
        let axis = SquareRootAxis()
        axis.holdsWholeNumbers = true
        #expect(axis.majors(0, 5, length: 900).allSatisfy { $0.value == $0.value.rounded() })
        axis.holdsWholeNumbers = false
        #expect(!axis.majors(0, 5, length: 900).allSatisfy { $0.value == $0.value.rounded() })
    }

    @Test(
        "minor ticks are multiples of round steps between the majors, and apart",
        arguments: [(0.0, 10_000.0), (-100, 400), (5_000, 6_000), (3, 7)])
    func minors(low: Double, high: Double) {
        let axis = SquareRootAxis()
        let (majors, minors) = (axis.majors(low, high), axis.minors(low, high))
        #expect(!minors.isEmpty)
        let all = (majors + minors).map(\.value).sorted()
        let scale = AxisScale(range: NumberRange(low, high), mapper: .squareRoot, start: 0, end: 400)
        let positions = all.map(scale.position)
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $1 - $0 >= 3.999 }, "\(all)")
        #expect(all.allSatisfy { $0 >= low && $0 <= high })
    }

    @Test("a set step gives equal distances in data units; a wished number is nearly met")
    func settings() {
        let axis = SquareRootAxis()
        axis.majorTickFrequency = 2_500
        axis.anchorPoint = 0
        #expect(axis.majors(0, 10_000).map(\.value) == [0, 2_500, 5_000, 7_500, 10_000])
        #expect(axis.minors(0, 10_000).map(\.value).contains(500))
    }

    // MARK: Charts

    private func axis(_ values: [Double], _ more: String = "", kind: String = "line") throws -> SquareRootAxis {
        let json = """
            {"size": {"width": 500, "height": 400}, "data": {"d": {"values": {"y": \(values)}}},
             "yAxis": {"type": "squareRoot"\(more)}, "series": [{"type": "\(kind)", "data": "d", "y": "y"}]}
            """
        let chart = try ChartDescription(json: Array(json.utf8)).makeChart()
        _ = try plan(chart)
        return try #require(chart.yAxis as? SquareRootAxis)
    }

    @Test("an automatic range ends at ticks, begins at 0 for columns, and includes both signs")
    func ranges() throws {
        #expect(try axis([3, 9_412], kind: "column").tickEnds == NumberRange(0, 10_000))
        #expect(try axis([3, 9_412]).tickEnds == NumberRange(0, 10_000))
        #expect(try axis([-3, 9_412], kind: "column").tickEnds.minimum <= -3)
        let exact = try axis([3, 9_412], #", "nice": false"#).tickEnds
        #expect(exact.minimum > 2.9 && exact.maximum < 9_500)
        #expect(try axis([3, 9_412], #", "defaultRange": [0, null]"#).axisRange.minimum == 0)
        #expect(try axis([0, 0]).tickEnds == NumberRange(0, 1))
        // The ticks of 1 to 1.2 do not include 0, which would take most of the axis.
        #expect(try axis([1, 1.2]).tickEnds.minimum > 0.9)
    }

    @Test("zooming and panning keep the middle and the length in square roots")
    func zoom() throws {
        let axis = try axis([0, 10_000], #", "nice": false, "defaultRange": [0, 10000]"#)
        #expect(axis.setZoom(0.5))
        #expect(abs(axis.axisRange.minimum - 625) < 1e-9 && abs(axis.axisRange.maximum - 5_625) < 1e-9)
        #expect(abs(axis.zoom - 0.5) < 1e-12)
        axis.allowPanningOutOfDefaultRange = false
        #expect(axis.setRange(-100, 900))
        // Moved back inside, 40 roots long.
        #expect(axis.axisRange.minimum == 0 && abs(axis.axisRange.maximum - 1_600) < 1e-9)
    }

    @Test("pixels and values are inverse, and a value below 0 has a pixel")
    func pixels() throws {
        let axis = try axis([-900, 1_600])
        for value in [-900.0, -1, 0, 0.5, 900, 1_600] {
            let pixel = try #require(axis.pixelValue(forDataValue: value))
            #expect(abs(try #require(axis.dataValue(forPixelValue: pixel)) - value) < 1e-6)
        }
    }

    @Test("columns along the axis are as wide as the narrowest distance, and inside the plot area")
    func columns() throws {
        let json = """
            {"size": {"width": 500, "height": 300},
             "data": {"d": {"values": {"x": [1, 2, 3, 4, 20], "y": [1, 2, 3, 4, 5]}}},
             "xAxis": {"type": "squareRoot"}, "series": [{"type": "column", "data": "d", "x": "x", "y": "y"}]}
            """
        let chart = try ChartDescription(json: Array(json.utf8)).makeChart()
        _ = try plan(chart)
        let range = try #require(chart.xAxis?.axisRange)
        #expect(range == NumberRange(0.5, 20.5))
        #expect(chart.xAxis?.offset(forSeries: chart.series[0]) == nil)
    }

    @Test(
        "a description of the axis is refused with its path",
        arguments: [
            (#"{"yAxis": {"type": "squareRoot", "base": 2}}"#, "yAxis.base"),
            (#"{"yAxis": {"type": "squareRoot", "threshold": 2}}"#, "yAxis.threshold"),
            (
                #"{"xAxis": {"type": "squareRoot", "defaultRange": [4, 1]}}"#,
                "xAxis.defaultRange: the minimum is not less"
            ),
            (#"{"xAxis": {"type": "squareRoot", "alignZero": true}}"#, "xAxis.alignZero"),
            (#"{"xAxis": {"type": "squareroot"}}"#, "xAxis.type"),
            (#"{"xAxis": {"type": "squareRoot", "labelFormatString": "%s"}}"#, "xAxis.labelFormatString"),
        ])
    func refusals(json: String, part: String) {
        let error = #expect(throws: DescriptionError.self) { try ChartDescription(json: Array(json.utf8)) }
        #expect("\(error.map { "\($0)" } ?? "")".hasPrefix(part))
    }

    @Test("a description keeps its keys")
    func description() throws {
        let json =
            #"{"yAxis": {"type": "squareRoot", "nice": false, "compact": true, "defaultRange": [-4, 9], "tickCount": 4}}"#
        let axis = try #require(try ChartDescription(json: Array(json.utf8)).yAxes.first)
        #expect(axis.kind == .squareRoot && !axis.nice && axis.compact)
        #expect(axis.defaultRange == NumberRange(-4, 9) && axis.tickCount == 4)
        #expect(AxisType(rawValue: "squareRoot")?.makeAxis() is SquareRootAxis)
    }

    @Test("a gap is filled at its position on the straight line between its neighbours")
    func gaps() throws {
        let json = """
            {"data": {"d": {"values": {"x": [0, 4, 16], "high": [4, null, 144], "low": [0, 0, 0]}}},
             "xAxis": {"type": "squareRoot"},
             "yAxis": {"type": "squareRoot"},
             "series": [{"type": "band", "data": "d", "x": "x", "high": "high", "low": "low", "connectGaps": true}]}
            """
        let chart = try ChartDescription(json: Array(json.utf8)).makeChart()
        _ = try plan(chart)
        let loaded = try #require((chart.series[0] as? CartesianSeries)?.loaded)
        // Half of the way from 2² to 12², because 4 is halfway between 0 and 16.
        func hasFilled(_ column: Column) -> Bool {
            column.withView { values in values.indices.contains { abs(values[$0] - 49) < 1e-9 } }
        }
        #expect(loaded.across.contains(where: hasFilled))
    }
}
