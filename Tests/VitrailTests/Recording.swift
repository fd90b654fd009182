import Vitrail

/// The calls in order.
final class CallLog {
    private(set) var calls: [String] = []

    func note(_ call: String) { calls.append(call) }

    /// Calls noted since the last `take()`.
    func take() -> [String] {
        defer { calls = [] }
        return calls
    }
}

/// Series with points in memory; every call is noted.
class RecordingSource {
    let log: CallLog
    var entries: [(series: Series, points: [any ChartData])]
    var xAxes: [Int: Axis] = [:]
    var yAxes: [Int: Axis] = [:]
    /// Runs inside each call, after the call is noted.
    var onCall: ((String, Chart) -> Void)?

    init(_ entries: [(series: Series, points: [any ChartData])] = [], log: CallLog = CallLog()) {
        self.entries = entries
        self.log = log
    }

    func note(_ call: String, _ chart: Chart) {
        log.note(call)
        onCall?(call, chart)
    }

    func numberOfSeries(in chart: Chart) -> Int {
        note("numberOfSeries", chart)
        return entries.count
    }

    func series(at index: Int, in chart: Chart) -> Series {
        note("series \(index)", chart)
        return entries[index].series
    }

    func xAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? {
        note("xAxis \(index)", chart)
        return xAxes[index]
    }

    func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? {
        note("yAxis \(index)", chart)
        return yAxes[index]
    }

    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int {
        note("numberOfDataPoints \(index)", chart)
        return entries[index].points.count
    }

    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        note("dataPoint \(index) \(pointIndex)", chart)
        return entries[index].points[pointIndex]
    }
}

/// Provides points one by one.
final class PointSource: RecordingSource, DataSource {}

/// Provides arrays of points.
final class ArraySource: RecordingSource, DataSource {
    func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]? {
        note("dataPoints \(index)", chart)
        return entries[index].points
    }
}

/// Notes every callback and lets a test act inside it.
final class RecordingDelegate: ChartDelegate {
    let log: CallLog
    var onStart: ((Chart) -> Void)?
    var onLoaded: ((Chart) -> Void)?
    var onRender: ((Chart) -> Void)?
    var onFinished: ((Chart) -> Void)?

    init(log: CallLog = CallLog()) { self.log = log }

    func willStartLoadingData(_ chart: Chart) {
        log.note("willStartLoadingData")
        onStart?(chart)
    }

    func didFinishLoadingData(_ chart: Chart) {
        log.note("didFinishLoadingData")
        onLoaded?(chart)
    }

    func renderStarted(_ chart: Chart, fullRedraw: Bool) {
        log.note("renderStarted \(fullRedraw)")
        onRender?(chart)
    }

    func renderFinished(_ chart: Chart) {
        log.note("renderFinished")
        onFinished?(chart)
    }
}

extension Probe {
    /// The middle of the rows with a colour in a pixel column of the plot area.
    func row(of color: Color, column: Int) -> Double? {
        let runs = runs(column: column, of: color, tolerance: 40)
        guard let first = runs.first, let last = runs.last else { return nil }
        return Double(first.lowerBound + last.upperBound) / 2 - Double(plot.y)
    }
}

/// A line of one colour, two points thick, without point symbols.
func redLine(_ color: Color = .pureRed, orientation: CartesianSeries.Orientation = .horizontal) -> LineSeries {
    LineSeries(orientation: orientation, style: LineSeriesStyle(lineColor: color, lineWidth: 2))
}

func points(_ values: [(Double, Double)]) -> [any ChartData] { values.map { DataPoint(x: $0.0, y: $0.1) } }
