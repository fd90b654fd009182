package import CColumns
package import CRaster
import VitrailColumns
package import VitrailScales

/// A monotonic mapping from values to positions: as values rise, positions never fall, or never rise. Searches rely on
/// it.
package protocol MonotonicScaleTransform: ScaleTransform {
    /// Whether the axis may exclude values.
    static var hasExclusions: Bool { get }
    /// Values below it have no position.
    var minimum: Double { get }
    /// Whether larger values have smaller positions.
    var isReversed: Bool { get }
    /// Whether positions are an affine function of values.
    static var isAffine: Bool { get }
    /// Whether the mapper keeps the distance between two values if there is no exclusion between them.
    static var keepsDistances: Bool { get }
    /// The affine step from mapped values to positions. Mapped values are the values, their logarithms, or the values
    /// less the excluded lengths.
    var affine: Affine { get }
    /// Parameters for mapping many values at a time, with no exclusion between them; `nil`: each value is mapped by
    /// itself.
    ///
    /// - Parameter low: the minimum of the values.
    func vectorized(from low: Double) -> vitrail_axis?
    /// The maximum distance in pixels between the positions of two values that are not below `low`.
    ///
    /// - Parameter distance: between the two values, ≥ 0.
    func greatestDistance(of distance: Double, from low: Double) -> Double
    /// The values from `first` on that lie in the same bin.
    ///
    /// - Parameter column: number of the bin. It spans the positions `column` ..< `column` + 1, in units of 1 /
    ///   `perPixel`.
    func stretch(of column: Double, perPixel: Double, from first: Double) -> ColumnStretch
}

/// The values in one bin (a pixel column or a part of one), as the parameters of a linear test for ascending values.
package struct ColumnStretch {
    package var values: vitrail_column
    /// Whether the test agrees with the computed positions to the last bit.
    package var isExact: Bool
}

extension MonotonicScaleTransform {
    package static var hasExclusions: Bool { false }
    package static var isAffine: Bool { false }
    package static var keepsDistances: Bool { isAffine }
    @inline(__always) package var minimum: Double { -.infinity }
    package func vectorized(from low: Double) -> vitrail_axis? { affine.vectorized }

    @inline(__always)
    package func stretch(of column: Double, perPixel: Double, from first: Double) -> ColumnStretch {
        let end = value(at: (isReversed ? column : column + 1) / perPixel)
        return ColumnStretch(
            values: vitrail_column(origin: first, factor: 1 / (end - first), start: 0, per_pixel: 1, number: 0),
            isExact: false)
    }
}

extension Affine: MonotonicScaleTransform {
    fileprivate var vectorized: vitrail_axis {
        vitrail_axis(
            origin: origin, factor: factor, start: start, mapping: vitrail_linear, farthest: .maxCoordinate, from: 0)
    }

    package static var isAffine: Bool { true }
    @inline(__always) package var affine: Affine { self }
    @inline(__always) package func greatestDistance(of distance: Double, from low: Double) -> Double {
        distance * abs(factor)
    }
    @inline(__always) package var isReversed: Bool { factor < 0 }

    @inline(__always)
    package func stretch(of column: Double, perPixel: Double, from first: Double) -> ColumnStretch {
        ColumnStretch(
            values: vitrail_column(origin: origin, factor: factor, start: start, per_pixel: perPixel, number: column),
            isExact: true)
    }
}

extension Mapped: MonotonicScaleTransform {
    package var affine: Affine {
        Affine(
            origin: scale.mapper.mapping.natural(scale.range.minimum), factor: scale.factor, start: scale.start)
    }
    package var isReversed: Bool { scale.end < scale.start }

    package func vectorized(from low: Double) -> vitrail_axis? {
        let mapping: vitrail_mapping
        switch scale.mapper.mapping.vectorCode(in: scale.range) {
        case .logarithm: mapping = vitrail_logarithmic
        case .squareRoot: mapping = vitrail_square_root
        case nil: return nil
        }
        return vitrail_axis(
            origin: scale.range.minimum, factor: scale.factor, start: scale.start, mapping: mapping,
            farthest: .maxCoordinate, from: 0)
    }

    /// A logarithm is steepest at its low end, a symmetric logarithm and a square root at 0.
    package func greatestDistance(of distance: Double, from low: Double) -> Double {
        let mapping = scale.mapper.mapping
        let length =
            mapping.isSteepest(at: low)
            ? mapping.natural(low + distance) - mapping.natural(low) : 2 * mapping.natural(distance / 2)
        return length * abs(scale.factor)
    }

    @inline(__always) package var minimum: Double {
        scale.mapper.mapsPositiveOnly ? .leastNonzeroMagnitude : -.infinity
    }
}

/// An axis with exclusions.
///
/// Unchecked, because a pointer is not `Sendable`: `MonotonicScaledLoop` keeps the table in place until its pass ends.
/// It is not an array: threads that copy the axis would update the reference count of the same memory.
@safe struct DiscontinuousScale: MonotonicScaleTransform, @unchecked Sendable {
    package static var hasExclusions: Bool { true }
    package static var keepsDistances: Bool { true }

    private let pieces: UnsafeBufferPointer<Exclusions.Piece>
    private let holdsStart: Bool
    let affine: Affine
    /// Rounding tolerance, in units of the axis, for the inverse of a position.
    private let noise: Double

    /// - Parameter pieces: must stay in place while the axis is used.
    fileprivate init(_ scale: AxisScale, _ pieces: Span<Exclusions.Piece>, holdsStart: Bool) {
        unsafe self.pieces = unsafe pieces.withUnsafeBufferPointer { unsafe $0 }
        self.holdsStart = holdsStart
        affine = Affine(scale)
        noise = scale.noise
    }

    @inline(__always)
    private func search<Found>(_ body: (Span<Exclusions.Piece>) -> Found) -> Found {
        body(unsafe Span(_unsafeElements: pieces))
    }

    var isReversed: Bool { affine.isReversed }
    func greatestDistance(of distance: Double, from low: Double) -> Double {
        affine.greatestDistance(of: distance, from: low)
    }
    package func vectorized(from low: Double) -> vitrail_axis? {
        Affine(origin: low, factor: affine.factor, start: position(of: low)).vectorized
    }
    private func mapped(_ value: Double) -> Double { search { $0.forward(value) } }
    package func position(of value: Double) -> Double { affine.position(of: mapped(value)) }
    package func isExcluded(_ value: Double) -> Bool { exclusion(around: value) != nil }
    func value(at position: Double) -> Double { search { $0.inverse(affine.value(at: position), noise: noise) } }
    package func exclusion(around value: Double) -> NumberRange? {
        search { $0.piece(around: value, holdsStart: holdsStart) }?.range
    }
    package func exclusion(from low: Double, to high: Double) -> NumberRange? {
        search { $0.piece(from: low, to: high) }?.range
    }
}

/// A pass over samples, bin by bin. The mappings are chosen once, before the pass.
package protocol MonotonicScaledLoop {
    associatedtype Output
    func run(_ along: some MonotonicScaleTransform, _ across: some MonotonicScaleTransform) -> Output
}

extension MonotonicScaledLoop {
    /// Runs the pass with the mappings of two scales.
    package func run(along: AxisScale, across: AxisScale) -> Output {
        switch along.mapper.loop {
        case .affine: run(Affine(along), across)
        case .mapped: run(Mapped(along), across)
        case .excluding(let exclusions):
            withExtendedLifetime(exclusions) {
                run(DiscontinuousScale(along, exclusions.pieces.span, holdsStart: exclusions.holdsStart), across)
            }
        }
    }

    private func run(_ along: some MonotonicScaleTransform, _ across: AxisScale) -> Output {
        switch across.mapper.loop {
        case .affine: run(along, Affine(across))
        case .mapped: run(along, Mapped(across))
        case .excluding(let exclusions):
            withExtendedLifetime(exclusions) {
                run(along, DiscontinuousScale(across, exclusions.pieces.span, holdsStart: exclusions.holdsStart))
            }
        }
    }
}
