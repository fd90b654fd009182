package import VitrailColumns
import VitrailSystem

/// Columns that a caller read before it created a description that depends on them.
package struct ReadColumns: Sendable {
    /// Columns by their name in the data.
    package private(set) var columns: [String: Column]
    /// Columns of numbers with a percent sign.
    package private(set) var percents: Set<String> = []
    /// Assumptions made while reading, as sentences.
    package private(set) var notes: [String] = []
    private let facts: [String: ColumnFacts]

    package init(_ columns: [String: Column]) {
        self.columns = columns
        facts = [:]
    }

    /// The same columns with other rows.
    package func with(_ columns: [String: Column]) -> ReadColumns {
        var other = self
        (other.columns, other.notes) = (columns, [])
        return other
    }

    /// - Precondition: `readings` has as many elements as `requests`.
    init(_ requests: [ColumnRequest], _ readings: [ColumnReading]) {
        var (columns, facts): ([String: Column], [String: ColumnFacts]) = ([:], [:])
        for (request, reading) in zip(requests, readings) {
            (columns[request.name], facts[request.name]) = (reading.column, reading.facts)
            if reading.facts.isPercent { percents.insert(request.name) }
            notes += reading.notes.map { "column \(quoted(request.name)): \($0.sentence)" }
        }
        (self.columns, self.facts) = (columns, facts)
    }

    fileprivate init(_ requests: [ColumnRequest], _ reading: CSVFile.Reading, _ options: CSVOptions) throws(DataError) {
        var (columns, facts): ([String: Column], [String: ColumnFacts]) = ([:], [:])
        notes = reading.notes
        for (k, request) in requests.enumerated() {
            (columns[request.name], facts[request.name]) = (reading.columns[k], reading.facts[k])
            if reading.facts[k].isPercent { percents.insert(request.name) }
            guard request.kind == .date, reading.columns[k].kind == .number else { continue }
            let dates = try ColumnReading.dates(
                ofNumbers: reading.columns[k], ColumnReading.Context(request: request, options: options))
            (columns[request.name], facts[request.name]) = (dates.column, dates.facts)
            notes += dates.notes.map { "column \(quoted(request.name)): \($0.sentence)" }
        }
        (self.columns, self.facts) = (columns, facts)
    }

    /// The columns as a table of a description.
    fileprivate func table() throws(DataError) -> DataTable {
        let names = columns.keys.sorted()
        let requests = names.map { ColumnRequest(name: $0, kind: columns[$0]?.kind) }
        return try DataTable(requests, names.compactMap { columns[$0] }, names.map { facts[$0] ?? ColumnFacts() })
    }
}

extension ChartDescription {
    func tables(_ read: [String: ReadColumns]) throws(DescriptionError) -> [String: DataTable] {
        var tables: [String: DataTable] = [:]
        for (name, columns) in read {
            do throws(DataError) { tables[name] = try columns.table() } catch {
                throw DescriptionError(path: "data.\(name)", message: error.description, kind: error.fault)
            }
        }
        return tables
    }
}

/// A request for a column of an open table.
package struct ColumnWish: Sendable {
    package var name: String
    /// `nil`: the kind depends on the cells.
    package var kind: Column.Kind?
    /// Whether this is the independent column: its last cells reveal rows below the table, and eight digits may be a
    /// date.
    package var isIndependent: Bool
    /// Locale that determines the order of day and month if both fit.
    package var locale: String?

    package init(
        _ name: String, _ kind: Column.Kind? = nil, isIndependent: Bool = false, locale: String? = nil
    ) {
        (self.name, self.kind, self.isIndependent, self.locale) = (name, kind, isIndependent, locale)
    }
}

extension ColumnRequest {
    init(_ wish: ColumnWish) {
        self.init(name: wish.name, kind: wish.kind, isIndependent: wish.isIndependent)
        takesCompactDates = wish.isIndependent && wish.kind == nil
        order = wish.locale.flatMap { DateRecognition.order(ofLocale: $0) }
    }
}

/// A table in an open file, with known column names and unread rows.
package protocol OpenTable: Sendable {
    /// Column names in the order of the file.
    var names: [String] { get }
    /// Numbers used as names of columns that have none in the file.
    var unnamed: Set<String> { get }
    /// Columns with a type that can be drawn.
    var readableNames: [String] { get }
    /// Number of the first row.
    var firstRow: Int { get }

    /// A description that reads the same rows.
    ///
    /// - Parameter path: Path of the file in the description.
    func description(path: String, where filters: [RowFilter]) -> DataDescription
    /// Sets the meaning of the cells of a column.
    mutating func parse(_ column: String, _ meaning: ColumnParse)
    /// - Precondition: Each name occurs once.
    func read(_ wishes: [ColumnWish], where filters: [RowFilter]) throws(DataError) -> ReadColumns
}

/// An open CSV file.
package struct OpenCSV: OpenTable {
    private var file: CSVFile

    package init(_ source: CSVSource) throws(DataError) {
        file = try source.open()
    }

    package init(_ file: CSVFile) { self.file = file }

    /// The same file, read with `CSVFile.settledOptions` for these columns.
    package func settled(_ wishes: [ColumnWish]) throws(DataError) -> CSVFile {
        var settled = file
        settled.options = try file.settledOptions(wishes.map { ColumnRequest($0) })
        return settled
    }

    package func description(path: String, where filters: [RowFilter]) -> DataDescription {
        .csv(path: path, filter: filters, options: file.options)
    }

    package mutating func parse(_ column: String, _ meaning: ColumnParse) { file.options.parse[column] = meaning }

    package var names: [String] { file.header }
    package var unnamed: Set<String> { file.dialect.unnamed }
    package var readableNames: [String] { names }
    package var firstRow: Int { 1 }

    package func read(_ wishes: [ColumnWish], where filters: [RowFilter] = []) throws(DataError) -> ReadColumns {
        let requests = wishes.map { ColumnRequest($0) }
        return try ReadColumns(requests, try file.read(requests, where: filters), file.options)
    }
}

extension Column {
    /// Seconds since 1970 of a date in the format of a description.
    ///
    /// - Parameter timeZone: Zone of a date without an offset, an IANA identifier; `nil`: UTC.
    package static func date(_ text: String, timeZone: String?) -> Double? {
        let bytes = Array(text.utf8)
        guard let written = CellDate.parseWritten(bytes.span, bytes.indices) else { return nil }
        guard let timeZone, var clock = try? ZoneClock(identifier: timeZone) else { return CellDate.parse(text) }
        return clock.seconds(of: WrittenDate(seconds: written.seconds, offset: written.offset))
    }

    /// Range of the finite values in the rows where the other column is within the bounds. `nil`: there are none.
    ///
    /// - Complexity: O(values), on all cores if there are many values.
    package func range(along: Column, within bounds: NumberRange?) -> NumberRange? {
        guard kind != .category, along.kind != .category else { return range }
        let minimum = bounds?.minimum ?? -.greatestFiniteMagnitude
        let maximum = bounds?.maximum ?? .greatestFiniteMagnitude
        let parts = ColumnView.withView(along, self) { positions, values in
            Parallel.mapParts(of: min(positions.count, values.count), minimum: 1 << 16) { part in
                var (low, high) = (Double.infinity, -Double.infinity)
                ColumnView.forEachBlock(of: part, positions, values) { _, positions, values in
                    for i in values.indices
                    where positions[i] >= minimum && positions[i] <= maximum && values[i].isFinite {
                        (low, high) = (min(low, values[i]), max(high, values[i]))
                    }
                }
                return (low, high)
            }
        }
        let (low, high) = parts.reduce((Double.infinity, -Double.infinity)) { (min($0.0, $1.0), max($0.1, $1.1)) }
        return low <= high ? NumberRange(low, high) : nil
    }
}
