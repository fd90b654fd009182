/// Signed square roots: √v for v ≥ 0, −√−v below 0, so that all numbers have a root.
///
/// - Source: d3's `scaleSqrt`.
package enum SquareRoot {
    @inline(__always)
    static func forward(_ value: Double) -> Double {
        let root = abs(value).squareRoot()
        return value < 0 ? -root : root
    }

    @inline(__always)
    static func inverse(_ root: Double) -> Double { root * abs(root) }

    /// Difference of the roots of `value` and `origin`, exact for close values.
    @inline(__always)
    static func distance(_ origin: Double, _ value: Double) -> Double {
        let (first, second) = (abs(origin).squareRoot(), abs(value).squareRoot())
        // A difference of roots loses the digits in which two close values differ.
        if origin * value > 0, second < .infinity { return (value - origin) / (first + second) }
        return (value < 0 ? -second : second) - (origin < 0 ? -first : first)
    }

    /// The value whose root differs from the root of `origin` by `distance`, exact for short distances.
    package static func value(_ distance: Double, _ origin: Double) -> Double {
        let root = forward(origin)
        let moved = root + distance
        // Squaring the sum would lose the last digits of the origin.
        return moved * root > 0 && moved.isFinite ? origin + distance * (abs(root) + abs(moved)) : inverse(moved)
    }
}
