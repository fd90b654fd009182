/// A record batch of an Arrow file, or a batch of dictionary entries.
struct ArrowBatch: Sendable {
    let rows: Int
    let codec: BufferCodec?
    private let nodes, buffers, variadicCounts: FlatTable.Structs
    private let body: Range<Int>

    init(_ header: FlatTable, body: Range<Int>) throws(FlatTable.Fault) {
        let length = try header.integer(0, Int64.self)
        guard (0...Int64(Column.maxCount)).contains(length) else {
            throw FlatTable.Fault(reason: "a batch of it has \(length) rows")
        }
        rows = Int(length)
        self.body = body
        nodes = try header.structs(1, stride: 16)
        buffers = try header.structs(2, stride: 16)
        variadicCounts = try header.structs(4, stride: 8)
        codec = try header.table(3).map { compression throws(FlatTable.Fault) in
            guard let codec = BufferCodec(rawValue: try compression.integer(0, Int8.self)),
                try compression.integer(1, Int8.self) == 0
            else {
                throw FlatTable.Fault(reason: "its compression is not known")
            }
            return codec
        }
    }

    /// The values of one column in a batch.
    struct Part: Sendable {
        let rows: Int
        /// Whether a row may be a gap.
        let hasGaps: Bool
        /// One bit per row, 0 for a gap. `nil`: each row has a value.
        let validity: ArrowBuffer?
        /// Buffers in the order of the format, without validity.
        let buffers: [ArrowBuffer]
    }

    /// - Parameters:
    ///   - file: The bytes of the file, needed to read the lengths of compressed buffers.
    ///   - count: Number of buffers without variadic ones.
    func part(
        of field: ArrowSchema.Field, _ file: Span<UInt8>, buffers count: Int, isView: Bool = false
    ) throws(FlatTable.Fault) -> Part {
        guard field.node < nodes.count else { throw Self.incomplete }
        let nullCount = nodes.int64(field.node, at: 8)
        guard nodes.int64(field.node) == rows, nullCount >= -1, nullCount <= rows else { throw Self.incomplete }
        guard count > 0 else { return Part(rows: rows, hasGaps: rows > 0, validity: nil, buffers: []) }
        var first = field.buffer
        for k in 0..<field.view { first += try variadicCount(k) }
        let all = isView ? count + (try variadicCount(field.view)) : count
        guard all <= buffers.count, first <= buffers.count - all else { throw Self.incomplete }
        var parts: [ArrowBuffer] = []
        for k in 0..<all { parts.append(try buffer(first + k, file)) }
        let validity = parts[0].count == 0 || nullCount == 0 ? nil : parts[0]
        if let validity { guard validity.count >= (rows + 7) / 8 else { throw Self.incomplete } }
        if nullCount > 0, validity == nil { throw Self.incomplete }
        return Part(rows: rows, hasGaps: validity != nil, validity: validity, buffers: Array(parts.dropFirst()))
    }

    private func variadicCount(_ k: Int) throws(FlatTable.Fault) -> Int {
        guard k < variadicCounts.count, (0...Int64(buffers.count)).contains(variadicCounts.int64(k)) else {
            throw Self.incomplete
        }
        return Int(variadicCounts.int64(k))
    }

    private func buffer(_ k: Int, _ file: Span<UInt8>) throws(FlatTable.Fault) -> ArrowBuffer {
        let (offset, length) = (buffers.int64(k), buffers.int64(k, at: 8))
        guard offset >= 0, length >= 0, offset <= body.count, length <= Int64(body.count) - offset else {
            throw FlatTable.Fault(reason: "one of its buffers is outside the file")
        }
        let start = body.lowerBound + Int(offset)
        return try ArrowBuffer(start..<start + Int(length), codec, file)
    }

    static let incomplete = FlatTable.Fault(reason: "a batch of it is damaged")
}
