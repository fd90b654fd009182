import Glibc

/// A regular expression in the syntax of deqp-runner's lists, as far as the C library can match it.
///
/// The C library matches POSIX extended expressions, so this translates `\d`, `\D`, `(?:`, `\A`, `\z` and escapes inside
/// brackets. Other groups with `(?` and other escaped letters are refused. Lazy quantifiers (`*?`) match the same names as
/// greedy ones.
final class RegularExpression {
    struct Fault: Error { var reason: String }

    private var compiled = regex_t()

    /// - Throws: `Fault` if the expression is invalid or contains unsupported syntax.
    init(_ text: String) throws(Fault) {
        let code = regcomp(&compiled, try Self.posix(text), REG_EXTENDED | REG_NOSUB)
        guard code == 0 else {
            var message = [CChar](repeating: 0, count: 256)
            regerror(code, &compiled, &message, message.count)
            let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw Fault(reason: "\(text) is no regular expression: \(words)")
        }
    }

    deinit { regfree(&compiled) }

    /// Whether any part of the name matches.
    func matches(_ name: String) -> Bool { regexec(&compiled, name, 0, nil, 0) == 0 }

    // MARK: Translation

    private static func posix(_ text: String) throws(Fault) -> String {
        var rest = text[...]
        var result = ""
        while let character = rest.popFirst() {
            switch character {
            case "\\": result += try escaped(rest.popFirst(), in: text)
            case "[": result += try bracket(&rest, in: text)
            case "(" where rest.hasPrefix("?:"):
                rest = rest.dropFirst(2)
                result += "("
            case "(" where rest.hasPrefix("?"):
                throw Fault(reason: "\(text): (?\(rest.dropFirst().prefix(1)) is not supported")
            default: result.append(character)
            }
        }
        return result
    }

    private static func escaped(_ character: Character?, in text: String) throws(Fault) -> String {
        switch character {
        case "d": return "[0-9]"
        case "D": return "[^0-9]"
        case "A": return "^"
        case "z": return "$"
        case "w", "W", "s", "S", "b", "B": return "\\" + String(character ?? " ")
        case let character? where !character.isLetter && !character.isNumber: return "\\" + String(character)
        default: throw Fault(reason: "\(text): \\\(character.map(String.init) ?? "") is not supported")
        }
    }

    /// Returns the rest of a bracket expression. POSIX has no escapes there; collating elements stand for single
    /// characters.
    private static func bracket(_ rest: inout Substring, in text: String) throws(Fault) -> String {
        var result = "["
        if rest.first == "^" { result.append(rest.removeFirst()) }
        if rest.first == "]" { result.append(rest.removeFirst()) }
        while let character = rest.popFirst() {
            switch character {
            case "]": return result + "]"
            case "[" where rest.hasPrefix(":"):
                // A class, `[:alpha:]`, up to its closing bracket.
                let name = rest.prefix { $0 != "]" }
                result += "[" + name + "]"
                rest = rest.dropFirst(name.count + 1)
            case "\\":
                switch rest.popFirst() {
                case "d": result += "0-9"
                case "w": result += "0-9A-Za-z_"
                case "s": result += "[:space:]"
                case let character? where !character.isLetter && !character.isNumber: result += "[.\(character).]"
                case let character:
                    throw Fault(reason: "\(text): \\\(character.map(String.init) ?? "") in brackets is not supported")
                }
            default: result.append(character)
            }
        }
        throw Fault(reason: "\(text) is no regular expression: a bracket is not closed")
    }
}
