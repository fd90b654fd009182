import Foundation
import Vitrail

/// “Zooming and panning”: a drag draws a box, and the axes then show its range. A double tap shows everything again.
final class BoxZoom {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 400))
    private let finger: Finger

    static let frameCount = 70
    static let framesPerSecond = 30.0
    static let drag = 4...22
    static let doubleTap = 48
    /// The box in axis values.
    static let box = (x: NumberRange(4.2, 6.4), y: NumberRange(46, 61))

    init() throws {
        finger = Finger(on: chart)
        chart.title = "Countries in 2005: a box, then a double tap"
        (chart.xAxis, chart.yAxis) = (
            NumberAxis(defaultRange: NumberRange(0.5, 8)), NumberAxis(defaultRange: NumberRange(40, 85))
        )
        chart.xAxis?.title = "Children per woman"
        chart.yAxis?.title = "Life expectancy, years"
        for axis in chart.allAxes {
            axis.enableGestureZooming = true
            (axis.tickLabelClippingModeLow, axis.tickLabelClippingModeHigh) = (.ticksPersist, .ticksPersist)
        }
        // As wide as its widest labels, so that the plot area does not move.
        chart.yAxis?.longestLabelHint = "00"
        chart.gesturePanType = .boxDraw
        chart.gestureDoubleTapResetsZoom = true
        let series = ScatterSeries(columns: try Self.countries())
        series.style.pointStyle.radius = 4
        chart.add(series)
    }

    /// Fertility and life expectancy of the countries in 2005.
    static func countries() throws -> SeriesColumns {
        let columns = try GuideData.columns(["year", "fertility", "life_expectancy"], of: "gapminder.csv").map(
            GuideData.values)
        let rows = columns[0].indices.filter { columns[0][$0] == 2005 }
        return SeriesColumns(x: Column(rows.map { columns[1][$0] }), y: Column(rows.map { columns[2][$0] }))
    }

    static func figure() throws -> Figure {
        let host = try BoxZoom()
        return Figure(
            name: "guide-box-zoom", chart: host.chart, host: host, frameCount: frameCount, delay: 1 / framesPerSecond,
            step: host.step)
    }

    private func step(_ frame: Int) {
        chart.advance(by: 1 / Self.framesPerSecond)
        finger.positions = []
        if Self.drag.contains(frame) { draw(frame) }
        guard let plot = chart.plotAreaFrame, (Self.doubleTap...Self.doubleTap + 3).contains(frame) else { return }
        if frame == Self.doubleTap { chart.doubleTap(x: plot.midX, y: plot.midY) }
        finger.positions = [(plot.midX, plot.midY)]
    }

    /// From the upper left corner to the lower right one.
    private func draw(_ frame: Int) {
        let share = Double(frame - Self.drag.lowerBound) / Double(Self.drag.count - 1)
        guard let first = chart.position(x: Self.box.x.minimum, y: Self.box.y.maximum),
            let last = chart.position(x: Self.box.x.maximum, y: Self.box.y.minimum)
        else { return }
        let (x, y) = (first.x + (last.x - first.x) * share, first.y + (last.y - first.y) * share)
        let phase: GesturePhase = share == 0 ? .began : share == 1 ? .ended : .moved
        chart.boxDrag(phase, x: x, y: y)
        if phase != .ended { finger.positions = [(x, y)] }
    }
}
