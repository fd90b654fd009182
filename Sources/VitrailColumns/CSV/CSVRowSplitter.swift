/// Splits bytes that arrive in parts into whole rows. A row ends with its line, except that a quoted cell may contain
/// line ends. The rows do not depend on how the bytes arrive.
package struct CSVRowSplitter {
    /// Whole rows, one after the other, with their line ends.
    package struct Rows {
        package var bytes: [UInt8]
        /// Number of the first line, from 1.
        package var line: Int

        package init(bytes: [UInt8], line: Int) { (self.bytes, self.line) = (bytes, line) }
    }

    /// Maximum number of bytes of a row that has not ended, and of one with a quote that is not closed so far.
    package static let (maxRow, maxQuotedRow) = (1 << 20, 1 << 16)

    /// `nil`: quotes have no meaning.
    private let syntax: CSVSyntax?
    private var pending: [UInt8] = []
    /// Number of the first line of `pending`.
    private var line: Int
    /// The rest of a line that is too long is skipped.
    private var isSkipping = false
    private var skipped: [Int] = []

    private static let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    /// Splits rows of a file's format.
    ///
    /// - Parameter line: number of the first line.
    package init(like file: CSVFile, line: Int = 1) { (syntax, self.line) = (file.dialect.syntax, line) }

    /// Splits lines.
    package init(line: Int = 1) { (syntax, self.line) = (nil, line) }

    /// Adds bytes, and takes the rows that are whole now.
    package mutating func add(_ bytes: ArraySlice<UInt8>) -> [Rows] {
        var bytes = bytes
        if isSkipping {
            guard let end = bytes.firstIndex(of: Self.newline) else { return [] }
            bytes = bytes[(end + 1)...]
            line += 1
            isSkipping = false
        }
        pending += bytes
        // Without a line end, no row has become whole.
        guard pending.count > Self.maxRow || bytes.contains(where: Self.isEnd) else { return [] }
        return takeWhole()
    }

    /// Ends the text: the last row needs no line end.
    package mutating func finish() -> [Rows] {
        guard !pending.isEmpty else { return [] }
        pending.append(Self.newline)
        var rows = takeWhole()
        while !pending.isEmpty {
            // A quote is not closed. Only its line is lost.
            skipLine()
            rows += takeWhole()
        }
        return rows
    }

    /// Numbers of the lines that were left out since the last call, because their row is too long.
    package mutating func takeSkipped() -> [Int] {
        defer { skipped = [] }
        return skipped
    }

    private static func isEnd(_ byte: UInt8) -> Bool { byte == newline || byte == carriageReturn }

    private mutating func takeWhole() -> [Rows] {
        var rows: [Rows] = []
        while !pending.isEmpty {
            let (end, isQuoted) = wholeRows(pending.span)
            if end > 0 {
                rows.append(Rows(bytes: Array(pending[..<end]), line: line))
                line += Self.lines(rows[rows.count - 1].bytes)
                pending.removeFirst(end)
            }
            guard pending.count > (isQuoted ? Self.maxQuotedRow : Self.maxRow) else { break }
            // Lines below a quote that is never closed are rows of their own.
            skipLine()
        }
        return rows
    }

    private mutating func skipLine() {
        skipped.append(line)
        if let end = pending.firstIndex(of: Self.newline) {
            pending.removeFirst(end + 1)
            line += 1
        } else {
            pending = []
            isSkipping = true
        }
    }

    /// End of the last whole row, and whether an open quote follows.
    private func wholeRows(_ bytes: Span<UInt8>) -> (end: Int, isQuoted: Bool) {
        guard let syntax, pending.contains(UInt8(ascii: "\"")) else {
            // A carriage return at the end may be the first half of a line end.
            let last = bytes.indices.last {
                bytes[$0] == Self.newline || bytes[$0] == Self.carriageReturn && $0 + 1 < bytes.count
            }
            return (last.map { $0 + 1 } ?? 0, false)
        }
        var end = 0
        let isQuoted = Self.scan(bytes, syntax, line: 1) { next, _ in end = next }
        return (end, isQuoted)
    }

    /// Calls `row` with the end of each whole row, and the number of the line after it.
    ///
    /// - Returns: whether an open quote follows.
    private static func scan(
        _ bytes: Span<UInt8>, _ syntax: CSVSyntax, line: Int, _ row: (Int, Int) -> Void
    ) -> Bool {
        var (position, line) = (0, line)
        while position < bytes.count {
            var scanner = CSVScanner(syntax, position: position, line: line)
            if !scanner.skipComment(bytes) {
                repeat { _ = scanner.nextField(bytes) } while !scanner.isAtLineEnd
                if scanner.fault == .unclosedQuote { return true }
                if scanner.fault == .textAfterQuote { scanner.skipLine(bytes) }
            }
            (position, line) = (scanner.position, scanner.line)
            let last = bytes[position - 1]
            guard last == newline || last == carriageReturn && position < bytes.count else { return false }
            row(position, line)
        }
        return false
    }

    private static func lines(_ bytes: [UInt8]) -> Int {
        var count = 0
        for byte in bytes where byte == newline { count += 1 }
        return count
    }

    // MARK: Single rows

    /// The rows one by one. Empty lines and comments are no rows.
    package func split(_ rows: Rows) -> [Rows] {
        var result: [Rows] = []
        var (start, first) = (0, rows.line)
        func add(_ end: Int, _ next: Int) {
            let bytes = rows.bytes[start..<end]
            let mark = syntax?.comment ?? []
            let isComment = !mark.isEmpty && bytes.starts(with: mark)
            if !isComment, bytes.contains(where: { $0 > 32 }) { result.append(Rows(bytes: Array(bytes), line: first)) }
            (start, first) = (end, next)
        }
        if let syntax {
            _ = Self.scan(rows.bytes.span, syntax, line: rows.line, add)
        } else {
            for end in rows.bytes.indices where rows.bytes[end] == Self.newline { add(end + 1, first + 1) }
        }
        return result
    }
}
