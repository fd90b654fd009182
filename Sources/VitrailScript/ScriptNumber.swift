import Foundation

/// Formats numbers like JavaScript.
public enum ScriptNumber {
    /// The shortest text that parses to the same number: "0.1", "1e+21", "Infinity".
    public static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "Infinity" : "-Infinity" }
        if value == 0 { return "0" }
        if abs(value) < 1e15, value == value.rounded() { return String(Int(value)) }
        let (digits, exponent) = shortest(abs(value))
        let sign = value < 0 ? "-" : ""
        let count = digits.count
        // The value is 0.digits × 10^exponent.
        if (-5...0).contains(exponent) { return sign + "0." + String(repeating: "0", count: -exponent) + digits }
        if (1...21).contains(exponent) {
            if count <= exponent { return sign + digits + String(repeating: "0", count: exponent - count) }
            return sign + digits.prefix(exponent) + "." + digits.dropFirst(exponent)
        }
        let power = exponent - 1
        let fraction = count > 1 ? "." + digits.dropFirst() : ""
        return sign + digits.prefix(1) + fraction + "e" + (power < 0 ? "-" : "+") + String(abs(power))
    }

    /// The significant digits without zeros at the ends, and the exponent: the value is 0.digits × 10^exponent.
    private static func shortest(_ value: Double) -> (digits: String, exponent: Int) {
        // For example "123.25", "1e-07" or "1.5e+30".
        let parts = value.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let whole = mantissa[0]
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        let all = String(whole + fraction)
        let leading = all.prefix { $0 == "0" }.count
        var digits = String(all.dropFirst(leading))
        while digits.last == "0" { digits.removeLast() }
        return (digits, whole.count - leading + power)
    }

    /// With 0 to 100 digits after the decimal point. Halves are rounded away from zero.
    public static func fixed(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e21 else { return text(value) }
        var rounded = value
        if digits <= 22 {
            let factor = pow(10.0, Double(digits))
            let scaled = abs(value) * factor
            // If the error of the product is 0, the product is exact, and a half is exactly a half.
            if scaled < 0x1p52, scaled - scaled.rounded(.down) == 0.5, (-scaled).addingProduct(abs(value), factor) == 0
            {
                rounded = (scaled + 0.5) / factor * (value < 0 ? -1 : 1)
            }
        }
        let text = String(format: "%.*f", digits, rounded)
        return text.hasPrefix("-") && !text.contains { ("1"..."9").contains($0) }
            ? (value < 0 ? text : String(text.dropFirst())) : text
    }

    /// With 1 to 100 significant digits.
    static func precise(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite else { return text(value) }
        if value == 0 { return fixed(0, digits - 1) }
        let written = String(format: "%.*e", digits - 1, value)
        let power = written.split(separator: "e").last.flatMap { Int($0) } ?? 0
        if power >= -6, power < digits { return String(format: "%.*f", max(digits - 1 - power, 0), value) }
        let mantissa = written.split(separator: "e")[0]
        return mantissa + "e" + (power < 0 ? "-" : "+") + String(abs(power))
    }

    /// In the format of the United States: commas between thousands, and as many decimals as needed.
    ///
    /// - Parameter digits: minimum and maximum number of digits after the decimal point.
    public static func local(_ value: Double, digits: ClosedRange<Int> = 0...3) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "∞" : "-∞" }
        // Above the range of `fixed`, no decimals are left.
        var text = abs(value) < 1e21 ? fixed(value, digits.upperBound) : String(format: "%.0f", value)
        if text.contains(".") {
            var spare = digits.upperBound - digits.lowerBound
            while spare > 0, text.last == "0" {
                text.removeLast()
                spare -= 1
            }
            if text.last == "." { text.removeLast() }
        }
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(separator: ".")
        let whole = Array(parts[0])
        var grouped = ""
        for (k, digit) in whole.enumerated() {
            if k > 0, (whole.count - k).isMultiple(of: 3) { grouped += "," }
            grouped.append(digit)
        }
        return (isNegative ? "-" : "") + grouped + (parts.count > 1 ? "." + parts[1] : "")
    }

    /// Parses a text as a number. NaN: it is not a number. An empty text is 0.
    static func read(_ text: String) -> Double {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.isEmpty { return 0 }
        switch trimmed {
        case "Infinity", "+Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: break
        }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where trimmed.lowercased().hasPrefix(prefix) {
            return Int(trimmed.dropFirst(2), radix: radix).map { Double($0) } ?? .nan
        }
        // Swift also accepts "nan", "inf" and hexadecimal fractions.
        guard trimmed.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }) else { return .nan }
        return Double(trimmed) ?? (trimmed.hasSuffix(".") ? Double(trimmed + "0") : nil)
            ?? (trimmed.hasPrefix(".") ? Double("0" + trimmed) : nil) ?? .nan
    }

    /// The number at the start of a text, like `parseFloat`.
    static func prefix(_ text: String) -> Double {
        let start = text.drop { $0.isWhitespace }
        if start.hasPrefix("Infinity") || start.hasPrefix("+Infinity") { return .infinity }
        if start.hasPrefix("-Infinity") { return -.infinity }
        var end = start.startIndex
        var digits = 0
        func skip(_ isTaken: (Character) -> Bool) {
            while end < start.endIndex, isTaken(start[end]) { end = start.index(after: end) }
        }
        func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
        if end < start.endIndex, start[end] == "-" || start[end] == "+" { end = start.index(after: end) }
        while end < start.endIndex, isDigit(start[end]) {
            end = start.index(after: end)
            digits += 1
        }
        if end < start.endIndex, start[end] == "." {
            end = start.index(after: end)
            while end < start.endIndex, isDigit(start[end]) {
                end = start.index(after: end)
                digits += 1
            }
        }
        guard digits > 0 else { return .nan }
        let mantissa = end
        if end < start.endIndex, start[end] == "e" || start[end] == "E" {
            end = start.index(after: end)
            if end < start.endIndex, start[end] == "-" || start[end] == "+" { end = start.index(after: end) }
            let power = end
            skip(isDigit)
            if power == end { end = mantissa }
        }
        return read(String(start[..<end]))
    }
}
