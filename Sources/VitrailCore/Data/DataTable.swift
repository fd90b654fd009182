/// Columns of equal length, each under what was asked for: one entry of a description's `data`, from wherever it comes.
struct DataTable {
    /// 0 when nothing was asked for.
    let rowCount: Int
    private let columns: [ColumnRequest: Column]

    init(columns: [ColumnRequest: Column]) throws(DataError) {
        self.columns = columns
        let named = columns.sorted { $0.key.name < $1.key.name }
        rowCount = named.first?.value.count ?? 0
        for (request, column) in named where column.count != rowCount {
            throw .unequalLengths(
                name: request.name, count: column.count, other: named[0].key.name, otherCount: rowCount)
        }
    }

    subscript(_ request: ColumnRequest) -> Column? { columns[request] }
}
