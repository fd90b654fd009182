/// Contents of an Arrow file (with a footer) or stream: the columns, batches of rows, and dictionaries.
struct ArrowContents: Sendable {
    let schema: ArrowSchema
    private(set) var batches: [ArrowBatch] = []
    private(set) var rows = 0
    /// Dictionaries by id, each with its versions in the order of the stream.
    private(set) var dictionaries: [Int64: [Version]] = [:]

    /// Entries of a dictionary, valid from the batch `firstBatch` on. A later batch may append or replace entries.
    struct Version: Sendable {
        let firstBatch: Int
        var parts: [ArrowBatch]
    }

    private static let magic = Array("ARROW1".utf8)
    /// Length of the fixed part at the end of a file: the footer size and the magic.
    private static let endLength = 10

    init(_ bytes: Span<UInt8>) throws(FlatTable.Fault) {
        if Self.holds(Self.magic, bytes, at: 0) {
            try self.init(file: bytes)
        } else {
            try self.init(stream: bytes)
        }
    }

    private static func holds(_ magic: [UInt8], _ bytes: Span<UInt8>, at start: Int) -> Bool {
        guard start >= 0, bytes.count - start >= magic.count else { return false }
        return magic.indices.allSatisfy { bytes[start + $0] == magic[$0] }
    }

    // MARK: Files

    private init(file bytes: Span<UInt8>) throws(FlatTable.Fault) {
        guard bytes.count >= 8 + Self.endLength, Self.holds(Self.magic, bytes, at: bytes.count - Self.magic.count),
            let size = bytes.int32(at: bytes.count - Self.endLength)
        else { throw FlatTable.Fault(reason: "its end is missing: it is cut off, or still being written") }
        guard size > 0, Int(size) <= min(bytes.count - 8 - Self.endLength, ArrowMessage.maxMetadata) else {
            throw FlatTable.Fault(reason: "its footer is \(size) bytes long")
        }
        let end = bytes.count - Self.endLength
        let footer = try FlatTable(root: bytes.copy(end - Int(size)..<end))
        let version = try footer.integer(0, Int16.self)
        guard version == 3 || version == 4 else { throw ArrowMessage.unknownVersion(version) }
        guard let schema = try footer.table(1) else { throw FlatTable.Fault(reason: "its schema is missing") }
        self.schema = try ArrowSchema(schema, isVersion4: version == 3)
        // Blocks must not overlap: otherwise a small file could contain any number of rows.
        var left = bytes.count
        for (field, kind) in [(2, ArrowMessage.Kind.dictionaryBatch), (3, .recordBatch)] {
            let blocks = try footer.structs(field, stride: 24)
            for k in 0..<blocks.count {
                let offset = blocks.int64(k)
                guard offset >= 8, offset < end, let message = try ArrowMessage(bytes, at: Int(offset)),
                    message.kind == kind
                else {
                    throw FlatTable.Fault(reason: "its footer names a batch that is not there")
                }
                left -= message.body.upperBound - Int(offset)
                guard left > 0 else { throw FlatTable.Fault(reason: "its footer names batches that overlap") }
                try add(message, mayReplace: false)
            }
        }
    }

    // MARK: Streams

    private init(stream bytes: Span<UInt8>) throws(FlatTable.Fault) {
        let strange = FlatTable.Fault(reason: "it does not start like one")
        // Before 2019, a stream began with the length of its schema.
        guard let first = bytes.int32(at: 0), first == -1 || first > 0 && Int(first) < bytes.count else {
            throw strange
        }
        let message: ArrowMessage?
        do throws(FlatTable.Fault) { message = try ArrowMessage(bytes, at: 0) } catch {
            throw first == -1 ? error : strange
        }
        guard let start = message, start.kind == .schema else { throw strange }
        schema = try ArrowSchema(start.header, isVersion4: start.isVersion4)
        var offset = start.body.upperBound
        while let message = try ArrowMessage(bytes, at: offset) {
            guard message.kind != .schema else { throw FlatTable.Fault(reason: "it has a second schema") }
            try add(message, mayReplace: true)
            offset = message.body.upperBound
        }
    }

    // MARK: Batches

    private mutating func add(_ message: ArrowMessage, mayReplace: Bool) throws(FlatTable.Fault) {
        switch message.kind {
        case .recordBatch:
            let batch = try ArrowBatch(message.header, body: message.body)
            rows += batch.rows
            guard rows <= Column.maxCount else {
                throw FlatTable.Fault(reason: "it has more than \(Column.maxCount) rows")
            }
            batches.append(batch)
        case .dictionaryBatch:
            let id = try message.header.integer(0, Int64.self)
            guard let data = try message.header.table(1) else { throw ArrowBatch.incomplete }
            let entries = try ArrowBatch(data, body: message.body)
            let isDelta = try message.header.bool(2)
            if isDelta, let last = dictionaries[id]?.indices.last {
                // Existing entries keep their indices.
                dictionaries[id]?[last].parts.append(entries)
            } else {
                guard mayReplace || dictionaries[id] == nil else {
                    throw FlatTable.Fault(reason: "it replaces a dictionary, as only streams can")
                }
                dictionaries[id, default: []].append(Version(firstBatch: batches.count, parts: [entries]))
            }
        case .schema, nil: break
        }
    }
}
