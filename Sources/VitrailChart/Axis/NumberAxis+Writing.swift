import VitrailScales

#if canImport(Glibc)
    import Glibc
#endif

/// Labels in the form of a locale, as currency amounts, or with short names such as millions.
extension NumberAxis {
    /// - Precondition: `writing` is not plain.
    func written(_ value: Double) -> String { signed(writing.isAbsolute ? abs(value) : value) }

    /// Label with the sign that `absolute` omits.
    func signed(_ value: Double) -> String {
        guard value.isFinite else { return "" }
        if let parsedPattern {
            // A label format may have a unit of its own.
            let hasOwn = parsedPattern.hasUnit || writing.currency != nil && parsedPattern.hasTexts
            return parsedPattern.text(value, hasOwn ? writing.withoutUnits : writing)
        }
        if let text = compactText(value) { return text }
        guard let currency = writing.currency, labelForm.exponentUpTo == nil, abs(value) < NumberLabel.largestPlain
        else {
            return writing.text(digits(of: value))
        }
        return writing.amount(digits(of: value, as: currency))
    }

    private func compactText(_ value: Double) -> String? {
        writing.compactText(
            value,
            decimals: { [labelStep] exponent, power in
                // At least two digits, as in CLDR; more if the ticks differ in them.
                max(power == exponent ? 1 : 0, min(labelStep.map { exponent - $0.exponent } ?? 0, 15))
            },
            digits: { DecimalText.fixed($0, decimals: $1, groupsFrom: NumberLabel.groupsFrom, trimsZeros: true) })
    }

    /// Digits of a currency amount. Ticks at integers have no decimals; other ticks have the decimals of the currency
    /// or of the step. Values have the decimals of the currency, but at least three digits: 0.0042 does not become
    /// 0.00.
    private func digits(of value: Double, as currency: CurrencySymbols) -> String {
        let step = labelStep.map { max(0, -$0.exponent) }
        let isWhole = value == value.rounded() && step ?? 0 == 0 && (writesTicks ? step != nil : holdsWholeNumbers)
        // Next to names of millions, thousands without a name are equally short.
        let isShort = isWhole || writing.compact != nil && abs(value) >= 1_000
        let own = isShort ? step ?? 0 : max(currency.digits, step ?? 0)
        let size = abs(value)
        let needed = size > 0 && size < 1 ? 2 - Int(log10(size).rounded(.down), within: -20...0) : 0
        var text = DecimalText.fixed(value, decimals: max(own, needed), minus: .sign)
        for _ in own..<max(own, needed) where text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
