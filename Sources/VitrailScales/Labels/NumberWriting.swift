#if canImport(Glibc)
    import Glibc
#endif

/// Style of a number's digits: locale symbols, a currency, short names such as millions.
///
/// The input has the format of `NumberLabel`, `DecimalText` and `NumberPattern`: a decimal point, commas and a minus
/// sign.
package struct NumberWriting: Sendable, Equatable {
    let symbols: NumberSymbols
    package let currency: CurrencySymbols?
    /// `nil`: numbers are written in full.
    package let compact: CompactNames?
    /// Whether −5 is written as 5.
    package let isAbsolute: Bool
    /// Whether the digits stay unchanged.
    package let isPlain: Bool

    package static let plain = NumberWriting(locale: nil)

    /// - Parameters:
    ///   - locale: an identifier that `LocaleName` has read. `nil`: unlocalized digits, and currencies as in English.
    ///   - currency: ISO 4217 code.
    package init(locale: String?, currency: String? = nil, isCompact: Bool = false, isAbsolute: Bool = false) {
        let language = locale ?? (currency == nil ? nil : Self.usualLocale)
        symbols = language.map(NumberSymbols.of) ?? NumberSymbols()
        self.currency = currency.map { .of($0, in: language ?? Self.usualLocale) }
        compact = isCompact ? language.map { .of(currency, in: $0) } ?? .english : nil
        self.isAbsolute = isAbsolute
        isPlain = language == nil && !isCompact && !isAbsolute
    }

    private static let usualLocale = "en"

    private init(signsOf other: NumberWriting) {
        (symbols, currency, compact, isAbsolute) = (other.symbols, nil, nil, other.isAbsolute)
        isPlain = other.symbols == NumberSymbols() && !other.isAbsolute
    }

    /// The same style without currency and short names.
    package var withoutUnits: NumberWriting { NumberWriting(signsOf: self) }

    /// Number in the locale's form, with the currency.
    ///
    /// - Parameter digits: `−1,234.5`, optionally followed by an exponent or a unit.
    package func text(_ digits: String) -> String {
        guard !isPlain, let number = WrittenDigits(digits) else { return digits }
        if currency == nil, number.tail == "%" { return framed(number.withoutTail, symbols.percent) }
        return framed(number, currency?.frame ?? symbols.plain)
    }

    /// Currency amount: grouped, and with all decimals of the currency if it has a fraction.
    package func amount(_ digits: String) -> String {
        guard let currency, var number = WrittenDigits(digits) else { return text(digits) }
        number.hasGroups = true
        if let fraction = number.fraction, number.tail.isEmpty {
            number.fraction = fraction + String(repeating: "0", count: max(0, currency.digits - fraction.count))
        }
        return framed(number, currency.frame)
    }

    /// Number with the short name of its power of ten. `nil`: no name for its size.
    ///
    /// - Parameters:
    ///   - decimals: number of decimals for the unit's power of ten and the number's power of ten.
    ///   - digits: formats a number ≥ 0 with a number of decimals.
    package func compactText(_ value: Double, decimals: (Int, Int) -> Int, digits: (Double, Int) -> String) -> String? {
        guard let compact, value != 0, abs(value) < Self.maxCompact else { return nil }
        var power = Int(log10(abs(value)).rounded(.down), within: -400...400)
        // Rounding to one decimal can raise the power: 999,950 is 1M.
        for _ in 0..<2 {
            guard let entry = compact.entry(power) else { return nil }
            let size = abs(value) / pow(10, Double(entry.exponent))
            let count = decimals(entry.exponent, power)
            let unit = pow(10, Double(count))
            if (size * unit).rounded(.toNearestOrEven) / unit >= pow(10, Double(power - entry.exponent + 1)) {
                power += 1
                continue
            }
            guard let number = WrittenDigits((value < 0 ? DecimalText.Minus.sign.text : "") + digits(size, count))
            else { return nil }
            return framed(number, entry.frame)
        }
        return nil
    }

    /// From 10¹⁸ on, a number has too many digits in every named unit.
    private static let maxCompact = 1e18

    private func framed(_ number: WrittenDigits, _ frame: NumberSymbols.Frame) -> String {
        let affixes = number.sign == DecimalText.Minus.sign.text ? frame.negative : frame.positive
        let body = number.body(currency?.groups ?? symbols.groups, symbols.digits)
        return number.lead + (number.sign == "+" ? "+" : "") + affixes.prefix + body + affixes.suffix
    }
}

/// Parts of a formatted number.
private struct WrittenDigits {
    /// Leading spaces of a pattern with a width.
    var lead = ""
    /// A plus, a minus or empty.
    var sign = ""
    var whole = ""
    var hasGroups = false
    var fraction: String?
    /// An exponent or a unit.
    var tail = ""

    /// `nil`: no digits.
    init?(_ text: String) {
        var rest = Substring(text)
        func take(while passes: (Character) -> Bool) -> String {
            let taken = rest.prefix(while: passes)
            rest = rest[taken.endIndex...]
            return String(taken)
        }
        lead = take { $0 == " " }
        if let first = rest.first, String(first) == DecimalText.Minus.sign.text || first == "+" {
            sign = String(first)
            rest.removeFirst()
        }
        let digits = take { $0.isASCII && $0.isNumber || $0 == "," }
        guard !digits.isEmpty else { return nil }
        whole = digits.filter { $0 != "," }
        hasGroups = whole.count < digits.count
        if rest.first == "." {
            rest.removeFirst()
            fraction = take { $0.isASCII && $0.isNumber }
        }
        tail = String(rest)
    }

    var withoutTail: WrittenDigits {
        var number = self
        number.tail = ""
        return number
    }

    /// Number without the sign.
    func body(_ groups: NumberSymbols.Groups, _ digits: [String]) -> String {
        func localized(_ text: String) -> String {
            guard digits.count == 10 else { return text }
            return text.map { $0.isASCII ? $0.wholeNumberValue.map { digits[$0] } ?? String($0) : String($0) }.joined()
        }
        var result = localized(hasGroups ? "" : whole)
        if hasGroups {
            let isGrouped = whole.count >= groups.last + groups.leading
            for (k, digit) in whole.enumerated() {
                let left = whole.count - k
                let isBorder = left >= groups.last && (left - groups.last) % max(groups.others, 1) == 0
                if k > 0, isGrouped, isBorder { result += groups.separator }
                result += localized(String(digit))
            }
        }
        if let fraction { result += groups.decimal + localized(fraction) }
        return result + localized(tail)
    }
}
