import VitrailColumns

#if canImport(Glibc)
    import Glibc
#endif

/// The logarithm to a base > 0, ≠ 1; values ≤ 0 are gaps. Distances are natural logarithms, whatever the base is.
struct LogarithmicMapping: ScaleMapping {
    let base: Double

    static var mapsPositiveOnly: Bool { true }
    static var narrowsAtBothEnds: Bool { false }

    @inline(__always) func forward(_ value: Double) -> Double { value > 0 ? Logarithm.of(value, base: base) : .nan }
    @inline(__always) func inverse(_ mapped: Double) -> Double { pow(base, mapped) }
    @inline(__always) func distance(from origin: Double, to value: Double) -> Double {
        value > 0 ? Logarithm.ratio(value, origin) : .nan
    }
    @inline(__always) func value(at distance: Double, from origin: Double, noise: Double) -> Double {
        Logarithm.scaled(origin, by: distance)
    }
    func natural(_ value: Double) -> Double { value > 0 ? log(value) : .nan }
    func value(ofNatural mapped: Double) -> Double { exp(mapped) }
    func interpolatesMapped(from low: Double) -> Bool { low > 0 }
    func isSteepest(at low: Double) -> Bool { true }

    func vectorCode(in range: NumberRange) -> ScaleVectorCode? {
        // The vectorised code takes ratios to the minimum: they must not exceed 1e300, and the minimum needs a finite
        // reciprocal.
        range.minimum > max(range.maximum / 1e300, .leastNormalMagnitude) ? .logarithm : nil
    }
}
