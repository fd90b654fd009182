/// A closed interval of data values: numbers, category indexes, or on date axes seconds after the origin, by default
/// 1970.
public struct NumberRange: Sendable, Hashable {
    public var minimum: Double
    public var maximum: Double

    /// Stores the ends unchanged; `isValid` says whether an axis can show them.
    public init(_ minimum: Double, _ maximum: Double) {
        self.minimum = minimum
        self.maximum = maximum
    }

    public var span: Double { maximum - minimum }
    public var center: Double { minimum + span / 2 }

    /// Whether both ends and their distance are finite, and the minimum is below the maximum.
    public var isValid: Bool {
        minimum.isFinite && maximum.isFinite && minimum < maximum && span.isFinite
    }

    public func contains(_ value: Double) -> Bool { value >= minimum && value <= maximum }

    public func union(_ other: NumberRange) -> NumberRange {
        NumberRange(Swift.min(minimum, other.minimum), Swift.max(maximum, other.maximum))
    }

    /// Extended to contain `value`; a non-finite value changes nothing.
    public func including(_ value: Double) -> NumberRange {
        value.isFinite ? union(NumberRange(value, value)) : self
    }

    public func widened(low: Double, high: Double) -> NumberRange {
        NumberRange(minimum - low, maximum + high)
    }

    /// Union of two optional ranges.
    package static func union(_ a: NumberRange?, _ b: NumberRange?) -> NumberRange? {
        guard let a else { return b }
        guard let b else { return a }
        return a.union(b)
    }
}

extension NumberRange: CustomStringConvertible {
    public var description: String { "\(minimum)…\(maximum)" }
}
