import Vitrail

/// The columns of a plot, read from a CSV file, or each a file of numbers.
struct PlotTable {
    /// For messages.
    let source: String
    /// nil = the row's number.
    let x: (name: String, column: Column)?
    /// Where numbers of rows begin: at 1 in a table, at 0 in an array.
    let firstRow: Int
    /// Of numbers, at least one; of prices open, high, low and close.
    let y: [(name: String, column: Column)]
    /// Why the first column, which nobody named, is not on the x-axis; nil = it is, or it is drawn as y.
    let note: String?

    /// Which columns hold the values.
    enum Values {
        case named([String])
        /// Open, high, low and close; nil = the column that is called so, in whatever case.
        case prices([String?])

        static let priceNames = ["open", "high", "low", "close"]

        /// Names of columns, in a file that has these.
        func names(in known: [String]) -> [String] {
            switch self {
            case .named(let names): names
            case .prices(let given):
                zip(given, Self.priceNames).map { name, role in
                    name ?? (known.contains(role) ? role : known.first { $0.lowercased() == role } ?? role)
                }
            }
        }
    }

    var rowCount: Int { y.first?.column.count ?? 0 }

    /// What stands on the axis of rows, and what it is called.
    var rows: (name: String, column: Column) {
        if let x { return x }
        if firstRow == 0 { return ("index", .indices(count: rowCount)) }
        return ("row", Column((firstRow..<firstRow + rowCount).map(Double.init)))
    }

    /// What is looked at before any but the first lines of it are read.
    enum Source {
        case csv(CSVSource, columns: Int)
        case numbers(y: Column, x: Column?)
        /// - Parameter bytes: of memory that reading takes.
        case arrays(rows: Int, bytes: Int)
    }

    /// A file of numbers over their indexes, or over another such file.
    ///
    /// - Parameter check: asked before numbers are read.
    /// - Throws: what `check` throws; `DataError` for what is no such file, and for files of different lengths; `CommandError.usage` for dates as y values.
    init(_ y: NumberFile, x: NumberFile?, _ check: (Source) throws -> Void = { _ in }) throws {
        (source, firstRow, note) = (y.path, 0, nil)
        let column = try y.column()
        guard column.kind == .number else {
            throw CommandError.usage("\(CommandError.clean(y.path)) holds \(column.kind == .date ? "dates" : "texts"), which are for --x")
        }
        self.x = try x.map { ($0.title, try $0.column()) }
        self.y = [(y.title, column)]
        if let x, let along = self.x?.column, along.count != column.count {
            throw DataError.unequalLengths(name: x.path, count: along.count, other: y.path, otherCount: column.count)
        }
        try check(.numbers(y: column, x: self.x?.column))
    }

    /// - Parameter check: asked before any but the first lines are read.
    /// - Throws: what `check` throws; `CommandError.usage` without any `y`, which tells what there is; `DataError` for a column that is not there and a cell that is
    ///   no number; `CommandError` for a table without rows.
    static func read(
        _ input: Input, x: String?, rowNumbers: Bool, _ values: Values, kind: PlotCommand.Kind,
        _ check: (Source) throws -> Void = { _ in }
    ) throws -> PlotTable {
        func table(_ path: String) throws -> PlotTable {
            try PlotTable(CSVSource(path: path, name: input.name), x: x, rowNumbers: rowNumbers, values, kind: kind, check)
        }
        return input.isStream ? try Spool.reading(input).withPath(table) : try table(input.path)
    }

    private init(
        _ file: CSVSource, x: String?, rowNumbers: Bool, _ values: Values, kind: PlotCommand.Kind, _ check: (Source) throws -> Void
    ) throws {
        let names = try CSV.columnNames(of: file)
        var y = values.names(in: names)
        if y.isEmpty {
            // The only one, or the only one beside x.
            let others = names.filter { $0 != x }.dropFirst(x == nil && names.count > 1 ? 1 : 0)
            guard others.count == 1 else { throw CommandError.usage("--y is needed: it names a column; \(file.name) has \(DataError.list(names))") }
            y = Array(others)
        }
        let guess = x == nil && !rowNumbers ? names.first.flatMap { y.contains($0) ? nil : $0 } : nil
        try check(.csv(file, columns: y.count + (x ?? guess == nil ? 0 : 1)))
        let column = x ?? guess
        let columns = try CSV.columns(y + [column].compactMap { $0 }, numbers: y, of: file)
        (source, firstRow) = (file.name, 1)
        self.y = y.compactMap { name in columns[name].map { (name, $0) } }
        let along = column.flatMap { name in columns[name].map { (name, $0) } }
        let isDrawn = x != nil || along.map { Self.isExpected($0.1, kind) } == true
        self.x = isDrawn ? along : nil
        note = along.flatMap { isDrawn ? nil : Self.note(of: $0.0, $0.1.kind, kind, file.name) }
        guard rowCount > 0 else { throw CommandError.noRows(source: source) }
    }

    /// Columns of arrays that NumPy saved; x may be another file of numbers.
    ///
    /// - Throws: as for a CSV file.
    init(
        _ file: ArrayFile, x: String?, rowNumbers: Bool, _ values: Values, kind: PlotCommand.Kind, _ check: (Source) throws -> Void
    ) throws {
        let names = file.columnNames
        let xFile = x.flatMap { file.hasColumn($0) ? nil : NumberFile($0) }
        let xName = xFile == nil ? x : nil
        let firstKind = names.first.flatMap { try? file.storedKind(of: $0) }
        let first = firstKind == .date || kind.isItemised && firstKind == .category ? names.first : nil
        var y = values.names(in: names)
        if y.isEmpty {
            // The only one, or the only one beside x; where nobody named x, dates come first.
            let others = names.filter { $0 != x && (x != nil || rowNumbers || names.count == 1 || $0 != first) }
            guard others.count == 1 else {
                throw CommandError.usage("--y is needed: it names a column; \(CommandError.clean(file.path)) has \(DataError.list(names))")
            }
            y = others
        }
        let guess = x == nil && !rowNumbers && first.map { !y.contains($0) } == true ? first : nil
        let column = xName ?? guess
        let wanted = y + [column].compactMap { $0 }
        try check(.arrays(rows: try file.rowCount(of: y[0]), bytes: try file.memory(of: wanted)))
        let columns = try file.columns(wanted)
        (source, firstRow, note) = (file.path, 0, nil)
        // A column without a name of its own is called after its file.
        self.y = y.compactMap { name in columns[name].map { (file.isSingleColumn ? NumberFile(file.path)?.title ?? name : name, $0) } }
        for (name, column) in self.y where column.kind != .number {
            let holds = column.kind == .date ? "dates, which are" : "texts, which are"
            let place = file.isSingleColumn ? "" : " column \"\(CommandError.clean(name))\""
            throw CommandError.usage("\(CommandError.clean(file.path))\(place) holds \(holds) for --x")
        }
        if let xFile { self.x = (xFile.title, try xFile.column()) } else { self.x = column.flatMap { name in columns[name].map { (name, $0) } } }
        if let xFile, let along = self.x?.column, along.count != rowCount {
            throw DataError.unequalLengths(name: xFile.path, count: along.count, other: file.path, otherCount: rowCount)
        }
        for column in self.y.map(\.column) + [self.x?.column].compactMap({ $0 }) { try column.checkIntact() }
        guard rowCount > 0 else { throw CommandError.noRows(source: source) }
    }

    private static func note(of column: String, _ found: Column.Kind, _ kind: PlotCommand.Kind, _ source: String) -> String {
        let name = "\"\(CommandError.clean(column))\""
        return "\(source): rows are counted, since column \(name) holds \(found == .number ? "numbers" : "texts"); --x \(name) puts it on the x-axis, "
            + "--row-numbers says that rows are to be counted"
    }

    /// Whether a first column that nobody named goes on the x-axis.
    private static func isExpected(_ column: Column, _ kind: PlotCommand.Kind) -> Bool {
        switch column.kind {
        case .date: true
        case .category: kind.isItemised
        case .number: false
        }
    }
}
