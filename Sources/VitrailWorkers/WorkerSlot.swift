/// Holds one worker at a time: starts it, gives it jobs, and ends it.
///
/// Calls to a process block, so they run on the slot's own thread.
actor WorkerSlot {
    enum Outcome: Sendable {
        case replied(WorkerReply, parts: [[UInt8]])
        /// - hadJob: false if the worker ended before it received this job.
        case ended(WorkerProcess.Ending, hadJob: Bool)
        case timedOut
    }

    private let options: WorkerPool.Options
    private let executor: BlockingExecutor
    private var process: WorkerProcess?
    private var jobCount = 0
    /// Resident bytes when the worker was warm.
    private var warmResident = 0
    private var resident = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// After this many charts, the fonts, programs and textures of common charts are loaded.
    private static let warmCount = 10
    /// The maximum time for a worker to open its device, on a busy machine.
    private static let startLimit = Duration.seconds(60)

    init(_ options: WorkerPool.Options, index: Int) {
        self.options = options
        executor = BlockingExecutor(label: "vitrail-worker-\(index)")
    }

    /// Starts a worker in place of the previous one, and waits until it is ready.
    ///
    /// - Throws: `WorkerReply.Failure`.
    func start() throws(WorkerReply.Failure) -> WorkerReply.Ready {
        close()
        let made = try WorkerProcess(options.program, replyLimit: options.replyLimit)
        let reply: WorkerReply
        do throws(FrameStream.Failure) {
            reply = try made.receive(until: .now + Self.startLimit).reply
        } catch {
            let ending = made.end(timeoutScale: error == .closed ? .seconds(1) : .zero)
            throw WorkerReply.Failure(
                code: 70,
                message:
                    "a worker did not start: \(error == .timedOut ? "it took more than \(Self.startLimit)" : ending.words)"
            )
        }
        switch reply {
        case .ready(let ready):
            process = made
            (jobCount, warmResident, resident) = (0, ready.resident, ready.resident)
            return ready
        case .failure(let failure): throw failure
        case .picture:
            throw WorkerReply.Failure(code: 70, message: "a worker did not start: it sent a picture without a request")
        }
    }

    /// - Parameter deadline: a worker that has not answered by then is killed. `nil`: no limit.
    func answer(_ request: WorkerRequest, _ parts: [[UInt8]], until deadline: ContinuousClock.Instant?) -> Outcome {
        guard let process, !process.hasEnded else {
            let ending = process?.end() ?? .signaled(9)
            self.process = nil
            return .ended(ending, hadJob: false)
        }
        do throws(FrameStream.Failure) {
            try process.send(request, parts, until: deadline)
            let (reply, parts) = try process.receive(until: deadline)
            jobCount += 1
            if case .picture(let picture) = reply { resident = picture.resident }
            if jobCount == Self.warmCount { warmResident = resident }
            return .replied(reply, parts: parts)
        } catch {
            self.process = nil
            if error == .timedOut {
                _ = process.end()
                return .timedOut
            }
            // A closed socket means that the process has ended or is about to.
            return .ended(process.end(timeoutScale: error == .closed ? .seconds(5) : .zero), hadJob: true)
        }
    }

    /// Whether the worker has drawn enough charts to be replaced, and has grown too much.
    var isWornOut: Bool {
        jobCount >= options.recycleAfter && resident > warmResident + max(options.growthLimit, warmResident / 2)
    }

    /// Ends the worker: it exits when its socket is closed.
    func close() { process = nil }
}
