/// Linear from −threshold to threshold, each half as long as one power of the base; logarithmic beyond. Threshold > 0,
/// base > 1.
struct SymmetricLogarithmicMapping: ScaleMapping {
    let threshold: Double
    let base: Double

    @inline(__always) func forward(_ value: Double) -> Double { SymmetricLogarithm.forward(value, threshold, base) }
    @inline(__always) func inverse(_ mapped: Double) -> Double { SymmetricLogarithm.inverse(mapped, threshold, base) }
    @inline(__always) func distance(from origin: Double, to value: Double) -> Double {
        SymmetricLogarithm.distance(origin, value, threshold, base)
    }
    @inline(__always) func value(at distance: Double, from origin: Double, noise: Double) -> Double {
        SymmetricLogarithm.value(distance, origin, threshold, base)
    }
}
