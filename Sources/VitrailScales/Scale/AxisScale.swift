public import VitrailColumns

/// Maps data values to positions along an axis and back: a mapper (identity, logarithm, …), then an affine step, in
/// Double throughout.
///
/// The affine step starts at the range's minimum, not at zero, so that close values such as 1e9 + 1 and 1e9 + 2, or
/// nanosecond epochs, remain distinct.
public struct AxisScale: Sendable, Hashable {
    public enum Mapper: Sendable, Hashable {
        case identity
        /// Logarithm to a base > 0, ≠ 1; values ≤ 0 map to NaN, which is a gap.
        case logarithm(base: Double)
        /// Linear from −threshold to threshold, each half as long as one power of the base; logarithmic beyond.
        /// Threshold > 0, base > 1.
        case symmetricLogarithm(threshold: Double, base: Double)
        /// Square roots, mirrored at 0: √v for v ≥ 0, −√−v for v < 0.
        case squareRoot
        /// The identity, with excluded ranges.
        case discontinuous(Exclusions)
    }

    public let range: NumberRange
    public let mapper: Mapper
    /// Positions of `range.minimum` and `range.maximum`, in the caller's unit.
    public let start: Double
    public let end: Double
    /// position = (mapped − mapped minimum) · factor + start. 0 if the entire range is excluded: then every value lies
    /// at the start.
    package let factor: Double

    /// - Precondition: `range` is valid, and positive for a logarithm.
    public init(range: NumberRange, mapper: Mapper = .identity, start: Double, end: Double) {
        self.range = range
        self.mapper = mapper
        self.start = start
        self.end = end
        let factor = (end - start) / mapper.distance(from: range.minimum, to: range.maximum)
        self.factor = factor.isFinite ? factor : 0
    }

    /// Position of a value, not clamped: a value out of range lies beyond the ends.
    @inline(__always)
    public func position(of value: Double) -> Double {
        mapper.distance(from: range.minimum, to: value) * factor + start
    }

    /// Exact inverse of `position(of:)`; at an excluded range, the end of that range.
    public func value(at position: Double) -> Double {
        guard factor != 0 else { return range.minimum }
        return mapper.value(at: (position - start) / factor, from: range.minimum, noise: noise)
    }

    /// Maximum rounding error of mapping to a position and back, in mapped units.
    package var noise: Double {
        abs((end - start) / factor) * 1e-12 + max(abs(range.minimum), abs(range.maximum)).ulp * 4
    }

    /// The same scale with other end positions.
    public func moved(start: Double, end: Double) -> AxisScale {
        AxisScale(range: range, mapper: mapper, start: start, end: end)
    }

    /// Whether a value lies in an excluded range, where nothing is drawn.
    public func isExcluded(_ value: Double) -> Bool { mapper.isExcluded(value) }
}

extension AxisScale.Mapper {
    /// Calls `use` with the mapping of the scale.
    @inline(__always)
    func with<Use: ScaleMappingUse>(_ use: Use) -> Use.Result {
        switch self {
        case .identity: use(LinearMapping())
        case .logarithm(let base): use(LogarithmicMapping(base: base))
        case .symmetricLogarithm(let threshold, let base):
            use(SymmetricLogarithmicMapping(threshold: threshold, base: base))
        case .squareRoot: use(SquareRootMapping())
        case .discontinuous(let exclusions): use(DiscontinuousMapping(exclusions: exclusions))
        }
    }

    /// The mapping of the scale, for code that is not called for each sample.
    package var mapping: any ScaleMapping { with(Erased()) }

    /// Mapped value.
    package func forward(_ value: Double) -> Double { with(Forward(value: value)) }

    /// Inverse of `forward`.
    package func inverse(_ mapped: Double) -> Double { with(Inverse(mapped: mapped)) }

    /// Mapped distance from `origin` to `value`, exact for close values: nanoseconds, or the ninth digit on a
    /// logarithmic axis.
    @inline(__always)
    package func distance(from origin: Double, to value: Double) -> Double {
        with(Distance(origin: origin, value: value))
    }

    /// Value at a mapped distance from `origin`.
    ///
    /// - Parameter noise: a distance this near to an excluded range counts as that range.
    package func value(at distance: Double, from origin: Double, noise: Double = 0) -> Double {
        with(ValueAt(distance: distance, origin: origin, noise: noise))
    }

    /// The excluded ranges. `nil`: the mapper has none.
    @inline(__always) package var exclusions: Exclusions? {
        if case .excluding(let exclusions) = with(Loop()) { exclusions } else { nil }
    }

    /// How loops over samples compute positions.
    @inline(__always) package var loop: ScaleLoop { with(Loop()) }

    /// Whether positions are an affine function of the values.
    @inline(__always) package var isAffine: Bool { if case .affine = with(Loop()) { true } else { false } }

    public func isExcluded(_ value: Double) -> Bool { with(IsExcluded(value: value)) }

    /// Whether the mapper may exclude ranges.
    package var hasExclusions: Bool { if case .excluding = with(Loop()) { true } else { false } }

    /// Whether only values > 0 have a position.
    @inline(__always) package var mapsPositiveOnly: Bool { with(MapsPositiveOnly()) }

    /// Mapped length of a range in data units. `nil`: the length depends on the position.
    package func linearSpan(of range: NumberRange) -> Double? {
        isLinear ? forward(range.maximum) - forward(range.minimum) : nil
    }

    /// Whether equal value distances have equal lengths on the axis, apart from excluded ranges.
    package var isLinear: Bool { with(IsLinear()) }
}

private struct Erased: ScaleMappingUse {
    func callAsFunction(_ mapping: some ScaleMapping) -> any ScaleMapping { mapping }
}

private struct Forward: ScaleMappingUse {
    let value: Double
    @inline(__always) func callAsFunction(_ mapping: some ScaleMapping) -> Double { mapping.forward(value) }
}

private struct Inverse: ScaleMappingUse {
    let mapped: Double
    @inline(__always) func callAsFunction(_ mapping: some ScaleMapping) -> Double { mapping.inverse(mapped) }
}

private struct Distance: ScaleMappingUse {
    let origin, value: Double
    @inline(__always) func callAsFunction(_ mapping: some ScaleMapping) -> Double {
        mapping.distance(from: origin, to: value)
    }
}

private struct ValueAt: ScaleMappingUse {
    let distance, origin, noise: Double
    @inline(__always) func callAsFunction(_ mapping: some ScaleMapping) -> Double {
        mapping.value(at: distance, from: origin, noise: noise)
    }
}

private struct IsExcluded: ScaleMappingUse {
    let value: Double
    @inline(__always) func callAsFunction(_ mapping: some ScaleMapping) -> Bool { mapping.isExcluded(value) }
}

private struct Loop: ScaleMappingUse {
    @inline(__always) func callAsFunction(_ mapping: some ScaleMapping) -> ScaleLoop { mapping.loop }
}

private struct MapsPositiveOnly: ScaleMappingUse {
    @inline(__always) func callAsFunction<Mapping: ScaleMapping>(_ mapping: Mapping) -> Bool {
        Mapping.mapsPositiveOnly
    }
}

private struct IsLinear: ScaleMappingUse {
    @inline(__always) func callAsFunction<Mapping: ScaleMapping>(_ mapping: Mapping) -> Bool { Mapping.isLinear }
}
