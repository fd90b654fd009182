/// The identity, with excluded ranges.
struct DiscontinuousMapping: ScaleMapping {
    let exclusions: Exclusions

    static var isLinear: Bool { true }

    @inline(__always) func forward(_ value: Double) -> Double { exclusions.forward(value) }
    @inline(__always) func inverse(_ mapped: Double) -> Double { exclusions.inverse(mapped, noise: 0) }
    @inline(__always) func distance(from origin: Double, to value: Double) -> Double {
        exclusions.forward(value) - exclusions.forward(origin)
    }
    @inline(__always) func value(at distance: Double, from origin: Double, noise: Double) -> Double {
        exclusions.inverse(exclusions.forward(origin) + distance, noise: noise)
    }
    @inline(__always) func isExcluded(_ value: Double) -> Bool { exclusions.contains(value) }
    var loop: ScaleLoop { .excluding(exclusions) }
}
