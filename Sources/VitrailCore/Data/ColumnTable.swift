/// Columns of one length under names: data that a description's series draw without a file.
///
///     let table = try ColumnTable(["t": Column(times), "y": Column(values)])
///     let chart = try ChartDescription(json: json, tables: ["measured": table]).makeChart()
public struct ColumnTable: Sendable {
    /// Sorted.
    public let names: [String]
    /// Rows of each column; 0 where there is none.
    public let rowCount: Int
    private let columns: Columns

    /// Compared by identity: values are not looked at.
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

extension ColumnTable {
    /// A column as a description's series asks for it; numbers on an axis of dates stay numbers, whose unit is found afterwards.
    func read(_ request: ColumnRequest) throws(DataError) -> ColumnReading? {
        guard let column = self[request.name] else { return nil }
        switch (column.kind, request.kind) {
        case (.date, .number): return ColumnReading(column: column.asNumbers())
        case (.number, .category): return ColumnReading(column: try column.categories())
        case (.date, .category): return ColumnReading(column: Column(column.dateTexts))
        case (.category, .number), (.category, .date):
            return try InlineColumn.texts(column.texts).reading(ColumnReading.Context(request: request), of: request.name)
        case (.number, _), (.date, _), (.category, _): return ColumnReading(column: column)
        }
    }
}

extension Column {
    /// Dates as numbers of seconds since 1970, where they lie.
    fileprivate func asNumbers() -> Column { Column(kind: .number, count: count, storage: after(0).storage) }

    /// As a description has dates, nil where there is none.
    fileprivate var dateTexts: [String?] {
        lend { values in values.indices.map { values[$0].isFinite ? FineDate(values[$0], after: origin).text : nil } }
    }
}
