#if canImport(Glibc)
    import Glibc
#endif

/// How the digits of a number are written: signs of a locale, a currency, short names of millions.
///
/// Takes digits as `NumberLabel`, `DecimalText` and `NumberPattern` write them, with a point, commas and a minus sign.
struct NumberWriting: Sendable, Equatable {
    let symbols: NumberSymbols
    let currency: CurrencySymbols?
    /// nil = numbers are written in full.
    let compact: CompactNames?
    /// Whether −5 is written as 5.
    let isAbsolute: Bool
    /// Whether the digits stay as they are.
    let isPlain: Bool

    static let plain = NumberWriting(locale: nil)

    /// - Parameters:
    ///   - locale: an identifier that `LocaleName` has read; nil = digits as programs write them, and currencies as in
    ///     English.
    ///   - currency: of ISO 4217.
    init(locale: String?, currency: String? = nil, isCompact: Bool = false, isAbsolute: Bool = false) {
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

    /// Without currency and short names.
    var withoutUnits: NumberWriting { NumberWriting(signsOf: self) }

    /// A number in the locale's form, with the currency.
    ///
    /// - Parameter digits: `−1,234.5`, also with an exponent or a unit behind it.
    func text(_ digits: String) -> String {
        guard !isPlain, let number = WrittenDigits(digits) else { return digits }
        if currency == nil, number.tail == "%" { return framed(number.withoutTail, symbols.percent) }
        return framed(number, currency?.frame ?? symbols.plain)
    }

    /// An amount of the currency: in groups, and with all decimals of the currency where it has one.
    func amount(_ digits: String) -> String {
        guard let currency, var number = WrittenDigits(digits) else { return text(digits) }
        number.hasGroups = true
        if let fraction = number.fraction, number.tail.isEmpty {
            number.fraction = fraction + String(repeating: "0", count: max(0, currency.digits - fraction.count))
        }
        return framed(number, currency.frame)
    }

    /// A number with the short name of its power of ten; nil where there is none for its size.
    ///
    /// - Parameters:
    ///   - decimals: how many there are, by the power of ten of the unit.
    ///   - digits: the digits of a number ≥ 0 with so many decimals.
    func compactText(_ value: Double, decimals: (Int, Int) -> Int, digits: (Double, Int) -> String) -> String? {
        guard let compact, value != 0, abs(value) < Self.mostCompact else { return nil }
        var power = Int(log10(abs(value)).rounded(.down), within: -400...400)
        // 999,950 is 1M when it is rounded to a digit behind the point.
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

    /// A million millions of millions has too many digits in any unit that has a name.
    private static let mostCompact = 1e18

    private func framed(_ number: WrittenDigits, _ frame: NumberSymbols.Frame) -> String {
        let affixes = number.sign == DecimalText.Minus.sign.text ? frame.negative : frame.positive
        let body = number.body(currency?.groups ?? symbols.groups, symbols.digits)
        return number.lead + (number.sign == "+" ? "+" : "") + affixes.prefix + body + affixes.suffix
    }
}

/// A number in digits, in parts.
private struct WrittenDigits {
    /// Spaces of a pattern with a width.
    var lead = ""
    /// A plus, a minus or nothing.
    var sign = ""
    var whole = ""
    var hasGroups = false
    var fraction: String?
    /// An exponent, or the letter of a unit.
    var tail = ""

    /// nil when there are no digits.
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

    /// Without the sign.
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
