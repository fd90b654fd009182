/// Axis types that a chart can create by name.
public enum AxisType: String, Sendable, CaseIterable {
    case number, dateTime, category, logarithmic, discontinuousNumber, discontinuousDateTime
    /// Linear around zero, logarithmic on both sides: for data that cross zero and span decades.
    case symmetricLogarithmic

    public func makeAxis(defaultRange: NumberRange? = nil) -> Axis {
        switch self {
        case .number: NumberAxis(defaultRange: defaultRange)
        case .dateTime: DateTimeAxis(defaultRange: defaultRange)
        case .category: CategoryAxis(defaultRange: defaultRange)
        case .logarithmic: LogarithmicAxis(defaultRange: defaultRange)
        case .discontinuousNumber: DiscontinuousNumberAxis(defaultRange: defaultRange)
        case .discontinuousDateTime: DiscontinuousDateTimeAxis(defaultRange: defaultRange)
        case .symmetricLogarithmic: SymmetricLogarithmicAxis(defaultRange: defaultRange)
        }
    }

    /// Whether the values are instants.
    var isDate: Bool { self == .dateTime || self == .discontinuousDateTime }
}
