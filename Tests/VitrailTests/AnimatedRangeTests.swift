import Foundation
import Testing
import Vitrail

/// Calls with `animated` ease over the chart's clock (A6), and limits in the delegate apply to every zoom (A7).
@Suite("Animated ranges")
struct AnimatedRangeTests {
    /// A line through 0…100 with 30…60 visible.
    private func chart(_ delegate: (any ChartDelegate)? = nil) throws -> (chart: Chart, axis: Axis) {
        let chart = Chart(width: 600, height: 300)
        // Without a stroke, default ranges equal the ranges of the data.
        chart.add(
            LineSeries(
                columns: SeriesColumns(x: Column([0.0, 100]), y: Column([0.0, 10])),
                style: LineSeriesStyle(lineWidth: 0)))
        chart.delegate = delegate
        _ = try plan(chart)
        let axis = try #require(chart.xAxis)
        axis.setRange(30, 60)
        return (chart, axis)
    }

    /// The visible range from frame to frame, until all movement stops.
    private func frames(_ chart: Chart, _ axis: Axis) -> [NumberRange] {
        var ranges = [axis.axisRange]
        while chart.advance(by: 1.0 / 60), ranges.count < 600 { ranges.append(axis.axisRange) }
        ranges.append(axis.axisRange)
        return ranges
    }

    private static let calls: [(name: String, end: NumberRange, gesture: String, call: @Sendable (Axis) -> Void)] = [
        ("setRange", NumberRange(20, 40), "zoom", { $0.setRange(20, 40, animated: true) }),
        ("panBy", NumberRange(35, 65), "pan", { $0.panBy(5, animated: true) }),
        ("panTo", NumberRange(0, 30), "pan", { $0.panTo(.start, animated: true) }),
        ("setZoomLevel", NumberRange(15, 75), "zoom", { $0.setZoomLevel(.double, animated: true) }),
        ("setZoom", NumberRange(20, 70), "zoom", { $0.setZoom(0.5, animated: true) }),
        ("zoomToPoint", NumberRange(45, 55), "zoom", { $0.zoomToPoint(50, range: 10, animated: true) }),
        ("resetZoomLevel", NumberRange(0, 100), "zoom", { $0.resetZoomLevel(animated: true) }),
    ]

    @Test(
        "C-040 an animated call is eased in 0.3 s: the range is as it was at first, and each step is told",
        arguments: calls.indices)
    func eased(index: Int) throws {
        let (name, end, gesture, call) = Self.calls[index]
        let recorder = GestureRecorder()
        let (chart, axis) = try chart(recorder)
        call(axis)
        #expect(axis.axisRange == NumberRange(30, 60) && recorder.calls.isEmpty, "\(name)")
        let ranges = frames(chart, axis)
        #expect(ranges.last?.isClose(end.minimum, end.maximum) == true, "\(name): \(ranges.last!)")
        #expect((17...20).contains(Set(ranges).count), "\(name)")
        // The movement slows down.
        let ways = zip(ranges.dropLast(), ranges.dropLast().dropFirst()).map {
            abs($0.minimum - $1.minimum) + abs($0.maximum - $1.maximum)
        }
        #expect(zip(ways, ways.dropFirst()).allSatisfy { $0 > $1 - 1e-9 }, "\(name)")
        let calls = recorder.take()
        #expect(calls.first == "\(gesture) starts" && calls.last == "\(gesture) ends", "\(name)")
        #expect(
            calls.count { $0 == "\(gesture)s" } == 18 && calls.count { $0 == "\(gesture)s on" } == 18,
            "\(name): \(calls)")
    }

    @Test("without animation, before the first picture and on no chart the range is there at once, and nobody is told")
    func sudden() throws {
        let recorder = GestureRecorder()
        let (chart, axis) = try chart(recorder)
        axis.animationEnabled = false
        axis.setRange(1, 2, animated: true)
        #expect(axis.axisRange == NumberRange(1, 2) && !chart.advance(by: 1) && recorder.calls.isEmpty)
        axis.animationEnabled = true
        axis.setRange(5, 6)
        #expect(axis.axisRange == NumberRange(5, 6) && !chart.advance(by: 1) && recorder.calls.isEmpty)
        let early = NumberAxis()
        #expect(early.setRange(3, 4, animated: true) && early.axisRange == NumberRange(3, 4))
        // A rejected range starts no animation.
        #expect(!axis.setRange(4, 3, animated: true) && !chart.advance(by: 1))
    }

    @Test("calls that follow each other go on from where the last leads; a range that is set meanwhile stays")
    func chained() throws {
        let (chart, axis) = try chart()
        axis.panBy(5, animated: true)
        axis.panBy(5, animated: true)
        axis.setZoomLevel(.half, animated: true)
        _ = frames(chart, axis)
        #expect(axis.axisRange.isClose(47.5, 62.5))
        axis.setRange(0, 10, animated: true)
        chart.advance(by: 0.1)
        axis.setRange(3, 4)
        #expect(axis.axisRange == NumberRange(3, 4) && !chart.advance(by: 1) && axis.axisRange == NumberRange(3, 4))
        // Setting the present range again also ends the animation.
        axis.setRange(0, 10, animated: true)
        chart.advance(by: 0.1)
        let shown = axis.axisRange
        axis.setRange(shown.minimum, shown.maximum)
        #expect(!chart.advance(by: 1) && axis.axisRange == shown)
    }

    @Test("bounce swings beyond the end and back, and never to nothing", arguments: [0.5, 0.01, 3])
    func bounce(zoom: Double) throws {
        let (chart, axis) = try chart()
        axis.setRange(0, 100)
        axis.allowPanningOutOfMaxRange = true
        #expect(axis.setZoom(zoom, from: 40, animated: true, bounce: true))
        var spans: [Double] = []
        while chart.advance(by: 1.0 / 60) {
            spans.append(axis.axisRange.span)
            #expect(axis.axisRange.span > 0)
            // The fixed value stays in its position even past the end.
            #expect(abs((40 - axis.axisRange.minimum) / axis.axisRange.span - 0.4) < 1e-6)
        }
        let end = 100 * zoom
        #expect(abs(axis.axisRange.span - end) < 1e-9 && spans.count > 20)
        #expect(spans.contains { zoom < 1 ? $0 < end * 0.95 : $0 > end * 1.05 })
        axis.setRange(30, 60)
        axis.panBy(10, animated: true, bounce: true)
        var furthest = 0.0
        while chart.advance(by: 1.0 / 60) { furthest = max(furthest, axis.axisRange.minimum) }
        #expect(furthest > 41 && axis.axisRange.isClose(40, 70))
    }

    /// The guide's recipe: the range is clamped in `isZooming(_:)`.
    private final class Clamp: ChartDelegate {
        var calls = 0
        func isZooming(_ chart: Chart) {
            calls += 1
            guard let axis = chart.xAxis, axis.axisRange.span < 80 else { return }
            axis.setRange(axis.axisRange.center - 40, axis.axisRange.center + 40)
        }
    }

    private static let zooms: [@Sendable (Chart) -> Void] = [
        { $0.doubleTap(x: 300, y: 150) },
        { chart in
            chart.gesturePanType = .boxDraw
            chart.boxDrag(.began, x: 250, y: 100)
            chart.boxDrag(.ended, x: 350, y: 200)
        },
        { chart in
            chart.pinch(.began, (250, 150), (350, 150))
            chart.pinch(.moved, (150, 150), (450, 150))
            chart.pinch(.ended, (150, 150), (450, 150))
        },
        { $0.xAxis?.setRange(45, 55, animated: true) },
        { $0.xAxis?.setZoom(0.2, animated: true, bounce: true) },
        // Ended by a touch.
        { chart in
            chart.doubleTap(x: 300, y: 150)
            chart.advance(by: 0.1)
            chart.tap(x: 300, y: 150)
        },
    ]

    @Test(
        "C-170 limits that the delegate sets in isZooming hold in every frame of every zoom", arguments: zooms.indices,
        [true, false])
    func limits(index: Int, animated: Bool) throws {
        let clamp = Clamp()
        let (chart, axis) = try chart(clamp)
        axis.setRange(0, 100)
        (chart.animateZoomGesture, chart.animateBoxGesture) = (animated, animated)
        for axis in chart.allAxes { axis.enableGestureZooming = true }
        Self.zooms[index](chart)
        repeat { #expect(axis.axisRange.span >= 80 - 1e-6) } while chart.advance(by: 1.0 / 60)
        #expect(axis.axisRange.span >= 80 - 1e-6 && clamp.calls > 0)
    }

    @Test(
        "C-171 what code changes in a pan or zoom callback, of the same chart or of another, animated or not, is told to nobody"
    )
    func linked() throws {
        let (first, second) = (GestureRecorder(), GestureRecorder())
        let (a, axis) = try chart(first)
        let (b, other) = try chart(second)
        axis.enableGesturePanning = true
        first.onPan = { chart in
            guard let range = chart.xAxis?.axisRange else { return }
            other.setRange(range.minimum, range.maximum)
        }
        a.pan(.began, x: 300, y: 150)
        for k in 1...5 {
            a.pan(.moved, x: 300 - 10 * Double(k), y: 150)
            #expect(other.axisRange == axis.axisRange)
        }
        a.pan(.ended, x: 250, y: 150)
        #expect(second.calls.isEmpty)
        // Animated: the other chart eases without callbacks; so does a second axis of the same chart.
        let yAxis = try #require(a.yAxis)
        first.onPan = { _ in
            other.setRange(10, 20, animated: true)
            yAxis.setRange(2, 4, animated: true)
        }
        _ = first.take()
        a.pan(.began, x: 300, y: 150)
        a.pan(.ended, x: 290, y: 150)
        let told = first.take()
        #expect(!told.isEmpty && told.last == "pan ends" && other.axisRange != NumberRange(10, 20))
        while a.advance(by: 1.0 / 60) {}
        while b.advance(by: 1.0 / 60) {}
        #expect(other.axisRange == NumberRange(10, 20) && yAxis.axisRange == NumberRange(2, 4))
        #expect(first.calls.isEmpty && second.calls.isEmpty)
    }

    @Test("momentum that loses no speed ends after a minute, of axes and of pies")
    func endless() throws {
        let (chart, axis) = try chart()
        (axis.enableGesturePanning, axis.enableMomentumPanning, axis.allowPanningOutOfMaxRange) = (true, true, true)
        axis.panMomentumFactor = 1
        chart.pan(.began, x: 300, y: 150, time: 0)
        chart.pan(.ended, x: 300, y: 150, time: 0.1, velocity: (-600, 0))
        var frames = 0
        while frames < 5_000, chart.advance(by: 1.0 / 60) { frames += 1 }
        #expect((3_590...3_610).contains(frames) && !axis.isMomentumPanning)
        let pie = Slices.pie([1, 1, 2])
        (pie.gesturePanningEnabled, pie.rotationFriction) = (true, 0)
        let slices = Slices.chart(pie)
        _ = try plan(slices)
        slices.pan(.began, x: 300, y: 150, time: 0)
        slices.pan(.ended, x: 300, y: 150, time: 0.1, velocity: (300, 0))
        frames = 0
        while frames < 5_000, slices.advance(by: 1.0 / 60) { frames += 1 }
        #expect((3_590...3_610).contains(frames))
    }
}
