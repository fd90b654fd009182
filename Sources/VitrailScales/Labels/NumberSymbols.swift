import Foundation
import Synchronization

/// Number symbols of a locale: digits, separators, groups and signs, from Foundation's CLDR data.
///
/// `DecimalText` rounds the digits for every locale; only their form is localized. A minus is a minus sign.
struct NumberSymbols: Sendable, Equatable {
    /// Separators and group sizes.
    struct Groups: Sendable, Equatable {
        var decimal = "."
        /// Empty: digits are not grouped.
        var separator = ","
        /// Digits of the last group and of the others: 3 and 2 in India.
        var last = 3
        package var others = 3
        /// Minimum digits before the first separator: 2 if 1234 is not grouped but 12.345 is.
        var leading = 1
    }

    /// Texts around a number.
    struct Affixes: Sendable, Equatable {
        var prefix = ""
        var suffix = ""
    }

    /// Texts around positive and negative numbers.
    struct Frame: Sendable, Equatable {
        package var positive = Affixes()
        var negative = Affixes(prefix: DecimalText.Minus.sign.text)
    }

    /// Identifier of the locale. Empty: none.
    var locale = ""
    /// From 0 to 9. Empty: ASCII digits.
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

/// Symbol, position and number of decimals of a currency.
package struct CurrencySymbols: Sendable, Equatable {
    var code: String
    /// Number of decimals: 2 for euros, 0 for yen.
    package var digits: Int
    var groups: NumberSymbols.Groups
    var frame: NumberSymbols.Frame

    private struct Key: Hashable {
        var code: String
        var locale: String
    }

    /// - Parameters:
    ///   - code: ISO 4217 code.
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

/// Cache for expensive values, with a size limit so that external input cannot fill a server's memory.
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
    /// - Parameter format: formats a number with one decimal.
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
    ///   - value: > 0; formatted without decimals.
    ///   - format: formats a number in the locale.
    fileprivate init(of value: Double, _ format: (Double) -> String) {
        self.init()
        guard let above = WrittenNumber(format(value)), let below = WrittenNumber(format(-value)) else { return }
        let minus = DecimalText.Minus.sign.text
        positive = .init(prefix: above.prefix, suffix: above.suffix)
        negative = .init(
            prefix: below.prefix.replacing("-", with: minus), suffix: below.suffix.replacing("-", with: minus))
    }
}

/// Parts of a number that Foundation has formatted.
private struct WrittenNumber {
    var prefix = ""
    var suffix = ""
    /// Digits between separators.
    var runs: [[Int]] = []
    var separators: [String] = []

    /// `nil`: the text has no digit.
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

    /// Value of all digits, without separators.
    var value: Double { runs.joined().reduce(0) { $0 * 10 + Double($1) } }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

/// Short names of thousands, millions and so on: `1.2M`, `1,2 Mio.`
package struct CompactNames: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        /// Power of ten that divides the number before it is formatted.
        var exponent: Int
        var frame: NumberSymbols.Frame
    }

    /// Entries for numbers whose first digit stands for 10³, 10⁴, …
    var entries: [Entry]

    /// Entry for a number whose first digit stands for 10^`power`. `nil`: the number is written in full.
    func entry(_ power: Int) -> Entry? {
        guard power >= Self.first else { return nil }
        let entry = entries[min(power - Self.first, entries.count - 1)]
        return entry.exponent > 0 ? entry : nil
    }

    private static let first = 3
    private static let last = 14

    /// English names, used without a locale.
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
    ///   - currency: ISO 4217 code. `nil`: plain numbers.
    ///   - locale: an identifier that `LocaleName` has read.
    static func of(_ currency: String?, in locale: String) -> CompactNames {
        known.value(for: Key(currency: currency, locale: locale)) {
            let position = Locale(identifier: locale)
            guard let currency else {
                return CompactNames(
                    FloatingPointFormatStyle<Double>.number.locale(position).notation(.compactName).format)
            }
            let style = FloatingPointFormatStyle<Double>.Currency(code: currency, locale: position)
            return CompactNames(style.notation(.compactName).precision(.fractionLength(0)).format)
        }
    }

    private static let known = SymbolStore<Key, CompactNames>()

    private init(entries: [Entry]) { self.entries = entries }

    /// - Parameter format: formats a number in the locale.
    private init(_ format: (Double) -> String) {
        entries = (Self.first...Self.last).map { power in
            // Use the plural, five: in many languages one and two have their own forms.
            let value = 5 * pow(10, Double(power))
            let written = WrittenNumber(format(value))?.value ?? value
            let exponent = written > 0 ? Int(log10(value / written).rounded(), within: 0...power) : 0
            return Entry(exponent: exponent, frame: .init(of: value, format))
        }
    }
}
