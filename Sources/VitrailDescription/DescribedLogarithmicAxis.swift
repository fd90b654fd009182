import VitrailChart

enum DescribedLogarithmicAxis: DescribedNumberLabels {
    static var foreignNames: [String] { ["log", "log10"] }

    /// Legal bases. For a base nearer to 1, a range has more powers than Doubles can distinguish.
    static let bases = 1.000_001...1e9

    static func read(_ axis: inout AxisDescription, _ object: inout DescriptionObject) throws(DescriptionError) {
        try axis.readNumbers(&object, hasZero: false)
        axis.base = try object.optional("base", in: bases)
    }

    static func makeNumbers(_ description: AxisDescription) throws(AxisError) -> NumberAxis {
        try LogarithmicAxis(base: description.base ?? 10, defaultRange: description.defaultRange)
    }
}

enum DescribedSymmetricLogarithmicAxis: DescribedNumberLabels {
    static var foreignNames: [String] { ["symlog"] }

    static func read(_ axis: inout AxisDescription, _ object: inout DescriptionObject) throws(DescriptionError) {
        try axis.readNumbers(&object)
        axis.base = try object.optional("base", in: DescribedLogarithmicAxis.bases)
        axis.threshold = try object.optional("threshold", in: 1e-300...1e300)
    }

    static func makeNumbers(_ description: AxisDescription) throws(AxisError) -> NumberAxis {
        try SymmetricLogarithmicAxis(
            threshold: description.threshold ?? 1, base: description.base ?? 10, defaultRange: description.defaultRange)
    }
}
