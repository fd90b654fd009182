/// A number format of a column: its decimal sign, and the separator of groups of three digits.
struct NumberFormat: Sendable, Hashable {
    enum Group: Sendable, Hashable {
        case none, comma, point, apostrophe
        /// A blank, a no-break space or a thin space.
        case blank
    }

    var decimal: CSVOptions.Decimal = .point
    var group = Group.none

    /// Properties of a cell in addition to its digits.
    struct Signs: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let percent = Signs(rawValue: 1)
        static let currency = Signs(rawValue: 2)
        static let boolean = Signs(rawValue: 4)
        /// All digits are in groups of three.
        static let grouped = Signs(rawValue: 8)
        /// The number has a decimal sign.
        static let fractional = Signs(rawValue: 16)
    }

    /// Formats to try, in order of preference.
    ///
    /// - Parameters:
    ///   - separatesByComma: Whether a comma separates cells. It is rarely a decimal sign then.
    ///   - decimal: Decimal sign given by the caller; `nil`: try both.
    static func candidates(separatesByComma: Bool, decimal: CSVOptions.Decimal?) -> [NumberFormat] {
        let point: [NumberFormat] = [.none, .comma, .blank, .apostrophe].map {
            NumberFormat(decimal: .point, group: $0)
        }
        let comma: [NumberFormat] = [.none, .point, .blank, .apostrophe].map {
            NumberFormat(decimal: .comma, group: $0)
        }
        switch decimal {
        case .point: return point
        case .comma: return comma
        // Even if commas separate cells, quoted cells may have a decimal comma.
        case nil:
            return separatesByComma ? point + comma : [point[0], comma[0]] + point.dropFirst() + comma.dropFirst()
        }
    }

    // MARK: Reading

    /// The value of a text and its signs. `nil`: not a number of this format.
    ///
    /// `-1.5`, `+1`, `−1` (U+2212), `(1.5)` = −1.5, `$1.50`, `1.50 €`, `12%`, `1e5`, `0x1F`, `true`, `FALSE`.
    func parse(_ text: String) -> (value: Double, signs: Signs)? {
        var text = text
        return text.withUTF8 { bytes in unsafe parse(bytes) }
    }

    private static let longest = 64

    private func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> (value: Double, signs: Signs)? {
        guard utf8.count <= Self.longest, !utf8.isEmpty else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longest) { plain in
            unsafe parse(utf8, plain)
        }
    }

    /// - Parameter plain: Buffer for the number in plain notation.
    private func parse(
        _ utf8: UnsafeBufferPointer<UInt8>, _ plain: UnsafeMutableBufferPointer<UInt8>
    ) -> (value: Double, signs: Signs)? {
        let bytes = unsafe Span(_unsafeElements: utf8)
        var range = bytes.indices
        var signs: Signs = []
        if let boolean = Self.boolean(bytes) { return (boolean ? 1 : 0, .boolean) }
        if let hexadecimal = Self.hexadecimal(bytes) { return (hexadecimal, []) }
        var isNegative = false
        if bytes[range.lowerBound] == UInt8(ascii: "("), bytes[range.upperBound - 1] == UInt8(ascii: ")"),
            range.count > 2
        {
            isNegative = true
            range = range.lowerBound + 1..<range.upperBound - 1
        }
        var hasSign = isNegative
        // Signs and currencies before the digits, in any order: -$5, $-5, € 5.
        while true {
            range = Self.trimmed(bytes, range)
            if let length = Self.minus(bytes, range) {
                guard !hasSign else { return nil }
                (hasSign, isNegative) = (true, bytes[range.lowerBound] != UInt8(ascii: "+"))
                range = range.lowerBound + length..<range.upperBound
            } else if !signs.contains(.currency), let length = Self.currency(bytes, range, atEnd: false) {
                signs.insert(.currency)
                range = range.lowerBound + length..<range.upperBound
            } else {
                break
            }
        }
        if let last = range.last, bytes[last] == UInt8(ascii: "%") {
            signs.insert(.percent)
            range = Self.trimmed(bytes, range.lowerBound..<last)
        } else if !signs.contains(.currency), let length = Self.currency(bytes, range, atEnd: true) {
            signs.insert(.currency)
            range = Self.trimmed(bytes, range.lowerBound..<range.upperBound - length)
        }
        guard let count = unsafe copy(bytes, range, into: plain, &signs) else { return nil }
        let digits = unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: plain[..<count]))
        guard let value = CellNumber.parse(digits, digits.indices) else { return nil }
        return (isNegative ? -value : value, signs)
    }

    /// Copies the digits without group separators, with a decimal point. - Returns: Number of characters; `nil`: not a
    /// number.
    private func copy(
        _ bytes: Span<UInt8>, _ range: Range<Int>, into plain: UnsafeMutableBufferPointer<UInt8>, _ signs: inout Signs
    ) -> Int? {
        var count = 0
        var at = range.lowerBound
        // Number of digits since the last group separator, or from the start.
        var run = 0
        var groups = 0
        var hasDecimal = false
        while at < range.upperBound {
            let byte = bytes[at]
            if byte &- 48 < 10 {
                unsafe plain[count] = byte
                count += 1
                run += 1
                at += 1
                continue
            }
            if byte | 0x20 == UInt8(ascii: "e"), count > 0 {
                for i in at..<range.upperBound {
                    unsafe plain[count] = bytes[i]
                    count += 1
                }
                break
            }
            if !hasDecimal, byte == (decimal == .point ? UInt8(ascii: ".") : UInt8(ascii: ",")) {
                guard groups == 0 || run == 3 else { return nil }
                hasDecimal = true
                run = 0
                unsafe plain[count] = UInt8(ascii: ".")
                count += 1
                at += 1
                continue
            }
            guard !hasDecimal, let length = groupLength(bytes, at, range.upperBound) else { return nil }
            guard groups == 0 ? (1...3).contains(run) : run == 3 else { return nil }
            groups += 1
            run = 0
            at += length
        }
        guard groups == 0 || hasDecimal || run == 3 else { return nil }
        if groups > 0 { signs.insert(.grouped) }
        if hasDecimal { signs.insert(.fractional) }
        return count
    }

    /// Length in bytes of the group separator at a position. `nil`: there is none.
    private func groupLength(_ bytes: Span<UInt8>, _ at: Int, _ end: Int) -> Int? {
        let byte = bytes[at]
        func follows(_ rest: [UInt8]) -> Bool {
            at + rest.count < end && rest.indices.allSatisfy { bytes[at + 1 + $0] == rest[$0] }
        }
        switch group {
        case .none: return nil
        case .comma: return byte == UInt8(ascii: ",") ? 1 : nil
        case .point: return byte == UInt8(ascii: ".") ? 1 : nil
        case .apostrophe:
            if byte == UInt8(ascii: "'") { return 1 }
            return byte == 0xE2 && follows([0x80, 0x99]) ? 3 : nil
        case .blank:
            if byte == UInt8(ascii: " ") { return 1 }
            if byte == 0xC2, follows([0xA0]) { return 2 }
            return byte == 0xE2 && (follows([0x80, 0xAF]) || follows([0x80, 0x89])) ? 3 : nil
        }
    }

    // MARK: Parts

    private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end {
            if bytes[start] == 32 || bytes[start] == 9 {
                start += 1
            } else if start + 1 < end, bytes[start] == 0xC2, bytes[start + 1] == 0xA0 {
                start += 2
            } else {
                break
            }
        }
        while end > start {
            if bytes[end - 1] == 32 || bytes[end - 1] == 9 {
                end -= 1
            } else if end - 2 >= start, bytes[end - 2] == 0xC2, bytes[end - 1] == 0xA0 {
                end -= 2
            } else {
                break
            }
        }
        return start..<end
    }

    /// Length in bytes of a plus or minus sign; U+2212 is also a minus.
    private static func minus(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard let first = range.first else { return nil }
        if bytes[first] == UInt8(ascii: "-") || bytes[first] == UInt8(ascii: "+") { return 1 }
        return range.count > 3 && bytes[first] == 0xE2 && bytes[first + 1] == 0x88 && bytes[first + 2] == 0x92 ? 3 : nil
    }

    /// Currency symbols and codes of three letters.
    private static let currencies: [[UInt8]] = [
        "$", "€", "£", "¥", "₹", "₽", "₩", "₺", "₴", "₪", "₫", "฿", "¢", "R$", "US$", "A$", "C$", "HK$", "NZ$", "S$",
        "kr", "zł", "Kč", "Fr.", "Rs", "Rs.",
        "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "BRL",
    ]
    .map { Array($0.utf8) }.sorted { $0.count > $1.count }

    private static func currency(_ bytes: Span<UInt8>, _ range: Range<Int>, atEnd: Bool) -> Int? {
        guard let first = range.first, let last = range.last else { return nil }
        // Most cells begin and end with a digit.
        let outer = bytes[atEnd ? last : first]
        if outer &- 48 < 10 || outer == UInt8(ascii: ".") && !atEnd { return nil }
        for symbol in currencies where symbol.count < range.count {
            let start = atEnd ? range.upperBound - symbol.count : range.lowerBound
            if symbol.indices.allSatisfy({ bytes[start + $0] == symbol[$0] }) { return symbol.count }
        }
        return nil
    }

    private static func boolean(_ bytes: Span<UInt8>) -> Bool? {
        guard bytes.count == 4 || bytes.count == 5,
            bytes[0] | 0x20 == UInt8(ascii: "t") || bytes[0] | 0x20 == UInt8(ascii: "f")
        else { return nil }
        let word = bytes.indices.map { bytes[$0] | 0x20 }
        if word == Array("true".utf8) { return true }
        return word == Array("false".utf8) ? false : nil
    }

    private static func hexadecimal(_ bytes: Span<UInt8>) -> Double? {
        guard bytes.count > 2, bytes.count <= 18, bytes[0] == UInt8(ascii: "0"), bytes[1] | 0x20 == UInt8(ascii: "x")
        else { return nil }
        var value: UInt64 = 0
        for i in 2..<bytes.count {
            let byte = bytes[i]
            let digit: UInt8 = byte &- 48 < 10 ? byte - 48 : (byte | 0x20) &- 97 < 6 ? (byte | 0x20) - 87 : 255
            guard digit < 16 else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return Double(value)
    }

    // MARK: Recognising

    private static let all = candidates(separatesByComma: false, decimal: nil)

    /// Whether the text is a number in any format.
    static func looksLikeNumber(_ text: String) -> Bool {
        guard text.utf8.count <= longest,
            text.utf8.contains(where: { $0 &- 48 < 10 }) || text.lowercased() == "true" || text.lowercased() == "false"
        else { return false }
        return all.contains { $0.parse(text) != nil }
    }
}

/// A column of texts, read as numbers.
struct NumberReading {
    var values: [Double]
    /// Cells that are neither a number nor a gap: the rows of the first 1,000 of them, and their total number.
    var misfits: [Int] = []
    var misfitCount = 0
    var readable = 0
    var signs: NumberFormat.Signs = []
    /// The sign taken as the decimal sign, if all cells could also be read in another format.
    var ambiguity: CSVOptions.Decimal?

    private static let keptMisfits = 1_000

    /// Reads all cells in the format that fits most of them.
    init(_ texts: [String?], _ isGap: (String) -> Bool, separatesByComma: Bool, decimal: CSVOptions.Decimal?) {
        let candidates = NumberFormat.candidates(separatesByComma: separatesByComma, decimal: decimal)
        // Score the formats on a sample of cells first.
        let sample = Self.sample(texts, isGap)
        let scores = candidates.map { format in sample.count { format.parse($0) != nil } }
        let best = scores.max() ?? 0
        var readings = candidates.indices.filter { scores[$0] == best && best > 0 }.map {
            NumberReading(texts, isGap, candidates[$0])
        }
        if readings.isEmpty { readings = [NumberReading(texts, isGap, candidates[0])] }
        let minimum = readings.map(\.misfitCount).min() ?? 0
        let fitting = readings.filter { $0.misfitCount == minimum }
        self = fitting[0]
        // For example 1.234 or 1,234: one format reads groups of three digits, the other decimals.
        if decimal == nil, !separatesByComma, signs.contains(.fractional), let format = readingFormat,
            fitting.contains(where: { $0.signs.contains(.grouped) && !$0.signs.contains(.fractional) })
        {
            ambiguity = format.decimal
        }
    }

    private var readingFormat: NumberFormat?

    private init(_ texts: [String?], _ isGap: (String) -> Bool, _ format: NumberFormat) {
        readingFormat = format
        values = []
        values.reserveCapacity(texts.count)
        for (row, text) in texts.enumerated() {
            guard let text else {
                values.append(.nan)
                continue
            }
            if let (value, found) = format.parse(text) {
                values.append(value)
                signs.formUnion(found)
                readable += 1
            } else {
                values.append(.nan)
                if isGap(text) { continue }
                misfitCount += 1
                if misfits.count < Self.keptMisfits { misfits.append(row) }
            }
        }
    }

    /// A sample of cells with a value, spread over the whole column.
    private static func sample(_ texts: [String?], _ isGap: (String) -> Bool) -> [String] {
        let step = max(texts.count / 1_000, 1)
        var sample: [String] = []
        for i in stride(from: 0, to: texts.count, by: step) {
            if let text = texts[i], !isGap(text) { sample.append(text) }
        }
        return sample
    }
}
