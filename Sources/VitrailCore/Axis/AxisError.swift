/// Invalid argument of an axis; each case carries the rejected value.
public enum AxisError: Error, Sendable, Equatable {
    /// Invalid base. A base is positive, finite and not 1; the base of a symmetric logarithm is greater than 1.
    case base(Double)
    /// Invalid threshold. The linear part of a symmetric logarithm has a positive length.
    case threshold(Double)
    /// Invalid excluded range. An excluded range starts before it ends.
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
