import Foundation
import VitrailColumns
import VitrailSystem

/// Names of locales in descriptions.
enum LocaleName {
    /// Reads a locale, as a BCP 47 tag (`de-DE`) or an ICU identifier (`de_DE`).
    ///
    /// - Returns: The identifier; Foundation has data for its language.
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> String {
        let name = try node.string()
        if let problem = DescriptionError.ofLocale(name) { throw node.error(problem) }
        return name
    }

    fileprivate static func problem(_ name: String) -> String? {
        let identifier = name.replacing("-", with: "_")
        let parts = identifier.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        guard name.utf8.count > 64 || name.utf8.contains(where: { $0 >= 0x80 }) || !isKnown(parts) else { return nil }
        return "no locale is called \(quoted(name)); write a language and a country, as de-DE"
            + didYouMean(suggestion(for: identifier))
    }

    /// - Parameter parts: Language, optionally followed by script, country, and variants.
    private static func isKnown(_ parts: [String]) -> Bool {
        guard let language = parts.first, languages.contains(language.lowercased()) else { return false }
        var rest = parts.dropFirst()
        if let script = rest.first, script.utf8.count == 4, script.allSatisfy(\.isLetter) {
            guard Locale.Script(script.capitalized).isISOScript else { return false }
            rest.removeFirst()
        }
        if let region = rest.first {
            guard (2...3).contains(region.utf8.count), Locale.Region(region.uppercased()).isISORegion else {
                return false
            }
            rest.removeFirst()
        }
        return rest.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber } }
    }

    /// Languages in Foundation's locale data.
    private static let languages = Set(
        Locale.availableIdentifiers.map { String($0.prefix { $0 != "_" && $0 != "-" }) })

    /// The nearest locale identifier, or the language with this English name, for example German.
    private static func suggestion(for identifier: String) -> String? {
        let english = Locale(identifier: "en")
        let named = languages.sorted().first {
            english.localizedString(forLanguageCode: $0)?.lowercased() == identifier.lowercased()
        }
        // Names of two letters are always near to others.
        guard named == nil, identifier.utf8.count > 3 else { return named }
        return nearestName(to: identifier, in: Locale.availableIdentifiers.sorted())?.replacing("_", with: "-")
    }
}

/// Codes of currencies in descriptions.
enum CurrencyCode {
    /// Reads an ISO 4217 code.
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> String {
        let code = try node.string()
        if let problem = DescriptionError.ofCurrency(code) { throw node.error(problem) }
        return code
    }

    fileprivate static func problem(_ code: String) -> String? {
        let codes = Locale.Currency.isoCurrencies.map { $0.identifier.uppercased() }.sorted()
        guard !codes.contains(code) else { return nil }
        let suggestion = usual[code.lowercased()] ?? nearestName(to: code, in: codes)
        return "no currency has the code \(quoted(code)); write three capital letters, as EUR" + didYouMean(suggestion)
    }

    /// Common names of currencies.
    private static let usual = [
        "€": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "us$": "USD", "dollar": "USD", "dollars": "USD",
        "£": "GBP", "pound": "GBP", "pounds": "GBP", "¥": "JPY", "yen": "JPY", "yuan": "CNY", "rmb": "CNY", "₹": "INR",
        "rupee": "INR", "rupees": "INR", "franc": "CHF", "sfr": "CHF", "fr": "CHF", "₽": "RUB", "₩": "KRW",
        "won": "KRW",
    ]
}

extension DescriptionError {
    /// The error message for the name of a locale. `nil`: it is valid.
    package static func ofLocale(_ name: String) -> String? { LocaleName.problem(name) }

    /// The error message for the code of a currency. `nil`: it is valid.
    package static func ofCurrency(_ code: String) -> String? { CurrencyCode.problem(code) }
}
