#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A child process that draws, with the socket to it. Calls block. One thread uses it at a time.
final class WorkerProcess {
    /// How a process ended.
    enum Ending: Sendable, Equatable {
        case exited(Int32)
        case signaled(Int32)

        /// Whether another process ended it, or the kernel because memory was short. Its job may not be the cause.
        var isFromOutside: Bool { self == .signaled(SIGKILL) || self == .signaled(SIGTERM) }

        var words: String {
            switch self {
            case .exited(let code): "exit code \(code)"
            case .signaled(let number): "signal \(number) (\(String(cString: strsignal(number))))"
            }
        }
    }

    let pid: pid_t
    let stream: FrameStream
    private let descriptor: CInt
    private var ended: Ending?

    /// - Parameters:
    ///   - program: path of the executable, and its arguments.
    ///   - replyLimit: bytes of the longest reply.
    /// - Throws: `WorkerReply.Failure`.
    init(_ program: [String], replyLimit: Int) throws(WorkerReply.Failure) {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Self.failure("no socket", errno)
        }
        defer { close(ends[1]) }
        do throws(WorkerReply.Failure) {
            pid = try Self.spawn(program, channel: ends[1])
        } catch {
            close(ends[0])
            throw error
        }
        descriptor = ends[0]
        stream = FrameStream(descriptor, limit: replyLimit)
    }

    deinit {
        close(descriptor)
        if ended == nil { _ = end() }
    }

    private static func failure(_ what: String, _ code: CInt) -> WorkerReply.Failure {
        // EX_OSERR: a limit of the system.
        WorkerReply.Failure(code: 71, message: "\(what): \(String(cString: strerror(code)))")
    }

    private static func spawn(_ program: [String], channel: CInt) throws(WorkerReply.Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // Drivers print to standard output.
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, channel, WorkerChannel.descriptor)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads that wait for this process block signals, and a server ignores some signals; a child would inherit
        // both. A process group of its own keeps a terminal's signals to the parent's group away from the child.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = program.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var variables = environment().map { strdup($0) } + [nil]
        defer { for variable in variables { free(variable) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw failure(program[0], code) }
        return pid
    }

    /// The parent's environment with Swift's crash report disabled. The report takes seconds, and a job would wait that
    /// long for its second try. A value that the user has set is kept.
    private static func environment() -> [String] {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            variables.append(String(cString: variable))
            next += 1
        }
        let name = "SWIFT_BACKTRACE="
        if !variables.contains(where: { $0.hasPrefix(name) }) { variables.append(name + "enable=no") }
        return variables
    }

    func send(
        _ request: WorkerRequest, _ parts: [[UInt8]], until deadline: ContinuousClock.Instant?
    ) throws(FrameStream.Failure) {
        try stream.send(request, parts, until: deadline)
    }

    func receive(
        until deadline: ContinuousClock.Instant?
    ) throws(FrameStream.Failure) -> (reply: WorkerReply, parts: [[UInt8]]) {
        let frame = try stream.receive(until: deadline)
        return (try frame.decoded(WorkerReply.self), frame.parts)
    }

    /// Whether the process has ended.
    var hasEnded: Bool {
        if ended == nil {
            var status: Int32 = 0
            if waitpid(pid, &status, WNOHANG) == pid { ended = Self.ending(status) }
        }
        return ended != nil
    }

    /// Waits up to `patience` for a process whose socket is closed. Then kills the process and the processes that it
    /// started.
    func end(timeoutScale: Duration = .zero) -> Ending {
        let limit = ContinuousClock.now + timeoutScale
        while !hasEnded, .now < limit { usleep(500) }
        if let ended { return ended }
        // The process has not been reaped, so its number is not reused.
        if kill(-pid, SIGKILL) != 0 { kill(pid, SIGKILL) }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let ending = Self.ending(status)
        ended = ending
        return ending
    }

    private static func ending(_ status: Int32) -> Ending {
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
    }
}
