// Functions with names of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CVitrail
import Synchronization
import VitrailColumns

/// A `vitrail_table`.
final class TableBox: Sendable {
    let table: ColumnTable
    /// In the caller's order.
    let columns: [NamedColumn]
    let leftOut: [LeftOut]
    private let facts = Mutex<String?>(nil)

    struct NamedColumn: Sendable {
        var name: String
        var column: Column
        var timeZone: String?
    }

    /// A column that cannot be drawn.
    struct LeftOut: Sendable, Encodable {
        var name, reason: String
    }

    init(_ columns: [NamedColumn], leftOut: [LeftOut] = []) throws {
        table = try ColumnTable(Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.column) }))
        (self.columns, self.leftOut) = (columns, leftOut)
    }

    /// The JSON of `vitrail_table_facts`. Columns are read once.
    func factsText() throws -> String {
        try facts.withLock { known in
            if let known { return known }
            let text = try TableFacts(self).json
            known = text
            return text
        }
    }

    func column(_ name: UnsafePointer<CChar>?, _ argument: String) throws(Failure) -> Column {
        guard let name else { throw .argument(argument, "the pointer is NULL") }
        let asked = try text(name, argument)
        guard let column = table[asked] else { throw .argument(argument, "the table has no column \"\(asked)\"") }
        guard column.kind != .category else { throw .argument(argument, "the column \"\(asked)\" holds texts") }
        return column
    }
}

@c @implementation
public func vitrail_table_new(
    _ columns: UnsafePointer<vitrail_array>!, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        guard (0...ArrayReader.maxColumns).contains(count) else {
            throw Failure.argument("count", "\(count) is not 0 to \(ArrayReader.maxColumns)")
        }
        guard count > 0 else { return handle(try TableBox([])) }
        guard let columns else { throw Failure.argument("columns", "the pointer is NULL") }
        // From here on, every array is released, also after an error.
        let owners = (0..<count).map { ArrayReader.owner(of: columns[$0]) }
        // All are released together, so columns may share memory that one of them owns.
        let owner = MemoryOwner { withExtendedLifetime(owners) {} }
        defer { withExtendedLifetime(owner) {} }
        try Home.check()
        var read: [TableBox.NamedColumn] = []
        var names: Set<String> = []
        for k in 0..<count {
            let column = try ArrayReader(array: columns[k], path: "columns[\(k)]", owner: owner).read()
            guard names.insert(column.name).inserted else {
                throw Failure.argument("columns[\(k)].name", "\"\(column.name)\" occurs twice")
            }
            guard column.column.count == read.first?.column.count ?? column.column.count else {
                throw Failure.argument(
                    "columns[\(k)].count", "\(column.column.count) rows, columns[0] has \(read[0].column.count)")
            }
            read.append(column)
        }
        return handle(try TableBox(read))
    }
}

@c @implementation
public func vitrail_table_from_arrow(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        guard let stream else { throw Failure.argument("stream", "the pointer is NULL") }
        var reader = try ArrowStreamReader(stream)
        defer { reader.release() }
        try Home.check()
        return handle(try reader.read())
    }
}

@c @implementation
public func vitrail_table_free(_ table: OpaquePointer!) { release(table, TableBox.self) }

@c @implementation
public func vitrail_table_facts(
    _ table: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> UnsafeMutablePointer<CChar>! {
    catching(error) {
        try Home.check()
        return makeCString(try required(table, TableBox.self, "table").factsText())
    }
}

@c @implementation
public func vitrail_table_extent(
    _ table: OpaquePointer!, _ column: UnsafePointer<CChar>!, _ along: UnsafePointer<CChar>!, _ low: Double,
    _ high: Double,
    _ extent: UnsafeMutablePointer<Double>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> Int32 {
    do {
        try Home.check()
        let box = try required(table, TableBox.self, "table")
        guard let extent else { throw Failure.argument("extent", "the pointer is NULL") }
        let values = try box.column(column, "column")
        let range: NumberRange?
        if let along {
            guard low <= high else { throw Failure.argument("low", "\(low) is not below \(high)") }
            range = values.range(along: try box.column(along, "along"), within: NumberRange(low, high))
        } else {
            range = values.range
        }
        (extent[0], extent[1]) = (range?.minimum ?? .nan, range?.maximum ?? .nan)
        return 0
    } catch let caught {
        let failure = Failure(caught)
        if let error { error.pointee = handle(FailureBox(failure)) }
        return Int32(bitPattern: failure.code.rawValue)
    }
}
