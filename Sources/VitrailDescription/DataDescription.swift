public import VitrailColumns

/// Source of a table of columns.
public enum DataDescription: Sendable, Equatable {
    /// A CSV file; only rows that pass all filters are read.
    case csv(path: String, filter: [RowFilter] = [], options: CSVOptions = CSVOptions())
    /// Columns in the description itself. Only the options `parse` and `timeZone` apply.
    case values([String: InlineColumn], options: CSVOptions = CSVOptions())
    /// Raw columns, each in its own file. Only the options `parse` and `timeZone` apply.
    case columns([String: RawColumn], options: CSVOptions = CSVOptions())
    /// A NumPy file, `.npy` or `.npz`, with column names as in `ArrayFile`. Only the options `parse` and `timeZone`
    /// apply.
    case arrays(path: String, options: CSVOptions = CSVOptions())
    /// An Arrow file or stream; only rows that pass all filters are read. Only the options `parse` and `timeZone`
    /// apply.
    case arrow(path: String, filter: [RowFilter] = [], options: CSVOptions = CSVOptions())
    /// Columns in memory, which are not in JSON: see `ChartDescription.init(json:directory:tables:)`.
    case memory(ColumnTable)
}

/// Numbers or texts with gaps; texts may be dates.
public enum InlineColumn: Sendable, Equatable {
    case numbers([Double?])
    case texts([String?])
}

/// A file of values: little-endian without a header, or a NumPy array.
public enum RawColumn: Sendable, Hashable {
    case f64(path: String)
    case f32(path: String)
    /// - Parameter column: Name as in `ArrayFile`, for a file with several columns.
    case npy(path: String, column: String? = nil)
}
