/// Key of one of several values of a point. A series lists the keys it uses: `xValueKeys`, `yValueKeys`, `valueKeys`.
///
/// Custom series can define their own keys: `let median: DataKey = "median"`.
public struct DataKey: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    public static let open: DataKey = "open"
    public static let high: DataKey = "high"
    public static let low: DataKey = "low"
    public static let close: DataKey = "close"
    /// Start of a column or bar.
    public static let from: DataKey = "from"
    /// Value shown by the area of a bubble.
    public static let area: DataKey = "area"
    /// The second of two values on the dependent axis.
    public static let second: DataKey = "second"
    /// A third value, on no axis.
    public static let z: DataKey = "z"
}
