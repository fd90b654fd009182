/// Cuts the bytes of a CSV file into fields.
///
/// - Source: RFC 4180; lines end with LF, CRLF or CR, and a delimiter other than the comma is allowed.
struct CSVScanner: ~Copyable {
    /// A field's bytes, without its quotes.
    struct Field {
        var range: Range<Int> = 0..<0
        var isQuoted = false
        /// Holds doubled quotes, to be halved.
        var hasDoubledQuotes = false
    }

    enum Fault: Sendable { case unclosedQuote, textAfterQuote }

    let delimiter: UInt8
    /// Next byte to be read.
    private(set) var position: Int
    /// Line of the next byte, counted from 1.
    private(set) var line: Int
    /// Whether the field read last was its line's last one.
    private(set) var isAtLineEnd = true
    /// What is wrong with the field read last, which is then its line's last one. Asked once a line: an error thrown by each field
    /// would cost more than reading it.
    private(set) var fault: Fault?

    init(delimiter: UInt8, position: Int, line: Int) {
        self.delimiter = delimiter
        self.position = position
        self.line = line
    }

    /// Passes over rows that somebody else has read.
    mutating func move(to position: Int, lines: Int) {
        self.position = position
        line += lines
    }

    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Passes over lines without any character. - Returns: false at the end of the file.
    mutating func skipEmptyLines(_ bytes: Span<UInt8>) -> Bool {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == Self.newline || byte == Self.carriageReturn else { return true }
            endLine(bytes)
        }
        return false
    }

    /// The next field of the line. Trimmed of spaces and tabs unless quoted.
    @inline(__always)
    mutating func nextField(_ bytes: Span<UInt8>) -> Field {
        if position < bytes.count, bytes[position] == Self.quote { return nextQuotedField(bytes) }
        let start = position
        var at = start
        let count = bytes.count
        while at < count {
            let byte = bytes[at]
            // Most bytes of a table are above the comma, so one comparison settles them.
            if byte == delimiter || byte == Self.newline || byte == Self.carriageReturn { break }
            at += 1
        }
        position = at
        endField(bytes)
        return Field(range: trimmed(bytes, start..<at))
    }

    private mutating func nextQuotedField(_ bytes: Span<UInt8>) -> Field {
        position += 1
        var field = Field(range: position..<position, isQuoted: true)
        let start = position
        while true {
            guard position < bytes.count else { return stop(.unclosedQuote) }
            let byte = bytes[position]
            if byte == Self.quote {
                guard position + 1 < bytes.count, bytes[position + 1] == Self.quote else { break }
                field.hasDoubledQuotes = true
                position += 1
            } else if byte == Self.newline {
                line += 1
            }
            position += 1
        }
        field.range = start..<position
        position += 1
        while position < bytes.count, isBlank(bytes[position]) { position += 1 }
        if position < bytes.count {
            let byte = bytes[position]
            guard byte == delimiter || byte == Self.newline || byte == Self.carriageReturn else {
                return stop(.textAfterQuote)
            }
        }
        endField(bytes)
        return field
    }

    private mutating func stop(_ fault: Fault) -> Field {
        self.fault = fault
        isAtLineEnd = true
        return Field()
    }

    @inline(__always)
    private mutating func endField(_ bytes: Span<UInt8>) {
        isAtLineEnd = true
        guard position < bytes.count else { return }
        if bytes[position] == delimiter {
            isAtLineEnd = false
            position += 1
        } else {
            endLine(bytes)
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
    /// The field as text, its doubled quotes halved; what is not UTF-8 becomes U+FFFD.
    func text(_ bytes: Span<UInt8>) -> String { String(decoding: characters(bytes), as: UTF8.self) }

    /// The same; nil where something is not UTF-8.
    func validText(_ bytes: Span<UInt8>) -> String? { String(validating: characters(bytes), as: UTF8.self) }

    private func characters(_ bytes: Span<UInt8>) -> [UInt8] {
        guard hasDoubledQuotes else { return range.map { bytes[$0] } }
        var characters: [UInt8] = []
        var at = range.lowerBound
        while at < range.upperBound {
            characters.append(bytes[at])
            at += bytes[at] == UInt8(ascii: "\"") ? 2 : 1
        }
        return characters
    }

    /// Whether the field says that there is no value: empty, or `NA`, `NaN`, `null` or an infinity in any case of letters.
    func isGap(_ bytes: Span<UInt8>) -> Bool {
        let count = range.count
        guard count > 0 else { return true }
        // Digits, signs and points start no such word but an infinity; four letters is the longest one otherwise.
        let first = bytes[range.lowerBound] | 0x20
        switch first {
        case UInt8(ascii: "n"):
            return count <= 4 && ["na", "nan", "null", "n/a"].contains(text(bytes).lowercased())
        case UInt8(ascii: "i"), UInt8(ascii: "-"), UInt8(ascii: "+"):
            guard bytes[range.upperBound - 1] > 57, count <= 9 else { return false }
            return ["inf", "infinity"].contains(
                text(bytes).lowercased().drop { $0 == "-" || $0 == "+" })
        default: return false
        }
    }
}
