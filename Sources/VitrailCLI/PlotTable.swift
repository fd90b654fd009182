import Vitrail

/// One column of a plot.
struct PlotColumn {
    /// The column's name in its data.
    let key: String
    /// The title for axes and legends. Empty: the column has no name.
    let title: String
    let column: Column
    /// Whether the numbers are percentages.
    var isPercent = false

    /// The title with the unit.
    var axisTitle: String { isPercent ? (title.isEmpty ? "%" : "\(title) (%)") : title }
}

/// The options for a table, except x and y.
struct PlotChoices {
    /// The columns on the right axis.
    var right: [String] = []
    /// The column that splits the rows into series.
    var by: String?
    /// In the form `COLUMN=VALUE`, `COLUMN>=NUMBER` or `COLUMN<=NUMBER`.
    var conditions: [String] = []
    var csv = CSVOptions()
    /// How files are read.
    var reading = ReadingOptions()
    /// The meaning of the x cells. `nil`: not specified.
    var xMeaning: ColumnParse?
    /// Decides between day-first and month-first dates if both are possible.
    var locale: String?

    /// The option in use that only CSV files support. `nil`: there is none.
    var csvOption: String? {
        if by != nil { return "--by" }
        if !conditions.isEmpty { return "--where" }
        return xMeaning?.date == nil ? nil : "--date-format"
    }
}

/// The columns of a plot, read from a table, or each from a file of numbers.
struct PlotTable {
    /// The name in messages.
    let source: String
    /// `nil`: the row number.
    let x: PlotColumn?
    /// The first row number: 1 in a table, 0 in an array.
    let firstRow: Int
    /// At least one column of numbers; for prices open, high, low and close.
    let y: [PlotColumn]
    /// The columns on the right axis.
    let right: [PlotColumn]
    /// The column that splits the rows.
    let by: PlotColumn?
    /// The reference to the columns in a description.
    let description: DataDescription
    /// The columns as they were read.
    let read: ReadColumns
    /// Assumptions that a reader of the picture should know.
    let notes: [String]

    /// The columns that hold the values.
    enum Values {
        case named([String])
        /// Open, high, low and close. `nil`: the column with that name, in any case.
        case prices([String?])

        static let priceNames = ["open", "high", "low", "close"]

        /// The column names, in a file with the columns `known`.
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

    /// The column of the row axis.
    var rows: PlotColumn {
        if let x { return x }
        if firstRow == 0 { return PlotColumn(key: "", title: "index", column: .indices(count: rowCount)) }
        return PlotColumn(key: "", title: "row", column: Column((firstRow..<firstRow + rowCount).map(Double.init)))
    }

    /// The facts that are known before more than the first lines are read.
    enum Source {
        case csv(CSVSource, columns: Int)
        case numbers(y: Column, x: Column?)
        /// - Parameter bytes: memory that reading needs.
        case arrays(rows: Int, bytes: Int)
    }

    /// A file of numbers over their indexes, or over a second such file.
    ///
    /// - Parameter check: called before numbers are read.
    /// - Throws: the errors of `check`; `DataError` for invalid files and for different lengths; `CommandError.usage`
    ///   for dates as y values.
    init(
        _ y: NumberFile, x: NumberFile?, unit: DateUnit? = nil, reading: ReadingOptions = ReadingOptions(),
        _ check: (Source) throws -> Void = { _ in }
    ) throws {
        (source, firstRow, right, by) = (y.path, 0, [], nil)
        let column = try y.column(reading)
        notes = column.count == 0 ? ["\(y.path): the file holds no values"] : []
        guard column.kind == .number else {
            throw CommandError.usage(
                "\(CommandError.clean(y.path)) holds \(column.kind == .date ? "dates" : "texts"), which are for --x")
        }
        self.x = try x.map { PlotColumn(key: "x", title: $0.title, column: try Self.dates($0.column(reading), unit)) }
        self.y = [PlotColumn(key: "y", title: y.title, column: column)]
        if let x, let along = self.x?.column, along.count != column.count {
            throw DataError.unequalLengths(name: x.path, count: along.count, other: y.path, otherCount: column.count)
        }
        var columns = ["y": y.description]
        if let x { columns["x"] = x.description }
        var options = CSVOptions()
        if let unit, x != nil { options.parse["x"] = ColumnParse(unit: unit) }
        description = .columns(columns, options: options)
        read = ReadColumns(
            Dictionary(uniqueKeysWithValues: (self.y + [self.x].compactMap { $0 }).map { ($0.key, $0.column) }))
        try check(.numbers(y: column, x: self.x?.column))
    }

    private static func dates(_ column: Column, _ unit: DateUnit?) -> Column {
        unit.map { column.dates(in: $0) } ?? column
    }

    /// - Parameter check: called before more than the first lines are read.
    /// - Throws: the errors of `check`; `CommandError.usage` without any `y`, with the names of all columns;
    ///   `DataError` for a missing column and for a cell that is not a number; `CommandError` for a table without rows.
    static func read(
        _ input: Input, x: String?, rowNumbers: Bool, _ values: Values, kind: PlotCommand.Kind,
        choices: PlotChoices = PlotChoices(),
        _ check: (Source) throws -> Void = { _ in }
    ) throws -> PlotTable {
        func table(_ path: String) throws -> PlotTable {
            let source = CSVSource(path: path, name: input.name, options: choices.csv, reading: choices.reading)
            if ArrowFile.isNamed(path) || ArrowFile.isArrow(path) {
                return try PlotTable(
                    arrow: source, x: x, rowNumbers: rowNumbers, values, kind: kind, choices: choices, check)
            }
            return try PlotTable(OpenCSV(source), source, x: x, rowNumbers: rowNumbers, values, kind: kind, choices) {
                names throws in
                try check(.csv(source, columns: names.count))
            }
        }
        return input.isStream ? try Spool.reading(input).withPath(table) : try table(input.path)
    }

    /// The columns of an open CSV file.
    static func read(
        _ file: CSVFile, x: String?, _ values: Values, kind: PlotCommand.Kind, choices: PlotChoices
    ) throws -> PlotTable {
        try PlotTable(
            OpenCSV(file), CSVSource(path: file.path), x: x, rowNumbers: false, values, kind: kind, choices
        ) { _ in }
    }

    /// The columns of an Arrow file.
    ///
    /// - Throws: the same errors as for a CSV file.
    private init(
        arrow source: CSVSource, x: String?, rowNumbers: Bool, _ values: Values, kind: PlotCommand.Kind,
        choices: PlotChoices,
        _ check: (Source) throws -> Void
    ) throws {
        let file = try OpenArrow(source)
        try self.init(file, source, x: x, rowNumbers: rowNumbers, values, kind: kind, choices) { names throws in
            try check(.arrays(rows: file.rowCount, bytes: try file.memory(of: names)))
        }
    }

    /// - Parameters:
    ///   - file: its path, and its name for messages.
    ///   - check: called before columns are read.
    private init(
        _ table: some OpenTable, _ file: CSVSource, x: String?, rowNumbers: Bool, _ values: Values,
        kind: PlotCommand.Kind, _ choices: PlotChoices,
        _ check: ([String]) throws -> Void
    ) throws {
        var open = table
        let names = open.names
        let filters = try PlotFilters.read(choices.conditions, names, source: file.name)
        let taken = choices.right + [choices.by].compactMap { $0 } + filters.map(\.column)
        var y = values.names(in: names)
        if y.isEmpty { y = [try Self.onlyColumn(of: open, x, besides: taken, filters, file, check)] }
        let drawn = y + choices.right
        let first = names.first { !taken.contains($0) }
        let guess = x == nil && !rowNumbers ? first.flatMap { y.contains($0) ? nil : $0 } : nil
        let column = x ?? guess
        if let column, let meaning = choices.xMeaning { open.parse(column, meaning) }
        if let by = choices.by, drawn.contains(by) || by == column && !kind.isItemised {
            throw CommandError.usage(
                "--by \(CommandError.clean(by)): the column is drawn; --by takes another one, whose values name the series"
            )
        }
        try check(drawn + [column, choices.by].compactMap { $0 })
        var wishes: [String: ColumnWish] = [:]
        if let column {
            wishes[column] = ColumnWish(
                column, choices.xMeaning == nil ? nil : .date, isIndependent: true, locale: choices.locale)
        }
        if let by = choices.by { wishes[by] = ColumnWish(by, .category, isIndependent: by == column) }
        for name in drawn { wishes[name] = ColumnWish(name, .number, isIndependent: name == x) }
        let read = try open.read(wishes.values.sorted { $0.name < $1.name }, where: filters)
        let unnamed = open.unnamed
        func plotted(_ name: String) -> PlotColumn? {
            read.columns[name].map {
                PlotColumn(
                    key: name, title: unnamed.contains(name) ? "" : name, column: $0,
                    isPercent: read.percents.contains(name))
            }
        }
        (source, firstRow, self.read) = (file.name, open.firstRow, read)
        self.y = y.compactMap(plotted)
        right = choices.right.compactMap(plotted)
        by = choices.by.flatMap(plotted)
        let along = column.flatMap(plotted)
        let isDrawn = x != nil || along.map { Self.isExpected($0.column, kind) || choices.xMeaning != nil } == true
        self.x = isDrawn ? along : nil
        description = open.description(path: file.path, where: filters)
        // If x is not drawn, report why, and not how it was read.
        var notes = read.notes
        if let along, !isDrawn, along.column.count > 0 {
            notes.append(Self.note(of: along.key, along.column.kind, kind, file.name))
        }
        if self.y.first?.column.count == 0 {
            notes.append(
                filters.isEmpty
                    ? "\(file.name): no rows\(open.firstRow == 1 ? " below the header" : "")"
                    : "\(file.name): no row passes --where")
        } else if isDrawn, let along, choices.by == nil, kind == .line || kind == .area {
            if let note = try Restarts(along.column)?.note(open, along.key, drawn, filters, file.name) {
                notes.append(note)
            }
        }
        self.notes = notes
    }

    /// The only column of numbers, or the only one besides x.
    ///
    /// - Throws: `CommandError.usage` with the names of all columns.
    private static func onlyColumn(
        of open: some OpenTable, _ x: String?, besides taken: [String], _ filters: [RowFilter], _ file: CSVSource,
        _ check: ([String]) throws -> Void
    ) throws -> String {
        let free = open.readableNames.filter { $0 != x && !taken.contains($0) }
        let others = Array(free.dropFirst(x == nil && free.count > 1 ? 1 : 0))
        if others.count == 1 { return others[0] }
        let needed = CommandError.usage(
            "--y is needed: it names a column; \(file.name) has \(DataError.list(open.names))")
        guard !others.isEmpty else { throw needed }
        try check(others)
        let read = try open.read(others.map { ColumnWish($0) }, where: filters)
        let numbers = others.filter { read.columns[$0]?.kind == .number && read.columns[$0]?.range != nil }
        guard numbers.count == 1 else { throw needed }
        return numbers[0]
    }

    /// The columns of arrays saved by NumPy. x may be another file of numbers.
    ///
    /// - Throws: the same errors as for a CSV file.
    init(
        _ file: ArrayFile, x xName: String?, rowNumbers: Bool, _ values: Values, kind: PlotCommand.Kind,
        choices: PlotChoices = PlotChoices(),
        _ check: (Source) throws -> Void
    ) throws {
        let names = file.columnNames
        let xFile = xName.flatMap { file.hasColumn($0) ? nil : NumberFile($0) }
        let xColumn = xFile == nil ? xName : nil
        let firstKind = names.first.flatMap { try? file.storedKind(of: $0) }
        let first = firstKind == .date || kind.isItemised && firstKind == .category ? names.first : nil
        var y = values.names(in: names)
        if y.isEmpty {
            // The only column, or the only one besides x. Without --x, dates come first.
            let others = names.filter {
                $0 != xName && !choices.right.contains($0)
                    && (xName != nil || rowNumbers || names.count == 1 || $0 != first)
            }
            guard others.count == 1 else {
                throw CommandError.usage(
                    "--y is needed: it names a column; \(CommandError.clean(file.path)) has \(DataError.list(names))")
            }
            y = others
        }
        let guess = xName == nil && !rowNumbers && first.map { !y.contains($0) } == true ? first : nil
        let column = xColumn ?? guess
        let wanted = y + choices.right + [column].compactMap { $0 }
        try check(.arrays(rows: try file.rowCount(of: y[0]), bytes: try file.memory(of: wanted) + file.copiedBytes))
        let columns = try file.columns(wanted)
        (source, firstRow, notes, by) = (file.path, 0, [], nil)
        // A column without a name of its own gets the name of its file.
        func plotted(_ name: String) -> PlotColumn? {
            let title = file.isSingleColumn ? NumberFile(file.path)?.title ?? name : Int(name) == nil ? name : ""
            return columns[name].map { PlotColumn(key: name, title: title, column: $0) }
        }
        self.y = y.compactMap(plotted)
        right = choices.right.compactMap(plotted)
        for column in self.y + right where column.column.kind != .number {
            let holds = column.column.kind == .date ? "dates, which are" : "texts, which are"
            let position = file.isSingleColumn ? "" : " column \"\(CommandError.clean(column.key))\""
            throw CommandError.usage("\(CommandError.clean(file.path))\(position) holds \(holds) for --x")
        }
        let unit = choices.xMeaning?.unit
        var options = CSVOptions()
        options.timeZone = choices.csv.timeZone
        if let xFile {
            x = PlotColumn(
                key: "x file", title: xFile.title, column: Self.dates(try xFile.column(choices.reading), unit))
            if unit != nil { options.parse["x file"] = choices.xMeaning }
            var raw: [String: RawColumn] = [:]
            for name in y + choices.right {
                raw[name] = .npy(path: file.path, column: file.isSingleColumn ? nil : name)
            }
            raw["x file"] = xFile.description
            description = .columns(raw, options: options)
        } else {
            x = column.flatMap(plotted).map {
                PlotColumn(key: $0.key, title: $0.title, column: Self.dates($0.column, unit))
            }
            if let column, unit != nil { options.parse[column] = choices.xMeaning }
            description = .arrays(path: file.path, options: options)
        }
        var read = columns
        if let x = self.x { read[x.key] = x.column }
        self.read = ReadColumns(read)
        if let xFile, let along = self.x?.column, along.count != rowCount {
            throw DataError.unequalLengths(name: xFile.path, count: along.count, other: file.path, otherCount: rowCount)
        }
        for column in self.y + right + [self.x].compactMap({ $0 }) { try column.column.checkIntact() }
        guard rowCount > 0 else { throw CommandError.noRows(source: source) }
    }

    private static func note(
        of column: String, _ found: Column.Kind, _ kind: PlotCommand.Kind, _ source: String
    ) -> String {
        let name = "\"\(CommandError.clean(column))\""
        return
            "\(source): rows are counted, since column \(name) holds \(found == .number ? "numbers" : "texts"); --x \(name) puts it on the x-axis, "
            + "--row-numbers says that rows are to be counted"
    }

    /// Whether the first column goes on the x-axis if --x is missing.
    private static func isExpected(_ column: Column, _ kind: PlotCommand.Kind) -> Bool {
        switch column.kind {
        case .date: true
        case .category: kind.isItemised
        case .number: false
        }
    }
}
