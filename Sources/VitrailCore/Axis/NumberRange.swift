/// A closed interval of data values: numbers, category indexes, or seconds after the origin on date axes, by default since 1970.
public struct NumberRange: Sendable, Hashable {
    public var minimum: Double
    public var maximum: Double

    /// Takes the ends as they are; `isValid` tells whether an axis can show them.
    public init(_ minimum: Double, _ maximum: Double) {
        self.minimum = minimum
        self.maximum = maximum
    }

    public var span: Double { maximum - minimum }
    public var center: Double { minimum + span / 2 }

    /// Both ends finite, their distance too, and the first below the second.
    public var isValid: Bool {
        minimum.isFinite && maximum.isFinite && minimum < maximum && span.isFinite
    }

    public func contains(_ value: Double) -> Bool { value >= minimum && value <= maximum }

    public func union(_ other: NumberRange) -> NumberRange {
        NumberRange(Swift.min(minimum, other.minimum), Swift.max(maximum, other.maximum))
    }

    /// Widened to hold `value`; a non-finite value changes nothing.
    public func including(_ value: Double) -> NumberRange {
        value.isFinite ? union(NumberRange(value, value)) : self
    }

    public func widened(low: Double, high: Double) -> NumberRange {
        NumberRange(minimum - low, maximum + high)
    }

    /// The union of an optional range and another.
    static func union(_ a: NumberRange?, _ b: NumberRange?) -> NumberRange? {
        guard let a else { return b }
        guard let b else { return a }
        return a.union(b)
    }
}

extension NumberRange: CustomStringConvertible {
    public var description: String { "\(minimum)…\(maximum)" }
}
