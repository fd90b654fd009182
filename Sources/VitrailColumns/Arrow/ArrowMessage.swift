/// A message of an Arrow file: metadata, and the body bytes they describe.
///
///     ┌ FF FF FF FF │ size │ metadata, a flatbuffer │ body … ┐   Files written before 2019 have no FF FF FF FF.
///
/// - Source: Arrow Columnar Format, "Serialization and Interprocess Communication".
struct ArrowMessage: Sendable {
    enum Kind: UInt8 {
        case schema = 1
        case dictionaryBatch, recordBatch
    }

    /// `nil`: a message of another kind, which a table does not use.
    let kind: Kind?
    let header: FlatTable
    let isVersion4: Bool
    /// Range of bytes in the file.
    let body: Range<Int>

    /// Maximum size of metadata in bytes. Metadata are copied, so they stay valid if the file changes after the check.
    static let maxMetadata = 1 << 28

    /// Reads the message that begins at an offset.
    ///
    /// - Returns: `nil` at the end of a stream.
    init?(_ bytes: Span<UInt8>, at offset: Int) throws(FlatTable.Fault) {
        if offset == bytes.count { return nil }
        guard let first = bytes.int32(at: offset) else { throw Self.cut }
        let start = offset + (first == -1 ? 8 : 4)
        guard let size = first == -1 ? bytes.int32(at: offset + 4) : first else { throw Self.cut }
        if size == 0 { return nil }
        guard size > 0, size <= Self.maxMetadata else {
            throw FlatTable.Fault(reason: "a message of it is \(size) bytes long")
        }
        guard Int(size) <= bytes.count - start else { throw Self.cut }
        let message = try FlatTable(root: bytes.copy(start..<start + Int(size)))
        let version = try message.integer(0, Int16.self)
        guard version == 3 || version == 4 else { throw Self.unknownVersion(version) }
        isVersion4 = version == 3
        kind = Kind(rawValue: try message.integer(1, UInt8.self))
        guard let header = try message.table(2) else { throw FlatTable.Fault(reason: "a message of it is empty") }
        self.header = header
        let length = try message.integer(3, Int64.self)
        let bodyStart = start + Int(size)
        guard length >= 0, length <= bytes.count - bodyStart else { throw Self.cut }
        body = bodyStart..<bodyStart + Int(length)
    }

    static let cut = FlatTable.Fault(reason: "it is cut off")

    static func unknownVersion(_ version: Int16) -> FlatTable.Fault {
        FlatTable.Fault(reason: "its metadata are of version \(Int(version) + 1); 4 and 5 are read")
    }
}

extension Span<UInt8> {
    /// The little-endian integer at an offset. `nil`: out of bounds.
    func int32(at offset: Int) -> Int32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 | Int32(bitPattern: UInt32(self[offset + $1]) << UInt32(8 * $1)) }
    }

    /// - Precondition: The range is inside the span.
    func copy(_ range: Range<Int>) -> [UInt8] {
        let part = extracting(range)
        return unsafe part.withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }
}
