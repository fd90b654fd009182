/// The format of one CSV file: its syntax, column names, and the position of its first row.
package struct CSVDialect: Sendable {
    /// Maximum number of columns. More are a mistake and would exhaust memory.
    package static let maxColumns = 10_000
    /// Maximum bytes before the end of the header, and of one name.
    private static let (maxHeader, maxName) = (1 << 22, 1 << 16)
    private static let maxSkippedRows = 1_000_000

    var syntax = CSVSyntax()
    /// Unique names in the order of the file. A column without a name gets its number, from 1.
    var names: [String] = []
    /// Names given to columns that have none in the file.
    package var unnamed: Set<String> = []
    /// Number of bytes before the first row.
    var bodyStart = 0
    /// Line number of the first row, from 1.
    var bodyLine = 1
    /// Whether `#` was detected as the start of comments, without an option that says so.
    var assumesComments = false
    /// Assumptions made, as sentences without the file's name.
    var notes: [String] = []

    /// - Throws: `DataError` for a file without a row, with too many columns, or with an error in its header.
    init(_ bytes: Span<UInt8>, path: String, options: CSVOptions) throws(DataError) {
        let head = CSVHead(bytes, isWhole: bytes.count <= Self.maxHeader)
        let bytes = bytes.extracting(first: Self.maxHeader)
        var start = head.start
        var line = 1
        if options.skipRows > 0 {
            var scanner = CSVScanner(syntax, position: start, line: 1)
            for _ in 0..<min(options.skipRows, Self.maxSkippedRows) where scanner.position < bytes.count {
                scanner.skipLine(bytes)
            }
            (start, line) = (scanner.position, scanner.line)
        }
        let separatorLine = options.separator == nil ? head.separatorLine(bytes, at: start) : nil
        if let separatorLine { (start, line) = (separatorLine.end, line + 1) }
        if let comment = options.comment { syntax.comment = Array(comment.utf8) }
        syntax.delimiter = separatorLine?.separator ?? options.separator?.byte ?? head.separator(bytes, from: start)
        if head.hasEscapes(bytes, from: start, syntax) { syntax.hasEscapes = true }
        try readNames(bytes, head, from: start, line: line, path, options)
    }

    private mutating func readNames(
        _ bytes: Span<UInt8>, _ head: CSVHead, from start: Int, line: Int, _ path: String, _ options: CSVOptions
    ) throws(DataError) {
        var sample = try head.sample(bytes, from: start, line: line, syntax, path)
        guard !sample.isEmpty else {
            guard head.isWhole else {
                throw .tooMany(path: path, what: "bytes before the header", limit: Self.maxHeader)
            }
            throw .noHeader(path: path)
        }
        let commented = options.comment == nil ? dropComments(&sample, bytes) : nil
        if let commented, options.header != false, sample.first.map({ Self.isHeader($0, sample.dropFirst()) }) != true,
            commented.cells.count == Self.width(sample), Self.isHeader(commented, sample[...])
        {
            sample.insert(commented, at: 0)
        }
        if options.header == nil { dropTitles(&sample) }
        guard let first = sample.first else { throw .noHeader(path: path) }
        let rows = sample.dropFirst()
        let hasHeader = options.header ?? Self.isHeader(first, rows)
        guard hasHeader else {
            (bodyStart, bodyLine) = (first.start, first.line)
            return try name([], width: sample.map(\.filled).max() ?? 0, path)
        }
        (bodyStart, bodyLine) = (first.end, first.endLine)
        if let units = rows.first, options.header == nil, Self.isUnits(units, under: first, rows.dropFirst()) {
            notes.append("line \(units.line) is skipped: it has units, not values")
            (bodyStart, bodyLine) = (units.end, units.endLine)
        }
        var texts = first.cells.map(\.text)
        // R writes row names without a name for their column.
        let widths = rows.map(\.cells.count)
        if let filled = rows.map(\.filled).max(), filled == texts.count + 1,
            widths.allSatisfy({ $0 == texts.count + 1 }), !first.hasTrailingDelimiter
        {
            texts.insert("row.names", at: 0)
        }
        // Rows longer than the header are errors, unless most rows are longer: then the header lacks names.
        let longer = rows.count { $0.filled > texts.count }
        try name(
            texts,
            width: 2 * longer > rows.count
                ? Self.width(Array(rows)) : max(first.filled, rows.map { min($0.filled, texts.count) }.max() ?? 0), path
        )
    }

    /// Gives each column its name.
    private mutating func name(_ texts: [String], width: Int, _ path: String) throws(DataError) {
        let texts = texts.count > max(width, 1) ? Array(texts.prefix(max(width, 1))) : texts
        let count = max(texts.count, width)
        guard count <= Self.maxColumns else { throw .tooMany(path: path, what: "columns", limit: Self.maxColumns) }
        var seen = Set(texts)
        var used: Set<String> = []
        for k in 0..<count {
            var name = k < texts.count ? texts[k] : ""
            guard name.utf8.count <= Self.maxName else {
                throw .tooMany(path: path, what: "bytes in a column's name", limit: Self.maxName)
            }
            guard !name.utf8.contains(0) else { throw .notText(path: path) }
            if name.isEmpty {
                name = String(k + 1)
                unnamed.insert(name)
            }
            if used.contains(name) {
                var n = 2
                while seen.contains("\(name).\(n)") || used.contains("\(name).\(n)") { n += 1 }
                let other = "\(name).\(n)"
                notes.append(
                    "two columns are called \(quoted(name)); the one in position \(k + 1) is called \(quoted(other))")
                name = other
                seen.insert(other)
            }
            used.insert(name)
            names.append(name)
        }
    }

    // MARK: Comments and titles

    /// Drops lines that begin with `#`, if they precede the header or do not fit the rows.
    ///
    /// - Returns: The last comment before the first row, without its mark: it may contain the column names.
    private mutating func dropComments(_ sample: inout [CSVRecord], _ bytes: Span<UInt8>) -> CSVRecord? {
        let mark = UInt8(ascii: "#")
        func isMarked(_ record: CSVRecord) -> Bool { bytes[record.start] == mark }
        let rows = sample.filter { !isMarked($0) }
        guard !rows.isEmpty, rows.count < sample.count else { return nil }
        let width = Self.width(rows)
        let leading = sample.prefix { isMarked($0) }
        // Not comments: a header with a column named `#`, and rows whose first cells begin with `#`.
        if let first = leading.first, leading.count == 1, first.cells.count == width, first.cells[0].text == "#" {
            return nil
        }
        guard !leading.isEmpty || sample.contains(where: { isMarked($0) && $0.cells.count != width }) else {
            return nil
        }
        syntax.comment = [mark]
        assumesComments = true
        sample = rows
        guard var header = leading.last else { return nil }
        let text = String(header.cells[0].text.drop { $0 == "#" || $0 == " " })
        if text.isEmpty { header.cells.removeFirst() } else { header.cells[0] = CSVRecord.Cell(text) }
        // The row range starts at the first row, not after the comment.
        (header.end, header.endLine) = (rows[0].start, rows[0].line)
        return header.cells.isEmpty ? nil : header
    }

    /// Drops title rows above the table: rows with one or few texts where the table has more columns.
    private mutating func dropTitles(_ sample: inout [CSVRecord]) {
        let width = Self.width(sample)
        guard width >= 2 else { return }
        let maximum = max(1, (width - 1) / 2)
        let titles = sample.prefix { record in
            record.filled <= maximum && record.cells[0].kind == .text
                && record.cells.prefix(record.filled).allSatisfy { $0.kind == .text }
        }
        guard !titles.isEmpty, titles.count < sample.count else { return }
        let rest = sample.dropFirst(titles.count)
        // The last title may be the header of a table with unnamed columns.
        guard let next = rest.first,
            Self.isHeader(next, rest.dropFirst()) || titles.last.map({ $0.cells.count < width }) == true
        else { return }
        let lines = titles.map { String($0.line) }
        let positions =
            lines.count == 1
            ? "line \(lines[0]) is"
            : "lines \(lines.dropLast().joined(separator: ", ")) and \(lines[lines.count - 1]) are"
        notes.append("\(positions) skipped: a title above the table")
        sample.removeFirst(titles.count)
    }

    /// The most frequent row length, without trailing empty cells.
    private static func width(_ records: [CSVRecord]) -> Int {
        var counts: [Int: Int] = [:]
        for record in records { counts[record.filled, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
    }

    // MARK: Header

    /// Whether a row is a header: it has texts above columns of numbers or dates.
    private static func isHeader(_ first: CSVRecord, _ rows: ArraySlice<CSVRecord>) -> Bool {
        guard !rows.isEmpty else { return !first.cells.allSatisfy { $0.kind.isValue || $0.kind == .gap } }
        var hasEqualKinds = false
        for (k, cell) in first.cells.enumerated() where cell.kind != .gap {
            guard let kind = kind(ofColumn: k, rows) else { continue }
            // Numbers above dates, or values above texts.
            if cell.kind != kind { return true }
            if kind.isValue { hasEqualKinds = true }
        }
        return !hasEqualKinds || countsUp(first, rows)
    }

    /// Whether the first row is a text and then ascending whole numbers, as in `country,1990,1991`, or an empty cell
    /// and then ascending numbers, as in `,0.5,1`.
    private static func countsUp(_ first: CSVRecord, _ rows: ArraySlice<CSVRecord>) -> Bool {
        guard let head = first.cells.first, head.kind == .text || head.text.isEmpty else { return false }
        let isNameless = head.text.isEmpty
        let numbers = first.cells.drop { !$0.kind.isValue }.map { cell in
            Double(cell.text).flatMap { isNameless || $0 == $0.rounded() ? $0 : nil }
        }
        guard let start = numbers.first, let start else { return false }
        guard
            zip(numbers, numbers.dropFirst()).allSatisfy({ previous, next in
                previous.flatMap { p in next.map { p < $0 } } ?? false
            })
        else { return false }
        if numbers.count > 1 { return true }
        // A single number has no order. It is a header if it looks like a year and the numbers below do not.
        let years = 1900.0...2100
        return years.contains(start)
            && !rows.contains { $0.cells.last.flatMap { Double($0.text) }.map(years.contains) ?? true }
    }

    /// The kind of at least 80 % of the cells. `nil`: the kinds differ, or there are no values.
    private static func kind(ofColumn k: Int, _ rows: ArraySlice<CSVRecord>) -> CSVRecord.Kind? {
        var counts: [CSVRecord.Kind: Int] = [:]
        for row in rows where k < row.cells.count && row.cells[k].kind != .gap {
            counts[row.cells[k].kind, default: 0] += 1
        }
        guard let maximum = counts.max(by: { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }) else {
            return nil
        }
        return maximum.value * 5 >= counts.values.reduce(0, +) * 4 ? maximum.key : nil
    }

    /// Whether a row has units such as `(m/s)`: it is below the header and has texts where the rows below have values.
    private static func isUnits(_ units: CSVRecord, under header: CSVRecord, _ rows: ArraySlice<CSVRecord>) -> Bool {
        guard !rows.isEmpty, !units.cells.contains(where: { $0.kind.isValue }) else { return false }
        var found = false
        for (k, cell) in units.cells.enumerated() {
            let kind = kind(ofColumn: k, rows)
            if let kind, kind.isValue {
                found = found || cell.kind == .text && k < header.cells.count && header.cells[k].kind == .text
            } else if cell.kind == .text, !cell.isBracketed {
                return false
            }
        }
        return found
    }
}

extension CSVOptions.Separator {
    fileprivate var byte: UInt8 {
        switch self {
        case .character(let byte): byte
        case .blanks: UInt8(ascii: " ")
        }
    }
}

/// One of the first rows of a file.
struct CSVRecord {
    enum Kind: Int, Hashable {
        case gap, number, date, text

        var isValue: Bool { self == .number || self == .date }
    }

    struct Cell {
        let text: String
        let kind: Kind

        init(_ text: String, isQuoted: Bool = false) {
            self.text = text
            if text.isEmpty || !isQuoted && GapWords.contains(text) {
                kind = .gap
            } else if NumberFormat.looksLikeNumber(text) {
                kind = .number
            } else {
                kind = DateRecognition.looksLikeDate(text) ? .date : .text
            }
        }

        /// Whether the text is in brackets, like a unit: `(km)`, `[°C]`.
        var isBracketed: Bool {
            text.hasPrefix("(") && text.hasSuffix(")") || text.hasPrefix("[") && text.hasSuffix("]")
        }
    }

    var cells: [Cell]
    /// First byte and line of the record; `end` and `endLine` are those after the record.
    let start: Int
    let line: Int
    var end: Int
    var endLine: Int

    /// Number of cells without trailing empty ones.
    var filled: Int { cells.lastIndex { !$0.text.isEmpty }.map { $0 + 1 } ?? 0 }
    var hasTrailingDelimiter: Bool { cells.last?.text.isEmpty == true }
}

/// The first bytes of a file.
private struct CSVHead {
    /// Whether the bytes are the whole file.
    let isWhole: Bool
    /// Offset of the first byte after a byte order mark.
    let start: Int

    /// Maximum rows and bytes read to detect the dialect: few enough to be fast, enough to see a typical row.
    private static let (sampleRows, sampleBytes) = (100, 1 << 16)

    init(_ bytes: Span<UInt8>, isWhole: Bool) {
        self.isWhole = isWhole
        start = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }

    /// The separator from a line `sep=;`, as Excel reads it.
    func separatorLine(_ bytes: Span<UInt8>, at start: Int) -> (separator: UInt8, end: Int)? {
        let mark = Array("sep=".utf8)
        guard start + 5 <= bytes.count, mark.indices.allSatisfy({ bytes[start + $0] | 0x20 == mark[$0] | 0x20 }) else {
            return nil
        }
        let separator = bytes[start + 4]
        var scanner = CSVScanner(CSVSyntax(delimiter: separator), position: start + 5, line: 1)
        guard
            start + 5 == bytes.count || bytes[start + 5] == UInt8(ascii: "\n") || bytes[start + 5] == UInt8(ascii: "\r")
        else { return nil }
        scanner.skipLine(bytes)
        return (separator, scanner.position)
    }

    // MARK: Separator

    /// Candidates, in order of preference for equal scores.
    private static let separators: [UInt8] = [
        UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ","),
    ]

    /// The separator with the most consistent number of occurrences per line.
    func separator(_ bytes: Span<UInt8>, from start: Int) -> UInt8 {
        let counts = lineCounts(bytes, from: start)
        guard let first = counts.first else { return UInt8(ascii: ",") }
        if counts.count == 1 {
            let maximum = Self.separators.indices.reversed().reduce(3) { first[$1] > first[$0] ? $1 : $0 }
            return Self.separators[maximum]
        }
        var best = (index: 3, share: 0.0)
        for k in Self.separators.indices {
            let share = Self.share(counts.map { $0[k] })
            if share > best.share { best = (k, share) }
        }
        // Texts and dates also contain blanks: they are separators only if every row has the same number of them.
        let blanks = counts.map { $0[4] }
        let share = Self.share(blanks)
        let isHeaderFitting = blanks[0] > 0 && abs(blanks[0] - (blanks.dropFirst().first ?? 0)) <= 1
        if share >= 0.9 || share > 0.5 && counts.count < 10, share > best.share, isHeaderFitting {
            return UInt8(ascii: " ")
        }
        return Self.separators[best.index]
    }

    /// The share of lines that have the most frequent count above 0.
    private static func share(_ counts: [Int]) -> Double {
        var lines: [Int: Int] = [:]
        for count in counts where count > 0 { lines[count, default: 0] += 1 }
        return Double(lines.values.max() ?? 0) / Double(counts.count)
    }

    /// Occurrences per line, outside quotes, of each separator and of runs of blanks between other characters.
    private func lineCounts(_ bytes: Span<UInt8>, from start: Int) -> [[Int]] {
        var lines: [[Int]] = []
        var counts = [0, 0, 0, 0, 0]
        var (isInQuotes, isEmpty, isAfterBlank, isComment) = (false, true, false, false)
        var comments = 0
        func close() {
            if !isEmpty, !isComment { lines.append(counts) }
            if isComment { comments += 1 }
            counts = [0, 0, 0, 0, 0]
            (isEmpty, isAfterBlank, isComment) = (true, false, false)
        }
        for i in start..<min(bytes.count, start + Self.sampleBytes) where lines.count < Self.sampleRows {
            let byte = bytes[i]
            if byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            if isInQuotes {
                isEmpty = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): close()
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                if byte == UInt8(ascii: "\t") { counts[0] += 1 }
                isAfterBlank = !isEmpty
            default:
                if isEmpty, byte == UInt8(ascii: "#") { isComment = true }
                if isAfterBlank { counts[4] += 1 }
                (isEmpty, isAfterBlank) = (false, false)
                if let k = Self.separators.firstIndex(of: byte) { counts[k] += 1 }
            }
        }
        // The last line may be cut off.
        if lines.isEmpty || bytes.count <= start + Self.sampleBytes { close() }
        return lines
    }

    // MARK: Quotes

    /// Whether a backslash precedes quotes, and rows are more regular if it escapes them.
    func hasEscapes(_ bytes: Span<UInt8>, from start: Int, _ syntax: CSVSyntax) -> Bool {
        let end = min(bytes.count, start + Self.sampleBytes)
        guard start < end,
            (start..<end - 1).contains(where: { bytes[$0] == UInt8(ascii: "\\") && bytes[$0 + 1] == UInt8(ascii: "\"") }
            )
        else { return false }
        var escaping = syntax
        escaping.hasEscapes = true
        return irregularity(bytes, from: start, escaping) < irregularity(bytes, from: start, syntax)
    }

    /// Number of rows with an error, or with another number of cells than the first row.
    private func irregularity(_ bytes: Span<UInt8>, from start: Int, _ syntax: CSVSyntax) -> Int {
        var scanner = CSVScanner(syntax, position: start, line: 1)
        var (rows, wrong, width) = (0, 0, 0)
        while rows < Self.sampleRows, scanner.position < min(bytes.count, start + Self.sampleBytes),
            scanner.skipEmptyLines(bytes)
        {
            var fields = 0
            repeat {
                _ = scanner.nextField(bytes)
                fields += 1
            } while !scanner.isAtLineEnd
            // Rows after an unclosed quote are unknown.
            if scanner.fault != nil { return Self.sampleRows + 1 - rows }
            if rows == 0 { width = fields } else if fields != width { wrong += 1 }
            rows += 1
        }
        return wrong
    }

    // MARK: Sample

    /// The first rows, split into cells.
    func sample(
        _ bytes: Span<UInt8>, from start: Int, line: Int, _ syntax: CSVSyntax, _ path: String
    ) throws(DataError) -> [CSVRecord] {
        var scanner = CSVScanner(syntax, position: start, line: line)
        var records: [CSVRecord] = []
        while records.count < Self.sampleRows, scanner.skipEmptyLines(bytes) {
            if scanner.skipComment(bytes) { continue }
            let (start, line) = (scanner.position, scanner.line)
            // Only the first record may be long: it may be the header.
            if !records.isEmpty, start > Self.sampleBytes { break }
            var cells: [CSVRecord.Cell] = []
            repeat {
                guard cells.count < CSVDialect.maxColumns else {
                    throw .tooMany(path: path, what: "columns", limit: CSVDialect.maxColumns)
                }
                let field = scanner.nextField(bytes)
                guard isWhole || scanner.position < bytes.count else {
                    if !records.isEmpty { return records }
                    throw .tooMany(path: path, what: "bytes before the end of the header", limit: bytes.count)
                }
                if field.range.count > 1 << 16, records.isEmpty {
                    throw .tooMany(path: path, what: "bytes in a column's name", limit: 1 << 16)
                }
                guard let text = field.validText(bytes) else {
                    // Reading the row reports the error, if a chart needs the cell.
                    if records.isEmpty { throw .notUTF8(path: path, line: line, text: field.text(bytes)) }
                    cells.append(CSVRecord.Cell(String(field.text(bytes).prefix(100)), isQuoted: field.isQuoted))
                    continue
                }
                cells.append(
                    CSVRecord.Cell(field.isQuoted && !records.isEmpty ? text : trimmed(text), isQuoted: field.isQuoted))
            } while !scanner.isAtLineEnd
            if let fault = scanner.fault {
                guard records.isEmpty else { return records }
                throw CSVFile.error(fault, path, line: line)
            }
            records.append(
                CSVRecord(cells: cells, start: start, line: line, end: scanner.position, endLine: scanner.line))
        }
        return records
    }

    private func trimmed(_ name: String) -> String {
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
        return String(name.drop(while: blank).reversed().drop(while: blank).reversed())
    }
}
