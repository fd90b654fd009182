/// Request for a column of a table, by name and kind. A `nil` kind is detected from the cells.
package struct ColumnRequest: Hashable {
    package var name: String
    package var kind: Column.Kind?
    /// Whether this is the independent column of a series, so that its last cells reveal rows below the table.
    package var isIndependent = false
    /// Zone of times written without one. `nil`: UTC.
    package var timeZone: String?
    /// Zone of another axis that shows the column, if it differs.
    package var otherTimeZone: String?
    /// Order of day and month in the locale of the axis. `nil`: unknown.
    package var order: DateRecognition.Order?
    /// Whether eight digits may be a date if `kind` is `nil`.
    package var takesCompactDates = false

    package init(
        name: String,
        kind: Column.Kind? = nil,
        isIndependent: Bool = false,
        timeZone: String? = nil,
        otherTimeZone: String? = nil,
        order: DateRecognition.Order? = nil,
        takesCompactDates: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.isIndependent = isIndependent
        self.timeZone = timeZone
        self.otherTimeZone = otherTimeZone
        self.order = order
        self.takesCompactDates = takesCompactDates
    }

    /// The request for a file with typed values: numbers on a date axis get their unit later.
    package var asStored: ColumnRequest {
        var request = self
        if kind == .date { request.kind = nil }
        return request
    }
}
