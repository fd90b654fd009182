import Foundation
import Testing
import Vitrail

/// A chart with its overview below.
@Suite("Range selector")
struct RangeSelectorTests {
    /// Hourly temperatures of 100 days; 60 to 80 % are shown at first.
    private static let hours = (0..<2_400).map(Double.init)
    private static let temperatures = hours.map { 23 + 4 * sin($0 / 24 * 2 * .pi) + 2 * sin($0 * 12.9898) }

    private func selector(_ prepare: (RangeSelector) -> Void = { _ in }) throws -> RangeSelector {
        let selector = RangeSelector(
            width: 600, height: 400, lineColor: .pureBlue, shadingColor: Color(0xFF0000, alpha: 0.5)
        ) { chart in
            chart.title = "Temperature"
            chart.xAxis = NumberAxis(defaultRange: NumberRange(1_440, 1_920))
            chart.yAxis = NumberAxis()
            chart.xAxis?.title = "Hours"
            chart.xAxis?.enableGesturePanning = true
            chart.xAxis?.enableGestureZooming = true
            chart.add(
                LineSeries(
                    columns: SeriesColumns(x: Column(Self.hours), y: Column(Self.temperatures)),
                    style: LineSeriesStyle(lineColor: .black)))
        }
        prepare(selector)
        try both(selector)
        return selector
    }

    private func both(_ selector: RangeSelector) throws {
        _ = try plan(selector.main)
        _ = try plan(selector.overview)
    }

    /// The overview's window: lines and handles, and the ends of the shadings.
    private func window(_ selector: RangeSelector) throws -> (lines: [Double], shaded: [NumberRange]) {
        let notes = selector.overview.annotations
        let ends = notes.filter { !($0 is AnnotationZooming) }
        let lines = ends.filter(\.stretchToBoundsOnY).compactMap { $0.xValue?.number }
        #expect(ends.filter { !$0.stretchToBoundsOnY }.compactMap { $0.xValue?.number } == lines)
        let shaded = notes.compactMap { $0 as? AnnotationZooming }.compactMap { note -> NumberRange? in
            guard let low = note.xValue?.number, let high = note.xValueMax?.number else { return nil }
            return NumberRange(low, high)
        }
        return (lines, shaded)
    }

    private func isInStep(_ selector: RangeSelector) throws -> Bool {
        try both(selector)
        let range = try #require(selector.main.xAxis?.axisRange)
        let window = try window(selector)
        return window.lines == [range.minimum, range.maximum]
            && window.shaded == [NumberRange(0, range.minimum), NumberRange(range.maximum, 2_399)]
    }

    /// The x of a value on the overview.
    private func position(of selector: RangeSelector, _ value: Double) throws -> Double {
        let plot = try #require(selector.overview.plotAreaFrame)
        return plot.x + (try #require(selector.overview.xAxis?.pixelValue(forDataValue: value)))
    }

    @Test(
        "C-192 a split of 0.75 has heights of 3 : 1; the overview shows all data, bare of markings, and ignores events")
    func parts() async throws {
        let selector = try selector()
        #expect(selector.main.frame.height == 300 && selector.overview.frame.height == 100)
        #expect(
            selector.main.xAxis?.axisRange == NumberRange(1_440, 1_920)
                && selector.overview.xAxis?.axisRange == NumberRange(0, 2_399))
        let marks = try plan(selector.overview).scene.marks
        #expect(
            !marks.contains { if case .glyphs = $0.shape { true } else { false } }
                && !marks.contains { $0.label.contains("tick") })
        #expect(try plan(selector.main).scene.marks.contains { $0.label == "title" })
        let overview = selector.overview
        for phase in GesturePhase.allCases {
            #expect(!overview.pan(phase, x: 300, y: 50) && !overview.pinch(phase, (250, 50), (350, 50)))
        }
        for series in overview.series.compactMap({ $0 as? CartesianSeries }) {
            (series.selectionMode, series.crosshairEnabled) = (.series, true)
        }
        #expect(
            !overview.doubleTap(x: 300, y: 50) && !overview.tap(x: 300, y: 50)
                && !overview.longPress(.began, x: 300, y: 50))
        #expect(overview.xAxis?.axisRange == NumberRange(0, 2_399) && !overview.crosshair.isActive)
        // Shaded beside the window, clear inside.
        let probe = try await Probe(overview)
        let middle = try position(of: selector, 1_650)
        let row = probe.plot.y + 1
        #expect(probe[Int(middle), row].green > 230)
        // Translucent: half red over white and over the black line, full red nowhere.
        for paper in [Color(red: 255, green: 127, blue: 127), Color(red: 128, green: 0, blue: 0)] {
            let runs = probe.runs(row: row, of: paper, tolerance: 3)
            #expect(
                runs.contains { Double($0.upperBound) < middle } && runs.contains { Double($0.lowerBound) > middle })
        }
        #expect(probe.count { $0.isClose(to: .pureRed, 30) } == 0)
        let line = probe.runs(row: row, of: .pureBlue, tolerance: 60)
        #expect(line.count == 2 && line.allSatisfy { (2...4).contains($0.count) })
    }

    @Test("the plot areas of both charts have the same left and right edges, when labels of the main one grow, too")
    func aligned() throws {
        let selector = try selector()
        for range in [NumberRange(0, 40), NumberRange(0, 4_000_000)] {
            selector.main.yAxis?.setDefaultRange(range)
            selector.main.yAxis?.setRange(range.minimum, range.maximum)
            try both(selector)
            let (main, overview) = (
                try #require(selector.main.plotAreaFrame), try #require(selector.overview.plotAreaFrame)
            )
            #expect(main.x == overview.x && main.width == overview.width && main.x > 20)
        }
    }

    @Test("each end of the window has a handle: a box in the middle of the height, wider than the line, with a grip")
    func handles() async throws {
        let selector = try selector()
        let probe = try await Probe(selector.overview)
        for value in [1_440.0, 1_920] {
            let x = try position(of: selector, value)
            let runs = probe.runs(row: Int(probe.plot.y + probe.plot.height / 2), of: .pureBlue, tolerance: 2).filter {
                abs(Double($0.lowerBound) - x) < 8
            }
            // Two grip lines inside the handle, and as much to their left as to their right.
            #expect(runs.count == 3 && runs.map(\.count).reduce(0, +) >= 8, "\(runs) at \(x)")
            let above = probe.runs(row: probe.plot.y + 2, of: .pureBlue, tolerance: 60).filter {
                abs(Double($0.lowerBound) - x) < 8
            }
            #expect(above.count == 1 && (2...4).contains(above[0].count))
        }
    }

    @Test("C-193 dragging and zooming the main chart moves both lines and both shadings to its range, in every picture")
    func follows() throws {
        let selector = try selector()
        #expect(try isInStep(selector))
        #expect(selector.pan(.began, x: 300, y: 150))
        for k in 1...10 {
            selector.pan(.moved, x: 300 + 15 * Double(k), y: 150)
            #expect(try isInStep(selector))
        }
        selector.pan(.ended, x: 450, y: 150)
        #expect(selector.main.xAxis?.axisRange.minimum ?? 0 < 1_400)
        selector.pinch(.began, (250, 150), (350, 150))
        selector.pinch(.ended, (150, 150), (450, 150))
        #expect(try isInStep(selector) && abs(selector.main.xAxis!.axisRange.span - 160) < 1e-6)
        selector.doubleTap(x: 300, y: 150)
        while selector.advance(by: 1.0 / 60) { #expect(try isInStep(selector)) }
        #expect(abs(selector.main.xAxis!.axisRange.span - 80) < 1e-6)
        // Also by code.
        selector.main.xAxis?.setRange(100, 200)
        #expect(try isInStep(selector))
    }

    @Test(
        "C-194 dragging the window moves the main chart's range and keeps its span; dragging an end moves that end alone"
    )
    func drags() throws {
        let selector = try selector { $0.minimumSpan = 96 }
        #expect(selector.pan(.began, x: try position(of: selector, 1_700), y: 350, time: 0))
        selector.pan(.moved, x: try position(of: selector, 900), y: 350, time: 1)
        #expect(try isInStep(selector) && selector.main.xAxis!.axisRange.isClose(660, 1_140, 0.01))
        selector.pan(.moved, x: try position(of: selector, -900), y: 350, time: 2)
        #expect(selector.main.xAxis!.axisRange.isClose(0, 480, 1e-6))
        selector.pan(.ended, x: try position(of: selector, 1_000), y: 350, time: 9)
        #expect(selector.main.xAxis!.axisRange.isClose(760, 1_240, 0.01) && !selector.advance(by: 1))
        // The ends of the window.
        #expect(selector.pan(.began, x: try position(of: selector, 1_240) + 4, y: 350, time: 10))
        selector.pan(.moved, x: try position(of: selector, 1_600), y: 350, time: 11)
        #expect(try isInStep(selector) && selector.main.xAxis!.axisRange.isClose(760, 1_600, 0.01))
        // Never narrower than the minimum span.
        selector.pan(.ended, x: try position(of: selector, 500), y: 350, time: 19)
        #expect(selector.main.xAxis!.axisRange.isClose(760, 856, 0.01))
        #expect(selector.pan(.began, x: try position(of: selector, 760) - 4, y: 350, time: 20))
        selector.pan(.ended, x: try position(of: selector, 300), y: 350, time: 29)
        #expect(selector.main.xAxis!.axisRange.isClose(300, 856, 0.01))
        selector.pinch(.began, (290, 150), (310, 150))
        selector.pinch(.ended, (100, 150), (500, 150))
        #expect(try isInStep(selector) && abs(selector.main.xAxis!.axisRange.span - 96) < 1e-6)
        // Outside the window there is nothing to drag.
        #expect(!selector.pan(.began, x: try position(of: selector, 2_000), y: 350))
    }

    @Test(
        "time goes by on the overview, too; an end of the window that is dragged as far as it goes does not move the other"
    )
    func ends() throws {
        let selector = RangeSelector(width: 600, height: 400) { chart in
            chart.xAxis = NumberAxis(defaultRange: NumberRange(2, 5))
            let columns = ColumnSeries(
                columns: SeriesColumns(x: Column([0.0, 1, 2, 3, 4, 5, 6]), y: Column([1.0, 2, 3, 4, 5, 6, 7])))
            columns.animationEnabled = true
            chart.add(columns)
        }
        try both(selector)
        #expect(selector.overview.xAxis?.axisRange == NumberRange(-0.5, 6.5))
        while selector.advance(by: 0.1) { try both(selector) }
        #expect(try plan(selector.overview).scene.marks.contains { $0.source?.series == 0 })
        #expect(selector.pan(.began, x: try position(of: selector, 2), y: 350))
        selector.pan(.ended, x: try position(of: selector, -0.5), y: 350, time: 9)
        #expect(selector.main.xAxis?.axisRange == NumberRange(0, 5))
    }

    @Test(
        "without a range of its own the main chart has room for marks, and the ends of the window lie on the edges of the overview"
    )
    func automatic() throws {
        let selector = try selector { $0.main.xAxis = NumberAxis() }
        let shown = try #require(selector.main.xAxis).axisRange
        #expect(shown.minimum < 0 && shown.maximum > 2_399)
        #expect(try window(selector).lines == [0, 2_399])
        let plot = try #require(selector.overview.plotAreaFrame)
        #expect(try position(of: selector, 0) == plot.x && abs(position(of: selector, 2_399) - plot.maxX) < 1e-9)
    }

    @Test(
        "C-195 a window that is released in motion goes on with decreasing speed, both charts in step; a touch stops it"
    )
    func momentum() throws {
        let selector = try selector()
        let width = try #require(selector.overview.plotAreaFrame).width
        let position = try position(of: selector, 1_680)
        #expect(selector.pan(.began, x: position, y: 350))
        selector.pan(.ended, x: position, y: 350, velocity: (-width, 0))
        var starts = [selector.main.xAxis!.axisRange.minimum]
        while selector.advance(by: 0.1) {
            #expect(try isInStep(selector))
            starts.append(selector.main.xAxis!.axisRange.minimum)
        }
        let ways = zip(starts, starts.dropFirst()).map { $0 - $1 }
        // A fifth of the distance at constant speed, in a second.
        #expect(abs(selector.main.xAxis!.axisRange.minimum - (1_440 - 2_399 / 5)) < 1)
        #expect(ways.allSatisfy { $0 > 0 } && zip(ways, ways.dropFirst()).allSatisfy { $0 > $1 } && ways.count >= 9)
        selector.pan(.began, x: try self.position(of: selector, 1_200), y: 350)
        selector.pan(.ended, x: try self.position(of: selector, 1_200), y: 350, velocity: (width, 0))
        selector.advance(by: 0.2)
        let range = selector.main.xAxis!.axisRange
        selector.tap(x: 300, y: 150)
        #expect(!selector.advance(by: 0.5) && selector.main.xAxis!.axisRange == range)
    }

    @Test(
        "C-196 line and text on the main chart are at the value of the right-most data that is to be seen, after every change"
    )
    func marker() async throws {
        let selector = try selector()
        func check() throws {
            try both(selector)
            let right = min(selector.main.xAxis!.axisRange.maximum, 2_399)
            let k = min(Int(right), 2_398)
            let value = Self.temperatures[k] + (Self.temperatures[k + 1] - Self.temperatures[k]) * (right - Double(k))
            #expect(abs((selector.markerLine.yValue?.number ?? .nan) - value) < 1e-9)
            #expect(
                selector.markerText.yValue == selector.markerLine.yValue
                    && selector.markerText.label == String(format: "%.2f", value))
        }
        try check()
        selector.pan(.began, x: 300, y: 150)
        for k in 1...5 {
            selector.pan(.moved, x: 300 - 17.3 * Double(k), y: 150)
            try check()
        }
        selector.pan(.ended, x: 200, y: 150)
        selector.pan(.began, x: try position(of: selector, selector.main.xAxis!.axisRange.center), y: 350)
        selector.pan(.ended, x: try position(of: selector, 777.7), y: 350)
        try check()
        selector.main.xAxis?.setRange(10.25, 33.75)
        try check()
        let probe = try await Probe(selector.main)
        let position = try probe.position(of: 20, try #require(selector.markerLine.yValue?.number))
        #expect(probe.runs(row: Int(position.y), of: .pureBlue, tolerance: 100).map(\.count).max() ?? 0 > 100)
    }
}
