import VitrailColumns

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
