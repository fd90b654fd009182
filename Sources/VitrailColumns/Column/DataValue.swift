public import struct Foundation.Date

/// One value of a data point, as returned by `ChartData`.
public enum DataValue: Sendable, Hashable {
    /// A number that is not finite is a gap. On a date axis, the number is in seconds after the axis' origin.
    case number(Double)
    /// Seconds since 1970-01-01 00:00 UTC, independent of the axis' origin.
    case date(Double)
    /// An item of a category axis.
    case text(String)

    public init(_ date: Date) { self = .date(date.timeIntervalSince1970) }
    public init(_ number: Double) { self = .number(number) }
    public init(_ text: String) { self = .text(text) }

    /// The number, or the seconds of a date. `nil` for a text.
    public var number: Double? {
        switch self {
        case .number(let value), .date(let value): value
        case .text: nil
        }
    }
}

extension DataValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(stringLiteral value: String) { self = .text(value) }
}

extension DataValue {
    /// The kind of a value, as named in warnings.
    public enum Kind: String, Sendable, Hashable { case number, date, text }

    public var kind: Kind {
        switch self {
        case .number: .number
        case .date: .date
        case .text: .text
        }
    }
}
