#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The input of a command: a file, a pipe, or standard input.
struct Input {
    /// A path, or `-`.
    let path: String

    init(_ path: String) { self.path = path }

    var isStandardInput: Bool { path == "-" }

    /// The name in messages.
    var name: String { isStandardInput ? StandardStreams.standardInput : path }

    /// Whether it can be read only once, from front to end: standard input, or the pipe of a shell's `<(command)`.
    var isStream: Bool {
        if isStandardInput { return true }
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Whether its bytes are gone after reading.
    var isPipe: Bool {
        var status = stat()
        return isStandardInput || stat(path, &status) == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Reads a whole stream.
    func read(limit: Int) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        try read(limit: limit) { bytes += $0 }
        return bytes
    }

    /// Reads a whole stream in chunks.
    func read(limit: Int, _ take: (ArraySlice<UInt8>) throws(CommandError) -> Void) throws(CommandError) {
        guard !isStandardInput else { return try StandardStreams.readAll(STDIN_FILENO, name: name, limit: limit, take) }
        // Non-blocking, because opening a named pipe would wait for a writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw .cannotRead(name: name, code: errno) }
        defer { close(file) }
        try take(awaitWriter(file)[...])
        try StandardStreams.readAll(file, name: name, limit: limit, take)
    }

    /// Seconds that a named pipe may have no writer.
    private static let writerPatience = 2

    /// Waits until a writer has opened the pipe, because a pipe without a writer looks like one at its end. The writer
    /// may then take any time.
    ///
    /// - Returns: the bytes that had to be read to find out: at most one.
    /// - Throws: `CommandError.noWriter`.
    private func awaitWriter(_ file: CInt) throws(CommandError) -> [UInt8] {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return [] }
        let end = ContinuousClock.now + .seconds(Self.writerPatience)
        while true {
            var request = pollfd(fd: file, events: CShort(POLLIN), revents: 0)
            // Bytes to read, or a writer that has already closed the pipe.
            if poll(&request, 1, 20) > 0 { return [] }
            var byte: UInt8 = 0
            let count = StandardStreams.readOnce(file, &byte)
            if count > 0 { return [byte] }
            // EAGAIN: there is a writer that has not written yet.
            if count < 0, errno != EINTR { return [] }
            if ContinuousClock.now >= end { throw .noWriter(name: name, seconds: Self.writerPatience) }
        }
    }

    /// The path without its extension.
    var stem: String {
        String(path.dropLast(Self.fileExtension(path).isEmpty ? 0 : Self.fileExtension(path).count + 1))
    }

    /// The extension without the dot. Empty if the last part of the path has none, or if its only dot is the first
    /// character.
    static func fileExtension(_ path: String) -> String {
        let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }
}

/// The bytes of a stream in an unnamed file, so that they can be mapped like any other file. The file is deleted with
/// the value.
struct Spool: ~Copyable {
    private let file: CInt

    /// Maximum bytes. A longer stream is considered endless.
    static let limit = 4 << 30

    /// Reads a stream to its end, directly into the file, so memory does not grow with it.
    static func reading(_ input: Input) throws(CommandError) -> Spool {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((folder + "/vitrail-XXXXXX").utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw .cannotWrite(name: folder, code: errno) }
        unlink(template)
        let spool = Spool(file: file)
        try input.read(limit: limit) { part throws(CommandError) in
            let code = StandardStreams.writeAll(part, to: file)
            if code != 0 { throw .cannotWrite(name: folder, code: code) }
        }
        return spool
    }

    deinit { close(file) }

    /// Calls `body` with a path to the bytes. The path is valid during the call.
    borrowing func withPath<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        try body("/proc/self/fd/\(file)")
    }
}
