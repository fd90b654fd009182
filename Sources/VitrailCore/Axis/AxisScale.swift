#if canImport(Glibc)
    import Glibc
#endif

/// Maps data values to places along an axis and back: a mapper (identity or logarithm), then an affine step, in Double throughout.
///
/// The step is taken from the range's minimum rather than from zero, so that neighbours like 1e9 + 1 and 1e9 + 2, or nanosecond
/// epochs, stay apart.
public struct AxisScale: Sendable, Hashable {
    public enum Mapper: Sendable, Hashable {
        case identity
        /// Logarithm to a base > 0, ≠ 1; values ≤ 0 map to NaN, which is a gap.
        case logarithm(base: Double)
    }

    public let range: NumberRange
    public let mapper: Mapper
    /// Where `range.minimum` lies, and `range.maximum`, in the unit that the caller maps to.
    public let start: Double
    public let end: Double
    /// place = (mapped − origin) · factor + start
    let origin: Double
    let factor: Double

    /// - Precondition: `range` is valid, and positive for a logarithm.
    public init(range: NumberRange, mapper: Mapper = .identity, start: Double, end: Double) {
        self.range = range
        self.mapper = mapper
        self.start = start
        self.end = end
        origin = mapper.forward(range.minimum)
        factor = (end - start) / (mapper.forward(range.maximum) - origin)
    }

    /// Not clamped: a value out of range lies beyond the ends.
    @inline(__always)
    public func place(_ value: Double) -> Double {
        (mapper.forward(value) - origin) * factor + start
    }

    /// The exact inverse of `place`.
    public func value(at place: Double) -> Double {
        mapper.inverse((place - start) / factor + origin)
    }

    /// The same scale shown in another unit or place.
    public func moved(start: Double, end: Double) -> AxisScale {
        AxisScale(range: range, mapper: mapper, start: start, end: end)
    }
}

extension AxisScale.Mapper {
    @inline(__always)
    func forward(_ value: Double) -> Double {
        switch self {
        case .identity: value
        case .logarithm(let base): value > 0 ? log(value) / log(base) : .nan
        }
    }

    func inverse(_ mapped: Double) -> Double {
        switch self {
        case .identity: mapped
        case .logarithm(let base): pow(base, mapped)
        }
    }
}
