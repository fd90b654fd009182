/// What one of several values of a point is. A series tells which it expects: `xValueKeys`, `yValueKeys`, `valueKeys`.
///
/// A host's own series name their own: `let median: DataKey = "median"`.
public struct DataKey: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    public static let open: DataKey = "open"
    public static let high: DataKey = "high"
    public static let low: DataKey = "low"
    public static let close: DataKey = "close"
    /// What a bubble's area tells.
    public static let area: DataKey = "area"
    /// The second value of two on the dependent axis.
    public static let second: DataKey = "second"
    /// A third value, on no axis.
    public static let z: DataKey = "z"
}
