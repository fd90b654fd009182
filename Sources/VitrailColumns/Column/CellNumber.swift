import CColumns

/// Reads decimal numbers from bytes: `12`, `-3.5`, `.5`, `1e-3`. No hexadecimal numbers and no thousands separators.
package enum CellNumber {
    /// Powers of ten that are exact as Doubles.
    private static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
        1e19, 1e20, 1e21, 1e22,
    ]

    /// The Double nearest to the number in `bytes[range]`. `nil`: the whole range is not a number, or it is too large.
    ///
    /// - Source: A mantissa of up to 2⁵³, multiplied or divided by a power of ten of up to 10²², is rounded only once,
    ///   so the result is exact (Clinger 1990). Numbers with more digits are read with 128-bit integers or by the
    ///   standard library.
    package static func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
        var at = range.lowerBound
        let end = range.upperBound
        var isNegative = false
        if at < end, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
            isNegative = bytes[at] == UInt8(ascii: "-")
            at += 1
        }
        var mantissa: UInt64 = 0
        var exponent = 0
        let digitsStart = at
        while at < end, bytes[at] &- 48 < 10 {
            mantissa = mantissa &* 10 &+ UInt64(bytes[at] &- 48)
            at += 1
        }
        var digits = at - digitsStart
        if at < end, bytes[at] == UInt8(ascii: ".") {
            at += 1
            let fractionStart = at
            while at < end, bytes[at] &- 48 < 10 {
                mantissa = mantissa &* 10 &+ UInt64(bytes[at] &- 48)
                at += 1
            }
            exponent = fractionStart - at
            digits -= exponent
        }
        guard digits > 0 else { return nil }
        if at < end {
            guard let written = parseExponent(bytes, at..<end) else { return nil }
            exponent += written
        }
        // More than 19 digits may have overflowed the mantissa.
        guard digits <= 19, mantissa <= 1 << 53, abs(exponent) <= 22 else { return parseSlowly(bytes, range) }
        let power = exactPowers[abs(exponent)]
        let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
        return isNegative ? -value : value
    }

    /// Reads a number with a decimal comma: `3,5`. `nil` if it also has a point, because then the thousands separator
    /// is unclear.
    package static func parse(commaIn bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
        guard range.count <= longest, let comma = range.first(where: { bytes[$0] == UInt8(ascii: ",") }) else {
            return nil
        }
        var cell = range.map { bytes[$0] }
        guard !cell.contains(UInt8(ascii: ".")) else { return nil }
        cell[comma - range.lowerBound] = UInt8(ascii: ".")
        return parse(cell.span, cell.indices)
    }

    /// Maximum length of a number with a comma; longer cells are texts.
    private static let longest = 64

    /// Reads `e5` or `E-12`, clamped to ±100,000, where the number is zero or too large anyway.
    private static func parseExponent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var at = range.lowerBound
        guard bytes[at] | 0x20 == UInt8(ascii: "e") else { return nil }
        at += 1
        var isNegative = false
        if at < range.upperBound, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
            isNegative = bytes[at] == UInt8(ascii: "-")
            at += 1
        }
        guard at < range.upperBound else { return nil }
        var value = 0
        while at < range.upperBound {
            guard bytes[at] &- 48 < 10 else { return nil }
            value = min(value * 10 + Int(bytes[at] &- 48), 100_000)
            at += 1
        }
        return isNegative ? -value : value
    }

    /// The caller has checked the grammar, so the library sees no other notation that it accepts (`0x1p3`, `nan`).
    private static func parseSlowly(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
        var number = 0.0
        let isRead = unsafe bytes.extracting(range).withUnsafeBufferPointer {
            unsafe vitrail_read_number($0.baseAddress, $0.count, &number)
        }
        if isRead { return number }
        guard let value = Double(decoded(bytes, range)), value.isFinite else { return nil }
        return value
    }
}

/// Decodes bytes as UTF-8; invalid bytes become U+FFFD.
func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: range.map { bytes[$0] }, as: UTF8.self)
}
