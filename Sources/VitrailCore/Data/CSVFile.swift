/// A CSV file by memory map: its header is read when it is opened, and only the columns that are asked for are parsed.
struct CSVFile {
    /// More is no table but a mistake, and would exhaust memory before it is seen.
    static let maxColumns = 10_000
    static let maxRows = 1_000_000_000

    /// What messages call it.
    let path: String
    /// In the order of the file, trimmed.
    let header: [String]
    let file: MappedFile
    private let delimiter: UInt8
    /// Bytes before the first row.
    let bodyStart: Int
    private let bodyLine: Int

    /// - Parameter name: what messages call it; nil = its path.
    init(path: String, name: String? = nil) throws(DataError) {
        let file = try MappedFile(path: path)
        let name = name ?? path
        let head = try file.withBytes { bytes throws(DataError) in try Self.readHead(bytes, name) }
        try file.checkIntact()
        self.path = name
        self.file = file
        (header, delimiter, bodyStart, bodyLine) = (head.names, head.delimiter, head.bodyStart, head.bodyLine)
    }

    /// The columns as asked for, of the rows that pass every filter, in one pass over the file (and one more for those that turn out to
    /// hold texts behind numbers).
    func read(_ requests: [ColumnRequest], where filters: [RowFilter] = []) throws(DataError) -> [Column] {
        var builders = requests.map { ColumnBuilder(wanted: $0.kind) }
        try scan(requests, &builders, filters)
        let mixed = builders.indices.filter { builders[$0].isMixed }
        if !mixed.isEmpty {
            let again = mixed.map { ColumnRequest(name: requests[$0].name, kind: .category) }
            var texts = again.map { ColumnBuilder(wanted: $0.kind) }
            try scan(again, &texts, filters)
            for (i, builder) in zip(mixed, texts) { builders[i] = builder }
        }
        return builders.map { $0.finish() }
    }

    // MARK: Header

    private typealias Head = (names: [String], delimiter: UInt8, bodyStart: Int, bodyLine: Int)

    private static func readHead(_ bytes: Span<UInt8>, _ path: String) throws(DataError) -> Head {
        var start = 0
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
        if bytes.count >= 2, bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF {
            throw .wrongEncoding(path: path)
        }
        var blank = CSVScanner(delimiter: UInt8(ascii: ","), position: start, line: 1)
        guard blank.skipEmptyLines(bytes) else { throw .noHeader(path: path) }
        var scanner = CSVScanner(
            delimiter: sniffDelimiter(bytes, from: blank.position), position: blank.position, line: blank.line)
        var names: [String] = []
        repeat {
            guard names.count < maxColumns else {
                throw .tooMany(path: path, what: "columns", limit: maxColumns)
            }
            names.append(trim(scanner.nextField(bytes).text(bytes)))
        } while !scanner.isAtLineEnd
        if let fault = scanner.fault { throw error(fault, path, line: blank.line) }
        guard !names.contains(where: { $0.utf8.contains(0) }) else { throw .notText(path: path) }
        return (names, scanner.delimiter, scanner.position, scanner.line)
    }

    /// The one of comma, semicolon and tab that stands most often in the first line, outside quotes; the comma when none does.
    private static func sniffDelimiter(_ bytes: Span<UInt8>, from start: Int) -> UInt8 {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var counts = [0, 0, 0]
        var isInQuotes = false
        for i in start..<bytes.count {
            let byte = bytes[i]
            if byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            if isInQuotes { continue }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            if let which = candidates.firstIndex(of: byte) { counts[which] += 1 }
        }
        let most = counts.indices.reduce(0) { counts[$1] > counts[$0] ? $1 : $0 }
        return candidates[most]
    }

    private static func trim(_ name: String) -> String {
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let tail = name.drop(while: blank)
        return String(tail.reversed().drop(while: blank).reversed())
    }

    // MARK: Rows

    /// Index of the column in the file.
    private func index(of name: String) throws(DataError) -> Int {
        guard let first = header.firstIndex(of: name) else {
            throw .unknownColumn(name: name, source: path, suggestion: nearestName(to: name, in: header))
        }
        guard header.lastIndex(of: name) == first else { throw .duplicateColumn(name: name, source: path) }
        return first
    }

    private func scan(
        _ requests: [ColumnRequest], _ builders: inout [ColumnBuilder], _ filters: [RowFilter]
    ) throws(DataError) {
        // Which slot of `cells` a file's column goes to; requests and filters may share one.
        var slots = [Int](repeating: -1, count: header.count)
        var cellCount = 0
        func slot(_ name: String) throws(DataError) -> Int {
            let column = try index(of: name)
            if slots[column] < 0 {
                slots[column] = cellCount
                cellCount += 1
            }
            return slots[column]
        }
        var sources: [Int] = []
        for request in requests { sources.append(try slot(request.name)) }
        var tests: [FilterTest] = []
        for filter in filters { tests.append(FilterTest(slot: try slot(filter.column), value: filter.value)) }
        let plan = Plan(slots: slots, cellCount: cellCount, sources: sources, tests: tests)
        let rows = try file.withBytes { bytes throws(DataError) in
            try scanRows(bytes, plan, requests, &builders)
        }
        try file.checkIntact()
        if rows == 0, !filters.isEmpty {
            let words = filters.map { "\($0.column) = \($0.value)" }.joined(separator: " and ")
            throw .noRowMatches(path: path, filter: words)
        }
    }

    private struct Plan {
        var slots: [Int]
        var cellCount: Int
        /// Slot of each request.
        var sources: [Int]
        var tests: [FilterTest]
    }

    /// - Returns: how many rows passed.
    private func scanRows(
        _ bytes: Span<UInt8>, _ plan: Plan, _ requests: [ColumnRequest], _ builders: inout [ColumnBuilder]
    ) throws(DataError) -> Int {
        var scanner = CSVScanner(delimiter: delimiter, position: bodyStart, line: bodyLine)
        var cells = [CSVScanner.Field](repeating: CSVScanner.Field(), count: plan.cellCount)
        let fieldCount = header.count
        var rows = 0
        // An empty line is a row of one empty cell where there is but one column, and nothing elsewhere.
        while fieldCount == 1 ? scanner.position < bytes.count : scanner.skipEmptyLines(bytes) {
            let line = scanner.line
            var fields = 0
            repeat {
                let field = scanner.nextField(bytes)
                if fields < fieldCount {
                    let slot = plan.slots[fields]
                    if slot >= 0 { cells[slot] = field }
                }
                fields += 1
            } while !scanner.isAtLineEnd
            if let fault = scanner.fault { throw Self.error(fault, path, line: line) }
            guard fields == fieldCount else {
                throw .ragged(path: path, line: line, fields: fields, expected: fieldCount)
            }
            var passes = true
            for test in plan.tests where !test.passes(cells[test.slot], bytes) { passes = false }
            guard passes else { continue }
            rows += 1
            guard rows <= Self.maxRows else { throw .tooMany(path: path, what: "rows", limit: Self.maxRows) }
            for i in builders.indices {
                let cell = cells[plan.sources[i]]
                do throws(ColumnBuilder.Cell) {
                    try builders[i].append(cell, bytes)
                } catch {
                    guard case .misfit(let wanted) = error else { continue }
                    throw .cell(
                        path: path, line: line, column: requests[i].name, text: cell.text(bytes), wanted: wanted
                    )
                }
            }
        }
        return rows
    }

    private static func error(_ fault: CSVScanner.Fault, _ path: String, line: Int) -> DataError {
        switch fault {
        case .unclosedQuote: .unclosedQuote(path: path, line: line)
        case .textAfterQuote: .textAfterQuote(path: path, line: line)
        }
    }
}

/// Compares one cell of a row with what a filter wants.
private struct FilterTest {
    let slot: Int
    private let text: [UInt8]
    private let number: Double?

    init(slot: Int, value: String) {
        self.slot = slot
        let bytes = Array(value.utf8)
        text = bytes
        number = CellNumber.parse(bytes.span, bytes.indices)
    }

    func passes(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) -> Bool {
        if let number, let cell = CellNumber.parse(bytes, field.range) { return cell == number }
        if field.hasDoubledQuotes { return Array(field.text(bytes).utf8) == text }
        guard field.range.count == text.count else { return false }
        for i in text.indices where bytes[field.range.lowerBound + i] != text[i] { return false }
        return true
    }
}
