import Testing
import Vitrail

@Suite("Life cycle")
struct LifecycleTests {
    private func twoLines(_ log: CallLog = CallLog()) -> PointSource {
        PointSource([(redLine(), points([(0, 1), (1, 2)])), (redLine(.pureBlue), points([(0, 3)]))], log: log)
    }

    @Test("C-188 a first render with two series calls L1 … L8, R1 … R4 in order, a plain redraw R1 … R4 only")
    func order() async throws {
        let chart = Probe.chart()
        let log = CallLog()
        let source = twoLines(log)
        let delegate = RecordingDelegate(log: log)
        chart.dataSource = source
        chart.delegate = delegate
        var ranges: [NumberRange?] = []
        delegate.onStart = { ranges.append($0.yAxis?.dataRange) }
        delegate.onLoaded = { ranges.append($0.yAxis?.dataRange) }
        _ = try await Probe.renderer.render(chart)
        #expect(
            log.take() == [
                "willStartLoadingData", "numberOfSeries",
                "series 0", "xAxis 0", "yAxis 0", "numberOfDataPoints 0", "dataPoint 0 0", "dataPoint 0 1",
                "series 1", "xAxis 1", "yAxis 1", "numberOfDataPoints 1", "dataPoint 1 0",
                "didFinishLoadingData", "renderStarted true", "renderFinished",
            ])
        // L7 comes before L8.
        #expect(ranges == [nil, NumberRange(1, 3)])
        for _ in 0..<2 {
            chart.redrawChart()
            _ = try await Probe.renderer.render(chart)
            #expect(log.take() == ["renderStarted false", "renderFinished"])
        }
        // Arrays replace single points.
        let arrays = ArraySource(source.entries, log: log)
        arrays.entries.removeLast()
        chart.dataSource = arrays
        _ = try plan(chart)
        #expect(
            log.take() == [
                "willStartLoadingData", "numberOfSeries", "series 0", "xAxis 0", "yAxis 0", "numberOfDataPoints 0",
                "dataPoints 0",
                "didFinishLoadingData", "renderStarted true", "renderFinished",
            ])
        #expect(ranges == [nil, NumberRange(1, 3), NumberRange(1, 3), NumberRange(1, 2)])
    }

    @Test("C-189 reloadData alone asks for nothing, the next render does")
    func reload() throws {
        let chart = Probe.chart()
        let source = twoLines()
        chart.dataSource = source
        _ = try plan(chart)
        #expect(!source.log.take().isEmpty)
        source.entries[0].points = points([(0, 1), (9, 9)])
        chart.reloadData()
        chart.reloadData()
        #expect(source.log.take().isEmpty)
        #expect(chart.xAxis?.dataRange == NumberRange(0, 1))
        _ = try plan(chart)
        #expect(source.log.take().filter { $0 == "numberOfSeries" }.count == 1)
        #expect(chart.xAxis?.dataRange == NumberRange(0, 9))
        _ = try plan(chart)
        #expect(source.log.take().isEmpty)
    }

    @Test("C-190 range and title set while loading or when the render starts are in that frame")
    func before() async throws {
        for isLoading in [true, false] {
            let chart = Probe.chart().bare()
            let source = PointSource([(redLine(), points([(0, 5), (10, 5)]))])
            let delegate = RecordingDelegate()
            chart.dataSource = source
            chart.delegate = delegate
            let change = { (chart: Chart) in
                chart.yAxis?.allowPanningOutOfMaxRange = true
                chart.yAxis?.setRange(0, 20)
                chart.title = "Set in time"
            }
            if isLoading { delegate.onLoaded = change } else { delegate.onRender = change }
            let probe = try await Probe(chart)
            let position = try #require(probe.row(of: .pureRed, column: 300))
            #expect(abs(position - Double(probe.plot.height) * 0.75) <= 1)
            let plain = try await Probe(Probe.chart())
            #expect(probe.plot.y > plain.plot.y + 10)
        }
    }

    @Test("C-190 range and title set when the render is finished are in the following frame only")
    func after() async throws {
        let chart = Probe.chart(y: NumberRange(0, 10)).bare()
        let source = PointSource([(redLine(), points([(0, 5), (10, 5)]))])
        let delegate = RecordingDelegate()
        chart.dataSource = source
        chart.delegate = delegate
        delegate.onFinished = { chart in
            chart.yAxis?.allowPanningOutOfMaxRange = true
            chart.yAxis?.setRange(0, 20)
            chart.title = "Set too late"
        }
        let rendered = try await Probe.renderer.render(chart)
        let top = try #require(chart.plotAreaFrame).y
        func row(_ image: PixelImage) -> Double? {
            let rows = (0..<400).filter { image.color(x: 300, y: $0).isClose(to: .pureRed, 40) }
            return rows.isEmpty ? nil : Double(rows[0] + rows[rows.count - 1] + 1) / 2
        }
        let frame = try #require(chart.plotAreaFrame)
        #expect(abs((row(rendered.image) ?? 0) - frame.midpoint) <= 1)
        #expect(rendered.title == "")
        let next = try await Probe.renderer.render(chart)
        let moved = try #require(chart.plotAreaFrame)
        #expect(moved.y > top + 10)
        #expect(abs((row(next.image) ?? 0) - (moved.y + 0.75 * moved.height)) <= 1)
        #expect(next.title == "Set too late")
    }

    @Test(
        "C-191 fullRedraw is true at the first render and after a reload, false for a redraw without a change of the layout"
    )
    func fullRedraw() throws {
        let chart = Probe.chart()
        let source = twoLines()
        let delegate = RecordingDelegate()
        chart.dataSource = source
        chart.delegate = delegate
        func isFull() throws -> Bool {
            _ = try plan(chart)
            return delegate.log.take().contains("renderStarted true")
        }
        #expect(try isFull())
        #expect(try !isFull())
        chart.redrawChart()
        #expect(try !isFull())
        chart.reloadData()
        #expect(try isFull())
        #expect(try !isFull())
        // Changes that affect the layout.
        let changes: [(Chart) -> Void] = [
            { $0.frame.width = 500 }, { $0.scale = 2 }, { $0.title = "T" }, { $0.canvasInset.left = 9 },
            { $0.yAxis?.title = "y" }, { $0.yAxis?.width = 60 }, { $0.xAxis?.setRange(0.2, 0.5) },
            { $0.yAxis?.axisPosition = .reverse },
            { $0.legend.hidden = false }, { $0.series[0].title = "name in the legend" }, { $0.applyTheme(.dark) },
            { $0.yAxis?.style.lineWidth = 4 }, { $0.titleStyle.position = .bottomOrLeft },
            { $0.yAxis?.labelFormatString = "%.3f" },
            { $0.yAxis?.majorTickFrequency = 0.25 }, { $0.yAxis?.anchorPoint = 0.1 },
            { $0.yAxis?.axisPositionValue = 1 },
            { $0.yAxis?.majorTickValues = [0.5] }, { $0.yAxis?.labelFormatter = LabelFormatter { "a \($0)" } },
            { $0.yAxis?.labelFormatter = LabelFormatter { "another \($0)" } },
        ]
        for (k, change) in changes.enumerated() {
            change(chart)
            #expect(try isFull(), "change \(k)")
            #expect(try !isFull(), "after change \(k)")
        }
        // Changes that do not.
        chart.series[0].hidden.toggle()
        (chart.series[0] as? LineSeries)?.style.lineWidth = 3
        chart.plotAreaBackgroundColor = .pureBlue
        #expect(try !isFull())
    }

    @Test("what is set between two renders shows in the second")
    func settings() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let line = redLine()
        let source = PointSource([(line, points([(0, 5), (10, 5)]))])
        chart.dataSource = source
        let first = try await Probe(chart)
        line.style.lineColor = .pureBlue
        chart.plotAreaBackgroundColor = .pureGreen
        chart.yAxis?.allowPanningOutOfMaxRange = true
        chart.yAxis?.setRange(0, 20)
        chart.yAxis?.title = "Metres"
        let second = try await Probe(chart)
        #expect(try first.color(5, 5).isClose(to: .white))
        #expect(abs((first.row(of: .pureRed, column: 300) ?? 0) - Double(first.plot.height) / 2) <= 1)
        #expect(abs((second.row(of: .pureBlue, column: 300) ?? 0) - Double(second.plot.height) * 0.75) <= 1)
        #expect(second.runs(column: 300, of: .pureRed).isEmpty)
        #expect(second[second.plot.x + 50, second.plot.y + 50] == .pureGreen)
        #expect(second.plot.x > first.plot.x + 8)
    }

    @Test("a redraw without the plot area keeps the series as they were painted, one with it paints them anew")
    func withoutPlotArea() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let line = redLine()
        let source = PointSource([(line, points([(0, 5), (10, 5)]))])
        chart.dataSource = source
        #expect(chart.isRenderScheduled)
        _ = try await Probe(chart)
        #expect(!chart.isRenderScheduled)
        line.style.lineColor = .pureBlue
        chart.annotations.append(.verticalLine(x: 2, width: 3, color: .pureGreen))
        chart.redrawChart(includePlotArea: false)
        #expect(chart.isRenderScheduled)
        let kept = try await Probe(chart)
        #expect(try kept.color(5, 5, dy: 0).isClose(to: .pureRed, 40))
        #expect(try kept.color(2, 8) == .pureGreen)
        // Combined with a full redraw it is a full redraw; an unscheduled render is one, too.
        chart.redrawChart(includePlotArea: false)
        chart.redrawChart()
        #expect(try await Probe(chart).color(5, 5).isClose(to: .pureBlue, 40))
        line.style.lineColor = .pureRed
        #expect(try await Probe(chart).color(5, 5).isClose(to: .pureRed, 40))
        // If the plot area moves, the series move with it.
        line.style.lineColor = .pureBlue
        chart.title = "Now lower"
        chart.redrawChart(includePlotArea: false)
        let moved = try await Probe(chart)
        #expect(try moved.color(5, 5).isClose(to: .pureBlue, 40))
        #expect(moved.count { $0.isClose(to: .pureRed, 40) } == 0)
    }

    @Test("C-187 without a data source a chart has background, title and empty axes")
    func empty() async throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.title = "Nothing yet"
        chart.backgroundColor = Color(0xEEF4FF)
        let probe = try await Probe(chart)
        #expect(chart.allXAxes.count == 1 && chart.allYAxes.count == 1)
        #expect(chart.allAxes.allSatisfy { $0 is NumberAxis && $0.axisRange == NumberRange(0, 1) })
        #expect(probe[2, 2] == Color(0xEEF4FF))
        let title = (0..<probe.plot.y).flatMap { y in (0..<600).map { probe[$0, y] } }.filter { $0 != Color(0xEEF4FF) }
        #expect(title.count > 100)
        // Labels on the left of the plot area and below it.
        let left = (probe.plot.y..<probe.plot.maxY).flatMap { y in (0..<probe.plot.x - 8).map { probe[$0, y] } }
        #expect(left.contains { $0 != Color(0xEEF4FF) })
        let below = (probe.plot.maxY + 8..<400).flatMap { y in (0..<600).map { probe[$0, y] } }
        #expect(below.contains { $0 != Color(0xEEF4FF) })
        // A later first load sets the automatic ranges.
        let source = twoLines()
        chart.dataSource = source
        _ = try plan(chart)
        let range = try #require(chart.yAxis?.axisRange)
        #expect(chart.yAxis?.visibleRange == NumberRange(1, 3) && range.isClose(1, 3, 0.02))
    }

    @Test("C-041 a reload shows the new default range, and keeps the shown one when ranges are not automatic")
    func ranges() throws {
        for isAutomatic in [true, false] {
            let chart = Probe.chart()
            chart.autoCalculateAxisRanges = isAutomatic
            let source = PointSource([(redLine(), points([(0, 1), (10, 5)]))])
            chart.dataSource = source
            _ = try plan(chart)
            #expect(chart.yAxis?.axisRange.isRoom(around: NumberRange(1, 5)) == true)
            chart.yAxis?.setRange(2, 3)
            _ = try plan(chart)
            #expect(chart.yAxis?.axisRange == NumberRange(2, 3))
            source.entries[0].points = points([(0, 1), (10, 50)])
            chart.reloadData()
            _ = try plan(chart)
            let shown = chart.yAxis?.axisRange
            #expect(isAutomatic ? shown?.isRoom(around: NumberRange(1, 50)) == true : shown == NumberRange(2, 3))
            #expect(chart.yAxis?.dataRange == NumberRange(1, 50))
            #expect(chart.yAxis?.visibleRange == NumberRange(1, 50))
            #expect(chart.yAxis?.defaultRange.isRoom(around: NumberRange(1, 50)) == true)
        }
    }
}

extension Rect {
    fileprivate var midpoint: Double { y + height / 2 }
}

@Suite("Hosts that misbehave")
struct HostileHostTests {
    @Test("a callback that reloads has its effect in the next render, not in this one and not for ever")
    func reloadInside() throws {
        let chart = Probe.chart()
        let log = CallLog()
        let source = PointSource([(redLine(), points([(0, 1)]))], log: log)
        let delegate = RecordingDelegate(log: log)
        chart.dataSource = source
        chart.delegate = delegate
        let reload = { (chart: Chart) in chart.reloadData() }
        for position in [\RecordingDelegate.onStart, \.onLoaded, \.onRender, \.onFinished] {
            delegate[keyPath: position] = reload
            chart.reloadData()
            _ = try plan(chart)
            #expect(log.take().filter { $0 == "numberOfSeries" }.count == 1)
            #expect(chart.isRenderScheduled)
            delegate[keyPath: position] = nil
            _ = try plan(chart)
            #expect(log.take().filter { $0 == "numberOfSeries" }.count == 1)
            #expect(!chart.isRenderScheduled)
        }
    }

    @Test("a callback that plans the chart gets an error, and the render goes on")
    func planInside() throws {
        let chart = Probe.chart()
        let log = CallLog()
        let source = PointSource([(redLine(), points([(0, 1), (1, 4)]))], log: log)
        let delegate = RecordingDelegate(log: log)
        chart.dataSource = source
        chart.delegate = delegate
        var errors: [ChartError] = []
        let nested = { (chart: Chart) in
            do throws(ChartError) { _ = try plan(chart) } catch { errors.append(error) }
        }
        source.onCall = { nested($1) }
        delegate.onStart = nested
        delegate.onLoaded = nested
        delegate.onRender = nested
        delegate.onFinished = nested
        _ = try plan(chart)
        let calls = log.take()
        #expect(calls.count == 11)
        #expect(errors == [ChartError](repeating: .nestedPlan, count: calls.count))
        #expect(chart.yAxis?.axisRange.isRoom(around: NumberRange(1, 4)) == true)
        // Afterwards the chart can be planned again.
        source.onCall = nil
        delegate.onRender = nil
        delegate.onFinished = nil
        _ = try plan(chart)
    }

    /// Returns the configured counts, even if wrong.
    private final class Liar: DataSource {
        var series = 1
        var count = 0
        var array: [any ChartData]?
        let line = redLine()

        func numberOfSeries(in chart: Chart) -> Int { series }
        func series(at index: Int, in chart: Chart) -> Series { line }
        func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { count }
        func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
            DataPoint(x: 1, y: 1)
        }
        func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]? { array }
    }

    @Test("counts below 0 are 0, counts beyond all measure are errors, and an array counts for itself")
    func counts() throws {
        let source = Liar()
        func loaded() throws -> Chart {
            let chart = Probe.chart()
            chart.dataSource = source
            _ = try plan(chart)
            return chart
        }
        source.count = -3
        #expect(try loaded().warnings == [.negativeCount(path: "series[0].numberOfDataPoints", count: -3)])
        #expect(source.line.numberOfDataPoints == 0)
        source.count = .max
        #expect(throws: ChartError.tooMany(path: "series[0].numberOfDataPoints", found: .max, limit: DataLimits.points))
        { try loaded() }
        source.count = 5
        source.array = points([(1, 1), (2, 2)])
        #expect(try loaded().warnings == [.countMismatch(path: "series[0]", said: 5, given: 2)])
        #expect(source.line.numberOfDataPoints == 2)
        source.count = 0
        #expect(try loaded().xAxis?.dataRange == NumberRange(1, 2))
        source.series = -1
        #expect(try loaded().warnings == [.negativeCount(path: "numberOfSeries", count: -1)])
        source.series = .max
        #expect(throws: ChartError.tooMany(path: "numberOfSeries", found: .max, limit: DataLimits.series)) {
            try loaded()
        }
        // The same object for each index.
        source.series = 500
        source.count = 2
        let chart = try loaded()
        #expect(chart.series.count == 1)
        #expect(chart.warnings.count == 100)
        #expect(chart.warnings.first == .repeatedSeries(path: "series[1]"))
    }

    @Test("a series that another chart shows, or of another kind, is left out with a warning")
    func foreign() async throws {
        let shared = redLine()
        let other = Probe.chart()
        let otherSource = PointSource([(shared, points([(0, 1)]))])
        other.dataSource = otherSource
        _ = try plan(other)
        let chart = Probe.chart()
        let source = PointSource([
            (shared, points([(0, 2)])), (redLine(), points([(0, 3)])), (PieSeries(), points([(1, 1)])),
        ])
        chart.dataSource = source
        _ = try plan(chart)
        #expect(chart.warnings == [.seriesOfAnotherChart(path: "series[0]"), .seriesOfAnotherKind(path: "series[2]")])
        #expect(chart.series.count == 1 && chart.series[0].index == 1)
        #expect(shared.dataPoint(at: 0)?.yValue == 1)
        // No questions about them were asked.
        #expect(!source.log.take().contains { $0.hasSuffix("Axis 0") || $0.hasPrefix("dataPoint 2") })
        // A series is free after the other chart stops showing it.
        otherSource.entries = []
        other.reloadData()
        _ = try plan(other)
        chart.reloadData()
        _ = try plan(chart)
        #expect(chart.series.first === shared && chart.warnings.count == 1)
        // A chart of slices also keeps its kind.
        let pies = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        pies.add(PieSeries(columns: SeriesColumns(y: Column([1.0, 2]))))
        pies.add(LineSeries(columns: SeriesColumns(y: Column([1.0, 2]))))
        _ = try await Probe(pies)
        #expect(pies.series.count == 1 && pies.warnings == [.seriesOfAnotherKind(path: "series[1]")])
    }

    @Test("a source that is let go of in the middle of a load is asked to the end")
    func released() throws {
        let chart = Probe.chart()
        let log = CallLog()
        var source: PointSource? = PointSource([(redLine(), points([(0, 1), (1, 4)]))], log: log)
        weak let gone = source
        source?.onCall = { call, _ in if call == "numberOfSeries" { source = nil } }
        chart.dataSource = source
        _ = try plan(chart)
        #expect(log.take().last == "dataPoint 0 1")
        #expect(gone == nil && chart.dataSource == nil)
        #expect(chart.series.count == 1)
        // Loaded data stay until a reload without a source.
        _ = try plan(chart)
        #expect(chart.series.count == 1)
        chart.reloadData()
        _ = try plan(chart)
        #expect(chart.series.isEmpty)
    }

    @Test("a foreign axis is an error that names the place; the load is still due and succeeds when it is mended")
    func foreignAxis() throws {
        let chart = Probe.chart()
        let log = CallLog()
        let source = PointSource([(redLine(), points([(0, 1)])), (redLine(), points([(0, 1)]))], log: log)
        let delegate = RecordingDelegate(log: log)
        chart.dataSource = source
        chart.delegate = delegate
        // Series of a failed load are free for others.
        source.xAxes[1] = NumberAxis()
        #expect(throws: ChartError.self) { try plan(chart) }
        let other = Probe.chart()
        other.dataSource = source
        source.xAxes = [:]
        _ = try plan(other)
        #expect(other.series.count == 2 && other.warnings.isEmpty)
        source.entries = []
        other.reloadData()
        _ = try plan(other)
        source.entries = [(redLine(), points([(0, 1)])), (redLine(), points([(0, 1)]))]
        _ = log.take()
        for isX in [true, false] {
            let foreign = NumberAxis()
            if isX { source.xAxes[1] = foreign } else { source.yAxes[1] = foreign }
            #expect(throws: ChartError.foreignAxis(path: "series[1].\(isX ? "x" : "y")Axis")) { try plan(chart) }
            #expect(!log.take().contains("didFinishLoadingData"))
            #expect(chart.isRenderScheduled)
            source.xAxes = [:]
            source.yAxes = [:]
            _ = try plan(chart)
            #expect(log.take().contains("didFinishLoadingData"))
            chart.reloadData()
        }
    }

    @Test("axes and series that are changed in callbacks are in the same frame or the next, and nothing breaks")
    func axesInside() async throws {
        let chart = Probe.chart()
        let source = PointSource([(redLine(), points([(0, 1), (10, 9)]))])
        let delegate = RecordingDelegate()
        chart.dataSource = source
        chart.delegate = delegate
        let second = NumberAxis()
        delegate.onLoaded = { $0.replaceYAxis($0.yAxis ?? second, with: second) }
        _ = try await Probe(chart)
        #expect(chart.yAxis === second && second.axisRange.isRoom(around: NumberRange(1, 9)))
        delegate.onLoaded = nil
        // In the source's own callback, and with a series added during the render.
        let third = NumberAxis()
        source.onCall = { call, chart in
            guard call == "series 0" else { return }
            chart.addYAxis(third)
            source.yAxes[0] = third
        }
        delegate.onRender = { chart in
            chart.add(LineSeries(columns: SeriesColumns(y: Column([1.0, 2]))))
            for axis in chart.allAxes { chart.removeYAxis(axis) }
        }
        chart.reloadData()
        let probe = try await Probe(chart)
        #expect(chart.allYAxes.count == 1 && chart.yAxis === third)
        #expect(third.axisRange.isRoom(around: NumberRange(1, 9)))
        #expect(probe.count { $0.isClose(to: .pureRed, 40) } > 100)
        delegate.onRender = nil
        source.onCall = nil
        _ = try await Probe(chart)
        #expect(chart.warnings.contains(.addedSeriesUnused(count: 1)))
        // Text data do not fit an axis of numbers that is set too late for gathering.
        let categories = Chart(width: 600, height: 400, xAxisType: .category)
        let texts = PointSource([(redLine(), [DataPoint(x: "a", y: 1)])])
        let replacing = RecordingDelegate()
        replacing.onLoaded = { $0.xAxis = NumberAxis() }
        categories.dataSource = texts
        categories.delegate = replacing
        #expect(throws: ChartError.wrongColumn(path: "series[0].x", found: "texts", wanted: "numbers")) {
            try plan(categories)
        }
    }

    /// Runs during the layout.
    private final class TickHost: ChartDelegate {
        var onTick: ((Chart) -> Void)?
        func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis) { onTick?(chart) }
    }

    @Test(
        "a tick hook that takes axes away, adds series, reloads or plans breaks nothing, and the next render is sound")
    func insideLayout() async throws {
        let actions: [(Chart) -> Void] = [
            { $0.yAxis = NumberAxis() }, { $0.xAxis = CategoryAxis() },
            { chart in chart.removeYAxis(chart.allYAxes[0]) },
            { $0.add(PieSeries(columns: SeriesColumns(y: Column([1.0])))) }, { $0.dataSource = nil },
            { $0.delegate = nil },
            { $0.reloadData() }, { _ = try? plan($0) }, { $0.frame.width = -1 }, { $0.scale = .nan },
            { $0.series.first?.columns = SeriesColumns() },
            { ($0.series.first as? LineSeries)?.orientation = .vertical },
        ]
        for k in 0..<2 * actions.count {
            let action = actions[k / 2]
            let chart = Probe.chart()
            chart.addYAxis(NumberAxis())
            if k % 2 == 0 { chart.annotations = [.horizontalLine(y: 3, color: .pureGreen)] }
            let source = PointSource([(redLine(), points([(0, 1), (10, 9)]))])
            let host = TickHost()
            chart.dataSource = source
            chart.delegate = host
            var count = 0
            host.onTick = { chart in
                count += 1
                if count == 3 { action(chart) }
            }
            // The layout's objects may be gone: then this render fails, and the next one succeeds.
            do { _ = try await Probe.renderer.render(chart) } catch {
                #expect(error is ChartError, "action \(k / 2): \(error)")
            }
            #expect(count >= 3)
            host.onTick = nil
            chart.frame = Rect(x: 0, y: 0, width: 600, height: 400)
            chart.scale = 1
            chart.delegate = host
            chart.dataSource = source
            let probe = try await Probe(chart)
            #expect(probe.count { $0.isClose(to: .pureRed, 40) } > 100, "action \(k / 2)")
        }
    }
}
