import Glibc
import Synchronization

/// Queries a data source on its own thread and records the answers: steps L2 to L6 of one load.
///
/// The thread writes neither to the chart nor to a series. Its result is a `LoadRecord`, which the chart takes when it
/// is planned. The thread releases everything that it was given before it reports its end.
final class BackgroundLoad: Sendable {
    private struct State {
        /// Set until the thread has taken it.
        var request: Handover<LoadRequest>?
        /// Set when the thread has ended.
        var outcome: Handover<Result<LoadRecord, ChartError>>?
        var isCancelled = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var waiterCount = 0
    }

    private let state: Mutex<State>

    init(_ request: LoadRequest) {
        state = Mutex(State(request: Handover(request)))
    }

    /// Starts the thread.
    ///
    /// - Returns: false if the system provides no thread.
    func start() -> Bool {
        // The thread keeps this object alive until it ends.
        let held = unsafe Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<BackgroundLoad>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, held.toOpaque())
        guard code == 0 else {
            unsafe held.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// Discards the outcome. The thread ends after the call that is running.
    func cancel() { state.withLock { $0.isCancelled = true } }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }
    var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    /// The outcome. nil: the load is running or was cancelled.
    func takeOutcome() -> Result<LoadRecord, ChartError>? {
        state.withLock { $0.isCancelled ? nil : $0.outcome }?.value
    }

    /// Returns when the load has ended, or when the waiting task is cancelled.
    nonisolated(nonsending) func waitForEnd() async {
        let number = state.withLock { state in
            state.waiterCount += 1
            return state.waiterCount
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard state.outcome == nil, !Task.isCancelled else { return false }
                    state.waiters[number] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }

    // MARK: On the thread

    private func run() {
        let outcome = ask()
        let waiters = state.withLock { state in
            state.outcome = outcome
            defer { state.waiters = [:] }
            return state.waiters.values.map(\.self)
        }
        for waiter in waiters { waiter.resume() }
    }

    private func ask() -> Handover<Result<LoadRecord, ChartError>> {
        let taken = state.withLock { state in
            defer { state.request = nil }
            return state.request
        }
        guard let request = taken?.value else { preconditionFailure("a load runs once") }
        var query = SeriesQuery(source: request.source, sink: RecordSink(request, of: self))
        do throws(ChartError) {
            try query.run()
            return Handover(.success(query.sink.record))
        } catch {
            return Handover(.failure(error))
        }
    }
}

/// A value that one thread releases and another takes. Data sources and series are not `Sendable`; they cross threads
/// only in this way.
///
/// It is safe because of two promises. The library's: the thread reads no state of the chart except `LoadRequest` and
/// writes nothing of it, and the chart does not query the source while the thread runs. The host's, given by
/// `loadDataInBackground`: the source can be queried on another thread, and its series are either on the chart or not
/// used elsewhere.
private struct Handover<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// The input of a load: a snapshot of the chart, made on the chart's thread.
struct LoadRequest {
    let source: any DataSource
    /// Passed to the source's methods. A load does not keep the chart alive.
    fileprivate weak var chart: Chart?
    fileprivate let xAxes: [Axis]
    fileprivate let yAxes: [Axis]
    /// The shapes of the series that the chart knows. These series may be planned or moved to other axes during the
    /// load.
    fileprivate let shapes: [ObjectIdentifier: SeriesShape]

    init(_ chart: Chart, source: any DataSource) {
        self.source = source
        self.chart = chart
        (xAxes, yAxes) = (chart.allXAxes, chart.allYAxes)
        shapes = Dictionary(
            (chart.series + chart.added).map { (ObjectIdentifier($0), SeriesShape($0)) },
            uniquingKeysWith: { first, _ in first })
    }
}

/// A data source's answers in one load.
struct LoadRecord {
    /// A series that the chart can show.
    struct Answer {
        let series: Series
        let index: Int
        var xAxis: Axis?
        var yAxis: Axis?
        var data = ReadData.columns(SeriesColumns())
        var overrides = PointOverrides()
    }

    fileprivate(set) var answers: [Answer] = []
    fileprivate(set) var warnings: [ChartWarning] = []

    /// Passes all answers to the chart and to its series.
    ///
    /// - Returns: the series for the chart to show.
    func install(in chart: Chart) -> SeriesAdmission {
        var sink = ChartSink(chart)
        for answer in answers where sink.admit(answer.series, at: answer.index) {
            sink.take(xAxis: answer.xAxis, yAxis: answer.yAxis, of: answer.series)
            sink.take(answer.data, of: answer.series)
            sink.take(answer.overrides, of: answer.series)
        }
        for warning in warnings { chart.warn(warning) }
        return sink.admission
    }
}

/// Records the answers, because the query runs on a thread other than the chart's.
private struct RecordSink: QuerySink {
    private let request: LoadRequest
    private let load: BackgroundLoad
    private var admission = SeriesAdmission()
    private(set) var record = LoadRecord()

    init(_ request: LoadRequest, of load: BackgroundLoad) {
        self.request = request
        self.load = load
    }

    var chart: Chart? { load.isCancelled ? nil : request.chart }
    /// At most a millisecond for a source with its points in memory.
    var stride: Int { 4_096 }

    mutating func admit(_ series: Series, at index: Int) -> Bool {
        if let warning = admission.count(series, at: index) {
            warn(warning)
            return false
        }
        record.answers.append(LoadRecord.Answer(series: series, index: index))
        return true
    }

    func shape(of series: Series) -> SeriesShape { request.shapes[ObjectIdentifier(series)] ?? SeriesShape(series) }

    mutating func take(xAxis: Axis?, yAxis: Axis?, of series: Series) {
        record.answers[record.answers.count - 1].xAxis = xAxis
        record.answers[record.answers.count - 1].yAxis = yAxis
    }

    func axes(of series: Series) throws(ChartError) -> (x: Axis, y: Axis) {
        let shape = shape(of: series)
        let answer = record.answers[record.answers.count - 1]
        func axis(_ wanted: Axis?, _ all: [Axis], _ name: String) throws(ChartError) -> Axis {
            // A missing axis will be created as a number axis.
            guard let wanted else { return all.first ?? NumberAxis() }
            // A radial chart keeps only its primary axes.
            let own = admission.kind == .radial ? Array(all.prefix(1)) : all
            guard own.contains(where: { $0 === wanted }) else {
                throw .foreignAxis(path: "series[\(answer.index)].\(name)")
            }
            return wanted
        }
        return (
            try axis(answer.xAxis ?? shape.xAxis, request.xAxes, "xAxis"),
            try axis(answer.yAxis ?? shape.yAxis, request.yAxes, "yAxis")
        )
    }

    mutating func take(_ data: ReadData, of series: Series) { record.answers[record.answers.count - 1].data = data }
    func numberOfDataPoints(of series: Series) -> Int { record.answers.last?.data.count ?? 0 }
    mutating func take(_ overrides: PointOverrides, of series: Series) {
        record.answers[record.answers.count - 1].overrides = overrides
    }
    mutating func warn(_ warning: ChartWarning) { record.warnings.append(warning) }
}
