public import VitrailColumns

/// Axis types that a chart can create by name.
public enum AxisType: String, Sendable, CaseIterable {
    case number, dateTime, category, logarithmic, discontinuousNumber, discontinuousDateTime
    /// Linear around zero, logarithmic on both sides: for data that cross zero and span decades.
    case symmetricLogarithmic
    /// Square roots: small values get more space than on a linear axis, and 0 has a position.
    case squareRoot

    public func makeAxis(defaultRange: NumberRange? = nil) -> Axis { registration.make(defaultRange) }

    /// The class of the type and its properties. No other code of the chart model lists the types.
    private var registration: AxisRegistration {
        switch self {
        case .number: .number
        case .dateTime: .dateTime
        case .category: .category
        case .logarithmic: .logarithmic
        case .discontinuousNumber: .discontinuousNumber
        case .discontinuousDateTime: .discontinuousDateTime
        case .symmetricLogarithmic: .symmetricLogarithmic
        case .squareRoot: .squareRoot
        }
    }

    /// The kind of column that axes of the type use.
    package var columnKind: Column.Kind { registration.columnKind }
    /// Whether the values are instants.
    package var isDate: Bool { columnKind == .date }
    package var isCategory: Bool { columnKind == .category }
    /// Whether ranges may be excluded.
    package var isDiscontinuous: Bool { registration.isDiscontinuous }
    /// Whether only values > 0 have a position.
    package var mapsPositiveOnly: Bool { registration.mapsPositiveOnly }
}

/// An axis class as a value, for axes that are created by name.
struct AxisRegistration: Sendable {
    /// Creates an axis with a default range.
    let make: @Sendable (NumberRange?) -> Axis
    let columnKind: Column.Kind
    let isDiscontinuous: Bool
    let mapsPositiveOnly: Bool

    init(_ make: @escaping @Sendable (NumberRange?) -> Axis) {
        self.make = make
        let axis = make(nil)
        columnKind = axis.columnKind
        isDiscontinuous = axis.isDiscontinuous
        mapsPositiveOnly = axis.mapsPositiveOnly
    }
}
