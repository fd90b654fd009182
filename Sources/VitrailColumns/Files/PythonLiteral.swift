/// A Python literal, as in the header of a `.npy` file.
///
/// Supports texts, whole numbers, `True`, `False`, `None`, lists, tuples and dictionaries. Any other text is not a
/// literal.
indirect enum PythonLiteral {
    case text(String)
    case integer(Int)
    case bool(Bool)
    case none
    case list([PythonLiteral])
    case tuple([PythonLiteral])
    case dictionary([(key: PythonLiteral, value: PythonLiteral)])

    /// `nil`: the text is not exactly one literal.
    init?(_ text: String) {
        var parser = Parser(scalars: Array(text.unicodeScalars))
        guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
        self = value
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    /// Elements of a list or tuple.
    var items: [PythonLiteral]? {
        switch self {
        case .list(let items), .tuple(let items): items
        default: nil
        }
    }
    /// The value for a key of a dictionary; the last one if the key occurs repeatedly.
    subscript(_ key: String) -> PythonLiteral? {
        guard case .dictionary(let members) = self else { return nil }
        return members.last { $0.key.text == key }?.value
    }
}

private struct Parser {
    let scalars: [Unicode.Scalar]
    private var next = 0
    /// Maximum nesting. NumPy nests less; deeper texts could exhaust the stack.
    private static let maxDepth = 32

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    var isAtEnd: Bool {
        mutating get {
            skipBlanks()
            return next == scalars.count
        }
    }

    private var peek: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

    private mutating func skipBlanks() {
        while let scalar = peek, " \t\r\n\u{C}".unicodeScalars.contains(scalar) { next += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard peek == scalar else { return false }
        next += 1
        return true
    }

    mutating func value(depth: Int) -> PythonLiteral? {
        skipBlanks()
        guard depth <= Self.maxDepth, let first = peek else { return nil }
        switch first {
        case "'", "\"": return quotedText().map { .text($0) }
        case "[":
            next += 1
            return items(until: "]", depth).map { .list($0.values) }
        case "(":
            next += 1
            guard let (values, hasComma) = items(until: ")", depth) else { return nil }
            return values.count == 1 && !hasComma ? values[0] : .tuple(values)
        case "{":
            next += 1
            return members(depth).map { .dictionary($0) }
        case "-", "0"..."9": return integer().map { .integer($0) }
        default: return word(depth)
        }
    }

    private mutating func items(until end: Unicode.Scalar, _ depth: Int) -> (values: [PythonLiteral], hasComma: Bool)? {
        var values: [PythonLiteral] = []
        var hasComma = false
        while !take(end) {
            guard values.isEmpty || hasComma, let value = value(depth: depth + 1) else { return nil }
            values.append(value)
            hasComma = take(",")
        }
        return (values, hasComma)
    }

    private mutating func members(_ depth: Int) -> [(key: PythonLiteral, value: PythonLiteral)]? {
        var members: [(key: PythonLiteral, value: PythonLiteral)] = []
        var hasComma = true
        while !take("}") {
            guard hasComma, let key = value(depth: depth + 1), take(":"), let value = value(depth: depth + 1) else {
                return nil
            }
            members.append((key, value))
            hasComma = take(",")
        }
        return members
    }

    private mutating func integer() -> Int? {
        var digits = ""
        if peek == "-" {
            digits = "-"
            next += 1
        }
        while let scalar = peek, ("0"..."9").contains(scalar) {
            digits.unicodeScalars.append(scalar)
            next += 1
        }
        // Python 2 marks long integers.
        if peek == "L" { next += 1 }
        return Int(digits)
    }

    /// `True`, `False`, `None`, or a text with a prefix, such as `u'x'`.
    private mutating func word(_ depth: Int) -> PythonLiteral? {
        var word = ""
        while let scalar = peek, scalar.isASCII, scalar.properties.isAlphabetic, word.utf8.count < 8 {
            word.unicodeScalars.append(scalar)
            next += 1
        }
        switch word {
        case "True": return .bool(true)
        case "False": return .bool(false)
        case "None": return PythonLiteral.none
        case "u", "b", "U", "B": return peek == "'" || peek == "\"" ? value(depth: depth + 1) : nil
        default: return nil
        }
    }

    private mutating func quotedText() -> String? {
        guard let quote = peek else { return nil }
        next += 1
        var text = ""
        while let scalar = peek {
            next += 1
            if scalar == quote { return text }
            guard let scalar = scalar == "\\" ? escaped() : scalar else { return nil }
            text.unicodeScalars.append(scalar)
        }
        return nil
    }

    private mutating func escaped() -> Unicode.Scalar? {
        guard let scalar = peek else { return nil }
        next += 1
        switch scalar {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "\\", "'", "\"": return scalar
        case "x": return hexadecimal(2)
        case "u": return hexadecimal(4)
        case "U": return hexadecimal(8)
        default: return nil
        }
    }

    private mutating func hexadecimal(_ count: Int) -> Unicode.Scalar? {
        guard next + count <= scalars.count else { return nil }
        let digits = String(String.UnicodeScalarView(scalars[next..<next + count]))
        next += count
        return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
    }
}
