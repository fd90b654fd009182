import Foundation

/// Numbers as tick labels: as many decimals as the step needs, digits grouped from 10,000 on.
enum NumberLabel {
    /// Exponential notation starts here, where plain digits stop being readable.
    static let largestPlain = 1e15
    static let smallestPlain = 1e-6
    static let groupsFrom = 10_000.0

    /// - Parameter step: distance to the neighbouring label, which decides the decimals.
    static func text(_ value: Double, step: NumberTicks.Step) -> String {
        guard value.isFinite else { return "" }
        let size = max(abs(value), step.value)
        if size >= largestPlain || (value != 0 && size < smallestPlain) {
            return String(format: "%.\(significantDecimals(value, step))e", value)
        }
        return plain(value, decimals: max(0, -step.exponent))
    }

    /// A value by itself: up to six significant digits after the point, no trailing zeros; nothing for one that is not finite.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "" }
        guard value != 0 else { return "0" }
        let size = abs(value)
        guard size < largestPlain, size >= smallestPlain else { return String(format: "%g", value) }
        let decimals = max(0, min(12, 5 - Int(log10(size).rounded(.down))))
        // Six digits are few enough to be written without `printf`, which keeps zeros.
        return DecimalText.fixed(value, decimals: decimals, groupsFrom: groupsFrom, trimsZeros: true)
    }

    static func plain(_ value: Double, decimals: Int) -> String {
        DecimalText.fixed(value, decimals: decimals, groupsFrom: groupsFrom)
    }

    private static func significantDecimals(_ value: Double, _ step: NumberTicks.Step) -> Int {
        guard value != 0 else { return 0 }
        return max(0, min(15, Int(log10(abs(value)).rounded(.down)) - step.exponent))
    }
}
