/// Columns of equal length, each stored under its request: one entry of a description's `data` from any source.
package struct DataTable {
    package struct Entry {
        package var column: Column
        package var facts: ColumnFacts
    }

    private struct Key: Hashable {
        var name: String
        var kind: Column.Kind?
    }

    /// Number of rows; 0 if no column was requested.
    package let rowCount: Int
    /// Assumptions made while reading, as sentences.
    package var notes: [String] = []
    private var entries: [Key: Entry] = [:]

    /// - Precondition: `columns` and `facts` have as many elements as `requests`.
    package init(_ requests: [ColumnRequest], _ columns: [Column], _ facts: [ColumnFacts]) throws(DataError) {
        for (k, request) in requests.enumerated() {
            entries[Key(name: request.name, kind: request.kind)] = Entry(column: columns[k], facts: facts[k])
        }
        rowCount = columns.first?.count ?? 0
        for (request, column) in zip(requests, columns) where column.count != rowCount {
            throw .unequalLengths(
                name: request.name, count: column.count, other: requests[0].name, otherCount: rowCount)
        }
    }

    var names: [String] { Set(entries.keys.map(\.name)).sorted() }

    package subscript(_ name: String, _ kind: Column.Kind?) -> Entry? { entries[Key(name: name, kind: kind)] }

    /// The table with numbers on date axes converted to dates.
    ///
    /// - Throws: `DataError.severalTimeZones` if times without a zone are shown on axes with different zones.
    package func dated(_ requests: [ColumnRequest], _ options: CSVOptions) throws(DataError) -> DataTable {
        var table = self
        for request in requests where request.kind == .date {
            guard let entry = entries[Key(name: request.name, kind: .date)] else { continue }
            let context = ColumnReading.Context(request: request, options: options)
            if let other = request.otherTimeZone, entry.facts.hasLocalTimes, context.parse?.timeZone == nil,
                options.timeZone == nil
            {
                throw .severalTimeZones(column: request.name, zones: [request.timeZone ?? "UTC", other].sorted())
            }
            guard entry.column.kind == .number else { continue }
            let reading = try ColumnReading.dates(ofNumbers: entry.column, context)
            table.entries[Key(name: request.name, kind: .date)] = Entry(column: reading.column, facts: reading.facts)
            table.notes += reading.notes.map { "column \(quoted(request.name)): \($0.sentence)" }
        }
        return table
    }
}
