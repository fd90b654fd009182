import Testing
import Vitrail

/// Points added and removed between two pictures.
@Suite("Streaming")
struct StreamingTests {
    /// Whether a line passes within a pixel of a data value.
    private func isPainted(_ probe: Probe, _ x: Double, _ y: Double, _ color: Color) throws -> Bool {
        for dx in -1...1 {
            for dy in -1...1 where try probe.color(x, y, dx: dx, dy: dy).isClose(to: color, 100) { return true }
        }
        return false
    }

    @Test(
        "C-183 one point appended is one point asked for, of each series that was announced; the line goes on and ranges grow"
    )
    func append() async throws {
        let chart = Probe.chart().bare()
        let log = CallLog()
        let source = PointSource(
            [(redLine(), points([(0, 5), (10, 5)])), (redLine(.pureBlue), points([(0, 8), (10, 8)]))], log: log)
        let delegate = RecordingDelegate(log: log)
        chart.dataSource = source
        chart.delegate = delegate
        _ = try await Probe(chart)
        _ = log.take()
        source.entries[0].points.append(DataPoint(x: 20, y: 5))
        source.entries[1].points.append(DataPoint(x: 16, y: 12))
        chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 0)
        #expect(log.take().isEmpty && chart.isRenderScheduled)
        var probe = try await Probe(chart)
        #expect(
            log.take() == [
                "willStartLoadingData", "numberOfDataPoints 0", "dataPoint 0 2", "didFinishLoadingData",
                "renderStarted true", "renderFinished",
            ])
        #expect(chart.series[0].numberOfDataPoints == 3 && chart.series[1].numberOfDataPoints == 2)
        #expect(
            chart.xAxis?.dataRange == NumberRange(0, 20)
                && chart.xAxis?.axisRange.isRoom(around: NumberRange(0, 20)) == true)
        #expect(chart.yAxis?.axisRange.isRoom(around: NumberRange(5, 8)) == true)
        // The red line extends to the right edge, the blue one to the middle.
        let atEnd = try [-1, 0].map { try probe.color(19.5, 5, dy: $0) }
        #expect(atEnd.contains { $0.isClose(to: .pureRed, 40) })
        #expect(try probe.color(9.5, 8).isClose(to: .pureBlue, 40))
        #expect(try !probe.color(10.5, 8).isClose(to: .pureBlue, 40))
        // Both at once, several points on one.
        source.entries[0].points += points([(21, 6), (22, 7)])
        chart.appendNumberOfDataPoints(2, toEndOfSeriesAt: 0)
        chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 1)
        probe = try await Probe(chart)
        #expect(
            log.take().filter { $0.hasPrefix("dataPoint ") } == ["dataPoint 0 3", "dataPoint 0 4", "dataPoint 1 2"])
        #expect(
            chart.yAxis?.axisRange.isRoom(around: NumberRange(5, 12)) == true
                && chart.xAxis?.axisRange.isRoom(around: NumberRange(0, 22)) == true)
        #expect(try isPainted(probe, 13, 10, .pureBlue))
        // A picture without changes makes no queries.
        chart.redrawChart()
        _ = try await Probe(chart)
        #expect(log.take() == ["renderStarted false", "renderFinished"])
        #expect(chart.warnings.isEmpty)
    }

    @Test("C-184 one gone and one more: the window slides, the count stays, and indexes follow")
    func slide() async throws {
        let chart = Probe.chart(y: NumberRange(0, 10)).bare()
        let line = redLine()
        let source = PointSource([(line, points((0..<20).map { (Double($0), $0 == 12 ? 8 : 2) }))])
        chart.dataSource = source
        line.selectedPoints = [0, 12]
        _ = try await Probe(chart)
        for step in 1...5 {
            source.entries[0].points.removeFirst()
            source.entries[0].points.append(DataPoint(x: Double(19 + step), y: 2))
            _ = source.log.take()
            chart.removeNumberOfDataPoints(1, fromStartOfSeriesAt: 0)
            chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 0)
            let probe = try await Probe(chart)
            #expect(source.log.take() == ["numberOfDataPoints 0", "dataPoint 0 19"])
            #expect(line.numberOfDataPoints == 20)
            #expect(chart.xAxis?.axisRange.isRoom(around: NumberRange(Double(step), Double(19 + step))) == true)
            #expect(
                line.dataPoint(at: 12 - step)?.yValue == .number(8)
                    && line.dataPoint(at: 12 - step)?.dataPointIndex == 12 - step)
            #expect(line.dataPoint(at: 19)?.xValue == .number(Double(19 + step)) && line.dataPoint(at: 20) == nil)
            // The peak has moved left by one step.
            let peak = try #require(
                (probe.plot.x..<probe.plot.maxX).min { a, b in
                    (probe.row(of: .pureRed, column: a) ?? 1e9) < (probe.row(of: .pureRed, column: b) ?? 1e9)
                })
            let wanted = Double(probe.plot.x) + Double(12 - step) / 19 * Double(probe.plot.width)
            #expect(abs(Double(peak) - wanted) <= 2, "\(step)")
            #expect(line.selectedPoints == [12 - step])
        }
    }

    @Test("C-185 without automatic ranges what is shown stays while points stream in")
    func keptRanges() async throws {
        let chart = Probe.chart().bare()
        let line = redLine()
        let source = PointSource([(line, points([(0, 5), (10, 5)]))])
        chart.dataSource = source
        chart.autoCalculateAxisRanges = false
        _ = try await Probe(chart)
        let shown = (chart.xAxis?.axisRange, chart.yAxis?.axisRange)
        source.entries[0].points += points([(11, 100), (20, -100)])
        chart.appendNumberOfDataPoints(2, toEndOfSeriesAt: 0)
        let probe = try await Probe(chart)
        #expect((chart.xAxis?.axisRange, chart.yAxis?.axisRange) == shown)
        #expect(chart.xAxis?.dataRange == NumberRange(0, 20) && chart.yAxis?.visibleRange == NumberRange(-100, 100))
        #expect(chart.yAxis?.defaultRange.isRoom(around: NumberRange(-100, 100)) == true)
        #expect(try probe.color(5, 5).isClose(to: .pureRed, 40))
        // The window moves past the visible range.
        source.entries[0].points.removeFirst(2)
        chart.removeNumberOfDataPoints(2, fromStartOfSeriesAt: 0)
        let gone = try await Probe(chart)
        #expect((chart.xAxis?.axisRange, chart.yAxis?.axisRange) == shown)
        #expect(chart.xAxis?.dataRange == NumberRange(11, 20))
        #expect(gone.count { $0.isClose(to: .pureRed, 40) } == 0)
    }

    @Test("C-186 appending to two series on two y-axes moves the ranges of both")
    func twoAxes() async throws {
        let chart = Probe.chart().bare()
        let right = NumberAxis()
        right.axisPosition = .reverse
        chart.addYAxis(right)
        let source = PointSource([
            (redLine(), points([(0, 1), (1, 2)])), (redLine(.pureBlue), points([(0, 100), (1, 300)])),
        ])
        source.yAxes[1] = right
        chart.dataSource = source
        _ = try await Probe(chart)
        #expect(
            chart.yAxis?.axisRange.isRoom(around: NumberRange(1, 2)) == true
                && right.axisRange.isRoom(around: NumberRange(100, 300)))
        source.entries[0].points.append(DataPoint(x: 2, y: 5))
        source.entries[1].points.append(DataPoint(x: 2, y: -100))
        chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 0)
        chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 1)
        let probe = try await Probe(chart)
        #expect(
            chart.yAxis?.axisRange.isRoom(around: NumberRange(1, 5)) == true
                && right.axisRange.isRoom(around: NumberRange(-100, 300)))
        #expect(chart.xAxis?.axisRange.isRoom(around: NumberRange(0, 2)) == true)
        // Half of the plot is past the old points: red goes up to the top, blue down to the bottom.
        let column = probe.plot.maxX - 2
        let (red, blue) = (probe.row(of: .pureRed, column: column), probe.row(of: .pureBlue, column: column))
        #expect(try #require(red) < 12 && #require(blue) > Double(probe.plot.height) - 12)
    }

    @Test(
        "C-187 announcing before the first load, to no series, or more than there is warns and draws; without data there are axes alone"
    )
    func nothing() async throws {
        let chart = Probe.chart().bare()
        let line = redLine()
        let source = PointSource([(line, [])])
        chart.appendNumberOfDataPoints(3, toEndOfSeriesAt: 0)
        chart.removeNumberOfDataPoints(3, fromStartOfSeriesAt: 7)
        #expect(chart.warnings.count == 2)
        chart.dataSource = source
        chart.appendNumberOfDataPoints(3, toEndOfSeriesAt: 0)
        #expect(chart.warnings.count == 2, "the same again")
        let empty = try await Probe(chart)
        #expect(empty.count { $0.isClose(to: .pureRed, 40) } == 0)
        #expect(chart.allAxes.allSatisfy { $0.axisRange == NumberRange(0, 1) } && chart.warnings.isEmpty)
        // The first points set the ranges.
        source.entries[0].points = points([(3, 5), (7, 9)])
        chart.appendNumberOfDataPoints(2, toEndOfSeriesAt: 0)
        let first = try await Probe(chart)
        #expect(chart.xAxis?.visibleRange == NumberRange(3, 7) && chart.yAxis?.visibleRange == NumberRange(5, 9))
        #expect(
            try #require(chart.xAxis).axisRange.isClose(3, 7, 0.05)
                && #require(chart.yAxis).axisRange.isClose(5, 9, 0.05))
        #expect(try isPainted(first, 5, 7, .pureRed))
        // Indices and counts that do not exist.
        chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 1)
        chart.removeNumberOfDataPoints(1, fromStartOfSeriesAt: -1)
        chart.appendNumberOfDataPoints(-4, toEndOfSeriesAt: 0)
        chart.appendNumberOfDataPoints(5, toEndOfSeriesAt: 0)
        _ = try plan(chart)
        #expect(
            chart.warnings == [
                .ignored(path: "appendNumberOfDataPoints", reason: "there is no series 1"),
                .ignored(path: "removeNumberOfDataPoints", reason: "there is no series -1"),
                .negativeCount(path: "appendNumberOfDataPoints", count: -4),
                .tooFewPoints(path: "series[0].appendNumberOfDataPoints", said: 5, found: 0),
            ])
        #expect(line.numberOfDataPoints == 2)
        // More than all are removed, and one is added.
        source.entries[0].points = points([(1, 1)])
        chart.removeNumberOfDataPoints(.max, fromStartOfSeriesAt: 0)
        chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 0)
        _ = try plan(chart)
        #expect(chart.warnings.last == .tooFewPoints(path: "series[0].removeNumberOfDataPoints", said: .max, found: 2))
        #expect(line.numberOfDataPoints == 1 && line.dataPoint(at: 0)?.xValue == .number(1))
        #expect(chart.xAxis?.dataRange == NumberRange(1, 1))
        // Ten are added and four of them removed at once: only the six others are queried.
        source.entries[0].points = points((0..<6).map { (Double($0), 0) })
        chart.appendNumberOfDataPoints(10, toEndOfSeriesAt: 0)
        chart.removeNumberOfDataPoints(5, fromStartOfSeriesAt: 0)
        _ = source.log.take()
        _ = try plan(chart)
        #expect(source.log.take() == ["numberOfDataPoints 0"] + (0..<6).map { "dataPoint 0 \($0)" })
        #expect(line.numberOfDataPoints == 6)
    }

    @Test(
        "whole arrays take the place of single points, skipped points keep their indexes, and a reload that is due reads everything"
    )
    func arrays() throws {
        let chart = Probe.chart()
        let line = redLine()
        let wrong = DataPoint(x: "no number", y: 1)
        let source = ArraySource([(line, points([(0, 1), (1, 2)]) + [wrong] + points([(3, 4)]))])
        chart.dataSource = source
        _ = try plan(chart)
        _ = source.log.take()
        source.entries[0].points += [wrong] + points([(5, 6)])
        chart.appendNumberOfDataPoints(2, toEndOfSeriesAt: 0)
        let read = try plan(chart).samplesRead
        #expect(source.log.take() == ["numberOfDataPoints 0", "dataPoints 0"] && read == 1)
        #expect(line.numberOfDataPoints == 6 && line.dataPoint(at: 2) == nil && line.dataPoint(at: 4) == nil)
        #expect(line.dataPoint(at: 5)?.yValue == .number(6))
        #expect(chart.warnings.contains { if case .wrongValues(_, _, _, 1, 4) = $0 { true } else { false } })
        source.entries[0].points.removeFirst(3)
        chart.removeNumberOfDataPoints(3, fromStartOfSeriesAt: 0)
        _ = try plan(chart)
        #expect(source.log.take().isEmpty, "nothing new")
        #expect(
            line.dataPoint(at: 0)?.yValue == .number(4) && line.dataPoint(at: 1) == nil
                && line.dataPoint(at: 2)?.yValue == .number(6))
        #expect(chart.xAxis?.dataRange == NumberRange(3, 5))
        chart.appendNumberOfDataPoints(9, toEndOfSeriesAt: 0)
        chart.reloadData()
        chart.appendNumberOfDataPoints(9, toEndOfSeriesAt: 0)
        _ = try plan(chart)
        #expect(
            source.log.take() == [
                "numberOfSeries", "series 0", "xAxis 0", "yAxis 0", "numberOfDataPoints 0", "dataPoints 0",
            ])
        #expect(line.numberOfDataPoints == 3 && !chart.isRenderScheduled)
    }

    @Test("the crosshair goes; one that stays keeps to its point")
    func crosshair() throws {
        final class Staying: Crosshair {
            override func chartDidReload() {}
        }
        let chart = Probe.chart()
        let line = LineSeries(columns: SeriesColumns(y: Column([1.0, 2, 3, 4])))
        chart.add(line)
        chart.crosshair.show(at: 2, of: line)
        _ = try plan(chart)
        try line.append(y: 5)
        _ = try plan(chart)
        #expect(!chart.crosshair.isActive)
        chart.crosshair = Staying()
        chart.crosshair.show(at: 2, of: line)
        line.removeFirst(2)
        _ = try plan(chart)
        #expect(chart.crosshair.trackingPoint == 0 && line.dataPoint(at: 0)?.yValue == .number(3))
        line.removeFirst()
        _ = try plan(chart)
        #expect(!chart.crosshair.isActive)
    }

    @Test("a series' own columns grow and shrink; what does not fit into them is refused and changes nothing")
    func ownColumns() async throws {
        let chart = Probe.chart(y: NumberRange(0, 10)).bare()
        let line = LineSeries(
            columns: SeriesColumns(x: Column([0.0, 1]), y: Column([5.0, 5])),
            style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 2))
        chart.add(line)
        _ = try await Probe(chart)
        try line.append(SeriesColumns(x: Column([2.0, 3]), y: Column([5.0, 8])))
        try line.append(x: 4, y: 8)
        line.removeFirst()
        let plan = try plan(chart)
        #expect(
            plan.samplesRead == 3 && line.numberOfDataPoints == 4
                && chart.xAxis?.axisRange.isRoom(around: NumberRange(1, 4)) == true)
        #expect(try await Probe(chart).color(3.5, 8).isClose(to: .pureRed, 40))
        let refused: [(SeriesColumns, ChartError)] = [
            (SeriesColumns(x: Column([1.0])), .missingColumn(path: "series[0].append.y")),
            (
                SeriesColumns(x: Column([1.0]), y: Column([1.0, 2])),
                .columnLengths(path: "series[0].append", first: "x", 1, second: "y", 2)
            ),
            (
                SeriesColumns(x: Column(["a"]), y: Column([1.0])),
                .wrongColumn(path: "series[0].append.x", found: "texts", wanted: "numbers")
            ),
            (
                SeriesColumns(x: Column([1.0]), y: Column([1.0]), high: Column([1.0])),
                .wrongColumn(path: "series[0].append.high", found: "numbers", wanted: "nothing")
            ),
        ]
        for (columns, error) in refused { #expect(throws: error) { try line.append(columns) } }
        line.removeFirst(5)
        #expect(
            line.columns.count == 0
                && chart.warnings == [.tooFewPoints(path: "series[0].removeFirst", said: 5, found: 4)])
        #expect(try await Probe(chart).count { $0.isClose(to: .pureRed, 40) } == 0)
        // Data of a data source belong to the source.
        let source = PointSource([(line, [])])
        chart.dataSource = source
        try line.append(x: 1, y: 1)
        #expect(line.columns.count == 0 && chart.warnings.count == 2)
    }
}
