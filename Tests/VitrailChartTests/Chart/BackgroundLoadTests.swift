import Glibc
import Testing
import VitrailScene
import VitrailText

@testable import VitrailChart
@testable import VitrailColumns

@Suite("Loading on a thread")
struct BackgroundLoadTests {
    private let engine = TextEngine()

    private func points(_ values: [Double]) -> [any ChartData] {
        values.enumerated().map { DataPoint(x: Double($0.offset), y: $0.element) }
    }

    private func chart(_ source: (any DataSource)?) -> Chart {
        let chart = Chart(width: 300, height: 200)
        chart.dataSource = source
        chart.loadDataInBackground = true
        return chart
    }

    /// Waits without leaving the thread.
    private func waitHere(for chart: Chart) {
        while chart.isLoading { usleep(200) }
    }

    private func hasIndicator(_ plan: Plan) -> Bool { plan.scene.marks.contains { $0.label == "loading indicator" } }

    private func series(_ plan: Plan) -> [Mark] { plan.scene.layers.filter { $0.kind == .series }.flatMap(\.marks) }

    // MARK: Order

    @Test(
        "L1 and L7 to R4 come where the chart lives, L2 to L6 on the thread, all in the order of any load; no picture waits"
    )
    func order() throws {
        let log = SharedLog()
        let source = GatedSource([(LineSeries(), points([1, 2])), (ScatterSeries(), points([3]))], log: log)
        source.notesThreads = true
        let delegate = LoggingDelegate(log: log)
        let chart = chart(source)
        chart.delegate = delegate
        var ranges: [NumberRange?] = []
        delegate.onLoaded = { ranges.append($0.yAxis?.dataRange) }
        source.gate.close(at: "numberOfSeries")
        #expect(!chart.isLoading)
        let first = try plan(chart, engine: engine)
        source.gate.waitForArrival()
        #expect(chart.isLoading && hasIndicator(first) && chart.series.isEmpty && !chart.isRenderScheduled)
        let calls = log.take()
        #expect(calls.first == "willStartLoadingData")
        #expect(
            Set(calls) == ["willStartLoadingData", "renderStarted true", "renderFinished", "numberOfSeries elsewhere"])
        #expect(hasIndicator(try plan(chart, engine: engine)))
        #expect(log.take() == ["renderStarted false", "renderFinished"])
        source.gate.open()
        waitHere(for: chart)
        #expect(chart.isRenderScheduled && chart.series.isEmpty)
        #expect(
            log.take()
                == [
                    "series 0", "xAxis 0", "yAxis 0", "numberOfDataPoints 0", "dataPoint 0 0", "dataPoint 0 1",
                    "series 1", "xAxis 1", "yAxis 1", "numberOfDataPoints 1", "dataPoint 1 0",
                ].map { $0 + " elsewhere" })
        let second = try plan(chart, engine: engine)
        #expect(log.take() == ["didFinishLoadingData", "renderStarted true", "renderFinished"])
        #expect(ranges == [NumberRange(1, 3)])
        #expect(!hasIndicator(second) && !chart.isRenderScheduled && second.samplesRead == 3)
        _ = try plan(chart, engine: engine)
        #expect(log.take() == ["renderStarted false", "renderFinished"])
    }

    @Test(
        "without it everything is as ever: the picture waits, the source is asked where the chart lives, there is nothing to wait for"
    )
    func off() async throws {
        let source = GatedSource([(LineSeries(), points([1, 2]))])
        let chart = chart(source)
        chart.loadDataInBackground = false
        #expect(Chart(width: 1, height: 1).loadDataInBackground == false)
        await chart.waitUntilLoaded()
        #expect(source.log.take().isEmpty && !chart.isLoading)
        let plan = try plan(chart, engine: engine)
        #expect(
            source.log.take().first == "numberOfSeries" && !hasIndicator(plan) && chart.backgroundLoad == nil
                && !chart.isLoading)
    }

    // MARK: The outcome

    private enum Content: CaseIterable {
        case points, arrays, columns, slices, symbols, several, radial, categories, skipped, nothing
    }

    @Test("what a thread loads is what the picture loads", arguments: Content.allCases)
    private func outcome(content: Content) async throws {
        func make() -> (chart: Chart, source: any DataSource) {
            let simple = SimpleDataSource()
            let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
            var source: any DataSource = simple
            switch content {
            case .points:
                source = GatedSource([(LineSeries(), points([1, 4, 2])), (ColumnSeries(), points([2, .nan, 3]))])
            case .arrays: simple.addSeries(ScatterSeries(), points([3, 1]))
            case .columns:
                simple.addSeries(BandSeries(), columns: SeriesColumns(high: Column([3.0, 4]), low: Column([1.0, 2])))
            case .slices:
                let slices: [any ChartData] = [
                    RadialDataPoint(name: "a", value: 1), RadialDataPoint(name: "b", value: 3, selected: true),
                ]
                source = GatedSource([(DonutSeries(), slices)])
            case .symbols:
                let style = ScatterSeriesStyle(pointStyle: PointStyle(showPoints: true))
                source = SymbolSource([(ScatterSeries(style: style), points([1, 2, 3]))])
            case .several:
                chart.xAxis = NumberAxis()
                chart.yAxis = NumberAxis()
                chart.addYAxis(NumberAxis(defaultRange: NumberRange(0, 9)))
                let line = LineSeries()
                line.yAxis = chart.allYAxes[1]
                simple.addSeries(LineSeries(), [1.0, 5, 2])
                simple.addSeries(line, [2.0, 7, 1])
            case .radial: source = GatedSource([(RadialLineSeries(), points([1, 4, 2, 5]))])
            case .categories:
                chart.xAxis = CategoryAxis()
                source = GatedSource([(ColumnSeries(), [DataPoint(x: "a", y: 1), DataPoint(x: "b", y: 2)])])
            case .skipped:
                let wrong = DataPoint(xValue: "text", yValue: 2)
                source = GatedSource([
                    (LineSeries(), [wrong] + points([1, 2])), (PieSeries(), points([1])), (LineSeries(), points([3])),
                ])
            case .nothing: source = GatedSource([])
            }
            chart.dataSource = source
            return (chart, source)
        }
        let (here, hereSource) = make()
        let expected = try plan(here, engine: engine)
        let (there, thereSource) = make()
        there.loadDataInBackground = true
        await there.waitUntilLoaded()
        #expect(!there.isLoading && there.isRenderScheduled)
        let found = try plan(there, engine: engine)
        // Compare as text: a gap between runs of a line is NaN, which is not equal to itself.
        #expect("\(found.scene.layers)" == "\(expected.scene.layers)")
        #expect(found.altText == expected.altText && found.samplesRead == expected.samplesRead)
        #expect(there.warnings == here.warnings)
        #expect(there.series.map(\.index) == here.series.map(\.index))
        #expect(there.series.map(\.numberOfDataPoints) == here.series.map(\.numberOfDataPoints))
        #expect(there.allAxes.map(\.axisRange) == here.allAxes.map(\.axisRange))
        withExtendedLifetime((hereSource, thereSource)) {}
    }

    private final class SymbolSource: GatedSource, PointSymbolSource {
        func radius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double? {
            3 + Double(pointIndex)
        }
    }

    @Test(
        "pictures meanwhile show what there was: data, looks that are set now, ticks and slice labels that the source gave last"
    )
    func meanwhile() async throws {
        let line = LineSeries()
        let source = GatedSource([(line, points([1, 4, 2]))])
        source.ticks = [0, 1, 2]
        let chart = chart(source)
        await chart.waitUntilLoaded()
        let before = try plan(chart, engine: engine)
        source.entries[0].points = points([9, 9])
        chart.reloadData()
        source.gate.close(at: "dataPoint 0 1")
        let during = try plan(chart, engine: engine)
        source.gate.waitForArrival()
        #expect(source.log.take().filter { $0 == "majorTickValues" }.count > 0)
        var layers = during.scene.layers
        for k in layers.indices { layers[k].marks.removeAll { $0.label == "loading indicator" } }
        #expect(layers == before.scene.layers && hasIndicator(during))
        // Styles are read again, data are not, and the source is not called.
        line.style.lineColor = Color(0xFF0000)
        line.orientation = .vertical
        line.orientation = .horizontal
        chart.xAxis?.setRange(0, 1)
        let restyled = try plan(chart, engine: engine)
        #expect(series(restyled) != series(before) && line.numberOfDataPoints == 3)
        #expect(chart.xAxis?.axisRange == NumberRange(0, 1))
        #expect(source.log.take().isEmpty)
        source.gate.open()
        await chart.waitUntilLoaded()
        #expect(line.numberOfDataPoints == 3)
        _ = try plan(chart, engine: engine)
        #expect(
            line.numberOfDataPoints == 2 && chart.yAxis?.dataRange == NumberRange(9, 9)
                && chart.xAxis?.axisRange.isRoom(around: NumberRange(0, 1)) == true)
        #expect(source.log.take().contains("majorTickValues"))
    }

    @Test("slice labels stay those that the source gave last, and a hook alters each of them once")
    func sliceLabels() async throws {
        final class Marker: ChartDelegate {
            func chart(_ chart: Chart, alter label: SliceLabel, of point: ChartPoint, slice: Int, in series: PieSeries)
            { label.text += "!" }
        }
        let source = GatedSource([(PieSeries(), points([1, 3]))])
        source.sliceLabel = "told"
        let marker = Marker()
        let chart = chart(source)
        chart.delegate = marker
        await chart.waitUntilLoaded()
        func texts(_ plan: Plan) -> [String] {
            plan.scene.marks.compactMap { mark in
                guard case .glyphs(let run) = mark.shape, mark.label.hasSuffix("label") else { return nil }
                return run.source.text
            }
        }
        #expect(texts(try plan(chart, engine: engine)) == ["told!", "told!"])
        source.sliceLabel = "new"
        chart.reloadData()
        source.gate.close(at: "dataPoint 0 1")
        for _ in 0..<2 { #expect(texts(try plan(chart, engine: engine)) == ["told!", "told!"]) }
        source.gate.open()
        await chart.waitUntilLoaded()
        #expect(texts(try plan(chart, engine: engine)) == ["new!", "new!"])
    }

    @Test(
        "before the first data axes show their default ranges, and data set them all the same",
        arguments: [true, false])
    func firstRanges(isAutomatic: Bool) async throws {
        let source = GatedSource([(LineSeries(), points([5, 8]))])
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        chart.autoCalculateAxisRanges = isAutomatic
        chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 100))
        chart.yAxis = LogarithmicAxis()
        chart.dataSource = source
        chart.loadDataInBackground = true
        source.gate.close(at: "series 0")
        _ = try plan(chart, engine: engine)
        #expect(chart.xAxis?.axisRange == NumberRange(0, 100) && chart.yAxis?.axisRange == NumberRange(1, 10))
        source.gate.open()
        await chart.waitUntilLoaded()
        _ = try plan(chart, engine: engine)
        #expect(
            chart.xAxis?.axisRange.isRoom(around: NumberRange(0, 100)) == true
                && chart.yAxis?.axisRange.isRoom(around: NumberRange(5, 8)) == true)
    }

    @Test(
        "what was added shows neither while a source's data are on their way nor with them; no chart has no axes to draw"
    )
    func added() async throws {
        for series in [PieSeries(columns: SeriesColumns(y: Column([1.0]))), RadialLineSeries(), LineSeries()]
            as [Series]
        {
            let source = GatedSource([(LineSeries(), points([5, 8]))])
            let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
            chart.add(series)
            chart.dataSource = source
            chart.loadDataInBackground = true
            chart.legend.hidden = false
            source.gate.close(at: "series 0")
            let during = try plan(chart, engine: engine)
            #expect(self.series(during).isEmpty && hasIndicator(during) && chart.allAxes.isEmpty)
            #expect(during.altText == "A chart whose data are being loaded.")
            source.gate.open()
            await chart.waitUntilLoaded()
            #expect(!self.series(try plan(chart, engine: engine)).isEmpty)
            #expect(chart.warnings == [.addedSeriesUnused(count: 1)])
        }
    }

    // MARK: Requests during a load

    @Test("a reload during a load begins with the picture that shows the first, and none is lost")
    func reloads() async throws {
        let log = SharedLog()
        let line = LineSeries()
        let source = GatedSource([(line, points([1, 2]))], log: log)
        let delegate = LoggingDelegate(log: log)
        let chart = chart(source)
        chart.delegate = delegate
        source.gate.close(at: "dataPoint 0 1")
        _ = try plan(chart, engine: engine)
        source.gate.waitForArrival()
        chart.reloadData()
        chart.reloadData()
        _ = try plan(chart, engine: engine)
        #expect(log.take().filter { $0 == "numberOfSeries" }.count == 1)
        source.gate.open()
        await chart.waitUntilLoaded()
        #expect(log.take().filter { $0 == "numberOfSeries" }.isEmpty)
        source.gate.close(at: "numberOfSeries")
        let shown = try plan(chart, engine: engine)
        source.gate.waitForArrival()
        #expect(line.numberOfDataPoints == 2 && hasIndicator(shown) && chart.isLoading)
        #expect(
            log.take().filter { !$0.hasPrefix("render") } == [
                "didFinishLoadingData", "willStartLoadingData", "numberOfSeries",
            ])
        source.entries[0].points = points([1, 2, 3])
        source.gate.open()
        await chart.waitUntilLoaded()
        #expect(!hasIndicator(try plan(chart, engine: engine)) && line.numberOfDataPoints == 3)
        #expect(log.take().filter { $0 == "numberOfSeries" }.isEmpty && !chart.isLoading && !chart.isRenderScheduled)
    }

    @Test("a reload in the callbacks of a load is the next load")
    func reloadInside() async throws {
        for isAtStart in [true, false] {
            let log = SharedLog()
            let source = GatedSource([(LineSeries(), points([1]))], log: log)
            let delegate = LoggingDelegate(log: log)
            let chart = chart(source)
            chart.delegate = delegate
            var isFirst = true
            let reload = { (chart: Chart) in
                if isFirst { chart.reloadData() }
                isFirst = false
            }
            if isAtStart { delegate.onStart = reload } else { delegate.onLoaded = reload }
            var pictures = 0
            repeat {
                await chart.waitUntilLoaded()
                _ = try plan(chart, engine: engine)
                pictures += 1
            } while chart.isLoading || chart.isRenderScheduled
            #expect(log.take().filter { $0 == "numberOfSeries" }.count == 2)
            #expect(pictures == 2)
        }
    }

    @Test("another data source, or none: what was begun is dropped, and nothing of it shows")
    func sourceTaken() async throws {
        for hasNext in [true, false] {
            let old = LineSeries()
            let source = GatedSource([(old, points([1, 2]))])
            let next = GatedSource([(LineSeries(), points([7, 8, 9]))])
            let chart = chart(source)
            let own = LineSeries(columns: SeriesColumns(y: Column([4.0, 5, 6, 7])))
            chart.add(own)
            source.gate.close(at: "series 0")
            _ = try plan(chart, engine: engine)
            source.gate.waitForArrival()
            chart.dataSource = hasNext ? next : nil
            let during = try plan(chart, engine: engine)
            #expect(chart.isLoading == hasNext && hasIndicator(during) == hasNext)
            // No load to wait for: the added series shows at once.
            #expect(own.numberOfDataPoints == (hasNext ? 0 : 4) && self.series(during).isEmpty == hasNext)
            #expect(next.log.take().isEmpty)
            source.gate.open()
            await chart.waitUntilLoaded()
            let after = try plan(chart, engine: engine)
            #expect(!hasIndicator(after) && !chart.isLoading && !chart.isRenderScheduled)
            #expect(
                chart.series.first === (hasNext ? next.entries[0].series : own) && old.chart == nil
                    && old.numberOfDataPoints == 0)
            // The load ended between the source's calls.
            #expect(source.log.take() == ["numberOfSeries", "series 0"])
        }
    }

    @Test("set to false during a load: that one ends as it began, the next is the picture's own")
    func turnedOff() async throws {
        let line = LineSeries()
        let source = GatedSource([(line, points([1, 2]))])
        let chart = chart(source)
        source.gate.close(at: "dataPoint 0 0")
        _ = try plan(chart, engine: engine)
        source.gate.waitForArrival()
        chart.loadDataInBackground = false
        chart.reloadData()
        #expect(hasIndicator(try plan(chart, engine: engine)) && chart.isLoading)
        source.gate.open()
        await chart.waitUntilLoaded()
        _ = source.log.take()
        source.entries[0].points = points([1, 2, 3])
        let after = try plan(chart, engine: engine)
        #expect(!hasIndicator(after) && line.numberOfDataPoints == 3 && source.log.take().first == "numberOfSeries")
    }

    @Test("axes replaced during a load: data that the new ones take stay, others go, and a load follows")
    func axes() async throws {
        let source = GatedSource([(LineSeries(), [DataPoint(x: "a", y: 1), DataPoint(x: "b", y: 4)])])
        let chart = chart(source)
        chart.xAxis = CategoryAxis()
        await chart.waitUntilLoaded()
        #expect(!series(try plan(chart, engine: engine)).isEmpty)
        chart.reloadData()
        source.gate.close(at: "dataPoint 0 1")
        _ = try plan(chart, engine: engine)
        source.gate.waitForArrival()
        let second = NumberAxis()
        chart.yAxis = second
        let mapped = try plan(chart, engine: engine)
        #expect(!series(mapped).isEmpty && second.axisRange.isRoom(around: NumberRange(1, 4)) && hasIndicator(mapped))
        chart.xAxis = NumberAxis()
        let unmapped = try plan(chart, engine: engine)
        #expect(series(unmapped).isEmpty && hasIndicator(unmapped))
        chart.xAxis = CategoryAxis()
        source.gate.open()
        repeat {
            await chart.waitUntilLoaded()
            _ = try plan(chart, engine: engine)
        } while chart.isLoading
        #expect(!series(try plan(chart, engine: engine)).isEmpty && chart.yAxis === second)
    }

    @Test("an error is the picture's that would have shown the data, and the next one begins anew")
    func errors() async throws {
        let foreign = LineSeries()
        let axis = NumberAxis()
        foreign.yAxis = axis
        let source = GatedSource([(foreign, points([1, 2]))])
        let chart = chart(source)
        for _ in 0..<2 {
            await chart.waitUntilLoaded()
            #expect(throws: ChartError.foreignAxis(path: "series[0].yAxis")) { try plan(chart, engine: engine) }
            #expect(!chart.isLoading && chart.isRenderScheduled)
        }
        // A picture that cannot be planned does not affect the running load.
        foreign.yAxis = nil
        chart.frame.width = -1
        _ = source.log.take()
        #expect(throws: ChartError.self) { try plan(chart, engine: engine) }
        chart.frame.width = 300
        await chart.waitUntilLoaded()
        #expect(!series(try plan(chart, engine: engine)).isEmpty && !chart.isLoading)
        #expect(source.log.take().filter { $0 == "numberOfSeries" }.count == 1)
    }

    // MARK: Lifetimes

    /// Whether the object is released within some seconds.
    private func goes(_ object: () -> AnyObject?) -> Bool {
        for _ in 0..<20_000 where object() != nil { usleep(200) }
        return object() == nil
    }

    @Test("a chart that goes away during a load takes the thread with it, and nothing stays behind")
    func chartGone() throws {
        let source = GatedSource([(LineSeries(), points((0..<20_000).map(Double.init)))])
        weak var gone: Chart?
        weak var load: BackgroundLoad?
        weak var series: Series?
        try {
            let chart = chart(source)
            gone = chart
            source.gate.close(at: "dataPoint 0 3")
            _ = try plan(chart, engine: engine)
            load = chart.backgroundLoad
            source.gate.waitForArrival()
        }()
        #expect(load != nil)
        source.gate.open()
        #expect(goes { load } && goes { gone })
        // The load did not read all points.
        #expect(source.log.take().count < 6_000)
        series = source.entries[0].series
        source.entries = []
        // The thread may hold the series a moment longer than the load.
        #expect(goes { series })
    }

    @Test("a source that its host lets go of during a load ends it, and is let go of then; the data show")
    func sourceGone() async throws {
        let line = LineSeries()
        weak var gone: GatedSource?
        let chart = chart(nil)
        var source: GatedSource? = GatedSource([(line, points([1, 2]))])
        gone = source
        let gate = try #require(source?.gate)
        chart.dataSource = source
        gate.close(at: "dataPoint 0 1")
        _ = try plan(chart, engine: engine)
        gate.waitForArrival()
        source = nil
        #expect(gone != nil)
        gate.open()
        await chart.waitUntilLoaded()
        #expect(gone == nil)
        _ = try plan(chart, engine: engine)
        #expect(line.numberOfDataPoints == 2 && chart.series.count == 1)
    }

    // MARK: Waiting

    @Test("waiting begins what is due; all who wait go on, and one whose task is cancelled at once")
    @MainActor func waiting() async throws {
        let source = GatedSource([(LineSeries(), points([1, 2]))])
        let chart = chart(source)
        source.gate.close(at: "dataPoint 0 1")
        let waiters = (0..<3).map { _ in Task { @MainActor in await chart.waitUntilLoaded() } }
        while !chart.isLoading { await Task.yield() }
        source.gate.waitForArrival()
        let impatient = Task { @MainActor in await chart.waitUntilLoaded() }
        await Task.yield()
        impatient.cancel()
        await impatient.value
        #expect(chart.isLoading)
        source.gate.open()
        for waiter in waiters { await waiter.value }
        #expect(!chart.isLoading && source.log.take().filter { $0 == "numberOfSeries" }.count == 1)
        // The data are loaded, so nothing waits again.
        await chart.waitUntilLoaded()
        #expect(!series(try plan(chart, engine: engine)).isEmpty)
        await chart.waitUntilLoaded()
        #expect(source.log.take().isEmpty)
    }

    @Test("many charts load at once while they are planned, restyled and given other axes")
    func together() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<6 {
                group.addTask {
                    let columns = (0..<3).map { k in
                        (
                            LineSeries(),
                            (0..<3_000).map {
                                DataPoint(x: Double($0), y: Double(($0 * k + seed) % 17)) as any ChartData
                            }
                        )
                    }
                    let source = GatedSource(columns)
                    let chart = Chart(width: 120, height: 90)
                    chart.dataSource = source
                    chart.loadDataInBackground = true
                    let engine = TextEngine()
                    for k in 0..<12 {
                        _ = try plan(chart, engine: engine)
                        if k % 3 == 0 { chart.reloadData() }
                        if k % 4 == 1 { chart.yAxis = NumberAxis() }
                        if k % 5 == 2 { await chart.waitUntilLoaded() }
                        for series in chart.series { (series as? LineSeries)?.style.lineWidth = Double(k) }
                        (chart.series.first as? LineSeries)?.yAxis = chart.yAxis
                    }
                    repeat {
                        await chart.waitUntilLoaded()
                        _ = try plan(chart, engine: engine)
                    } while chart.isLoading
                    #expect(
                        chart.series.count == 3 && chart.series.allSatisfy { $0.numberOfDataPoints == 3_000 }
                            && chart.warnings.isEmpty)
                    withExtendedLifetime(source) {}
                }
            }
            try await group.waitForAll()
        }
    }
}

extension NumberRange {
    /// Whether it contains the other range plus a little space for marks at its ends.
    fileprivate func isRoom(around other: NumberRange) -> Bool {
        minimum <= other.minimum && maximum >= other.maximum && span <= other.span * 1.06
    }
}
