import Synchronization
import VitrailWorkers

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Reads a stream line by line on its own thread. Reads block until the writer has written, and must not delay drawing.
actor LineReader {
    /// A line that is not blank, without its line end.
    struct Line: Sendable {
        /// Line number from 1. Blank lines count.
        var number: Int
        /// `nil`: the line is longer than the limit and was skipped.
        var bytes: [UInt8]?
    }

    private let descriptor: CInt
    private let name: String
    private let limit: Int
    /// Read end and write end of a pipe. A byte in it ends the wait.
    private let waker: (CInt, CInt)
    private let isStopped = Atomic(false)
    private var chunk: [UInt8] = []
    /// Index of the first unread byte of `chunk`.
    private var position = 0
    private var number = 0
    private var isAtEnd = false
    private let executor = BlockingExecutor(label: "vitrail-input")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private static let chunkSize = 1 << 16

    /// - Parameter limit: bytes of the longest line.
    init(_ descriptor: CInt, name: String, limit: Int) throws(CommandError) {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw .cannotRead(name: name, code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (self.descriptor, self.name, self.limit, waker) = (descriptor, name, limit, (ends[0], ends[1]))
    }

    deinit {
        close(waker.0)
        close(waker.1)
    }

    /// The next line. `nil`: the end of the stream, or `stop` was called.
    func next() throws(CommandError) -> Line? {
        while !isStopped.load(ordering: .relaxed) {
            guard let bytes = try line() else { return nil }
            number += 1
            if let bytes, bytes.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) { continue }
            return Line(number: number, bytes: bytes)
        }
        return nil
    }

    /// Ends a running `next` and all later ones with `nil`.
    nonisolated func stop() {
        isStopped.store(true, ordering: .relaxed)
        var byte: UInt8 = 0
        _ = write(waker.1, &byte, 1)
    }

    /// Reads up to the next newline or the end of the stream. `.some(nil)`: too long. `nil`: no bytes are left.
    private func line() throws(CommandError) -> [UInt8]?? {
        var line: [UInt8] = []
        var isTooLong = false
        var hasBegun = false
        while true {
            if position == chunk.count {
                guard try fill() else { return hasBegun ? .some(isTooLong ? nil : line) : nil }
            }
            hasBegun = true
            let end = chunk[position...].firstIndex(of: UInt8(ascii: "\n")) ?? chunk.count
            isTooLong = isTooLong || line.count + (end - position) > limit
            if isTooLong { line = [] } else { line.append(contentsOf: chunk[position..<end]) }
            position = min(end + 1, chunk.count)
            if end < chunk.count { return .some(isTooLong ? nil : line) }
        }
    }

    /// Reads the next chunk. - Returns: false at the end.
    private func fill() throws(CommandError) -> Bool {
        position = 0
        chunk = []
        while !isAtEnd {
            var requests = [
                pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0),
                pollfd(fd: waker.0, events: CShort(POLLIN), revents: 0),
            ]
            guard poll(&requests, 2, -1) >= 0 else { continue }
            if requests[1].revents != 0 {
                isAtEnd = true
                break
            }
            var code: CInt = 0
            chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
                let read = read(descriptor, buffer.baseAddress, buffer.count)
                code = read < 0 ? errno : 0
                count = max(0, read)
            }
            if code == EAGAIN || code == EINTR { continue }
            if code != 0 { throw .cannotRead(name: name, code: code) }
            isAtEnd = chunk.isEmpty
            if !isAtEnd { return true }
        }
        return false
    }
}
