/// The header of a `.npy` file.
///
/// Supports arrays of shape (n,) and (n, m), in C or Fortran order and either byte order, of numbers, truth values,
/// dates, durations and texts; and structured arrays of shape (n,). Fields of unsupported types, such as complex
/// numbers, are recorded with a reason, so that the other columns can be read. Python objects are an error.
///
/// - Source: NEP 1, versions 1.0 to 3.0.
struct NumPyHeader {
    let columns: [NumPyColumn]
    let rows: Int
    /// Whether there is only one column and it has no name.
    var isSingleColumn: Bool { columns.count == 1 && columns[0].name.isEmpty }
    /// Size of the header and the values in bytes.
    let byteCount: Int

    /// Maximum size of the header. Structured arrays with thousands of fields have smaller headers.
    static let maxBytes = 1 << 20
    static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)
    /// Number of bytes that contain the length of the header.
    static let prefixLength = 12

    /// Number of bytes before the first value. `nil`: not a `.npy` file. - Parameter bytes: The first bytes of the
    /// file.
    static func dataOffset(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count >= prefixLength, magic.indices.allSatisfy({ bytes[$0] == magic[$0] }) else { return nil }
        // The length has two bytes in version 1, four in later versions.
        let start = bytes[6] == 1 ? 10 : 12
        return start + (8..<start).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }

    /// - Parameters:
    ///   - bytes: The first bytes of the file, with the whole header.
    ///   - available: Size of the whole file in bytes.
    init(_ bytes: Span<UInt8>, available: Int, path: String) throws(DataError) {
        func error(_ reason: String) -> DataError { .notNumPy(path: path, reason: reason) }
        guard let offset = Self.dataOffset(bytes) else { throw error("it does not start like one") }
        guard (1...3).contains(bytes[6]) else { throw error("version \(bytes[6]) of the format is not known") }
        let start = bytes[6] == 1 ? 10 : 12
        guard offset - start <= Self.maxBytes else { throw error("its header has more than \(Self.maxBytes) bytes") }
        guard offset <= bytes.count else { throw error("its header is cut off") }
        let header = (start..<offset).map { bytes[$0] }
        // Headers are UTF-8 in version 3, Latin-1 in earlier versions.
        let text =
            bytes[6] == 3
            ? String(decoding: header, as: UTF8.self)
            : String(String.UnicodeScalarView(header.map { Unicode.Scalar($0) }))
        guard let literal = PythonLiteral(text), let descr = literal["descr"] else {
            throw error("its header is not readable")
        }
        guard let shape = Self.shape(literal) else { throw error("its header has no shape") }
        let isFortran = if case .bool(true)? = literal["fortran_order"] { true } else { false }
        let record: NumPyFields
        do throws(NumPyFields.Fault) { record = try NumPyFields(descr) } catch {
            throw .notNumPy(path: path, reason: error.reason)
        }
        for field in record.fields {
            guard case .pickled(let reason) = field.type else { continue }
            throw error(field.name.isEmpty ? reason : "field \(quoted(field.name)): \(reason)")
        }
        let isPlain = record.fields.count == 1 && record.fields[0].name.isEmpty
        guard let rows = shape.first, shape.dropFirst().allSatisfy({ $0 == 1 }) || isPlain, shape.count <= 2 else {
            throw error(Self.refusal(of: shape, isPlain: isPlain))
        }
        guard !record.fields.isEmpty, shape.last != 0 || shape.count < 2 else { throw error("it has no columns") }
        guard rows <= Column.maxCount else { throw .tooMany(path: path, what: "values", limit: Column.maxCount) }
        let width = shape.count == 2 ? shape[1] : 1
        guard width <= CSVDialect.maxColumns else {
            throw .tooMany(path: path, what: "columns", limit: CSVDialect.maxColumns)
        }
        // Rows < 2³¹, columns < 2¹⁴, bytes ≤ 2⁴⁰: the product can overflow.
        let (size, overflows) = (rows * width).multipliedReportingOverflow(by: record.byteCount)
        guard !overflows, size <= 1 << 60 else { throw error("it has more values than a file can hold") }
        guard available >= offset + size else {
            throw .shorterThanItsHeader(path: path, bytes: available, expected: offset + size)
        }
        self.rows = rows
        byteCount = offset + size
        let recordSize = record.byteCount
        columns =
            width == 1
            ? record.fields.map {
                NumPyColumn(name: $0.name, type: $0.type, offset: offset + $0.offset, stride: recordSize)
            }
            : (0..<width).map { k in
                let type = record.fields[0].type
                return isFortran
                    ? NumPyColumn(
                        name: "\(k + 1)", type: type, offset: offset + k * rows * recordSize, stride: recordSize)
                    : NumPyColumn(
                        name: "\(k + 1)", type: type, offset: offset + k * recordSize, stride: width * recordSize)
            }
    }

    private static func shape(_ literal: PythonLiteral) -> [Int]? {
        guard case .tuple(let items)? = literal["shape"] else { return nil }
        let lengths = items.compactMap(\.integer)
        return lengths.count == items.count && lengths.allSatisfy { $0 >= 0 } ? lengths : nil
    }

    private static func refusal(of shape: [Int], isPlain: Bool) -> String {
        let text = shape.count == 1 ? "(\(shape[0]),)" : "(\(shape.map(String.init).joined(separator: ", ")))"
        let wanted = isPlain ? "columns have shape (n,) or (n, m)" : "a structured array has shape (n,)"
        let advice =
            shape.isEmpty
            ? "np.atleast_1d(a)" : isPlain ? "a.reshape(len(a), -1), or a part of it as a[0]" : "a.ravel()"
        return "its shape is \(text); \(wanted): save \(advice)"
    }
}

/// A column of an array, with one value per row.
struct NumPyColumn {
    /// Column number from 1 for an array of shape (n, m), or the name of a field. Empty for a single column.
    let name: String
    let type: NumPyType
    /// Bytes before the first value, and from one value to the next.
    let offset, stride: Int
}
