import Foundation
import Testing
import Vitrail
import VitrailImage

/// Series with one `stackIndex`: each starts at the end of the one below.
@Suite("Stacks")
struct StackTests {
    @Test("C-123 two column series of one stack index: the lower one spans 0…2, the other 2…5, in one slot")
    func columns() async throws {
        let chart = stacked([2, 3], indexes: [7, 7])
        let probe = try await Probe(chart)
        let (x, foot) = try probe.position(of: 1, 0)
        let seam = try probe.position(of: 1, 2).y
        let top = try probe.position(of: 1, 5).y
        let column = Int(x)
        let whole = Int(seam.rounded())
        #expect(probe.runs(column: column, of: .pureRed) == [whole..<Int(foot.rounded())])
        #expect(probe.runs(column: column, of: .pureBlue) == [Int(top.rounded())..<whole], "and no light between them")
        let low = probe.runs(row: Int(foot) - 5, of: .pureRed)
        #expect(low.count == 1 && low == probe.runs(row: Int(top) + 5, of: .pureBlue), "one slot for both")
    }

    @Test(
        "C-124 different stack indexes stand side by side, whatever the numbers",
        arguments: [(0, 1), (9, 2), (-4, 1_000_000)])
    func sideBySide(indexes: (Int, Int)) async throws {
        let probe = try await Probe(stacked([2, 3], indexes: [indexes.0, indexes.1]))
        let row = Int(try probe.position(of: 1, 1).y)
        let (red, blue) = (probe.runs(row: row, of: .pureRed), probe.runs(row: row, of: .pureBlue))
        try #require(red.count == 1 && blue.count == 1)
        #expect(red[0].upperBound == blue[0].lowerBound && abs(red[0].count - blue[0].count) <= 1, "in whole pixels")
        let feet = [(blue[0], Color.pureBlue), (red[0], .pureRed)].map {
            probe.runs(column: $0.lowerBound + 3, of: $1).first?.upperBound
        }
        #expect(feet[0] != nil && feet[0] == feet[1])
    }

    @Test("C-125 negative stacks grow downwards, and the visible range covers the totals")
    func negative() async throws {
        let chart = stacked([-2, -3], indexes: [1, 1], y: nil)
        let probe = try await Probe(chart)
        #expect(chart.yAxis?.visibleRange == NumberRange(-5, 0))
        #expect(chart.yAxis?.dataRange == NumberRange(-3, -2), "data as they are")
        #expect(try probe.color(1, -1) == .pureRed && probe.color(1, -1.95) == .pureRed)
        #expect(try probe.color(1, -2.05) == .pureBlue && probe.color(1, -4.9) == .pureBlue)
    }

    @Test("C-126 the fill of an upper stacked area begins at the line below")
    func areas() async throws {
        let chart = Probe.chart(x: NumberRange(0, 2), y: NumberRange(0, 8)).bare()
        for (values, color) in [([1.0, 3, 1], Color.pureRed), ([2.0, 2, 4], .pureBlue)] {
            let series = LineSeries(
                columns: SeriesColumns(x: Column([0.0, 1, 2]), y: Column(values)),
                style: LineSeriesStyle(showFill: true, areaColor: color, areaLineWidth: 0))
            series.stackIndex = 1
            chart.add(series)
        }
        let probe = try await Probe(chart)
        for (x, seam, top) in [(0.5, 2.0, 4.0), (1, 3, 5), (1.5, 2, 5)] {
            #expect(try probe.color(x, 0.1) == .pureRed && probe.color(x, seam - 0.1) == .pureRed)
            #expect(try probe.color(x, seam + 0.1) == .pureBlue && probe.color(x, top - 0.1) == .pureBlue)
            #expect(try probe.color(x, top + 0.1) == .white)
        }
    }

    @Test(
        "on a logarithmic axis, which has no place for the baseline, the lowest of a stack reaches down to its end",
        arguments: [NumberRange(0.01, 10), nil])
    func logarithmic(range: NumberRange?) async throws {
        func line(_ color: Color) -> LineSeries {
            LineSeries(style: LineSeriesStyle(showFill: true, areaColor: color, areaLineWidth: 0))
        }
        func steps(_ color: Color) -> StepLineSeries {
            StepLineSeries(style: LineSeriesStyle(showFill: true, areaColor: color, areaLineWidth: 0))
        }
        func columns(_ color: Color) -> ColumnSeries { ColumnSeries(style: BarColumnSeriesStyle(areaColor: color)) }
        let kinds: [(CartesianSeries, CartesianSeries)] = [
            (columns(.pureRed), columns(.pureBlue)), (line(.pureRed), line(.pureBlue)),
            (steps(.pureRed), steps(.pureBlue)),
        ]
        for (lower, upper) in kinds {
            let chart = Probe.chart(x: NumberRange(-1, 3)).bare()
            chart.yAxis = LogarithmicAxis(defaultRange: range)
            for (series, values) in [(lower, [1.0, 2, 1]), (upper, [3.0, 3, 3])] {
                series.columns = SeriesColumns(x: Column([0.0, 1, 2]), y: Column(values))
                series.stackIndex = 1
                chart.add(series)
            }
            let probe = try await Probe(chart)
            let shown = try #require(chart.yAxis?.axisRange)
            #expect(range == nil ? shown.minimum >= 0.1 && shown.maximum >= 5 : shown == range, "\(shown)")
            for value in [shown.minimum * 1.02, 1.5] {
                #expect(try probe.color(1.02, value) == .pureRed, "\(lower): \(value)")
            }
            for value in [2.2, 4.5] { #expect(try probe.color(1.02, value) == .pureBlue, "\(lower): \(value)") }
        }
    }

    @Test(
        "on a logarithmic axis, what a series of a stack lacks, or has as 0, harms neither the range nor the series above"
    )
    func logarithmicGaps() async throws {
        for (x, y) in [([0.0, 2], [1.0, 1]), ([0.0, 1, 2], [1.0, 0, 1])] {
            let chart = Probe.chart(x: NumberRange(0, 2)).bare()
            chart.yAxis = LogarithmicAxis()
            for (columns, color) in [
                (SeriesColumns(x: Column(x), y: Column(y)), Color.pureRed),
                (SeriesColumns(x: Column([0.0, 1, 2]), y: Column([3.0, 3, 3])), .pureBlue),
            ] {
                let series = LineSeries(
                    columns: columns, style: LineSeriesStyle(showFill: true, areaColor: color, areaLineWidth: 0))
                series.stackIndex = 1
                chart.add(series)
            }
            let probe = try await Probe(chart)
            let shown = try #require(chart.yAxis?.axisRange)
            #expect(shown.minimum > 0.1 && shown.maximum < 50, "\(shown)")
            #expect(
                try probe.color(1, 2.5) == .pureBlue && probe.color(0.9, 2.9) == .pureBlue
                    && probe.color(0.02, 2) == .pureBlue)
        }
    }

    @Test(
        "a line contributes its own value where it has no sample, nothing beside a gap, and inserted places have no symbols"
    )
    func unlikePositions() async throws {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 8)).bare()
        let lower = LineSeries(
            columns: SeriesColumns(x: Column([0.0, 2, 4]), y: Column([2.0, 2, 2])),
            style: LineSeriesStyle(showFill: true, areaColor: .pureRed, areaLineWidth: 0))
        let upper = LineSeries(
            columns: SeriesColumns(x: Column([0.0, 1, 3, 4]), y: Column([1.0, 3, .nan, 1])),
            style: LineSeriesStyle(
                lineColor: .pureBlue, lineWidth: 3,
                pointStyle: PointStyle(showPoints: true, color: .pureGreen, radius: 5)))
        for series in [lower, upper] {
            series.stackIndex = 0
            chart.add(series)
        }
        let probe = try await Probe(chart)
        #expect(try probe.color(1, 1.8) == .pureRed && probe.color(3.5, 1.8) == .pureRed)
        #expect(try probe.color(0, 3, dx: 2) == .pureGreen && probe.color(1, 5) == .pureGreen)
        #expect(try probe.color(0.5, 4, dy: -1) == .pureBlue)
        #expect(
            try probe.color(2, 2, dx: -3, dy: -1) != .pureBlue && probe.color(2, 5, dy: -1) != .pureBlue,
            "nothing between a sample and a gap")
        let position = try #require(chart.xAxis?.pixelValue(forDataValue: 1))
        #expect(upper.nearestPoint(x: position, y: 0)?.index == 1)
    }

    @Test(
        "areas whose places alternate are level, with a vertical edge where the lower one ends",
        arguments: [false, true])
    func alternatingPositions(isVertical: Bool) async throws {
        let chart =
            isVertical
            ? Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 7)).bare()
            : Probe.chart(x: NumberRange(0, 7), y: NumberRange(0, 4)).bare()
        for (positions, height, color) in [([0.0, 2, 4, 6], 1.0, Color.pureRed), ([1.0, 3, 5, 7], 2, .pureBlue)] {
            let (along, across) = (Column(positions), Column(positions.map { _ in height }))
            let series = LineSeries(
                columns: isVertical ? SeriesColumns(x: across, y: along) : SeriesColumns(x: along, y: across),
                orientation: isVertical ? .vertical : .horizontal,
                style: LineSeriesStyle(showFill: true, areaColor: color, areaLineWidth: 0))
            series.stackIndex = 1
            chart.add(series)
        }
        let probe = try await Probe(chart)
        func color(_ along: Double, _ across: Double) throws -> Color {
            isVertical ? try probe.color(across, along) : try probe.color(along, across)
        }
        for along in [0.1, 0.9, 1.5, 3, 5.9] {
            #expect(try color(along, 0.1) == .pureRed && color(along, 0.9) == .pureRed, "\(along)")
        }
        for along in [1.1, 2, 3.5, 5.9] {
            #expect(
                try color(along, 1.1) == .pureBlue && color(along, 2.9) == .pureBlue && color(along, 3.1) == .white,
                "\(along)")
        }
        for along in [6.1, 6.9] {
            #expect(
                try color(along, 0.1) == .pureBlue && color(along, 1.9) == .pureBlue && color(along, 2.1) == .white,
                "\(along)")
        }
        #expect(try color(0.9, 1.1) == .white)
    }

    @Test("steps hold their values in a stack, and a missing category counts 0")
    func stepsAndCategories() async throws {
        let steps = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 8)).bare()
        for (positions, values, color) in [
            ([0.0, 2, 4], [1.0, 3, 3], Color.pureRed), ([1.0, 3], [2.0, 2], .pureBlue),
        ] {
            let series = StepLineSeries(
                columns: SeriesColumns(x: Column(positions), y: Column(values)),
                style: LineSeriesStyle(showFill: true, areaColor: color, areaLineWidth: 0))
            series.stackIndex = 1
            steps.add(series)
        }
        var probe = try await Probe(steps)
        #expect(
            try probe.color(1.5, 0.9) == .pureRed && probe.color(1.5, 2.9) == .pureBlue
                && probe.color(1.5, 3.1) == .white)
        #expect(try probe.color(2.5, 2.9) == .pureRed && probe.color(2.5, 4.9) == .pureBlue)

        let categories = Chart(width: 300, height: 200).bare()
        categories.xAxis = CategoryAxis()
        categories.yAxis = NumberAxis(defaultRange: NumberRange(0, 4))
        for (names, color) in [(["A", "B", "C"], Color.pureRed), (["A", "C"], .pureBlue)] {
            let series = LineSeries(
                columns: SeriesColumns(x: Column(names as [String?]), y: Column(names.map { _ in 2.0 })),
                style: LineSeriesStyle(showFill: true, areaColor: color, areaLineWidth: 0))
            series.stackIndex = 1
            categories.add(series)
        }
        probe = try await Probe(categories)
        #expect(
            try probe.color(0.1, 3.5) == .pureBlue && probe.color(1, 1.9) == .pureRed && probe.color(1, 2.2) == .white)
    }

    @Test("series of equally many samples at other places stand on what is there")
    func otherPositions() async throws {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 6)).bare()
        for (positions, color) in [([1.0, 2], Color.pureRed), ([2.0, 3], .pureBlue)] {
            let series = ColumnSeries(
                columns: SeriesColumns(x: Column(positions), y: Column([2.0, 2])),
                style: BarColumnSeriesStyle(areaColor: color))
            series.stackIndex = 1
            chart.add(series)
        }
        let probe = try await Probe(chart)
        for (x, below, above) in [(1.0, Color.pureRed, Color.white), (2, .pureRed, .pureBlue), (3, .pureBlue, .white)] {
            #expect(
                try probe.color(x, 1) == below && probe.color(x, 3) == above && probe.color(x, 4.5) == .white, "\(x)")
        }
    }

    @Test("hidden series leave the stack, and only the outermost bar of a stack has round corners")
    func hiddenAndTips() async throws {
        let chart = stacked([2, 3], indexes: [1, 1], cornerRatio: 1)
        var probe = try await Probe(chart)
        let corner = try probe.position(of: 1, 5)
        let left = try #require(probe.runs(row: Int(try probe.position(of: 1, 1).y), of: .pureRed).first).lowerBound
        #expect(probe[left + 1, Int(corner.y) + 1] == .white, "round")
        #expect(probe[left + 1, Int(try probe.position(of: 1, 2).y.rounded()) + 1] == .pureRed, "square")
        chart.series[0].hidden = true
        probe = try await Probe(chart)
        #expect(try probe.color(1, 0.1) == .pureBlue && probe.color(1, 3.1) == .white)
        chart.series[0].hidden = false
        probe = try await Probe(chart)
        #expect(try probe.color(1, 4.5) == .pureBlue)
    }

    @Test("a stack without order, or of nothing but gaps, is drawn without harm, and its range is that of what it has")
    func oddStacks() async throws {
        let cases: [(values: [[Double]], range: NumberRange?)] = [
            ([[2, -1, 3], [-2, 4, 1]], NumberRange(-2, 8)), ([[.nan, .nan, .nan], [1, 2, 3]], NumberRange(0, 6)),
            ([[], []], nil),
        ]
        for (values, range) in cases {
            let chart = Probe.chart().bare()
            for (k, values) in values.enumerated() {
                // Descending, then ascending: they share no positions.
                let columns = SeriesColumns(
                    x: Column(values.indices.map { Double(k == 0 ? 5 - $0 : $0) }), y: Column(values))
                for series in [ColumnSeries(columns: columns), LineSeries(columns: columns)] as [CartesianSeries] {
                    series.stackIndex = 1
                    chart.add(series)
                }
            }
            _ = try await Probe(chart)
            #expect(chart.yAxis?.visibleRange == range, "\(values)")
        }
    }

    /// Summaries hold the distributions of ends: of the whole stack, and of each series.
    @Test(
        "of columns of which hundreds lie in a pixel, the picture from summaries is the one from all columns",
        arguments: [[1.0, 1, 1], [1, -1, 1], [-1, -2, -1], [1, 0.02, 0]])
    func manyColumns(factors: [Double]) async throws {
        let count = 900 * 60
        let chart = Chart(width: 120, height: 200).bare()
        for (k, factor) in factors.enumerated() {
            let values = (0..<count).map { i -> Double in
                let wave = 3 + sin(Double(i) / 977 + Double(k)) + Double(i &* 7_919 % 1_009) / 1_009
                return i % 41 == k ? .nan : factor * (i / 9_000 % 2 == 0 ? wave : wave / 3)
            }
            let series = ColumnSeries(
                columns: SeriesColumns(y: Column(values)),
                style: BarColumnSeriesStyle(areaColor: [Color.pureRed, .pureBlue, .pureGreen][k]))
            series.stackIndex = 1
            chart.add(series)
        }
        chart.summaries = .none
        let exact = try await Probe(chart).image
        chart.summaries = .automatic
        let summarised = try await Probe(chart).image
        let result = InkComparison(limits: .init(mean: 3, p99: 20, max: 255, interior: 255)).compare(
            summarised, expected: exact)
        #expect(result.passed && result.statistics.count > 4_000, "\(result)")
    }

    /// One column per series at 1, red below blue.
    private func stacked(
        _ values: [Double], indexes: [Int], y: NumberRange? = NumberRange(0, 6), cornerRatio: Double = 0
    ) -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 2), y: y).bare()
        for (k, value) in values.enumerated() {
            let series = ColumnSeries(
                columns: SeriesColumns(x: Column([1.0]), y: Column([value])),
                style: BarColumnSeriesStyle(areaColor: k == 0 ? .pureRed : .pureBlue, cornerRatio: cornerRatio))
            series.stackIndex = indexes[k]
            chart.add(series)
        }
        return chart
    }
}
