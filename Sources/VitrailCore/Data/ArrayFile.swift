/// A file of arrays as NumPy saves them, read as a table: `.npy` (an array) or `.npz` (an archive of arrays).
///
/// The columns of a table are
/// - of an array of shape (n,) or (n, 1): one, called `1`;
/// - of an array of shape (n, m): m, called by their numbers from 1;
/// - of a structured array: its fields, by their names; parts of fields are `position.x` or `v.1`;
/// - of an archive: its arrays, by their names. A column of an array that has several is `name.column`, or `column` alone where only one array
///   has such a column.
///
/// Columns are read where they lie in the file, whatever their order and type; only compressed arrays and texts take memory.
///
///     let file = try ArrayFile(path: "run.npz")
///     let columns = try file.columns(["t", "y"])
public struct ArrayFile: Sendable {
    public let path: String
    /// In the order of the file.
    public let columnNames: [String]
    private let arrays: [Array]
    private let places: [Place]
    private let archive: ZipArchive?
    private let file: MappedFile
    private let maxBytes: Int

    /// An array, and what is wrong with it.
    private struct Array: Sendable {
        /// Of the archive's member, without `.npy`; empty for a `.npy` file.
        let name: String
        let member: ZipArchive.Member?
        let header: Result<NumPyHeader, DataError>
    }

    /// Where a column is. - `column` is nil in an array that cannot be read.
    private struct Place: Sendable {
        let array: Int
        let column: Int?
        /// Without the name of the array.
        let shortName: String
    }

    /// Whether files of this name are arrays: it ends in `.npy` or `.npz`.
    public static func isNamed(_ path: String) -> Bool {
        let end = path.suffix(4).lowercased()
        return end == ".npy" || end == ".npz"
    }

    /// Opens the file and reads what it says about its arrays, not their values.
    ///
    /// - Parameters:
    ///   - path: of a `.npy` or `.npz` file; which one is told by its first bytes.
    ///   - maxBytes: bytes that one array of an archive may have when it is decompressed.
    /// - Throws: `DataError` for a file that is neither. An array that cannot be read is an error only when it is asked for.
    public init(path: String, maxBytes: Int = 4 << 30) throws(DataError) {
        let file = try MappedFile(path: path)
        let isArchive = file.withBytes { ZipArchive.isArchive($0) }
        try file.checkIntact()
        (self.path, self.file, self.maxBytes) = (path, file, maxBytes)
        if isArchive {
            let archive = try ZipArchive(file, path: path)
            self.archive = archive
            var arrays: [Array] = []
            for member in archive.members where member.name.lowercased().hasSuffix(".npy") {
                arrays.append(Array(name: String(member.name.dropLast(4)), member: member, header: try Self.header(member, archive, path)))
            }
            guard !arrays.isEmpty else { throw .notArchive(path: path, reason: "no .npy array is in it") }
            self.arrays = arrays
        } else {
            archive = nil
            let header = try file.withBytes { bytes throws(DataError) in try NumPyHeader(bytes, available: bytes.count, path: path) }
            try file.checkIntact()
            arrays = [Array(name: "", member: nil, header: .success(header))]
        }
        (columnNames, places) = try Self.columns(of: arrays, path)
    }

    private static func header(_ member: ZipArchive.Member, _ archive: ZipArchive, _ path: String) throws(DataError) -> Result<NumPyHeader, DataError> {
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

    private static func columns(of arrays: [Array], _ path: String) throws(DataError) -> ([String], [Place]) {
        var (names, places): ([String], [Place]) = ([], [])
        for (i, array) in arrays.enumerated() {
            guard case .success(let header) = array.header else {
                names.append(array.name)
                places.append(Place(array: i, column: nil, shortName: array.name))
                continue
            }
            for (k, column) in header.columns.enumerated() {
                let short = header.isSingleColumn ? (array.name.isEmpty ? "1" : array.name) : column.name
                names.append(header.isSingleColumn || arrays.count == 1 ? short : "\(array.name).\(column.name)")
                places.append(Place(array: i, column: k, shortName: short))
            }
            guard names.count <= CSVDialect.maxColumns else { throw .tooMany(path: path, what: "columns", limit: CSVDialect.maxColumns) }
        }
        var known: Set<String> = []
        for name in names where !known.insert(name).inserted { throw .duplicateColumn(name: name, source: path) }
        return (names, places)
    }

    /// Whether the file is one array of shape (n,) or (n, 1), which needs no name.
    public var isSingleColumn: Bool {
        guard columnNames.count == 1, case .success(let header) = arrays[places[0].array].header else { return false }
        return header.isSingleColumn
    }

    /// Whether there is a column of this name, readable or not.
    public func hasColumn(_ name: String) -> Bool { (try? place(of: name)) != nil }

    /// What a column holds by its type, without reading it; texts are categories, though `columns` makes dates of them where all are.
    ///
    /// - Throws: as `rowCount`.
    public func storedKind(of name: String) throws(DataError) -> Column.Kind {
        let place = try place(of: name)
        switch try header(of: place).columns[place.column ?? 0].type {
        case .values(let element, _): return element.kind
        case .texts: return .category
        case .unreadable, .pickled: return .number
        }
    }

    /// Rows of a column, without reading it. - Throws: `DataError` for a column that is not there or cannot be read.
    public func rowCount(of name: String) throws(DataError) -> Int { try header(of: place(of: name)).rows }

    /// Bytes of memory that reading these columns takes: of arrays that are compressed, and of texts.
    public func memory(of names: [String]) throws(DataError) -> Int {
        var bytes = 0
        var inflated: Set<Int> = []
        for name in Set(names) {
            let place = try place(of: name)
            let header = try header(of: place)
            if case .texts? = place.column.map({ header.columns[$0].type }) { bytes += header.rows * MemoryEstimate.bytesPerText }
            guard let member = arrays[place.array].member, !member.isStored, inflated.insert(place.array).inserted else { continue }
            bytes += min(member.count, maxBytes)
        }
        return bytes
    }

    /// The named columns: dates where NumPy has `datetime64`, or texts that all are dates; categories where it has other texts; numbers elsewhere
    /// (durations are seconds). NaN, NaT and empty texts are gaps.
    ///
    /// After reading a column that is not compressed, ask its `checkIntact`.
    /// - Throws: `DataError` for a name that is not there, a type that cannot be read, columns of different lengths, and damaged archives.
    public func columns(_ names: [String]) throws(DataError) -> [String: Column] {
        let unique = Set(names).sorted()
        let columns = try read(unique.map { ColumnRequest(name: $0, kind: nil) })
        for (name, column) in zip(unique, columns) where column.count != columns[0].count {
            throw .unequalLengths(name: name, count: column.count, other: unique[0], otherCount: columns[0].count)
        }
        return Dictionary(uniqueKeysWithValues: zip(unique, columns))
    }

    /// The only column. - Throws: `DataError` for a file that has several.
    func onlyColumn(_ kind: Column.Kind? = nil) throws(DataError) -> Column {
        guard columnNames.count == 1 else {
            throw .notNumPy(path: path, reason: "it has the columns \(DataError.list(columnNames)), of which one has to be named")
        }
        return try read([ColumnRequest(name: columnNames[0], kind: kind)])[0]
    }

    /// A column for each request; each array is decompressed once.
    func read(_ requests: [ColumnRequest]) throws(DataError) -> [Column] {
        var loaded: [Int: ArrayBytes] = [:]
        var columns: [Column] = []
        for request in requests {
            let place = try place(of: request.name)
            let header = try header(of: place)
            let bytes = if let bytes = loaded[place.array] { bytes } else { try bytes(of: arrays[place.array], header) }
            loaded[place.array] = bytes
            columns.append(try column(header.columns[place.column ?? 0], header, bytes, request))
        }
        return columns
    }

    private func place(of name: String) throws(DataError) -> Place {
        if let i = columnNames.firstIndex(of: name) { return places[i] }
        let short = places.filter { $0.shortName == name }
        guard short.count == 1 else {
            // The name that a member would have beside others.
            let parts = places.filter { arrays[$0.array].name + "." + $0.shortName == name }
            guard let place = parts.first else { throw .unknownColumn(name: name, source: path, known: columnNames) }
            return place
        }
        return short[0]
    }

    private func header(of place: Place) throws(DataError) -> NumPyHeader {
        switch arrays[place.array].header {
        case .success(let header): return header
        case .failure(let error): throw error
        }
    }

    private func bytes(of array: Array, _ header: NumPyHeader) throws(DataError) -> ArrayBytes {
        guard let archive, let member = array.member else { return .mapped(file, 0..<header.byteCount) }
        let bytes = try archive.bytes(of: member, limit: maxBytes)
        // The header was read before; a file that changed meanwhile may have another.
        guard bytes.count >= header.byteCount else { throw .shorterThanItsHeader(path: path, bytes: bytes.count, expected: header.byteCount) }
        return bytes
    }

    // MARK: Columns

    private func column(_ column: NumPyColumn, _ header: NumPyHeader, _ bytes: ArrayBytes, _ request: ColumnRequest) throws(DataError) -> Column {
        switch column.type {
        case .unreadable(_, let reason), .pickled(let reason):
            throw .notNumPy(path: path, reason: header.isSingleColumn && archive == nil ? reason : "column \(quoted(request.name)): \(reason)")
        case .values(let element, let isBigEndian):
            let kind = request.kind ?? element.kind
            let values = Column(
                bytes, from: column.offset, element, isBigEndian: isBigEndian, stride: column.stride, count: header.rows,
                kind: kind == .category ? element.kind : kind)
            return kind == .category ? try values.categories() : values
        case .texts(let size, let isWide, let isBigEndian):
            let texts = bytes.withBytes { bytes in
                (0..<header.rows).map { row in
                    let text = bytes.extracting(column.offset + row * column.stride..<column.offset + row * column.stride + size)
                    return isWide ? Self.wideText(text, isBigEndian) : Self.text(text)
                }
            }
            try file.checkIntact()
            return try Column.reading(texts, request)
        }
    }

    /// UTF-8, or else Latin-1, up to the zeros at the end.
    private static func text(_ bytes: Span<UInt8>) -> String? {
        var count = bytes.count
        while count > 0, bytes[count - 1] == 0 { count -= 1 }
        guard count > 0 else { return nil }
        let content = (0..<count).map { bytes[$0] }
        return String(validating: content, as: UTF8.self) ?? String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
    }

    /// UTF-32, up to the zeros at the end.
    private static func wideText(_ bytes: Span<UInt8>, _ isBigEndian: Bool) -> String? {
        var scalars = (0..<bytes.count / 4).map { k in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[4 * k + (isBigEndian ? $1 : 3 - $1)]) }
        }
        while scalars.last == 0 { scalars.removeLast() }
        guard !scalars.isEmpty else { return nil }
        return String(String.UnicodeScalarView(scalars.map { Unicode.Scalar($0) ?? "\u{FFFD}" }))
    }
}
