import Testing
import Vitrail

@testable import VitrailLive

/// Events and the ranges that they lead to.
@Suite struct GestureTests {
    @Test func aDragMovesTheValuesWithThePointer() async throws {
        let live = try await renderedChart()
        // Zoom in first, because the data's edges limit a drag.
        live.handle(.doubleClick(PointerEvent(x: live.middle.x, y: live.middle.y)))
        live.advance(by: 1)
        let (x, y, plot) = (live.x, live.y, live.plot)
        live.drag(dx: 40, dy: -30)
        #expect(abs(live.x.minimum - (x.minimum - 40 / plot.width * x.span)) < 1e-9)
        #expect(abs(live.y.minimum - (y.minimum - 30 / plot.height * y.span)) < 1e-9)
        #expect(abs(live.x.span - x.span) < 1e-9)
        #expect(live.needsPicture)
    }

    @Test func axesThatAppearWithTheFirstRenderMoveToo() async throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 400, height: 300))
        chart.add(LineSeries(y: [1, 3, 2], title: "first"))
        let live = LiveChart(chart)
        _ = try await renderer.render(chart)
        _ = live.noteRendered()
        live.press("+")
        #expect(live.x != chart.xAxis.defaultRange && live.y != chart.yAxis.defaultRange)
    }

    @Test func aPressThatHardlyMovesIsNoDrag() async throws {
        let live = try await renderedChart()
        live.press("+")
        let x = live.x
        live.drag(dx: 2, dy: 2)
        #expect(live.x == x)
    }

    @Test func aFastReleaseContinuesByMomentum() async throws {
        let live = try await renderedChart()
        for _ in 0..<6 { live.press("+") }
        live.flick()
        let released = live.x
        #expect(live.advance(by: 0.1))
        #expect(live.x.minimum > released.minimum)
        // The next press stops it.
        let (x, y) = live.middle
        live.handle(.pointerDown(PointerEvent(x: x, y: y, button: 1, time: 2)))
        let stopped = live.x
        live.advance(by: 0.1)
        #expect(live.x == stopped)
    }

    @Test func reducedMotionHasNoMomentumAndNoEasing() async throws {
        let live = try await renderedChart()
        live.handle(.preferences(reducedMotion: true))
        for _ in 0..<6 { live.press("+") }
        live.flick()
        let released = live.x
        #expect(!live.advance(by: 0.1))
        #expect(live.x == released)
        live.press("0")
        #expect(live.x == live.chart.xAxis.defaultRange)
    }

    @Test func aWheelZoomsAroundThePointer() async throws {
        let live = try await renderedChart()
        let (x, y, plot) = (live.x, live.y, live.plot)
        let value = x.minimum + 0.25 * x.span
        live.handle(
            .wheel(WheelEvent(x: plot.x + 0.25 * plot.width, y: plot.y + plot.height / 2, dx: 0, dy: -100)))
        let factor = exponential(-0.2)
        #expect(abs(live.x.span - x.span * factor) < 1e-9)
        #expect(abs(live.y.span - y.span * factor) < 1e-9)
        #expect(abs((value - live.x.minimum) / live.x.span - 0.25) < 1e-9)
    }

    @Test func shiftAndAltZoomOneAxis() async throws {
        for (modifier, zoomsX) in [(Modifier.shift, true), (.alt, false)] {
            let live = try await renderedChart()
            let (x, y) = (live.x, live.y)
            live.handle(
                .wheel(WheelEvent(x: live.middle.x, y: live.middle.y, dx: -100, dy: 0, modifiers: [modifier])))
            #expect((live.x.span < x.span) == zoomsX)
            #expect((live.y.span < y.span) == !zoomsX)
        }
    }

    @Test func aWheelOverAnAxisZoomsThatAxis() async throws {
        let live = try await renderedChart()
        let (x, y) = (live.x, live.y)
        live.handle(.wheel(WheelEvent(x: live.middle.x, y: live.plot.maxY + 8, dx: 0, dy: -100)))
        #expect(live.x.span < x.span)
        #expect(live.y == y)
        live.handle(.wheel(WheelEvent(x: live.plot.x - 8, y: live.middle.y, dx: 0, dy: -100)))
        #expect(live.y.span < y.span)
    }

    @Test func theAxesOptionKeepsTheOtherAxis() async throws {
        let live = try await renderedChart(.x)
        let y = live.y
        live.press("+")
        live.drag(dx: 30, dy: 30)
        #expect(live.y == y)
        #expect(live.x != live.chart.xAxis.defaultRange)
    }

    @Test func twoFingersZoomByTheirDistance() async throws {
        let live = try await renderedChart()
        let (x, y) = live.middle
        let before = live.x
        func event(_ fingers: [(id: Int, dx: Double)], _ time: Double) -> PointerEvent {
            PointerEvent(
                x: x, y: y, button: 1, touches: fingers.map { .init(id: $0.id, x: x + $0.dx, y: y) }, time: time)
        }
        live.handle(.pointerDown(event([(1, -40)], 0)))
        live.handle(.pointerDown(event([(1, -40), (2, 40)], 0.1)))
        live.handle(.pointerMove(event([(1, -80), (2, 80)], 0.5)))
        #expect(abs(live.x.span - before.span / 2) < 1e-9)
        live.handle(.pointerUp(event([(2, 80)], 1)))
        live.advance(by: 1)
        let zoomed = live.x
        #expect(abs(zoomed.span - before.span / 2) < 1e-9)
        // The finger that is left drags.
        live.handle(.pointerMove(event([(2, 60)], 1.1)))
        #expect(live.x.minimum < zoomed.minimum || live.x.minimum > zoomed.minimum)
        live.handle(.pointerUp(event([], 2)))
        #expect(!live.isHeld)
    }

    @Test func aLongPressShowsTheValuesUnderThePointer() async throws {
        let live = try await renderedChart()
        live.handle(.pointerDown(PointerEvent(x: live.middle.x, y: live.middle.y, button: 1, time: 0)))
        #expect(live.advance(by: 0.4))
        #expect(!live.chart.crosshair.isActive)
        live.advance(by: 0.2)
        #expect(live.chart.crosshair.isActive)
        let before = live.chart.crosshair.trackingPoint
        live.handle(.pointerMove(PointerEvent(x: live.middle.x + 60, y: live.middle.y, time: 1)))
        #expect(live.chart.crosshair.trackingPoint != before)
        live.handle(.pointerUp(PointerEvent(x: live.middle.x + 60, y: live.middle.y, time: 1)))
        // It stays, and a tap removes it.
        #expect(live.chart.crosshair.isActive)
        live.drag(dx: 0, dy: 0)
        #expect(!live.chart.crosshair.isActive)
    }

    @Test func arrowsMoveAndZeroShowsEverything() async throws {
        let live = try await renderedChart()
        for _ in 0..<3 { live.press("+") }
        live.advance(by: 1)
        let (x, y) = (live.x, live.y)
        #expect(abs(x.span - live.chart.xAxis.defaultRange.span / (1.25 * 1.25 * 1.25)) < 1e-9)
        live.press("ArrowRight")
        #expect(abs(live.x.minimum - (x.minimum + x.span / 10)) < 1e-9)
        live.press("ArrowLeft")
        #expect(abs(live.x.minimum - x.minimum) < 1e-9)
        live.press("ArrowUp")
        #expect(abs(live.y.minimum - (y.minimum + y.span / 10)) < 1e-9)
        live.press("ArrowDown")
        live.press("-")
        #expect(live.x.span > x.span)
        live.press("0")
        #expect(live.advance(by: 0.1))
        live.advance(by: 1)
        #expect(live.x == live.chart.xAxis.defaultRange)
        #expect(live.y == live.chart.yAxis.defaultRange)
        // A browser's own command.
        live.press("+", [.control])
        #expect(live.x == live.chart.xAxis.defaultRange)
    }

    @Test func tabGoesFromSeriesToSeriesAndArrowsFromValueToValue() async throws {
        let live = try await renderedChart()
        #expect(live.seriesNames == ["first", "second"])
        live.press("Tab")
        #expect(live.chart.crosshair.trackingSeries?.title == "first")
        let point = try #require(live.chart.crosshair.trackingPoint)
        live.press("ArrowRight")
        #expect(live.chart.crosshair.trackingPoint == point + 1)
        live.press("ArrowLeft", [.shift])
        #expect(live.chart.crosshair.trackingPoint == point - 9)
        _ = try await renderer.render(live.chart)
        _ = live.noteRendered()
        #expect(live.spoken.text == "first, \(point - 9), \((point - 9) * 2)")
        live.press("Tab")
        #expect(live.chart.crosshair.trackingSeries?.title == "second")
        live.press("Tab", [.shift])
        #expect(live.chart.crosshair.trackingSeries?.title == "first")
        live.press("Escape")
        #expect(!live.chart.crosshair.isActive)
        live.press("Tab", [.shift])
        #expect(live.chart.crosshair.trackingSeries?.title == "second")
        live.press("Tab")
        #expect(!live.chart.crosshair.isActive)
    }

    @Test func aCanvasWithTooManyPixelsGetsFewerPerPoint() async throws {
        let live = try await renderedChart()
        live.handle(.resize(width: 800, height: 500, pixelRatio: 2), maxPixels: 400_000)
        #expect(live.chart.frame.width == 800)
        #expect(live.chart.scale < 1)
        let image = try await renderer.render(live.chart).image
        #expect(image.width * image.height <= 400_000)
        live.handle(.resize(width: 800, height: 500, pixelRatio: 2))
        #expect(live.chart.scale == 2)
    }

    @Test func aStateIsTakenAndGivenBack() async throws {
        let live = try await renderedChart()
        live.press("+")
        live.press("ArrowRight")
        live.press("Tab")
        let state = ChartState(of: live.chart)
        #expect(state.x.count == 1 && state.crosshair?.series == 0)
        let other = LiveChart(makeChart())
        // Before the first render there are no default ranges.
        other.handle(.restore(FigureState([state])))
        _ = try await renderer.render(other.chart)
        #expect(!other.noteRendered())
        #expect(ChartState(of: other.chart) == state)
        _ = try await renderer.render(other.chart)
        #expect(other.noteRendered())
        #expect(ChartState(of: other.chart) == state)
        // A state of another chart.
        other.handle(
            .restore(FigureState([ChartState(x: [[5, 1], [0, 1]], y: [[1]], crosshair: .init(series: 9, point: 0))])))
        #expect(other.x.isValid)
        #expect(!other.chart.crosshair.isActive)
    }

    @Test func aPositionBetweenPointsIsTakenAndGivenBack() async throws {
        let live = try await renderedChart()
        let x = 20.4, y = 0.5
        let series = try #require(live.chart.series[0] as? CartesianSeries)
        live.chart.crosshair.show(at: 20, of: series, between: (x, y))
        let state = ChartState(of: live.chart)
        #expect(state.crosshair == .init(series: 0, point: 20, values: [x, y]))
        let other = try await renderedChart()
        other.handle(.restore(FigureState([state])))
        #expect(ChartState(of: other.chart) == state)
        live.redraw()
        #expect(
            try await renderer.render(other.chart).image.pixels == renderer.render(live.chart).image.pixels)
    }

    @Test(arguments: [101, -1, Int.max, Int.min])
    func aPointThatDoesNotExistIsNotMarked(_ point: Int) async throws {
        let live = try await renderedChart()
        live.handle(
            .restore(FigureState([ChartState(x: [nil], y: [nil], crosshair: .init(series: 0, point: point))])))
        #expect(!live.chart.crosshair.isActive)
        // Data may become shorter after a point was marked.
        let first = try #require(live.chart.series[0] as? CartesianSeries)
        live.chart.crosshair.show(at: point, of: first)
        live.press(point < 0 ? "ArrowLeft" : "ArrowRight")
        #expect(live.chart.crosshair.trackingPoint == (point < 0 ? 0 : 100))
    }
}
