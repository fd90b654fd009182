import Foundation
import Testing
import Vitrail

/// Samples of docs/from-the-guides.md, for document 000: panning, zooming and rotation.
@Suite("Guide: gestures")
struct GestureSamples {
    @Test("gestures pan and zoom the axes that allow it")
    func gestures() throws {
        let chart = try touchedChart()
        let plot = try #require(chart.plotAreaFrame)
        #expect(!chart.pan(.began, x: plot.midX, y: plot.midY))
        chart.xAxis?.setRange(20, 60)
        // sample: enable-gestures
        chart.xAxis?.enableGestureZooming = true
        chart.xAxis?.enableGesturePanning = true
        // end
        // sample: events
        chart.pan(.began, x: 300, y: 200)
        chart.pan(.moved, x: 240, y: 200)
        chart.pan(.ended, x: 240, y: 200, velocity: (x: 0, y: 0))
        chart.pinch(.began, (x: 250, y: 200), (x: 350, y: 200))
        chart.pinch(.ended, (x: 200, y: 200), (x: 400, y: 200))
        // end
        let range = try #require(chart.xAxis?.axisRange)
        let panned = 20 + 60 / plot.width * 40
        let fixed = panned + (300 - plot.x) / plot.width * 40
        #expect(abs(range.span - 20) < 1e-6 && abs(range.minimum - (fixed - (fixed - panned) / 2)) < 1e-6)
        #expect(chart.yAxis.map { $0.axisRange == $0.defaultRange } == true)
    }

    @Test("a pinch keeps the ratio of the axes where that is asked for")
    func aspectLock() throws {
        let chart = try touchedChart()
        for axis in chart.allAxes { axis.enableGestureZooming = true }
        // sample: aspect-lock
        chart.gesturePinchAspectLock = true
        // end
        chart.pinch(.began, (x: 200, y: 150), (x: 400, y: 250))
        chart.pinch(.ended, (x: 100, y: 190), (x: 500, y: 210))
        let (x, y) = (try #require(chart.xAxis), try #require(chart.yAxis))
        let ratio = x.defaultRange.span / y.defaultRange.span
        #expect(x.axisRange.span < 70 && abs(x.axisRange.span / y.axisRange.span - ratio) < 1e-6)
    }

    @Test("momentum goes on after a gesture, and ends")
    func momentum() throws {
        let chart = try touchedChart()
        chart.xAxis?.setRange(20, 40)
        chart.xAxis?.enableGesturePanning = true
        // sample: momentum
        chart.xAxis?.enableMomentumPanning = true
        chart.xAxis?.enableMomentumZooming = true
        // end
        chart.pan(.began, x: 300, y: 200, time: 0)
        chart.pan(.ended, x: 240, y: 200, time: 0.1)
        let released = try #require(chart.xAxis?.axisRange.minimum)
        chart.advance(by: 0.1)
        let later = try #require(chart.xAxis?.axisRange.minimum)
        try chart.settle()
        #expect(later > released && (chart.xAxis?.axisRange.minimum ?? 0) > later)
    }

    @Test("a double tap brings back the default range")
    func doubleTap() throws {
        let chart = try touchedChart()
        chart.xAxis?.enableGestureZooming = true
        chart.xAxis?.setRange(20, 40)
        // sample: double-tap
        chart.gestureDoubleTapResetsZoom = true
        chart.animateZoomGesture = false
        // end
        #expect(chart.doubleTap(x: 300, y: 200))
        #expect(chart.xAxis.map { $0.axisRange == $0.defaultRange } == true)
    }

    @Test("a box is drawn, and axes show what is in it")
    func boxZoom() throws {
        let chart = try touchedChart()
        for axis in chart.allAxes { axis.enableGestureZooming = true }
        // sample: box-zoom
        chart.gesturePanType = .boxDraw
        chart.gestureDoubleTapResetsZoom = true
        // end
        let plot = try #require(chart.plotAreaFrame)
        let values = [0.25, 0.75].map { chart.xAxis?.dataValue(forPixelValue: plot.width * $0) ?? 0 }
        chart.boxDrag(.began, x: plot.x + plot.width * 0.25, y: plot.y + 50)
        chart.boxDrag(.moved, x: plot.x + plot.width * 0.75, y: plot.y + 150)
        chart.boxDrag(.ended, x: plot.x + plot.width * 0.75, y: plot.y + 150)
        try chart.settle()
        let range = try #require(chart.xAxis?.axisRange)
        #expect(abs(range.minimum - values[0]) < 1e-6 && abs(range.maximum - values[1]) < 1e-6)
    }

    @Test("the delegate holds zooming within limits, whatever zooms")
    func zoomLimit() throws {
        final class Delegate: ChartDelegate {
            // sample: zoom-limit
            func isZooming(_ chart: Chart) {
                guard let axis = chart.xAxis, axis.axisRange.span < 30 else { return }
                let center = axis.axisRange.center
                axis.setRange(center - 15, center + 15)
            }
            // end
        }
        let chart = try touchedChart()
        chart.xAxis?.enableGestureZooming = true
        let delegate = Delegate()
        chart.delegate = delegate
        for _ in 0..<4 {
            chart.doubleTap(x: 300, y: 200)
            try chart.settle()
        }
        #expect(abs((chart.xAxis?.axisRange.span ?? 0) - 30) < 1e-6)
        chart.xAxis?.zoomToPoint(50, range: 5, animated: true)
        try chart.settle()
        #expect(abs((chart.xAxis?.axisRange.span ?? 0) - 30) < 1e-6)
        keep(delegate)
    }

    @Test("another chart follows")
    func linkedCharts() throws {
        final class Delegate: ChartDelegate {
            let other: Chart
            init(_ other: Chart) { self.other = other }
            // sample: linked-charts
            func isPanning(_ chart: Chart, _ movement: AxisMovement) { follow(chart) }
            func isZooming(_ chart: Chart, _ movement: AxisMovement) { follow(chart) }

            private func follow(_ chart: Chart) {
                guard let range = chart.xAxis?.axisRange else { return }
                other.xAxis?.setRange(range.minimum, range.maximum)
                other.redrawChart()
            }
            // end
        }
        let (chart, other) = (try touchedChart(), try touchedChart())
        chart.xAxis?.setRange(20, 40)
        chart.xAxis?.enableGesturePanning = true
        chart.xAxis?.enableMomentumPanning = true
        let delegate = Delegate(other)
        chart.delegate = delegate
        chart.pan(.began, x: 300, y: 200, time: 0)
        chart.pan(.ended, x: 240, y: 200, time: 0.1)
        while chart.advance(by: 1.0 / 60) { #expect(other.xAxis?.axisRange == chart.xAxis?.axisRange) }
        #expect((other.xAxis?.axisRange.minimum ?? 0) > 22 && other.isRenderScheduled)
        keep(delegate)
    }

    @Test("a pie is turned, by a drag and by code")
    func pieRotation() throws {
        let series = PieSeries(columns: SeriesColumns(x: Column(["a", "b", "c"]), y: Column([1.0, 1, 2])))
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 400, height: 400))
        chart.add(series)
        // sample: pie-rotation
        series.gesturePanningEnabled = true
        series.rotationFriction = 0.05
        series.selectionEnabledDuringPanning = false
        // end
        _ = try plan(chart)
        let center = try #require(series.donutCenter)
        chart.pan(.began, x: center.x + 60, y: center.y, time: 0)
        chart.pan(.ended, x: center.x, y: center.y - 60, time: 0.05)
        #expect(abs(series.rotation - .pi / 2) < 1e-6)
        try chart.settle()
        #expect(series.rotation > 2)
        series.rotation = 0
        // sample: turn-a-slice
        series.rotateSlice(2, toAngle: 0, animated: true)
        let underTheNeedle = series.indexOfSlice(atAngle: 0)
        // end
        #expect(underTheNeedle != 2)
        try chart.settle()
        #expect(series.indexOfSlice(atAngle: 0) == 2)
    }

    @Test("code pans and zooms")
    func programmatic() throws {
        let chart = try touchedChart()
        let axis = try #require(chart.xAxis)
        axis.setRange(20, 40)
        // sample: pan-and-zoom-by-code
        axis.panTo(.end)
        axis.setZoomLevel(.half, animated: true)
        // end
        #expect(axis.axisRange.span == 20 && axis.axisRange.maximum == axis.visibleRange?.maximum)
        chart.advance(by: 0.15)
        #expect(axis.axisRange.span < 20 && axis.axisRange.span > 10)
        try chart.settle()
        #expect(abs(axis.axisRange.span - 10) < 1e-9)
    }
}
