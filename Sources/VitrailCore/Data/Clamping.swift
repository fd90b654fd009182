// Conversions of computed numbers that cannot trap. `Int(_:)` ends the process for NaN, ±∞ and numbers out of range.
// Such numbers occur: neighbours are equal, a sum overflows, a range is smaller than the distance of two Doubles.

extension FixedWidthInteger {
    /// The number towards zero, or the nearest bound; the lower bound for NaN.
    ///
    /// - Parameter bounds: at most ±2⁵³ for `Double` and ±2²⁴ for `Float`, so that both are exact.
    @inline(__always)
    init<Number: BinaryFloatingPoint>(_ number: Number, within bounds: ClosedRange<Self>) {
        // In this order, as NaN is neither greater nor less.
        guard number > Number(bounds.lowerBound) else {
            self = bounds.lowerBound
            return
        }
        self = number < Number(bounds.upperBound) ? Self(number) : bounds.upperBound
    }
}

extension Int {
    /// The pixel nearest to a place, which may be far outside any picture; 0 for NaN.
    init(nearest place: Double) {
        self = place.isNaN ? 0 : Int(place.rounded(), within: -(1 << 30)...1 << 30)
    }
}

extension UInt8 {
    /// 0 … 1 → 0 … 255, to the nearest; 0 for NaN.
    @inline(__always)
    init<Number: BinaryFloatingPoint>(share: Number) {
        self = share > 0 ? UInt8((Swift.min(share, 1) * 255).rounded()) : 0
    }
}
