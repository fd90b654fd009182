import VitrailChart
import VitrailScales

/// A type of descriptions whose axes have number labels.
protocol DescribedNumberLabels: DescribedAxisType {
    /// Creates the axis without the format of its labels.
    static func makeNumbers(_ description: AxisDescription) throws(AxisError) -> NumberAxis
}

extension DescribedNumberLabels {
    static func read(_ axis: inout AxisDescription, _ object: inout DescriptionObject) throws(DescriptionError) {
        try axis.readNumbers(&object)
    }

    static func readLabelFormat(_ node: DescriptionNode) throws(DescriptionError) -> String {
        try NumberPattern.read(node)
    }

    static func make(_ description: AxisDescription, origin: Int, locale: String?) throws(AxisError) -> Axis {
        let axis = try makeNumbers(description)
        axis.writing = NumberWriting(
            locale: locale, currency: description.currency, isCompact: description.compact,
            isAbsolute: description.absolute)
        return axis
    }
}

enum DescribedNumberAxis: DescribedNumberLabels {
    static var foreignNames: [String] { ["linear", "value", "quantitative", "float", "int"] }
    static var isRoundable: Bool { true }

    static func read(_ axis: inout AxisDescription, _ object: inout DescriptionObject) throws(DescriptionError) {
        try axis.readNumbers(&object)
        axis.alignZero = try object.optional("alignZero") ?? false
    }

    static func makeNumbers(_ description: AxisDescription) -> NumberAxis {
        NumberAxis(defaultRange: description.defaultRange)
    }
}

extension AxisDescription {
    /// Reads how numbers are formatted.
    ///
    /// - Parameter hasZero: whether the axis has a position for 0.
    mutating func readNumbers(_ object: inout DescriptionObject, hasZero: Bool = true) throws(DescriptionError) {
        if let node = object.optional("locale") { locale = try LocaleName.read(node) }
        if let node = object.optional("currency") { currency = try CurrencyCode.read(node) }
        compact = try object.optional("compact") ?? false
        absolute = try object.optional("absolute") ?? false
        if hasZero { includeZero = try object.optional("includeZero") ?? false }
    }
}
