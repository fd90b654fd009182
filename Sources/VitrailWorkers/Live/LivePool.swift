import Synchronization

/// Live sessions in worker processes. A session stays in its worker until the worker ends; another worker then continues
/// it from its description and its last state, and the client keeps its connection.
///
/// ```
///  client ─► LiveLine ─► writer ══╗ socket ╔══ session, session, …
///     ▲                           ╠════════╣   one renderer
///     ╰─── messages ◄── reader ═══╝        ╚══ worker process
/// ```
///
/// Workers start when they are needed, and end when they have had no session for a while.
package final class LivePool: Sendable {
    package struct Options: Sendable {
        /// Path of the worker's executable, and its arguments.
        package var program: [String]
        /// Maximum number of workers, at least 1.
        package var count: Int
        /// Maximum number of sessions.
        package var sessions: Int
        /// Time limit for reading the data of a session and for its first picture.
        package var timeout: Duration
        /// Makes a name that cannot be guessed.
        package var makeName: @Sendable () -> String

        package init(
            program: [String], count: Int, sessions: Int, timeout: Duration, makeName: @escaping @Sendable () -> String
        ) {
            (self.program, self.count, self.sessions) = (program, max(1, count), sessions)
            (self.timeout, self.makeName) = (timeout, makeName)
        }
    }

    package enum Failure: Error, Sendable {
        /// There are as many sessions as there may be.
        case tooMany(limit: Int)
        /// The sessions take all memory that there is for them.
        case full
        /// The chart is wrong.
        case refused(WorkerReply.Failure)
        case timedOut(Duration)
        /// The chart ended every worker that opened it.
        case crashed(words: String, tries: Int)
        /// No worker starts.
        case unavailable(WorkerReply.Failure)
        case stopped
    }

    /// Counts since the start, and the present numbers of sessions and workers.
    package struct Facts: Sendable {
        package var sessions = 0
        package var connected = 0
        package var workers = 0
        /// Bytes that the sessions take of the limit of memory.
        package var bytes = 0
        package var opened = 0
        package var frames = 0
        package var restored = 0
        /// Sessions that were ended because they ended workers, or could not be restored.
        package var given = 0
        /// Workers that ended while they had sessions.
        package var lost = 0
    }

    struct Session {
        let name: String
        var opening: LiveOpening
        /// The description and the uploaded files.
        let parts: [[UInt8]]
        /// The worker that has the session, or is opening it.
        var slot: Int?
        /// Whether the worker has opened the session.
        var isOpen = false
        var answer: CheckedContinuation<Outcome, Never>?
        /// Bytes of the memory limit.
        var bytes = 0
        /// The last state in JSON.
        var state: [UInt8]?
        var connection: Connection?
        var connections = 0
        /// When the client last said something. `nil`: it has not yet.
        var lastMessage: ContinuousClock.Instant?
        /// When workers ended that may have ended because of this session.
        var losses: [ContinuousClock.Instant] = []
        /// Those of them that crashed.
        var crashes: [ContinuousClock.Instant] = []
    }

    struct Connection {
        let number: Int
        let wantsPixels: Bool
        /// Whether the worker knows it.
        var isAttached = false
        let messages: AsyncStream<LiveLine.Message>.Continuation
    }

    /// The answer to an attempt to open a session.
    enum Outcome: Sendable {
        case opened(LiveWorkerReply.Opened)
        case refused(WorkerReply.Failure, isFull: Bool)
        /// The worker has ended while it opened the session.
        case ended(WorkerProcess.Ending)
        /// The worker had ended before it got the session.
        case missed
        case late
    }

    struct Slot {
        enum Phase { case off, starting, ready, leaving }
        var phase = Phase.off
        /// Who waits for the worker to be ready.
        var beginners: [CheckedContinuation<Void, any Error>] = []
        /// One session is opened at a time, so that it is clear which one ends a worker.
        var isOpening = false
        var next: [CheckedContinuation<Void, Never>] = []
        /// When the last session left.
        var emptySince: ContinuousClock.Instant?
    }

    struct State {
        var facts = Facts()
        var sessions: [Int: Session] = [:]
        var numbers: [String: Int] = [:]
        var slots: [Slot]
        var lastNumber = 0
        var isStopped = false
    }

    let options: Options
    let readers: [LiveWorkerReader]
    let writers: [LiveWorkerWriter]
    let state: Mutex<State>

    /// Starts no worker.
    package init(_ options: Options) {
        self.options = options
        readers = (0..<options.count).map { LiveWorkerReader(options.program, index: $0) }
        writers = (0..<options.count).map { LiveWorkerWriter(index: $0) }
        state = Mutex(State(slots: Array(repeating: Slot(), count: options.count)))
    }

    // MARK: Sessions

    /// Opens a session: a worker reads its data and draws it once.
    ///
    /// - Parameter parts: the description and the uploaded files.
    /// - Returns: the name of the session.
    /// - Throws: `Failure`.
    package func open(
        _ opening: LiveOpening, _ parts: [[UInt8]]
    ) async throws(Failure) -> (name: String, LiveWorkerReply.Opened) {
        let (number, name) = try admit(opening, parts)
        do throws(Failure) {
            let opened = try await place(number)
            return (name, opened)
        } catch {
            remove(number)
            throw error
        }
    }

    private func admit(_ opening: LiveOpening, _ parts: [[UInt8]]) throws(Failure) -> (Int, String) {
        let result: Result<(Int, String), Failure> = state.withLock { state in
            if state.isStopped { return .failure(.stopped) }
            guard state.sessions.count < options.sessions else { return .failure(.tooMany(limit: options.sessions)) }
            state.lastNumber += 1
            var opening = opening
            opening.name = options.makeName()
            opening.seconds = options.timeout / .seconds(1)
            state.sessions[state.lastNumber] = Session(name: opening.name, opening: opening, parts: parts)
            return .success((state.lastNumber, opening.name))
        }
        return try result.get()
    }

    /// A session is opened in this many workers at most, if they end meanwhile.
    private static let maxTries = 2

    private func place(_ number: Int) async throws(Failure) -> LiveWorkerReply.Opened {
        var (tries, full) = (0, Set<Int>())
        while true {
            guard let index = choose(number, except: full) else { throw .full }
            switch try await open(number, in: index) {
            case .opened(let opened):
                state.withLock { $0.facts.opened += 1 }
                return opened
            case .refused(_, isFull: true): full.insert(index)
            case .refused(let failure, _):
                throw failure.code == WorkerPool.late ? .timedOut(options.timeout) : .refused(failure)
            case .late: throw .timedOut(options.timeout)
            case .missed: if state.withLock({ $0.isStopped }) { throw .stopped }
            case .ended(let ending):
                if state.withLock({ $0.isStopped }) { throw .stopped }
                tries += 1
                guard tries < Self.maxTries else { throw .crashed(words: ending.words, tries: tries) }
            }
        }
    }

    /// Whether there is a session of this name.
    package func has(_ name: String) -> Bool { state.withLock { $0.numbers[name] != nil } }

    /// Ends a session.
    ///
    /// - Returns: whether there was one of this name.
    package func end(_ name: String, reason: String) -> Bool {
        guard let number = state.withLock({ $0.numbers[name] }) else { return false }
        end(number, reason: reason)
        return true
    }

    func end(_ number: Int, reason: String) {
        guard let (session, slot) = remove(number) else { return }
        session.connection?.close(reason: reason)
        if let slot { Task { await writers[slot].send(.end(session: number)) } }
    }

    /// - Returns: the session and the worker that has it.
    @discardableResult
    func remove(_ number: Int) -> (Session, Int?)? {
        let session: Session? = state.withLock { state in
            guard let session = state.sessions.removeValue(forKey: number) else { return nil }
            state.numbers[session.name] = nil
            if let slot = session.slot { state.noteDeparture(from: slot) }
            return session
        }
        // It may be on its way to another worker.
        session?.answer?.resume(returning: .missed)
        return session.map { ($0, $0.isOpen ? $0.slot : nil) }
    }

    // MARK: Connections

    /// Begins a connection to a session. An earlier one ends.
    ///
    /// - Parameter wantsPixels: whether frames are raw pixels rather than PNG.
    /// - Returns: `nil`: there is no such session.
    package func connect(_ name: String, wantsPixels: Bool) async -> LiveLine? {
        let (messages, continuation) = AsyncStream.makeStream(
            of: LiveLine.Message.self, bufferingPolicy: .bufferingOldest(LiveLine.maxWaiting))
        let line: (LiveLine, old: Connection?)? = state.withLock { state in
            guard let number = state.numbers[name], var session = state.sessions[number] else { return nil }
            let old = session.connection
            session.connections += 1
            session.connection = Connection(
                number: session.connections, wantsPixels: wantsPixels, messages: continuation)
            state.sessions[number] = session
            return (LiveLine(pool: self, session: number, number: session.connections, messages: messages), old)
        }
        guard let line else { return nil }
        line.old?.close(reason: "the session was opened elsewhere")
        await attach(line.0.session)
        return line.0
    }

    /// Tells the worker of the client's connection, if both are there.
    func attach(_ number: Int) async {
        let found: (slot: Int, Connection)? = state.withLock { state in
            guard let session = state.sessions[number], session.isOpen, let slot = session.slot,
                let connection = session.connection, !connection.isAttached
            else { return nil }
            state.sessions[number]?.connection?.isAttached = true
            return (slot, connection)
        }
        guard let (slot, connection) = found else { return }
        await writers[slot].send(
            .attach(session: number, connection: connection.number, wantsPixels: connection.wantsPixels))
    }

    /// Sends a message about a connection to its worker. Without a worker, or if a later connection has replaced this
    /// one, the message is dropped.
    func tell(_ line: LiveLine, _ request: LiveWorkerRequest, _ parts: [[UInt8]] = []) async {
        let slot: Int? = state.withLock { state in
            guard let session = state.sessions[line.session], let connection = session.connection,
                connection.number == line.number, connection.isAttached
            else { return nil }
            state.sessions[line.session]?.lastMessage = .now
            return session.slot
        }
        if let slot { await writers[slot].send(request, parts) }
    }

    func leave(_ line: LiveLine) async {
        await tell(line, .detach(session: line.session, connection: line.number))
        state.withLock { state in
            if state.sessions[line.session]?.connection?.number == line.number {
                state.sessions[line.session]?.connection = nil
            }
        }
    }

    // MARK: The pool

    package var facts: Facts {
        state.withLock { state in
            var facts = state.facts
            facts.sessions = state.sessions.count
            facts.connected = state.sessions.values.count { $0.connection != nil }
            facts.bytes = state.sessions.values.reduce(0) { $0 + $1.bytes }
            facts.workers = state.slots.count { $0.phase == .ready }
            return facts
        }
    }

    /// Ends all sessions, after their clients have been told, and all workers.
    package func stop(reason: String) async {
        let (sessions, beginners) = state.withLock { state in
            state.isStopped = true
            let sessions = state.sessions.values
            let beginners = state.slots.flatMap(\.beginners)
            (state.sessions, state.numbers) = ([:], [:])
            for index in state.slots.indices { state.slots[index].beginners = [] }
            return (Array(sessions), beginners)
        }
        for session in sessions {
            session.answer?.resume(returning: .missed)
            session.connection?.close(reason: reason)
        }
        for beginner in beginners { beginner.resume(throwing: Failure.stopped) }
        for writer in writers { await writer.hangUp() }
    }
}

extension LivePool.Connection {
    /// Sends the last message.
    func close(reason: String) {
        messages.yield(.text(LiveLine.closing(reason: reason)))
        messages.finish()
    }
}

extension LivePool.State {
    /// Notes when a worker has no more sessions.
    mutating func noteDeparture(from slot: Int) {
        if !sessions.values.contains(where: { $0.slot == slot }) { slots[slot].emptySince = .now }
    }
}
