/// Where a table of columns comes from.
public enum DataDescription: Sendable, Equatable {
    /// A CSV file; only rows where every column of `filter` has its value count.
    case csv(path: String, filter: [RowFilter])
    /// Columns written in the description itself.
    case values([String: InlineColumn])
    /// Raw columns, each a file of its own.
    case columns([String: RawColumn])
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
    case npy(path: String)
}
