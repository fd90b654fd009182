import VitrailColumns
import VitrailScales

#if canImport(Glibc)
    import Glibc
#endif

/// Formats values of an axis for running text. Numbers are rounded to about a thousandth of the axis's range. The
/// precision of dates depends on the range, too. The format gets finer if values in the same sentence would look
/// alike.
struct AxisWords {
    private let axis: Axis
    /// Numbers are rounded to a multiple of 10 to this power. nil: six significant digits.
    private var exponent: Int?
    /// Significant digits if `exponent` is nil.
    private var digits = 6
    /// Index in `patterns`. nil: not a date axis.
    private var pattern: Int?

    private static let patterns = [
        "d MMM yyyy", "d MMM yyyy HH:mm", "d MMM yyyy HH:mm:ss", "d MMM yyyy HH:mm:ss.SSS",
        "d MMM yyyy HH:mm:ss.SSSSSS",
        "d MMM yyyy HH:mm:ss.SSSSSSSSS",
    ]

    init(_ axis: Axis) {
        self.axis = axis
        let span = axis.axisRange.span
        // On a logarithmic axis, a thousandth of the span would be greater than the small values.
        if span > 0, span.isFinite, axis.isLinear {
            exponent = Int((log10(span) - 2.5).rounded(.down), within: -400...400)
        }
        guard axis.isDate, axis.labelFormatter == nil else { return }
        pattern =
            span >= 5 * 86_400
            ? 0 : span >= 600 ? 1 : span >= 10 ? 2 : span >= 0.01 ? 3 : span >= 1e-5 || axis.valueOrigin == 0 ? 4 : 5
    }

    var range: NumberRange { axis.axisRange }
    var mapper: AxisScale.Mapper { axis.mapper }
    var isCategory: Bool { axis.isCategory }
    package var isNumber: Bool { axis.columnKind == .number }

    /// The same format, refined until different values have different texts.
    func telling(_ values: [Double]) -> AxisWords {
        let count = Set(values.filter(\.isFinite)).count
        guard count > 1 else { return self }
        var words = self
        for _ in 0..<20 {
            if Set(values.filter(\.isFinite).map(words.text)).count == count { return words }
            guard let finer = words.finer else { break }
            words = finer
        }
        return words
    }

    /// The next finer format. nil: there is none.
    private var finer: AxisWords? {
        var words = self
        if let pattern {
            // Nanoseconds are shown only if values have them.
            guard pattern + 1 < Self.patterns.count, pattern < 4 || axis.valueOrigin != 0 else { return nil }
            words.pattern = pattern + 1
        } else if isCategory || hasOwnFormat {
            return nil
        } else if let exponent {
            guard exponent > -300 else { return nil }
            words.exponent = exponent - 1
        } else {
            guard digits < 17 else { return nil }
            words.digits += 1
        }
        return words
    }

    private var hasOwnFormat: Bool { axis.labelFormatString != nil || axis.labelFormatter != nil }

    func text(_ value: Double) -> String {
        if let date = pattern.flatMap({ axis.dateText(value, pattern: Self.patterns[$0]) }) { return date }
        if let items = axis.itemNames {
            let index = value.rounded()
            return index >= 0 && index < Double(items.count) ? AltText.quoted(items[Int(index)]) : ""
        }
        // Keep the sign, even if the axis's labels have none: otherwise an axis from −5 to 5 would run from 5 to 5.
        return hasOwnFormat ? axis.signedText(value) : axis.amount(numberText(value))
    }

    private func numberText(_ value: Double) -> String {
        guard let exponent else { return NumberLabel.text(value, digits: digits) }
        let size = abs(value)
        guard size < NumberLabel.largestPlain, size >= NumberLabel.smallestPlain || size == 0 else {
            guard size > 0, size.isFinite else { return NumberLabel.text(value) }
            return NumberLabel.text(
                value, digits: max(6, Int(log10(size).rounded(.down), within: -400...400) - exponent + 1))
        }
        // Six digits are enough for a single number, unless the axis shows finer differences.
        let unit = pow(10, Double(exponent))
        let rounded = unit > 0 ? (value / unit).rounded() * unit : value
        return NumberLabel.text(
            rounded.isFinite ? rounded : value,
            digits: max(1, Int(log10(max(size, unit)).rounded(.down), within: -400...400) - exponent + 1))
    }
}
