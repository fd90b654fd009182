/// Axis types that a chart can create by name.
public enum AxisType: String, Sendable, CaseIterable {
    case number, dateTime, category, logarithmic, discontinuousNumber, discontinuousDateTime
    /// Linear around zero, logarithmic on both sides: for data that cross zero and span decades.
    case symmetricLogarithmic
    /// Square roots: small values get more space than on a linear axis, and 0 has a position.
    case squareRoot

    public func makeAxis(defaultRange: NumberRange? = nil) -> Axis {
        switch self {
        case .number: NumberAxis(defaultRange: defaultRange)
        case .dateTime: DateTimeAxis(defaultRange: defaultRange)
        case .category: CategoryAxis(defaultRange: defaultRange)
        case .logarithmic: LogarithmicAxis(defaultRange: defaultRange)
        case .discontinuousNumber: DiscontinuousNumberAxis(defaultRange: defaultRange)
        case .discontinuousDateTime: DiscontinuousDateTimeAxis(defaultRange: defaultRange)
        case .symmetricLogarithmic: SymmetricLogarithmicAxis(defaultRange: defaultRange)
        case .squareRoot: SquareRootAxis(defaultRange: defaultRange)
        }
    }

    /// Whether the values are instants.
    var isDate: Bool { self == .dateTime || self == .discontinuousDateTime }
}
