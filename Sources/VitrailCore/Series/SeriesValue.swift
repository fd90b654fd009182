/// A value that a series reads from each of its points, besides the independent value.
public enum SeriesValue: Sendable, Hashable {
    /// The point's only value on the dependent axis.
    case single
    /// One of several values on the dependent axis.
    case keyed(DataKey)
    /// A value on no axis.
    case free(DataKey)

    var key: DataKey? {
        switch self {
        case .single: nil
        case .keyed(let key), .free(let key): key
        }
    }

    /// Whether the value lies on the dependent axis.
    public var isOnAxis: Bool {
        if case .free = self { false } else { true }
    }
}

/// The field of a point that holds a value, for any orientation of the series.
enum PointField: Hashable {
    /// The single value on an axis.
    case x, y
    /// A value with a key, on an axis.
    case xKey(DataKey)
    case yKey(DataKey)
    /// A value with a key, on no axis.
    case free(DataKey)

    /// The name in errors and warnings.
    var name: String {
        switch self {
        case .x: "x"
        case .y: "y"
        case .xKey(let key), .yKey(let key), .free(let key): key.rawValue
        }
    }
}
