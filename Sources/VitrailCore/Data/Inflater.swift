import CData

/// Decompresses one stream of gzip, zlib or raw deflate data with zlib, part by part or at once.
///
/// A gzip file may have several members; their contents are joined. The size of the result is bounded by a limit, since a
/// megabyte can become a gigabyte.
@safe struct Inflater: ~Copyable {
    enum Format {
        /// RFC 1952, as `.gz` files.
        case gzip
        /// RFC 1950.
        case zlib
        /// RFC 1951, without header and checksum, as members of zip archives.
        case deflate
    }

    /// No format of deflate expands a byte to more.
    static let maxRatio = 1032

    private let stream: OpaquePointer
    private let format: Format
    /// Bytes that may still be written.
    private var left: Int
    private let limit: Int
    /// Whether a stream ended, and nothing behind it was read yet.
    private var isBetweenStreams = false
    private(set) var isAtEnd = false

    /// - Parameter limit: bytes that the decompressed data may have.
    init(_ format: Format, limit: Int) throws(InflateError) {
        let kind = switch format {
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
    ///   - input: the compressed data from byte `position` on; the next call goes on where this one stopped.
    ///   - position: moves behind the bytes that were consumed.
    ///   - isLast: whether no input follows: then data that do not end with it are truncated.
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
            // One byte more than is allowed shows that the limit is too low.
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

    /// A gzip member may be followed by another one, or by zeros (tape blocks).
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

    /// All of the data.
    ///
    /// - Parameters:
    ///   - limit: bytes that the result may have.
    ///   - expected: bytes that the result probably has; a right guess saves copies, a wrong one does no harm.
    static func inflate(
        _ input: Span<UInt8>, _ format: Format, limit: Int, expected: Int? = nil
    ) throws(InflateError) -> [UInt8] {
        var inflater = try Inflater(format, limit: limit)
        var position = 0
        var result: [UInt8] = []
        let guess = min(expected ?? sizeHint(input, format), limit, bound(input.count))
        // One byte of room behind the last one: the end of the stream is found there.
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

    /// Bytes that so much compressed data can become at most.
    private static func bound(_ count: Int) -> Int {
        let (bytes, overflows) = count.multipliedReportingOverflow(by: maxRatio)
        return overflows ? .max : bytes
    }

    /// The size that the last gzip member states (modulo 2³²), or four times the input.
    private static func sizeHint(_ input: Span<UInt8>, _ format: Format) -> Int {
        guard case .gzip = format, input.count >= 18 else { return input.count * 4 }
        return (1...4).reduce(0) { $0 << 8 | Int(input[input.count - $1]) }
    }
}

/// Why data cannot be decompressed.
enum InflateError: Error, Equatable {
    /// In zlib's words.
    case corrupt(String)
    /// The data end too early.
    case truncated
    /// The decompressed data have more bytes than is allowed.
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
