import Foundation

/// Numbers as tick labels: as many decimals as the step needs, digits grouped from 10,000 on.
enum NumberLabel {
    /// Exponential notation starts here, where plain digits stop being readable.
    static let largestPlain = 1e15
    static let smallestPlain = 1e-6

    /// - Parameter step: distance to the neighbouring label, which decides the decimals.
    static func text(_ value: Double, step: NumberTicks.Step) -> String {
        let size = max(abs(value), step.value)
        if size >= largestPlain || (value != 0 && size < smallestPlain) {
            return String(format: "%.\(significantDecimals(value, step))e", value)
        }
        return plain(value, decimals: max(0, -step.exponent))
    }

    /// A value by itself: up to six significant decimals, no trailing zeros.
    static func text(_ value: Double) -> String {
        guard value != 0 else { return "0" }
        let size = abs(value)
        guard size < largestPlain, size >= smallestPlain else { return String(format: "%g", value) }
        let decimals = max(0, min(12, 5 - Int(log10(size).rounded(.down))))
        var text = plain(value, decimals: decimals)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text
    }

    static func plain(_ value: Double, decimals: Int) -> String {
        let digits = String(format: "%.\(decimals)f", value)
        guard abs(value) >= 10_000 else { return digits }
        let point = digits.firstIndex(of: ".") ?? digits.endIndex
        let whole = digits[..<point]
        var grouped = ""
        for (i, character) in whole.reversed().enumerated() {
            if i > 0, i % 3 == 0, character != "-" { grouped.append(",") }
            grouped.append(character)
        }
        return String(grouped.reversed()) + digits[point...]
    }

    private static func significantDecimals(_ value: Double, _ step: NumberTicks.Step) -> Int {
        guard value != 0 else { return 0 }
        return max(0, min(15, Int(log10(abs(value)).rounded(.down)) - step.exponent))
    }
}
