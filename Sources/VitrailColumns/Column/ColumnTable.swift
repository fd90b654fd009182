/// Named columns of equal length, as data for the series of a description without a file.
///
///     let table = try ColumnTable(["t": Column(times), "y": Column(values)])
///     let chart = try ChartDescription(json: json, tables: ["measured": table]).makeChart()
public struct ColumnTable: Sendable {
    /// Column names, sorted.
    public let names: [String]
    /// Number of rows of each column; 0 if there are no columns.
    public let rowCount: Int
    private let columns: Columns

    /// Columns that are compared by identity, not by value.
    private final class Columns: Sendable {
        let byName: [String: Column]
        init(_ byName: [String: Column]) { self.byName = byName }
    }

    /// - Throws: `DataError.unequalLengths`.
    public init(_ columns: [String: Column]) throws(DataError) {
        names = columns.keys.sorted()
        rowCount = names.first.flatMap { columns[$0]?.count } ?? 0
        for name in names {
            guard let count = columns[name]?.count, count != rowCount else { continue }
            throw .unequalLengths(name: name, count: count, other: names[0], otherCount: rowCount)
        }
        self.columns = Columns(columns)
    }

    public subscript(_ name: String) -> Column? { columns.byName[name] }
}

extension ColumnTable: Equatable {
    /// Whether both are copies of the same table.
    public static func == (a: ColumnTable, b: ColumnTable) -> Bool { a.columns === b.columns }
}
