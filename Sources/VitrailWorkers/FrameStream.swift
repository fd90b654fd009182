import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Messages over a socket. Each has a JSON header and parts of arbitrary bytes.
///
/// ```
///  u32 bytes of the header · u32 count of parts · u64 bytes of each part … · header · parts …
/// ```
///
/// Numbers are little-endian. Both ends are processes of one program, but one of them may be faulty, so sizes are
/// checked before memory is allocated.
package struct FrameStream: Sendable {
    package enum Failure: Error, Equatable {
        /// The other end closed the socket, between two frames or within one.
        case closed
        case timedOut
        /// `code` is the value of `errno`.
        case system(code: CInt)
        /// The received bytes are not a valid frame.
        case malformed
    }

    package struct Frame: Sendable {
        package var header: [UInt8]
        package var parts: [[UInt8]]
    }

    let descriptor: CInt
    /// Maximum bytes of all parts together.
    let limit: Int

    private static let maxHeader = 16 << 20
    private static let maxParts = 1_001

    package init(_ descriptor: CInt, limit: Int) { (self.descriptor, self.limit) = (descriptor, limit) }

    // MARK: Sending

    /// - Parameter deadline: `nil`: waits as long as the other end lives.
    package func send(
        _ header: some Encodable, _ parts: [[UInt8]], until deadline: ContinuousClock.Instant? = nil
    ) throws(Failure) {
        guard let header = try? JSONEncoder().encode(header), header.count <= Self.maxHeader,
            parts.count <= Self.maxParts
        else { throw .malformed }
        var head: [UInt8] = []
        head.reserveCapacity(8 + 8 * parts.count + header.count)
        Self.append(UInt32(header.count), to: &head)
        Self.append(UInt32(parts.count), to: &head)
        for part in parts { Self.append(UInt64(part.count), to: &head) }
        head += header
        try write(head, until: deadline)
        for part in parts where !part.isEmpty { try write(part, until: deadline) }
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant?) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent,
                    CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                try wait(for: POLLOUT, until: deadline)
            } else if errno == EPIPE || errno == ECONNRESET {
                throw .closed
            } else if errno != EINTR {
                throw .system(code: errno)
            }
        }
    }

    // MARK: Receiving

    package func receive(until deadline: ContinuousClock.Instant? = nil) throws(Failure) -> Frame {
        let sizes = try read(8, until: deadline)
        let (headerCount, partCount) = (Self.number(sizes, at: 0, UInt32.self), Self.number(sizes, at: 4, UInt32.self))
        guard headerCount <= Self.maxHeader, partCount <= Self.maxParts else { throw .malformed }
        let lengths = try read(8 * partCount, until: deadline)
        var (counts, total) = ([Int](), 0)
        for k in 0..<partCount {
            let count = Self.number(lengths, at: 8 * k, UInt64.self)
            guard count <= limit - total else { throw .malformed }
            total += count
            counts.append(count)
        }
        let header = try read(headerCount, until: deadline)
        var parts: [[UInt8]] = []
        for count in counts { parts.append(try read(count, until: deadline)) }
        return Frame(header: header, parts: parts)
    }

    private static func number<Value: FixedWidthInteger>(_ bytes: [UInt8], at place: Int, _: Value.Type) -> Int {
        let value = bytes.withUnsafeBytes {
            Value(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Value.self))
        }
        return Int(exactly: value) ?? .max
    }

    private func read(_ count: Int, until deadline: ContinuousClock.Instant?) throws(Failure) -> [UInt8] {
        guard count > 0 else { return [] }
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(Failure) {
                while filled < count {
                    let got = recv(
                        descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, CInt(MSG_DONTWAIT))
                    if got > 0 {
                        filled += got
                    } else if got == 0 || errno == ECONNRESET {
                        throw .closed
                    } else if errno == EAGAIN {
                        try wait(for: POLLIN, until: deadline)
                    } else if errno != EINTR {
                        throw .system(code: errno)
                    }
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private func wait(for event: CInt, until deadline: ContinuousClock.Instant?) throws(Failure) {
        var request = pollfd(fd: descriptor, events: CShort(event), revents: 0)
        var milliseconds: CInt = -1
        if let deadline {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { throw .timedOut }
            milliseconds = CInt(min(left.rounded(.up), 1e9))
        }
        _ = poll(&request, 1, milliseconds)
    }
}

extension FrameStream.Frame {
    /// - Throws: `FrameStream.Failure.malformed`.
    package func decoded<Header: Decodable>(_: Header.Type) throws(FrameStream.Failure) -> Header {
        guard let value = try? JSONDecoder().decode(Header.self, from: Data(header)) else { throw .malformed }
        return value
    }
}
