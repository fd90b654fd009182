import CColumns

extension DescriptionError {
    /// An error for bytes that are not a partial result, or that are damaged.
    static func partial(_ message: String) -> DescriptionError { DescriptionError(path: "", message: message) }
}

/// Writes values one after the other. Single integers are little-endian; arrays have this machine's byte order.
struct PartialWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
        write(array: [value.littleEndian])
    }
    mutating func write(_ value: Double) { write(value.bitPattern) }
    mutating func write(_ value: Bool) { write(UInt8(value ? 1 : 0)) }

    mutating func write(_ text: String) { write(bytes: Array(text.utf8)) }

    mutating func write(bytes other: [UInt8]) {
        write(UInt64(other.count))
        bytes += other
    }

    /// Writes the count, then the values.
    mutating func write<Value: BitwiseCopyable>(_ values: [Value]) {
        write(UInt64(values.count))
        write(array: values)
    }

    private mutating func write<Value: BitwiseCopyable>(array: [Value]) {
        unsafe array.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }
}

/// Reads the bytes of `PartialWriter`. Checks each count against the remaining bytes before it allocates memory.
struct PartialReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var left: Int { bytes.count - position }

    mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type = Value.self
    ) throws(DescriptionError) -> Value {
        try values(1, of: type)[0].littleEndian
    }

    mutating func double() throws(DescriptionError) -> Double { Double(bitPattern: try integer()) }

    mutating func bool() throws(DescriptionError) -> Bool {
        let value: UInt8 = try integer()
        guard value < 2 else { throw Self.broken }
        return value == 1
    }

    /// Reads a number that is not negative.
    mutating func number() throws(DescriptionError) -> Int {
        let value: UInt64 = try integer()
        guard value <= UInt64(Int.max) else { throw Self.broken }
        return Int(value)
    }

    /// Reads the count of the elements that follow; `size` is the minimum number of bytes per element.
    mutating func count(of size: Int) throws(DescriptionError) -> Int {
        let count = try number()
        guard count <= left / max(size, 1) else { throw Self.broken }
        return count
    }

    mutating func text() throws(DescriptionError) -> String {
        guard let text = String(validating: try blob(), as: UTF8.self) else { throw Self.broken }
        return text
    }

    mutating func blob() throws(DescriptionError) -> [UInt8] { try array() }

    mutating func array<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) throws(DescriptionError) -> [Value] {
        try values(try count(of: MemoryLayout<Value>.size), of: type)
    }

    private mutating func values<Value: BitwiseCopyable>(
        _ count: Int, of type: Value.Type
    ) throws(DescriptionError) -> [Value] {
        let size = MemoryLayout<Value>.size
        guard count <= left / size else { throw Self.broken }
        let start = position
        position += count * size
        return unsafe [Value](unsafeUninitializedCapacity: count) { values, made in
            unsafe UnsafeMutableRawBufferPointer(values).copyBytes(from: bytes[start..<start + count * size])
            made = count
        }
    }

    func finish() throws(DescriptionError) {
        guard left == 0 else { throw Self.broken }
    }

    static var broken: DescriptionError {
        .partial("the bytes contradict themselves: they are damaged, or of another version")
    }
}

/// A plan, extents or a partial result as bytes:
///
///     0   magic "VTPART\r\n"        40  size of the content, bytes
///     8   version                   48  size of the compressed content, bytes (one LZ4 block)
///     10  kind                      56  CRC-32 of everything except this number
///     12  0                         60  0
///     16  hash of the plan          64  the compressed content
struct PartialEnvelope {
    enum Kind: UInt16 {
        case plan = 1
        case extents, result

        var words: String {
            switch self {
            case .plan: "a plan"
            case .extents: "extents"
            case .result: "a partial result"
            }
        }
    }

    static let version: UInt16 = 1
    /// Maximum size of a content, so that a few bytes cannot claim a lot of memory.
    static let maxBytes = 1 << 30
    private static let magic = Array("VTPART\r\n".utf8)
    private static let headerSize = 64
    /// Maximum compression ratio: LZ4 expands one byte to at most 255 bytes.
    private static let maxRepeated = 256

    var kind: Kind
    var plan: PartialHash
    var content: [UInt8]

    func sealed() throws(DescriptionError) -> [UInt8] {
        guard content.count <= Self.maxBytes else {
            throw .partial(
                "the partial result takes \(content.count) bytes; at most \(Self.maxBytes) are written. Make the picture smaller"
            )
        }
        let packed = unsafe [UInt8](unsafeUninitializedCapacity: max(vitrail_lz4_bound(content.count), 1)) {
            packed, count in
            count = unsafe content.withUnsafeBufferPointer {
                unsafe vitrail_lz4_compress($0.baseAddress, $0.count, packed.baseAddress, packed.count)
            }
        }
        guard !packed.isEmpty else { throw .partial("the partial result cannot be compressed") }
        var head = PartialWriter()
        for byte in Self.magic { head.write(byte) }
        head.write(Self.version)
        head.write(kind.rawValue)
        head.write(UInt32(0))
        head.write(plan.low)
        head.write(plan.high)
        head.write(UInt64(0))
        head.write(UInt64(content.count))
        head.write(UInt64(packed.count))
        let crc = Self.crc(head.bytes, packed)
        head.write(crc)
        head.write(UInt32(0))
        return head.bytes + packed
    }

    private static func crc(_ head: [UInt8], _ packed: [UInt8]) -> UInt32 {
        [head, packed].reduce(0) { crc, bytes in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe $0.baseAddress.map { start in unsafe vitrail_crc32(crc, start, bytes.count) } ?? crc
            }
        }
    }

    init(kind: Kind, plan: PartialHash, content: [UInt8]) {
        (self.kind, self.plan, self.content) = (kind, plan, content)
    }

    /// - Throws: `DescriptionError` if the bytes are not an envelope, are damaged, or have another version.
    init(_ bytes: [UInt8]) throws(DescriptionError) {
        guard bytes.count >= Self.headerSize, Array(bytes.prefix(Self.magic.count)) == Self.magic else {
            throw .partial("\(bytes.count) bytes that are no partial result of vitrail, or cut off")
        }
        var reader = PartialReader(Array(bytes[Self.magic.count..<Self.headerSize]))
        let version: UInt16 = try reader.integer()
        guard version == Self.version else {
            throw .partial(
                "the bytes are of version \(version), this library reads version \(Self.version): all machines need the same version of vitrail"
            )
        }
        let kind: UInt16 = try reader.integer()
        let zero: UInt32 = try reader.integer()
        plan = PartialHash(low: try reader.integer(), high: try reader.integer())
        let other: UInt64 = try reader.integer()
        let (size, packedSize) = (try reader.number(), try reader.number())
        let crc: UInt32 = try reader.integer()
        let rest: UInt32 = try reader.integer()
        let packed = Array(bytes[Self.headerSize...])
        guard packed.count == packedSize else {
            throw .partial(
                "\(packed.count) bytes follow the header, which says \(packedSize): they are cut off or damaged")
        }
        guard Self.crc(Array(bytes.prefix(Self.headerSize - 8)), packed) == crc, zero == 0, other == 0, rest == 0,
            let known = Kind(rawValue: kind)
        else {
            throw .partial("the checksum is another one: the bytes are damaged")
        }
        guard size <= Self.maxBytes, size <= packed.count * Self.maxRepeated else { throw PartialReader.broken }
        var written = 0
        content = unsafe [UInt8](unsafeUninitializedCapacity: size) { content, count in
            written = unsafe packed.withUnsafeBufferPointer {
                unsafe vitrail_lz4_expand($0.baseAddress, $0.count, content.baseAddress, size)
            }
            count = written == size ? size : 0
        }
        guard written == size else { throw PartialReader.broken }
        self.kind = known
    }
}

/// Hash that identifies a plan: two 64-bit FNV-1a hashes.
struct PartialHash: Equatable, Sendable {
    var low: UInt64 = 0xcbf2_9ce4_8422_2325
    var high: UInt64 = 0x6c62_272e_07bb_0142

    init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

    init(of bytes: [UInt8]) {
        for byte in bytes {
            low = (low ^ UInt64(byte)) &* 0x100_0000_01b3
            high = (high ^ UInt64(byte ^ 0x5c)) &* 0x100_0000_01b3
        }
    }
}
