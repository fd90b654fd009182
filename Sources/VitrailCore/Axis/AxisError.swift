/// What an axis cannot be given: each case says what it was.
public enum AxisError: Error, Sendable, Equatable {
    /// A logarithm's base is positive, finite and not 1; a symmetric one's is greater than 1.
    case base(Double)
    /// The linear part of a symmetric logarithm has a length.
    case threshold(Double)
    /// A stretch to take out starts before it ends.
    case exclusion(NumberRange)
    case unknownTimeZone(String)
}

extension AxisError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .base(let base): "\(base) is no base of this logarithm; 10, 2 or 2.718281828 is"
        case .threshold(let threshold): "\(threshold) is no threshold; a positive number is"
        case .exclusion(let range): "\(range) cannot be taken out of an axis: it does not end after its start"
        case .unknownTimeZone(let name): "\"\(name)\" is not a time zone; Europe/Berlin or UTC is"
        }
    }
}
