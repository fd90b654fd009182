/// The kinds of axis that a chart can be asked for by name.
public enum AxisType: String, Sendable, CaseIterable {
    case number, dateTime, category, logarithmic

    public func makeAxis(defaultRange: NumberRange? = nil) -> Axis {
        switch self {
        case .number: NumberAxis(defaultRange: defaultRange)
        case .dateTime: DateTimeAxis(defaultRange: defaultRange)
        case .category: CategoryAxis(defaultRange: defaultRange)
        case .logarithmic: LogarithmicAxis(defaultRange: defaultRange)
        }
    }
}
