/// A column has to have this value: compared as a number where the cell is one too, as text elsewhere.
public struct RowFilter: Sendable, Hashable {
    public var column: String
    public var value: String

    public init(column: String, value: String) {
        self.column = column
        self.value = value
    }
}

/// Compares one cell of a row with what a filter wants.
struct FilterTest: Sendable {
    let slot: Int
    private let text: [UInt8]
    private let number: Double?
    private let takesCommas: Bool

    /// - Parameter takesCommas: as of a `ColumnBuilder`.
    init(slot: Int, value: String, takesCommas: Bool) {
        self.slot = slot
        self.takesCommas = takesCommas
        let bytes = Array(value.utf8)
        text = bytes
        number = CellNumber.parse(bytes.span, bytes.indices)
    }

    func passes(_ field: CSVScanner.Field, _ bytes: Span<UInt8>) -> Bool {
        if let number, let cell = CellNumber.parse(bytes, field.range) ?? (takesCommas ? CellNumber.parse(commaIn: bytes, field.range) : nil) {
            return cell == number
        }
        if field.hasDoubledQuotes { return Array(field.text(bytes).utf8) == text }
        guard field.range.count == text.count else { return false }
        for i in text.indices where bytes[field.range.lowerBound + i] != text[i] { return false }
        return true
    }
}
