import VitrailColumns

/// Explains where and why a text is not valid JSON, and suggests a correction of common mistakes.
struct JSONMistake {
    /// The token that the parser expected.
    enum Fault {
        case noValue, noName, noColon
        /// A comma or the closing bracket is missing.
        case noEnd
        /// The closing quote is missing for the string that begins at `start`.
        case noQuote(start: Int)
        case textAfterEnd
    }

    let bytes: [UInt8]
    /// Position of the first invalid byte, after blanks.
    let at: Int
    /// Positions of the open brackets, the outermost first.
    let open: [Int]

    private var here: UInt8? { at < bytes.count ? bytes[at] : nil }

    func error(_ fault: Fault) -> DescriptionError {
        switch fault {
        case .textAfterEnd: return textAfterEnd()
        case .noQuote(let start): return noQuote(start)
        case .noValue, .noName, .noColon, .noEnd: break
        }
        guard let here else { return unclosed() }
        if let error = comment() { return error }
        switch fault {
        case .noName: return noName(here)
        case .noColon: return noColon(here)
        case .noEnd: return noEnd(here)
        default: return noValue(here)
        }
    }

    // MARK: Kinds

    private func noValue(_ here: UInt8) -> DescriptionError {
        if let error = trailingComma(here) { return error }
        if open.isEmpty, let error = otherText() { return error }
        if let quote = quote() { return error("expected a value; texts are in double quotes, not in \(quote)") }
        switch here {
        case UInt8(ascii: ","): return error("expected a value before the comma")
        case UInt8(ascii: "+"): return error("expected a value; a number has no + before it")
        case UInt8(ascii: "."): return error("expected a value; a number has a digit before its point, as 0.5")
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return error("expected a value before the closing bracket")
        default: break
        }
        guard Self.isLetter(here) else { return error("expected a value") }
        let word = word()
        switch word {
        case "True": return error("expected a value; True is Python, JSON has true")
        case "False": return error("expected a value; False is Python, JSON has false")
        case "None": return error("expected a value; None is Python, JSON has null")
        default: break
        }
        switch word.lowercased() {
        case "true", "false": return error("expected a value; write \(word.lowercased()) in small letters")
        case "null", "nil", "undefined", "na": return error("expected a value; write null")
        case "nan", "inf", "infinity": return error("expected a value; write null for a gap")
        default: return error("expected a value; a text is in double quotes: \"\(Self.clean(word))\"")
        }
    }

    private func noName(_ here: UInt8) -> DescriptionError {
        if let error = trailingComma(here) { return error }
        if let quote = quote() { return error("expected a name in double quotes, not in \(quote)") }
        if Self.isLetter(here) { return error("expected a name in quotes: \"\(Self.clean(word()))\"") }
        return error("expected a name in quotes")
    }

    private func noColon(_ here: UInt8) -> DescriptionError {
        if here == UInt8(ascii: "=") { return error("expected : after a name, not =") }
        if here == UInt8(ascii: ",") || here == UInt8(ascii: "}") {
            return Self.error("expected : and a value after this name", at: endBefore, in: bytes)
        }
        // Point to the end of the name, because the next token may be many lines below.
        return Self.error("expected : after a name", at: endBefore, in: bytes)
    }

    private func noEnd(_ here: UInt8) -> DescriptionError {
        let isObject = open.last.map { bytes[$0] == UInt8(ascii: "{") } ?? false
        let expected = isObject ? "expected , or } after a value" : "expected , or ] after a value"
        switch here {
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            guard let start = open.last else { break }
            let (bracket, closing) = isObject ? ("{", "]") : ("[", "}")
            return Self.error("\(bracket) is not closed: \(position(of: at)) has \(closing)", at: start, in: bytes)
        case UInt8(ascii: ":") where !isObject, UInt8(ascii: "\"") where !isObject && isName:
            guard let start = open.last else { break }
            return Self.error(
                "[ is not closed before the name in \(position(of: at)); only an object, { }, has names", at: start,
                in: bytes)
        case UInt8(ascii: ";"): return error("\(expected), not ;")
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"), UInt8(ascii: "'"):
            return Self.error("\(expected): a comma is missing here", at: endBefore, in: bytes)
        default:
            // `12px` is one wrong value; two words are two values without a comma.
            guard endBefore < at, Self.isLetter(here) || here &- 48 < 10 else { return error(expected) }
            return Self.error("\(expected): a comma is missing here", at: endBefore, in: bytes)
        }
        return error(expected)
    }

    private func noQuote(_ start: Int) -> DescriptionError {
        let hint =
            at < bytes.count
            ? "the string is not closed on its line; a line break in it is written \\n" : "the string is not closed"
        return Self.error(hint, at: start, in: bytes)
    }

    private func textAfterEnd() -> DescriptionError {
        let text = "text after the end of the description"
        switch here {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return error("\(text): a second document begins here; a file has one, `vitrail batch` takes one a line")
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return error("\(text): one closing bracket too many")
        default: return comment() ?? error(text)
        }
    }

    private func unclosed() -> DescriptionError {
        guard let start = open.last else {
            return Self.error(
                "the text is empty; expected a description, as {\"data\": …, \"series\": …}", at: 0, in: bytes)
        }
        return Self.error(
            "\(bytes[start] == UInt8(ascii: "{") ? "{" : "[") is not closed where the text ends, in \(position(of: at))",
            at: start, in: bytes)
    }

    private func trailingComma(_ here: UInt8) -> DescriptionError? {
        guard here == UInt8(ascii: "}") || here == UInt8(ascii: "]"), endBefore > 0,
            bytes[endBefore - 1] == UInt8(ascii: ",")
        else { return nil }
        let bracket = here == UInt8(ascii: "}") ? "}" : "]"
        return Self.error("a comma before \(bracket): remove it, or add a value after it", at: endBefore - 1, in: bytes)
    }

    private func comment() -> DescriptionError? {
        let next = at + 1 < bytes.count ? bytes[at + 1] : 0
        let isComment =
            here == UInt8(ascii: "#")
            || here == UInt8(ascii: "/") && (next == UInt8(ascii: "/") || next == UInt8(ascii: "*"))
        return isComment ? error("a comment: JSON has none; remove it") : nil
    }

    /// The error for a text that looks like CSV or YAML. `nil`: neither.
    private func otherText() -> DescriptionError? {
        let lines = bytes[at...].prefix(1 << 16).split(separator: 10, maxSplits: 2)
        guard lines.count >= 2 else { return nil }
        for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), 9] {
            let counts = lines.prefix(2).map { line in line.count { $0 == separator } }
            if counts[0] > 0, counts[0] == counts[1] {
                return error(
                    "expected {, where a description begins; this looks like a CSV file, which `vitrail plot` draws")
            }
        }
        let first = lines[0].last == 13 ? lines[0].dropLast() : lines[0]
        if Self.isLetter(bytes[at]), first.last == UInt8(ascii: ":") || first.contains(UInt8(ascii: ":")),
            !first.contains(UInt8(ascii: "{"))
        {
            return error(
                "expected {, where a description begins; this looks like YAML, which is not read: write it as JSON")
        }
        return nil
    }

    // MARK: Text

    /// Whether a string begins here and is followed by a colon.
    private var isName: Bool {
        var end = at + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] >= 32 {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        let behind = bytes[min(end + 1, bytes.count)...].first { ![32, 9, 10, 13].contains($0) }
        return behind == UInt8(ascii: ":")
    }

    /// Position after the last non-blank byte before `at`.
    private var endBefore: Int {
        var end = at
        while end > 0, [32, 9, 10, 13].contains(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// Description of a character used instead of a double quote. `nil`: none.
    private func quote() -> String? {
        switch here {
        case UInt8(ascii: "'"): return "single ones"
        case UInt8(ascii: "`"): return "backquotes"
        default:
            let curly: [[UInt8]] = ["\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}"].map {
                Array($0.utf8)
            }
            return curly.contains { bytes[at...].starts(with: $0) } ? "typographic ones" : nil
        }
    }

    private func word() -> String {
        String(decoding: bytes[at...].prefix(40).prefix { Self.isLetter($0) || $0 &- 48 < 10 }, as: UTF8.self)
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 97 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    private static func clean(_ word: String) -> String { String(quoted(word).dropFirst().dropLast()) }

    private func error(_ message: String) -> DescriptionError { Self.error(message, at: at, in: bytes) }

    private func position(of at: Int) -> String { Self.position(of: at, in: bytes) }

    static func error(_ message: String, at position: Int, in bytes: [UInt8]) -> DescriptionError {
        DescriptionError(path: Self.position(of: position, in: bytes), message: message)
    }

    /// Line and column, both from 1. Columns count UTF-8 characters, without a byte order mark. Lines end with LF, CRLF
    /// or CR.
    private static func position(of position: Int, in bytes: [UInt8]) -> String {
        var (line, start, at) = (1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, 0)
        let end = min(position, bytes.count)
        while at < end {
            let byte = bytes[at]
            at += 1
            guard byte == 10 || byte == 13 && !(at < bytes.count && bytes[at] == 10) else { continue }
            (line, start) = (line + 1, at)
        }
        let column = start < end ? bytes[start..<end].count { $0 & 0xC0 != 0x80 } + 1 : 1
        return "line \(line), column \(column)"
    }

    // MARK: No JSON at all

    /// The error for bytes that cannot be JSON in UTF-8. `nil`: they may be JSON.
    static func refusal(of bytes: [UInt8], path: String) -> DescriptionError? {
        let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        // Without a mark, wide text has zero bytes next to a bracket.
        let isWide = bytes.count >= 4 && bytes[0..<4].contains(0) && bytes[0..<4].contains(UInt8(ascii: "{"))
        if hasMark || isWide {
            let reason = "the text is UTF-16 or UTF-32; save it as UTF-8: iconv -f UTF-16 -t UTF-8 FILE"
            return DescriptionError(path: "line 1, column 1", message: reason)
        }
        guard let format = FileFormat.recognise(bytes), format != .json else { return nil }
        return DescriptionError(
            path: "", message: "this is \(format.phrase), not a chart description in JSON; \(format.advice(path: path))"
        )
    }
}
