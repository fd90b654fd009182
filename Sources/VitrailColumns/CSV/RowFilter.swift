/// A condition on the cells of one column. Rows that fail it are left out.
public struct RowFilter: Sendable, Hashable {
    /// A value that a cell is compared with.
    public enum Value: Sendable, Hashable {
        /// Compared as a number if both the text and the cell are numbers, otherwise as text.
        case text(String)
        /// Matches `true` and `false` in any case, or 1 and 0.
        case bool(Bool)
        /// Matches a gap.
        case gap
    }

    /// An end of a range, inclusive.
    public enum Bound: Sendable, Hashable {
        case number(Double)
        /// A date in a cell format, or a number as text.
        case text(String)
    }

    public enum Condition: Sendable, Hashable {
        /// The cell equals one of these values.
        case oneOf([Value])
        /// The cell is a number or date within these bounds; `nil`: no bound. Gaps and other texts fail.
        case between(minimum: Bound?, maximum: Bound?)
    }

    public var column: String
    public var condition: Condition

    public init(column: String, _ condition: Condition) {
        self.column = column
        self.condition = condition
    }

    /// Keeps the rows where the cell equals `value`.
    public init(column: String, value: String) {
        self.init(column: column, .oneOf([.text(value)]))
    }
}

extension RowFilter: CustomStringConvertible {
    /// The condition as warnings show it: `host = mail`, `host is one of web, db`, `5 ≤ v ≤ 25`. Long texts are cut.
    public var description: String {
        let name = Self.clean(column)
        switch condition {
        case .oneOf(let values) where values.isEmpty: return "\(name) is one of no values"
        case .oneOf(let values) where values.count == 1: return "\(name) = \(values[0].description)"
        case .oneOf(let values):
            let few = values.prefix(8).map(\.description).joined(separator: ", ")
            return "\(name) is one of \(few)" + (values.count > 8 ? " and \(values.count - 8) more" : "")
        case .between(let minimum?, let maximum?): return "\(minimum.description) ≤ \(name) ≤ \(maximum.description)"
        case .between(let minimum?, nil): return "\(name) ≥ \(minimum.description)"
        case .between(nil, let maximum?): return "\(name) ≤ \(maximum.description)"
        case .between(nil, nil): return "\(name) has any value"
        }
    }

    fileprivate static func clean(_ text: String) -> String { String(quoted(text).dropFirst().dropLast()) }
}

extension RowFilter.Value {
    fileprivate var description: String {
        switch self {
        case .text(let text): RowFilter.clean(text)
        case .bool(let value): "\(value)"
        case .gap: "null"
        }
    }
}

extension RowFilter.Bound {
    fileprivate var description: String {
        switch self {
        case .number(let number): compact(number)
        case .text(let text): RowFilter.clean(text)
        }
    }
}

/// Tests one cell of a row against a filter.
///
/// Values are sorted once. A test takes a logarithmic number of comparisons and allocates no memory.
package struct FilterTest: Sendable {
    let slot: Int
    private let takesCommas: Bool
    private let takesGaps: Bool
    /// Sorted in ascending order.
    private let numbers: [Double]
    /// Sorted by length, then by bytes.
    private let texts: [[UInt8]]
    private let bools: (true: Bool, false: Bool)
    /// The texts that are dates, in seconds since 1970.
    private let dates: Set<Double>
    /// `nil`: `numbers`, `texts` and `bools` decide.
    private let range: BoundRange?

    /// - Parameter takesCommas: Whether numbers may have a decimal comma.
    package init(_ filter: RowFilter, slot: Int, takesCommas: Bool) {
        self.slot = slot
        self.takesCommas = takesCommas
        var (numbers, texts): ([Double], [[UInt8]]) = ([], [])
        var (bools, takesGaps, range) = ((true: false, false: false), false, BoundRange?.none)
        switch filter.condition {
        case .between(let minimum, let maximum): range = BoundRange(minimum, maximum)
        case .oneOf(let values):
            for value in values {
                switch value {
                case .text(let text):
                    let bytes = Array(text.utf8)
                    texts.append(bytes)
                    if let number = CellNumber.parse(bytes.span, bytes.indices) { numbers.append(number) }
                case .bool(true): bools.true = true
                case .bool(false): bools.false = true
                case .gap: takesGaps = true
                }
            }
        }
        dates = Set(texts.compactMap { CellDate.parse(String(decoding: $0, as: UTF8.self)) })
        if bools.true { numbers.append(1) }
        if bools.false { numbers.append(0) }
        self.numbers = numbers.sorted()
        self.texts = texts.sorted { Self.order($0, $1) < 0 }
        (self.bools, self.takesGaps, self.range) = (bools, takesGaps, range)
    }

    package func passes(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) -> Bool {
        if let range {
            if let number = number(field, bytes) { return range.contains(number: number) }
            return range.hasDates && CellDate.parse(bytes, field.range).map { range.contains(date: $0) } == true
        }
        if takesGaps, field.isQuoted ? field.range.isEmpty : field.isGap(bytes) { return true }
        if !numbers.isEmpty, let number = number(field, bytes) { return contains(number) }
        if bools.true || bools.false, let value = Self.bool(field, bytes), value ? bools.true : bools.false {
            return true
        }
        if field.hasEscapes {
            let text = Array(field.text(bytes).utf8)
            return contains(text.span)
        }
        return contains(bytes.extracting(field.range))
    }

    /// Tests a number of a typed or inline column; `nil`: a gap.
    package func passes(number: Double?) -> Bool {
        guard let number else { return range == nil && takesGaps }
        return range?.contains(number: number) ?? contains(number)
    }

    /// Tests a date in seconds since 1970; `nil`: a gap.
    package func passes(date: Double?) -> Bool {
        guard let date else { return passes(number: nil) }
        guard let range else { return dates.contains(date) }
        return range.hasDates && range.contains(date: date)
    }

    /// Tests a text of a typed or inline column; `nil`: a gap.
    package func passes(text: String?) -> Bool {
        guard let text else { return passes(number: nil) }
        let bytes = Array(text.utf8)
        return passes(CSVScanner.Field(range: bytes.indices, isQuoted: true), bytes.span)
    }

    private func number(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) -> Double? {
        CellNumber.parse(bytes, field.range) ?? (takesCommas ? CellNumber.parse(commaIn: bytes, field.range) : nil)
    }

    private func contains(_ number: Double) -> Bool {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < numbers.count && numbers[low] == number
    }

    private func contains(_ text: Span<UInt8>) -> Bool {
        var (low, high) = (0, texts.count)
        while low < high {
            let middle = (low + high) / 2
            let order = Self.order(texts[middle], text)
            if order == 0 { return true }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return false
    }

    private static func order(_ a: [UInt8], _ b: [UInt8]) -> Int { order(a, b.span) }

    /// Negative if `a` sorts before `b`, 0 if they are equal, otherwise positive.
    private static func order(_ a: [UInt8], _ b: Span<UInt8>) -> Int {
        guard a.count == b.count else { return a.count - b.count }
        for i in a.indices where a[i] != b[i] { return Int(a[i]) - Int(b[i]) }
        return 0
    }

    private static func bool(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) -> Bool? {
        guard (4...5).contains(field.range.count) else { return nil }
        return switch field.text(bytes).lowercased() {
        case "true": true
        case "false": false
        default: nil
        }
    }
}

/// The bounds of a filter as numbers and as dates.
private struct BoundRange: Sendable {
    private var numbers = (-Double.infinity, Double.infinity)
    private var dates = (-Double.infinity, Double.infinity)
    /// Whether all bounds are numbers, and whether all are dates. If not, no number or no date is in the range.
    private(set) var (hasNumbers, hasDates) = (true, true)

    init(_ minimum: RowFilter.Bound?, _ maximum: RowFilter.Bound?) {
        if let minimum {
            if let number = minimum.number { numbers.0 = number } else { hasNumbers = false }
            if let date = minimum.date { dates.0 = date } else { hasDates = false }
        }
        if let maximum {
            if let number = maximum.number { numbers.1 = number } else { hasNumbers = false }
            if let date = maximum.date { dates.1 = date } else { hasDates = false }
        }
    }

    func contains(number: Double) -> Bool { hasNumbers && number >= numbers.0 && number <= numbers.1 }
    func contains(date: Double) -> Bool { hasDates && date >= dates.0 && date <= dates.1 }
}

extension RowFilter.Bound {
    /// The bound as a number. `nil`: a text that is not a number.
    package var number: Double? {
        switch self {
        case .number(let number): return number
        case .text(let text):
            let bytes = Array(text.utf8)
            return CellNumber.parse(bytes.span, bytes.indices)
        }
    }

    /// The bound in seconds since 1970. `nil`: a number, or a text that is not a date.
    package var date: Double? {
        switch self {
        case .number: nil
        case .text(let text): CellDate.parse(text)
        }
    }
}
