import Dispatch
import Glibc
import Synchronization
import VitrailChart
import VitrailColumns

/// Calls of the source and the delegate, on any thread.
final class SharedLog: Sendable {
    private let state = Mutex<[String]>([])

    func note(_ call: String) { state.withLock { $0.append(call) } }

    /// Calls noted since the last `take()`.
    func take() -> [String] {
        state.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }
}

/// Blocks a thread until a test lets it pass. Initially open.
final class Gate: Sendable {
    private let position = Mutex<String?>(nil)
    private let arrival = DispatchSemaphore(value: 0)
    private let opening = DispatchSemaphore(value: 0)

    /// Makes the next call with this name wait, once.
    func close(at call: String) { position.withLock { $0 = call } }

    /// Returns when the call has arrived.
    func waitForArrival() { arrival.wait() }
    func open() { opening.signal() }

    func pass(_ call: String) {
        let waits = position.withLock { position in
            guard position == call else { return false }
            position = nil
            return true
        }
        guard waits else { return }
        arrival.signal()
        opening.wait()
    }
}

/// Points in memory; optionally logs for each call whether its thread differs from the one that made the source.
class GatedSource: DataSource {
    var entries: [(series: Series, points: [any ChartData])]
    var ticks: [Double]?
    var sliceLabel: String?
    let log: SharedLog
    let gate = Gate()
    private let home = pthread_self()

    init(_ entries: [(series: Series, points: [any ChartData])], log: SharedLog = SharedLog()) {
        self.entries = entries
        self.log = log
    }

    /// Whether calls are logged with their thread.
    var notesThreads = false

    func note(_ call: String) {
        log.note(notesThreads && pthread_equal(pthread_self(), home) == 0 ? call + " elsewhere" : call)
        gate.pass(call)
    }

    func numberOfSeries(in chart: Chart) -> Int {
        note("numberOfSeries")
        return entries.count
    }

    func series(at index: Int, in chart: Chart) -> Series {
        note("series \(index)")
        return entries[index].series
    }

    func xAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? {
        note("xAxis \(index)")
        return nil
    }

    func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? {
        note("yAxis \(index)")
        return nil
    }

    func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int {
        note("numberOfDataPoints \(index)")
        return entries[index].points.count
    }

    func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
        note("dataPoint \(index) \(pointIndex)")
        return entries[index].points[pointIndex]
    }

    func majorTickValues(for axis: Axis, in chart: Chart) -> [Double]? {
        guard let ticks, axis.direction == .x else { return nil }
        note("majorTickValues")
        return ticks
    }

    func label(forSlice index: Int, of series: PieSeries, in chart: Chart) -> SliceLabel? {
        guard let sliceLabel else { return nil }
        note("label \(index)")
        return SliceLabel(text: sliceLabel)
    }
}

/// Logs calls of a delegate.
final class LoggingDelegate: ChartDelegate {
    let log: SharedLog
    var onLoaded: ((Chart) -> Void)?
    var onStart: ((Chart) -> Void)?

    init(log: SharedLog) { self.log = log }

    func willStartLoadingData(_ chart: Chart) {
        log.note("willStartLoadingData")
        onStart?(chart)
    }

    func didFinishLoadingData(_ chart: Chart) {
        log.note("didFinishLoadingData")
        onLoaded?(chart)
    }

    func renderStarted(_ chart: Chart, fullRedraw: Bool) { log.note("renderStarted \(fullRedraw)") }
    func renderFinished(_ chart: Chart) { log.note("renderFinished") }
}
