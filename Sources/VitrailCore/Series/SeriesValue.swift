/// What a series reads from each of its points, beside the independent value.
public enum SeriesValue: Sendable, Hashable {
    /// The point's one value on the dependent axis.
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

    /// Whether the dependent axis has a place for it.
    public var isOnAxis: Bool {
        if case .free = self { false } else { true }
    }
}

/// Where a value of a point is found, whatever the series' orientation.
enum PointField: Hashable {
    /// The single value on an axis.
    case x, y
    /// A value under a key, on an axis.
    case xKey(DataKey), yKey(DataKey)
    /// A value under a key, on no axis.
    case free(DataKey)

    /// As errors and warnings name it.
    var name: String {
        switch self {
        case .x: "x"
        case .y: "y"
        case .xKey(let key), .yKey(let key), .free(let key): key.rawValue
        }
    }
}
