#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The reading side of one worker of live sessions: starts it, reads its messages, and ends it. Calls block, so they run
/// on the slot's own thread.
actor LiveWorkerReader {
    private let program: [String]
    private let executor: BlockingExecutor
    private var process: WorkerProcess?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Bytes of the largest message: a frame in raw pixels.
    private static let replyLimit = 256 << 20
    /// The maximum time for a worker to open its device, on a busy machine.
    private static let startLimit = Duration.seconds(60)
    /// A worker that says nothing for this long hangs.
    private static let silenceLimit = Duration.seconds(60)

    init(_ program: [String], index: Int) {
        self.program = program
        executor = BlockingExecutor(label: "vitrail-live-reader-\(index)")
    }

    /// Starts a worker, and waits until it is ready.
    ///
    /// - Returns: the stream for the writing side.
    /// - Throws: `WorkerReply.Failure`.
    func start() throws(WorkerReply.Failure) -> FrameStream {
        let made = try WorkerProcess(program, replyLimit: Self.replyLimit)
        let reply: WorkerReply
        do throws(FrameStream.Failure) {
            reply = try made.receive(until: .now + Self.startLimit).reply
        } catch {
            let ending = made.end(timeoutScale: error == .closed ? .seconds(1) : .zero)
            throw WorkerReply.Failure(code: 70, message: "a worker did not start: \(ending.words)")
        }
        switch reply {
        case .ready:
            process = made
            return made.stream
        case .failure(let failure): throw failure
        case .picture: throw WorkerReply.Failure(code: 70, message: "a worker did not start: it sent a picture")
        }
    }

    /// The next message. `nil`: the worker has ended, or hangs.
    func next() -> (LiveWorkerReply, [[UInt8]])? {
        guard let frame = try? process?.stream.receive(until: .now + Self.silenceLimit),
            let reply = try? frame.decoded(LiveWorkerReply.self)
        else { return nil }
        return (reply, frame.parts)
    }

    /// Ends the worker. The writing side must have closed before, because the socket's number may be used again.
    func end() -> WorkerProcess.Ending {
        defer { process = nil }
        return process?.end(timeoutScale: .milliseconds(500)) ?? .signaled(SIGKILL)
    }
}

/// The writing side of one worker of live sessions. A write waits for the worker, so the writer has its own thread.
actor LiveWorkerWriter {
    private let executor: BlockingExecutor
    private var stream: FrameStream?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// A worker that takes nothing for this long hangs.
    private static let writeLimit = Duration.seconds(60)

    init(index: Int) { executor = BlockingExecutor(label: "vitrail-live-writer-\(index)") }

    func open(_ stream: FrameStream) { self.stream = stream }
    func close() { stream = nil }

    /// Sends a message. A worker that is gone gets nothing; its reader notices.
    func send(_ request: LiveWorkerRequest, _ parts: [[UInt8]] = []) {
        guard let stream else { return }
        do {
            try stream.send(request, parts, until: .now + Self.writeLimit)
        } catch {
            hangUp()
        }
    }

    /// Closes the connection to the worker, which ends it.
    func hangUp() {
        guard let stream else { return }
        shutdown(stream.descriptor, CInt(SHUT_RDWR))
        self.stream = nil
    }
}
