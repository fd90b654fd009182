#if canImport(Glibc)
    import Glibc
#endif

/// Ticks of logarithmic axes: integer powers of the base, and multiples of them in between.
struct LogTicks {
    /// > 0, ≠ 1.
    let base: Double
    /// Positive.
    let range: NumberRange

    /// The exponents of the powers in range; empty when there are more than can be told apart.
    var exponents: ClosedRange<Int>? {
        let ends = [Logarithm.of(range.minimum, base: base), Logarithm.of(range.maximum, base: base)].sorted()
        let (first, last) = ((ends[0] - 1e-9).rounded(.up), (ends[1] + 1e-9).rounded(.down))
        guard last >= first, abs(first) < 1e12, abs(last) < 1e12 else { return nil }
        return Int(first)...Int(last)
    }

    /// Of powers of ten, every third one is a thousand times the last.
    static func powers(atLeast count: Int) -> Int { count == 3 ? 3 : RoundCount.atLeast(count) }

    /// Every `stride`-th power, ascending; none when there are more than `TickLimits.count`.
    func powers(every stride: Int) -> [TickPlace] {
        guard let exponents, exponents.count / stride < TickLimits.count else { return [] }
        let first = Int((Double(exponents.lowerBound) / Double(stride)).rounded(.up))
        let places = Swift.stride(from: first * stride, through: exponents.upperBound, by: stride).map {
            TickPlace(value: pow(base, Double($0)), index: $0 / stride)
        }
        return base > 1 ? places : places.reversed()
    }

    /// The exponents of the powers at or below the ends; nil when there are more than can be told apart.
    private var decades: ClosedRange<Int>? {
        let ends = [Logarithm.of(range.minimum, base: base), Logarithm.of(range.maximum, base: base)].sorted().map { $0.rounded(.down) }
        guard ends[1] - ends[0] <= Double(Self.mostDecades), abs(ends[0]) < 1e12, abs(ends[1]) < 1e12 else { return nil }
        return Int(ends[0])...Int(ends[1])
    }

    /// 1, 2 and 5 · 10ⁿ inside the range, ascending; none for other bases than ten.
    var parts: [TickPlace] {
        guard base == 10, let decades else { return [] }
        return decades.flatMap { n in
            [1.0, 2, 5].enumerated().map { TickPlace(value: $1 * pow(base, Double(n)), index: 3 * n + $0) }
        }.filter { range.contains($0.value) }
    }

    /// k · baseⁿ inside the range for the multiples k of `step`, 1 ≤ k < base; none for bases that are no integers.
    func between(step: Double) -> [TickPlace] {
        guard base == base.rounded(), base <= 100, step >= 1, let decades else { return [] }
        let factors = stride(from: step, to: base, by: step).filter { $0 >= 2 }
        return decades.flatMap { n in
            factors.map { TickPlace(value: $0 * pow(base, Double(n)), index: n) }
        }.filter { range.contains($0.value) }
    }

    /// More decades than this leave no room between them.
    private static let mostDecades = 40
}
