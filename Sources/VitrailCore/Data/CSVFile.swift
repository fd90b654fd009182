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
    let delimiter: UInt8
    /// Bytes before the first row.
    let bodyStart: Int
    let bodyLine: Int

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
    ///
    /// - Parameter blocks: how the file is shared among threads; what is read does not depend on it.
    func read(_ requests: [ColumnRequest], where filters: [RowFilter] = [], blocks: CSVBlocks = CSVBlocks()) throws(DataError) -> [Column] {
        var builders = requests.map { ColumnBuilder(wanted: $0.kind, takesCommas: takesCommas) }
        try scan(requests, &builders, filters, blocks)
        let mixed = builders.indices.filter { builders[$0].isMixed }
        if !mixed.isEmpty {
            let again = mixed.map { column in
                let request = requests[column]
                // Of a kind that does not take all cells, reading says which it does not take.
                let settled = builders[column].firstKind.flatMap { request.settled.contains($0) ? $0 : nil }
                return ColumnRequest(name: request.name, kind: settled ?? .category)
            }
            var texts = again.map { ColumnBuilder(wanted: $0.kind, takesCommas: takesCommas) }
            try scan(again, &texts, filters, blocks)
            for (i, builder) in zip(mixed, texts) { builders[i] = builder }
        }
        return builders.map { $0.finish() }
    }

    /// Whether decimals may follow a comma.
    private var takesCommas: Bool { delimiter == UInt8(ascii: ";") }

    // MARK: Header

    private typealias Head = (names: [String], delimiter: UInt8, bodyStart: Int, bodyLine: Int)

    /// Bytes of the lines up to the end of the header, and of one name.
    private static let (mostHeader, mostName) = (1 << 22, 1 << 16)

    private static func readHead(_ file: Span<UInt8>, _ path: String) throws(DataError) -> Head {
        let bytes = file.extracting(first: mostHeader)
        var start = 0
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
        if bytes.count >= 2, bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF {
            throw .wrongEncoding(path: path)
        }
        if let format = FileFormat.recognise(bytes) { throw .foreignFormat(path: path, format) }
        var blank = CSVScanner(delimiter: UInt8(ascii: ","), position: start, line: 1)
        guard blank.skipEmptyLines(bytes) else {
            guard bytes.count == file.count else { throw .tooMany(path: path, what: "bytes before the header", limit: mostHeader) }
            throw .noHeader(path: path)
        }
        var scanner = CSVScanner(
            delimiter: sniffDelimiter(bytes, from: blank.position), position: blank.position, line: blank.line)
        var names: [String] = []
        repeat {
            guard names.count < maxColumns else {
                throw .tooMany(path: path, what: "columns", limit: maxColumns)
            }
            let field = scanner.nextField(bytes)
            guard bytes.count == file.count || scanner.position < bytes.count else {
                throw .tooMany(path: path, what: "bytes before the end of the header", limit: mostHeader)
            }
            guard field.range.count <= mostName else { throw .tooMany(path: path, what: "bytes in a column's name", limit: mostName) }
            guard let name = field.validText(bytes) else { throw .notUTF8(path: path, line: blank.line, text: field.text(bytes)) }
            names.append(trim(name))
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
            throw .unknownColumn(name: name, source: path, known: header)
        }
        guard header.lastIndex(of: name) == first else { throw .duplicateColumn(name: name, source: path) }
        return first
    }

    private func scan(
        _ requests: [ColumnRequest], _ builders: inout [ColumnBuilder], _ filters: [RowFilter], _ blocks: CSVBlocks
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
        for filter in filters { tests.append(FilterTest(filter, slot: try slot(filter.column), takesCommas: takesCommas)) }
        let reader = CSVRows(
            file: self, requests: requests, slots: slots, cellCount: cellCount, sources: sources, tests: tests, blocks: blocks)
        do throws(DataError) {
            _ = try reader.read(into: &builders)
        } catch {
            // What was lost reads as zeros: no cell is wrong then.
            try file.checkIntact()
            throw error
        }
        try file.checkIntact()
    }

    static func error(_ fault: CSVScanner.Fault, _ path: String, line: Int) -> DataError {
        switch fault {
        case .unclosedQuote: .unclosedQuote(path: path, line: line)
        case .textAfterQuote: .textAfterQuote(path: path, line: line)
        }
    }
}
