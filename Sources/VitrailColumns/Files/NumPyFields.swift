/// The columns of a structured array: named fields, described as `[('t', '<M8[ns]'), ('v', '<f4', (3,))]`.
///
/// A field of fields becomes columns such as `position.x`; a field with a shape becomes `v.1`, `v.2` and so on.
struct NumPyFields {
    struct Field {
        /// Empty if the array is not structured.
        let name: String
        let type: NumPyType
        /// Offset in bytes from the start of a record.
        let offset: Int
    }

    private(set) var fields: [Field] = []
    /// Size of a record in bytes.
    private(set) var byteCount = 0

    /// Why a description is not valid.
    struct Fault: Error { let reason: String }

    private static let maxFields = CSVDialect.maxColumns
    private static let maxBytes = 1 << 40

    init(_ description: PythonLiteral) throws(Fault) {
        switch description {
        case .text(let name):
            guard let type = NumPyType(name) else { throw Fault(reason: "its type \(quoted(name)) is not known") }
            fields = [Field(name: "", type: type, offset: 0)]
            byteCount = type.byteCount
        case .list(let items):
            for (i, item) in items.enumerated() { try add(item, index: i) }
        case .tuple(let parts) where parts.count == 2:
            self = try NumPyFields(parts[0]).repeated(parts[1])
        case .dictionary:
            try addAll(of: description)
        default: throw Fault(reason: "its type is not readable")
        }
    }

    /// Adds a field from a tuple of name, type and optional shape.
    private mutating func add(_ item: PythonLiteral, index: Int) throws(Fault) {
        guard case .tuple(let parts) = item, (2...3).contains(parts.count), let name = Self.name(parts[0]) else {
            throw Fault(reason: "field \(index + 1) of its type is not readable")
        }
        var content = try NumPyFields(parts[1])
        if parts.count == 3 { content = try content.repeated(parts[2]) }
        // An unnamed void field is padding before the next field.
        let isPadding = name.isEmpty && parts[1].text?.contains("V") == true
        try add(isPadding ? nil : name.isEmpty ? "f\(index)" : name, content, at: byteCount)
    }

    /// Adds fields from `{'names': […], 'formats': […], 'offsets': […], 'itemsize': n}`.
    private mutating func addAll(of description: PythonLiteral) throws(Fault) {
        guard let names = description["names"]?.items, let formats = description["formats"]?.items,
            names.count == formats.count
        else {
            throw Fault(reason: "its type is not readable")
        }
        let offsets = description["offsets"]?.items
        guard offsets.map({ $0.count == names.count }) ?? true else {
            throw Fault(reason: "its fields have \(offsets?.count ?? 0) offsets")
        }
        for (i, (name, format)) in zip(names, formats).enumerated() {
            guard let name = Self.name(name), let offset = offsets.map({ $0[i].integer }) ?? byteCount,
                (0...Self.maxBytes).contains(offset)
            else {
                throw Fault(reason: "field \(i + 1) of its type is not readable")
            }
            try add(name, try NumPyFields(format), at: offset)
        }
        guard let size = description["itemsize"] else { return }
        guard let size = size.integer, size >= byteCount, size <= Self.maxBytes else {
            throw Fault(reason: "its records are smaller than their fields")
        }
        byteCount = size
    }

    /// - Parameter name: `nil`: the content is not a column.
    private mutating func add(_ name: String?, _ content: NumPyFields, at offset: Int) throws(Fault) {
        if let name {
            for field in content.fields {
                let path = field.name.isEmpty ? name : "\(name).\(field.name)"
                fields.append(Field(name: path, type: field.type, offset: offset + field.offset))
            }
        }
        guard fields.count <= Self.maxFields else { throw Fault(reason: "it has more than \(Self.maxFields) columns") }
        byteCount = max(byteCount, offset + content.byteCount)
        guard byteCount <= Self.maxBytes else { throw Fault(reason: "its records are too large") }
    }

    /// The name of a field. In a pair, the title precedes the name.
    private static func name(_ literal: PythonLiteral) -> String? {
        if case .tuple(let pair) = literal, pair.count == 2 { return pair[1].text }
        return literal.text
    }

    /// The fields repeated for a shape, one after the other, named by numbers from 1.
    private func repeated(_ shape: PythonLiteral) throws(Fault) -> NumPyFields {
        let lengths = shape.integer.map { [$0] } ?? shape.items?.compactMap(\.integer) ?? []
        guard lengths.count == shape.items?.count ?? 1, lengths.allSatisfy({ $0 >= 0 && $0 <= Self.maxBytes }) else {
            throw Fault(reason: "the shape of a field is not readable")
        }
        var result = self
        for length in lengths.reversed() {
            let (bytes, overflows) = result.byteCount.multipliedReportingOverflow(by: length)
            guard !overflows, bytes <= Self.maxBytes else { throw Fault(reason: "its records are too large") }
            let columns = result.fields.count.multipliedReportingOverflow(by: length)
            guard !columns.overflow, columns.partialValue <= Self.maxFields else {
                throw Fault(reason: "it has more than \(Self.maxFields) columns")
            }
            let one = result
            result.fields = []
            for k in 0..<(one.fields.isEmpty ? 0 : length) {
                for field in one.fields {
                    let name = field.name.isEmpty ? "\(k + 1)" : "\(k + 1).\(field.name)"
                    result.fields.append(Field(name: name, type: field.type, offset: k * one.byteCount + field.offset))
                }
            }
            result.byteCount = bytes
        }
        return result
    }
}
