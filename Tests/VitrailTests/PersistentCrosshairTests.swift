import Foundation
import Testing
import Vitrail

/// The crosshair methods that the streaming tutorial overrides, and persistent crosshairs (amendment A8).
@Suite("A crosshair of a host's own")
struct PersistentCrosshairTests {
    /// The tutorial's crosshair: it remembers its point and shows it again when the data change.
    private final class MapCrosshair: Crosshair {
        var steps: [String] = []
        var last:
            (
                position: (x: Double, y: Double)?, values: (x: Double, y: Double), series: CartesianSeries,
                point: ChartPoint
            )?
        private var isShown = false

        override func show() {
            isShown = true
            steps.append("show")
            super.show()
        }

        override func remove() {
            isShown = false
            steps.append("remove")
            super.remove()
        }

        override func move(
            to position: (x: Double, y: Double)?, displaying values: (x: Double, y: Double), of series: CartesianSeries,
            at point: ChartPoint
        ) {
            if isInsideRange { last = (position, values, series, point) }
            steps.append("move")
            super.move(to: position, displaying: values, of: series, at: point)
        }

        override func movedOutOfRange() {
            steps.append("out")
            super.movedOutOfRange()
        }

        override func movedInsideRange() {
            steps.append("in")
            super.movedInsideRange()
        }

        override func chartDidReload() {
            steps.append("reload")
            super.chartDidReload()
            updateCrosshair()
        }

        private func updateCrosshair() {
            guard isShown, let last, let chart, let plot = chart.plotAreaFrame else { return }
            super.show()
            let x = chart.xAxis?.pixelValue(forDataValue: last.values.x) ?? 0
            let y = chart.yAxis?.pixelValue(forDataValue: last.values.y) ?? 0
            super.move(to: (plot.x + x, plot.y + y), displaying: last.values, of: last.series, at: last.point)
        }
    }

    /// A line up and down with a crosshair at (6, 6).
    private func chart(_ crosshair: Crosshair) throws -> (chart: Chart, line: LineSeries) {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 300))
        (chart.xAxis, chart.yAxis) = (NumberAxis(), NumberAxis())
        let line = LineSeries(
            title: "line", columns: SeriesColumns(x: Column([0.0, 10, 20]), y: Column([0.0, 10, 0])))
        line.crosshairEnabled = true
        chart.add(line)
        chart.crosshair = crosshair
        crosshair.style.lineColor = .pureBlue
        _ = try plan(chart)
        #expect(try press(chart, .began, 6, 6))
        return (chart, line)
    }

    private func press(_ chart: Chart, _ phase: GesturePhase, _ x: Double, _ y: Double) throws -> Bool {
        let plot = try #require(chart.plotAreaFrame)
        let (px, py) = (
            try #require(chart.xAxis?.pixelValue(forDataValue: x)),
            try #require(chart.yAxis?.pixelValue(forDataValue: y))
        )
        return chart.longPress(phase, x: plot.x + px, y: plot.y + py)
    }

    private func isAt(_ crosshair: Crosshair, _ x: Double, _ y: Double) -> Bool {
        crosshair.trackingValues.map { abs($0.x - x) < 0.01 && abs($0.y - y) < 0.01 } ?? false
    }

    @Test("show, move and remove are called in turn, with position, values, series and point")
    func steps() throws {
        let crosshair = MapCrosshair()
        let (chart, line) = try chart(crosshair)
        #expect(crosshair.steps == ["show", "move"] && isAt(crosshair, 6, 6))
        let last = try #require(crosshair.last)
        #expect(last.series === line && last.point.dataPointIndex == 1 && abs(last.values.x - 6) < 0.01)
        let plot = try #require(chart.plotAreaFrame)
        #expect(abs((last.position?.x ?? 0) - plot.x - (try #require(chart.xAxis?.pixelValue(forDataValue: 6)))) < 0.01)
        #expect(try press(chart, .moved, 8, 5))
        chart.crosshair.show(at: 2, of: line)
        #expect(
            crosshair.steps == ["show", "move", "move", "move"] && crosshair.last?.values.x == 20
                && crosshair.trackingValues == nil)
        chart.tap(x: plot.midX, y: plot.midY)
        #expect(crosshair.steps.last == "remove" && !crosshair.isActive)
    }

    @Test("it is told once when its place leaves the plot area, and once when that comes back")
    func range() async throws {
        let crosshair = MapCrosshair()
        let (chart, _) = try chart(crosshair)
        #expect(try await Probe(chart).count { $0 == .pureBlue } > 0)
        chart.xAxis?.setRange(10, 20)
        for _ in 0..<2 { #expect(try await Probe(chart).count { $0 == .pureBlue } == 0) }
        #expect(crosshair.steps == ["show", "move", "out"] && !crosshair.isInsideRange && crosshair.isActive)
        chart.xAxis?.setRange(0, 20)
        #expect(try await Probe(chart).count { $0 == .pureBlue } > 0)
        #expect(crosshair.steps == ["show", "move", "out", "in"] && isAt(crosshair, 6, 6))
    }

    @Test(
        "C-145 the tutorial's crosshair stays where it is while points stream in, in every picture; the plain one goes")
    func streaming() async throws {
        let crosshair = MapCrosshair()
        let (chart, line) = try chart(crosshair)
        for k in 0..<3 {
            try line.append(x: 30 + 10 * Double(k), y: 5)
            let probe = try await Probe(chart)
            #expect(isAt(crosshair, 6, 6) && crosshair.steps.last == "reload")
            let position = try probe.position(of: 6, 6)
            let row = probe.runs(row: probe.plot.maxY - 4, of: .pureBlue)
            #expect(row.count == 1 && abs(Double(row[0].lowerBound) + 0.5 - position.x) <= 1)
        }
        let (plain, other) = try self.chart(Crosshair())
        try other.append(x: 30, y: 5)
        #expect(try await Probe(plain).count { $0 == .pureBlue } == 0 && !plain.crosshair.isActive)
    }

    @Test(
        "one that does nothing on a reload keeps its place between points, on the line as that is now, when the first points go, too"
    )
    func keeping() throws {
        final class Keeping: Crosshair {
            override func chartDidReload() {}
        }
        let crosshair = Keeping()
        let (chart, line) = try chart(crosshair)
        try line.append(x: 30, y: 5)
        _ = try plan(chart)
        #expect(isAt(crosshair, 6, 6))
        #expect(try press(chart, .began, 18, 2) && crosshair.trackingPoint == 2)
        line.removeFirst()
        _ = try plan(chart)
        #expect(isAt(crosshair, 18, 2) && crosshair.trackingPoint == 1)
        line.columns = SeriesColumns(x: Column([0.0, 20, 30]), y: Column([0.0, 40, 0]))
        chart.reloadData()
        _ = try plan(chart)
        #expect(isAt(crosshair, 18, 36))
        // The line has moved away.
        line.columns = SeriesColumns(x: Column([0.0, 1, 2]), y: Column([0.0, 4, 0]))
        chart.reloadData()
        _ = try plan(chart)
        #expect(crosshair.trackingValues == nil && crosshair.trackingPoint == 1)
    }
}
