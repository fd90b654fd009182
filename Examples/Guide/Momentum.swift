import Foundation
import Vitrail

/// “Zooming and panning”: two flicks. After the first one the chart stops by itself, after the second one at the end of
/// the data.
final class Momentum {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 320))
    private let finger: Finger

    static let frameCount = 88
    static let framesPerSecond = 30.0
    /// Frames at which a finger goes down.
    static let flicks = [4, 48]
    /// Frames from touch to lift.
    static let dragFrames = 6
    /// Points, to the left.
    static let dragLength = 100.0
    /// Fraction of the speed that remains after each 1/60 s.
    static let factor = 0.9

    init() throws {
        finger = Finger(on: chart)
        chart.title = "Apple, close in $: two flicks"
        let xAxis = DateTimeAxis(defaultRange: DateRange(GuideData.date(2012, 10, 1), GuideData.date(2013, 1, 1)))
        (chart.xAxis, chart.yAxis) = (xAxis, NumberAxis(defaultRange: NumberRange(400, 700)))
        // Hide labels that reach past the edge, so that the plot area does not move while dates pass.
        (xAxis.tickLabelClippingModeLow, xAxis.tickLabelClippingModeHigh) = (.ticksPersist, .ticksPersist)
        xAxis.enableGesturePanning = true
        xAxis.enableMomentumPanning = true
        xAxis.panMomentumFactor = Self.factor
        let columns = try GuideData.columns(["date", "close"], of: "aapl-ohlc.csv")
        let series = LineSeries(columns: SeriesColumns(x: columns[0], y: columns[1]))
        series.style.lineWidth = 2
        chart.add(series)
    }

    static func figure() throws -> Figure {
        let host = try Momentum()
        return Figure(
            name: "guide-momentum", chart: host.chart, host: host, frameCount: frameCount, delay: 1 / framesPerSecond,
            step: host.step)
    }

    /// Advances the virtual clock and the finger by one frame.
    private func step(_ frame: Int) {
        chart.advance(by: 1 / Self.framesPerSecond)
        finger.positions = []
        for start in Self.flicks where (start...start + Self.dragFrames).contains(frame) {
            drag(frame - start, time: Double(frame) / Self.framesPerSecond)
        }
    }

    /// The finger accelerates: its last tenth of a second sets the speed of the chart.
    private func drag(_ frame: Int, time: Double) {
        guard let plot = chart.plotAreaFrame else { return }
        let share = Double(frame) / Double(Self.dragFrames)
        let (x, y) = (plot.midX + Self.dragLength * (1 - share * share), plot.midY + 40)
        let phase: GesturePhase = frame == 0 ? .began : frame == Self.dragFrames ? .ended : .moved
        chart.pan(phase, x: x, y: y, time: time)
        if phase != .ended { finger.positions = [(x, y)] }
    }
}
