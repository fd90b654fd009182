import Testing
import VitrailText

@testable import VitrailChart
@testable import VitrailColumns

/// Settings read by gestures.
@Suite("Gesture settings")
struct GestureSettingTests {
    @Test("of charts: the specification's defaults, and each is its own")
    func charts() {
        let chart = Chart(width: 1, height: 1)
        #expect(chart.gesturePanType == .panPinch)
        #expect(!chart.gesturePinchAspectLock)
        #expect(chart.gestureDoubleTapEnabled)
        #expect(!chart.gestureDoubleTapResetsZoom)
        #expect(chart.animateBoxGesture)
        #expect(chart.animateZoomGesture)
        #expect(chart.radialTapEnabled)
        #expect(chart.radialRotationEnabled)
        #expect(GesturePanType.allCases.map(\.rawValue) == ["none", "panPinch", "boxDraw"])
        let switches: [ReferenceWritableKeyPath<Chart, Bool>] = [
            \.gesturePinchAspectLock, \.gestureDoubleTapEnabled, \.gestureDoubleTapResetsZoom, \.animateBoxGesture,
            \.animateZoomGesture,
            \.radialTapEnabled, \.radialRotationEnabled,
        ]
        for own in switches {
            let before = switches.map { chart[keyPath: $0] }
            chart[keyPath: own].toggle()
            #expect(zip(switches, before).allSatisfy { chart[keyPath: $0] == ($0 == own ? !$1 : $1) })
        }
        chart.gesturePanType = .boxDraw
        #expect(chart.gesturePanType == .boxDraw && Chart(width: 1, height: 1).gesturePanType == .panPinch)
    }

    @Test("of axes", arguments: AxisType.allCases)
    func axes(type: AxisType) {
        let axis = type.makeAxis()
        #expect(!axis.enableGesturePanning && !axis.enableGestureZooming)
        #expect(!axis.enableMomentumPanning && !axis.enableMomentumZooming)
        #expect(axis.animationEdgeBouncing && axis.animationEnabled)
        #expect(axis.allowPanningOutOfDefaultRange && !axis.allowPanningOutOfMaxRange)
    }

    @Test("nothing of them shows in a picture")
    func unseen() throws {
        let line = LineSeries(columns: SeriesColumns(y: Column([1.0, 3, 2])))
        let chart = Chart(width: 200, height: 100)
        chart.add(line)
        let engine = TextEngine()
        let before = try plan(chart, engine: engine).scene.layers
        chart.gesturePanType = .none
        for setting in [
            \Chart.gesturePinchAspectLock, \.gestureDoubleTapEnabled, \.gestureDoubleTapResetsZoom, \.animateBoxGesture,
            \.animateZoomGesture, \.radialTapEnabled, \.radialRotationEnabled,
        ] { chart[keyPath: setting].toggle() }
        for axis in chart.allAxes {
            axis.enableGesturePanning = true
            axis.enableGestureZooming = true
            axis.enableMomentumPanning = true
            axis.enableMomentumZooming = true
            axis.animationEdgeBouncing = false
            axis.animationEnabled = false
        }
        #expect(try plan(chart, engine: engine).scene.layers == before)
    }
}
