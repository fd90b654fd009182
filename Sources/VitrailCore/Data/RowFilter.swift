/// A column has to have this value: compared as a number where the cell is one too, as text elsewhere.
public struct RowFilter: Sendable, Hashable {
    public var column: String
    public var value: String

    public init(column: String, value: String) {
        self.column = column
        self.value = value
    }
}
