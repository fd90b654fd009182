package import VitrailColumns

#if canImport(Glibc)
    import Glibc
#endif

/// Ticks of logarithmic axes: integer powers of the base, and multiples of them in between.
package struct LogTicks {
    /// > 0, ≠ 1.
    let base: Double
    /// Positive.
    let range: NumberRange

    package init(base: Double, range: NumberRange) {
        self.base = base
        self.range = range
    }

    /// Exponents of the powers in range. `nil`: no power in range, or an exponent of at least 10¹².
    package var exponents: ClosedRange<Int>? {
        let ends = [Logarithm.of(range.minimum, base: base), Logarithm.of(range.maximum, base: base)].sorted()
        let (first, last) = ((ends[0] - 1e-9).rounded(.up), (ends[1] + 1e-9).rounded(.down))
        guard last >= first, abs(first) < 1e12, abs(last) < 1e12 else { return nil }
        return Int(first)...Int(last)
    }

    /// Stride of powers; 3 is allowed because every third power of ten is a factor of 1000.
    package static func powers(atLeast count: Int) -> Int { count == 3 ? 3 : RoundCount.atLeast(count) }

    /// Every `stride`-th power, ascending; empty for more than `TickLimits.count`.
    package func powers(every stride: Int) -> [TickPosition] {
        guard let exponents, exponents.count / stride < TickLimits.count else { return [] }
        let first = Int((Double(exponents.lowerBound) / Double(stride)).rounded(.up))
        let positions = Swift.stride(from: first * stride, through: exponents.upperBound, by: stride).map {
            TickPosition(value: pow(base, Double($0)), index: $0 / stride)
        }
        return base > 1 ? positions : positions.reversed()
    }

    /// Exponents of the powers at or below the ends. `nil`: more than `maxDecades`, or an exponent of at least 10¹².
    private var decades: ClosedRange<Int>? {
        let ends = [Logarithm.of(range.minimum, base: base), Logarithm.of(range.maximum, base: base)].sorted().map {
            $0.rounded(.down)
        }
        guard ends[1] - ends[0] <= Double(Self.maxDecades), abs(ends[0]) < 1e12, abs(ends[1]) < 1e12 else { return nil }
        return Int(ends[0])...Int(ends[1])
    }

    /// 1, 2 and 5 · 10ⁿ inside the range, ascending; empty for bases other than ten.
    package var parts: [TickPosition] {
        guard base == 10, let decades else { return [] }
        return decades.flatMap { n in
            [1.0, 2, 5].enumerated().map { TickPosition(value: $1 * pow(base, Double(n)), index: 3 * n + $0) }
        }.filter { range.contains($0.value) }
    }

    /// k · baseⁿ inside the range for the multiples k of `step`, 2 ≤ k < base; empty for bases that are not integers up
    /// to 100.
    package func between(step: Double) -> [TickPosition] {
        guard base == base.rounded(), base <= 100, step >= 1, let decades else { return [] }
        let factors = stride(from: step, to: base, by: step).filter { $0 >= 2 }
        return decades.flatMap { n in
            factors.map { TickPosition(value: $0 * pow(base, Double(n)), index: n) }
        }.filter { range.contains($0.value) }
    }

    /// With more decades there is no space for ticks between them.
    private static let maxDecades = 40
}
