import Foundation

/// A format specifier as in d3-format, Vega and Plotly: `[+][$][,][.precision][~][type]`.
///
/// ```
/// $,.0f   −$1,234        .1%   12.3%  of 0.123
/// ,       1,234.5        ~s    1.2M   of 1,200,000
/// ```
///
/// Types: `f` decimals, `e` an exponent, `d` integers, `%` percent of a fraction, `s` the SI prefix of a power of
/// 1,000; without a type, the digits that the number needs. Fill, alignment and other bases are not supported.
///
/// Source: https://d3js.org/d3-format
struct NumberSpecifier {
    private let isSigned: Bool
    let currency: String
    private let groups: Bool
    /// Decimals; significant digits for `s`.
    private let precision: Int?
    private let trimsZeros: Bool
    /// `nil`: the digits that the number needs.
    private let type: Kind?

    private enum Kind: Character {
        case fixed = "f"
        case exponent = "e"
        case whole = "d"
        case percent = "%"
        case prefixed = "s"
    }

    /// `nil` for any other text, and for a type alone, which would be ambiguous.
    init?(_ specifier: String) {
        var rest = Substring(specifier)
        func take(_ character: Character) -> Bool {
            guard rest.first == character else { return false }
            rest.removeFirst()
            return true
        }
        isSigned = take("+")
        currency = take("$") ? "$" : ""
        groups = take(",")
        if take(".") {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...2).contains(digits.count), let number = Int(digits), number <= Self.maxDigits else { return nil }
            precision = number
            rest = rest[digits.endIndex...]
        } else {
            precision = nil
        }
        trimsZeros = take("~")
        if let last = rest.popFirst() {
            guard rest.isEmpty, let kind = Kind(rawValue: last) else { return nil }
            type = kind
        } else {
            type = nil
        }
        guard groups || isSigned || !currency.isEmpty || trimsZeros || precision != nil else { return nil }
    }

    private static let maxDigits = 20

    var hasUnit: Bool { type == .exponent || type == .percent || type == .prefixed }

    /// Text without the currency.
    func text(_ value: Double) -> String {
        let text =
            switch type {
            case .fixed: fixed(value, precision ?? 6)
            case .percent: fixed(value * 100, precision ?? 6) + "%"
            case .whole: fixed(value, 0)
            case .exponent: exponential(value)
            case .prefixed: prefixed(value)
            case nil: plain(value)
            }
        return isSigned && !text.hasPrefix(DecimalText.Minus.sign.text) ? "+" + text : text
    }

    private func fixed(_ value: Double, _ decimals: Int, trimsZeros: Bool = false) -> String {
        DecimalText.fixed(
            value, decimals: decimals, groupsFrom: groups ? 0 : .infinity, trimsZeros: trimsZeros || self.trimsZeros,
            minus: .sign)
    }

    private func exponential(_ value: Double) -> String {
        let (mantissa, exponent) = parts(value, digits: (precision ?? 6) + 1)
        return fixed(mantissa, precision ?? 6) + "e" + (exponent < 0 ? DecimalText.Minus.sign.text : "+")
            + String(abs(exponent))
    }

    /// Six significant digits by default, and the SI prefix of a power of 1,000.
    private func prefixed(_ value: Double) -> String {
        let digits = max(precision ?? 6, 1)
        let (mantissa, exponent) = parts(value, digits: digits)
        let power = min(max(Int((Double(exponent) / 3).rounded(.down)), -8), 8)
        let scaled = mantissa * pow(10, Double(exponent - 3 * power))
        return fixed(scaled, max(0, digits - 1 - (exponent - 3 * power))) + Self.prefixes[power + 8]
    }

    private static let prefixes = ["y", "z", "a", "f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y"]

    /// Twelve significant digits by default, without trailing zeros; with an exponent where plain digits would not
    /// represent the number.
    private func plain(_ value: Double) -> String {
        let digits = max(precision ?? 12, 1)
        let (_, exponent) = parts(value, digits: digits)
        guard (-7...20).contains(exponent) else { return exponential(value) }
        return fixed(value, min(max(0, digits - 1 - exponent), 20), trimsZeros: true)
    }

    /// Mantissa and exponent, rounded to `digits` significant digits.
    private func parts(_ value: Double, digits: Int) -> (mantissa: Double, exponent: Int) {
        let text = String(format: "%.\(digits - 1)e", value)
        guard let mark = text.firstIndex(of: "e"), let mantissa = Double(text[..<mark]),
            let exponent = Int(text[text.index(after: mark)...])
        else {
            return (value, 0)
        }
        return (mantissa, exponent)
    }
}
