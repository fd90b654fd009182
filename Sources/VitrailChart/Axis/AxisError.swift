public import VitrailColumns

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
        case .base(let base): "\(base) is not a base of this axis; use 10, 2 or 2.718281828"
        case .threshold(let threshold): "\(threshold) is not a threshold; use a positive number"
        case .exclusion(let range): "\(range) cannot be excluded from an axis: it does not end after its start"
        case .unknownTimeZone(let name):
            "\"\(name)\" is not a time zone; write an IANA identifier, such as Europe/Berlin"
        }
    }
}
