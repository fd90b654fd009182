import VitrailChart
import VitrailColumns

extension ColumnTable {
    /// Reads a column for a series of a description. Numbers on a date axis stay numbers; their unit is determined
    /// later.
    func read(_ request: ColumnRequest) throws(DataError) -> ColumnReading? {
        guard let column = self[request.name] else { return nil }
        switch (column.kind, request.kind) {
        case (.date, .number): return ColumnReading(column: column.asNumbers())
        case (.number, .category): return ColumnReading(column: try column.categories())
        case (.date, .category): return ColumnReading(column: Column(column.dateTexts))
        case (.category, .number), (.category, .date):
            return try InlineColumn.texts(column.texts).reading(
                ColumnReading.Context(request: request), of: request.name)
        case (.number, _), (.date, _), (.category, _): return ColumnReading(column: column)
        }
    }
}
