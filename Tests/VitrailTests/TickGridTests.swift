import Testing
import Vitrail

@Suite("Gridlines and stripes")
struct TickGridTests {
    private func chart() -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        for axis in chart.allAxes {
            axis.majorTickFrequency = 2
            axis.anchorPoint = 0
        }
        return chart
    }

    @Test("C-071 gridlines at major ticks across the plot area, each axis' by its style")
    func gridlines() async throws {
        for shown in [true, false] {
            let chart = chart()
            chart.xAxis?.style.majorGridLineStyle = MajorGridLineStyle(
                showMajorGridLines: shown, lineColor: .pureRed, lineWidth: 3)
            let probe = try await Probe(chart)
            let row = probe.plot.y + probe.plot.height / 3
            let runs = probe.runs(row: row, of: .pureRed)
            #expect(runs.count == (shown ? 6 : 0))
            // At the end the whole line is inside, at the start the part that the edge does not cut.
            #expect(runs.last.map { $0.count == 3 && $0.upperBound == probe.plot.maxX } ?? !shown)
            #expect(runs.first.map { $0.count < 3 && $0.lowerBound == probe.plot.x } ?? !shown)
            for (run, value) in zip(runs.dropFirst().dropLast(), [2.0, 4, 6, 8]) {
                let position = try probe.position(of: value, 0).x
                #expect(run.count == 3 && abs(Double(run.lowerBound) + 1.5 - position) <= 1)
                #expect(probe.runs(column: run.lowerBound + 1, of: .pureRed) == [probe.plot.y..<probe.plot.maxY])
            }
            // Nothing extends past the plot area.
            let ink = probe.ink(.pureRed)
            #expect(ink.map { probe.plot.contains($0) } ?? !shown)
            // The other axis' lines have their own style; minor ticks have none.
            let own = self.chart()
            own.yAxis?.style.majorGridLineStyle = MajorGridLineStyle(
                showMajorGridLines: shown, lineColor: .pureBlue, lineWidth: 3)
            own.yAxis?.minorTickFrequency = 1
            own.yAxis?.style.minorTickStyle = TickStyle(showTicks: true)
            let level = try await Probe(own)
            let levelRuns = level.runs(column: level.plot.x + level.plot.width / 3, of: .pureBlue)
            #expect(levelRuns.count == (shown ? 6 : 0))
            #expect(levelRuns.first.map { $0.count == 3 && $0.lowerBound == level.plot.y } ?? !shown)
            for run in levelRuns.dropFirst().dropLast() {
                #expect(
                    run.count == 3
                        && level.runs(row: run.lowerBound + 1, of: .pureBlue) == [level.plot.x..<level.plot.maxX])
            }
        }
    }

    @Test("a theme's grid is the primary axis'; another axis has the one that its own style asks for")
    func secondary() async throws {
        func chart() -> Chart {
            let chart = self.chart()
            var theme = Theme.flat
            for axis in [\Theme.xAxis, \Theme.yAxis] {
                theme[keyPath: axis].majorGridLineStyle = MajorGridLineStyle(
                    showMajorGridLines: true, lineColor: .pureRed, lineWidth: 1)
                theme[keyPath: axis].gridStripeStyle = GridStripeStyle(
                    showGridStripes: true, stripeColor: .pureGreen, alternateStripeColor: .clear)
            }
            chart.applyTheme(theme, keepingStyles: true)
            chart.yAxis?.style = AxisStyle()
            return chart
        }
        /// Counts lines inside, where no edge hides a line.
        func lines(_ probe: Probe, _ color: Color) -> Int {
            probe.runs(column: probe.plot.x + 50, of: color).count {
                $0.lowerBound > probe.plot.y + 2 && $0.upperBound < probe.plot.maxY - 2
            }
        }
        #expect(lines(try await Probe(chart()), .pureRed) == 4)
        let two = chart()
        let right = NumberAxis(defaultRange: NumberRange(0, 7))
        right.axisPosition = .reverse
        right.majorTickFrequency = 1
        two.addYAxis(right)
        two.addXAxis(NumberAxis(defaultRange: NumberRange(0, 7)))
        let probe = try await Probe(two)
        #expect(lines(probe, .pureRed) == 4)
        #expect(probe.runs(column: probe.plot.x + 50, of: .pureGreen).count == 3)
        #expect(probe.runs(row: probe.plot.y + 50, of: .pureRed).isEmpty)
        right.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: true)
        two.yAxis?.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
        #expect(lines(try await Probe(two), .pureRed) == 6)
    }

    @Test("C-071 stripes in alternate intervals, bound to the ticks' numbers while panning")
    func stripes() async throws {
        let chart = chart()
        chart.xAxis?.style.gridStripeStyle = GridStripeStyle(
            showGridStripes: true, stripeColor: .pureGreen, alternateStripeColor: .clear)
        let probe = try await Probe(chart)
        for (value, isStripe) in [(1.0, true), (3, false), (5, true), (7, false), (9, true)] {
            #expect(try probe.color(value, 5) == (isStripe ? .pureGreen : .white))
        }
        chart.xAxis?.setRange(1, 11)
        let panned = try await Probe(chart)
        for (value, isStripe) in [(1.5, true), (3, false), (5, true), (9, true), (10.5, false)] {
            #expect(try panned.color(value, 5) == (isStripe ? .pureGreen : .white))
        }
        chart.xAxis?.style.gridStripeStyle = GridStripeStyle(showGridStripes: false, stripeColor: .pureGreen)
        #expect(try await Probe(chart).ink(.pureGreen) == nil)
    }

    @Test("a dash pattern repeats its lengths along the gridline, in points")
    func dashes() async throws {
        for scale in [1.0, 2] {
            let chart = chart()
            chart.scale = scale
            chart.xAxis?.style.majorGridLineStyle = MajorGridLineStyle(
                showMajorGridLines: true, dashedMajorGridLines: true, dashStyle: [6, 2, 1, 3], lineColor: .pureRed,
                lineWidth: 1)
            let probe = try await Probe(chart)
            let x = Int(
                (Double(probe.plot.x) + (chart.xAxis?.pixelValue(forDataValue: 4) ?? 0) * scale - 0.5).rounded())
            let runs = probe.runs(column: x, of: .pureRed)
            try #require(runs.count > 20)
            for (k, run) in runs.dropLast().enumerated() { #expect(run.count == Int((k % 2 == 0 ? 6 : 1) * scale)) }
            #expect(runs[1].lowerBound - runs[0].upperBound == Int(2 * scale))
            #expect(runs[2].lowerBound - runs[1].upperBound == Int(3 * scale))
        }
    }

    @Test(
        "C-072 with all markings and titles off the pixels outside the series are plain background",
        arguments: ["flat", "light", "dark"])
    func bare(name: String) async throws {
        let theme = try #require(Theme.named(name))
        let chart = Chart(width: 600, height: 400, theme: theme)
        chart.style.backgroundColor = Color(0xF0F0FF)
        for axis in chart.allAxes {
            axis.style.lineWidth = 0
            axis.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
            axis.style.minorTickStyle = TickStyle(showTicks: false, showLabels: false)
            axis.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
            axis.style.gridStripeStyle = GridStripeStyle(showGridStripes: false)
        }
        chart.add(
            LineSeries(
                columns: SeriesColumns(y: Column([5.0, 5])),
                style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 4, showFill: false)))
        let probe = try await Probe(chart)
        // Bare: the plot area is the whole picture.
        #expect(probe.plot == PixelRect(x: 0, y: 0, width: 600, height: 400))
        for y in 0..<400 where abs(Double(y) + 0.5 - 200) > 3 {
            for x in 0..<600 where probe[x, y] != Color(0xF0F0FF) { Issue.record("(\(x), \(y)) is \(probe[x, y])") }
        }
        #expect(probe[300, 200].isClose(to: .pureRed))
    }

    // MARK: Lines that values are read by

    private func values(_ series: CartesianSeries) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.add(series)
        return chart
    }

    @Test("gridlines lie at values: across for columns, upright for bars", arguments: [false, true])
    func valueAxis(isTurned: Bool) async throws {
        let (positions, heights) = (Column([0, 1.0]), Column([10, 20.0]))
        let series: CartesianSeries =
            isTurned
            ? BarSeries(columns: SeriesColumns(x: heights, y: positions))
            : ColumnSeries(columns: SeriesColumns(x: positions, y: heights))
        let chart = values(series)
        let grid = try #require(chart.resolvedGridColor)
        let probe = try await Probe(chart)
        // Between the two bars, and beside them.
        let middle = (x: probe.plot.x + probe.plot.width / 2, y: probe.plot.y + probe.plot.height / 2)
        let upright = probe.runs(row: isTurned ? middle.y : probe.plot.y + 3, of: grid).count
        let level = probe.runs(column: isTurned ? probe.plot.maxX - 3 : middle.x, of: grid).count
        #expect(isTurned ? upright >= 3 && level == 0 : upright == 0 && level >= 3)
        #expect(chart.yAxis?.resolvedStyle.majorGridLineStyle.showMajorGridLines == !isTurned)
    }

    @Test("the zero line is darker where values lie on both sides of it", arguments: [-10.0, 0])
    func zeroLine(low: Double) async throws {
        let series = LineSeries(columns: SeriesColumns(x: Column([0, 1, 2.0]), y: Column([low, 10, low])))
        let chart = values(series)
        chart.yAxis = NumberAxis(defaultRange: NumberRange(-10, 10))
        let style = try #require(chart.yAxis).resolvedStyle
        let probe = try await Probe(chart)
        let position = try probe.position(of: 0.02, 0)
        let color = probe[Int(position.x) + 3, Int(position.y.rounded(.down))]
        #expect(color == (low < 0 ? style.lineColor : style.majorGridLineStyle.lineColor))
    }

    @Test("a step that is too fine for labels keeps its ticks, and gridlines stand at labels alone")
    func fineStep() async throws {
        let chart = values(LineSeries(columns: SeriesColumns(y: Column([0, 12, 60, 7.0]))))
        let y = NumberAxis(defaultRange: NumberRange(0, 60))
        y.majorTickFrequency = 1
        chart.yAxis = y
        let log = TickLog()
        chart.delegate = log
        let probe = try await Probe(chart)
        #expect(log.majors(y).count == 61)
        let style = y.resolvedStyle
        let grid = try #require(style.majorGridLineStyle.lineColor)
        let rows = probe.runs(column: probe.plot.maxX - 2, of: grid).map(\.lowerBound)
        #expect((5...30).contains(rows.count))
        let distances = Set(zip(rows.dropFirst(), rows).map { ($0 - $1) / 4 })
        #expect(distances.count == 1)
    }

    @Test("logarithmic axes show minor ticks")
    func logarithmic() async throws {
        let chart = values(ScatterSeries(columns: SeriesColumns(x: Column([1, 1_000.0]), y: Column([1, 2.0]))))
        chart.xAxis = try LogarithmicAxis(base: 10, defaultRange: NumberRange(1, 1_000))
        let log = TickLog()
        chart.delegate = log
        _ = try await Probe(chart)
        #expect(log.minors(chart.xAxis).count == 24)
        #expect(chart.xAxis?.resolvedStyle.minorTickStyle.showTicks == true)
    }
}

extension Chart {
    fileprivate var resolvedGridColor: Color? { theme.yAxis.majorGridLineStyle.lineColor }
}
