import Foundation

/// A number format: a `printf` pattern for exactly one floating-point number (`%.2f`, `$%'.0f`, `%+.1f %%`), or a
/// d3-format specifier (`$,.0f`, `.0%`, `~s`).
///
/// It is parsed once; a fixed number of decimals is formatted without `printf`. A minus is a minus sign, not the hyphen
/// of `printf`; signs precede the currency symbol.
package struct NumberPattern {
    private let prefix: String
    private let suffix: String
    private let number: Number

    private enum Number {
        /// `%.nf`, with commas every three digits for the flag `'`.
        case fixed(decimals: Int, groups: Bool)
        case printf(String)
        case specifier(NumberSpecifier)
    }

    /// `nil` unless the pattern is a specifier, or has exactly one `%…f`, `e` or `g` conversion and no other
    /// conversion.
    package init?(_ pattern: String) {
        guard pattern.utf8.count <= Self.longest else { return nil }
        var rest = Substring(pattern)
        if let prefix = Self.literal(&rest), rest.popFirst() == "%", let number = Self.conversion(&rest),
            let suffix = Self.literal(&rest), rest.isEmpty
        {
            (self.prefix, self.suffix, self.number) = (prefix, suffix, number)
        } else if let specifier = NumberSpecifier(pattern) {
            (prefix, suffix, number) = (specifier.currency, "", .specifier(specifier))
        } else {
            return nil
        }
    }

    private static let longest = 128

    /// - Parameter writing: style of the digits; texts of the pattern stay unchanged.
    package func text(_ value: Double, _ writing: NumberWriting = .plain) -> String {
        guard value.isFinite else { return "" }
        let minus = DecimalText.Minus.sign.text
        var text =
            writing.compactText(
                value, decimals: { exponent, _ in decimals(exponent) }, digits: { size, _ in digits(size) })
            ?? writing.text(digits(value))
        guard text.hasPrefix(minus) || text.hasPrefix("+"),
            prefix.unicodeScalars.last?.properties.generalCategory == .currencySymbol
        else {
            return prefix + text + suffix
        }
        let sign = text.removeFirst()
        return String(sign) + prefix + text + suffix
    }

    private func digits(_ value: Double) -> String {
        switch number {
        case .fixed(let decimals, let groups):
            DecimalText.fixed(value, decimals: decimals, groupsFrom: groups ? 0 : .infinity, minus: .sign)
        case .printf(let conversion):
            String(format: conversion, value).replacing("-", with: DecimalText.Minus.sign.text)
        case .specifier(let specifier): specifier.text(value)
        }
    }

    /// Number of decimals for choosing a unit's name.
    private func decimals(_ exponent: Int) -> Int { if case .fixed(let decimals, _) = number { decimals } else { 1 } }

    /// Whether the pattern has text besides the number.
    package var hasTexts: Bool { !(prefix + suffix).isEmpty }
    /// Whether the number itself has a unit: an exponent, a percent sign or a letter.
    package var hasUnit: Bool {
        switch number {
        case .fixed: false
        case .printf(let conversion): conversion.hasSuffix("e") || conversion.hasSuffix("E")
        case .specifier(let specifier): specifier.hasUnit
        }
    }

    /// Text up to a single percent sign or the end; a double percent sign is a literal one.
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
    private static func conversion(_ rest: inout Substring) -> Number? {
        let flags = take(&rest, while: { "-+ 0#'".contains($0) })
        let width = take(&rest, while: isDigit)
        var precision: String?
        if rest.first == "." {
            rest.removeFirst()
            let digits = take(&rest, while: isDigit)
            guard (1...2).contains(digits.count) else { return nil }
            precision = digits
        }
        guard width.count <= 2, flags.count <= 6, let letter = rest.popFirst(), "feEgG".contains(letter) else {
            return nil
        }
        if letter == "f", width.isEmpty, flags.isEmpty || flags == "'" {
            return .fixed(decimals: precision.flatMap { Int($0) } ?? 6, groups: !flags.isEmpty)
        }
        // `printf` takes the grouping from the process's locale, so reject the flag.
        guard !flags.contains("'") else { return nil }
        return .printf("%\(flags)\(width)" + (precision.map { ".\($0)" } ?? "") + String(letter))
    }

    private static func take(_ rest: inout Substring, while passes: (Character) -> Bool) -> String {
        let taken = rest.prefix(while: passes)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    // MARK: Patterns used once

    /// An invalid pattern falls back to the plain number; it never reaches `printf`.
    package static func text(_ value: Double, pattern: String, _ writing: NumberWriting = .plain) -> String {
        NumberPattern(pattern)?.text(value, writing) ?? writing.text(NumberLabel.text(value))
    }
}
