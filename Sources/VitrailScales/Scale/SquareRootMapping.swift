import VitrailColumns

/// Square roots, mirrored at 0: √v for v ≥ 0, −√−v for v < 0.
struct SquareRootMapping: ScaleMapping {
    @inline(__always) func forward(_ value: Double) -> Double { SquareRoot.forward(value) }
    @inline(__always) func inverse(_ mapped: Double) -> Double { SquareRoot.inverse(mapped) }
    @inline(__always) func distance(from origin: Double, to value: Double) -> Double {
        SquareRoot.distance(origin, value)
    }
    @inline(__always) func value(at distance: Double, from origin: Double, noise: Double) -> Double {
        SquareRoot.value(distance, origin)
    }
    func interpolatesMapped(from low: Double) -> Bool { true }
    func isSteepest(at low: Double) -> Bool { low >= 0 }
    func vectorCode(in range: NumberRange) -> ScaleVectorCode? { .squareRoot }
}
