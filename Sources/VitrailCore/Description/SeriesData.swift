/// The columns of one series, of equal length.
public struct SeriesData: Sendable {
    public let count: Int
    private let columns: [SeriesRole: Column]

    init(count: Int, columns: [SeriesRole: Column]) {
        self.count = count
        self.columns = columns
    }

    /// nil when the series knows no such role.
    public subscript(_ role: SeriesRole) -> Column? { columns[role] }
}

extension ChartDescription {
    /// Reads the columns of every series, in the order of `series`.
    ///
    /// A column on a number axis holds numbers, on a date axis dates (or seconds since 1970), on a category axis texts; the name of
    /// a slice is a text. Each file is read once for all series that use it, and only in the columns that are used.
    public func loadSeriesData() throws(DescriptionError) -> [SeriesData] {
        var warnings: [ChartWarning] = []
        return try loadSeriesData(warnings: &warnings)
    }

    /// - Parameter warnings: gets what was assumed while files were read, and which data have no rows.
    func loadSeriesData(warnings: inout [ChartWarning]) throws(DescriptionError) -> [SeriesData] {
        var requests: [String: Set<ColumnRequest>] = [:]
        for series in series {
            for (role, column) in series.columns {
                requests[series.data, default: []].insert(
                    ColumnRequest(name: column, kind: kind(role, of: series)))
            }
        }
        var tables: [String: DataTable] = [:]
        for (name, wanted) in requests.sorted(by: { $0.key < $1.key }) {
            let table = try loadTable(name, wanted)
            tables[name] = table
            if table.rowCount == 0, let warning = emptyWarning(name, warnings) { warnings.append(warning) }
        }
        var loaded: [SeriesData] = []
        for (i, series) in series.enumerated() {
            loaded.append(try data(of: series, at: i, in: tables[series.data]))
        }
        return loaded
    }

    /// What a role's column has to hold.
    func kind(_ role: SeriesRole, of series: SeriesDescription) -> Column.Kind {
        guard series.kind.isCartesian else { return role == .x ? .category : .number }
        let isOnX: Bool
        switch role {
        case .x: isOnX = true
        case .y: isOnX = false
        case .open, .high, .low, .close: isOnX = series.orientation == .vertical
        case .area, .value: return .number
        // Raw columns have no texts: their numbers are categories as they are, without a copy.
        case .category: if case .columns = data[series.data] { return .number } else { return .category }
        }
        return switch axis(isOnX ? .x : .y, of: series)?.kind {
        case .number, .logarithmic, .symmetricLogarithmic, .discontinuousNumber, nil: .number
        case .dateTime, .discontinuousDateTime: .date
        case .category: .category
        }
    }

    /// nil = a number axis.
    func axis(_ direction: Axis.Direction, of series: SeriesDescription) -> AxisDescription? {
        let (axes, id) = direction == .x ? (xAxes, series.xAxis) : (yAxes, series.yAxis)
        return id.flatMap { id in axes.first { $0.id == id } } ?? axes.first
    }

    private func data(
        of series: SeriesDescription, at index: Int, in table: DataTable?
    ) throws(DescriptionError) -> SeriesData {
        var columns: [SeriesRole: Column] = [:]
        for (role, name) in series.columns {
            columns[role] = table?[ColumnRequest(name: name, kind: kind(role, of: series))]
        }
        let count = table?.rowCount ?? 0
        let independent = SeriesDescription.roles(series.kind, series.orientation).independent
        if columns[independent] == nil { columns[independent] = .indices(count: count) }
        return SeriesData(count: count, columns: columns)
    }

    // MARK: Tables

    /// Why a table has no rows; nil where that was said when it was decoded.
    private func emptyWarning(_ name: String, _ warnings: [ChartWarning]) -> ChartWarning? {
        let place = "data.\(name)"
        switch data[name] {
        case .csv(let path, let filters) where filters.isEmpty: return .doubtful(place: place, reason: "\(path) has no rows below its header")
        case .csv(let path, let filters):
            return .doubtful(place: "\(place).where", reason: RowFilter.reason(noRowPasses: filters, source: path))
        case .values:
            let isKnown = warnings.contains { if case .doubtful("\(place).where", _) = $0 { true } else { false } }
            return isKnown ? nil : .doubtful(place: "\(place).values", reason: "there are no rows")
        case .columns: return .doubtful(place: "\(place).columns", reason: "the files hold no values")
        case nil: return nil
        }
    }

    private func loadTable(_ name: String, _ wanted: Set<ColumnRequest>) throws(DescriptionError) -> DataTable {
        // Sorted, so that of several mistakes the same one is told every time.
        let requests = wanted.sorted { ($0.name, $0.kind?.rawValue ?? "") < ($1.name, $1.kind?.rawValue ?? "") }
        guard let description = data[name] else {
            throw DescriptionError(place: "data", message: "no data are named \(quoted(name))")
        }
        do throws(DataError) {
            switch description {
            case .csv(let path, let filter):
                let file = try CSVFile(path: resolved(path))
                if let missing = firstMissing(name, requests, in: file.header) { throw missing }
                let columns = try file.read(requests, where: filter)
                return try DataTable(columns: Dictionary(uniqueKeysWithValues: zip(requests, columns)))
            // An empty list of rows names no columns: it has any, without values.
            case .values(let inline) where inline.isEmpty:
                return try table(name, requests, requests.map(\.name)) { request throws(DataError) in
                    switch request.kind {
                    case .number, nil: Column([Double]())
                    case .date: Column(secondsSince1970: [])
                    case .category: Column([String?]())
                    }
                }
            case .values(let inline):
                return try table(name, requests, inline.keys) { request throws(DataError) in
                    try inline[request.name]?.column(request, of: "values.\(request.name)")
                }
            case .columns(let raw):
                return try table(name, requests, raw.keys) { request throws(DataError) in
                    try raw[request.name]?.column(request, resolve: resolved)
                }
            }
        } catch {
            throw located(error, data: name)
        }
    }

    private func table(
        _ name: String, _ requests: [ColumnRequest], _ known: some Collection<String>,
        _ load: (ColumnRequest) throws(DataError) -> Column?
    ) throws(DataError) -> DataTable {
        if let missing = firstMissing(name, requests, in: known.sorted()) { throw missing }
        var columns: [ColumnRequest: Column] = [:]
        for request in requests { columns[request] = try load(request) }
        return try DataTable(columns: columns)
    }

    private func firstMissing(_ name: String, _ requests: [ColumnRequest], in known: [String]) -> DataError? {
        guard let missing = requests.first(where: { !known.contains($0.name) }) else { return nil }
        return .unknownColumn(name: missing.name, source: "data \(quoted(name))", known: known)
    }

    /// An unknown column is told at the series that asks for it, everything else at the data.
    private func located(_ error: DataError, data name: String) -> DescriptionError {
        if case .unknownColumn(let column, let source, _) = error, source == "data \(quoted(name))" {
            for (i, series) in series.enumerated() where series.data == name {
                let role = SeriesRole.allCases.first { series.columns[$0] == column }
                if let role {
                    return DescriptionError(place: "series[\(i)].\(role)", message: error.description)
                }
            }
        }
        let hint = axisHint(error, data: name) ?? ""
        if case .value(let column, let index, let text, let wanted) = error {
            // A value of a description has a JSON path of its own.
            let own = String(column.drop { $0 != "." }.dropFirst())
            let path = rowTables.contains(name) ? "values[\(index)].\(own)" : "\(column)[\(index)]"
            return DescriptionError(place: "data.\(name).\(path)", message: "\(quoted(text)) is not \(wanted.phrase)\(hint)")
        }
        return DescriptionError(place: "data.\(name)", message: error.description + hint, kind: error.fault)
    }

    /// Where texts or dates stand on an axis of numbers, which may be there only because nobody named another: which axis takes them.
    private func axisHint(_ error: DataError, data name: String) -> String? {
        let (column, text): (String, String)
        switch error {
        case .value(let place, _, let found, .number): (column, text) = (String(place.drop { $0 != "." }.dropFirst()), found)
        case .cell(_, _, let found, let cell, .number): (column, text) = (found, cell)
        default: return nil
        }
        let isDate = CellDate.parse(text) != nil
        for series in series where series.data == name && series.kind.isCartesian {
            let independent = SeriesDescription.roles(series.kind, series.orientation).independent
            guard series.columns[independent] == column, kind(independent, of: series) == .number else { continue }
            let axis = independent == .x ? "xAxis" : "yAxis"
            return isDate ? "; \"\(axis)\": {\"type\": \"dateTime\"} takes dates" : "; \"\(axis)\": {\"type\": \"category\"} takes texts"
        }
        return nil
    }

    func resolved(_ path: String) -> String { DataDescription.resolved(path, in: directory) }
}

extension DataDescription {
    /// A path of a description as the process finds it.
    static func resolved(_ path: String, in directory: String) -> String {
        if path.hasPrefix("/") || directory == "." || directory.isEmpty { return path }
        return directory.hasSuffix("/") ? directory + path : directory + "/" + path
    }
}

extension InlineColumn {
    fileprivate func column(_ request: ColumnRequest, of place: String) throws(DataError) -> Column {
        switch (self, request.kind) {
        case (.numbers(let values), .number), (.numbers(let values), nil):
            return Column(values.map { $0 ?? .nan })
        case (.numbers(let values), .date): return Column(secondsSince1970: values.map { $0 ?? .nan })
        case (.numbers(let values), .category):
            return Column(values.map { $0.map(compact) })
        case (.texts(let texts), .category), (.texts(let texts), nil): return Column(texts)
        case (.texts(let texts), .date):
            var seconds: [Double] = []
            for (i, text) in texts.enumerated() {
                guard let text else {
                    seconds.append(.nan)
                    continue
                }
                guard let second = CellDate.parse(text) else {
                    throw .value(column: place, index: i, text: text, wanted: .date)
                }
                seconds.append(second)
            }
            return Column(secondsSince1970: seconds)
        case (.texts(let texts), .number):
            // Numbers in quotes, as many services send them, and true and false.
            var numbers: [Double] = []
            numbers.reserveCapacity(texts.count)
            for (i, text) in texts.enumerated() {
                guard let number = text.map(InlineColumn.number) ?? .nan else {
                    throw .value(column: place, index: i, text: text ?? "", wanted: .number)
                }
                numbers.append(number)
            }
            return Column(numbers)
        }
    }
}

extension RawColumn {
    func column(_ request: ColumnRequest, resolve: (String) -> String) throws(DataError) -> Column {
        // Texts have no raw form: a category axis gets the numbers' texts.
        let kind: Column.Kind = request.kind == .date ? .date : .number
        let column: Column
        switch self {
        case .f64(let path): column = try Column(f64File: resolve(path), kind: kind)
        case .f32(let path): column = try Column(f32File: resolve(path), kind: kind)
        case .npy(let path): column = try Column(npyFile: resolve(path), kind: kind)
        }
        guard request.kind == .category else { return column }
        let texts = Column(
            column.lend { values in
                values.indices.map { values[$0].isFinite ? compact(values[$0]) : nil }
            })
        try column.checkIntact()
        return texts
    }
}
