import Glibc

/// The parent process: passes batches of cases to child processes and collects the results. A child that dies or hangs
/// fails only its current case; a new child gets the rest of its batch.
///
/// ```
///  names ─► batches ─► WorkerProcess ──begin, end──► results
///              ▲             │ dies or is overdue
///              └── the rest ─┴─► Crash, Timeout
/// ```
public struct CaseRunner {
    /// Path and arguments of the worker program.
    private let program: [String]
    private let jobs: Int
    private var waiting: [ArraySlice<String>]
    private var running: [WorkerProcess] = []
    private var results: [String: CaseResult] = [:]
    private var device: DeviceReport?
    /// Polled repeatedly: returns the signal that ended the run. `nil`: none.
    private let interruption: () -> Int32?
    /// Called for each result as it arrives.
    private let progress: (CaseResult) -> Void

    /// Small enough that a crash costs little to restart, large enough that programs are rarely recompiled.
    public static let defaultBatch = 48

    /// - Parameters:
    ///   - program: path of this program, and its hidden command.
    ///   - jobs: number of parallel processes, ≥ 1.
    public init(
        _ names: [String], program: [String], setting: WorkerSetting, jobs: Int = 1, batch: Int = defaultBatch,
        progress: @escaping (CaseResult) -> Void = { _ in }, interruption: @escaping () -> Int32? = { nil }
    ) {
        self.interruption = interruption
        self.program = program + setting.workerArguments
        self.jobs = max(1, jobs)
        self.progress = progress
        waiting = stride(from: 0, to: names.count, by: max(1, batch)).map {
            names[$0..<min($0 + max(1, batch), names.count)]
        }
    }

    /// Runs all cases.
    ///
    /// - Returns: the results by name (one for each case unless the run was interrupted), and the device as reported by
    ///   the first worker that opened it.
    /// - Throws: `ConformanceError.spawn`.
    public mutating func run() throws(ConformanceError) -> (results: [String: CaseResult], device: DeviceReport?) {
        waiting.reverse()
        while !waiting.isEmpty || !running.isEmpty {
            guard interruption() == nil else {
                abandon()
                break
            }
            while running.count < jobs, let batch = waiting.popLast() {
                running.append(try WorkerProcess(program, cases: batch))
            }
            waitForNews()
        }
        return (results, device)
    }

    /// Ends all workers. Their results so far count; their current cases have no result.
    private mutating func abandon() {
        for worker in running {
            _ = drain(worker)
            worker.end()
            _ = worker.ending()
        }
        running = []
        waiting = []
    }

    private mutating func waitForNews() {
        var requests = running.map { pollfd(fd: $0.results, events: Int16(POLLIN), revents: 0) }
        let nearest = running.map(\.deadline).min() ?? .now
        let milliseconds = max(0, (nearest - .now) / .milliseconds(1)) + 1
        _ = poll(&requests, nfds_t(requests.count), Int32(min(milliseconds, Self.longestWait)))
        for (worker, request) in zip(running, requests) {
            // Query the end first: all messages of an ended process are then in its pipe.
            let hasEnded = worker.hasEnded
            let isClosed = request.revents != 0 || hasEnded ? drain(worker) : false
            if isClosed || hasEnded {
                reap(worker)
            } else if worker.deadline < .now {
                worker.end()
                reap(worker)
            }
        }
    }

    /// Polling interval in milliseconds. A pipe that another process holds open does not report that its worker has
    /// ended.
    private static let longestWait = 100.0

    /// - Returns: whether the pipe is closed.
    private mutating func drain(_ worker: WorkerProcess) -> Bool {
        let (messages, isClosed) = worker.receive()
        for message in messages {
            switch message {
            case .end(let result): record(result)
            case .device(let report): device = device ?? report
            case .begin: break
            }
        }
        return isClosed
    }

    /// Assigns a worker's end to its current case. If none has started, to the next one, so that every crash consumes a
    /// case and the run ends.
    private mutating func reap(_ worker: WorkerProcess) {
        running.removeAll { $0 === worker }
        let ending = worker.ending()
        guard let name = worker.current ?? worker.owed.first else { return }
        let log = worker.logText()
        switch ending {
        case .timedOut:
            let seconds = (worker.elapsed * 10).rounded() / 10
            record(
                CaseResult(
                    name: name, status: .timeout, reason: "no answer after \(seconds) s", seconds: worker.elapsed,
                    log: log))
        case .signaled(let signal):
            record(
                CaseResult(
                    name: name, status: .crash, reason: RunInterruption.name(signal), seconds: worker.elapsed, log: log)
            )
        case .exited(let code):
            record(
                CaseResult(
                    name: name, status: .crash, reason: "the process ended with code \(code)", seconds: worker.elapsed,
                    log: log))
        }
        let rest = worker.owed.filter { $0 != name }
        if !rest.isEmpty { waiting.append(rest[...]) }
    }

    private mutating func record(_ result: CaseResult) {
        results[result.name] = result
        progress(result)
    }
}
