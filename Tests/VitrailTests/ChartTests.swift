import Testing
import Vitrail

@Suite("Chart")
struct ChartTests {
    private let frame = Rect(x: 0, y: 0, width: 600, height: 400)

    @Test("C-010 all four constructors work and give the axis types and the theme that were asked for")
    func constructors() async throws {
        let charts = [
            Chart(frame: frame), Chart(frame: frame, theme: .dark),
            Chart(frame: frame, xAxisType: .dateTime, yAxisType: .logarithmic),
            Chart(frame: frame, theme: .light, xAxisType: .category, yAxisType: .number),
        ]
        #expect(charts.map(\.theme) == [.flat, .dark, .flat, .light])
        #expect(charts[0].allAxes.isEmpty && charts[1].allAxes.isEmpty)
        #expect(charts[2].xAxis is DateTimeAxis && charts[2].yAxis is LogarithmicAxis)
        let plainAxis = try #require(charts[3].yAxis)
        #expect(charts[3].xAxis is CategoryAxis && type(of: plainAxis) == NumberAxis.self)
        for chart in charts {
            let probe = try await Probe(chart)
            #expect(probe.image.size == PixelSize(width: 600, height: 400))
            let background = try #require(chart.theme.chart.backgroundColor)
            #expect(probe[1, 1].isClose(to: background, 3))
            #expect(chart.allXAxes.count == 1 && chart.allYAxes.count == 1)
        }
        for type in AxisType.allCases {
            let chart = Chart(frame: frame, xAxisType: type, yAxisType: type)
            #expect(chart.allXAxes.count == 1 && chart.allYAxes.count == 1)
            let expected = Swift.type(of: type.makeAxis())
            #expect(chart.allAxes.allSatisfy { Swift.type(of: $0) == expected })
        }
    }

    @Test("C-012 the chart keeps neither data source nor delegate alive, and lists the loaded series in order")
    func ownership() throws {
        let chart = Probe.chart()
        let series = [redLine(), redLine(.pureBlue), redLine(.pureGreen)]
        weak var goneSource: PointSource?
        weak var goneDelegate: RecordingDelegate?
        do {
            let source = PointSource(series.map { ($0, points([(0, 1), (1, 2)])) })
            let delegate = RecordingDelegate()
            (goneSource, goneDelegate) = (source, delegate)
            chart.dataSource = source
            chart.delegate = delegate
            #expect(chart.series.isEmpty)
            _ = try plan(chart)
            #expect(delegate.log.take().last == "renderFinished")
        }
        #expect(goneSource == nil && goneDelegate == nil)
        #expect(chart.dataSource == nil && chart.delegate == nil)
        #expect(chart.series.count == 3 && zip(chart.series, series).allSatisfy { $0 === $1 })
        _ = try plan(chart)
    }

    @Test("C-025 each series is mapped on the axis that the source names, without an answer on the primary one")
    func namedAxes() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10))
        let second = NumberAxis(defaultRange: NumberRange(0, 20))
        let third = NumberAxis(defaultRange: NumberRange(0, 50))
        chart.addYAxis(second)
        chart.addYAxis(third)
        let colors = [Color.pureRed, .pureGreen, .pureBlue]
        let source = PointSource(colors.map { (redLine($0), points([(0, 5), (10, 5)])) })
        source.yAxes = [1: second, 2: third]
        chart.dataSource = source
        let probe = try await Probe(chart.bare())
        let height = Double(probe.plot.height)
        for (color, part) in zip(colors, [0.5, 0.75, 0.9]) {
            #expect(abs((probe.row(of: color, column: 300) ?? 0) - part * height) <= 1)
        }
        #expect(
            [chart.yAxis, second, third].map { $0?.dataRange } == [NumberRange](repeating: NumberRange(5, 5), count: 3))
        // The answer of the last load applies, or the series' own choice without one.
        source.yAxes = [0: third]
        (source.entries[1].series as? CartesianSeries)?.yAxis = second
        chart.reloadData()
        let again = try await Probe(chart)
        for (color, part) in zip(colors, [0.9, 0.75, 0.5]) {
            #expect(abs((again.row(of: color, column: 300) ?? 0) - part * height) <= 1)
        }
    }

    @Test("C-026 xAxis = and yAxis = add the first axis of a direction or replace it; primaries come first")
    func primaries() throws {
        let chart = Chart(frame: frame)
        let (x, y, x2, y2, y3) = (NumberAxis(), NumberAxis(), NumberAxis(), NumberAxis(), NumberAxis())
        chart.xAxis = x
        chart.addYAxis(y)
        chart.addXAxis(x2)
        chart.addYAxis(y2)
        func list(_ axes: [Axis], _ expected: [Axis]) -> Bool {
            axes.count == expected.count && zip(axes, expected).allSatisfy { $0 === $1 }
        }
        #expect(chart.xAxis === x && chart.yAxis === y)
        #expect(list(chart.allXAxes, [x, x2]) && list(chart.allYAxes, [y, y2]))
        #expect(list(chart.secondaryXAxes, [x2]) && list(chart.secondaryYAxes, [y2]))
        #expect(list(chart.allAxes, [x, x2, y, y2]))
        #expect(chart.allAxes.map(\.direction) == [.x, .x, .y, .y])
        chart.yAxis = y3
        #expect(list(chart.allYAxes, [y3, y2]) && chart.warnings.isEmpty)
        chart.yAxis = y3
        #expect(list(chart.allYAxes, [y3, y2]) && chart.warnings.isEmpty)
    }

    @Test("axes are removed and replaced, but for the only one of a direction; calls without effect are told")
    func axisCalls() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let (x, y) = (try #require(chart.xAxis), try #require(chart.yAxis))
        let second = NumberAxis(defaultRange: NumberRange(0, 20))
        #expect(!chart.removeXAxis(x) && !chart.removeYAxis(y) && !chart.removeYAxis(second))
        #expect(!chart.replaceYAxis(second, with: NumberAxis()) && !chart.replaceYAxis(y, with: x))
        chart.addYAxis(y)
        chart.addXAxis(y)
        chart.yAxis = nil
        #expect(chart.allAxes.count == 2 && y.direction == .y)
        #expect(chart.warnings.count == 8)
        #expect(chart.warnings.first?.description == "removeXAxis: ignored: it is the only axis of its direction")

        chart.addYAxis(second)
        let line = redLine()
        let source = PointSource([(line, points([(0, 5), (10, 5)]))])
        source.yAxes[0] = second
        chart.dataSource = source
        let first = try await Probe(chart)
        #expect(abs((first.row(of: .pureRed, column: 300) ?? 0) - Double(first.plot.height) * 0.75) <= 1)
        // Its series move to the replacing axis.
        let third = NumberAxis(defaultRange: NumberRange(0, 50))
        #expect(chart.replaceYAxis(second, with: third))
        source.yAxes[0] = third
        let replaced = try await Probe(chart.bare())
        #expect(abs((replaced.row(of: .pureRed, column: 300) ?? 0) - Double(replaced.plot.height) * 0.9) <= 1)
        #expect(chart.secondaryYAxes.first === third)
        // … or to the primary one.
        source.yAxes = [:]
        line.yAxis = third
        #expect(chart.removeYAxis(third))
        let removed = try await Probe(chart)
        #expect(line.yAxis == nil && chart.allYAxes.count == 1)
        #expect(abs((removed.row(of: .pureRed, column: 300) ?? 0) - Double(removed.plot.height) * 0.5) <= 1)
    }

    @Test("a pie chart has no axes, whoever made it")
    func pie() async throws {
        let chart = Chart(frame: frame)
        let pie = PieSeries(
            style: PieSeriesStyle(flavourColors: [.pureRed, .pureBlue], showCrust: false, showLabels: false))
        let source = SimpleDataSource()
        source.addSeries(pie, [1, 3])
        chart.dataSource = source
        let probe = try await Probe(chart)
        #expect(chart.allAxes.isEmpty)
        let (red, blue) = (probe.count { $0.isClose(to: .pureRed) }, probe.count { $0.isClose(to: .pureBlue) })
        #expect(red > 1000 && abs(Double(blue) / Double(red) - 3) < 0.05)
        #expect(probe.plot.width == 600 && probe.plot.height == 400)
    }

    @Test("look and title have the specification's names: they are read with the theme and written over it")
    func drawnStyle() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        #expect(chart.backgroundColor == Theme.flat.chart.backgroundColor)
        #expect(
            [
                chart.canvasAreaBackgroundColor, chart.plotAreaBackgroundColor, chart.borderColor,
                chart.plotAreaBorderColor,
            ].allSatisfy { $0.alpha == 0 })
        #expect(chart.borderThickness == 1 && chart.plotAreaBorderThickness == 1)
        #expect(!chart.overlapChartTitle && chart.titlePosition == .center && chart.titleCentresOn == .chart)
        let plain = try await Probe(chart)
        chart.backgroundColor = Color(0xF0F0F0)
        chart.canvasAreaBackgroundColor = Color(0xE0E0FF)
        chart.plotAreaBackgroundColor = Color(0xFFE0E0)
        chart.borderColor = .pureRed
        chart.borderThickness = 4
        chart.plotAreaBorderColor = .pureBlue
        chart.plotAreaBorderThickness = 2
        chart.canvasInset = Insets(top: 20, left: 20, bottom: 20, right: 20)
        chart.title = "Over the canvas"
        chart.overlapChartTitle = true
        let probe = try await Probe(chart)
        #expect([0, 3].allSatisfy { probe[$0, 200] == .pureRed } && probe[4, 200] == Color(0xF0F0F0))
        #expect(probe[10, 200] == Color(0xF0F0F0) && probe[22, 22] == Color(0xE0E0FF))
        #expect(probe[probe.plot.x + 20, probe.plot.y + 20] == Color(0xFFE0E0))
        #expect(probe[probe.plot.x + 200, probe.plot.y] == .pureBlue)
        #expect(abs(probe.plot.y - plain.plot.y - 20) <= 1)
        #expect(chart.style.borderWidth == 4 && chart.titleStyle.overlapChartTitle == true)
        chart.overlapChartTitle = false
        #expect(try await Probe(chart).plot.y > probe.plot.y + 10)
    }
}
