/// Splits a text into tokens.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0
    /// Maximum nesting of templates. Deeper ones are refused before the stack overflows.
    private static let deepest = 16

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    struct Fault: Error {
        let message: String
        let offset: Int
    }

    /// The tokens of the whole text. The last one is `end`.
    mutating func tokens() throws(Fault) -> [Token] {
        try tokens(depth: 0)
    }

    /// - Parameter depth: nesting depth of templates. Above 0, the tokens end before the brace that closes the
    ///   expression.
    private mutating func tokens(depth: Int) throws(Fault) -> [Token] {
        guard depth <= Self.deepest else { throw Fault(message: "templates are nested too deeply", offset: position) }
        var tokens: [Token] = []
        var braces = 0
        while true {
            let followsLineBreak = try skipBlanks()
            let start = position
            guard let byte = byte(0) else {
                guard depth == 0 else {
                    throw Fault(message: "the expression in the template has no end", offset: start)
                }
                tokens.append(Token(kind: .end, range: start..<start, followsLineBreak: followsLineBreak))
                return tokens
            }
            let kind: Token.Kind
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): kind = .number(try number())
            case UInt8(ascii: ".") where isDigit(self.byte(1)): kind = .number(try number())
            case UInt8(ascii: "\""), UInt8(ascii: "'"): kind = .string(try string(until: byte))
            case UInt8(ascii: "`"): kind = try template(depth: depth)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
                UInt8(ascii: "$"), 0x80...:
                kind = .name(name())
            default:
                kind = .mark(try mark())
                if depth > 0, kind == .mark("{") { braces += 1 }
                if depth > 0, kind == .mark("}") {
                    if braces == 0 {
                        tokens.append(Token(kind: .end, range: start..<start, followsLineBreak: followsLineBreak))
                        return tokens
                    }
                    braces -= 1
                }
            }
            tokens.append(Token(kind: kind, range: start..<position, followsLineBreak: followsLineBreak))
        }
    }

    private func byte(_ ahead: Int) -> UInt8? { position + ahead < bytes.count ? bytes[position + ahead] : nil }
    private func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// Skips blanks and comments.
    ///
    /// - Returns: whether a line ended.
    private mutating func skipBlanks() throws(Fault) -> Bool {
        var passedLine = false
        while let byte = byte(0) {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0b, 0x0c: position += 1
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                passedLine = true
                position += 1
            case 0xc2 where self.byte(1) == 0xa0: position += 2
            case 0xef where self.byte(1) == 0xbb && self.byte(2) == 0xbf: position += 3
            case 0xe2 where self.byte(1) == 0x80 && (self.byte(2) == 0xa8 || self.byte(2) == 0xa9):
                passedLine = true
                position += 3
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"):
                while let next = self.byte(0), next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") { position += 1 }
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"):
                let start = position
                position += 2
                while !(self.byte(0) == UInt8(ascii: "*") && self.byte(1) == UInt8(ascii: "/")) {
                    guard let next = self.byte(0) else { throw Fault(message: "the comment has no end", offset: start) }
                    passedLine = passedLine || next == UInt8(ascii: "\n")
                    position += 1
                }
                position += 2
            default: return passedLine
            }
        }
        return passedLine
    }

    private mutating func name() -> String {
        let start = position
        while let byte = byte(0) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
                UInt8(ascii: "$"), 0x80...:
                position += 1
            default: return String(decoding: bytes[start..<position], as: UTF8.self)
            }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func number() throws(Fault) -> Double {
        let start = position
        if bytes[position] == UInt8(ascii: "0"), let letter = byte(1) {
            let radix: Int? =
                switch letter | 0x20 {
                case UInt8(ascii: "x"): 16
                case UInt8(ascii: "o"): 8
                case UInt8(ascii: "b"): 2
                default: nil
                }
            if let radix {
                position += 2
                var value = 0.0
                var digits = 0
                while let digit = byte(0).flatMap({ Character(UnicodeScalar($0)).hexDigitValue }), digit < radix {
                    value = value * Double(radix) + Double(digit)
                    digits += 1
                    position += 1
                }
                guard digits > 0 else { throw Fault(message: "the number has no digits", offset: start) }
                try endNumber(start)
                return value
            }
        }
        while isDigit(byte(0)) { position += 1 }
        let whole = start..<position
        if byte(0) == UInt8(ascii: ".") {
            position += 1
            while isDigit(byte(0)) { position += 1 }
        }
        let fraction = whole.upperBound..<position
        if let letter = byte(0), letter | 0x20 == UInt8(ascii: "e") {
            let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
            if isDigit(byte(1 + sign)) {
                position += 1 + sign
                while isDigit(byte(0)) { position += 1 }
            }
        }
        try endNumber(start)
        var text = String(decoding: bytes[start..<position], as: UTF8.self)
        // "5.e3" and ".5" in the notation of Swift.
        if fraction.count == 1 {
            text = String(decoding: bytes[whole] + bytes[fraction.upperBound..<position], as: UTF8.self)
        } else if whole.isEmpty {
            text = "0" + text
        }
        guard let value = Double(text) else { throw Fault(message: "'\(text.prefix(30))' is no number", offset: start) }
        return value
    }

    /// A name directly after a number is an error, as in `12px`.
    private func endNumber(_ start: Int) throws(Fault) {
        guard let byte = byte(0) else { return }
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), 0x80...:
            throw Fault(
                message: "a number ends in '\(Character(UnicodeScalar(byte < 0x80 ? byte : UInt8(ascii: "?"))))'",
                offset: start)
        default: return
        }
    }

    private mutating func string(until quote: UInt8) throws(Fault) -> String {
        let start = position
        position += 1
        var text = TextBuilder()
        while let byte = byte(0) {
            switch byte {
            case quote:
                position += 1
                return text.string
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                throw Fault(message: "the text has no end on its line", offset: start)
            case UInt8(ascii: "\\"): try escape(into: &text)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw Fault(message: "the text has no end", offset: start)
    }

    private mutating func template(depth: Int) throws(Fault) -> Token.Kind {
        let start = position
        position += 1
        var texts: [String] = []
        var expressions: [[Token]] = []
        var text = TextBuilder()
        while let byte = byte(0) {
            switch byte {
            case UInt8(ascii: "`"):
                position += 1
                texts.append(text.string)
                return .template(texts, expressions)
            case UInt8(ascii: "$") where self.byte(1) == UInt8(ascii: "{"):
                position += 2
                texts.append(text.string)
                text = TextBuilder()
                expressions.append(try tokens(depth: depth + 1))
            case UInt8(ascii: "\\"): try escape(into: &text)
            case UInt8(ascii: "\r"):
                // Every line end is read as one character.
                if self.byte(1) != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
                position += 1
            default:
                text.append(byte)
                position += 1
            }
        }
        throw Fault(message: "the template has no end", offset: start)
    }

    /// Reads an escape sequence, which starts with a backslash.
    private mutating func escape(into text: inout TextBuilder) throws(Fault) {
        let start = position
        guard let letter = byte(1) else { throw Fault(message: "the text has no end", offset: start) }
        position += 2
        switch letter {
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "v"): text.append(0x0b)
        case UInt8(ascii: "0") where !isDigit(byte(0)): text.append(0x00)
        case UInt8(ascii: "x"): text.append(unit: try hexadecimal(2, start))
        case UInt8(ascii: "u") where byte(0) == UInt8(ascii: "{"):
            position += 1
            var value: UInt32 = 0
            var digits = 0
            while let digit = byte(0).flatMap({ Character(UnicodeScalar($0)).hexDigitValue }), digits < 6 {
                value = value << 4 | UInt32(digit)
                digits += 1
                position += 1
            }
            guard digits > 0, byte(0) == UInt8(ascii: "}"), let scalar = UnicodeScalar(value) else {
                throw Fault(message: "an escape that is no character", offset: start)
            }
            position += 1
            for unit in String(Character(scalar)).utf16 { text.append(unit: unit) }
        case UInt8(ascii: "u"): text.append(unit: try hexadecimal(4, start))
        // A line continuation.
        case UInt8(ascii: "\r"): if byte(0) == UInt8(ascii: "\n") { position += 1 }
        case UInt8(ascii: "\n"): break
        default: text.append(letter)
        }
    }

    private mutating func hexadecimal(_ count: Int, _ start: Int) throws(Fault) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<count {
            guard let digit = byte(0).flatMap({ Character(UnicodeScalar($0)).hexDigitValue }) else {
                throw Fault(message: "an escape that is no character", offset: start)
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    /// The marks, keyed by their bytes. The first byte is the lowest one of the key.
    private static let marks: [UInt32: String] = {
        let marks = [
            "===", "!==", "...", "**=", "<<=", ">>=", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&", "||",
            "??", "?.", "**", "++", "--", "+=", "-=",
            "*=", "/=", "%=", "<<", ">>", "&=", "|=", "^=", "{", "}", "(", ")", "[", "]", ",", ":", ";", ".", "?", "=",
            "<", ">", "+", "-", "*", "/", "%", "!",
            "&", "|", "^", "~",
        ]
        return Dictionary(uniqueKeysWithValues: marks.map { (key($0.utf8), $0) })
    }()

    private static func key(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private mutating func mark() throws(Fault) -> String {
        for count in stride(from: 3, through: 1, by: -1) where position + count <= bytes.count {
            let key = (0..<count).reduce(UInt32(0)) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
            guard let mark = Self.marks[key] else { continue }
            // `a?.5:b` is a condition.
            if mark == "?.", isDigit(byte(2)) { continue }
            position += count
            return mark
        }
        throw Fault(message: "'\(Character(UnicodeScalar(bytes[position])))' does not belong here", offset: position)
    }
}

/// Builds a string from UTF-8 bytes and UTF-16 units. The two units of a surrogate pair may be appended separately.
private struct TextBuilder {
    private var bytes: [UInt8] = []
    private var high: UInt16?

    mutating func append(_ byte: UInt8) {
        flush()
        bytes.append(byte)
    }

    mutating func append(unit: UInt16) {
        if let first = high, UTF16.isTrailSurrogate(unit) {
            high = nil
            bytes += String(decoding: [first, unit], as: UTF16.self).utf8
            return
        }
        flush()
        if UTF16.isLeadSurrogate(unit) { high = unit } else { bytes += String(decoding: [unit], as: UTF16.self).utf8 }
    }

    private mutating func flush() {
        guard high != nil else { return }
        high = nil
        bytes += "\u{fffd}".utf8
    }

    var string: String {
        mutating get {
            flush()
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
