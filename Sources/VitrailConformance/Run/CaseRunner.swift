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
    /// Asked again and again: the signal that told the run to end; nil = none.
    private let interruption: () -> Int32?
    /// Told of each result as it comes.
    private let progress: (CaseResult) -> Void

    /// Few enough that a death costs little to start again, many enough that programs are compiled rarely.
    public static let defaultBatch = 48

    /// - Parameters:
    ///   - program: path of this program, and its hidden command.
    ///   - jobs: processes at a time, ≥ 1.
    public init(
        _ names: [String], program: [String], setting: WorkerSetting, jobs: Int = 1, batch: Int = defaultBatch,
        progress: @escaping (CaseResult) -> Void = { _ in }, interruption: @escaping () -> Int32? = { nil }
    ) {
        self.interruption = interruption
        self.program = program + setting.workerArguments
        self.jobs = max(1, jobs)
        self.progress = progress
        waiting = stride(from: 0, to: names.count, by: max(1, batch)).map { names[$0..<min($0 + max(1, batch), names.count)] }
    }

    /// Runs all.
    ///
    /// - Returns: results by name, one for each unless the run was interrupted, and the device as the first worker that opened it saw it.
    /// - Throws: `ConformanceError.spawn`.
    public mutating func run() throws(ConformanceError) -> (results: [String: CaseResult], device: DeviceReport?) {
        waiting.reverse()
        while !waiting.isEmpty || !running.isEmpty {
            guard interruption() == nil else {
                abandon()
                break
            }
            while running.count < jobs, let batch = waiting.popLast() { running.append(try WorkerProcess(program, cases: batch)) }
            waitForNews()
        }
        return (results, device)
    }

    /// Ends all workers. What they have said counts; what they were at has no result.
    private mutating func abandon() {
        for worker in running {
            _ = hear(worker)
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
            // Asked first: what an ended one has said is then in its pipe.
            let hasEnded = worker.hasEnded
            let isClosed = request.revents != 0 || hasEnded ? hear(worker) : false
            if isClosed || hasEnded {
                bury(worker)
            } else if worker.deadline < .now {
                worker.end()
                bury(worker)
            }
        }
    }

    /// Milliseconds, after which workers are asked whether they live: a pipe that something else holds open does not tell.
    private static let longestWait = 100.0

    /// - Returns: whether the pipe is closed.
    private mutating func hear(_ worker: WorkerProcess) -> Bool {
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

    /// Takes a worker's end for its current case's; before any has begun, for the next one's, so that every death costs a case and the run ends.
    private mutating func bury(_ worker: WorkerProcess) {
        running.removeAll { $0 === worker }
        let ending = worker.ending()
        guard let name = worker.current ?? worker.owed.first else { return }
        let log = worker.logText()
        switch ending {
        case .timedOut:
            let seconds = (worker.elapsed * 10).rounded() / 10
            record(CaseResult(name: name, status: .timeout, reason: "no answer after \(seconds) s", seconds: worker.elapsed, log: log))
        case .signaled(let signal):
            record(CaseResult(name: name, status: .crash, reason: RunInterruption.name(signal), seconds: worker.elapsed, log: log))
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
