import Foundation
import Synchronization

/// How a locale writes numbers: digits, separators, groups and signs, from the CLDR data that Foundation carries.
///
/// Digits are rounded by `DecimalText`, whatever the locale: only their form follows it. A minus is a minus sign.
struct NumberSymbols: Sendable, Equatable {
    /// Separators, and the digits between them.
    struct Groups: Sendable, Equatable {
        var decimal = "."
        /// Empty: digits are not grouped.
        var separator = ","
        /// Digits of the last group and of the others: 3 and 2 in India.
        var last = 3
        var others = 3
        /// Digits in front of the first separator: 2 where 1234 is not grouped but 12.345 is.
        var leading = 1
    }

    /// The texts around a number.
    struct Affixes: Sendable, Equatable {
        var prefix = ""
        var suffix = ""
    }

    /// The texts around numbers of both signs.
    struct Frame: Sendable, Equatable {
        var positive = Affixes()
        var negative = Affixes(prefix: DecimalText.Minus.sign.text)
    }

    /// The identifier of the locale; empty = none.
    var locale = ""
    /// From 0 to 9; empty = those of ASCII.
    var digits: [String] = []
    var groups = Groups()
    var plain = Frame()
    var percent = Frame(
        positive: Affixes(suffix: "%"), negative: Affixes(prefix: DecimalText.Minus.sign.text, suffix: "%"))

    /// - Parameter locale: an identifier that `LocaleName` has read.
    static func of(_ locale: String) -> NumberSymbols {
        known.value(for: locale) {
            let style = FloatingPointFormatStyle<Double>.number.locale(Locale(identifier: locale))
            let percent = FloatingPointFormatStyle<Double>.Percent().locale(Locale(identifier: locale))
            return NumberSymbols(
                locale: locale, digits: (0...9).map { style.format(Double($0)) },
                groups: Groups { style.precision(.fractionLength(1)).format($0) },
                plain: Frame(of: 1, style.format), percent: Frame(of: 0.01, percent.format))
        }
    }

    private static let known = SymbolStore<String, NumberSymbols>()
}

/// The sign of a currency and where it stands, and how many decimals the currency has.
struct CurrencySymbols: Sendable, Equatable {
    var code: String
    /// Decimals: 2 of euros, none of yen.
    var digits: Int
    var groups: NumberSymbols.Groups
    var frame: NumberSymbols.Frame

    private struct Key: Hashable {
        var code: String
        var locale: String
    }

    /// - Parameters:
    ///   - code: of ISO 4217.
    ///   - locale: an identifier that `LocaleName` has read.
    static func of(_ code: String, in locale: String) -> CurrencySymbols {
        known.value(for: Key(code: code, locale: locale)) {
            let style = FloatingPointFormatStyle<Double>.Currency(code: code, locale: Locale(identifier: locale))
            let decimals = WrittenNumber(style.format(1.5)).map { $0.runs.count > 1 ? $0.runs[1].count : 0 }
            return CurrencySymbols(
                code: code, digits: decimals ?? 2, groups: .init { style.precision(.fractionLength(1)).format($0) },
                frame: .init(of: 1, style.precision(.fractionLength(0)).format))
        }
    }

    private static let known = SymbolStore<Key, CurrencySymbols>()
}

/// Keeps values that cost much to find, up to a limit: inputs from outside do not fill the memory of a server.
private final class SymbolStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let known = Mutex<[Key: Value]>([:])
    private let limit = 64

    func value(for key: Key, _ make: () -> Value) -> Value {
        if let value = known.withLock({ $0[key] }) { return value }
        let value = make()
        known.withLock { if $0.count < limit { $0[key] = value } }
        return value
    }
}

extension NumberSymbols.Groups {
    /// - Parameter format: writes one decimal.
    fileprivate init(_ format: (Double) -> String) {
        self.init()
        guard let long = WrittenNumber(format(12_345_678.5)), let decimal = long.separators.last else { return }
        self.decimal = decimal
        let whole = long.runs.dropLast()
        guard whole.count > 1 else {
            separator = ""
            return
        }
        separator = long.separators[0]
        last = whole.last?.count ?? 3
        others = whole.count > 2 ? whole[whole.count - 2].count : last
        leading = (WrittenNumber(format(1_234.5))?.runs.count ?? 3) > 2 ? 1 : 2
    }
}

extension NumberSymbols.Frame {
    /// - Parameters:
    ///   - value: > 0; whole digits are written for it.
    ///   - format: as the locale does.
    fileprivate init(of value: Double, _ format: (Double) -> String) {
        self.init()
        guard let above = WrittenNumber(format(value)), let below = WrittenNumber(format(-value)) else { return }
        let minus = DecimalText.Minus.sign.text
        positive = .init(prefix: above.prefix, suffix: above.suffix)
        negative = .init(
            prefix: below.prefix.replacing("-", with: minus), suffix: below.suffix.replacing("-", with: minus))
    }
}

/// A number that Foundation wrote, in parts.
private struct WrittenNumber {
    var prefix = ""
    var suffix = ""
    /// Digits between separators.
    var runs: [[Int]] = []
    var separators: [String] = []

    /// nil when there is no digit in it.
    init?(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        let digits = scalars.map { $0.properties.numericType == .decimal ? Int($0.properties.numericValue ?? 0) : nil }
        guard let first = digits.firstIndex(where: { $0 != nil }), let last = digits.lastIndex(where: { $0 != nil })
        else { return nil }
        prefix = Self.text(scalars[..<first])
        suffix = Self.text(scalars[(last + 1)...])
        var wasDigit = false
        for k in first...last {
            switch (digits[k], wasDigit) {
            case (let digit?, true): runs[runs.count - 1].append(digit)
            case (let digit?, false): runs.append([digit])
            case (nil, true): separators.append(Self.text(scalars[k...k]))
            case (nil, false): separators[separators.count - 1] += Self.text(scalars[k...k])
            }
            wasDigit = digits[k] != nil
        }
    }

    /// Without separators.
    var value: Double { runs.joined().reduce(0) { $0 * 10 + Double($1) } }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

/// Short names of thousands, millions and so on: `1.2M`, `1,2 Mio.`
struct CompactNames: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        /// The number is divided by ten to this power before it is written.
        var exponent: Int
        var frame: NumberSymbols.Frame
    }

    /// The entries for numbers whose first digit stands for 10³, 10⁴, …
    var entries: [Entry]

    /// The entry for a number whose first digit stands for ten to a power; nil where it is written in full.
    func entry(_ power: Int) -> Entry? {
        guard power >= Self.first else { return nil }
        let entry = entries[min(power - Self.first, entries.count - 1)]
        return entry.exponent > 0 ? entry : nil
    }

    private static let first = 3
    private static let last = 14

    /// The names in English, where no locale is given.
    static let english = CompactNames(
        entries: (first...last).map { power in
            let name = ["K", "M", "B", "T"][power / 3 - 1]
            let minus = DecimalText.Minus.sign.text
            return Entry(
                exponent: power / 3 * 3,
                frame: .init(positive: .init(suffix: name), negative: .init(prefix: minus, suffix: name)))
        })

    private struct Key: Hashable {
        var currency: String?
        var locale: String
    }

    /// - Parameters:
    ///   - currency: of ISO 4217; nil = plain numbers.
    ///   - locale: an identifier that `LocaleName` has read.
    static func of(_ currency: String?, in locale: String) -> CompactNames {
        known.value(for: Key(currency: currency, locale: locale)) {
            let place = Locale(identifier: locale)
            guard let currency else {
                return CompactNames(
                    FloatingPointFormatStyle<Double>.number.locale(place).notation(.compactName).format)
            }
            let style = FloatingPointFormatStyle<Double>.Currency(code: currency, locale: place)
            return CompactNames(style.notation(.compactName).precision(.fractionLength(0)).format)
        }
    }

    private static let known = SymbolStore<Key, CompactNames>()

    private init(entries: [Entry]) { self.entries = entries }

    /// - Parameter format: as the locale does.
    private init(_ format: (Double) -> String) {
        entries = (Self.first...Self.last).map { power in
            // Five of them: in many languages one or two have a word of their own.
            let value = 5 * pow(10, Double(power))
            let written = WrittenNumber(format(value))?.value ?? value
            let exponent = written > 0 ? Int(log10(value / written).rounded(), within: 0...power) : 0
            return Entry(exponent: exponent, frame: .init(of: value, format))
        }
    }
}
