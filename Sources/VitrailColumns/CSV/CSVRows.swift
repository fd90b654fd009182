import CColumns
import VitrailSystem

/// Block sizes for reading the rows of a file in parallel.
package struct CSVBlocks: Sendable {
    /// Bytes of the first block. It is read alone, to determine the kinds of the columns and to estimate the number of
    /// rows.
    var first = 1 << 16
    /// Bytes of the other blocks: small enough that rereading one is cheap, large enough to keep a thread busy.
    var length = 1 << 22
    /// Maximum number of blocks read at once.
    var count = Parallel.threads
}

/// Reads the rows of a CSV file into columns, on all cores.
///
/// A block begins after the first line end found near its nominal start. That line end may be inside a quoted text;
/// this is known only when the preceding block has been read. If the preceding block ends elsewhere, the block is read
/// again from there. The result, including the reported error, is therefore the same as for reading row after row.
struct CSVRows: Sendable {
    let file: CSVFile
    let requests: [ColumnRequest]
    /// Slot of each file column in a row's cells; −1: none.
    let slots: [Int]
    let cellCount: Int
    /// Slot of each request.
    let sources: [Int]
    let tests: [FilterTest]
    let blocks: CSVBlocks

    /// - Returns: Number of rows that passed.
    func read(into builders: inout [ColumnBuilder], _ counts: inout CSVCounts) throws(DataError) -> Int {
        let end = file.text.count
        let (bodyStart, bodyLine) = (file.dialect.bodyStart, file.dialect.bodyLine)
        var (position, line, rows) = (bodyStart, bodyLine, 0)
        // Rows per byte, known after the first block.
        var density = 0.0
        while position < end, !WorkLimit.isReached {
            let isFirst = position == bodyStart
            let starts = starts(
                from: position, length: isFirst ? blocks.first : blocks.length, count: isFirst ? 1 : blocks.count)
            let given = builders.map(\.successor)
            let states = given.map(\.state)
            let found = Parallel.map(starts.count - 1) { [starts, density] k in
                block(from: starts[k], to: starts[k + 1], given, density)
            }
            for (k, asFound) in found.enumerated() where position < starts[k + 1] {
                let isRight = asFound.start == position && (k == 0 || builders.map(\.state) == states)
                let block =
                    isRight
                    ? asFound : self.block(from: position, to: starts[k + 1], builders.map(\.successor), density)
                try add(block, line, &rows, &builders)
                counts.add(block.counts, after: line)
                (position, line) = (block.end, line + block.lines)
            }
            if isFirst {
                density = Double(rows) / Double(position - bodyStart)
                reserve(&builders, bytes: end - position, density)
            }
        }
        return rows
    }

    /// Start positions of the blocks, followed by the end of the last block.
    private func starts(from position: Int, length: Int, count: Int) -> [Int] {
        file.text.withBytes { bytes in
            var starts = [position]
            while starts.count <= count, let last = starts.last, last < bytes.count {
                starts.append(rowStart(atOrAfter: min(last + max(length, 1), bytes.count), bytes))
            }
            return starts
        }
    }

    /// Position after the first line end at or after byte `position` − 1.
    private func rowStart(atOrAfter position: Int, _ bytes: Span<UInt8>) -> Int {
        var at = position - 1
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if byte == UInt8(ascii: "\n") { return at }
            if byte == UInt8(ascii: "\r") { return at < bytes.count && bytes[at] == UInt8(ascii: "\n") ? at + 1 : at }
        }
        return bytes.count
    }

    private func add(
        _ block: Block, _ line: Int, _ rows: inout Int, _ builders: inout [ColumnBuilder]
    ) throws(DataError) {
        rows += block.rows
        guard rows <= CSVFile.maxRows else { throw .tooMany(path: file.path, what: "rows", limit: CSVFile.maxRows) }
        if let mistake = block.mistake { throw mistake.error(file.path, after: line) }
        for i in builders.indices { builders[i].append(block.builders[i]) }
    }

    /// Maximum number of reserved cells. It limits memory for a file whose first rows are much shorter than the others.
    private static let maxReserved = 1 << 26

    /// Reserves capacity for the estimated number of remaining rows, plus 2 %, which costs less than growing.
    private func reserve(_ builders: inout [ColumnBuilder], bytes: Int, _ density: Double) {
        let maximum = Self.maxReserved / max(builders.count, 1)
        let estimate = Int(Double(bytes) * density * 1.02, within: 0...maximum)
        for i in builders.indices { builders[i].reserve(estimate) }
    }

    // MARK: Blocks

    /// The result of reading some rows.
    private struct Block: Sendable {
        let start: Int
        var end = 0
        /// Number of lines in the block.
        var lines = 0
        /// Number of rows that passed.
        var rows = 0
        var builders: [ColumnBuilder]
        var counts = CSVCounts()
        /// Error in the row after the last one read.
        var mistake: Mistake?
    }

    /// An error, with its line relative to the start of its block.
    private enum Mistake: Sendable {
        case fault(CSVScanner.Fault, line: Int)
        case ragged(fields: Int, expected: Int, line: Int)
        case notUTF8(text: String, line: Int)

        func error(_ path: String, after lines: Int) -> DataError {
            switch self {
            case .fault(let fault, let line): CSVFile.error(fault, path, line: lines + line)
            case .ragged(let fields, let expected, let line):
                .ragged(path: path, line: lines + line, fields: fields, expected: expected)
            case .notUTF8(let text, let line): .notUTF8(path: path, line: lines + line, text: text)
            }
        }
    }

    /// Reads the rows that begin between two positions of the file.
    ///
    /// - Parameter density: Approximate number of rows per byte.
    private func block(from start: Int, to limit: Int, _ builders: [ColumnBuilder], _ density: Double) -> Block {
        var block = Block(start: start, builders: builders)
        reserve(&block.builders, bytes: limit - start, density)
        file.text.withBytes { bytes in
            var scanner = CSVScanner(file.dialect.syntax, position: start, line: 0)
            var cells = [CSVScanner.Field](repeating: CSVScanner.Field(), count: cellCount)
            var plain = PlainRows(self)
            while scanner.position < limit {
                if let rows = plain?.read(bytes, &scanner, limit, &block.builders), rows > 0 {
                    block.rows += rows
                    continue
                }
                let line = scanner.line
                if scanner.skipComment(bytes) {
                    block.counts.addComment(line)
                    continue
                }
                // An empty line is a row with one empty cell if the file has only one column. Otherwise it is skipped.
                guard slots.count == 1 || scanner.skipEmptyLines(bytes), scanner.position < limit else { break }
                if scanner.line > line, !file.dialect.syntax.comment.isEmpty { continue }
                block.mistake = readRow(bytes, &scanner, &cells, &block)
                if block.mistake != nil { break }
            }
            (block.end, block.lines) = (scanner.position, scanner.line)
        }
        return block
    }

    /// - Returns: The reason why the row cannot be read; `nil`: it was read.
    private func readRow(
        _ bytes: Span<UInt8>, _ scanner: inout CSVScanner, _ cells: inout [CSVScanner.Field], _ block: inout Block
    ) -> Mistake? {
        let line = scanner.line
        if let mistake = readCells(bytes, &scanner, &cells, &block.counts) { return mistake }
        for test in tests where !test.passes(cells[test.slot], bytes) { return nil }
        block.rows += 1
        for i in block.builders.indices {
            let cell = cells[sources[i]]
            do throws(ColumnBuilder.Cell) {
                try block.builders[i].append(cell, bytes)
            } catch {
                return .notUTF8(text: cell.text(bytes), line: line)
            }
        }
        return nil
    }

    /// Reads the cells of the next row that have a slot. Missing cells of a short row are empty. Empty cells after the
    /// last column are ignored.
    private func readCells(
        _ bytes: Span<UInt8>, _ scanner: inout CSVScanner, _ cells: inout [CSVScanner.Field], _ counts: inout CSVCounts
    ) -> Mistake? {
        let line = scanner.line
        let width = slots.count
        var (fields, filled) = (0, 0)
        repeat {
            let field = scanner.nextField(bytes)
            if fields < width {
                let slot = slots[fields]
                if slot >= 0 { cells[slot] = field }
            }
            fields += 1
            if !field.range.isEmpty { filled = fields }
        } while !scanner.isAtLineEnd
        if let fault = scanner.fault { return .fault(fault, line: line) }
        guard filled <= width else { return .ragged(fields: fields, expected: width, line: line) }
        if fields < width {
            counts.addShort(line)
            for slot in slots[fields...] where slot >= 0 { cells[slot] = CSVScanner.Field() }
        }
        return nil
    }

    // MARK: Lines

    /// The line where a row begins. `row` counts the rows that pass. - Precondition: The row exists, and all rows
    /// before it are readable.
    func line(ofRow row: Int) -> Int {
        file.text.withBytes { bytes in
            var scanner = CSVScanner(file.dialect.syntax, position: file.dialect.bodyStart, line: file.dialect.bodyLine)
            var cells = [CSVScanner.Field](repeating: CSVScanner.Field(), count: cellCount)
            var counts = CSVCounts()
            var passed = 0
            while scanner.position < bytes.count {
                if scanner.skipComment(bytes) { continue }
                let line = scanner.line
                guard slots.count == 1 || scanner.skipEmptyLines(bytes), scanner.position < bytes.count else { break }
                if scanner.line > line, !file.dialect.syntax.comment.isEmpty { continue }
                let start = scanner.line
                guard readCells(bytes, &scanner, &cells, &counts) == nil else { break }
                guard tests.allSatisfy({ $0.passes(cells[$0.slot], bytes) }) else { continue }
                if passed == row { return start }
                passed += 1
            }
            return scanner.line
        }
    }
}

/// Numbers of short rows and comments, with the first line of each.
struct CSVCounts: Sendable {
    /// Rows with fewer cells than the header.
    private(set) var short = 0
    private(set) var firstShort = 0
    private(set) var comments = 0
    private(set) var firstComment = 0

    mutating func addShort(_ line: Int) {
        if short == 0 { firstShort = line }
        short += 1
    }

    mutating func addComment(_ line: Int) {
        if comments == 0 { firstComment = line }
        comments += 1
    }

    /// - Parameter line: Line where the block of `others` begins.
    mutating func add(_ others: CSVCounts, after line: Int) {
        if short == 0, others.short > 0 { firstShort = line + others.firstShort }
        if comments == 0, others.comments > 0 { firstComment = line + others.firstComment }
        short += others.short
        comments += others.comments
    }
}

/// Reads blocks of rows that contain only plain numbers.
private struct PlainRows: ~Copyable {
    private static let maxRows = 1024

    /// Index of the request for each field of the file; −1: none.
    private let columns: [Int32]
    private var values: [Double]

    /// `nil`: rows must be read one by one, because there is a filter or because two requests share a cell.
    init?(_ rows: CSVRows) {
        guard rows.tests.isEmpty, rows.cellCount == rows.requests.count else { return nil }
        var columns = [Int32](repeating: -1, count: rows.slots.count)
        for (field, slot) in rows.slots.enumerated() where slot >= 0 {
            guard let request = rows.sources.firstIndex(of: slot) else { return nil }
            columns[field] = Int32(request)
        }
        self.columns = columns
        values = [Double](repeating: 0, count: Self.maxRows * max(rows.requests.count, 1))
    }

    /// - Returns: Number of rows read; 0 if the next row has other cells than plain numbers.
    mutating func read(
        _ bytes: Span<UInt8>, _ scanner: inout CSVScanner, _ limit: Int, _ builders: inout [ColumnBuilder]
    ) -> Int {
        for builder in builders where !builder.takesNumbers { return 0 }
        var position = scanner.position
        let rows = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe columns.withUnsafeBufferPointer { columns in
                unsafe values.withUnsafeMutableBufferPointer { values in
                    var csv = unsafe vitrail_csv(
                        bytes: bytes.baseAddress, count: bytes.count, delimiter: scanner.syntax.delimiter,
                        comment: scanner.syntax.comment.first ?? 0, field_count: columns.count,
                        columns: columns.baseAddress, values: values.baseAddress)
                    let rows = unsafe vitrail_csv_numbers(&csv, &position, limit, Self.maxRows)
                    for i in builders.indices {
                        unsafe builders[i].append(values[i * Self.maxRows..<i * Self.maxRows + rows])
                    }
                    return rows
                }
            }
        }
        // Each row takes one line, because none has quotes.
        scanner.seek(to: position, lines: rows)
        return rows
    }
}
