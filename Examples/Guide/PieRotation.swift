import Foundation
import Vitrail

/// “How to: render a pie or donut chart” and “Panning a pie/donut chart”: two taps and a flick.
///
/// A needle marks the position of the selected slice.
final class PieRotation: DataSource, ChartDelegate {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 360, height: 340))
    private let finger: Finger

    static let frameCount = 80
    static let framesPerSecond = 20.0
    /// Frames, and the slices tapped in them.
    static let taps = [(frame: 4, slice: 3), (frame: 20, slice: 5)]
    static let flick = 36...41
    /// Radians, anticlockwise.
    static let flickAngle = 1.5
    /// Points.
    static let radius = 115.0
    static let labelOffset = 18.0
    /// Area of countries in millions of square kilometres.
    static let countries = [
        ("Russia", 17.0), ("Canada", 9.9), ("USA", 9.6), ("China", 9.5), ("Brazil", 8.5), ("Australia", 7.6),
    ]

    init() {
        finger = Finger(on: chart)
        chart.title = "The largest countries"
        chart.overlays.append { [weak chart] context in
            guard let center = (chart?.series.first as? PieSeries)?.donutCenter else { return }
            let tip = center.y - Self.radius - 14
            context.line([(center.x, tip - 16), (center.x, tip)], .black, width: 4)
        }
        chart.dataSource = self
        chart.delegate = self
    }

    static func figure() -> Figure {
        let host = PieRotation()
        return Figure(
            name: "guide-pie", chart: host.chart, host: host, frameCount: frameCount, delay: 1 / framesPerSecond,
            step: host.step)
    }

    // MARK: Data source

    func numberOfSeries(in chart: Chart) -> Int { 1 }

    func series(at index: Int, in chart: Chart) -> Series {
        let pieSeries = PieSeries()
        pieSeries.outerRadius = Self.radius
        pieSeries.style.labelContent = .name
        pieSeries.style.labelFont = FontStyle(size: 10)
        pieSeries.selectedStyle.protrusion = 10
        pieSeries.selectionAnimation.progressCalculator = TimeProgressCalculator(duration: 0.4)
        pieSeries.selectedPosition = 0
        pieSeries.togglePointSelection = true
        pieSeries.gesturePanningEnabled = true
        pieSeries.rotationFriction = 0.09
        return pieSeries
    }

    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { Self.countries.count }

    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        RadialDataPoint(name: Self.countries[pointIndex].0, value: Self.countries[pointIndex].1)
    }

    // MARK: Delegate

    func chart(
        _ chart: Chart, toggledSelectionForRadialPoint point: ChartPoint, of series: PieSeries,
        at pixel: (x: Double, y: Double)?
    ) {
        guard point.selected, case .text(let name) = point.xValue else { return }
        chart.title = "Selected country: \(name)"
    }

    /// Names move outwards, where slices are wider, and do not move while slices turn.
    func chart(_ chart: Chart, alter label: SliceLabel, of point: ChartPoint, slice: Int, in series: PieSeries) {
        let angle = series.midAngle(ofSlice: slice) ?? 0
        label.offset = (x: -sin(angle) * Self.labelOffset, y: -cos(angle) * Self.labelOffset)
        label.hidesWithoutRoom = false
    }

    /// Selects the slice under the needle; it turns until its middle is at the needle.
    func radialSeriesDidEndDecelerating(_ series: PieSeries, in chart: Chart) {
        guard let slice = series.indexOfSlice(atAngle: 0) else { return }
        for other in series.selectedSlices { series.setSlice(other, selected: false) }
        series.setSlice(slice, selected: true)
    }

    // MARK: Touches

    private func step(_ frame: Int) {
        chart.advance(by: 1 / Self.framesPerSecond)
        finger.positions = []
        guard let pie = chart.series.first as? PieSeries else { return }
        for tap in Self.taps where (tap.frame - 3...tap.frame).contains(frame) {
            guard let position = pie.sliceCenter(tap.slice) else { continue }
            finger.positions = [position]
            if frame == tap.frame { chart.tap(x: position.x, y: position.y) }
        }
        if Self.flick.contains(frame), let center = pie.donutCenter { turn(frame, around: center) }
    }

    /// The finger moves along an arc and accelerates.
    private func turn(_ frame: Int, around center: (x: Double, y: Double)) {
        let share = Double(frame - Self.flick.lowerBound) / Double(Self.flick.count - 1)
        let angle = Self.flickAngle * share * share - 2.4
        let (x, y) = (center.x - sin(angle) * Self.radius * 0.7, center.y - cos(angle) * Self.radius * 0.7)
        let phase: GesturePhase = share == 0 ? .began : share == 1 ? .ended : .moved
        chart.pan(phase, x: x, y: y, time: Double(frame) / Self.framesPerSecond)
        if phase != .ended { finger.positions = [(x, y)] }
    }
}
