/// A table in a NumPy file: `.npy` (one array) or `.npz` (an archive of arrays).
///
/// The columns of the table are:
/// - for an array of shape (n,) or (n, 1): one column with the name `1`;
/// - for an array of shape (n, m): m columns, named by their numbers from 1;
/// - for a structured array: its fields, by name; parts of a field are called `position.x` or `v.1`;
/// - for an archive: its arrays, by name. If an array has several columns, they are called `name.column`. `column`
///   alone is enough if only one array has such a column.
///
/// Columns are read in place from the mapped file, in any byte order and of any type. Only compressed arrays and texts
/// take memory. A file that is not mapped (`ReadingOptions`) is copied into memory as a whole.
///
///     let file = try ArrayFile(path: "run.npz")
///     let columns = try file.columns(["t", "y"])
public struct ArrayFile: Sendable {
    public let path: String
    /// Column names in the order of the file.
    public let columnNames: [String]
    private let arrays: [Array]
    private let positions: [Position]
    private let archive: ZipArchive?
    private let file: DataFile
    private let maxBytes: Int

    /// An array: its header, or the reason why the header cannot be read.
    private struct Array: Sendable {
        /// Name of the archive member without `.npy`; empty for a `.npy` file.
        let name: String
        let member: ZipArchive.Member?
        let header: Result<NumPyHeader, DataError>
    }

    /// Location of a column. `column` is `nil` if the array cannot be read.
    private struct Position: Sendable {
        let array: Int
        let column: Int?
        /// Column name without the name of the array.
        let shortName: String
    }

    /// Whether the file name ends in `.npy` or `.npz`, in upper or lower case.
    public static func isNamed(_ path: String) -> Bool {
        let end = path.suffix(4).lowercased()
        return end == ".npy" || end == ".npz"
    }

    /// Opens the file and reads the headers of its arrays, not their values.
    ///
    /// - Parameters:
    ///   - path: A `.npy` or `.npz` file. The first bytes decide which of the two it is.
    ///   - maxBytes: Maximum decompressed size of one array of an archive, in bytes; without a map, also of the file.
    ///   - reading: Whether the file is mapped.
    /// - Throws: `DataError` if the file is neither. An array that cannot be read causes an error only when it is
    ///   requested.
    public init(path: String, maxBytes: Int = 4 << 30, reading: ReadingOptions = ReadingOptions()) throws(DataError) {
        let file = try DataFile(path: path, reading, limit: maxBytes)
        let isArchive = file.withBytes { ZipArchive.isArchive($0) }
        try file.checkIntact()
        (self.path, self.file, self.maxBytes) = (path, file, maxBytes)
        if isArchive {
            let archive = try ZipArchive(file, path: path)
            self.archive = archive
            var arrays: [Array] = []
            for member in archive.members where member.name.lowercased().hasSuffix(".npy") {
                arrays.append(
                    Array(
                        name: String(member.name.dropLast(4)), member: member,
                        header: try Self.header(member, archive, path)))
            }
            guard !arrays.isEmpty else { throw .notArchive(path: path, reason: "no .npy array is in it") }
            self.arrays = arrays
        } else {
            archive = nil
            let header = try file.withBytes { bytes throws(DataError) in
                try NumPyHeader(bytes, available: bytes.count, path: path)
            }
            try file.checkIntact()
            arrays = [Array(name: "", member: nil, header: .success(header))]
        }
        (columnNames, positions) = try Self.columns(of: arrays, path)
    }

    private static func header(
        _ member: ZipArchive.Member, _ archive: ZipArchive, _ path: String
    ) throws(DataError) -> Result<NumPyHeader, DataError> {
        let name = "\(path): \(quoted(member.name))"
        do throws(DataError) {
            var bytes = try archive.prefix(of: member, 1 << 12)
            if let offset = NumPyHeader.dataOffset(bytes.span), offset > bytes.count, offset <= NumPyHeader.maxBytes {
                bytes = try archive.prefix(of: member, offset)
            }
            return .success(try NumPyHeader(bytes.span, available: member.count, path: name))
        } catch {
            if case .changedWhileRead = error { throw error }
            return .failure(error)
        }
    }

    private static func columns(of arrays: [Array], _ path: String) throws(DataError) -> ([String], [Position]) {
        var (names, positions): ([String], [Position]) = ([], [])
        for (i, array) in arrays.enumerated() {
            guard case .success(let header) = array.header else {
                names.append(array.name)
                positions.append(Position(array: i, column: nil, shortName: array.name))
                continue
            }
            for (k, column) in header.columns.enumerated() {
                let short = header.isSingleColumn ? (array.name.isEmpty ? "1" : array.name) : column.name
                names.append(header.isSingleColumn || arrays.count == 1 ? short : "\(array.name).\(column.name)")
                positions.append(Position(array: i, column: k, shortName: short))
            }
            guard names.count <= CSVDialect.maxColumns else {
                throw .tooMany(path: path, what: "columns", limit: CSVDialect.maxColumns)
            }
        }
        var known: Set<String> = []
        for name in names where !known.insert(name).inserted { throw .duplicateColumn(name: name, source: path) }
        return (names, positions)
    }

    /// Bytes of memory for the file itself; 0 if it is mapped.
    package var copiedBytes: Int { file.copiedBytes }

    /// Whether the file is one array of shape (n,) or (n, 1), so that no column name is needed.
    public var isSingleColumn: Bool {
        guard columnNames.count == 1, case .success(let header) = arrays[positions[0].array].header else {
            return false
        }
        return header.isSingleColumn
    }

    /// Whether the file has a column of this name, readable or not.
    public func hasColumn(_ name: String) -> Bool { (try? position(of: name)) != nil }

    /// The kind of a column by its stored type, without reading it.
    ///
    /// Texts are categories here, but `columns` converts them to dates if all of them are dates.
    /// - Throws: The same errors as `rowCount`.
    public func storedKind(of name: String) throws(DataError) -> Column.Kind {
        let position = try position(of: name)
        switch try header(of: position).columns[position.column ?? 0].type {
        case .values(let element, _): return element.kind
        case .texts: return .category
        case .unreadable, .pickled: return .number
        }
    }

    /// Number of rows of a column, without reading it. - Throws: `DataError` if the column is missing or unreadable.
    public func rowCount(of name: String) throws(DataError) -> Int { try header(of: position(of: name)).rows }

    /// Bytes of memory needed to read these columns: decompressed arrays, and texts.
    public func memory(of names: [String]) throws(DataError) -> Int {
        var bytes = 0
        var inflated: Set<Int> = []
        for name in Set(names) {
            let position = try position(of: name)
            let header = try header(of: position)
            if case .texts? = position.column.map({ header.columns[$0].type }) {
                bytes += header.rows * MemorySize.bytesPerText
            }
            guard let member = arrays[position.array].member, !member.isStored, inflated.insert(position.array).inserted
            else { continue }
            bytes += min(member.count, maxBytes)
        }
        return bytes
    }

    /// The named columns. NaN, NaT and empty texts are gaps.
    ///
    /// A column has dates if its type is `datetime64` or if all its texts are dates. Other texts are categories. All
    /// other columns have numbers; durations are in seconds.
    ///
    /// After reading an uncompressed column, call its `checkIntact`.
    /// - Throws: `DataError` for an unknown name, an unreadable type, columns of different lengths, or a damaged
    ///   archive.
    public func columns(_ names: [String]) throws(DataError) -> [String: Column] {
        let unique = Set(names).sorted()
        let columns = try read(unique.map { ColumnRequest(name: $0, kind: nil) })
        for (name, column) in zip(unique, columns) where column.count != columns[0].count {
            throw .unequalLengths(name: name, count: column.count, other: unique[0], otherCount: columns[0].count)
        }
        return Dictionary(uniqueKeysWithValues: zip(unique, columns))
    }

    /// The only column. - Throws: `DataError` if the file has several columns.
    package func onlyColumn(_ kind: Column.Kind? = nil) throws(DataError) -> Column {
        guard columnNames.count == 1 else {
            throw .notNumPy(path: path, reason: "it has the columns \(DataError.list(columnNames)); name one of them")
        }
        return try read([ColumnRequest(name: columnNames[0], kind: kind)])[0]
    }

    /// A column for each request; each array is decompressed once.
    package func read(_ requests: [ColumnRequest]) throws(DataError) -> [Column] {
        var loaded: [Int: ArrayBytes] = [:]
        var columns: [Column] = []
        for request in requests {
            let position = try position(of: request.name)
            let header = try header(of: position)
            let bytes =
                if let bytes = loaded[position.array] { bytes } else { try bytes(of: arrays[position.array], header) }
            loaded[position.array] = bytes
            columns.append(try column(header.columns[position.column ?? 0], header, bytes, request))
        }
        return columns
    }

    private func position(of name: String) throws(DataError) -> Position {
        if let i = columnNames.firstIndex(of: name) { return positions[i] }
        let short = positions.filter { $0.shortName == name }
        guard short.count == 1 else {
            // The full name that the column would have if the archive had more arrays.
            let parts = positions.filter { arrays[$0.array].name + "." + $0.shortName == name }
            guard let position = parts.first else { throw .unknownColumn(name: name, source: path, known: columnNames) }
            return position
        }
        return short[0]
    }

    private func header(of position: Position) throws(DataError) -> NumPyHeader {
        switch arrays[position.array].header {
        case .success(let header): return header
        case .failure(let error): throw error
        }
    }

    private func bytes(of array: Array, _ header: NumPyHeader) throws(DataError) -> ArrayBytes {
        guard let archive, let member = array.member else { return .mapped(file, 0..<header.byteCount) }
        let bytes = try archive.bytes(of: member, limit: maxBytes)
        // The header was read earlier; the file may have changed since then.
        guard bytes.count >= header.byteCount else {
            throw .shorterThanItsHeader(path: path, bytes: bytes.count, expected: header.byteCount)
        }
        return bytes
    }

    // MARK: Columns

    private func column(
        _ column: NumPyColumn, _ header: NumPyHeader, _ bytes: ArrayBytes, _ request: ColumnRequest
    ) throws(DataError) -> Column {
        switch column.type {
        case .unreadable(_, let reason), .pickled(let reason):
            throw .notNumPy(
                path: path,
                reason: header.isSingleColumn && archive == nil ? reason : "column \(quoted(request.name)): \(reason)")
        case .values(let element, let isBigEndian):
            let kind = request.kind ?? element.kind
            let values = Column(
                bytes, from: column.offset, element, isBigEndian: isBigEndian, stride: column.stride,
                count: header.rows,
                kind: kind == .category ? element.kind : kind)
            return kind == .category ? try values.categories() : values
        case .texts(let size, let isWide, let isBigEndian):
            let texts = bytes.withBytes { bytes in
                (0..<header.rows).map { row in
                    let text = bytes.extracting(
                        column.offset + row * column.stride..<column.offset + row * column.stride + size)
                    return isWide ? Self.wideText(text, isBigEndian) : Self.text(text)
                }
            }
            try file.checkIntact()
            return try Column.reading(texts, request)
        }
    }

    /// Decodes UTF-8, or Latin-1 if it is not valid UTF-8, without trailing zero bytes. `nil`: empty.
    private static func text(_ bytes: Span<UInt8>) -> String? {
        var count = bytes.count
        while count > 0, bytes[count - 1] == 0 { count -= 1 }
        guard count > 0 else { return nil }
        let content = (0..<count).map { bytes[$0] }
        return String(validating: content, as: UTF8.self)
            ?? String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
    }

    /// Decodes UTF-32 without trailing zeros. `nil`: empty.
    private static func wideText(_ bytes: Span<UInt8>, _ isBigEndian: Bool) -> String? {
        var scalars = (0..<bytes.count / 4).map { k in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[4 * k + (isBigEndian ? $1 : 3 - $1)]) }
        }
        while scalars.last == 0 { scalars.removeLast() }
        guard !scalars.isEmpty else { return nil }
        return String(String.UnicodeScalarView(scalars.map { Unicode.Scalar($0) ?? "\u{FFFD}" }))
    }
}
