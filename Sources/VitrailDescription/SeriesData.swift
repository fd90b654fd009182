import VitrailChart
public import VitrailColumns

/// The columns of one series, of equal length.
public struct SeriesData: Sendable {
    public let count: Int
    private let columns: [SeriesRole: Column]
    let facts: [SeriesRole: ColumnFacts]

    init(count: Int, columns: [SeriesRole: Column], facts: [SeriesRole: ColumnFacts] = [:]) {
        self.count = count
        self.columns = columns
        self.facts = facts
    }

    var roles: [SeriesRole] { Array(columns.keys) }

    /// `nil`: the series has no column for this role.
    public subscript(_ role: SeriesRole) -> Column? { columns[role] }
}

extension ChartDescription {
    /// Reads the columns of every series, in the order of `series`.
    ///
    /// A column has numbers on a number axis, dates on a date axis (or numbers that count time since 1970), texts on a
    /// category axis. Names of slices are texts. Dates are relative to the `origin` of their column. It differs from
    /// 1970 if an axis shows dates finer than milliseconds. Each file is read once for all series that use it, and only
    /// the used columns are read.
    public func loadSeriesData() throws(DescriptionError) -> [SeriesData] { try loadSeries().map(\.data) }

    /// Reads the data, with the assumptions made, and with a series for each value of a `by` column.
    ///
    /// - Parameters:
    ///   - read: Tables that were already read, by name.
    ///   - cache: Cache with tables of the preceding frame; new tables are added to it.
    ///   - origins: Origins of the date axes; `nil`: determined from the data.
    func loadSeries(
        read: [String: DataTable] = [:], cache: TableCache? = nil, origins: DateOrigins? = nil
    ) throws(DescriptionError) -> LoadedDescription {
        var requests: [String: [ColumnRequest]] = [:]
        for series in series {
            for (role, column) in series.columns {
                add(request(role, column, of: series), to: &requests[series.data, default: []])
            }
            if let by = series.by {
                add(ColumnRequest(name: by, kind: .category), to: &requests[series.data, default: []])
            }
        }
        var loaded = LoadedDescription()
        var tables: [String: DataTable] = [:]
        for (name, wanted) in requests.sorted(by: { $0.key < $1.key }) {
            if let table = read[name] {
                tables[name] = table
                continue
            }
            let table =
                if let cache {
                    try cache.table(name, data[name], wanted) { () throws(DescriptionError) in
                        try loadTable(name, wanted)
                    }
                } else {
                    try loadTable(name, wanted)
                }
            tables[name] = table
            for note in table.notes { loaded.warnings.append(.doubtful(path: "data.\(name)", reason: note)) }
            if table.rowCount == 0, let warning = emptyWarning(name) { loaded.warnings.append(warning) }
        }
        loaded.origins = origins ?? dateOrigins(tables)
        for (i, series) in series.enumerated() {
            let table = tables[series.data]
            if let by = series.by, let table {
                try addGroups(of: series, at: i, by: by, in: table, to: &loaded)
            } else {
                loaded.append(try data(of: series, at: i, in: table, &loaded), description: i, group: nil)
            }
        }
        return loaded
    }

    private func request(_ role: SeriesRole, _ column: String, of series: SeriesDescription) -> ColumnRequest {
        let roles = SeriesDescription.roles(series.kind, series.orientation)
        var request = ColumnRequest(
            name: column, kind: kind(role, of: series), isIndependent: role == roles.independent)
        if request.kind == .date, let axis = axis(isOnX(role, of: series) ? .x : .y, of: series) {
            request.timeZone = axis.timeZone
            request.order = (axis.locale ?? locale).flatMap { DateRecognition.order(ofLocale: $0) }
        }
        return request
    }

    /// Adds a request. Each column is read once per kind; a second time zone is recorded.
    private func add(_ request: ColumnRequest, to requests: inout [ColumnRequest]) {
        guard let k = requests.firstIndex(where: { $0.name == request.name && $0.kind == request.kind }) else {
            return requests.append(request)
        }
        requests[k].isIndependent = requests[k].isIndependent || request.isIndependent
        requests[k].order = requests[k].order ?? request.order
        if request.kind == .date, requests[k].timeZone != request.timeZone {
            requests[k].otherTimeZone = request.timeZone ?? "UTC"
        }
    }

    /// The kind that the column of a role must have.
    func kind(_ role: SeriesRole, of series: SeriesDescription) -> Column.Kind {
        guard series.kind.isCartesian else { return role == .x ? .category : .number }
        if role.isOnAxis { return axis(isOnX(role, of: series) ? .x : .y, of: series)?.kind.columnKind ?? .number }
        switch role {
        case .label: return .category
        // Raw columns have no texts: their numbers are used as categories without a copy.
        case .category:
            switch data[series.data] {
            case .columns: return .number
            case .memory(let table):
                return series.columns[.category].flatMap { table[$0]?.kind } == .category ? .category : .number
            default: return .category
            }
        default: return .number
        }
    }

    func isOnX(_ role: SeriesRole, of series: SeriesDescription) -> Bool {
        switch role {
        case .x, .y: role == .x
        default: role.isOnAxis && series.orientation == .vertical
        }
    }

    /// `nil`: a number axis.
    func axis(_ direction: Axis.Direction, of series: SeriesDescription) -> AxisDescription? {
        let (axes, id) = direction == .x ? (xAxes, series.xAxis) : (yAxes, series.yAxis)
        return id.flatMap { id in axes.first { $0.id == id } } ?? axes.first
    }

    private func data(
        of series: SeriesDescription, at index: Int, in table: DataTable?, _ loaded: inout LoadedDescription
    ) throws(DescriptionError) -> SeriesData {
        var columns: [SeriesRole: Column] = [:]
        var facts: [SeriesRole: ColumnFacts] = [:]
        for (role, name) in series.columns {
            let entry = table?[name, kind(role, of: series)]
            columns[role] = entry.map {
                loaded.column($0.column, name, of: series.data, after: origin(role, of: series, loaded.origins))
            }
            facts[role] = entry?.facts
        }
        let count = table?.rowCount ?? 0
        let independent = SeriesDescription.roles(series.kind, series.orientation).independent
        if columns[independent] == nil { columns[independent] = .indices(count: count, from: series.firstIndex) }
        columns = try series.kind.described.completed(columns, of: series, at: index)
        if series.sorted, let along = columns[independent] { columns = columns.sorted(by: along) }
        return SeriesData(count: count, columns: columns, facts: facts)
    }

    // MARK: Tables

    /// A warning about a table without rows. `nil`: decoding has already given one.
    private func emptyWarning(_ name: String) -> ChartWarning? {
        let jsonPath = "data.\(name)"
        switch data[name] {
        case .arrow(let path, let filters, _) where filters.isEmpty:
            return .doubtful(path: jsonPath, reason: "\(path) has no rows")
        case .csv(let path, let filters, _) where filters.isEmpty:
            return .doubtful(path: jsonPath, reason: "\(path) has no rows below its header")
        case .csv(let path, let filters, _), .arrow(let path, let filters, _):
            return .doubtful(path: "\(jsonPath).where", reason: RowFilter.reason(noRowPasses: filters, source: path))
        case .values:
            let isKnown = warnings.contains { if case .doubtful("\(jsonPath).where", _) = $0 { true } else { false } }
            return isKnown ? nil : .doubtful(path: "\(jsonPath).values", reason: "there are no rows")
        case .columns: return .doubtful(path: "\(jsonPath).columns", reason: "the files hold no values")
        case .arrays(let path, _): return .doubtful(path: jsonPath, reason: "\(path) holds no values")
        case .memory: return .doubtful(path: jsonPath, reason: "the table has no rows")
        case nil: return nil
        }
    }

    private func loadTable(_ name: String, _ wanted: [ColumnRequest]) throws(DescriptionError) -> DataTable {
        // Sort requests, so that the same error is reported each time if there are several.
        let requests = wanted.sorted { ($0.name, $0.kind?.rawValue ?? "") < ($1.name, $1.kind?.rawValue ?? "") }
        guard let description = data[name] else {
            throw DescriptionError(path: "data", message: "no data are named \(quoted(name))")
        }
        do throws(DataError) {
            var table: DataTable
            let options: CSVOptions
            switch description {
            case .csv(let path, let filter, let csv):
                options = csv
                let file = try CSVFile(path: resolved(path), options: options, reading)
                if let missing = firstMissing(name, requests, in: file.header) { throw missing }
                if let unknown = options.parse.keys.sorted().first(where: { !file.header.contains($0) }) {
                    throw .unknownColumn(name: unknown, source: file.path, known: file.header)
                }
                let reading = try file.read(requests, where: filter)
                table = try DataTable(requests, reading.columns, reading.facts)
                table.notes = reading.notes
            // An empty list of rows names no columns: treat all requested columns as empty.
            case .values(let inline, let said) where inline.isEmpty:
                options = said
                table = try self.table(name, requests, requests.map(\.name)) { request throws(DataError) in
                    let column =
                        switch request.kind {
                        case .number, nil: Column([Double]())
                        case .date: Column(secondsSince1970: [])
                        case .category: Column([String?]())
                        }
                    return ColumnReading(column: column)
                }
            case .values(let inline, let said):
                options = said
                table = try self.table(name, requests, inline.keys) { request throws(DataError) in
                    try inline[request.name]?.reading(
                        ColumnReading.Context(request: request, options: said), of: "values.\(request.name)")
                }
            case .columns(let raw, let said):
                options = said
                var files = RawFiles(reading, resolve: resolved)
                table = try self.table(name, requests, raw.keys) { request throws(DataError) in
                    try raw[request.name].map { raw throws(DataError) in
                        ColumnReading(column: try raw.column(request.asStored, &files))
                    }
                }
            case .arrow(let path, let filter, let said):
                options = said
                let file = try ArrowFile(path: resolved(path), reading: reading)
                if let missing = firstMissing(name, requests, in: file.columnNames) { throw missing }
                table = try file.table(requests, where: filter, said)
            case .arrays(let path, let said):
                options = said
                let file = try ArrayFile(path: resolved(path), reading: reading)
                if let missing = firstMissing(name, requests, in: file) { throw missing }
                let columns = try file.read(requests.map(\.asStored))
                table = try DataTable(requests, columns, columns.map { _ in ColumnFacts() })
            case .memory(let memory):
                options = CSVOptions()
                table = try self.table(name, requests, memory.names) { request throws(DataError) in
                    try memory.read(request)
                }
            }
            return try table.dated(requests, options)
        } catch {
            throw located(error, data: name)
        }
    }

    private func table(
        _ name: String, _ requests: [ColumnRequest], _ known: some Collection<String>,
        _ load: (ColumnRequest) throws(DataError) -> ColumnReading?
    ) throws(DataError) -> DataTable {
        if let missing = firstMissing(name, requests, in: known.sorted()) { throw missing }
        var (columns, facts, notes): ([Column], [ColumnFacts], [String]) = ([], [], [])
        for request in requests {
            guard let reading = try load(request) else { continue }
            columns.append(reading.column)
            facts.append(reading.facts)
            notes += reading.notes.map { "column \(quoted(request.name)): \($0.sentence)" }
        }
        var table = try DataTable(requests, columns, facts)
        table.notes = notes
        return table
    }

    private func firstMissing(_ name: String, _ requests: [ColumnRequest], in known: [String]) -> DataError? {
        guard let missing = requests.first(where: { !known.contains($0.name) }) else { return nil }
        return .unknownColumn(name: missing.name, source: "data \(quoted(name))", known: known)
    }

    private func firstMissing(_ name: String, _ requests: [ColumnRequest], in file: ArrayFile) -> DataError? {
        guard let missing = requests.first(where: { !file.hasColumn($0.name) }) else { return nil }
        return .unknownColumn(name: missing.name, source: "data \(quoted(name))", known: file.columnNames)
    }

    /// Assigns a JSON path to an error: for an unknown column that of the series, otherwise that of the data.
    private func located(_ error: DataError, data name: String) -> DescriptionError {
        if case .unknownColumn(let column, let source, _) = error, source == "data \(quoted(name))" {
            for (i, series) in series.enumerated() where series.data == name {
                let role =
                    SeriesRole.allCases.first { series.columns[$0] == column }?.rawValue
                    ?? (series.by == column ? "by" : nil)
                if let role { return DescriptionError(path: "series[\(i)].\(role)", message: error.description) }
            }
        }
        let hint = axisHint(error, data: name) ?? ""
        if case .value(let column, let index, let text, let wanted) = error {
            // A value of a description has its own JSON path.
            let own = String(column.drop { $0 != "." }.dropFirst())
            let path = rowTables.contains(name) ? "values[\(index)].\(own)" : "\(column)[\(index)]"
            return DescriptionError(
                path: "data.\(name).\(path)", message: "\(quoted(text)) is not \(wanted.phrase)\(hint)")
        }
        return DescriptionError(path: "data.\(name)", message: error.description + hint, kind: error.fault)
    }

    /// A hint which axis type accepts texts or dates, if they are on a number axis, which may only be the default.
    private func axisHint(_ error: DataError, data name: String) -> String? {
        let (column, text): (String, String)
        switch error {
        case .value(let path, _, let found, .number):
            (column, text) = (String(path.drop { $0 != "." }.dropFirst()), found)
        case .cell(_, _, let found, let cell, .number): (column, text) = (found, cell)
        default: return nil
        }
        let isDate = DateRecognition.looksLikeDate(text)
        for series in series where series.data == name && series.kind.isCartesian {
            let independent = SeriesDescription.roles(series.kind, series.orientation).independent
            guard series.columns[independent] == column, kind(independent, of: series) == .number else { continue }
            let axis = independent == .x ? "xAxis" : "yAxis"
            return isDate
                ? "; \"\(axis)\": {\"type\": \"dateTime\"} takes dates"
                : "; \"\(axis)\": {\"type\": \"category\"} takes texts"
        }
        return nil
    }

    func resolved(_ path: String) -> String { DataDescription.resolved(path, in: directory) }
}

extension DataDescription {
    /// Resolves a path of a description relative to a directory.
    static func resolved(_ path: String, in directory: String) -> String {
        if path.hasPrefix("/") || directory == "." || directory.isEmpty { return path }
        return directory.hasSuffix("/") ? directory + path : directory + "/" + path
    }
}

extension InlineColumn {
    func reading(_ context: ColumnReading.Context, of path: String) throws(DataError) -> ColumnReading {
        switch self {
        case .numbers(let values):
            if context.request.kind == .category {
                return ColumnReading(column: Column(values.map { $0.map(compact) }))
            }
            return ColumnReading(column: Column(values.map { $0 ?? .nan }))
        case .texts(let texts):
            if context.request.kind == nil { return ColumnReading(column: Column(texts)) }
            do {
                return try ColumnReading.read(texts, context)
            } catch let misfit as ColumnReading.Misfit {
                throw .value(column: path, index: misfit.row, text: texts[misfit.row] ?? "", wanted: misfit.wanted)
            } catch let error as DataError {
                throw error
            } catch {
                preconditionFailure("columns are read with data errors only: \(error)")
            }
        }
    }
}

/// The files of raw columns. Each file of arrays is opened once, because it may be copied into memory as a whole.
struct RawFiles {
    let reading: ReadingOptions
    private let resolve: (String) -> String
    private var opened: [String: ArrayFile] = [:]

    init(_ reading: ReadingOptions, resolve: @escaping (String) -> String) {
        (self.reading, self.resolve) = (reading, resolve)
    }

    func resolved(_ path: String) -> String { resolve(path) }

    mutating func arrays(_ path: String) throws(DataError) -> ArrayFile {
        if let known = opened[path] { return known }
        let file = try ArrayFile(path: resolve(path), reading: reading)
        opened[path] = file
        return file
    }

    /// Bytes of memory for copies of the files of arrays.
    var copiedBytes: Int { opened.values.reduce(0) { $0 + $1.copiedBytes } }
}

extension RawColumn {
    func column(_ request: ColumnRequest, _ files: inout RawFiles) throws(DataError) -> Column {
        let column: Column
        switch self {
        case .f64(let path): column = try Column(f64File: files.resolved(path), reading: files.reading)
        case .f32(let path): column = try Column(f32File: files.resolved(path), reading: files.reading)
        case .npy(let path, let name):
            let file = try files.arrays(path)
            guard let name else { return try file.onlyColumn(request.kind) }
            return try file.read([ColumnRequest(name: name, kind: request.kind)])[0]
        }
        // Raw columns have no texts: a category axis shows the numbers as texts.
        return request.kind == .category ? try column.categories() : column
    }
}
