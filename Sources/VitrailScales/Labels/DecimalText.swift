import Foundation

/// Writes numbers in decimal, exactly rounded, without `printf`.
package enum DecimalText {
    /// Minus sign of negative numbers.
    package enum Minus {
        /// U+002D, as in program output.
        case hyphen
        /// U+2212, as wide as a plus sign, for readers.
        case sign
    }

    /// Value with a fixed number of decimals, rounded half to even as by `printf`; no minus before a zero.
    ///
    /// - Parameters:
    ///   - decimals: 0…99.
    ///   - groupsFrom: values of at least this size have a comma every three digits.
    ///   - trimsZeros: whether trailing zeros of the decimals are removed.
    package static func fixed(
        _ value: Double, decimals: Int, groupsFrom: Double = .infinity, trimsZeros: Bool = false, minus: Minus = .hyphen
    ) -> String {
        let size = abs(value)
        let groups = size >= groupsFrom
        var decimals = decimals
        guard var units = units(size, decimals: decimals) else {
            return long(value, decimals: decimals, groups: groups, minus)
        }
        while trimsZeros, decimals > 0, units % 10 == 0 {
            units /= 10
            decimals -= 1
        }
        // Digits in reverse order.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(28)
        var rest = units
        var digit = 0
        while rest > 0 || digit <= decimals {
            if digit == decimals, decimals > 0 { bytes.append(UInt8(ascii: ".")) }
            if groups, digit > decimals, (digit - decimals) % 3 == 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(truncatingIfNeeded: rest % 10) &+ UInt8(ascii: "0"))
            rest /= 10
            digit += 1
        }
        if value < 0, units > 0 { bytes.append(contentsOf: minus.text.utf8.reversed()) }
        bytes.reverse()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// size · 10^decimals, rounded half to even. `nil`: a Double cannot represent it to half a unit.
    ///
    /// The product is exact as a sum of two Doubles, product and remainder of a fused multiply-add, which separates
    /// ties from near ties.
    private static func units(_ size: Double, decimals: Int) -> UInt64? {
        guard decimals < powers.count else { return nil }
        let product = size * powers[decimals]
        guard product < 0x1p51 else { return nil }
        let remainder = (-product).addingProduct(size, powers[decimals])
        let whole = product.rounded(.down)
        let part = product - whole
        let units = UInt64(whole)
        if part > 0.5 || (part == 0.5 && remainder > 0) { return units + 1 }
        if part == 0.5, remainder == 0 { return units + units % 2 }
        return units
    }

    /// Powers of ten that a Double holds exactly, as far as labels need them.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    private static func long(_ value: Double, decimals: Int, groups: Bool, _ minus: Minus) -> String {
        let digits = String(format: "%.\(decimals)f", abs(value))
        let sign = value < 0 ? minus.text : ""
        guard groups else { return sign + digits }
        let point = digits.firstIndex(of: ".") ?? digits.endIndex
        var grouped = ""
        for (i, character) in digits[..<point].reversed().enumerated() {
            if i > 0, i % 3 == 0 { grouped.append(",") }
            grouped.append(character)
        }
        return sign + String(grouped.reversed()) + digits[point...]
    }
}

extension DecimalText.Minus {
    var text: String {
        switch self {
        case .hyphen: "-"
        case .sign: "\u{2212}"
        }
    }
}
