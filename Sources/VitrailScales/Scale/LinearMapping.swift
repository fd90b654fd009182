/// The identity: values are mapped values.
struct LinearMapping: ScaleMapping {
    static var isLinear: Bool { true }

    @inline(__always) func forward(_ value: Double) -> Double { value }
    @inline(__always) func inverse(_ mapped: Double) -> Double { mapped }
    @inline(__always) func distance(from origin: Double, to value: Double) -> Double { value - origin }
    @inline(__always) func value(at distance: Double, from origin: Double, noise: Double) -> Double {
        origin + distance
    }
    var loop: ScaleLoop { .affine }
}
