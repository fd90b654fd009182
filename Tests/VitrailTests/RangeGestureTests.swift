import Testing
import Vitrail

/// Drags and pinches on a chart change its ranges.
@Suite("Gestures on axes")
struct RangeGestureTests {
    @Test("C-159 a drag by 60 px shifts the range by −60 · span/W on axes with the flag, and no other")
    func pan() throws {
        let touched = try Touched { chart in
            chart.xAxis?.enableGesturePanning = true
            chart.addXAxis(NumberAxis(defaultRange: NumberRange(0, 10)))
        }
        #expect(touched.drag(dx: 60, dy: 25))
        let shift = -60 * 40 / touched.plot.width
        #expect(touched.x.axisRange.isClose(20 + shift, 60 + shift))
        #expect(touched.y.axisRange == NumberRange(20, 70) && touched.chart.allXAxes[1].axisRange == NumberRange(0, 10))
        #expect(touched.chart.isRenderScheduled)
        // Content also follows downwards: values from above become visible.
        let other = try Touched { $0.yAxis?.enableGesturePanning = true }
        other.drag(dx: 60, dy: 25)
        let rise = 25 * 50 / other.plot.height
        #expect(other.y.axisRange.isClose(20 + rise, 70 + rise) && other.x.axisRange == NumberRange(20, 60))
    }

    @Test("what is dragged stays under the pointer on logarithmic axes and beside stretches that are left out")
    func mapped() throws {
        let chart = Chart(width: 600, height: 400, xAxisType: .logarithmic, yAxisType: .number)
        chart.add(LineSeries(columns: SeriesColumns(x: Column([1.0, 1e6]), y: Column([0.0, 1]))))
        chart.xAxis?.enableGesturePanning = true
        _ = try plan(chart)
        chart.xAxis?.setRange(10, 1000)
        _ = try plan(chart)
        let (axis, plot) = (try #require(chart.xAxis), try #require(chart.plotAreaFrame))
        let value = try #require(axis.dataValue(forPixelValue: 200))
        chart.pan(.began, x: plot.x + 200, y: plot.midY)
        chart.pan(.moved, x: plot.x + 123, y: plot.midY)
        #expect(abs(try #require(axis.pixelValue(forDataValue: value)) - 123) < 1e-6)
    }

    @Test(
        "C-160 a pinch out by 2 halves the span of axes that zoom and keeps the value under the midpoint; others stay")
    func pinch() throws {
        let touched = try Touched { $0.xAxis?.enableGestureZooming = true }
        let position = (x: touched.plot.x + 0.3 * touched.plot.width, y: touched.middle.y)
        #expect(touched.pinch(by: 2, around: position))
        // 0.3 of the way from 20 to 60 is 32.
        #expect(touched.x.axisRange.isClose(32 - 0.3 * 20, 32 + 0.7 * 20) && touched.y.axisRange == NumberRange(20, 70))
        touched.pinch(by: 0.5, around: position)
        #expect(touched.x.axisRange.isClose(20, 60))
    }

    @Test("fingers nearer than 20 px along an axis when they begin do not zoom it")
    func level() throws {
        let touched = try Touched { for axis in $0.allAxes { axis.enableGestureZooming = true } }
        #expect(touched.pinch(by: 2, dx: 40, dy: 9))
        #expect(touched.x.axisRange.isClose(30, 50) && touched.y.axisRange == NumberRange(20, 70))
        #expect(!touched.pinch(by: 2, dx: 9, dy: 9))
    }

    @Test("C-161 a pinch and a drag at the same time give the composed range")
    func composed() throws {
        let touched = try Touched { chart in
            chart.xAxis?.enableGesturePanning = true
            chart.xAxis?.enableGestureZooming = true
        }
        let (middle, chart) = (touched.middle, touched.chart)
        let left = (x: middle.x - 50, y: middle.y)
        let right = (x: middle.x + 50, y: middle.y)
        #expect(chart.pan(.began, x: middle.x, y: middle.y) && chart.pinch(.began, left, right))
        chart.pinch(.moved, (left.x - 50, left.y), (right.x + 50, right.y))
        chart.pan(.moved, x: middle.x + 60, y: middle.y)
        chart.pinch(.ended, (left.x - 50, left.y), (right.x + 50, right.y))
        chart.pan(.ended, x: middle.x + 60, y: middle.y)
        let shift = -60 * 20 / touched.plot.width
        #expect(touched.x.axisRange.isClose(30 + shift, 50 + shift))
        #expect(touched.recorder.calls.filter { $0 == "pan ends" || $0 == "zoom ends" } == ["zoom ends", "pan ends"])
    }

    @Test("while two fingers pan on, the end of another drag is no end; of a gesture that ends nowhere it is one")
    func holders() throws {
        let touched = try Touched { $0.xAxis?.enableGesturePanning = true }
        let (middle, chart) = (touched.middle, touched.chart)
        func pinch(_ phase: GesturePhase, _ dx: Double) {
            chart.pinch(phase, (middle.x - 50 + dx, middle.y), (middle.x + 50 + dx, middle.y))
        }
        chart.pan(.began, x: middle.x, y: middle.y)
        pinch(.began, 0)
        chart.pan(.moved, x: middle.x + 5, y: middle.y)
        chart.pan(.ended, x: middle.x + 5, y: middle.y)
        for k in 1...3 {
            pinch(.moved, 4 * Double(k))
            chart.advance(by: 0.1)
        }
        pinch(.ended, 12)
        #expect(touched.recorder.take().filter { $0.hasPrefix("pan ") } == ["pan starts", "pan ends"])
        chart.pan(.began, x: middle.x, y: middle.y)
        chart.pan(.moved, x: middle.x + 5, y: middle.y)
        #expect(chart.pan(.ended, x: .nan, y: middle.y) && touched.recorder.take().last == "pan ends")
        #expect(!chart.pan(.moved, x: middle.x, y: middle.y))
    }

    @Test("momentum of a drag and of a pinch go on together; what is set during an eased zoom stays")
    func together() throws {
        func touched(_ zooms: Bool) throws -> Touched {
            let touched = try Touched { chart in
                guard let axis = chart.xAxis else { return }
                (axis.enableGesturePanning, axis.enableMomentumPanning, axis.allowPanningOutOfMaxRange) = (
                    true, true, true
                )
                (axis.enableGestureZooming, axis.enableMomentumZooming) = (zooms, zooms)
            }
            let (middle, chart) = (touched.middle, touched.chart)
            chart.pan(.began, x: middle.x, y: middle.y)
            if zooms { chart.pinch(.began, (middle.x - 50, middle.y), (middle.x + 50, middle.y)) }
            if zooms { chart.pinch(.ended, (middle.x - 50, middle.y), (middle.x + 50, middle.y), velocity: 2) }
            chart.pan(.ended, x: middle.x, y: middle.y, velocity: (-300, 0))
            _ = touched.run()
            return touched
        }
        let (plain, both) = (try touched(false), try touched(true))
        #expect(
            plain.x.axisRange.center > 50 && both.x.axisRange.center > 50
                && both.x.axisRange.span < plain.x.axisRange.span - 1)
        let zoomed = try Touched { $0.xAxis?.enableGestureZooming = true }
        zoomed.chart.doubleTap(x: zoomed.middle.x, y: zoomed.middle.y)
        zoomed.chart.advance(by: 0.1)
        zoomed.x.setRange(3, 33)
        #expect(
            !zoomed.chart.advance(by: 0.1) && zoomed.x.axisRange == NumberRange(3, 33)
                && zoomed.recorder.calls.last == "zoom ends")
    }

    @Test("the middle of two fingers pans")
    func middle() throws {
        let touched = try Touched { $0.xAxis?.enableGesturePanning = true }
        let (middle, chart) = (touched.middle, touched.chart)
        #expect(chart.pinch(.began, (middle.x - 50, middle.y), (middle.x + 50, middle.y)))
        chart.pinch(.ended, (middle.x + 10, middle.y), (middle.x + 110, middle.y))
        let shift = -60 * 40 / touched.plot.width
        #expect(touched.x.axisRange.isClose(20 + shift, 60 + shift))
        #expect(touched.recorder.calls == ["pan starts", "pans", "panned", "pan ends"])
    }

    @Test(
        "C-162 with gesturePinchAspectLock x span : y span is that of the first picture after any pinch",
        arguments: [0.2, 0.7, 3, 40])
    func aspect(factor: Double) throws {
        let touched = try Touched { chart in
            chart.gesturePinchAspectLock = true
            for axis in chart.allAxes { axis.enableGestureZooming = true }
        }
        // The first picture showed 0…100 on both axes.
        touched.pinch(by: factor, around: (touched.plot.x + 30, touched.plot.y + 300), dx: 60, dy: 12)
        #expect(abs(touched.x.axisRange.span / touched.y.axisRange.span - 1) < 1e-9)
        #expect(touched.x.axisRange.minimum >= 0 && touched.x.axisRange.maximum <= 100)
        if factor == 3 { #expect(abs(touched.x.axisRange.span - 40.0 / 3) < 1e-9) }
    }

    @Test("C-163 release at 600 px/s with factor 0.98 travels 500 px more; without momentum none")
    func momentum() throws {
        let touched = try Touched { chart in
            chart.xAxis?.enableGesturePanning = true
            chart.xAxis?.enableMomentumPanning = true
            chart.xAxis?.allowPanningOutOfMaxRange = true
        }
        touched.drag(dx: -60, dy: 0, velocity: (-600, 0))
        let start = touched.x.axisRange
        #expect(touched.x.isMomentumPanning && !touched.x.isMomentumZooming)
        let frames = touched.run()
        let way = (touched.x.axisRange.minimum - start.minimum) / 40 * touched.plot.width
        #expect(abs(way - 500) <= 10, "\(way)")
        #expect(!touched.x.isMomentumPanning && frames > 200 && frames < 400)
        #expect(abs(touched.x.axisRange.span - 40) < 1e-9)
        // Independent of the host's frame time.
        let other = try Touched { chart in
            chart.xAxis?.enableGesturePanning = true
            chart.xAxis?.enableMomentumPanning = true
            chart.xAxis?.allowPanningOutOfMaxRange = true
        }
        other.drag(dx: -60, dy: 0, velocity: (-600, 0))
        other.chart.advance(by: 60)
        #expect(other.x.axisRange.isClose(touched.x.axisRange.minimum, touched.x.axisRange.maximum, 1e-6))
        let still = try Touched { $0.xAxis?.enableGesturePanning = true }
        still.drag(dx: -60, dy: 0, velocity: (-600, 0))
        let range = still.x.axisRange
        #expect(!still.chart.advance(by: 1) && still.x.axisRange == range)
    }

    @Test("a velocity that the host does not give is that of the last tenth of a second")
    func velocity() throws {
        let touched = try Touched { chart in
            chart.xAxis?.enableGesturePanning = true
            chart.xAxis?.enableMomentumPanning = true
            chart.xAxis?.allowPanningOutOfMaxRange = true
        }
        let (chart, middle) = (touched.chart, touched.middle)
        chart.pan(.began, x: middle.x, y: middle.y, time: 100)
        chart.pan(.moved, x: middle.x + 100, y: middle.y, time: 101)
        for k in 1...6 {
            chart.pan(.moved, x: middle.x + 100 - 6 * Double(k), y: middle.y, time: 101 + 0.02 * Double(k))
        }
        chart.pan(.ended, x: middle.x + 64, y: middle.y, time: 101.12)
        let start = touched.x.axisRange
        _ = touched.run()
        // 300 px/s.
        let way = (touched.x.axisRange.minimum - start.minimum) / 40 * touched.plot.width
        #expect(abs(way - 250) <= 6, "\(way)")
    }

    @Test("momentum ends at a limit, and with any new input")
    func momentumEnds() throws {
        func momentum(_ chart: Chart) {
            chart.xAxis?.enableGesturePanning = true
            chart.xAxis?.enableMomentumPanning = true
        }
        let touched = try Touched(momentum)
        touched.drag(dx: 10, dy: 0, velocity: (6000, 0))
        #expect(touched.run() < 20 && touched.x.axisRange.isClose(0, 40))
        #expect(touched.recorder.calls.last == "pan ends")
        let other = try Touched(momentum)
        other.drag(dx: 0, dy: 0, velocity: (300, 0))
        for _ in 0..<5 { other.chart.advance(by: 1.0 / 60) }
        let range = other.x.axisRange
        #expect(range != NumberRange(20, 60) && other.x.isMomentumPanning)
        other.chart.tap(x: other.middle.x, y: other.middle.y)
        #expect(!other.chart.advance(by: 1) && other.x.axisRange == range && other.recorder.calls.last == "pan ends")
    }

    @Test("stopMotions ends momentum where it is and eased changes at their end, and the delegate hears of it")
    func stops() throws {
        let touched = try Touched { chart in
            chart.xAxis?.enableGesturePanning = true
            chart.xAxis?.enableMomentumPanning = true
        }
        touched.drag(dx: 0, dy: 0, velocity: (300, 0))
        touched.chart.advance(by: 0.1)
        let range = touched.x.axisRange
        touched.chart.stopMotions()
        #expect(
            !touched.chart.advance(by: 1) && touched.x.axisRange == range && touched.recorder.calls.last == "pan ends")
        touched.x.setRange(30, 50, animated: true)
        #expect(touched.chart.advance(by: 0.1))
        touched.chart.stopMotions()
        #expect(
            !touched.chart.advance(by: 1) && touched.x.axisRange == NumberRange(30, 50)
                && touched.recorder.calls.last == "zoom ends")
    }

    @Test("C-164 a zoom goes on after release with decreasing speed, and ends")
    func momentumZoom() throws {
        let touched = try Touched { chart in
            chart.xAxis?.enableGestureZooming = true
            chart.xAxis?.enableMomentumZooming = true
        }
        let chart = touched.chart
        let (left, right) = ((touched.middle.x - 50, touched.middle.y), (touched.middle.x + 50, touched.middle.y))
        chart.pinch(.began, left, right)
        chart.pinch(.ended, left, right, velocity: 4)
        var spans = [touched.x.axisRange.span]
        let frames = touched.run { spans.append(touched.x.axisRange.span) }
        let ratios = zip(spans, spans.dropFirst()).map { $0 / $1 }
        #expect(
            frames > 10 && frames < 60 && ratios.allSatisfy { $0 > 1 }
                && zip(ratios, ratios.dropFirst()).allSatisfy { $0 > $1 })
        // 4/60 · (1 + 0.75 + …) = 0.27.
        #expect(spans[0] / touched.x.axisRange.span > 1.25 && spans[0] / touched.x.axisRange.span < 1.31)
        #expect(abs(touched.x.axisRange.center - 40) < 1e-9)
    }

    @Test("C-165 a double tap halves the span in 0.3 s; the value that was tapped keeps its pixel all the way")
    func doubleTap() throws {
        let touched = try Touched { $0.xAxis?.enableGestureZooming = true }
        let chart = touched.chart
        #expect(chart.doubleTap(x: touched.plot.x + 0.25 * touched.plot.width, y: touched.middle.y))
        #expect(touched.x.axisRange == NumberRange(20, 60))
        chart.advance(by: 0.15)
        let pixel = try #require(touched.x.pixelValue(forDataValue: 30))
        #expect(
            abs(pixel - 0.25 * touched.plot.width) < 1e-6 && touched.x.axisRange.span > 20
                && touched.x.axisRange.span < 30)
        #expect(
            !chart.advance(by: 0.15) && touched.x.axisRange.isClose(25, 45)
                && touched.y.axisRange == NumberRange(20, 70))
        #expect(touched.recorder.take() == ["zoom starts", "zooms", "zooms on", "zooms", "zooms on", "zoom ends"])
        chart.animateZoomGesture = false
        chart.doubleTap(x: touched.plot.x + 0.25 * touched.plot.width, y: touched.middle.y)
        #expect(
            touched.x.axisRange.isClose(27.5, 37.5)
                && touched.recorder.take() == ["zoom starts", "zooms", "zoomed", "zoom ends"])
    }

    @Test("C-166 gestureDoubleTapResetsZoom restores the default ranges; gestureDoubleTapEnabled false: nothing")
    func reset() throws {
        let touched = try Touched { $0.gestureDoubleTapResetsZoom = true }
        let chart = touched.chart
        chart.gestureDoubleTapEnabled = false
        #expect(!chart.doubleTap(x: touched.middle.x, y: touched.middle.y) && !chart.advance(by: 1))
        #expect(touched.x.axisRange == NumberRange(20, 60) && touched.recorder.calls.isEmpty)
        chart.gestureDoubleTapEnabled = true
        #expect(chart.doubleTap(x: touched.middle.x, y: touched.middle.y))
        chart.advance(by: 0.1)
        #expect(touched.x.axisRange != NumberRange(20, 60) && touched.x.axisRange != NumberRange(0, 100))
        chart.advance(by: 0.3)
        #expect(touched.x.axisRange == touched.x.defaultRange && touched.y.axisRange == touched.y.defaultRange)
        #expect(
            touched.x.axisRange == NumberRange(0, 100) && touched.recorder.calls.suffix(2) == ["zoom ends", "reset"])
    }

    @Test(
        "C-167 a box is to be seen while it is drawn; when it ends the ranges are what was in it",
        arguments: [true, false])
    func box(isPan: Bool) async throws {
        let touched = try Touched { chart in
            chart.gesturePanType = .boxDraw
            for axis in chart.allAxes { axis.enableGestureZooming = true }
            _ = chart.bare()
        }
        let (chart, plot) = (touched.chart, touched.plot)
        chart.boxGestureStyle = BoxGestureStyle(
            boxLineColor: .pureGreen, boxLineWidth: 2, trackingLineColor: .pureBlue, trackingLineWidth: 2)
        func drag(_ phase: GesturePhase, _ x: Double, _ y: Double) -> Bool {
            isPan ? chart.pan(phase, x: x, y: y) : chart.boxDrag(phase, x: x, y: y)
        }
        let (right, bottom) = (plot.x + 0.75 * plot.width, plot.y + 0.6 * plot.height)
        let (left, top) = (plot.x + 0.25 * plot.width, plot.y + 0.1 * plot.height)
        #expect(drag(.began, right, bottom) && drag(.moved, left, top))
        let probe = try await Probe(chart)
        let ink = try #require(probe.ink(.pureGreen))
        #expect(abs(Double(ink.width) - 0.5 * plot.width) <= 3, "\(ink.width) of \(plot.width)")
        #expect(abs(Double(ink.height) - 0.5 * plot.height) <= 3, "\(ink.height) of \(plot.height)")
        #expect(probe.count { $0.isClose(to: .pureBlue, 40) } > 100)
        #expect(drag(.ended, left, top))
        chart.advance(by: 0.3)
        #expect(touched.x.axisRange.isClose(30, 50) && touched.y.axisRange.isClose(40, 65))
        #expect(touched.recorder.calls.suffix(2) == ["zoom ends", "box"])
        let after = try await Probe(chart)
        #expect(after.count { $0.isClose(to: .pureGreen, 40) || $0.isClose(to: .pureBlue, 40) } == 0)
    }

    @Test("a box of less than 5 × 5 px is none; of two points, both are corners")
    func boxes() throws {
        let touched = try Touched { chart in
            chart.gesturePanType = .boxDraw
            chart.animateBoxGesture = false
            for axis in chart.allAxes { axis.enableGestureZooming = true }
        }
        let (chart, plot) = (touched.chart, touched.plot)
        chart.boxDrag(.began, x: plot.midX, y: plot.midY)
        #expect(chart.boxDrag(.ended, x: plot.midX + 100, y: plot.midY + 4))
        #expect(touched.x.axisRange == NumberRange(20, 60) && touched.recorder.calls.isEmpty)
        chart.boxDrag(.began, x: plot.x, y: plot.y, and: (plot.midX, plot.midY))
        chart.boxDrag(
            .ended, x: plot.x + 0.25 * plot.width, y: plot.y + 0.5 * plot.height, and: (plot.maxX + 50, plot.maxY))
        #expect(touched.x.axisRange.isClose(30, 60) && touched.y.axisRange.isClose(20, 45))
    }

    @Test("C-168 an event that no enabled feature needs returns false, and changes nothing")
    func unused() throws {
        let touched = try Touched()
        let (chart, x, y) = (touched.chart, touched.middle.x, touched.middle.y)
        #expect(!chart.tap(x: x, y: y) && !chart.doubleTap(x: x, y: y))
        for phase in GesturePhase.allCases {
            #expect(!chart.longPress(phase, x: x, y: y) && !chart.pan(phase, x: x, y: y, velocity: (900, 900)))
            #expect(
                !chart.pinch(phase, (x - 90, y - 90), (x + 90, y + 90), velocity: 9)
                    && !chart.boxDrag(phase, x: x, y: y))
        }
        #expect(!chart.advance(by: 1) && touched.recorder.calls.isEmpty && !chart.isRenderScheduled)
        // Beside the plot area, before the first picture, and at NaN.
        for axis in chart.allAxes { (axis.enableGesturePanning, axis.enableGestureZooming) = (true, true) }
        #expect(
            !chart.pan(.began, x: touched.plot.x - 5, y: y) && !chart.pan(.began, x: .nan, y: y)
                && chart.pan(.began, x: x, y: y))
        let unseen = Probe.chart()
        for axis in unseen.allAxes { axis.enableGesturePanning = true }
        #expect(!unseen.pan(.began, x: 300, y: 200) && !unseen.tap(x: 300, y: 200))
        chart.gesturePanType = .none
        #expect(!chart.pan(.began, x: x, y: y) && !chart.pinch(.began, (x - 90, y), (x + 90, y)))
    }

    @Test(
        "C-169 one start, as many in-progress calls as changes, one end, in this order; those of momentum are flagged")
    func callbacks() throws {
        let touched = try Touched { chart in
            for axis in chart.allAxes {
                (axis.enableGesturePanning, axis.enableGestureZooming) = (true, true)
                (axis.enableMomentumPanning, axis.enableMomentumZooming) = (true, true)
            }
        }
        touched.drag(dx: 20, dy: 8, steps: 3, velocity: (90, 60))
        _ = touched.run()
        var calls = touched.recorder.take()
        #expect(Array(calls.prefix(7)) == ["pan starts"] + Array(repeating: ["pans", "panned"], count: 3).joined())
        #expect(
            calls.last == "pan ends" && calls.count > 100
                && calls.dropFirst(7).dropLast().allSatisfy { $0 == "pans on" })
        touched.pinch(by: 1.5, end: false)
        let fingers = ((touched.middle.x - 60, touched.middle.y - 60), (touched.middle.x + 60, touched.middle.y + 60))
        touched.chart.pinch(.ended, fingers.0, fingers.1, velocity: 1)
        _ = touched.run()
        calls = touched.recorder.take().filter { $0.hasPrefix("zoom") }
        #expect(Array(calls.prefix(9)) == ["zoom starts"] + Array(repeating: ["zooms", "zoomed"], count: 4).joined())
        #expect(
            calls.last == "zoom ends" && calls.count > 15
                && calls.dropFirst(9).dropLast().allSatisfy { $0 == "zooms on" })
    }

    @Test("C-170 a delegate that clamps the range keeps every picture within its limits")
    func clamping() throws {
        let touched = try Touched {
            for axis in $0.allAxes { (axis.enableGestureZooming, axis.enableMomentumZooming) = (true, true) }
        }
        touched.recorder.onZoom = { chart in
            guard let axis = chart.xAxis, axis.axisRange.span < 30 else { return }
            axis.setRange(axis.axisRange.center - 15, axis.axisRange.center + 15)
        }
        let middle = touched.middle
        touched.chart.pinch(.began, (middle.x - 30, middle.y - 30), (middle.x + 30, middle.y + 30))
        for k in 1...20 {
            let reach = 30 + 10 * Double(k)
            touched.chart.pinch(.moved, (middle.x - reach, middle.y - reach), (middle.x + reach, middle.y + reach))
            _ = try plan(touched.chart)
            #expect(touched.x.axisRange.span >= 30 - 1e-9)
        }
        touched.chart.pinch(.ended, (middle.x - 230, middle.y - 230), (middle.x + 230, middle.y + 230), velocity: 9)
        _ = touched.run { #expect(touched.x.axisRange.span >= 30 - 1e-9) }
        #expect(touched.y.axisRange.span < 10)
    }

    @Test("C-171 setting another chart's range while one is dragged keeps both equal, and is not told by the other")
    func linked() throws {
        let (touched, other) = (try Touched { $0.xAxis?.enableGesturePanning = true }, try Touched())
        touched.x.enableMomentumPanning = true
        touched.recorder.onPan = { chart in
            guard let range = chart.xAxis?.axisRange else { return }
            other.x.setRange(range.minimum, range.maximum)
        }
        touched.drag(dx: 77, dy: 0, velocity: (200, 0))
        #expect(other.x.axisRange == touched.x.axisRange && touched.x.axisRange != NumberRange(20, 60))
        _ = touched.run { #expect(other.x.axisRange == touched.x.axisRange) }
        #expect(other.recorder.calls.isEmpty)
    }

    @Test("C-172 a delegate without any method works; so does none")
    func bareDelegate() throws {
        final class Silent: ChartDelegate {}
        let silent = Silent()
        for delegate in [silent, nil] {
            let touched = try Touched {
                for axis in $0.allAxes { (axis.enableGestureZooming, axis.enableGesturePanning) = (true, true) }
            }
            touched.line.selectionMode = .series
            touched.chart.delegate = delegate
            #expect(
                touched.drag(dx: 9, dy: 9) && touched.pinch(by: 2)
                    && touched.chart.doubleTap(x: touched.middle.x, y: touched.middle.y))
            #expect(touched.chart.tap(x: touched.middle.x, y: touched.middle.y) && touched.line.selected)
            _ = try plan(touched.chart)
        }
    }

    @Test("beyond a limit a drag goes half as far and springs back in 0.3 s; without bouncing it ends there")
    func bounce() throws {
        let touched = try Touched { $0.xAxis?.enableGesturePanning = true }
        let way = touched.plot.width
        touched.chart.pan(.began, x: touched.middle.x, y: touched.middle.y)
        // 20 to the limit, 8 past it.
        touched.chart.pan(.moved, x: touched.middle.x + 28 * way / 40, y: touched.middle.y)
        #expect(touched.x.axisRange.isClose(-4, 36))
        touched.chart.pan(.moved, x: touched.middle.x + 10 * way / 40, y: touched.middle.y)
        #expect(touched.x.axisRange.isClose(10, 50))
        touched.chart.pan(.ended, x: touched.middle.x + 28 * way / 40, y: touched.middle.y)
        #expect(touched.chart.advance(by: 0.15) && touched.x.axisRange.minimum > -2 && touched.x.axisRange.minimum < 0)
        #expect(
            !touched.chart.advance(by: 0.15) && touched.x.axisRange == NumberRange(0, 40)
                && touched.recorder.calls.last == "pan ends")
        let firm = try Touched { chart in
            chart.xAxis?.enableGesturePanning = true
            chart.xAxis?.animationEdgeBouncing = false
        }
        firm.drag(dx: 28 * way / 40, dy: 0)
        #expect(firm.x.axisRange.isClose(0, 40) && !firm.chart.advance(by: 1))
    }

    @Test("C-106 drags, pinches, long presses and taps on a radial chart return false and change nothing")
    func radial() throws {
        let chart = Chart(width: 400, height: 400)
        let line = RadialLineSeries(columns: SeriesColumns(x: Column([0.0, 1, 2]), y: Column([1.0, 2, 3])))
        line.crosshairEnabled = true
        line.selectionMode = .series
        chart.add(line)
        for axis in chart.allAxes { (axis.enableGesturePanning, axis.enableGestureZooming) = (true, true) }
        _ = try plan(chart)
        let before = chart.allAxes.map(\.axisRange)
        for phase in GesturePhase.allCases {
            #expect(
                !chart.pan(phase, x: 200, y: 200) && !chart.pinch(phase, (150, 150), (250, 250))
                    && !chart.longPress(phase, x: 200, y: 200))
        }
        #expect(!chart.doubleTap(x: 200, y: 200) && !chart.tap(x: 200, y: 200))
        #expect(chart.allAxes.map(\.axisRange) == before && !line.selected && !chart.isRenderScheduled)
    }
}
