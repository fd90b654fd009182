/// Columns of a CSV file, for hosts that build charts in code.
public enum CSV {
    /// The named columns, each a number, date or category column by what its cells hold; empty cells are gaps.
    ///
    /// - Throws: `DataError` naming the file, the line and the column; an unknown name comes with the nearest one.
    public static func columns(_ names: [String], ofFile path: String) throws(DataError) -> [String: Column] {
        let unique = Set(names).sorted()
        let file = try CSVFile(path: path)
        let columns = try file.read(unique.map { ColumnRequest(name: $0, kind: nil) })
        return Dictionary(uniqueKeysWithValues: zip(unique, columns))
    }
}
