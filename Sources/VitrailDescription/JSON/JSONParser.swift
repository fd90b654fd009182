import VitrailColumns

/// A strict JSON parser. Errors have the line and column.
///
/// The words `NaN`, `Infinity` and `-Infinity`, which Python writes, are parsed as non-finite numbers. Data values
/// treat them as gaps; all other readers of numbers reject them.
/// - Source: RFC 8259. Duplicate names, which it leaves undefined, are rejected, as well as numbers beyond the range of
///   a Double.
struct JSONParser {
    /// Maximum nesting. Deeper texts are not descriptions and could exhaust the stack.
    static let maxDepth = 64

    private let bytes: [UInt8]
    private var at = 0
    /// Positions of the open brackets, the outermost first.
    private var open: [Int] = []

    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark.
    ///   - path: Path of the file, for suggestions in errors.
    static func parse(_ bytes: [UInt8], path: String = "") throws(DescriptionError) -> JSONValue {
        if let error = JSONMistake.refusal(of: bytes, path: path) { throw error }
        var parser = JSONParser(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.at == bytes.count else { throw parser.error(.textAfterEnd) }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func value(depth: Int) throws(DescriptionError) -> JSONValue {
        skipSpace()
        guard depth < Self.maxDepth else { throw error("nested deeper than \(Self.maxDepth) levels") }
        switch peek {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), (48...57)?: return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "N"): return try word("NaN", .number(.nan))
        case UInt8(ascii: "I"): return try word("Infinity", .number(.infinity))
        default: throw error(.noValue)
        }
    }

    private mutating func members(depth: Int) throws(DescriptionError) -> [JSONValue.Member] {
        open.append(at)
        at += 1
        var members: [JSONValue.Member] = []
        var names = MemberNames()
        if take("}") {
            open.removeLast()
            return members
        }
        repeat {
            skipSpace()
            let start = at
            guard peek == UInt8(ascii: "\"") else { throw error(.noName) }
            let name = try string()
            guard names.insert(name, into: members) else { throw error("\(quoted(name)) occurs twice", at: start) }
            guard take(":") else { throw error(.noColon) }
            members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
        } while take(",")
        guard take("}") else { throw error(.noEnd) }
        open.removeLast()
        return members
    }

    private mutating func elements(depth: Int) throws(DescriptionError) -> [JSONValue] {
        open.append(at)
        at += 1
        var elements: [JSONValue] = []
        if take("]") {
            open.removeLast()
            return elements
        }
        repeat { elements.append(try value(depth: depth + 1)) } while take(",")
        guard take("]") else { throw error(.noEnd) }
        open.removeLast()
        return elements
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(DescriptionError) -> JSONValue {
        let length = word.utf8.count
        guard bytes[at...].starts(with: word.utf8) else { throw error(.noValue) }
        at += length
        // Report `nullable` as one wrong word, not as a value without a comma after it.
        if let next = peek, JSONMistake.isLetter(next) {
            at -= length
            throw error(.noValue)
        }
        return value
    }

    private mutating func number() throws(DescriptionError) -> Double {
        let start = at
        if peek == UInt8(ascii: "-") { at += 1 }
        let integerStart = at
        guard skipDigits() else {
            guard peek == UInt8(ascii: "I") else { throw error("expected a digit") }
            _ = try word("Infinity", .null)
            return -.infinity
        }
        if bytes[integerStart] == UInt8(ascii: "0"), at > integerStart + 1 {
            throw error("a number does not start with 0 and another digit", at: start)
        }
        if peek == UInt8(ascii: ".") {
            at += 1
            guard skipDigits() else { throw error("expected a digit after the point") }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            at += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { at += 1 }
            guard skipDigits() else { throw error("expected a digit in the exponent") }
        }
        guard let value = CellNumber.parse(bytes.span, start..<at) else {
            throw error("the number is too large", at: start)
        }
        return value
    }

    private mutating func skipDigits() -> Bool {
        let start = at
        while let byte = peek, byte &- 48 < 10 { at += 1 }
        return at > start
    }

    private mutating func string() throws(DescriptionError) -> String {
        let start = at
        at += 1
        // Most strings have no escapes and are read in place.
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 32 { at += 1 }
        if peek == UInt8(ascii: "\"") {
            defer { at += 1 }
            return try text(bytes[start + 1..<at], start)
        }
        var text = Array(bytes[start + 1..<at])
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                at += 1
                return try self.text(text[...], start)
            case UInt8(ascii: "\\"): try appendEscape(&text)
            case 10, 13: throw error(.noQuote(start: start))
            case 0..<32: throw error("a control character in a string has to be written as an escape")
            default:
                text.append(byte)
                at += 1
            }
        }
        throw error(.noQuote(start: start))
    }

    private func text(_ text: ArraySlice<UInt8>, _ start: Int) throws(DescriptionError) -> String {
        guard let string = String(validating: text, as: UTF8.self) else {
            throw error("the string is not UTF-8; save the file as UTF-8", at: start)
        }
        return string
    }

    private mutating func appendEscape(_ text: inout [UInt8]) throws(DescriptionError) {
        let start = at
        at += 2
        guard at <= bytes.count else { throw error("the string is not closed", at: start) }
        switch bytes[at - 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[at - 1])
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"):
            guard let scalar = unicodeEscape() else {
                throw error("expected four hexadecimal digits of a character", at: start)
            }
            text.append(contentsOf: String(scalar).utf8)
        default: throw error("unknown escape; a backslash is written as \\\\", at: start)
        }
    }

    /// Reads the digits after `\u`, and a second escape if the first one is half of a surrogate pair.
    private mutating func unicodeEscape() -> Unicode.Scalar? {
        guard let first = fourHexDigits() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard bytes[at...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
        at += 2
        guard let second = fourHexDigits(), (0xDC00..<0xE000).contains(second) else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func fourHexDigits() -> UInt32? {
        guard at + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[at..<at + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 128 else { return nil }
            value = value << 4 | UInt32(digit)
        }
        at += 4
        return value
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 32 || byte == 9 || byte == 10 || byte == 13 { at += 1 }
    }

    private func error(_ message: String, at position: Int? = nil) -> DescriptionError {
        JSONMistake.error(message, at: position ?? at, in: bytes)
    }

    private func error(_ fault: JSONMistake.Fault) -> DescriptionError {
        JSONMistake(bytes: bytes, at: at, open: open).error(fault)
    }
}

/// Checks whether a name of an object is new. Few names are compared one by one, which is faster than a set.
private struct MemberNames {
    private static let few = 12
    private var set: Set<String> = []

    mutating func insert(_ name: String, into members: [JSONValue.Member]) -> Bool {
        guard members.count >= Self.few else { return !members.contains { $0.name == name } }
        if set.isEmpty { set = Set(members.map(\.name)) }
        return set.insert(name).inserted
    }
}
