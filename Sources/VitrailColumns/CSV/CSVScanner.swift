/// The syntax of a CSV file.
struct CSVSyntax: Sendable, Hashable {
    /// Separator of cells. A blank stands for runs of blanks and tabs.
    var delimiter = UInt8(ascii: ",")
    /// Whether a backslash inside quotes escapes the next character.
    var hasEscapes = false
    /// First bytes of comment lines. Empty: no comments.
    var comment: [UInt8] = []

    var isBlanks: Bool { delimiter == UInt8(ascii: " ") }
}

/// Splits the bytes of a CSV file into fields.
///
/// - Source: RFC 4180, with more delimiters; lines end with LF, CRLF or CR.
package struct CSVScanner: ~Copyable {
    /// The bytes of a field without its quotes.
    package struct Field {
        var range: Range<Int>
        var isQuoted: Bool
        /// Whether the field has doubled quotes or escapes that must be replaced.
        var hasEscapes: Bool

        package init(range: Range<Int> = 0..<0, isQuoted: Bool = false, hasEscapes: Bool = false) {
            (self.range, self.isQuoted, self.hasEscapes) = (range, isQuoted, hasEscapes)
        }
    }

    enum Fault: Sendable { case unclosedQuote, textAfterQuote }

    let syntax: CSVSyntax
    private let delimiter: UInt8
    /// Offset of the next byte.
    private(set) var position: Int
    /// Line of the next byte, from 1.
    private(set) var line: Int
    /// Whether the last field read ends its line.
    private(set) var isAtLineEnd = true
    /// Error in the last field read; the field then ends its line. The caller checks it once per line, because throwing
    /// an error for each field would cost more than reading the field.
    private(set) var fault: Fault?

    init(_ syntax: CSVSyntax, position: Int, line: Int) {
        self.syntax = syntax
        delimiter = syntax.delimiter
        self.position = position
        self.line = line
    }

    /// Skips rows that were read elsewhere.
    mutating func seek(to position: Int, lines: Int) {
        self.position = position
        line += lines
    }

    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let backslash = UInt8(ascii: "\\")

    /// Skips empty lines and lines of blanks. - Returns: `false` at the end of the file.
    mutating func skipEmptyLines(_ bytes: Span<UInt8>) -> Bool {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == Self.newline || byte == Self.carriageReturn {
                endLine(bytes)
                continue
            }
            guard isBlank(byte) || syntax.isBlanks && byte == delimiter else { return true }
            var end = position
            while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t"),
                bytes[end] != delimiter || syntax.isBlanks
            {
                end += 1
            }
            guard end < bytes.count else {
                position = end
                return false
            }
            guard bytes[end] == Self.newline || bytes[end] == Self.carriageReturn else { return true }
            position = end
            endLine(bytes)
        }
        return false
    }

    /// Skips a comment line. - Returns: Whether the next line was a comment.
    mutating func skipComment(_ bytes: Span<UInt8>) -> Bool {
        let mark = syntax.comment
        guard !mark.isEmpty, position + mark.count <= bytes.count,
            mark.indices.allSatisfy({ bytes[position + $0] == mark[$0] })
        else { return false }
        skipLine(bytes)
        return true
    }

    /// Skips the rest of the line.
    mutating func skipLine(_ bytes: Span<UInt8>) {
        while position < bytes.count, bytes[position] != Self.newline, bytes[position] != Self.carriageReturn {
            position += 1
        }
        if position < bytes.count { endLine(bytes) }
    }

    /// The next field of the line, trimmed of spaces and tabs unless quoted.
    @inline(__always)
    mutating func nextField(_ bytes: Span<UInt8>) -> Field {
        if syntax.isBlanks { skipBlanks(bytes) }
        if position < bytes.count, bytes[position] == Self.quote { return nextQuotedField(bytes) }
        if syntax.isBlanks { return nextBlankedField(bytes) }
        let start = position
        var at = start
        let count = bytes.count
        while at < count {
            let byte = bytes[at]
            if byte == delimiter || byte == Self.newline || byte == Self.carriageReturn { break }
            at += 1
        }
        position = at
        if at > start, isBlank(bytes[start]) {
            // Many programs write blanks between a comma and a quote.
            var quoteStart = start
            while quoteStart < at, isBlank(bytes[quoteStart]) { quoteStart += 1 }
            if quoteStart < at, bytes[quoteStart] == Self.quote {
                position = quoteStart
                return nextQuotedField(bytes)
            }
        }
        endField(bytes)
        return Field(range: trimmed(bytes, start..<at))
    }

    private mutating func nextBlankedField(_ bytes: Span<UInt8>) -> Field {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == Self.newline
                || byte == Self.carriageReturn
            {
                break
            }
            position += 1
        }
        let range = start..<position
        endField(bytes)
        return Field(range: range)
    }

    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while position < bytes.count, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t") {
            position += 1
        }
    }

    private mutating func nextQuotedField(_ bytes: Span<UInt8>) -> Field {
        position += 1
        var field = Field(range: position..<position, isQuoted: true)
        let start = position
        while true {
            guard position < bytes.count else { return stop(.unclosedQuote) }
            let byte = bytes[position]
            if byte == Self.quote {
                guard position + 1 < bytes.count, bytes[position + 1] == Self.quote,
                    !syntax.hasEscapes || !endsField(bytes, position + 2)
                else { break }
                field.hasEscapes = true
                position += 1
            } else if byte == Self.backslash, syntax.hasEscapes, position + 1 < bytes.count {
                field.hasEscapes = true
                position += 1
                if bytes[position] == Self.newline { line += 1 }
            } else if byte == Self.newline {
                line += 1
            }
            position += 1
        }
        field.range = start..<position
        position += 1
        while position < bytes.count, isBlank(bytes[position]) { position += 1 }
        guard endsField(bytes, position) else { return stop(.textAfterQuote) }
        endField(bytes)
        return field
    }

    private func endsField(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
        guard position < bytes.count else { return true }
        let byte = bytes[position]
        return byte == delimiter || byte == Self.newline || byte == Self.carriageReturn
            || syntax.isBlanks && byte == UInt8(ascii: "\t")
    }

    private mutating func stop(_ fault: Fault) -> Field {
        self.fault = fault
        isAtLineEnd = true
        return Field()
    }

    @inline(__always)
    private mutating func endField(_ bytes: Span<UInt8>) {
        isAtLineEnd = true
        if syntax.isBlanks { skipBlanks(bytes) }
        guard position < bytes.count else { return }
        if bytes[position] == Self.newline || bytes[position] == Self.carriageReturn {
            endLine(bytes)
        } else {
            isAtLineEnd = false
            if bytes[position] == delimiter { position += 1 }
        }
    }

    private mutating func endLine(_ bytes: Span<UInt8>) {
        if bytes[position] == Self.carriageReturn, position + 1 < bytes.count,
            bytes[position + 1] == Self.newline
        {
            position += 1
        }
        position += 1
        line += 1
    }

    @inline(__always)
    private func isBlank(_ byte: UInt8) -> Bool {
        (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")) && byte != delimiter
    }

    @inline(__always)
    private func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }
}

extension CSVScanner.Field {
    /// The field as text; bytes that are not UTF-8 become U+FFFD.
    func text(_ bytes: Span<UInt8>) -> String { String(decoding: characters(bytes), as: UTF8.self) }

    /// The field as text. `nil`: not valid UTF-8.
    func validText(_ bytes: Span<UInt8>) -> String? {
        guard !hasEscapes else { return String(validating: characters(bytes), as: UTF8.self) }
        guard let characters = try? UTF8Span(validating: bytes.extracting(range)) else { return nil }
        return String(copying: characters)
    }

    private func characters(_ bytes: Span<UInt8>) -> [UInt8] {
        guard hasEscapes else { return range.map { bytes[$0] } }
        let quote = UInt8(ascii: "\"")
        var characters: [UInt8] = []
        var at = range.lowerBound
        while at < range.upperBound {
            let byte = bytes[at]
            let next = at + 1 < range.upperBound ? bytes[at + 1] : 0
            // A doubled quote, or a backslash before a quote or a backslash. Other backslashes stay, such as `\n` in a
            // path.
            let isEscape =
                byte == quote && next == quote
                || byte == UInt8(ascii: "\\") && (next == quote || next == UInt8(ascii: "\\"))
            characters.append(isEscape ? next : byte)
            at += isEscape ? 2 : 1
        }
        return characters
    }

    /// Whether the cell has no value: it is empty, a gap word in any case, or an infinity.
    package func isGap(_ bytes: Span<UInt8>) -> Bool { GapWords.contains(bytes, range) }
}

/// Texts that programs write for missing values.
enum GapWords {
    /// Words in lower case, from pandas, R, spreadsheets, Eurostat (`:`), the World Bank (`..`), PostgreSQL and MySQL
    /// (`\N`).
    private static let words: Set<[UInt8]> = Set(
        [
            "na", "n/a", "#n/a", "#na", "nan", "-nan", "+nan", "null", "(null)", "none", "<na>", "nat", "-", "--", ".",
            "..", ":", "?", "\\n", "inf", "-inf",
            "+inf", "infinity", "-infinity", "+infinity", "∞", "-∞", "#value!", "#div/0!", "#ref!", "#num!", "#name?",
            "#null!",
        ].map { Array($0.utf8) })
    private static let longest = 9

    /// Whether a word begins with this byte.
    private static let starts: [Bool] = {
        var starts = [Bool](repeating: false, count: 256)
        for word in words {
            starts[Int(word[0])] = true
            if word[0] &- 97 < 26 { starts[Int(word[0] - 32)] = true }
        }
        return starts
    }()

    static func contains(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let first = range.first else { return true }
        guard range.count <= longest, starts[Int(bytes[first])] else { return false }
        // Negative numbers begin like some words, and are common: reject them early.
        if range.count > 1, bytes[range.upperBound - 1] &- 48 < 10 { return false }
        return words.contains(
            range.map {
                let byte = bytes[$0]
                return byte &- 65 < 26 ? byte + 32 : byte
            })
    }

    static func contains(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return contains(bytes.span, bytes.indices)
    }
}
