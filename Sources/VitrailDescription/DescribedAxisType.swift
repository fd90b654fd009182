import VitrailChart

/// An axis type of descriptions: its keys, and the axis made of them. `AxisType.described` lists the types.
protocol DescribedAxisType: Sendable {
    /// Names of the type in other tools, in lower case.
    static var foreignNames: [String] { get }
    /// Whether an automatic range may end at ticks (`nice`).
    static var isRoundable: Bool { get }
    /// Reads the keys that not all types have.
    static func read(_ axis: inout AxisDescription, _ object: inout DescriptionObject) throws(DescriptionError)
    /// Reads and checks the format of labels.
    static func readLabelFormat(_ node: DescriptionNode) throws(DescriptionError) -> String
    /// Creates the axis with the properties that not all types have.
    ///
    /// - Parameters:
    ///   - origin: Origin of dates, in seconds since 1970.
    ///   - locale: Locale of labels.
    static func make(_ description: AxisDescription, origin: Int, locale: String?) throws(AxisError) -> Axis
}

extension DescribedAxisType {
    static var foreignNames: [String] { [] }
    static var isRoundable: Bool { false }
    static func read(_ axis: inout AxisDescription, _ object: inout DescriptionObject) throws(DescriptionError) {}
    static func readLabelFormat(_ node: DescriptionNode) throws(DescriptionError) -> String { try String.read(node) }
}

extension AxisType {
    /// The type in descriptions. No other code of descriptions lists the types.
    var described: any DescribedAxisType.Type {
        switch self {
        case .number: DescribedNumberAxis.self
        case .category: DescribedCategoryAxis.self
        case .logarithmic: DescribedLogarithmicAxis.self
        case .symmetricLogarithmic: DescribedSymmetricLogarithmicAxis.self
        case .squareRoot: DescribedSquareRootAxis.self
        case .discontinuousNumber: DescribedDiscontinuousNumberAxis.self
        case .dateTime: DescribedDateTimeAxis.self
        case .discontinuousDateTime: DescribedDiscontinuousDateTimeAxis.self
        }
    }
}
