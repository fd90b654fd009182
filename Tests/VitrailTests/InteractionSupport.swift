import Testing
import Vitrail

/// Records gesture callbacks, and lets a test change ranges.
final class GestureRecorder: ChartDelegate {
    private(set) var calls: [String] = []
    private(set) var selections: [(series: CartesianSeries, point: ChartPoint, pixel: (x: Double, y: Double))] = []
    private(set) var points: [(series: CartesianSeries, point: ChartPoint)] = []
    private(set) var slices: [(point: ChartPoint, pixel: (x: Double, y: Double)?)] = []
    private(set) var crosshair: [(x: Double, y: Double)] = []
    var onPan: (Chart) -> Void = { _ in }
    var onZoom: (Chart) -> Void = { _ in }

    /// The calls since the last `take()`.
    func take() -> [String] {
        defer { calls = [] }
        return calls
    }

    func didStartPanning(_ chart: Chart) { calls.append("pan starts") }
    func isPanning(_ chart: Chart) { calls.append("pans") }
    func isPanning(_ chart: Chart, _ movement: AxisMovement) {
        calls.append(movement.movementIsMomentum ? "pans on" : "panned")
        onPan(chart)
    }
    func didFinishPanning(_ chart: Chart) { calls.append("pan ends") }
    func didStartZooming(_ chart: Chart) { calls.append("zoom starts") }
    func isZooming(_ chart: Chart) { calls.append("zooms") }
    func isZooming(_ chart: Chart, _ movement: AxisMovement) {
        calls.append(movement.movementIsMomentum ? "zooms on" : "zoomed")
        onZoom(chart)
    }
    func didFinishZooming(_ chart: Chart) { calls.append("zoom ends") }
    func didResetZoom(_ chart: Chart) { calls.append("reset") }
    func didBoxZoom(_ chart: Chart) { calls.append("box") }
    func radialSeriesDidStartPanning(_ series: PieSeries, in chart: Chart) { calls.append("turn starts") }
    func radialSeriesIsPanning(_ series: PieSeries, in chart: Chart) { calls.append("turns") }
    func radialSeriesWillBeginDecelerating(_ series: PieSeries, in chart: Chart) { calls.append("slows down") }
    func radialSeriesDidEndDecelerating(_ series: PieSeries, in chart: Chart) { calls.append("rests") }
    func chart(
        _ chart: Chart, toggledSelectionForSeries series: CartesianSeries, near point: ChartPoint,
        at pixel: (x: Double, y: Double)
    ) {
        selections.append((series, point, pixel))
    }
    func chart(
        _ chart: Chart, toggledSelectionForPoint point: ChartPoint, of series: CartesianSeries,
        at pixel: (x: Double, y: Double)
    ) {
        points.append((series, point))
    }
    func chart(
        _ chart: Chart, toggledSelectionForRadialPoint point: ChartPoint, of series: PieSeries,
        at pixel: (x: Double, y: Double)?
    ) {
        slices.append((point, pixel))
    }
    func crosshairMoved(_ chart: Chart, x: Double, y: Double) { crosshair.append((x, y)) }
}

/// A chart for touches, laid out: a line through 0…100 on both axes, with 20…60 and 20…70 visible.
struct Touched {
    let chart: Chart
    let line: LineSeries
    let x: Axis
    let y: Axis
    let recorder = GestureRecorder()
    let plot: Rect

    init(_ prepare: (Chart) -> Void = { _ in }) throws {
        chart = Probe.chart()
        // Without a stroke, default ranges equal the ranges of the data.
        line = LineSeries(
            columns: SeriesColumns(x: Column([0.0, 100]), y: Column([0.0, 100])), style: LineSeriesStyle(lineWidth: 0))
        chart.add(line)
        prepare(chart)
        _ = try plan(chart)
        (x, y) = (chart.xAxis!, chart.yAxis!)
        x.setRange(20, 60)
        y.setRange(20, 70)
        _ = try plan(chart)
        plot = chart.plotAreaFrame!
        chart.delegate = recorder
    }

    var middle: (x: Double, y: Double) { (plot.midX, plot.midY) }

    /// A drag by a distance in one second.
    @discardableResult
    func drag(dx: Double, dy: Double, steps: Int = 4, velocity: (x: Double, y: Double)? = nil) -> Bool {
        let isTaken = chart.pan(.began, x: middle.x, y: middle.y, time: 0)
        for k in 1...steps {
            let share = Double(k) / Double(steps)
            chart.pan(.moved, x: middle.x + dx * share, y: middle.y + dy * share, time: share)
        }
        chart.pan(.ended, x: middle.x + dx, y: middle.y + dy, time: 2, velocity: velocity)
        return isTaken
    }

    /// Two fingers around a point that move apart by a factor.
    @discardableResult
    func pinch(
        by factor: Double, around position: (x: Double, y: Double)? = nil, dx: Double = 40, dy: Double = 40,
        end: Bool = true
    ) -> Bool {
        let position = position ?? middle
        func fingers(_ size: Double) -> (first: (x: Double, y: Double), second: (x: Double, y: Double)) {
            ((position.x - dx * size, position.y - dy * size), (position.x + dx * size, position.y + dy * size))
        }
        let isTaken = chart.pinch(.began, fingers(1).first, fingers(1).second, time: 0)
        for k in 1...4 {
            let now = fingers(1 + (factor - 1) * Double(k) / 4)
            chart.pinch(.moved, now.first, now.second, time: Double(k))
        }
        if end { chart.pinch(.ended, fingers(factor).first, fingers(factor).second, time: 9) }
        return isTaken
    }

    /// Advances by sixtieths of a second until all movement stops.
    func run(_ drawnStyle: () -> Void = {}) -> Int {
        var frames = 0
        while chart.advance(by: 1.0 / 60), frames < 10_000 {
            frames += 1
            drawnStyle()
        }
        return frames
    }
}

extension NumberRange {
    func isClose(_ minimum: Double, _ maximum: Double, _ tolerance: Double = 1e-9) -> Bool {
        abs(self.minimum - minimum) <= tolerance && abs(self.maximum - maximum) <= tolerance
    }
}
