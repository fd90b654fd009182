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
    /// place = (mapped − mapped minimum) · factor + start; 0 when nothing of the range is left: then every value lies at the start.
    let factor: Double

    /// - Precondition: `range` is valid, and positive for a logarithm.
    public init(range: NumberRange, mapper: Mapper = .identity, start: Double, end: Double) {
        self.range = range
        self.mapper = mapper
        self.start = start
        self.end = end
        let factor = (end - start) / mapper.distance(from: range.minimum, to: range.maximum)
        self.factor = factor.isFinite ? factor : 0
    }

    /// Not clamped: a value out of range lies beyond the ends.
    @inline(__always)
    public func place(_ value: Double) -> Double {
        mapper.distance(from: range.minimum, to: value) * factor + start
    }

    /// The exact inverse of `place`; at the place of a stretch that was taken out, the end of that stretch.
    public func value(at place: Double) -> Double {
        guard factor != 0 else { return range.minimum }
        return mapper.value(at: (place - start) / factor, from: range.minimum, noise: noise)
    }

    /// What rounding to a place and back can amount to, on the axis.
    var noise: Double { abs((end - start) / factor) * 1e-12 + max(abs(range.minimum), abs(range.maximum)).ulp * 4 }

    /// The same scale shown in another unit or place.
    public func moved(start: Double, end: Double) -> AxisScale {
        AxisScale(range: range, mapper: mapper, start: start, end: end)
    }

    /// Whether a value lies in a stretch that was taken out of the axis: nothing is drawn there.
    public func isExcluded(_ value: Double) -> Bool { mapper.isExcluded(value) }
}

extension AxisScale.Mapper {
    /// A value's place on an axis without ends.
    func forward(_ value: Double) -> Double {
        switch self {
        case .identity: value
        case .logarithm(let base): value > 0 ? Logarithm.of(value, base: base) : .nan
        case .symmetricLogarithm(let threshold, let base): SymmetricLogarithm.forward(value, threshold, base)
        case .discontinuous(let exclusions): exclusions.forward(value)
        }
    }

    /// The value at a place on an axis without ends.
    func inverse(_ mapped: Double) -> Double {
        switch self {
        case .identity: mapped
        case .logarithm(let base): pow(base, mapped)
        case .symmetricLogarithm(let threshold, let base): SymmetricLogarithm.inverse(mapped, threshold, base)
        case .discontinuous(let exclusions): exclusions.inverse(mapped, noise: 0)
        }
    }

    /// How far `value` lies from `origin`, exact where they are close: nanoseconds, or the ninth digit on a logarithmic axis.
    @inline(__always)
    func distance(from origin: Double, to value: Double) -> Double {
        switch self {
        case .identity: value - origin
        case .logarithm: value > 0 ? Logarithm.ratio(value, origin) : .nan
        case .symmetricLogarithm(let threshold, let base): SymmetricLogarithm.distance(origin, value, threshold, base)
        case .discontinuous(let exclusions): exclusions.forward(value) - exclusions.forward(origin)
        }
    }

    /// The value at a distance from `origin`.
    ///
    /// - Parameter noise: how far from the place of an exclusion a distance still means that place.
    func value(at distance: Double, from origin: Double, noise: Double = 0) -> Double {
        switch self {
        case .identity: origin + distance
        case .logarithm: Logarithm.scaled(origin, by: distance)
        case .symmetricLogarithm(let threshold, let base): SymmetricLogarithm.value(distance, origin, threshold, base)
        case .discontinuous(let exclusions): exclusions.inverse(exclusions.forward(origin) + distance, noise: noise)
        }
    }

    public func isExcluded(_ value: Double) -> Bool {
        if case .discontinuous(let exclusions) = self { exclusions.contains(value) } else { false }
    }

    /// Whether anything may be left out.
    var hasExclusions: Bool { if case .discontinuous = self { true } else { false } }

    /// The length of a range on the axis, in data units; nil where that depends on the place.
    func linearSpan(of range: NumberRange) -> Double? {
        isLinear ? forward(range.maximum) - forward(range.minimum) : nil
    }

    /// Whether equal distances of values are equal distances on the axis, but for what was taken out.
    var isLinear: Bool {
        switch self {
        case .identity, .discontinuous: true
        case .logarithm, .symmetricLogarithm: false
        }
    }
}

