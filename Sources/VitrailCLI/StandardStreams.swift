#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Descriptors 0, 1 and 2 through system calls: no buffer that can be lost, and no trap if one of them is closed.
enum StandardStreams {
    /// Opens /dev/null in place of closed streams, with the wrong direction, so that using them still fails.
    ///
    /// Otherwise the first opened file would become standard output, and the picture would be written into it.
    static func occupy() {
        for descriptor: CInt in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free descriptor, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes a text and a newline to standard output.
    static func print(_ text: String) throws(CommandError) {
        let code = writeAll(Array((text + "\n").utf8), to: STDOUT_FILENO)
        if code != 0 { throw .cannotWrite(name: standardOutput, code: code) }
    }

    /// Writes a text and a newline to standard error in one write. Errors are ignored. Control characters become
    /// blanks, because some messages contain a driver's log, and a terminal would execute them.
    static func tell(_ text: String) {
        let scalars = text.unicodeScalars.map {
            $0 != "\n" && $0 != "\t" && $0.properties.generalCategory == .control ? " " : $0
        }
        _ = writeAll(Array((String(String.UnicodeScalarView(scalars)) + "\n").utf8), to: STDERR_FILENO)
    }

    /// - Parameters:
    ///   - subject: the refused content with its verb: `a picture is`.
    ///   - instead: an alternative.
    /// - Throws: `CommandError.usage` if standard output is a terminal.
    static func refuseTerminal(_ subject: String, _ instead: String = "") throws(CommandError) {
        guard isatty(STDOUT_FILENO) != 0 else { return }
        throw .usage("\(subject) not written to a terminal;\(instead) send standard output elsewhere")
    }

    static let standardOutput = "standard output"
    static let standardInput = "standard input"

    /// Writes all bytes. - Returns: 0, or the error number.
    static func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> CInt { writeAll(bytes[...], to: descriptor) }

    static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) -> CInt {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    // The other end of the pipe has set it to non-blocking.
                    wait(for: descriptor, CShort(POLLOUT))
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }

    /// Reads one byte with one system call. - Returns: the result of `read`.
    static func readOnce(_ descriptor: CInt, _ byte: inout UInt8) -> Int { read(descriptor, &byte, 1) }

    /// Reads the rest in chunks, at most `limit` bytes.
    static func readAll(
        _ descriptor: CInt, name: String, limit: Int, _ take: (ArraySlice<UInt8>) throws(CommandError) -> Void
    ) throws(CommandError) {
        var total = 0
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try readChunk(descriptor, into: &chunk, name: name)
            guard count > 0 else { return }
            total += count
            guard total <= limit else { throw .tooLarge(name: name, limit: limit) }
            try take(chunk[..<count])
        }
    }

    /// Reads bytes as soon as some are there. - Returns: their number; 0: the end.
    static func readChunk(_ descriptor: CInt, into chunk: inout [UInt8], name: String) throws(CommandError) -> Int {
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno == EAGAIN {
                wait(for: descriptor, CShort(POLLIN))
            } else if errno != EINTR {
                throw .cannotRead(name: name, code: errno)
            }
        }
    }

    private static func wait(for descriptor: CInt, _ events: CShort) {
        var request = pollfd(fd: descriptor, events: events, revents: 0)
        _ = poll(&request, 1, -1)
    }
}
