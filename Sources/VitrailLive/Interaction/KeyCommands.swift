import Vitrail

/// Commands of the keyboard: arrows pan, or move the crosshair; + and − zoom; 0 shows everything; Tab goes from series
/// to series; Escape removes the crosshair.
final class KeyCommands {
    private let target: any GestureTarget
    private unowned let chart: Chart

    /// Distance of a pan by an arrow, as a share of the plot area.
    private static let step = 0.1
    private static let growth = 1.25

    /// - Parameter chart: the top of the target's picture.
    init(_ target: any GestureTarget, _ chart: Chart) { (self.target, self.chart) = (target, chart) }

    /// The series that the crosshair can mark, in the order of Tab.
    var markable: [CartesianSeries] {
        chart.series.compactMap { $0 as? CartesianSeries }.filter { $0.crosshairEnabled && !$0.hidden }
    }

    func press(_ event: KeyEvent) {
        // Commands of the browser and of the system.
        guard event.modifiers.isDisjoint(with: [.control, .alt, .meta]) else { return }
        let isShifted = event.modifiers.contains(.shift)
        switch event.key {
        case "ArrowLeft": if !moveMark(by: -1, isFar: isShifted) { pan(1, 0) }
        case "ArrowRight": if !moveMark(by: 1, isFar: isShifted) { pan(-1, 0) }
        case "ArrowUp": pan(0, 1)
        case "ArrowDown": pan(0, -1)
        case "+", "=": zoom(Self.growth)
        case "-", "_": zoom(1 / Self.growth)
        case "0": reset()
        case "Tab": markNext(isShifted ? -1 : 1)
        case "Escape": escape()
        default: break
        }
    }

    private func pan(_ dx: Double, _ dy: Double) {
        guard let plot = chart.plotAreaFrame else { return }
        target.stopMotions()
        let (x, y) = (plot.x + plot.width / 2, plot.y + plot.height / 2)
        guard target.pan(.began, x: x, y: y, time: nil, velocity: nil) else { return }
        target.pan(
            .ended, x: x + dx * plot.width * Self.step, y: y + dy * plot.height * Self.step, time: nil,
            velocity: (0, 0))
    }

    private func zoom(_ growth: Double) {
        guard let plot = chart.plotAreaFrame else { return }
        target.zoom(by: growth, x: plot.x + plot.width / 2, y: plot.y + plot.height / 2, spread: (100, 100))
    }

    private func reset() {
        target.stopMotions()
        for axis in chart.allAxes { axis.resetZoomLevel(animated: chart.animateZoomGesture) }
        chart.redrawChart()
    }

    // MARK: Crosshair

    /// Marks the next series, at the sample in the middle of the plot area. Beyond the last one, and before the first
    /// one, the crosshair is removed.
    private func markNext(_ step: Int) {
        let series = markable
        guard !series.isEmpty else { return }
        let current = chart.crosshair.trackingSeries.flatMap { now in series.firstIndex { $0 === now } }
        let next = current.map { $0 + step } ?? (step > 0 ? 0 : series.count - 1)
        guard series.indices.contains(next) else { return chart.crosshair.remove() }
        mark(series[next])
    }

    func mark(_ series: CartesianSeries) {
        guard let plot = chart.plotAreaFrame,
            let point = series.nearestPoint(x: plot.width / 2, y: plot.height / 2)
        else { return }
        target.stopMotions()
        chart.crosshair.show(at: point.index, of: series)
    }

    /// Moves the crosshair by a sample; by about a hundredth of the plot area where samples are closer.
    ///
    /// - Returns: whether there is a crosshair.
    private func moveMark(by step: Int, isFar: Bool) -> Bool {
        let crosshair = chart.crosshair
        guard let series = crosshair.trackingSeries, let point = crosshair.trackingPoint,
            let axis = series.orientation == .horizontal ? chart.xAxis : chart.yAxis
        else { return false }
        let last = series.numberOfDataPoints - 1
        guard last >= 0 else { return true }
        // An estimate of the visible samples; `zoom` is the visible share of the default range, and no number if that
        // range is infinitely long.
        let share = axis.zoom.isFinite ? min(max(axis.zoom, 0), 1) : 1
        let visible = Int(Double(series.numberOfDataPoints) * share)
        // The data may have fewer samples by now.
        let next = min(max(point, 0), last) + step * max(1, visible / (isFar ? 10 : 100))
        crosshair.show(at: min(max(next, 0), last), of: series)
        return true
    }

    private func escape() {
        target.stopMotions()
        if chart.crosshair.isActive { chart.crosshair.remove() }
    }
}
