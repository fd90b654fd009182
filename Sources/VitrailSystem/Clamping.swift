// Conversions of computed numbers that cannot trap. `Int(_:)` traps for NaN, ±∞ and numbers out of range. Such numbers
// occur if neighbours are equal, a sum overflows, or a range is smaller than the spacing of Doubles.

extension FixedWidthInteger {
    /// The number rounded towards zero and clamped to the bounds. NaN becomes the lower bound.
    ///
    /// - Parameter bounds: At most ±2⁵³ for `Double` and ±2²⁴ for `Float`, so that both bounds are exact.
    @inlinable @inline(__always)
    package init<Number: BinaryFloatingPoint>(_ number: Number, within bounds: ClosedRange<Self>) {
        // This order also covers NaN, because comparisons with NaN are false.
        guard number > Number(bounds.lowerBound) else {
            self = bounds.lowerBound
            return
        }
        self = number < Number(bounds.upperBound) ? Self(number) : bounds.upperBound
    }
}

extension Int {
    /// The nearest pixel, clamped to ±2³⁰, far outside any picture; 0 for NaN.
    package init(nearest position: Double) {
        self = position.isNaN ? 0 : Int(position.rounded(), within: -(1 << 30)...1 << 30)
    }
}

extension UInt8 {
    /// Maps 0 … 1 to 0 … 255, rounded to the nearest; 0 for NaN.
    @inlinable @inline(__always)
    package init<Number: BinaryFloatingPoint>(share: Number) {
        self = share > 0 ? UInt8((Swift.min(share, 1) * 255).rounded()) : 0
    }
}
