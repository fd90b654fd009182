package import VitrailColumns

/// Reads Arrow files as data of a description.
extension ArrowFile {
    /// - Parameter options: Only `parse` and `timeZone` apply.
    func table(
        _ requests: [ColumnRequest], where filters: [RowFilter], _ options: CSVOptions
    ) throws(DataError) -> DataTable {
        let readings = try readings(requests, where: filters, options)
        var table = try DataTable(requests, readings.map(\.column), readings.map(\.facts))
        for (request, reading) in zip(requests, readings) {
            table.notes += reading.notes.map { "column \(quoted(request.name)): \($0.sentence)" }
        }
        return table
    }

    /// A column for each request, with the rows that pass all filters.
    func readings(
        _ requests: [ColumnRequest], where filters: [RowFilter], _ options: CSVOptions
    ) throws(DataError) -> [ColumnReading] {
        if let unknown = options.parse.keys.sorted().first(where: { !hasColumn($0) }) {
            throw .unknownColumn(name: unknown, source: path, known: columnNames)
        }
        let rows = filters.isEmpty ? nil : try rows(passing: filters, options)
        var readings: [ColumnReading] = []
        for request in requests {
            var reading = try reading(ColumnReading.Context(request: request, options: options))
            if let rows { reading.column = reading.column.rows(rows) }
            readings.append(reading)
        }
        return readings
    }

    private func reading(_ context: ColumnReading.Context) throws(DataError) -> ColumnReading {
        let request = context.request
        if try storedKind(of: request.name) == .category {
            let texts = try read([ColumnRequest(name: request.name, kind: .category)])[0].texts
            guard request.kind != nil || context.parse != nil else {
                return ColumnReading(column: try Column.reading(texts, request))
            }
            return try InlineColumn.texts(texts).reading(context, of: request.name)
        }
        var reading = ColumnReading(column: try read([request.asStored])[0])
        if try isLocal(request.name) { try setZone(of: &reading, context) }
        if request.kind == .date, reading.column.kind == .number {
            return try ColumnReading.dates(ofNumbers: reading.column, context)
        }
        return reading
    }

    /// Converts local times to instants in the time zone of the description or the axis.
    private func setZone(of reading: inout ColumnReading, _ context: ColumnReading.Context) throws(DataError) {
        reading.facts.hasLocalTimes = true
        guard reading.column.kind == .date, let zone = context.timeZone, !TimeZones.isUTC(zone) else { return }
        var clock = try ZoneClock(identifier: zone)
        reading.column = reading.column.instants(by: &clock)
        reading.note(clock, zone)
    }

    /// Indices of the rows that pass all filters, ascending.
    private func rows(passing filters: [RowFilter], _ options: CSVOptions) throws(DataError) -> [Int] {
        // Columns of gaps take no bytes in the file, so the file size does not limit the number of rows.
        guard rowCount <= maxBytes / 16 else {
            throw .tooMany(path: path, what: "rows to choose from", limit: maxBytes / 16)
        }
        var passes = [Bool](repeating: true, count: rowCount)
        for filter in filters {
            let test = FilterTest(filter, slot: 0, takesCommas: false)
            guard try storedKind(of: filter.column) != .category else {
                let texts = try read([ColumnRequest(name: filter.column, kind: .category)])[0].texts
                for k in passes.indices where passes[k] && !test.passes(text: texts[k]) { passes[k] = false }
                continue
            }
            let column = try read([ColumnRequest(name: filter.column, kind: nil)])[0]
            let isOfDates = column.kind == .date
            column.withView { values in
                ColumnView.forEachBlock(of: passes.indices, values) { start, block in
                    for i in block.indices where passes[start + i] {
                        let value = block[i].isNaN ? nil : block[i]
                        passes[start + i] = isOfDates ? test.passes(date: value) : test.passes(number: value)
                    }
                }
            }
            try column.checkIntact()
        }
        return passes.indices.filter { passes[$0] }
    }
}

/// An open Arrow file.
package struct OpenArrow: OpenTable {
    private let file: ArrowFile
    private var options: CSVOptions

    /// - Parameter source: Of its options, only `timeZone` applies.
    package init(_ source: CSVSource) throws(DataError) {
        file = try ArrowFile(path: source.path, name: source.name, reading: source.reading)
        options = CSVOptions()
        options.timeZone = source.options.timeZone
    }

    package var names: [String] { file.columnNames }
    package var unnamed: Set<String> { file.unnamed }
    package var readableNames: [String] { file.columnNames.filter { file.canRead($0) } }
    package var firstRow: Int { 0 }
    package var rowCount: Int { file.rowCount }

    /// Bytes of memory needed to read these columns, with a copy of the file.
    package func memory(of names: [String]) throws(DataError) -> Int { try file.memory(of: names) + file.copiedBytes }

    package func description(path: String, where filters: [RowFilter]) -> DataDescription {
        .arrow(path: path, filter: filters, options: options)
    }

    package mutating func parse(_ column: String, _ meaning: ColumnParse) { options.parse[column] = meaning }

    package func read(_ wishes: [ColumnWish], where filters: [RowFilter] = []) throws(DataError) -> ReadColumns {
        let requests = wishes.map { ColumnRequest($0) }
        return ReadColumns(requests, try file.readings(requests, where: filters, options))
    }
}
