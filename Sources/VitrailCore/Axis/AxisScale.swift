#if canImport(Glibc)
    import Glibc
#endif

/// Maps data values to places along an axis and back: a mapper (identity, logarithm, …), then an affine step, in Double throughout.
///
/// The step is taken from the range's minimum rather than from zero, so that neighbours like 1e9 + 1 and 1e9 + 2, or nanosecond
/// epochs, stay apart.
public struct AxisScale: Sendable, Hashable {
    public enum Mapper: Sendable, Hashable {
        case identity
        /// Logarithm to a base > 0, ≠ 1; values ≤ 0 map to NaN, which is a gap.
        case logarithm(base: Double)
        /// Linear from −threshold to threshold, each half as long as one power of the base; logarithmic beyond. Threshold > 0, base > 1.
        case symmetricLogarithm(threshold: Double, base: Double)
        /// The identity, with stretches of the axis taken out.
        case discontinuous(Exclusions)
    }

    public let range: NumberRange
    public let mapper: Mapper
    /// Where `range.minimum` lies, and `range.maximum`, in the unit that the caller maps to.
    public let start: Double
    public let end: Double
    /// place = (mapped − origin) · factor + start
    let origin: Double
    /// 0 when nothing of the range is left: then every value lies at the start.
    let factor: Double

    /// - Precondition: `range` is valid, and positive for a logarithm.
    public init(range: NumberRange, mapper: Mapper = .identity, start: Double, end: Double) {
        self.range = range
        self.mapper = mapper
        self.start = start
        self.end = end
        origin = mapper.forward(range.minimum)
        let factor = (end - start) / (mapper.forward(range.maximum) - origin)
        self.factor = factor.isFinite ? factor : 0
    }

    /// Not clamped: a value out of range lies beyond the ends.
    @inline(__always)
    public func place(_ value: Double) -> Double {
        (mapper.forward(value) - origin) * factor + start
    }

    /// The exact inverse of `place`; at the place of a stretch that was taken out, the end of that stretch.
    public func value(at place: Double) -> Double {
        guard factor != 0 else { return range.minimum }
        let mapped = (place - start) / factor + origin
        // What rounding to a place and back can amount to.
        let noise = abs((end - start) / factor) * 1e-12 + max(abs(mapped), abs(origin)).ulp * 4
        return mapper.inverse(mapped, noise: noise)
    }

    /// The same scale shown in another unit or place.
    public func moved(start: Double, end: Double) -> AxisScale {
        AxisScale(range: range, mapper: mapper, start: start, end: end)
    }

    /// Whether a value lies in a stretch that was taken out of the axis: nothing is drawn there.
    public func isExcluded(_ value: Double) -> Bool { mapper.isExcluded(value) }
}

extension AxisScale.Mapper {
    @inline(__always)
    func forward(_ value: Double) -> Double {
        switch self {
        case .identity: value
        case .logarithm(let base): value > 0 ? Logarithm.of(value, base: base) : .nan
        case .symmetricLogarithm(let threshold, let base): SymmetricLogarithm.forward(value, threshold, base)
        case .discontinuous(let exclusions): exclusions.forward(value)
        }
    }

    /// - Parameter noise: how far from the place of an exclusion a mapped value still means that place.
    func inverse(_ mapped: Double, noise: Double = 0) -> Double {
        switch self {
        case .identity: mapped
        case .logarithm(let base): pow(base, mapped)
        case .symmetricLogarithm(let threshold, let base): SymmetricLogarithm.inverse(mapped, threshold, base)
        case .discontinuous(let exclusions): exclusions.inverse(mapped, noise: noise)
        }
    }

    public func isExcluded(_ value: Double) -> Bool {
        if case .discontinuous(let exclusions) = self { exclusions.contains(value) } else { false }
    }

    /// Whether equal distances of values are equal distances on the axis, but for what was taken out.
    var isLinear: Bool {
        switch self {
        case .identity, .discontinuous: true
        case .logarithm, .symmetricLogarithm: false
        }
    }
}

/// Logarithms to any base.
enum Logarithm {
    /// Powers of 10 and 2 come out as whole numbers, which a quotient of logarithms does not give.
    static func of(_ value: Double, base: Double) -> Double {
        if base == 10 { return log10(value) }
        if base == 2 { return log2(value) }
        return log(value) / log(base)
    }
}

/// The scale of data that cross zero and span decades on both sides.
///
/// - Source: matplotlib's `symlog` with a linear part of one decade for each half; d3's `scaleSymlog` is its smooth relative.
enum SymmetricLogarithm {
    static func forward(_ value: Double, _ threshold: Double, _ base: Double) -> Double {
        let size = abs(value) / threshold
        guard size > 1 else { return value / threshold }
        return value < 0 ? -1 - Logarithm.of(size, base: base) : 1 + Logarithm.of(size, base: base)
    }

    static func inverse(_ mapped: Double, _ threshold: Double, _ base: Double) -> Double {
        let size = abs(mapped)
        guard size > 1 else { return mapped * threshold }
        let value = threshold * pow(base, size - 1)
        return mapped < 0 ? -value : value
    }
}
