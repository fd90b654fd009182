/// A table in a flatbuffer, the encoding of all metadata in an Arrow file.
///
///     table    ┌ distance to the vtable │ fields …        A field is found by its number: the vtable has its distance
///     vtable   ┌ size │ size of the table │ distances …   from the start of the table, 0 where it has its default.
///
/// Every read is checked against the bounds of the buffer.
struct FlatTable: Sendable {
    private let bytes: [UInt8]
    private let start: Int
    /// Range of the field distances in the vtable.
    private let fields: Range<Int>
    /// Size of the table in bytes, from `start`.
    private let size: Int

    /// Why the bytes are not a valid table.
    struct Fault: Error {
        let reason: String
    }

    /// The root table of a flatbuffer.
    init(root bytes: [UInt8]) throws(Fault) {
        try self.init(bytes, at: Self.target(bytes, 0))
    }

    private init(_ bytes: [UInt8], at start: Int) throws(Fault) {
        let vtable = start - Int(try Self.load(bytes, start, Int32.self))
        let length = Int(try Self.load(bytes, vtable, UInt16.self))
        size = Int(try Self.load(bytes, vtable + 2, UInt16.self))
        guard length >= 4, vtable + length <= bytes.count, size >= 4, start + size <= bytes.count else {
            throw Self.outside
        }
        (self.bytes, self.start, fields) = (bytes, start, vtable + 4..<vtable + length)
    }

    /// Maximum length of a list of tables.
    private static let maxTables = 1 << 16

    private static let outside = Fault(reason: "its metadata are damaged")

    private static func load<Value: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: [UInt8], _ offset: Int, _ type: Value.Type
    ) throws(Fault) -> Value {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Value>.size else { throw outside }
        return Value(
            littleEndian: unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: type) })
    }

    /// The target of the reference at an offset.
    private static func target(_ bytes: [UInt8], _ offset: Int) throws(Fault) -> Int {
        let target = offset + Int(try load(bytes, offset, UInt32.self))
        guard target < bytes.count else { throw outside }
        return target
    }

    /// The offset of a field. `nil`: the field has its default.
    private func offset(_ field: Int, _ width: Int) throws(Fault) -> Int? {
        let position = fields.lowerBound + 2 * field
        guard position + 2 <= fields.upperBound else { return nil }
        let distance = Int(try Self.load(bytes, position, UInt16.self))
        guard distance > 0 else { return nil }
        guard distance >= 4, distance + width <= size else { throw Self.outside }
        return start + distance
    }

    // MARK: Fields, by their numbers

    func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        _ field: Int, _ type: Value.Type, default value: Value = 0
    ) throws(Fault) -> Value {
        guard let offset = try offset(field, MemoryLayout<Value>.size) else { return value }
        return try Self.load(bytes, offset, type)
    }

    func bool(_ field: Int) throws(Fault) -> Bool { try integer(field, UInt8.self) != 0 }

    /// `nil`: the field is missing.
    func table(_ field: Int) throws(Fault) -> FlatTable? {
        guard let offset = try offset(field, 4) else { return nil }
        return try FlatTable(bytes, at: Self.target(bytes, offset))
    }

    /// `nil`: the field is missing.
    func text(_ field: Int) throws(Fault) -> String? {
        guard let offset = try offset(field, 4) else { return nil }
        let (start, count) = try list(at: offset, stride: 1)
        return String(decoding: bytes[start..<start + count], as: UTF8.self)
    }

    func tables(_ field: Int) throws(Fault) -> [FlatTable] {
        guard let offset = try offset(field, 4) else { return [] }
        let (start, count) = try list(at: offset, stride: 4)
        guard count <= Self.maxTables else { throw Fault(reason: "its schema has more than \(Self.maxTables) fields") }
        var tables: [FlatTable] = []
        for k in 0..<count { tables.append(try FlatTable(bytes, at: Self.target(bytes, start + 4 * k))) }
        return tables
    }

    /// Elements of `stride` bytes each; empty if the field is missing.
    func structs(_ field: Int, stride: Int) throws(Fault) -> Structs {
        guard let offset = try offset(field, 4) else {
            return Structs(bytes: bytes, start: 0, count: 0, stride: stride)
        }
        let (start, count) = try list(at: offset, stride: stride)
        return Structs(bytes: bytes, start: start, count: count, stride: stride)
    }

    private func list(at offset: Int, stride: Int) throws(Fault) -> (start: Int, count: Int) {
        let position = try Self.target(bytes, offset)
        let count = Int(try Self.load(bytes, position, UInt32.self))
        guard count <= (bytes.count - position - 4) / stride else { throw Self.outside }
        return (position + 4, count)
    }

    /// A list of structures or of numbers.
    struct Structs: Sendable {
        fileprivate let bytes: [UInt8]
        fileprivate let start: Int
        let count: Int
        fileprivate let stride: Int

        /// - Precondition: The element exists and contains the number.
        func int64(_ index: Int, at offset: Int = 0) -> Int64 { load(index, offset, Int64.self) }
        func int32(_ index: Int, at offset: Int = 0) -> Int32 { load(index, offset, Int32.self) }

        private func load<Value: FixedWidthInteger & BitwiseCopyable>(
            _ index: Int, _ offset: Int, _ type: Value.Type
        ) -> Value {
            precondition(
                index >= 0 && index < count && offset + MemoryLayout<Value>.size <= stride, "there is no such element")
            let position = start + index * stride + offset
            return Value(
                littleEndian: unsafe bytes.withUnsafeBytes {
                    unsafe $0.loadUnaligned(fromByteOffset: position, as: type)
                })
        }
    }
}
