import Glibc

/// The parent: gives batches of cases to child processes and collects how each ended. A child that dies or hangs costs its case; what is left of
/// its batch goes to a new one.
///
/// ```
///  names ─► batches ─► WorkerProcess ──begin, end──► results
///              ▲             │ dies or is overdue
///              └── the rest ─┴─► Crash, Timeout
/// ```
public struct CaseRunner {
    /// The program and its arguments that make a worker.
    private let program: [String]
    private let jobs: Int
    private var waiting: [ArraySlice<String>]
    private var running: [WorkerProcess] = []
    private var results: [String: CaseResult] = [:]
    private var device: DeviceReport?
    /// Told of each result as it comes.
    private let progress: (CaseResult) -> Void

    /// Few enough that a death costs little to start again, many enough that programs are compiled rarely.
    public static let defaultBatch = 48

    /// - Parameters:
    ///   - program: path of this program, and its hidden command.
    ///   - jobs: processes at a time, ≥ 1.
    public init(
        _ names: [String], program: [String], setting: WorkerSetting, jobs: Int = 1, batch: Int = defaultBatch,
        progress: @escaping (CaseResult) -> Void = { _ in }
    ) {
        self.program = program + setting.workerArguments
        self.jobs = max(1, jobs)
        self.progress = progress
        waiting = stride(from: 0, to: names.count, by: max(1, batch)).map { names[$0..<min($0 + max(1, batch), names.count)] }
    }

    /// Runs all.
    ///
    /// - Returns: results by name, one for each, and the device as the first worker that opened it saw it.
    /// - Throws: `ConformanceError.spawn`.
    public mutating func run() throws(ConformanceError) -> (results: [String: CaseResult], device: DeviceReport?) {
        waiting.reverse()
        while !waiting.isEmpty || !running.isEmpty {
            while running.count < jobs, let batch = waiting.popLast() { running.append(try WorkerProcess(program, cases: batch)) }
            waitForNews()
        }
        return (results, device)
    }

    private mutating func waitForNews() {
        var requests = running.map { pollfd(fd: $0.results, events: Int16(POLLIN), revents: 0) }
        let nearest = running.map(\.deadline).min() ?? .now
        let milliseconds = max(0, (nearest - .now) / .milliseconds(1)) + 1
        _ = poll(&requests, nfds_t(requests.count), Int32(min(milliseconds, 60_000)))
        for (worker, request) in zip(running, requests) {
            if request.revents != 0 {
                hear(worker)
            } else if worker.deadline < .now {
                worker.end()
                bury(worker)
            }
        }
    }

    private mutating func hear(_ worker: WorkerProcess) {
        let (messages, isClosed) = worker.receive()
        for message in messages {
            switch message {
            case .end(let result): record(result)
            case .device(let report): device = device ?? report
            case .begin: break
            }
        }
        if isClosed { bury(worker) }
    }

    /// Takes a worker's end for its current case's; before any has begun, for the next one's, so that every death costs a case and the run ends.
    private mutating func bury(_ worker: WorkerProcess) {
        running.removeAll { $0 === worker }
        let ending = worker.ending()
        guard let name = worker.current ?? worker.owed.first else { return }
        let log = worker.logTail()
        switch ending {
        case .timedOut:
            let seconds = (worker.elapsed * 10).rounded() / 10
            record(CaseResult(name: name, status: .timeout, reason: "no answer after \(seconds) s", seconds: worker.elapsed, log: log))
        case .signaled(let signal):
            let words = "signal \(signal) (\(String(cString: strsignal(signal))))"
            record(CaseResult(name: name, status: .crash, reason: words, seconds: worker.elapsed, log: log))
        case .exited(let code):
            record(CaseResult(name: name, status: .crash, reason: "the process ended with code \(code)", seconds: worker.elapsed, log: log))
        }
        let rest = worker.owed.filter { $0 != name }
        if !rest.isEmpty { waiting.append(rest[...]) }
    }

    private mutating func record(_ result: CaseResult) {
        results[result.name] = result
        progress(result)
    }
}
