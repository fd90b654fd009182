import Foundation
import Vitrail

/// “Zooming and panning”: a limit that no axis property provides. The delegate keeps at least two years visible.
final class Limits: ChartDelegate {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 320))
    private let finger: Finger

    /// Seconds.
    static let minSpan = 2 * 365.25 * GuideData.day
    static let frameCount = 66
    static let framesPerSecond = 30.0
    /// Frames of two fingers moving apart.
    static let pinch = 4...30
    static let doubleTap = 42
    /// Points from the middle.
    static let fingers = (start: 16.0, end: 150.0)

    init() throws {
        finger = Finger(on: chart)
        chart.title = "US employees, millions: at least two years are shown"
        let xAxis = DateTimeAxis()
        (chart.xAxis, chart.yAxis) = (xAxis, NumberAxis(defaultRange: NumberRange(128, 144)))
        (xAxis.tickLabelClippingModeLow, xAxis.tickLabelClippingModeHigh) = (.ticksPersist, .ticksPersist)
        xAxis.enableGestureZooming = true
        let series = LineSeries(columns: try GuideData.employment())
        series.style.lineWidth = 2
        chart.add(series)
        chart.delegate = self
    }

    static func figure() throws -> Figure {
        let host = try Limits()
        return Figure(
            name: "guide-limits", chart: host.chart, host: host, frameCount: frameCount, delay: 1 / framesPerSecond,
            step: host.step)
    }

    /// Called for each step of a pinch, a double tap, a box and an animated call: the chart shows the range that is set
    /// here.
    func isZooming(_ chart: Chart) {
        guard let axis = chart.xAxis, axis.axisRange.span < Self.minSpan else { return }
        let center = axis.axisRange.center
        axis.setRange(center - Self.minSpan / 2, center + Self.minSpan / 2)
    }

    private func step(_ frame: Int) {
        chart.advance(by: 1 / Self.framesPerSecond)
        finger.positions = []
        guard let plot = chart.plotAreaFrame else { return }
        if Self.pinch.contains(frame) { pinch(frame, around: (plot.midX, plot.midY)) }
        // Without the limit, a double tap would halve the span.
        if frame == Self.doubleTap { chart.doubleTap(x: plot.midX, y: plot.midY) }
        if (Self.doubleTap...Self.doubleTap + 3).contains(frame) { finger.positions = [(plot.midX, plot.midY)] }
    }

    private func pinch(_ frame: Int, around middle: (x: Double, y: Double)) {
        let share = Double(frame - Self.pinch.lowerBound) / Double(Self.pinch.count - 1)
        let distance = Self.fingers.start + (Self.fingers.end - Self.fingers.start) * share
        let (first, second) = ((x: middle.x - distance, y: middle.y), (x: middle.x + distance, y: middle.y))
        let phase: GesturePhase =
            frame == Self.pinch.lowerBound ? .began : frame == Self.pinch.upperBound ? .ended : .moved
        chart.pinch(phase, first, second, time: Double(frame) / Self.framesPerSecond)
        if phase != .ended { finger.positions = [first, second] }
    }
}
