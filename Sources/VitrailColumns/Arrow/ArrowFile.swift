/// A table in an Arrow IPC file or stream (`.arrow`, `.feather`, `.arrows`), as written by pyarrow, polars, pandas,
/// DuckDB and R.
///
/// Buffers may be compressed with LZ4 or Zstandard. Columns of numbers, dates, times, durations and texts are read,
/// with or without a dictionary. For other types (lists, structures, binary data), only the column names are read.
///
/// Uncompressed columns are read in place if their type needs no conversion.
///
///     let file = try ArrowFile(path: "run.arrow")
///     let columns = try file.columns(["t", "y"])
public struct ArrowFile: Sendable {
    /// Name of the file in messages.
    public let path: String
    /// Column names in the order of the file. A column without a name gets its number; a second column `a` becomes
    /// `a.2`.
    public let columnNames: [String]
    let contents: ArrowContents
    let file: DataFile
    package let maxBytes: Int

    /// Whether the file name ends in `.arrow`, `.arrows`, `.feather` or `.ipc`.
    public static func isNamed(_ path: String) -> Bool {
        [".arrow", ".arrows", ".feather", ".ipc"].contains { path.lowercased().hasSuffix($0) }
    }

    /// Whether the file begins like an Arrow file.
    package static func isArrow(_ path: String) -> Bool {
        guard let start = try? DataFile.start(of: path, count: FileFormat.lookedAt) else { return false }
        return FileFormat.recognise(start) == .arrow
    }

    /// Opens the file and reads the metadata of its columns and batches, not their values.
    ///
    /// - Parameters:
    ///   - path: A file with a footer, or a stream. The first bytes decide which of the two it is.
    ///   - name: Name in messages if the bytes come from elsewhere, for example from standard input.
    ///   - maxBytes: Maximum memory for one column, in bytes; without a map, also the maximum size of the file.
    ///   - reading: Whether the file is mapped.
    /// - Throws: `DataError` if the file is not an Arrow file or is damaged.
    public init(
        path: String, name: String? = nil, maxBytes: Int = 4 << 30, reading: ReadingOptions = ReadingOptions()
    ) throws(DataError) {
        let file = try DataFile(path: path, reading, limit: maxBytes)
        let path = name ?? path
        if let format = file.withBytes({ FileFormat.recognise($0) }), format != .arrow {
            guard format == .feather else { throw .foreignFormat(path: path, format) }
            throw .notArrow(
                path: path,
                reason: "it is a Feather file of version 1, which nothing has written since 2020; pandas reads it: "
                    + "pd.read_feather(…).to_feather(…) writes one of version 2")
        }
        let contents: ArrowContents
        do throws(FlatTable.Fault) {
            contents = try file.withBytes { bytes throws(FlatTable.Fault) in try ArrowContents(bytes) }
        } catch {
            try file.checkIntact()
            throw .notArrow(path: path, reason: error.reason)
        }
        try file.checkIntact()
        guard contents.schema.fields.count <= CSVDialect.maxColumns else {
            throw .tooMany(path: path, what: "columns", limit: CSVDialect.maxColumns)
        }
        (self.path, self.file, self.contents, self.maxBytes) = (path, file, contents, maxBytes)
        columnNames = Self.names(contents.schema.fields)
    }

    private static func names(_ fields: [ArrowSchema.Field]) -> [String] {
        let used = Set(fields.map(\.name))
        var (names, known, next) = ([String](), Set<String>(), [String: Int]())
        for (k, field) in fields.enumerated() {
            let own = field.name.isEmpty ? "\(k + 1)" : field.name
            var (name, number) = (own, next[own] ?? 2)
            while known.contains(name) || name != own && used.contains(name) {
                name = "\(own).\(number)"
                number += 1
            }
            next[own] = number
            known.insert(name)
            names.append(name)
        }
        return names
    }

    /// Bytes of memory for the file itself; 0 if it is mapped.
    package var copiedBytes: Int { file.copiedBytes }

    public var rowCount: Int { contents.rows }

    public func hasColumn(_ name: String) -> Bool { columnNames.contains(name) }

    func field(_ name: String) throws(DataError) -> ArrowSchema.Field {
        guard let k = columnNames.firstIndex(of: name) else {
            throw .unknownColumn(name: name, source: path, known: columnNames)
        }
        return contents.schema.fields[k]
    }

    /// Whether the column has a type that can be drawn.
    package func canRead(_ name: String) -> Bool {
        guard let field = try? field(name) else { return false }
        if case .other = field.type { return false }
        return true
    }

    /// Names given to columns that have no name in the file.
    package var unnamed: Set<String> {
        Set(zip(contents.schema.fields, columnNames).filter { $0.0.name.isEmpty }.map(\.1))
    }

    /// The kind of a column by its stored type, without reading it.
    ///
    /// Texts are categories here, but `columns` converts them to dates if all of them are dates.
    public func storedKind(of name: String) throws(DataError) -> Column.Kind { try field(name).type.kind }

    /// Number of rows of a column. - Throws: `DataError` for an unknown name.
    public func rowCount(of name: String) throws(DataError) -> Int {
        _ = try field(name)
        return rowCount
    }

    /// Whether a column has local dates or times, without a time zone.
    package func isLocal(_ name: String) throws(DataError) -> Bool {
        switch try field(name).type {
        case .days, .timestamps(_, zone: nil), .values(.dates): true
        default: false
        }
    }

    /// Bytes of memory needed to read these columns. Columns read in place take none.
    public func memory(of names: [String]) throws(DataError) -> Int {
        var bytes = 0
        for name in Set(names) {
            let field = try field(name)
            bytes += try reading(name) { reader throws(FlatTable.Fault) in try reader.memory(of: field) }
        }
        return bytes
    }

    /// The named columns: dates, numbers and categories by their types. Null, NaN and empty texts are gaps.
    ///
    /// Texts become dates if all of them are dates. After reading, call the columns' `checkIntact`.
    /// - Throws: `DataError` for an unknown name, an unreadable type, or a damaged file.
    public func columns(_ names: [String]) throws(DataError) -> [String: Column] {
        var columns: [String: Column] = [:]
        for name in Set(names).sorted() { columns[name] = try column(ColumnRequest(name: name, kind: nil)) }
        return columns
    }

    /// A column for each request.
    package func read(_ requests: [ColumnRequest]) throws(DataError) -> [Column] {
        var columns: [Column] = []
        for request in requests { columns.append(try column(request)) }
        return columns
    }

    private func column(_ request: ColumnRequest) throws(DataError) -> Column {
        let field = try field(request.name)
        if case .other(let other) = field.type {
            throw .notArrow(
                path: path,
                reason: "column \(quoted(request.name)) is of the type \(other.name), which is no number, date or text")
        }
        let values = try reading(request.name) { reader throws(FlatTable.Fault) in
            if request.kind == .category { _ = try reader.checked(contents.rows, MemorySize.bytesPerText) }
            return request.kind == .category && field.type == .bool ? try reader.words(field) : try reader.column(field)
        }
        guard values.kind != .category else { return try Column.reading(values.texts, request) }
        switch request.kind {
        case .category: return try values.categories()
        case let kind?: return Column(kind: kind, count: values.count, storage: values.storage)
        case nil: return values
        }
    }

    private func reading<R>(_ name: String, _ body: (ArrowReader) throws(FlatTable.Fault) -> R) throws(DataError) -> R {
        let result: R
        do throws(FlatTable.Fault) {
            result = try body(ArrowReader(contents: contents, file: file, maxBytes: maxBytes))
        } catch {
            // If the file was truncated meanwhile, its missing part was read as zeros.
            try file.checkIntact()
            throw .notArrow(path: path, reason: "column \(quoted(name)): \(error.reason)")
        }
        try file.checkIntact()
        return result
    }
}
