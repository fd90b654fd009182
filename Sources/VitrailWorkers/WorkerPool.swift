import Synchronization

/// Worker processes, each with one renderer. A chart that crashes, hangs or exhausts memory costs only one worker.
///
/// ```
///  callers ──► waiting, in order ──► slots ══ socket ══► worker processes
///                                      │ worker gone: another is started
///                                      ╰──► the job is tried again, first in the order
/// ```
package final class WorkerPool: Sendable {
    package struct Options: Sendable {
        /// Path of the worker's executable, and its arguments.
        package var program: [String]
        /// Number of workers, at least 1.
        package var count: Int
        /// Time limit of a job from its first start. `nil`: no limit.
        package var timeout: Duration?
        /// Maximum number of jobs that wait for a worker.
        package var queueLimit = Int.max
        /// Maximum wait of a job for its first start. `nil`: no limit.
        package var queueTimeout: Duration?
        /// Number of charts after which a worker is replaced if it has grown.
        package var recycleAfter = 1_000
        /// The maximum growth of a worker in bytes.
        package var growthLimit = 64 << 20
        /// Bytes of the longest reply.
        package var replyLimit = 4 << 30

        package init(program: [String], count: Int) { (self.program, self.count) = (program, max(1, count)) }
    }

    package enum Failure: Error, Sendable {
        /// The queue is full.
        case busy
        /// No worker became free in time.
        case waitedTooLong
        case timedOut(Duration)
        /// The job ended every worker that ran it.
        case crashed(words: String, tries: Int)
        /// No worker starts.
        case unavailable(WorkerReply.Failure)
        case stopped
    }

    package struct Answer: Sendable {
        package var reply: WorkerReply
        package var parts: [[UInt8]]
        /// Index of the worker's slot.
        package var worker: Int
        package var tries: Int
        package var waited: Duration
    }

    /// Counts since the start, and the present numbers of workers and waiting jobs.
    package struct Facts: Sendable {
        package var ready = 0
        package var idle = 0
        package var waiting = 0
        package var starts = 0
        package var crashes = 0
        package var timeouts = 0
        package var recycled = 0
        /// The reason why the last start failed. `nil`: it did not fail.
        package var failure: WorkerReply.Failure?
    }

    private struct Waiter {
        var id: Int
        var limit: ContinuousClock.Instant?
        var continuation: CheckedContinuation<Int, any Error>
    }

    private struct State {
        var facts = Facts()
        var idle: [Int] = []
        var waiting: [Waiter] = []
        /// Waiters that were cancelled before they were queued.
        var cancelled: Set<Int> = []
        var nextID = 0
        var isStopped = false
        var isSweeping = false
        var beginners: [CheckedContinuation<Void, any Error>] = []
    }

    /// A job is tried this often. If its workers crash, it is tried less often, because a second crash is the chart's
    /// fault.
    private static let maxTries = 3
    private static let maxCrashes = 2
    /// The exit code of a worker that stopped at its time limit.
    static let late: Int32 = 75
    private static let longestPause = Duration.seconds(5)

    private let options: Options
    private let slots: [WorkerSlot]
    private let state = Mutex(State())

    /// Starts the workers, and returns at once.
    package init(_ options: Options) {
        self.options = options
        slots = (0..<options.count).map { WorkerSlot(options, index: $0) }
        for index in slots.indices { startWorker(index) }
    }

    // MARK: Jobs

    /// The worker's answer: a picture, or the error in the chart.
    ///
    /// - Throws: `Failure`; `CancellationError` if the caller is cancelled while it waits.
    package func answer(_ request: WorkerRequest, _ parts: [[UInt8]]) async throws -> Answer {
        let begin = ContinuousClock.now
        var request = request
        var index = try await take(until: options.queueTimeout.map { begin + $0 }, isFirst: false)
        let started = ContinuousClock.now
        let deadline = options.timeout.map { started + $0 }
        var (tries, crashes) = (0, 0)
        while true {
            request.seconds = deadline.map { Self.timeoutScale(($0 - .now) / .seconds(1)) }
            let outcome = await slots[index].answer(request, parts, until: deadline)
            switch outcome {
            case .replied(let reply, let parts):
                if await slots[index].isWornOut {
                    state.withLock { $0.facts.recycled += 1 }
                    replaceWorker(index)
                } else {
                    release(index)
                }
                if case .failure(let failure) = reply, failure.code == Self.late {
                    state.withLock { $0.facts.timeouts += 1 }
                    throw Failure.timedOut(options.timeout ?? .zero)
                }
                return Answer(reply: reply, parts: parts, worker: index, tries: tries + 1, waited: started - begin)
            case .timedOut:
                state.withLock { $0.facts.timeouts += 1 }
                replaceWorker(index)
                throw Failure.timedOut(options.timeout ?? .zero)
            case .ended(let ending, let hadJob):
                replaceWorker(index)
                if hadJob {
                    state.withLock { $0.facts.crashes += 1 }
                    tries += 1
                    if !ending.isFromOutside { crashes += 1 }
                    guard tries < Self.maxTries, crashes < Self.maxCrashes else {
                        throw Failure.crashed(words: ending.words, tries: tries)
                    }
                }
                do {
                    index = try await take(until: deadline, isFirst: true)
                } catch Failure.waitedTooLong {
                    throw Failure.timedOut(options.timeout ?? .zero)
                }
            }
        }
    }

    /// The worker's own time limit, shorter than the job's. A worker that stops by itself survives, and most slow
    /// charts do not hang.
    private static func timeoutScale(_ seconds: Double) -> Double {
        max(seconds - max(0.05 * seconds, 0.05), 0.5 * seconds)
    }

    // MARK: Slots

    /// - Parameter isFirst: whether the job goes to the front of the queue.
    private func take(until limit: ContinuousClock.Instant?, isFirst: Bool) async throws -> Int {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        // A task that is cancelled after it was served leaves its number behind.
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Int, any Error>? = state.withLock { state in
                    if state.isStopped { return .failure(Failure.stopped) }
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if let index = state.idle.popLast() { return .success(index) }
                    if state.facts.ready == 0, let failure = state.facts.failure {
                        return .failure(Failure.unavailable(failure))
                    }
                    if !isFirst, state.waiting.count >= options.queueLimit { return .failure(Failure.busy) }
                    state.waiting.insert(
                        Waiter(id: id, limit: limit, continuation: continuation), at: isFirst ? 0 : state.waiting.count)
                    return nil
                }
                if let answer { continuation.resume(with: answer) } else if limit != nil { sweep() }
            }
        } onCancel: {
            let waiter: Waiter? = state.withLock { state in
                guard let place = state.waiting.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.waiting.remove(at: place)
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func release(_ index: Int) {
        let next: Waiter? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.idle.append(index)
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.continuation.resume(returning: index)
    }

    /// Removes jobs that have waited too long, as long as any job waits.
    private func sweep() {
        let isFirst = state.withLock { state in
            defer { state.isSweeping = true }
            return !state.isSweeping
        }
        guard isFirst else { return }
        Task {
            while true {
                try? await Task.sleep(for: .milliseconds(50))
                let (late, isDone) = state.withLock { state in
                    let now = ContinuousClock.now
                    let late = state.waiting.filter { $0.limit.map { $0 <= now } ?? false }
                    if !late.isEmpty { state.waiting.removeAll { waiter in late.contains { $0.id == waiter.id } } }
                    if state.waiting.isEmpty { state.isSweeping = false }
                    return (late, state.waiting.isEmpty)
                }
                for waiter in late { waiter.continuation.resume(throwing: Failure.waitedTooLong) }
                if isDone { return }
            }
        }
    }

    // MARK: Workers

    private func replaceWorker(_ index: Int) {
        state.withLock { $0.facts.ready -= 1 }
        startWorker(index)
    }

    /// Tries until a worker starts, with increasing pauses, so that a missing driver costs little.
    private func startWorker(_ index: Int) {
        Task {
            var pause = Duration.milliseconds(100)
            while true {
                guard !state.withLock({ $0.isStopped }) else { return }
                do throws(WorkerReply.Failure) {
                    _ = try await slots[index].start()
                    let beginners = state.withLock { state in
                        state.facts.ready += 1
                        state.facts.starts += 1
                        state.facts.failure = nil
                        defer { state.beginners = [] }
                        return state.beginners
                    }
                    for beginner in beginners { beginner.resume() }
                    return release(index)
                } catch {
                    tell(error)
                    try? await Task.sleep(for: pause)
                    pause = min(pause * 2, Self.longestPause)
                }
            }
        }
    }

    /// Fails all waiting jobs if no worker is ready.
    private func tell(_ failure: WorkerReply.Failure) {
        let (waiting, beginners) = state.withLock { state in
            state.facts.failure = failure
            guard state.facts.ready == 0 else { return ([Waiter](), [CheckedContinuation<Void, any Error>]()) }
            defer { (state.waiting, state.beginners) = ([], []) }
            return (state.waiting, state.beginners)
        }
        for waiter in waiting { waiter.continuation.resume(throwing: Failure.unavailable(failure)) }
        for beginner in beginners { beginner.resume(throwing: failure) }
    }

    /// Waits for the first worker.
    ///
    /// - Throws: `WorkerReply.Failure` if it does not start.
    package func ready() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let answer: Result<Void, any Error>? = state.withLock { state in
                if state.facts.ready > 0 { return .success(()) }
                if let failure = state.facts.failure { return .failure(failure) }
                state.beginners.append(continuation)
                return nil
            }
            if let answer { continuation.resume(with: answer) }
        }
    }

    package var facts: Facts {
        state.withLock { state in
            var facts = state.facts
            (facts.idle, facts.waiting) = (state.idle.count, state.waiting.count)
            return facts
        }
    }

    /// Ends the workers, each after its current job.
    package func stop() async {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.continuation.resume(throwing: Failure.stopped) }
        for slot in slots { await slot.close() }
    }
}
