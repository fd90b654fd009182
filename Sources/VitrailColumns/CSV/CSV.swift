/// A CSV file and its name in messages.
public struct CSVSource: Sendable, Hashable {
    public var path: String
    /// Name in messages. It differs from the path if the bytes come from elsewhere, for example from standard input.
    public var name: String

    /// Settings of the file's format. Settings left out are detected.
    public var options: CSVOptions
    /// Whether the file is mapped.
    public var reading: ReadingOptions

    public init(
        path: String, name: String? = nil, options: CSVOptions = CSVOptions(),
        reading: ReadingOptions = ReadingOptions()
    ) {
        self.path = path
        self.name = name ?? path
        self.options = options
        self.reading = reading
    }

    package func open() throws(DataError) -> CSVFile { try CSVFile(path: path, name: name, options: options, reading) }
}

/// Columns of a CSV file, for hosts that build charts in code.
public enum CSV {
    /// The header's names in the order of the file.
    public static func columnNames(of source: CSVSource) throws(DataError) -> [String] {
        try source.open().header
    }

    /// The named columns. Each holds numbers, dates or categories, depending on its cells. Empty cells are gaps.
    ///
    /// - Parameter numbers: Names of columns that must hold numbers.
    /// - Throws: `DataError` with the file, line and column; for an unknown name also with the nearest known one.
    public static func columns(
        _ names: [String], numbers: [String] = [], of source: CSVSource
    ) throws(DataError) -> [String: Column] {
        let unique = Set(names).sorted()
        let file = try source.open()
        let reading = try file.read(unique.map { ColumnRequest(name: $0, kind: numbers.contains($0) ? .number : nil) })
        return Dictionary(uniqueKeysWithValues: zip(unique, reading.columns))
    }

    public static func columns(_ names: [String], ofFile path: String) throws(DataError) -> [String: Column] {
        try columns(names, of: CSVSource(path: path))
    }
}
