import Foundation
import Testing
import Vitrail

@testable import VitrailLive

/// A chart with an overview of all its data below.
@Suite(.timeLimit(.minutes(10))) struct OverviewTests {
    private func figure(_ charts: [Chart]? = nil, ratio: Double = 1) async throws -> OverviewFigure {
        let figure = OverviewFigure(charts ?? [makeChart()], overview: makeChart())
        figure.handle(.resize(width: 500, height: 400, pixelRatio: ratio))
        _ = try await picture(of: figure)
        return figure
    }

    @discardableResult
    private func picture(of figure: some LiveFigure) async throws -> RenderedImage {
        for _ in 1...3 {
            let deadline = ContinuousClock.now + .seconds(600)
            if let picture = try await figure.render(on: renderer, for: nil, deadline: deadline) { return picture }
        }
        throw Failure.noPicture
    }

    private enum Failure: Error { case noPicture }

    /// A position on the overview, as a fraction of its width.
    private func below(_ figure: OverviewFigure, _ share: Double, time: Double = 0) -> PointerEvent {
        let plot = figure.lower.plotAreaFrame!
        return PointerEvent(x: plot.x + share * plot.width, y: 400 - plot.height / 2, button: 1, time: time)
    }

    /// Fraction of the overview's width to the left of a value.
    private func share(_ figure: OverviewFigure, _ value: Double) -> Double {
        figure.lower.xAxis.pixelValue(forDataValue: value)! / figure.lower.plotAreaFrame!.width
    }

    private func drag(_ figure: OverviewFigure, from start: Double, to end: Double) {
        figure.handle(.pointerDown(below(figure, start)))
        figure.handle(.pointerMove(below(figure, (start + end) / 2, time: 0.1)))
        figure.handle(.pointerMove(below(figure, end, time: 0.2)))
        figure.handle(.pointerUp(below(figure, end, time: 1)))
    }

    private func press(_ figure: OverviewFigure, _ keys: String..., modifiers: Set<Modifier> = []) {
        for key in keys { figure.handle(.keyDown(KeyEvent(key: key, modifiers: modifiers))) }
    }

    private func range(_ figure: OverviewFigure) -> NumberRange { figure.mainChart.xAxis.axisRange }

    private func show(_ figure: OverviewFigure, _ low: Double, _ high: Double) {
        figure.mainChart.xAxis.setRange(low, high)
        figure.redraw()
    }

    private func expect(
        _ range: NumberRange, _ low: Double, _ high: Double, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(
            abs(range.minimum - low) < 0.5 && abs(range.maximum - high) < 0.5, "\(range), not \(low)…\(high)",
            sourceLocation: location)
    }

    @Test func draggedHandlesMoveTheirEndOfTheRange() async throws {
        let figure = try await figure()
        drag(figure, from: 1, to: 0.8)
        expect(range(figure), 0, 80)
        try await picture(of: figure)
        drag(figure, from: 0, to: 0.3)
        expect(range(figure), 30, 80)
        // Beyond the edge.
        try await picture(of: figure)
        drag(figure, from: 0.3, to: -0.5)
        expect(range(figure), 0, 80)
        #expect(!figure.isHeld)
    }

    @Test func theOverviewStaysInPlace() async throws {
        let figure = try await figure()
        let plot = figure.lower.plotAreaFrame!
        // Pages tell their size more than once.
        figure.handle(.resize(width: 500, height: 400, pixelRatio: 1))
        for end in [0.95, 0.8, 0.55, 0.3, 0.11] {
            drag(figure, from: share(figure, range(figure).maximum), to: end)
            try await picture(of: figure)
            #expect(figure.lower.plotAreaFrame == plot, "\(end)")
            #expect(abs(figure.mainChart.plotAreaFrame!.maxX - plot.maxX) < 1.5)
        }
    }

    @Test func aDraggedWindowKeepsItsLength() async throws {
        let figure = try await figure()
        show(figure, 20, 40)
        try await picture(of: figure)
        drag(figure, from: 0.3, to: 0.6)
        expect(range(figure), 50, 70)
        // A fast release moves on; a touch stops it.
        figure.handle(.pointerDown(below(figure, 0.6)))
        for k in 1...4 {
            figure.handle(.pointerMove(below(figure, 0.6 - 0.02 * Double(k), time: 0.016 * Double(k))))
        }
        figure.handle(.pointerUp(below(figure, 0.52, time: 0.064)))
        let released = range(figure)
        #expect(figure.advance(by: 0.1))
        #expect(range(figure).minimum < released.minimum - 1)
        #expect(abs(range(figure).span - 20) < 1e-6)
        figure.handle(.pointerDown(below(figure, 0.9)))
        let touched = range(figure)
        figure.advance(by: 0.1)
        #expect(range(figure) == touched)
    }

    @Test func aPressBesideTheWindowMovesItThere() async throws {
        let figure = try await figure()
        show(figure, 20, 40)
        try await picture(of: figure)
        // A drag from there has no effect.
        drag(figure, from: 0.7, to: 0.9)
        expect(range(figure), 20, 40)
        figure.handle(.pointerDown(below(figure, 0.7)))
        figure.handle(.pointerUp(below(figure, 0.7, time: 0.1)))
        expect(range(figure), 60, 80)
        #expect(figure.needsPicture)
    }

    @Test func aHandleThatIsHeldForLongCanBeDragged() async throws {
        let figure = try await figure()
        figure.handle(.pointerDown(below(figure, 1)))
        while figure.advance(by: 0.2) {}
        figure.handle(.pointerMove(below(figure, 0.9, time: 2)))
        figure.handle(.pointerUp(below(figure, 0.9, time: 3)))
        expect(range(figure), 0, 90)
    }

    @Test func movingTheMainChartMovesTheWindow() async throws {
        let figure = try await figure()
        let plot = figure.mainChart.plotAreaFrame!
        figure.handle(.wheel(WheelEvent(x: plot.midX, y: plot.midY, dx: 0, dy: -300)))
        #expect(range(figure).span < 60)
        try await picture(of: figure)
        let handles = figure.window
        #expect(handles.minimum == range(figure).minimum && handles.maximum == range(figure).maximum)
        press(figure, "ArrowRight")
        #expect(range(figure).minimum > handles.minimum)
        try await picture(of: figure)
        #expect(figure.window.minimum == range(figure).minimum)
        press(figure, "0")
        while figure.advance(by: 0.1) {}
        try await picture(of: figure)
        #expect(figure.window == NumberRange(0, 100))
    }

    @Test func theWheelZoomsAroundTheValueUnderThePointer() async throws {
        let figure = try await figure()
        let before = figure.mainChart.yAxis.axisRange
        let pointer = below(figure, 0.25)
        figure.handle(.wheel(WheelEvent(x: pointer.x, y: pointer.y, dx: 0, dy: -300)))
        let now = range(figure)
        #expect(now.span < 60 && figure.mainChart.yAxis.axisRange == before)
        // 25 has the same position as before.
        #expect(abs((25 - now.minimum) / now.span - 0.25) < 0.02)
    }

    @Test func keysReachTheHandlesAfterTheSeries() async throws {
        let figure = try await figure()
        #expect(figure.seriesNames == ["first", "second", "Start of the range", "End of the range"])
        press(figure, "Tab", "Tab")
        #expect(figure.markedSeries == 1 && figure.mainChart.crosshair.isActive)
        press(figure, "Tab")
        #expect(figure.markedSeries == 2 && !figure.mainChart.crosshair.isActive)
        press(figure, "ArrowRight")
        expect(range(figure), 1, 100)
        press(figure, "ArrowRight", modifiers: [.shift])
        expect(range(figure), 11, 100)
        try await picture(of: figure)
        #expect(figure.announcement == "Start of the range: 11", "\(figure.announcement)")
        press(figure, "Tab")
        #expect(figure.markedSeries == 3)
        press(figure, "ArrowLeft", modifiers: [.shift])
        expect(range(figure), 11, 90)
        let altText = try await picture(of: figure).altText
        #expect(
            altText.contains("an overview of all data, from 0 to 100. The visible range is from 11 to 90."),
            "\(altText)")
        #expect(figure.announcement == "End of the range: 90", "\(figure.announcement)")
        press(figure, "Tab", modifiers: [.shift])
        #expect(figure.markedSeries == 2)
        press(figure, "Tab", modifiers: [.shift])
        #expect(figure.markedSeries == 1 && figure.mainChart.crosshair.trackingSeries?.title == "second")
        press(figure, "Escape")
        #expect(figure.markedSeries == nil)
        press(figure, "Tab", modifiers: [.shift])
        #expect(figure.markedSeries == 3)
        press(figure, "Escape")
        #expect(figure.markedSeries == nil)
        // Without a handle, arrows pan.
        press(figure, "ArrowLeft")
        #expect(range(figure).minimum < 11 && abs(range(figure).span - 79) < 1)
        press(figure, "Tab", "Tab", "Tab", "Tab")
        figure.handle(.pointerDown(below(figure, 0.5)))
        #expect(figure.markedSeries == nil)
    }

    @Test func aFocusedHandleHasAnOutline() async throws {
        let figure = try await figure()
        show(figure, 20, 40)
        let before = try await picture(of: figure)
        press(figure, "Tab", "Tab", "Tab")
        let now = try await picture(of: figure)
        // The crosshair is gone again, so that only the handle differs.
        let at = below(figure, 0.2)
        let changed = zip(now.image.pixels, before.image.pixels).enumerated().compactMap {
            $0.element.0 == $0.element.1 ? nil : (x: $0.offset / 4 % 500, y: $0.offset / 4 / 500)
        }
        #expect(!changed.isEmpty && changed.allSatisfy { abs(Double($0.x) - at.x) < 12 && $0.y >= 320 })
    }

    @Test(arguments: [1, 1.5, 2]) func aPictureIsThatOfTheSelector(_ ratio: Double) async throws {
        let figure = try await figure(ratio: ratio)
        drag(figure, from: 1, to: 0.63)
        let picture = try await picture(of: figure)
        #expect(
            picture.image.width == Int(500 * ratio) && picture.image.height == Int(400 * ratio))
        let selector = RangeSelector(main: makeChart(), overview: makeChart())
        selector.showsMarker = false
        for (chart, own) in [(selector.main, figure.mainChart), (selector.overview, figure.lower)] {
            (chart.frame, chart.scale, chart.summaries) = (own.frame, own.scale, .automatic)
        }
        // The plot area is as narrow as before the drag.
        selector.main.canvasInset = figure.mainChart.canvasInset
        _ = try await renderer.render(selector.main)
        _ = try await renderer.render(selector.overview)
        selector.main.xAxis.setRange(range(figure).minimum, range(figure).maximum)
        selector.main.redrawChart()
        let rows = try await renderer.render(selector.main).image.pixels
        #expect(picture.image.pixels == rows + (try await renderer.render(selector.overview).image.pixels))
        // Nothing is left to draw.
        #expect(!figure.needsPicture)
    }

    @Test func theStateContainsTheRange() async throws {
        let figure = try await figure()
        drag(figure, from: 0, to: 0.25)
        try await picture(of: figure)
        let state = figure.state
        #expect(state.charts.count == 1 && state.charts[0].x[0] != nil)
        let other = OverviewFigure([makeChart()], overview: makeChart())
        other.handle(.restore(state))
        other.handle(.resize(width: 500, height: 400, pixelRatio: 1))
        let restored = try await picture(of: other)
        #expect(other.state == state)
        #expect(restored.image.pixels == (try await picture(of: figure)).image.pixels)
    }

    @Test func linkedChartsHaveOneOverview() async throws {
        let second = Chart(width: 400, height: 300)
        let x = (50...200).map(Double.init)
        second.add(LineSeries(x: x, y: x.map { $0 * 1_000 }, title: "first"))
        let figure = try await figure([makeChart(), second])
        #expect(figure.lower.frame.height < 60)
        #expect(figure.window.minimum <= 0 && figure.window.maximum >= 200)
        drag(figure, from: share(figure, range(figure).maximum), to: share(figure, 150))
        expect(range(figure), 0, 150)
        expect(second.xAxis.axisRange, 0, 150)
        let plot = second.plotAreaFrame!
        figure.handle(.wheel(WheelEvent(x: plot.midX, y: figure.mainChart.frame.height + plot.midY, dx: 0, dy: -200)))
        #expect(range(figure).span < 130 && second.xAxis.axisRange == range(figure))
        press(figure, "Tab", "Tab", "Tab", "Tab")
        #expect(figure.seriesNames.count == 5 && figure.markedSeries == 3)
        let before = range(figure)
        press(figure, "ArrowRight")
        #expect(range(figure).minimum > before.minimum && range(figure).maximum == before.maximum)
        #expect(second.xAxis.axisRange == range(figure))
        let picture = try await picture(of: figure)
        #expect(picture.image.height == 400 && picture.altText.contains("The visible range is from"))
    }

    @Test func gesturesOfALostClientEnd() async throws {
        let figure = try await figure()
        figure.handle(.pointerDown(below(figure, 1)))
        figure.handle(.pointerMove(below(figure, 0.9, time: 0.1)))
        figure.cancelGestures()
        #expect(!figure.isHeld && !figure.advance(by: 0.1))
        let before = range(figure)
        figure.handle(.pointerMove(below(figure, 0.5, time: 0.2)))
        #expect(range(figure) == before)
        // A press on the main chart is one again.
        let plot = figure.mainChart.plotAreaFrame!
        figure.handle(.pointerDown(PointerEvent(x: plot.midX, y: plot.midY, button: 1, time: 1)))
        figure.handle(.pointerMove(PointerEvent(x: plot.midX + 50, y: 390, button: 1, time: 1.1)))
        figure.handle(.pointerUp(PointerEvent(x: plot.midX + 50, y: 390, button: 1, time: 2)))
        #expect(range(figure).minimum < before.minimum + 1e-6)
    }
}

extension OverviewFigure {
    fileprivate var mainChart: Chart { selector!.main }
    fileprivate var lower: Chart { selector!.overview }
    /// The values at the ends of the window in the last picture.
    fileprivate var window: NumberRange {
        let bands = lower.annotations.compactMap { $0 as? AnnotationZooming }
        guard case .number(let low)? = bands[0].xValueMax, case .number(let high)? = bands[1].xValue else {
            return NumberRange(.nan, .nan)
        }
        return NumberRange(low, high)
    }
}
