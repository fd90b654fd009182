import Vitrail

/// The columns of a plot, read from a CSV file.
struct PlotTable {
    /// For messages.
    let source: String
    /// nil = the row's number.
    let x: (name: String, column: Column)?
    /// Of numbers, at least one; of prices open, high, low and close.
    let y: [(name: String, column: Column)]

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

    /// - Parameter check: asked before any but the first lines are read.
    /// - Throws: what `check` throws; `CommandError.usage` without any `y`, which tells what there is; `DataError` for a column that is not there and a cell that is
    ///   no number; `CommandError` for a table without rows.
    static func read(
        _ input: Input, x: String?, rowNumbers: Bool, _ values: Values, kind: PlotCommand.Kind,
        _ check: (CSVSource, _ columns: Int) throws -> Void = { _, _ in }
    ) throws -> PlotTable {
        func table(_ path: String) throws -> PlotTable {
            try PlotTable(CSVSource(path: path, name: input.name), x: x, rowNumbers: rowNumbers, values, kind: kind, check)
        }
        return input.isStream ? try Spool.reading(input).withPath(table) : try table(input.path)
    }

    private init(
        _ file: CSVSource, x: String?, rowNumbers: Bool, _ values: Values, kind: PlotCommand.Kind, _ check: (CSVSource, _ columns: Int) throws -> Void
    ) throws {
        let names = try CSV.columnNames(of: file)
        let y = values.names(in: names)
        guard !y.isEmpty else {
            throw CommandError.usage("--y names a column; \(file.name) has \(CommandError.list(names))")
        }
        let guess = x == nil && !rowNumbers ? names.first.flatMap { y.contains($0) ? nil : $0 } : nil
        try check(file, y.count + (x ?? guess == nil ? 0 : 1))
        // Bars and slices have names, whatever these look like. A first column that nobody named is of interest only where it holds dates.
        let settled: Set<Column.Kind> = kind.isItemised ? [] : x == nil ? [.date] : [.date, .number]
        let columns: [String: Column]
        do throws(DataError) {
            let along = x ?? guess
            columns = try CSV.columns(y + [along].compactMap { $0 }, numbers: y, settled: along.map { [$0: settled] } ?? [:], of: file)
        } catch {
            guard case .unknownColumn(_, _, nil) = error else { throw error }
            throw CommandError.unknownColumn(error, known: names)
        }
        source = file.name
        self.y = y.compactMap { name in columns[name].map { (name, $0) } }
        let along = (x ?? guess).flatMap { name in columns[name].map { (name, $0) } }
        self.x = x != nil || along.map { Self.isExpected($0.1, kind) } == true ? along : nil
        guard rowCount > 0 else { throw CommandError.noRows(source: source) }
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
