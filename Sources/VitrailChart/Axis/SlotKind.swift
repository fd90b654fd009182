/// A set of series that stand side by side on one independent axis.
public struct SlotKind: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public static let column: SlotKind = "column"
    public static let bar: SlotKind = "bar"
    public static let candlestick: SlotKind = "candlestick"
    public static let ohlc: SlotKind = "ohlc"
}
