package import VitrailColumns

/// The function of a scale from values to mapped values, and its inverse: one type for each scale.
///
/// The function is monotonic. `AxisScale.Mapper` has a case for each type, and `Mapper.with` is the only list of them:
/// other code asks a mapping for its properties. Loops over samples call the functions through `with`, so that they are
/// compiled for each type; `Mapper.mapping` is for code that is not called for each sample.
package protocol ScaleMapping: Sendable {
    /// Whether equal distances of values have equal lengths, apart from excluded ranges.
    static var isLinear: Bool { get }
    /// Whether only values > 0 have a position.
    static var mapsPositiveOnly: Bool { get }
    /// Whether equal distances of values get shorter towards both ends of a range; otherwise only towards its maximum.
    /// Not used for linear mappings.
    static var narrowsAtBothEnds: Bool { get }

    /// Mapped value; NaN, which is a gap, for a value without a position.
    func forward(_ value: Double) -> Double
    /// Inverse of `forward`.
    func inverse(_ mapped: Double) -> Double
    /// Mapped distance from `origin` to `value`, exact for close values: nanoseconds, or the ninth digit on a
    /// logarithmic axis. Its unit need not be that of `forward`.
    func distance(from origin: Double, to value: Double) -> Double
    /// Value at a mapped distance from `origin`.
    ///
    /// - Parameter noise: a distance this near to an excluded range counts as that range.
    func value(at distance: Double, from origin: Double, noise: Double) -> Double

    /// Whether a value lies in an excluded range.
    func isExcluded(_ value: Double) -> Bool

    /// Mapped value in the unit of `distance`.
    func natural(_ value: Double) -> Double
    /// Inverse of `natural`.
    func value(ofNatural mapped: Double) -> Double
    /// Whether a segment between two samples is straight on the axis, so that values on it are interpolated after the
    /// mapping.
    ///
    /// - Parameter low: the minimum of the values.
    func interpolatesMapped(from low: Double) -> Bool
    /// Whether the mapping of values ≥ `low` is steepest at `low`; otherwise it is steepest at 0. Not used for linear
    /// mappings.
    func isSteepest(at low: Double) -> Bool

    /// How loops over samples compute positions.
    var loop: ScaleLoop { get }
    /// Code for vectors of values in a range. `nil`: there is none.
    func vectorCode(in range: NumberRange) -> ScaleVectorCode?
}

/// How loops over samples compute positions.
package enum ScaleLoop {
    /// Positions are an affine function of the values.
    case affine
    /// Each value is mapped by the scale.
    case mapped
    /// Positions are an affine function between excluded ranges.
    case excluding(Exclusions)
}

/// Mappings with vectorised code.
package enum ScaleVectorCode {
    case logarithm
    case squareRoot
}

extension ScaleMapping {
    static var isLinear: Bool { false }
    static var mapsPositiveOnly: Bool { false }
    static var narrowsAtBothEnds: Bool { true }

    @inline(__always) func isExcluded(_ value: Double) -> Bool { false }
    func natural(_ value: Double) -> Double { forward(value) }
    func value(ofNatural mapped: Double) -> Double { inverse(mapped) }
    func interpolatesMapped(from low: Double) -> Bool { false }
    func isSteepest(at low: Double) -> Bool { false }
    var loop: ScaleLoop { .mapped }
    func vectorCode(in range: NumberRange) -> ScaleVectorCode? { nil }
}

/// Something that is done with the mapping of a scale; compiled for each type of mapping.
protocol ScaleMappingUse {
    associatedtype Result
    func callAsFunction(_ mapping: some ScaleMapping) -> Result
}
