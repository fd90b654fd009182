import Foundation
package import VitrailColumns

/// Numbers as labels: as many decimals as the step needs, and one form for all labels of an axis.
package enum NumberLabel {
    /// Common form of all labels of an axis.
    package struct Form: Equatable {
        /// Whether digits are grouped: 1,000 if 10,000 is in range, but the years 1990 and 2000 without a comma.
        var groups = false
        /// Largest magnitude in range if all labels have an exponent, because their plain digits would be unreadable.
        /// `nil`: no exponents.
        package var exponentUpTo: Double?

        /// Form of a single number: grouped from 10,000 on.
        package init() {}

        package init(_ range: NumberRange) {
            let largest = max(abs(range.minimum), abs(range.maximum))
            groups = largest + range.span * TickLimits.tolerance >= NumberLabel.groupsFrom
            if largest >= NumberLabel.largestPlain || largest < NumberLabel.smallestAxis { exponentUpTo = largest }
        }

        fileprivate var groupsFrom: Double { groups ? 0 : NumberLabel.groupsFrom }
    }

    /// Exponential notation starts here, where plain digits become unreadable.
    package static let largestPlain = 1e15
    package static let smallestPlain = 1e-6
    /// On an axis that ends below this, labels would have only zeros before their digits.
    package static let smallestAxis = 1e-5
    package static let groupsFrom = 10_000.0

    /// - Parameter step: distance to the neighbouring label; it determines the decimals.
    package static func text(_ value: Double, step: NumberTicks.Step, _ form: Form) -> String {
        guard value.isFinite else { return "" }
        guard let largest = form.exponentUpTo else {
            return DecimalText.fixed(value, decimals: max(0, -step.exponent), groupsFrom: form.groupsFrom, minus: .sign)
        }
        guard value != 0 else { return "0" }
        // One exponent for the whole axis, that of its largest label. A step too small to count from reaches the end of
        // the range.
        let last = max((largest / step.value * (1 + 1e-9)).rounded(.down), 1) * step.value
        let exponent = exponent(of: last > 0 && last.isFinite ? last : largest)
        return exponential(value, exponent, decimals: max(0, min(15, exponent - step.exponent)), trimsZeros: false)
    }

    /// A single value with up to six significant digits and no trailing zeros; empty for a value that is not finite.
    ///
    /// - Parameter minus: a hyphen in names, which are compared with texts in the data.
    package static func text(_ value: Double, _ form: Form = Form(), minus: DecimalText.Minus = .sign) -> String {
        guard value.isFinite else { return "" }
        guard value != 0 else { return "0" }
        let size = abs(value)
        guard form.exponentUpTo == nil, size < largestPlain, size >= smallestPlain else {
            // The smallest numbers have fewer than six digits.
            let digits = size < 1e-307 ? Int(log10(size / .leastNonzeroMagnitude), within: 1...6) : 6
            return exponential(
                value, exponent(of: size, roundedAt: digits < 6 ? 1e-3 : 2.1714e-7), decimals: digits - 1,
                trimsZeros: true,
                minus)
        }
        let decimals = max(0, min(12, 5 - Int(log10(size).rounded(.down))))
        // Six digits are few enough for `DecimalText`; `printf` would keep zeros.
        return DecimalText.fixed(value, decimals: decimals, groupsFrom: form.groupsFrom, trimsZeros: true, minus: minus)
    }

    /// A single value with at most `digits` significant digits, without trailing zeros.
    package static func text(_ value: Double, digits: Int) -> String {
        let digits = min(max(digits, 1), 17)
        guard digits != 6, value.isFinite, value != 0 else { return text(value) }
        let size = abs(value)
        guard size < largestPlain, size >= smallestPlain else {
            return exponential(value, exponent(of: size, roundedAt: 0), decimals: digits - 1, trimsZeros: true)
        }
        let decimals = max(0, min(22, digits - 1 - Int(log10(size).rounded(.down))))
        return DecimalText.fixed(value, decimals: decimals, groupsFrom: groupsFrom, trimsZeros: true, minus: .sign)
    }

    /// Decimal exponent of the first digit.
    ///
    /// - Parameter step: logarithmic tolerance for growth by rounding: 9.999996 is 10 in six digits, and powers of ten
    ///   keep their exponent in spite of the logarithm's last digit.
    private static func exponent(of size: Double, roundedAt step: Double = 1e-12) -> Int {
        // For 0, the result of rounding tiny steps, use the exponent of the smallest number.
        Int((log10(size) + step).rounded(.down), within: -324...308)
    }

    /// 1.5e−9; without an exponent if that is 0.
    private static func exponential(
        _ value: Double, _ exponent: Int, decimals: Int, trimsZeros: Bool, _ minus: DecimalText.Minus = .sign
    ) -> String {
        // Divide in two steps: for the smallest numbers the power is not representable.
        let half = exponent / 2
        let mantissa = value / pow(10, Double(half)) / pow(10, Double(exponent - half))
        let digits = DecimalText.fixed(mantissa, decimals: decimals, trimsZeros: trimsZeros, minus: minus)
        return exponent == 0 ? digits : digits + "e" + (exponent < 0 ? minus.text : "") + String(abs(exponent))
    }
}
