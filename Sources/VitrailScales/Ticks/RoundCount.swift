/// Round counts: 1, 2, 5, 10, 20, 50, …
package enum RoundCount {
    /// Smallest round count ≥ `count`, at most 10¹⁸.
    package static func atLeast(_ count: Int) -> Int {
        var power = 1
        while power < 1_000_000_000_000_000_000 {
            for mantissa in [1, 2, 5] where mantissa * power >= count { return mantissa * power }
            power *= 10
        }
        return power
    }
}
