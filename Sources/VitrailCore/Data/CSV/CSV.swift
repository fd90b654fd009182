/// A CSV file, and what messages call it.
public struct CSVSource: Sendable, Hashable {
    public var path: String
    /// Another than the path where the bytes came from elsewhere, as from standard input.
    public var name: String

    /// How the file is written, where that should not be recognised.
    public var options: CSVOptions

    public init(path: String, name: String? = nil, options: CSVOptions = CSVOptions()) {
        self.path = path
        self.name = name ?? path
        self.options = options
    }
}

/// Columns of a CSV file, for hosts that build charts in code.
public enum CSV {
    /// The header's names, in the order of the file.
    public static func columnNames(of source: CSVSource) throws(DataError) -> [String] {
        try CSVFile(path: source.path, name: source.name, options: source.options).header
    }

    /// The named columns, each a number, date or category column by what its cells hold; empty cells are gaps.
    ///
    /// - Parameter numbers: columns that have to hold numbers.
    /// - Throws: `DataError` with the file, the line and the column; for an unknown name with the nearest one.
    public static func columns(_ names: [String], numbers: [String] = [], of source: CSVSource) throws(DataError) -> [String: Column] {
        let unique = Set(names).sorted()
        let file = try CSVFile(path: source.path, name: source.name, options: source.options)
        let reading = try file.read(unique.map { ColumnRequest(name: $0, kind: numbers.contains($0) ? .number : nil) })
        return Dictionary(uniqueKeysWithValues: zip(unique, reading.columns))
    }

    public static func columns(_ names: [String], ofFile path: String) throws(DataError) -> [String: Column] {
        try columns(names, of: CSVSource(path: path))
    }
}
