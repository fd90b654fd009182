import Foundation

/// Names of locales and currencies in descriptions.
enum LocaleName {
    /// A locale as BCP 47 names it, `de-DE`, or as ICU does, `de_DE`.
    ///
    /// - Returns: an identifier of Foundation, whose language has number symbols.
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

    /// - Parameter parts: language, then script, country, and what else there is.
    private static func isKnown(_ parts: [String]) -> Bool {
        guard let language = parts.first, languages.contains(language.lowercased()) else { return false }
        var rest = parts.dropFirst()
        if let script = rest.first, script.utf8.count == 4, script.allSatisfy(\.isLetter) {
            guard Locale.Script(script.capitalized).isISOScript else { return false }
            rest.removeFirst()
        }
        if let region = rest.first {
            guard (2...3).contains(region.utf8.count), Locale.Region(region.uppercased()).isISORegion else { return false }
            rest.removeFirst()
        }
        return rest.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber } }
    }

    /// With symbols in Foundation's data.
    private static let languages = Set(
        Locale.availableIdentifiers.map { String($0.prefix { $0 != "_" && $0 != "-" }) })

    /// By the name of the language, too: German.
    private static func suggestion(for identifier: String) -> String? {
        let english = Locale(identifier: "en")
        let named = languages.sorted().first {
            english.localizedString(forLanguageCode: $0)?.lowercased() == identifier.lowercased()
        }
        // Any two letters are near to others.
        guard named == nil, identifier.utf8.count > 3 else { return named }
        return nearestName(to: identifier, in: Locale.availableIdentifiers.sorted())?.replacing("_", with: "-")
    }
}

/// Codes of currencies in descriptions.
enum CurrencyCode {
    /// As ISO 4217 has it.
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

    /// Names that users write in place of codes.
    private static let usual = [
        "€": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "us$": "USD", "dollar": "USD", "dollars": "USD",
        "£": "GBP", "pound": "GBP", "pounds": "GBP", "¥": "JPY", "yen": "JPY", "yuan": "CNY", "rmb": "CNY", "₹": "INR",
        "rupee": "INR", "rupees": "INR", "franc": "CHF", "sfr": "CHF", "fr": "CHF", "₽": "RUB", "₩": "KRW", "won": "KRW",
    ]
}

extension DescriptionError {
    /// The mistake in the name of a locale; nil = there is none.
    package static func ofLocale(_ name: String) -> String? { LocaleName.problem(name) }

    /// The mistake in the code of a currency; nil = there is none.
    package static func ofCurrency(_ code: String) -> String? { CurrencyCode.problem(code) }
}
