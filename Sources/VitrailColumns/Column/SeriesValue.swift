/// A value that a series reads from each of its points, besides the independent value.
public enum SeriesValue: Sendable, Hashable {
    /// The point's only value on the dependent axis.
    case single
    /// One of several values on the dependent axis.
    case keyed(DataKey)
    /// A value on no axis.
    case free(DataKey)

    package var key: DataKey? {
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
