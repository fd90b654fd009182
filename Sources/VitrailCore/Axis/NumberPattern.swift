import Foundation

/// A `printf` pattern for exactly one floating-point number: `%.2f`, `$%.0f`, `%+.1f %%`.
///
/// Read once; a fixed number of decimals is written without `printf`. A minus is a minus sign, not the hyphen that `printf` writes.
struct NumberPattern {
    private let prefix: String
    private let suffix: String
    /// Decimals of a plain `%.nf`; nil = the conversion is `printf`'s.
    private let decimals: Int?
    private let conversion: String

    /// nil when the pattern has not one `%…f`, `e` or `g` conversion, or has anything else that reads arguments.
    init?(_ pattern: String) {
        guard pattern.utf8.count <= Self.longest else { return nil }
        var rest = Substring(pattern)
        guard let prefix = Self.literal(&rest), rest.popFirst() == "%", let found = Self.conversion(&rest),
            let suffix = Self.literal(&rest), rest.isEmpty
        else { return nil }
        (self.prefix, self.suffix) = (prefix, suffix)
        (conversion, decimals) = found
    }

    private static let longest = 128

    func text(_ value: Double) -> String {
        guard value.isFinite else { return "" }
        // With the minus sign that all other labels have.
        let number = decimals.map { DecimalText.fixed(value, decimals: $0, minus: .sign) }
        return prefix + (number ?? String(format: conversion, value).replacing("-", with: DecimalText.Minus.sign.text)) + suffix
    }

    /// Text up to a lone per cent sign or the end; a double one is a single one.
    private static func literal(_ rest: inout Substring) -> String? {
        var text = ""
        while let next = rest.first {
            if next == "%" {
                guard rest.dropFirst().first == "%" else { return text }
                rest.removeFirst()
            }
            rest.removeFirst()
            text.append(next)
        }
        return text
    }

    /// Flags, width, precision and the letter.
    private static func conversion(_ rest: inout Substring) -> (String, Int?)? {
        let flags = take(&rest, while: { "-+ 0#'".contains($0) })
        let width = take(&rest, while: isDigit)
        var precision: String?
        if rest.first == "." {
            rest.removeFirst()
            let digits = take(&rest, while: isDigit)
            guard (1...2).contains(digits.count) else { return nil }
            precision = digits
        }
        guard width.count <= 2, flags.count <= 6, let letter = rest.popFirst(), "feEgG".contains(letter) else { return nil }
        let isPlain = letter == "f" && flags.isEmpty && width.isEmpty
        let pattern = "%\(flags)\(width)" + (precision.map { ".\($0)" } ?? "") + String(letter)
        return (pattern, isPlain ? precision.flatMap { Int($0) } ?? 6 : nil)
    }

    private static func take(_ rest: inout Substring, while passes: (Character) -> Bool) -> String {
        let taken = rest.prefix(while: passes)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    // MARK: Patterns used once

    /// An invalid pattern falls back to the plain number: it never reaches `printf`.
    static func text(_ value: Double, pattern: String) -> String {
        NumberPattern(pattern)?.text(value) ?? NumberLabel.text(value)
    }
}

extension NumberPattern {
    /// A pattern of a description.
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> String {
        let pattern = try String.read(node)
        guard NumberPattern(pattern) != nil else {
            throw node.error("\(quoted(pattern)) is no pattern of one number, with one of %f, %e and %g in it, as \"%.1f km\"; a per cent sign is written %%")
        }
        return pattern
    }
}
