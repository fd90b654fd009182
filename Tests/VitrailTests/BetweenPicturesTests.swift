import Foundation
import Testing
import Vitrail

/// A setting changed between two pictures shows in the second, exactly as if it had been set from the start.
@Suite("Between two pictures")
struct BetweenPicturesTests {
    private static let columns = SeriesColumns(x: Column([0.0, 5, 10]), y: Column([0.0, 5, 2]))

    private func chart(_ series: Series...) -> Chart {
        let chart = Probe.chart().bare()
        for one in series { chart.add(one) }
        return chart
    }

    /// Shapes in the plot area.
    private func series(_ chart: Chart) throws -> [Shape] {
        try plan(chart).scene.layers.filter { $0.kind == .series }.flatMap(\.marks).map(\.shape)
    }

    @Test("a crosshair that is shown, taken away or replaced keeps no series as it was", arguments: 0..<3, 0..<3)
    func crosshair(change: Int, setting: Int) throws {
        let (line, other) = (LineSeries(columns: Self.columns), LineSeries(columns: Self.columns))
        let chart = chart(line, other)
        chart.crosshair.show(at: 1, of: line)
        let before = try series(chart)
        switch setting {
        case 0: chart.xAxis?.setRange(2, 8)
        case 1: other.hidden = true
        default: line.style.lineColor = .pureGreen
        }
        switch change {
        case 0: chart.crosshair.show(at: 2, of: line)
        case 1: chart.crosshair.remove()
        default: chart.crosshair = Crosshair()
        }
        let after = try series(chart)
        #expect(after != before)
        #expect(try series(chart) == after, "the next picture has nothing to mend")
    }

    @Test("a density of which another value is asked for loads it", arguments: [DensityAggregation.mean, .sum, .max])
    func aggregation(aggregation: DensityAggregation) throws {
        func series(_ aggregation: DensityAggregation) -> DensitySeries {
            DensitySeries(
                columns: SeriesColumns(
                    x: Column([1.0, 2, 3]), y: Column([3.0, 1, 2]), keyed: [.value: Column([5.0, 7, 9])]),
                aggregation: aggregation)
        }
        let density = series(.count)
        let chart = chart(density)
        let count = try self.series(chart)
        density.aggregation = aggregation
        let found = try self.series(chart)
        #expect(try found != count && found == self.series(self.chart(series(aggregation))))
        // In the middle of a picture it takes effect in the next one.
        let host = Host { _ in density.aggregation = .count }
        density.aggregation = .count
        _ = try plan(chart)
        host.action = { _ in density.aggregation = aggregation }
        chart.delegate = host
        _ = try plan(chart)
        host.action = nil
        #expect(try self.series(chart) == found)
    }

    @Test("a density whose other value is not there is told of by its place")
    func missingValue() throws {
        let density = DensitySeries(
            columns: SeriesColumns(x: Column([1.0, 2]), y: Column([3.0, 1])), aggregation: .count)
        let chart = chart(density)
        _ = try plan(chart)
        density.aggregation = .mean
        #expect(throws: ChartError.missingColumn(path: "series[0].value")) { try plan(chart) }
    }

    private final class Host: ChartDelegate {
        var action: ((Chart) -> Void)?
        init(_ action: @escaping (Chart) -> Void) { self.action = action }
        func renderStarted(_ chart: Chart, fullRedraw: Bool) { action?(chart) }
    }

    @Test("other columns are read, whole or one of them, and what is appended to them goes on from there")
    func columns() throws {
        let line = LineSeries(columns: Self.columns)
        let chart = chart(line)
        let first = try series(chart)
        line.columns = SeriesColumns(x: Column([0.0, 5, 10]), y: Column([5.0, 0, 4]))
        #expect(chart.isRenderScheduled)
        let second = try series(chart)
        #expect(second != first)
        line.columns.y = Column([0.0, 5, 2])
        #expect(try series(chart) == first)
        // Enough samples for a summary in blocks.
        let many = 20_000
        line.columns = SeriesColumns(y: Column((0..<many).map { sin(Double($0)) }))
        _ = try plan(chart)
        line.columns = SeriesColumns(y: Column((0..<many).map { 100 + cos(Double($0)) }))
        try line.append(y: 100)
        let appended = try series(chart)
        #expect(chart.yAxis?.dataRange.map { $0.minimum >= 99 && $0.maximum <= 101 } == true)
        let anew = LineSeries(columns: SeriesColumns(y: Column((0..<many).map { 100 + cos(Double($0)) } + [100])))
        #expect(try series(self.chart(anew)) == appended)
    }

    @Test("columns that a delegate sets while data are loaded are in that picture, and ask for no other")
    func columnsInCallback() throws {
        final class Filler: ChartDelegate {
            let line: LineSeries
            init(_ line: LineSeries) { self.line = line }
            func willStartLoadingData(_ chart: Chart) { line.columns = BetweenPicturesTests.columns }
        }
        let line = LineSeries()
        let (chart, filler) = (chart(line), Filler(line))
        chart.delegate = filler
        #expect(try !series(chart).isEmpty && !chart.isRenderScheduled)
        chart.reloadData()
        #expect(try !series(chart).isEmpty && !chart.isRenderScheduled)
        // Later in the picture it takes effect in the next one.
        let before = try series(chart)
        let host = Host { _ in line.columns = SeriesColumns(y: Column([7.0, 7])) }
        chart.delegate = host
        #expect(try series(chart) == before && chart.isRenderScheduled)
        host.action = nil
        #expect(try series(chart) != before)
    }

    @Test("a series that is turned, or put on another axis, is drawn there")
    func axes() throws {
        let line = LineSeries(columns: SeriesColumns(x: Column([0.0, 2, 10]), y: Column([0.0, 50, 20])))
        let chart = chart(line)
        _ = try plan(chart)
        line.orientation = .vertical
        _ = try plan(chart)
        #expect(chart.xAxis?.dataRange == NumberRange(0, 10) && chart.yAxis?.dataRange == NumberRange(0, 50))
        let upright = try series(chart)
        let anew = LineSeries(columns: line.columns, orientation: .vertical)
        #expect(try series(self.chart(anew)) == upright)
        let second = NumberAxis(defaultRange: NumberRange(0, 500))
        chart.addYAxis(second)
        _ = try plan(chart)
        line.yAxis = second
        #expect(try series(chart) != upright && second.dataRange == NumberRange(0, 50) && chart.yAxis?.dataRange == nil)
    }

    @Test("indexes keep to their points when the first are gone and all is loaded anew", arguments: [false, true])
    func removedAndReloaded(reloadsFirst: Bool) throws {
        let line = LineSeries(columns: SeriesColumns(y: Column([0.0, 1, 2, 3, 4, 5, 6])))
        let chart = chart(line)
        line.selectedPoints = [1, 5]
        _ = try plan(chart)
        if reloadsFirst { chart.reloadData() }
        line.removeFirst(3)
        if !reloadsFirst { chart.add(LineSeries(columns: Self.columns)) }
        _ = try plan(chart)
        #expect(line.selectedPoints == [2] && line.dataPoint(at: 2)?.yValue == .number(5))
        let pie = PieSeries(columns: SeriesColumns(y: Column([1.0, 2, 3, 4])))
        let slices = self.chart(pie)
        _ = try plan(slices)
        pie.setSlice(0, selected: true)
        pie.setSlice(3, selected: true)
        _ = try plan(slices)
        pie.removeFirst(1)
        _ = try plan(slices)
        #expect(pie.selectedSlices == [2])
    }

    @Test("a point is the one that is drawn, until the next picture shows that others are gone")
    func removedOnly() throws {
        let line = LineSeries(columns: SeriesColumns(y: Column([10.0, 11, 12, 13])))
        let chart = chart(line)
        _ = try plan(chart)
        line.removeFirst(1)
        #expect(line.dataPoint(at: 3)?.yValue == .number(13) && line.dataPoint(at: 1)?.yValue == .number(11))
        #expect(line.dataPoint(at: 0) == nil, "it is gone")
        _ = try plan(chart)
        #expect(line.dataPoint(at: 0)?.yValue == .number(11) && line.dataPoint(at: 3) == nil)
    }

    @Test("an axis that a callback puts under data that it cannot take stays an error until it is mended")
    func wrongAxis() throws {
        let line = LineSeries(columns: SeriesColumns(x: Column(["a", "b"]), y: Column([1.0, 2])))
        let chart = Chart(width: 300, height: 200, xAxisType: .category)
        chart.add(line)
        _ = try plan(chart)
        let host = Host { chart in
            if let axis = chart.xAxis, axis is CategoryAxis { chart.replaceXAxis(axis, with: NumberAxis()) }
        }
        chart.delegate = host
        for _ in 0..<2 { #expect(throws: ChartError.self) { try plan(chart) } }
        chart.delegate = nil
        #expect(throws: ChartError.self) { try plan(chart) }
        line.columns.x = Column([1.0, 2])
        _ = try plan(chart)
        #expect(chart.xAxis?.dataRange == NumberRange(1, 2))
    }

    @Test("a text whose room is no number is not drawn")
    func noRoom() throws {
        let chart = chart(LineSeries(columns: Self.columns))
        let text = Annotation.text("Hi", x: 1, y: 1)
        text.bounds.height = .nan
        chart.annotations = [text]
        chart.overlays = [{ $0.text("x", in: Rect(x: 10, y: 10, width: 50, height: .nan)) }]
        _ = try plan(chart)
    }
}

@Suite("What is hit is what is drawn")
struct DrawnHitTests {
    private func chart(_ series: Series...) throws -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 8)).bare()
        for one in series { chart.add(one) }
        _ = try plan(chart)
        return chart
    }

    private func position(of chart: Chart, _ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
        (try #require(chart.xAxis?.pixelValue(forDataValue: x)), try #require(chart.yAxis?.pixelValue(forDataValue: y)))
    }

    @Test(
        "steps, not the straight lines between their samples",
        arguments: [CartesianSeries.Orientation.horizontal, .vertical])
    func steps(orientation: CartesianSeries.Orientation) throws {
        let isHorizontal = orientation == .horizontal
        let (along, across) = (Column([0.0, 4]), Column([0.0, 8]))
        let steps = StepLineSeries(
            columns: isHorizontal
                ? SeriesColumns(x: along, y: across) : SeriesColumns(x: Column([0.0, 4]), y: Column([0.0, 8])),
            orientation: orientation)
        let chart = try chart(steps)
        // The horizontal part leads from the first sample to the position below, or beside, the second.
        let level = isHorizontal ? try position(of: chart, 2.5, 0) : try position(of: chart, 0, 5)
        #expect(steps.hit(x: level.x, y: level.y) == 1)
        let early = isHorizontal ? try position(of: chart, 1, 0) : try position(of: chart, 0, 2)
        #expect(steps.hit(x: early.x, y: early.y) == 0 && steps.nearestPoint(x: early.x, y: early.y)?.distance == 0)
        let upright = isHorizontal ? try position(of: chart, 4, 3) : try position(of: chart, 1, 8)
        #expect(steps.hit(x: upright.x, y: upright.y) == 1)
        let between = try position(of: chart, 2, 4)
        #expect(steps.hit(x: between.x, y: between.y) == nil)
    }

    @Test("a column of a stack from where it stands, and none below it")
    func stacked() throws {
        let lower = ColumnSeries(columns: SeriesColumns(x: Column([1.0, 2, 3]), y: Column([2.0, 2, 2])))
        let upper = ColumnSeries(columns: SeriesColumns(x: Column([1.0, 2, 3]), y: Column([3.0, 3, 3])))
        (lower.stackIndex, upper.stackIndex) = (0, 0)
        let chart = try chart(lower, upper)
        let (low, high) = (try position(of: chart, 2, 1), try position(of: chart, 2, 4))
        #expect(lower.hit(x: low.x, y: low.y) == 1 && upper.hit(x: low.x, y: low.y) == nil)
        #expect(upper.hit(x: high.x, y: high.y) == 1 && lower.hit(x: high.x, y: high.y) == nil)
    }

    @Test("the nearest column is the one round the place, and the nearest point of a line that of the nearest segment")
    func nearest() throws {
        let columns = SeriesColumns(x: Column([1.0, 2, 3]), y: Column([0.5, 8, 0.5]))
        let (bars, line) = (ColumnSeries(columns: columns), LineSeries(columns: columns))
        let chart = try chart(bars, line)
        let foot = try position(of: chart, 1.9, 0.5)
        #expect(bars.nearestPoint(x: foot.x, y: foot.y) == NearestPoint(index: 1, distance: 0))
        let edge = try position(of: chart, 1, 0.5)
        #expect(bars.nearestPoint(x: edge.x, y: edge.y - 30) == NearestPoint(index: 0, distance: 30))
        let slope = try position(of: chart, 1.75, 6.125)
        #expect(line.nearestPoint(x: slope.x, y: slope.y).map { $0.index == 1 && $0.distance < 1e-3 } == true)
    }

    @Test("a bubble without end is not drawn, and not hit")
    func endless() throws {
        let bubbles = BubbleSeries(
            columns: SeriesColumns(x: Column([1.0, 3]), y: Column([4.0, 4]), area: Column([1.0, .infinity])))
        let chart = try chart(bubbles)
        let (there, away) = (try position(of: chart, 1, 4), try position(of: chart, 2, 7))
        #expect(bubbles.hit(x: there.x, y: there.y) == 0 && bubbles.hit(x: away.x, y: away.y) == nil)
    }
}
