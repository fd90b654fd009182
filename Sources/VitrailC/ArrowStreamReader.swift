import CVitrail
import Glibc
import VitrailColumns

/// Reads a stream of Arrow's C data interface into a table. Number columns stay in the producer's memory. A batch is
/// released after its last column.
///
/// - Source: https://arrow.apache.org/docs/format/CDataInterface.html, CStreamInterface.html
struct ArrowStreamReader {
    private let stream: UnsafeMutablePointer<ArrowArrayStream>

    /// - Throws: `Failure` for a stream that is already released.
    init(_ stream: UnsafeMutablePointer<ArrowArrayStream>) throws(Failure) {
        guard stream.pointee.release != nil else { throw .argument("stream", "it is released already") }
        self.stream = stream
    }

    /// Releases the stream.
    mutating func release() {
        stream.pointee.release?(stream)
        stream.pointee.release = nil
    }

    /// Reads all batches.
    mutating func read() throws -> TableBox {
        let schema = ArrowOwnedSchema()
        guard let next = stream.pointee.get_schema else { throw Failure.argument("stream", "get_schema is NULL") }
        let code = next(stream, schema.schema)
        guard code == 0 else { throw Failure.data("stream", "the producer has no schema: \(words(code))") }
        guard schema.schema.pointee.release != nil else {
            throw Failure.data("stream", "the producer's schema is released")
        }
        let (fields, isStruct) = try ArrowField.all(of: schema.schema.pointee)
        var columns = fields.map { ArrowColumn($0) }
        var (rows, chunk) = (0, 0)
        while let batch = try nextBatch() {
            let path = "stream.chunks[\(chunk)]"
            rows += try add(batch, isStruct, to: &columns, path)
            guard rows <= ArrayReader.maxRows else {
                throw Failure.data("stream", "more than \(ArrayReader.maxRows) rows")
            }
            chunk += 1
        }
        let leftOut = columns.compactMap { column in
            column.reason.map { TableBox.LeftOut(name: column.name, reason: $0) }
        }
        return try TableBox(
            columns.filter { $0.reason == nil }.map {
                TableBox.NamedColumn(name: $0.name, column: $0.finish(), timeZone: $0.timeZone)
            }, leftOut: leftOut)
    }

    /// - Returns: `nil` at the end.
    private func nextBatch() throws(Failure) -> ArrowBatch? {
        guard let next = stream.pointee.get_next else { throw .argument("stream", "get_next is NULL") }
        let batch = ArrowBatch()
        let code = next(stream, batch.array)
        guard code == 0 else { throw .data("stream", words(code)) }
        return batch.array.pointee.release == nil ? nil : batch
    }

    /// The producer's message for its last error.
    private func words(_ code: Int32) -> String {
        let own = stream.pointee.get_last_error?(stream).map { String(cString: $0) } ?? ""
        return own.isEmpty ? String(cString: strerror(code)) : own
    }

    /// - Returns: the number of rows in the batch.
    private func add(
        _ batch: ArrowBatch, _ isStruct: Bool, to columns: inout [ArrowColumn], _ jsonPath: String
    ) throws(Failure) -> Int {
        let array = batch.array.pointee
        guard (0...Int64(ArrayReader.maxRows)).contains(array.length), (0...ArrowPiece.maxOffset).contains(array.offset)
        else {
            throw .data(jsonPath, "length \(array.length) and offset \(array.offset) are no rows")
        }
        let owner = batch.owner
        let rows = Int(array.length)
        guard isStruct else {
            try columns[0].add(ArrowPiece(array, offset: 0, count: rows, path: jsonPath, owner: owner))
            return rows
        }
        guard array.n_children == columns.count else {
            throw .data(jsonPath, "\(array.n_children) columns, the schema has \(columns.count)")
        }
        guard array.null_count == 0 || array.n_buffers < 1 || array.buffers?[0] == nil else {
            throw .data(jsonPath, "rows that are null as a whole cannot be drawn")
        }
        guard columns.isEmpty || array.children != nil else { throw .data(jsonPath, "children is NULL") }
        for k in columns.indices {
            let path = "\(jsonPath).\(columns[k].name)"
            guard let child = array.children?[k]?.pointee else { throw .data(path, "the array is NULL") }
            let end = array.offset + array.length
            guard child.length >= end else { throw .data(path, "\(child.length) rows, the batch has \(end)") }
            try columns[k].add(ArrowPiece(child, offset: Int(array.offset), count: rows, path: path, owner: owner))
        }
        return rows
    }
}

/// A schema that is released in `deinit`.
private final class ArrowOwnedSchema {
    let schema: UnsafeMutablePointer<ArrowSchema>

    init() {
        schema = .allocate(capacity: 1)
        schema.initialize(to: ArrowSchema())
    }

    deinit {
        schema.pointee.release?(schema)
        schema.deallocate()
    }
}

/// A batch. It is released in `deinit`, after all owners of its memory.
final class ArrowBatch: @unchecked Sendable {
    // Unchecked: the array does not change until it is released.
    let array: UnsafeMutablePointer<ArrowArray>

    init() {
        array = .allocate(capacity: 1)
        array.initialize(to: ArrowArray())
    }

    /// An owner that keeps the batch alive.
    var owner: MemoryOwner { MemoryOwner { [self] in withExtendedLifetime(self) {} } }

    deinit {
        array.pointee.release?(array)
        array.deallocate()
    }
}

/// A column of a schema.
struct ArrowField {
    let name: String
    let format: String
    /// The format of a dictionary's values.
    let dictionary: String?

    /// - Returns: the columns, and whether they are the children of a struct.
    static func all(of schema: ArrowSchema) throws(Failure) -> ([ArrowField], isStruct: Bool) {
        guard let start = schema.format else { throw .data("stream", "the schema's format is NULL") }
        guard try text(start, "stream") == "+s" else { return ([try ArrowField(schema, unnamed: "values")], false) }
        guard (0...Int64(ArrayReader.maxColumns)).contains(schema.n_children) else {
            throw .data("stream", "\(schema.n_children) columns are not 0 to \(ArrayReader.maxColumns)")
        }
        guard schema.n_children == 0 || schema.children != nil else {
            throw .data("stream", "children of the schema is NULL")
        }
        var fields: [ArrowField] = []
        var names: Set<String> = []
        for k in 0..<Int(schema.n_children) {
            guard let child = schema.children?[k]?.pointee else {
                throw .data("stream", "column \(k) of the schema is NULL")
            }
            let field = try ArrowField(child, unnamed: String(k + 1))
            guard names.insert(field.name).inserted else {
                throw .data("stream.\(field.name)", "the name occurs twice")
            }
            fields.append(field)
        }
        return (fields, true)
    }

    private init(_ schema: ArrowSchema, unnamed: String) throws(Failure) {
        let name = try schema.name.map { start throws(Failure) in try text(start, "stream") } ?? ""
        self.name = name.isEmpty ? unnamed : name
        guard let start = schema.format else { throw .data("stream.\(self.name)", "the format is NULL") }
        format = try text(start, "stream.\(self.name)")
        var values: String?
        if let dictionary = schema.dictionary {
            guard let start = dictionary.pointee.format else {
                throw .data("stream.\(self.name)", "the format of the dictionary is NULL")
            }
            values = try text(start, "stream.\(self.name)")
        }
        dictionary = values
    }
}
