import Foundation
import Testing
import Vitrail

/// Taps select, long presses move the crosshair.
@Suite("Taps and long presses")
struct SelectionGestureTests {
    /// Three horizontal lines at 2, 5 and 8 of 0…10 on both axes, laid out.
    private func lines(
        _ prepare: ([LineSeries]) -> Void
    ) throws -> (chart: Chart, lines: [LineSeries], recorder: GestureRecorder) {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let lines = [2.0, 5, 8].map { y in
            LineSeries(
                columns: SeriesColumns(x: Column([0.0, 4, 10]), y: Column([y, y, y])),
                style: LineSeriesStyle(
                    lineColor: .pureRed, lineWidth: 2,
                    pointStyle: PointStyle(showPoints: true, color: .pureRed, radius: 4)))
        }
        for line in lines { chart.add(line) }
        prepare(lines)
        _ = try plan(chart)
        let recorder = GestureRecorder()
        chart.delegate = recorder
        return (chart, lines, recorder)
    }

    /// Taps the chart at a position in data units.
    private func tap(_ chart: Chart, _ x: Double, _ y: Double) throws -> Bool {
        let plot = try #require(chart.plotAreaFrame)
        let (px, py) = (chart.xAxis?.pixelValue(forDataValue: x), chart.yAxis?.pixelValue(forDataValue: y))
        return chart.tap(x: plot.x + (try #require(px)), y: plot.y + (try #require(py)))
    }

    @Test(
        "C-127 mode series: a tap near a line selects it, it takes selectedStyle, and the delegate gets series, nearest point and pixel"
    )
    func series() async throws {
        let (chart, lines, recorder) = try lines { for line in $0 { line.selectionMode = .series } }
        lines[1].selectedStyle = LineSeriesStyle(lineColor: .pureBlue, lineWidth: 6)
        #expect(try tap(chart, 5, 5.2))
        #expect(lines.map(\.selected) == [false, true, false] && chart.isRenderScheduled)
        let probe = try await Probe(chart)
        #expect(try probe.color(7, 5) == .pureBlue && probe.color(7, 8) == .pureRed)
        let told = try #require(recorder.selections.first)
        let position = try probe.position(of: 5, 5.2)
        #expect(
            told.series === lines[1] && told.point.dataPointIndex == 1 && recorder.selections.count == 1
                && recorder.points.isEmpty)
        #expect(abs(told.pixel.x - position.x) < 1 && abs(told.pixel.y - position.y) < 1)
        // A second tap deselects it.
        #expect(try tap(chart, 5, 5.2) && !lines[1].selected && recorder.selections.count == 2)
    }

    @Test("C-128 mode point on a line: the nearest point alone changes its look, and the delegate gets it")
    func point() async throws {
        let (chart, lines, recorder) = try lines { for line in $0 { line.selectionMode = .point } }
        for line in lines { line.style.selectedPointStyle = PointStyle(color: .pureBlue, radius: 6) }
        #expect(try tap(chart, 4.4, 7.4))
        let probe = try await Probe(chart)
        #expect(try probe.color(4, 8) == .pureBlue && probe.color(4, 5) == .pureRed && probe.color(4, 2) == .pureRed)
        #expect(probe.count { $0 == .pureBlue } < 140)
        let told = try #require(recorder.points.first)
        #expect(
            told.series === lines[2] && told.point.dataPointIndex == 1 && told.point.selected
                && told.point.yValue == .number(8))
        #expect(recorder.points.count == 1 && recorder.selections.isEmpty && lines.allSatisfy { !$0.selected })
        #expect(
            try tap(chart, 4.4, 7.4) && recorder.points.last?.point.selected == false && lines[2].selectedPoints.isEmpty
        )
    }

    @Test("C-129 mode none: never selected; a farther series that may be is")
    func none() throws {
        let (chart, lines, recorder) = try lines { $0[0].selectionMode = .series }
        #expect(try tap(chart, 5, 8))
        #expect(
            lines.map(\.selected) == [true, false, false]
                && recorder.selections.map { $0.series === lines[0] } == [true])
        lines[0].hidden = true
        _ = try plan(chart)
        #expect(try !tap(chart, 5, 8))
    }

    @Test(
        "C-130 toggleSelection on all: of two series that were tapped the second is selected; togglePointSelection: of points, the last"
    )
    func exclusive() throws {
        let (chart, lines, _) = try lines {
            for line in $0 { (line.selectionMode, line.toggleSelection) = (.series, true) }
        }
        #expect(try tap(chart, 5, 2) && tap(chart, 5, 8))
        #expect(lines.map(\.selected) == [false, false, true])
        for line in lines { line.toggleSelection = false }
        #expect(try tap(chart, 5, 2) && lines.map(\.selected) == [true, false, true])
        for line in lines { (line.selectionMode, line.togglePointSelection) = (.point, true) }
        #expect(try tap(chart, 0, 2) && tap(chart, 0, 5) && tap(chart, 10, 2) && tap(chart, 4, 2))
        // The points of other series are unchanged.
        #expect(lines.map(\.selectedPoints) == [[1], [0], []])
        lines[0].togglePointSelection = false
        #expect(try tap(chart, 10, 2) && lines[0].selectedPoints == [1, 2])
    }

    @Test("C-131 mode point on a column: the delegate is told, no pixel of the column changes")
    func column() async throws {
        let chart = Probe.chart(y: NumberRange(0, 10)).bare()
        let columns = ColumnSeries(columns: SeriesColumns(x: Column([0.0, 1, 2]), y: Column([4.0, 6, 8])))
        columns.selectionMode = .point
        chart.add(columns)
        let before = try await Probe(chart)
        let recorder = GestureRecorder()
        chart.delegate = recorder
        #expect(try tap(chart, 1.2, 3))
        #expect(
            recorder.points.map(\.point.dataPointIndex) == [1] && recorder.points[0].point.selected
                && columns.selectedPoints == [1])
        #expect(try await Probe(chart).image == before.image)
        // Between columns the nearest one is selected.
        #expect(try tap(chart, 1.9, 9.8) && recorder.points.last?.point.dataPointIndex == 2)
    }

    @Test("of equally near series the one that is painted last is selected; what is hit goes before what is nearer")
    func ties() throws {
        let (chart, lines, _) = try lines { for line in $0 { line.selectionMode = .series } }
        lines[2].columns = lines[0].columns
        _ = try plan(chart)
        #expect(try tap(chart, 3, 2.1) && lines.map(\.selected) == [false, false, true])
        // One series is farther away and hit, the other one is nearer and not hit.
        let other = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10))
        let hit = Decided(hit: 0, nearest: 1)
        let near = Near(columns: SeriesColumns(x: Column([9.0]), y: Column([9.0])), hitProvider: .markers(radius: 0.01))
        near.selectionMode = .point
        for series in [hit, near] { other.add(series) }
        _ = try plan(other)
        #expect(try tap(other, 9.02, 9) && hit.selectedPoints == [0] && near.selectedPoints.isEmpty)
        hit.hidden = true
        _ = try plan(other)
        #expect(try tap(other, 9.02, 9) && near.selectedPoints == [0])
    }

    private final class Near: XySeries {}

    /// A series whose hits and nearest points are set by a test.
    private final class Decided: XySeries {
        init(hit: Int?, nearest: Int) {
            super.init(
                columns: SeriesColumns(x: Column([0.0, 5, 10]), y: Column([5.0, 5, 5])),
                hitProvider: HitProvider { _, _ in hit },
                nearestPointProvider: NearestPointProvider { _, _ in NearestPoint(index: nearest, distance: 3) })
            (selectionMode, crosshairEnabled) = (.point, true)
        }
    }

    @Test("C-199 the hit provider decides what is selected, the nearest-point provider what the crosshair tracks")
    func providers() throws {
        for hit in [nil, 0, 2] {
            let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10))
            let series = Decided(hit: hit, nearest: 1)
            chart.add(series)
            _ = try plan(chart)
            #expect(try tap(chart, 9, 9) == (hit != nil) && series.selectedPoints == Set([hit].compactMap(\.self)))
            let plot = try #require(chart.plotAreaFrame)
            #expect(chart.longPress(.began, x: plot.midX, y: plot.midY) && chart.crosshair.trackingPoint == 1)
        }
    }

    // MARK: Crosshair

    private func press(_ chart: Chart, _ phase: GesturePhase, _ x: Double, _ y: Double) throws -> Bool {
        let plot = try #require(chart.plotAreaFrame)
        let (px, py) = (chart.xAxis?.pixelValue(forDataValue: x), chart.yAxis?.pixelValue(forDataValue: y))
        return chart.longPress(phase, x: plot.x + (try #require(px)), y: plot.y + (try #require(py)))
    }

    @Test(
        "C-141 in single-series mode a drag near another series stays on the first; floating, it goes to the nearest that may be tracked"
    )
    func modes() throws {
        let (chart, lines, _) = try lines { for line in $0.prefix(2) { line.crosshairEnabled = true } }
        // The nearest line, at 8, may not be tracked.
        #expect(try press(chart, .began, 5, 7) && chart.crosshair.trackingSeries === lines[1])
        #expect(try press(chart, .moved, 5, 2) && chart.crosshair.trackingSeries === lines[1])
        chart.crosshair.mode = .floating
        #expect(try press(chart, .moved, 5, 2) && chart.crosshair.trackingSeries === lines[0])
        #expect(
            try press(chart, .ended, 9, 4.9) && chart.crosshair.trackingSeries === lines[1] && chart.crosshair.isActive)
        for line in lines { line.crosshairEnabled = false }
        #expect(try !press(chart, .began, 5, 5) && !chart.crosshair.isActive)
    }

    @Test(
        "C-142 C-143 on a line the crosshair slides and each move is told; without interpolation, and on bars and scatter, it is at the nearest point"
    )
    func interpolation() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let line = LineSeries(
            columns: SeriesColumns(x: Column([0.0, 10]), y: Column([0.0, 10])),
            style: LineSeriesStyle(lineColor: .pureRed))
        line.crosshairEnabled = true
        chart.add(line)
        _ = try plan(chart)
        let recorder = GestureRecorder()
        chart.delegate = recorder
        #expect(try press(chart, .began, 4.3, 9) && press(chart, .moved, 6.1, 0) && press(chart, .moved, 4.3, 6))
        #expect(recorder.crosshair.count == 3)
        for (told, expected) in zip(recorder.crosshair, [4.3, 6.1, 4.3]) {
            #expect(abs(told.x - expected) < 1e-9 && abs(told.y - expected) < 1e-9)
        }
        // It is painted there, and reports it.
        chart.crosshair.style = CrosshairStyle(lineWidth: 2, lineColor: .pureBlue)
        let probe = try await Probe(chart)
        let position = try probe.position(of: 4.3, 4.3)
        let down = try #require(probe.runs(column: Int(position.x), of: .pureBlue).last)
        #expect(abs(Double(down.lowerBound) - position.y - 5) <= 2 && down.upperBound == probe.plot.maxY)
        let texts = try plan(chart).scene.marks.compactMap { mark -> String? in
            guard case .glyphs(let run) = mark.shape, mark.label == "crosshair" else { return nil }
            return run.source.text
        }
        #expect(texts == ["4.3, 4.3"])
        chart.crosshair.interpolatePoints = false
        #expect(try press(chart, .began, 4.3, 4.3) && recorder.crosshair.last?.x == 0)
        for series in [ScatterSeries(columns: line.columns), ColumnSeries(columns: line.columns)] as [CartesianSeries] {
            let other = Probe.chart(x: NumberRange(-1, 11), y: NumberRange(0, 11))
            series.crosshairEnabled = true
            other.add(series)
            _ = try plan(other)
            other.delegate = recorder
            #expect(
                try press(other, .began, 6.3, 6) && recorder.crosshair.last?.x == 10 && recorder.crosshair.last?.y == 10
            )
        }
    }

    @Test("steps keep the value before; beside gaps and in categories the crosshair is at a point")
    func noLine() throws {
        func told(_ series: LineSeries, _ chart: Chart, _ x: Double) throws -> (x: Double, y: Double)? {
            series.crosshairEnabled = true
            chart.add(series)
            _ = try plan(chart)
            let recorder = GestureRecorder()
            chart.delegate = recorder
            _ = try press(chart, .began, x, 3)
            return recorder.crosshair.last
        }
        let ranges = (x: NumberRange(0, 10), y: NumberRange(0, 10))
        let steps = try told(
            StepLineSeries(columns: SeriesColumns(x: Column([0.0, 4, 10]), y: Column([1.0, 5, 9]))),
            Probe.chart(x: ranges.x, y: ranges.y), 7)
        #expect(steps.map { abs($0.x - 7) < 1e-9 && $0.y == 5 } == true)
        let gap = try told(
            LineSeries(columns: SeriesColumns(x: Column([0.0, 4, 10]), y: Column([1.0, .nan, 9]))),
            Probe.chart(x: ranges.x, y: ranges.y), 3)
        #expect(gap?.x == 0 && gap?.y == 1)
        let chart = Chart(width: 400, height: 300, xAxisType: .category)
        let categories = try told(
            LineSeries(columns: SeriesColumns(x: Column(["a", "b"]), y: Column([1.0, 9]))), chart, 0.4)
        #expect(categories?.x == 0 && categories?.y == 1)
    }

    @Test("C-145 a crosshair that stays is where it was between two points after a reload; code moves it to points")
    func reload() throws {
        final class Lasting: Crosshair {
            override func chartDidReload() {}
        }
        let (chart, lines, _) = try lines { $0[1].crosshairEnabled = true }
        chart.crosshair = Lasting()
        #expect(
            try press(chart, .began, 5, 5) && chart.crosshair.trackingValues != nil
                && chart.crosshair.trackingPoint == 1)
        chart.reloadData()
        _ = try plan(chart)
        #expect(
            chart.crosshair.isActive && abs((chart.crosshair.trackingValues?.x ?? 0) - 5) < 0.01
                && chart.crosshair.trackingValues?.y == 5)
        chart.crosshair.trackingPoint = 2
        #expect(chart.crosshair.trackingValues == nil && lines[1] === chart.crosshair.trackingSeries)
        chart.crosshair.remove()
        chart.crosshair.mode = .floating
        #expect(try !press(chart, .moved, 5, 5) && !chart.crosshair.isActive)
    }

    @Test("a slice that stands out is hit where it stands")
    func standingOut() throws {
        let pie = Slices.pie([1, 1, 2])
        pie.selectedStyle.protrusion = 30
        let chart = Slices.chart(pie)
        _ = try plan(chart)
        pie.setSlice(0, selected: true)
        _ = try plan(chart)
        let way = Slices.direction(try #require(pie.midAngle(ofSlice: 0)))
        #expect(!chart.tap(x: 300 - 110 * way.x, y: 200 - 110 * way.y))
        #expect(chart.tap(x: 300 + 120 * way.x, y: 200 + 120 * way.y) && pie.selectedSlices.isEmpty)
    }

    @Test("a tap removes a visible crosshair and selects nothing; so does a drag that pans")
    func removal() throws {
        let (chart, lines, _) = try lines {
            for line in $0 { (line.crosshairEnabled, line.selectionMode) = (true, .series) }
        }
        #expect(try press(chart, .began, 5, 5) && press(chart, .ended, 5, 5) && chart.crosshair.isActive)
        #expect(try tap(chart, 5, 5) && !chart.crosshair.isActive && lines.allSatisfy { !$0.selected })
        #expect(try tap(chart, 5, 5) && lines[1].selected)
        #expect(try press(chart, .began, 5, 5))
        let plot = try #require(chart.plotAreaFrame)
        #expect(!chart.pan(.began, x: plot.midX, y: plot.midY) && chart.crosshair.isActive)
        chart.xAxis?.enableGesturePanning = true
        #expect(chart.pan(.began, x: plot.midX, y: plot.midY) && !chart.crosshair.isActive)
    }

    // MARK: Slices

    @Test("C-113 tapping a slice selects it and tells of its point; tapping again deselects")
    func slice() throws {
        let pie = Slices.pie([1, 1, 2], names: ["a", "b", "c"])
        let chart = Slices.chart(pie)
        let recorder = GestureRecorder()
        chart.delegate = recorder
        _ = try plan(chart)
        let position = try #require(pie.sliceCenter(1))
        #expect(chart.tap(x: position.x, y: position.y) && pie.selectedSlices == [1])
        let told = try #require(recorder.slices.first)
        #expect(told.point.xValue == .text("b") && told.point.selected && told.pixel.map { $0 == position } == true)
        #expect(
            chart.tap(x: position.x, y: position.y) && pie.selectedSlices == []
                && recorder.slices.last?.point.selected == false)
        // Beside the pie, and with taps turned off.
        #expect(!chart.tap(x: 300 + 101, y: 200))
        chart.radialTapEnabled = false
        #expect(!chart.tap(x: position.x, y: position.y) && recorder.slices.count == 2)
        chart.radialTapEnabled = true
        pie.togglePointSelection = true
        let other = try #require(pie.sliceCenter(2))
        #expect(
            chart.tap(x: position.x, y: position.y) && chart.tap(x: other.x, y: other.y) && pie.selectedSlices == [2])
    }

    @Test(
        "C-120 a drag on a series with gesturePanningEnabled turns it by the polar angle; without the flag nothing happens"
    )
    func turn() throws {
        let pie = Slices.pie([1, 1, 2])
        let chart = Slices.chart(pie)
        let recorder = GestureRecorder()
        chart.delegate = recorder
        _ = try plan(chart)
        func drag(from start: Double, to end: Double, radius: Double = 80) -> Bool {
            let (a, b) = (Slices.direction(start), Slices.direction(end))
            let isTaken = chart.pan(.began, x: 300 + radius * a.x, y: 200 + radius * a.y, time: 0)
            chart.pan(.moved, x: 300 + radius * b.x, y: 200 + radius * b.y, time: 1)
            chart.pan(.ended, x: 300 + radius * b.x, y: 200 + radius * b.y, time: 5)
            return isTaken
        }
        #expect(!drag(from: 0.2, to: 1.2) && pie.rotation == 0 && recorder.calls.isEmpty)
        pie.gesturePanningEnabled = true
        #expect(drag(from: 0.2, to: 1.2) && abs(pie.rotation - 1) < 1e-9)
        #expect(recorder.take() == ["turn starts", "turns"])
        // Past 6 o'clock, where angles wrap around.
        #expect(drag(from: .pi - 0.1, to: -.pi + 0.2) && abs(pie.rotation - 1.3) < 1e-9)
        #expect(!drag(from: 0.2, to: 1.2, radius: 110))
        chart.radialRotationEnabled = false
        #expect(!drag(from: 0.2, to: 1.2))
    }

    @Test(
        "C-121 released at 6 rad/s it turns on by 5 rad with friction 0.02, by 2.5 with 0.04",
        arguments: [(0.02, 5.0), (0.04, 2.5)])
    func spin(friction: Double, way: Double) throws {
        let pie = Slices.pie([1, 1, 2])
        pie.gesturePanningEnabled = true
        pie.rotationFriction = friction
        let chart = Slices.chart(pie)
        let recorder = GestureRecorder()
        chart.delegate = recorder
        _ = try plan(chart)
        #expect(chart.pan(.began, x: 300, y: 150))
        chart.pan(.ended, x: 290, y: 150, velocity: (-6 * (50 + 100.0 / 50), 0))
        let start = pie.rotation
        var frames = 0
        while chart.advance(by: 1.0 / 60), frames < 1000 { frames += 1 }
        // The speed at (−10, −50) is 50 · 312 / 2600 = 6.
        #expect(abs(pie.rotation - start - way) <= 0.02 * way, "\(pie.rotation - start)")
        let calls = recorder.calls
        #expect(
            calls.prefix(3) == ["turn starts", "turns", "slows down"] && calls.last == "rests"
                && calls.filter { $0 == "rests" }.count == 1)
    }

    @Test(
        "C-122 without selectionEnabledDuringPanning a tap stops the spin and selects nothing",
        arguments: [false, true])
    func tapWhileSpinning(selects: Bool) throws {
        let pie = Slices.pie([1, 1, 2])
        (pie.gesturePanningEnabled, pie.selectionEnabledDuringPanning) = (true, selects)
        let chart = Slices.chart(pie)
        _ = try plan(chart)
        chart.pan(.began, x: 300, y: 150)
        chart.pan(.ended, x: 300, y: 150, velocity: (-300, 0))
        #expect(chart.advance(by: 0.1) && pie.rotation > 0)
        let turned = pie.rotation
        #expect(chart.tap(x: 300, y: 150) && !chart.advance(by: 1) && pie.rotation == turned)
        #expect(pie.selectedSlices.isEmpty != selects)
        #expect(chart.tap(x: 300, y: 150) && pie.selectedSlices.isEmpty == selects)
    }
}
