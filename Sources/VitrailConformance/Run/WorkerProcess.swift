import Glibc

/// A child process with a batch of cases: its messages, its pending cases, and its deadline.
final class WorkerProcess {
    /// How the process ended.
    enum Ending: Equatable {
        case exited(Int32)
        case signaled(Int32)
        /// Killed by the watchdog.
        case timedOut
    }

    /// Cases without a result, in order.
    private(set) var owed: ArraySlice<String>
    /// The case that has started.
    private(set) var current: String?
    let results: Int32
    private let pid: pid_t
    private let log: UnsafeMutablePointer<FILE>
    private var buffer: [UInt8] = []
    /// When the current case must have ended; between cases, when the next one must have started.
    private(set) var deadline: ContinuousClock.Instant
    private var begun = ContinuousClock.now
    /// The status from `waitpid`. `nil`: the process is alive.
    private var exitStatus: Int32?
    private var isOverdue = false

    /// Maximum seconds for a process to start and to end.
    private static let startLimit = 60.0

    /// - Throws: `ConformanceError.spawn`.
    init(_ program: [String], cases: ArraySlice<String>) throws(ConformanceError) {
        owed = cases
        let names = try Self.temporaryFile()
        defer { fclose(names) }
        log = try Self.temporaryFile()
        let text = cases.joined(separator: "\n") + "\n"
        fputs(text, names)
        rewind(names)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .spawn(reason: String(cString: strerror(errno))) }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        results = ends[0]
        pid = try Self.spawn(program, input: fileno(names), results: ends[1], log: fileno(log))
        deadline = .now + .seconds(Self.startLimit)
    }

    deinit {
        close(results)
        fclose(log)
    }

    private static func temporaryFile() throws(ConformanceError) -> UnsafeMutablePointer<FILE> {
        guard let file = tmpfile() else {
            throw .spawn(reason: "no temporary file: " + String(cString: strerror(errno)))
        }
        _ = fcntl(fileno(file), F_SETFD, FD_CLOEXEC)
        return file
    }

    private static func spawn(
        _ program: [String], input: Int32, results: Int32, log: Int32
    ) throws(ConformanceError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        // This is the last action, because one of the other descriptors may have this number.
        posix_spawn_file_actions_adddup2(&actions, results, WorkerMessage.descriptor)
        // A separate process group: signals from a terminal reach only the parent, and processes that a driver starts
        // end with the worker.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        var arguments = program.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var variables = environment().map { strdup($0) } + [nil]
        defer { for variable in variables { free(variable) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw .spawn(reason: "\(program[0]): " + String(cString: strerror(code))) }
        return pid
    }

    /// Returns the parent's variables plus one that shortens Swift's crash reports, whose end would otherwise be only
    /// the list of loaded images. A value set by the user is kept.
    private static func environment() -> [String] {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            variables.append(String(cString: variable))
            next += 1
        }
        let name = "SWIFT_BACKTRACE="
        if !variables.contains(where: { $0.hasPrefix(name) }) {
            variables.append(
                name + "interactive=no,color=no,threads=crashed,images=none,registers=none,symbolicate=fast")
        }
        return variables
    }

    /// Whether the process has ended. Its pipe may still be open, because processes started by the driver may hold it;
    /// they are killed here.
    var hasEnded: Bool {
        var status: Int32 = 0
        if exitStatus == nil, waitpid(pid, &status, WNOHANG) == pid {
            exitStatus = status
            // As long as the group has a process, its number is not reused.
            kill(-pid, SIGKILL)
        }
        return exitStatus != nil
    }

    /// Reads the available messages.
    ///
    /// - Returns: the messages, and whether the pipe is closed.
    func receive() -> (messages: [WorkerMessage], isClosed: Bool) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var isClosed = false
        // Limited, because other processes may write without end.
        for _ in 0..<Self.maxChunks {
            let count = chunk.withUnsafeMutableBytes { read(results, $0.baseAddress, $0.count) }
            guard count > 0 else {
                isClosed = count == 0 || (errno != EAGAIN && errno != EINTR)
                break
            }
            buffer += chunk[..<count]
        }
        var messages: [WorkerMessage] = []
        while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
            if let message = WorkerMessage(line: buffer[..<end]) { messages.append(message) }
            buffer.removeSubrange(...end)
        }
        for message in messages { note(message) }
        return (messages, isClosed)
    }

    /// Maximum number of chunks, more than a pipe holds.
    private static let maxChunks = 32

    private func note(_ message: WorkerMessage) {
        switch message {
        case .begin(let name, let seconds):
            current = name
            begun = .now
            deadline = begun + .seconds(seconds)
        case .end(let result):
            current = nil
            if let position = owed.firstIndex(of: result.name) { owed.remove(at: position) }
            deadline = .now + .seconds(Self.startLimit)
        case .device: break
        }
    }

    /// Seconds since the current case started.
    var elapsed: Double { (ContinuousClock.now - begun) / .seconds(1) }

    /// Ends the process as the watchdog.
    func end() {
        isOverdue = true
        killAll()
    }

    /// Kills the process and all processes in its group. It has not been waited for, so its number is not reused.
    private func killAll() {
        if kill(-pid, SIGKILL) != 0 { kill(pid, SIGKILL) }
    }

    /// Waits for a process whose pipe is closed; kills it if it does not end within 5 s.
    func ending() -> Ending {
        let limit = ContinuousClock.now + .seconds(5)
        while !hasEnded {
            if .now > limit { killAll() }
            usleep(1000)
        }
        if isOverdue { return .timedOut }
        let status = exitStatus ?? 0
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
    }

    /// Returns the process's standard error: all of it, or the beginning, which contains the cause of a crash, and the
    /// end.
    func logText() -> String {
        fseek(log, 0, SEEK_END)
        let length = ftell(log)
        guard length > 2 * Self.logPart else { return part(of: log, from: 0, count: length) }
        let end = part(of: log, from: length - Self.logPart, count: Self.logPart)
        return part(of: log, from: 0, count: Self.logPart) + "\n[\(length - 2 * Self.logPart) bytes are left out]\n"
            + end
    }

    private static let logPart = 2048

    private func part(of file: UnsafeMutablePointer<FILE>, from start: Int, count: Int) -> String {
        fseek(file, start, SEEK_SET)
        var bytes = [UInt8](repeating: 0, count: count)
        let read = fread(&bytes, 1, count, file)
        return String(decoding: bytes[..<read], as: UTF8.self)
    }
}
