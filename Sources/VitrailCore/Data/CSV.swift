/// A CSV file, and what messages call it.
public struct CSVSource: Sendable, Hashable {
    public var path: String
    /// Another than the path where the bytes came from elsewhere, as from standard input.
    public var name: String

    public init(path: String, name: String? = nil) {
        self.path = path
        self.name = name ?? path
    }
}

/// Columns of a CSV file, for hosts that build charts in code.
public enum CSV {
    /// The header's names, in the order of the file.
    public static func columnNames(of source: CSVSource) throws(DataError) -> [String] {
        try CSVFile(path: source.path, name: source.name).header
    }

    /// The named columns, each a number, date or category column by what its cells hold; empty cells are gaps.
    ///
    /// - Parameters:
    ///   - numbers: those among the names that have to hold numbers.
    ///   - settled: of other names, kinds that a column's first cell decides for good, so that one cell among dates that is none is an error. All cells
    ///     of other columns are texts, when one of them is no number or date like those before it.
    /// - Throws: `DataError` naming the file, the line and the column; an unknown name comes with the nearest one.
    public static func columns(
        _ names: [String], numbers: [String] = [], settled: [String: Set<Column.Kind>] = [:], of source: CSVSource
    ) throws(DataError) -> [String: Column] {
        let unique = Set(names).sorted()
        let file = try CSVFile(path: source.path, name: source.name)
        let columns = try file.read(unique.map { ColumnRequest(name: $0, kind: numbers.contains($0) ? .number : nil, settled: settled[$0] ?? []) })
        return Dictionary(uniqueKeysWithValues: zip(unique, columns))
    }

    public static func columns(_ names: [String], ofFile path: String) throws(DataError) -> [String: Column] {
        try columns(names, of: CSVSource(path: path))
    }
}
