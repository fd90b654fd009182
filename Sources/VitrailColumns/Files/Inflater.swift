import CColumns

/// Decompresses one stream of gzip, zlib or raw deflate data with zlib, incrementally or at once.
///
/// The contents of all members of a gzip file are joined. A limit bounds the size of the result, because a megabyte can
/// expand to a gigabyte.
@safe struct Inflater: ~Copyable {
    enum Format {
        /// RFC 1952: `.gz` files.
        case gzip
        /// RFC 1950.
        case zlib
        /// RFC 1951, without header and checksum: members of zip archives.
        case deflate
    }

    /// Maximum expansion ratio of deflate.
    static let maxRatio = 1032

    private let stream: OpaquePointer
    private let format: Format
    /// Bytes that may still be written.
    private var left: Int
    private let limit: Int
    /// Whether a stream has ended and no byte after it has been read yet.
    private var isBetweenStreams = false
    private(set) var isAtEnd = false

    /// - Parameter limit: Maximum size of the decompressed data in bytes.
    init(_ format: Format, limit: Int) throws(InflateError) {
        let kind =
            switch format {
            case .gzip: VITRAIL_GZIP
            case .zlib: VITRAIL_ZLIB
            case .deflate: VITRAIL_DEFLATE
            }
        guard let stream = unsafe vitrail_inflater_new(kind) else { throw .noMemory }
        unsafe self.stream = stream
        self.format = format
        self.limit = max(0, limit)
        left = self.limit
    }

    deinit { unsafe vitrail_inflater_free(stream) }

    /// Appends decompressed bytes until `output` is full, `input` is consumed, or the data end.
    ///
    /// - Parameters:
    ///   - input: Compressed data, read from byte `position` on. The next call continues where this one stopped.
    ///   - position: Advanced past the consumed bytes.
    ///   - isLast: Whether no input follows. If so, data that do not end with this input are truncated.
    mutating func inflate(
        _ input: Span<UInt8>, from position: inout Int, isLast: Bool, into output: inout OutputSpan<UInt8>
    ) throws(InflateError) {
        while !isAtEnd, isBetweenStreams || output.freeCapacity > 0, position < input.count || isLast {
            if isBetweenStreams {
                try startStream(input, from: &position, isLast: isLast)
                continue
            }
            let part = input.extracting(position..<input.count)
            var consumed = part.count
            // Allow one extra byte, to detect data that exceed the limit.
            let room = left < output.freeCapacity ? left + 1 : output.freeCapacity
            var written = room
            let state = unsafe part.withUnsafeBufferPointer { source in
                unsafe output.withUnsafeMutableBufferPointer { target, count in
                    let start = unsafe target.baseAddress! + count
                    let state = unsafe vitrail_inflate(stream, source.baseAddress, &consumed, start, &written)
                    count += written
                    return state
                }
            }
            position += consumed
            left -= written
            guard left >= 0 else { throw .tooLarge(limit: limit) }
            switch state {
            case VITRAIL_INFLATE_MORE:
                if written == room { continue }
                guard isLast else { return }
                throw .truncated
            case VITRAIL_INFLATE_END: isBetweenStreams = true
            case VITRAIL_INFLATE_NO_MEMORY: throw .noMemory
            default:
                let words = unsafe vitrail_inflater_message(stream)
                throw .corrupt(unsafe words.map { unsafe String(cString: $0) } ?? "no \(format) data")
            }
        }
    }

    /// Begins the next stream. Another gzip member or zeros (tape blocks) may follow a gzip member.
    private mutating func startStream(
        _ input: Span<UInt8>, from position: inout Int, isLast: Bool
    ) throws(InflateError) {
        var isGzip = false
        if case .gzip = format { isGzip = true }
        while isGzip, position < input.count, input[position] == 0 { position += 1 }
        guard position < input.count else { return isAtEnd = isLast }
        guard isGzip, input[position] == 0x1F else {
            throw .corrupt("\(input.count - position) bytes follow the end of the data")
        }
        unsafe vitrail_inflater_reset(stream)
        isBetweenStreams = false
    }

    /// Decompresses all of the data.
    ///
    /// - Parameters:
    ///   - limit: Maximum size of the result in bytes.
    ///   - expected: Probable size of the result in bytes. A correct value saves copies; a wrong one is harmless.
    static func inflate(
        _ input: Span<UInt8>, _ format: Format, limit: Int, expected: Int? = nil
    ) throws(InflateError) -> [UInt8] {
        var inflater = try Inflater(format, limit: limit)
        var position = 0
        var result: [UInt8] = []
        let guess = min(expected ?? sizeHint(input, format), limit, bound(input.count))
        // One spare byte, because zlib detects the end of the stream only with room left.
        result.reserveCapacity(max(guess, 0) + 1)
        while !inflater.isAtEnd {
            var fault: InflateError?
            let room = max(result.capacity - result.count, min(max(result.count, 1 << 16), 1 << 28))
            result.append(addingCapacity: room) { output in
                do throws(InflateError) {
                    try inflater.inflate(input, from: &position, isLast: true, into: &output)
                } catch {
                    fault = error
                }
            }
            if let fault { throw fault }
        }
        return result
    }

    /// Maximum decompressed size for `count` bytes of compressed data.
    private static func bound(_ count: Int) -> Int {
        let (bytes, overflows) = count.multipliedReportingOverflow(by: maxRatio)
        return overflows ? .max : bytes
    }

    /// The size stated by the last gzip member (modulo 2³²), or four times the input size.
    private static func sizeHint(_ input: Span<UInt8>, _ format: Format) -> Int {
        guard case .gzip = format, input.count >= 18 else { return input.count * 4 }
        return (1...4).reduce(0) { $0 << 8 | Int(input[input.count - $1]) }
    }
}

/// Why data cannot be decompressed.
enum InflateError: Error, Equatable {
    /// Damaged data, with zlib's message.
    case corrupt(String)
    /// The data end too early.
    case truncated
    /// The decompressed data exceed the limit.
    case tooLarge(limit: Int)
    case noMemory
}

extension InflateError: CustomStringConvertible {
    var description: String {
        switch self {
        case .corrupt(let reason): "the compressed data are damaged: \(reason)"
        case .truncated: "the compressed data are cut off"
        case .tooLarge(let limit): "the decompressed data have more than \(limit) bytes"
        case .noMemory: "there is not enough memory to decompress it"
        }
    }
}
