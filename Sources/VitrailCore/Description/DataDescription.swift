/// Where a table of columns comes from.
public enum DataDescription: Sendable, Equatable {
    /// A CSV file; only rows that pass every filter count.
    case csv(path: String, filter: [RowFilter] = [], options: CSVOptions = CSVOptions())
    /// Columns written in the description itself; of the options, `parse` and `timeZone` count.
    case values([String: InlineColumn], options: CSVOptions = CSVOptions())
    /// Raw columns, each a file of its own; of the options, `parse` and `timeZone` count.
    case columns([String: RawColumn], options: CSVOptions = CSVOptions())
    /// A file of arrays as NumPy saves them, `.npy` or `.npz`, whose columns have the names that `ArrayFile` gives them; of the options, `parse`
    /// and `timeZone` count.
    case arrays(path: String, options: CSVOptions = CSVOptions())
    /// An Arrow file or stream; only rows that pass every filter count. Of the options, `parse` and `timeZone` count.
    case arrow(path: String, filter: [RowFilter] = [], options: CSVOptions = CSVOptions())
    /// Columns in memory, which JSON does not name: `ChartDescription.init(json:directory:tables:)`.
    case memory(ColumnTable)
}

/// Numbers or texts with gaps; texts may be dates.
public enum InlineColumn: Sendable, Equatable {
    case numbers([Double?])
    case texts([String?])
}

/// A file of values: little-endian without a header, or as NumPy saves an array.
public enum RawColumn: Sendable, Hashable {
    case f64(path: String)
    case f32(path: String)
    /// - Parameter column: of a file with several, as `ArrayFile` calls it.
    case npy(path: String, column: String? = nil)
}
