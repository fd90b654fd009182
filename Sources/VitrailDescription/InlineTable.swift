import VitrailChart
import VitrailColumns
import VitrailSystem

/// Values in a description: as columns, `{"rain": [117, null]}`, or as rows, `[{"rain": 117}, {"rain": null}]`.
struct InlineTable {
    private(set) var columns: [String: InlineColumn] = [:]
    /// Whether the values are written as rows: errors then name `values[3].rain`, otherwise `values.rain[3]`.
    private(set) var isOfRows = false

    /// Maximum number of cells including gaps. It limits memory: a few rows with different names each create many gaps.
    private static let maxCells = 1 << 25

    static func read(_ node: DescriptionNode, _ notes: inout InlineNotes) throws(DescriptionError) -> InlineTable {
        switch node.value {
        case .array(let rows): return try read(rows: rows, node, &notes)
        case .object(let members): return try read(columns: members, node, &notes)
        default: throw node.mismatch("an object of columns or a list of rows")
        }
    }

    // MARK: Columns

    private static func read(
        columns members: [JSONValue.Member], _ node: DescriptionNode, _ notes: inout InlineNotes
    ) throws(DescriptionError) -> InlineTable {
        guard !members.isEmpty else { throw node.error("no column") }
        try check(columns: members.count, node)
        var table = InlineTable()
        for member in members {
            let column = node.child(member.name, member.value)
            guard case .array(let values) = member.value else { throw column.mismatch("a list") }
            table.columns[member.name] = try InlineColumn(values, &notes, name: nil) { column.child($0, values[$0]) }
        }
        return table
    }

    private static func check(columns: Int, _ node: DescriptionNode) throws(DescriptionError) {
        let limit = DataDescription.maxInlineColumns
        guard columns <= limit else { throw node.error("more than \(limit) columns") }
    }

    // MARK: Rows

    private static func read(
        rows: [JSONValue], _ node: DescriptionNode, _ notes: inout InlineNotes
    ) throws(DescriptionError) -> InlineTable {
        var gathered = GatheredRows()
        for (k, row) in rows.enumerated() {
            guard case .object(let members) = row else {
                let hint = if case .array = row { "" } else { "; a column is written {\"y\": [1, 2, 3]}" }
                throw node.child(k, row).error("expected a row, as {\"x\": 1, \"y\": 2}, found \(row.phrase)\(hint)")
            }
            let fits = gathered.add(members, row: k, limit: maxCells)
            try check(columns: gathered.names.count, node)
            guard fits else {
                throw node.error("more than \(maxCells) cells in rows of \(gathered.names.count) columns")
            }
        }
        guard rows.isEmpty || !gathered.names.isEmpty else { throw node.error("the rows have no values") }
        var table = InlineTable()
        table.isOfRows = true
        for (name, cells) in zip(gathered.names, gathered.cells) {
            let values = cells + [JSONValue](repeating: .null, count: rows.count - cells.count)
            func cell(_ k: Int) -> DescriptionNode { node.child(k, rows[k]).child(name, values[k]) }
            // Rows often have more members than a chart needs, so lists are not an error.
            if let k = values.firstIndex(where: { $0 != .null }), case .array = values[k],
                values.allSatisfy(\.isListOrNull)
            {
                notes.add(cell(k).path, "lists are not read: the column is left out")
                continue
            }
            table.columns[name] = try InlineColumn(values, &notes, name: name, cell)
        }
        return table
    }

    // MARK: Filter

    /// Keeps the rows that pass all filters.
    ///
    /// - Parameter node: Node of the filters, for errors.
    mutating func keep(
        _ filters: [RowFilter], _ node: DescriptionNode, _ notes: inout InlineNotes
    ) throws(DescriptionError) {
        let count = columns.values.first?.count ?? 0
        guard columns.values.allSatisfy({ $0.count == count }) else {
            throw node.error("the columns have different lengths")
        }
        guard !filters.isEmpty, count > 0 else { return }
        var passes = [Bool](repeating: true, count: count)
        for filter in filters {
            guard let column = columns[filter.column] else {
                let known = columns.keys.sorted()
                let near = nearestName(to: filter.column, in: known)
                throw node.error(
                    "column \(quoted(filter.column)) not found"
                        + (near.map { didYouMean($0) } ?? "; there are \(DataError.list(known))"))
            }
            let test = FilterTest(filter, slot: 0, takesCommas: false)
            switch column {
            case .numbers(let values):
                for (k, value) in values.enumerated() where !test.passes(number: value) { passes[k] = false }
            case .texts(let values):
                for (k, value) in values.enumerated() where !test.passes(text: value) { passes[k] = false }
            }
        }
        for name in columns.keys { columns[name] = columns[name]?.keeping(passes) }
        if !passes.contains(true) { notes.add(node.path, RowFilter.reason(noRowPasses: filters)) }
    }
}

/// Assumptions made while reading values of a description.
struct InlineNotes {
    private(set) var warnings: [ChartWarning] = []
    /// Names of tables that are written as rows.
    var rowTables: Set<String> = []
    private var wild: (count: Int, path: String, phrase: String)?

    mutating func add(_ path: String, _ reason: String) {
        // A hundred warnings are enough for a table with many odd columns.
        if warnings.count < 100 { warnings.append(.doubtful(path: path, reason: reason)) }
    }

    /// Counts values that are NaN or infinite.
    mutating func add(wild count: Int, first: DescriptionNode) {
        if wild == nil { wild = (0, first.path, first.value.phrase) }
        wild?.count += count
    }

    /// All warnings, with at most one for values that are not finite.
    var all: [ChartWarning] {
        guard let wild else { return warnings }
        let which =
            wild.count == 1
            ? "\(wild.phrase) is a gap here"
            : "\(wild.phrase) is the first of \(wild.count) values that are not finite: they are gaps"
        return [.doubtful(path: wild.path, reason: "\(which); JSON writes null for a gap")] + warnings
    }
}

/// Cells of rows, collected by columns in order of first occurrence.
private struct GatheredRows {
    private(set) var names: [String] = []
    /// Cells of each column, up to the last row that has the column.
    private(set) var cells: [[JSONValue]] = []
    private var indexes: [String: Int] = [:]

    /// - Parameter limit: Maximum number of cells.
    /// - Returns: `false` if the limit is exceeded; the remaining members are not added.
    mutating func add(_ members: [JSONValue.Member], row: Int, limit: Int, prefix: String = "") -> Bool {
        for (k, member) in members.enumerated() {
            if case .object(let inner) = member.value {
                guard add(inner, row: row, limit: limit, prefix: prefix + member.name + ".") else { return false }
                continue
            }
            let column = index(of: prefix.isEmpty ? member.name : prefix + member.name, likely: k)
            guard names.count * (row + 1) <= limit else { return false }
            while cells[column].count < row { cells[column].append(.null) }
            // For `{"a.b": 1, "a": {"b": 2}}`, use the first value.
            if cells[column].count == row { cells[column].append(member.value) }
        }
        return true
    }

    /// - Parameter likely: Expected index. It is right for most tables, because their rows have the same members in
    ///   order.
    private mutating func index(of name: String, likely: Int) -> Int {
        if likely < names.count, names[likely] == name { return likely }
        if let index = indexes[name] { return index }
        indexes[name] = names.count
        names.append(name)
        cells.append([])
        return names.count - 1
    }
}

extension JSONValue {
    fileprivate var isListOrNull: Bool {
        switch self {
        case .null, .array: true
        case .bool, .number, .string, .object: false
        }
    }
}

extension InlineColumn {
    var count: Int {
        switch self {
        case .numbers(let values): values.count
        case .texts(let values): values.count
        }
    }

    fileprivate func keeping(_ passes: [Bool]) -> InlineColumn {
        switch self {
        case .numbers(let values): .numbers(zip(values, passes).filter(\.1).map(\.0))
        case .texts(let values): .texts(zip(values, passes).filter(\.1).map(\.0))
        }
    }

    /// Creates a column from the values of a list.
    ///
    /// - Numbers become numbers; `true` and `false` are 1 and 0. `null`, NaN and infinities are gaps.
    /// - Texts become texts. So do columns with only `true` and `false`; a number axis reads their texts as numbers.
    /// - A number among texts becomes a text. If all texts among numbers can be read as numbers or gaps, they are. Both
    ///   cases cause a warning.
    ///
    /// - Parameters:
    ///   - name: Name of the column, if values are in rows.
    ///   - cell: Returns the node of a value, for errors and warnings.
    fileprivate init(
        _ values: [JSONValue], _ notes: inout InlineNotes, name: String?, _ cell: (Int) -> DescriptionNode
    ) throws(DescriptionError) {
        let kinds = try InlineKinds(values, cell)
        if kinds.wild > 0, let first = kinds.firstWild { notes.add(wild: kinds.wild, first: cell(first)) }
        guard kinds.texts > 0 || kinds.bools > 0 && kinds.numbers == 0 else {
            self = .numbers(values.map(\.finiteNumber))
            return
        }
        guard kinds.texts > 0, kinds.numbers > 0 || kinds.bools > 0, let firstText = kinds.firstText,
            let firstOther = kinds.firstOther
        else {
            self = .texts(values.map(\.plainText))
            return
        }
        if kinds.numbers > 0, values.allSatisfy(\.readsAsNumber) {
            let word = kinds.texts == 1 ? "a text" : "\(kinds.texts) texts, this is the first one,"
            notes.add(
                cell(firstText).path, "\(word) among numbers: read as numbers, and as gaps where they say so, as \"NA\""
            )
            self = .numbers(values.map(\.readNumber))
            return
        }
        // The first text that is not a number is a better error location than the first text.
        guard kinds.numbers == 0 || firstText < firstOther else {
            let k = values.firstIndex { !$0.readsAsNumber } ?? firstText
            throw cell(k).mismatch("a number")
        }
        let (count, what) = (kinds.numbers + kinds.bools, kinds.numbers > 0 ? "number" : "true or false")
        notes.add(
            cell(firstOther).path,
            count == 1
                ? "a \(what) among texts: read as a text"
                : "\(count) values among texts, this is the first one: read as texts")
        self = .texts(values.map(\.plainText))
    }
}

/// Counts the kinds of values in a list.
private struct InlineKinds {
    private(set) var (numbers, bools, texts, wild) = (0, 0, 0, 0)
    private(set) var firstText: Int?
    /// Index of the first number, `true` or `false`.
    private(set) var firstOther: Int?
    private(set) var firstWild: Int?

    init(_ values: [JSONValue], _ cell: (Int) -> DescriptionNode) throws(DescriptionError) {
        for (k, value) in values.enumerated() {
            switch value {
            case .null: break
            case .number(let number):
                guard number.isFinite else {
                    wild += 1
                    firstWild = firstWild ?? k
                    continue
                }
                numbers += 1
                firstOther = firstOther ?? k
            case .bool:
                bools += 1
                firstOther = firstOther ?? k
            case .string:
                texts += 1
                firstText = firstText ?? k
            case .array, .object: throw cell(k).mismatch("a number, a string, true, false or null")
            }
        }
    }
}

extension JSONValue {
    fileprivate var finiteNumber: Double? {
        switch self {
        case .number(let number): number.isFinite ? number : nil
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    fileprivate var plainText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.isFinite ? compact(number) : nil
        case .bool(let value): value ? "true" : "false"
        default: nil
        }
    }

    fileprivate var readsAsNumber: Bool {
        guard case .string(let text) = self else { return true }
        return InlineColumn.number(text) != nil
    }

    fileprivate var readNumber: Double? {
        guard case .string(let text) = self else { return finiteNumber }
        return InlineColumn.number(text).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension InlineColumn {
    /// A text as a number. NaN for a gap word; `nil` for any other text.
    static func number(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        let field = CSVScanner.Field(range: bytes.indices)
        if let number = CellNumber.parse(bytes.span, bytes.indices) { return number }
        if field.isGap(bytes.span) { return .nan }
        switch text.lowercased() {
        case "true": return 1
        case "false": return 0
        default: return nil
        }
    }
}

extension RowFilter {
    /// The message for a warning: `no row has host = mail and v ≥ 5`.
    static func reason(noRowPasses filters: [RowFilter], source: String? = nil) -> String {
        let words = filters.map(\.description).joined(separator: " and ")
        return (source.map { "no row of \($0) has " } ?? "no row has ") + words
    }
}
