import CData
#if canImport(Glibc)
    import Glibc
#endif

/// How an axis maps values that are searched: larger values never have smaller places, or never larger ones.
protocol AxisPlacing: Placing {
    /// Whether values may be left out.
    static var hasExclusions: Bool { get }
    /// Values below it have no place.
    var least: Double { get }
    /// Whether larger values have smaller places.
    var isReversed: Bool { get }
    /// Whether places are linear in values.
    static var isAffine: Bool { get }
    /// Whether values that nothing is left out between are as far apart as those that they are mapped to.
    static var keepsDistances: Bool { get }
    /// From values as they are mapped, to places: linear, or logarithms.
    var affine: Affine { get }
    /// How values that nothing is left out between are mapped many at a time; nil where each is looked up by itself.
    ///
    /// - Parameter low: the least of the values.
    func vectorized(from low: Double) -> vitrail_axis?
    /// Pixels: how far places of values are apart at most, of two that are not below another.
    ///
    /// - Parameter distance: of the values, ≥ 0.
    func greatestDistance(of distance: Double, from low: Double) -> Double
    /// Values from one on that lie in the same part of a pixel column.
    ///
    /// - Parameter column: the places `column` ..< `column` + 1, in units of 1 / `perPixel`.
    func stretch(of column: Double, perPixel: Double, from first: Double) -> ColumnStretch
}

/// Ascending values in a part of a pixel column.
struct ColumnStretch {
    var values: vitrail_column
    /// Whether it says what places say, to the last bit.
    var isExact: Bool
}

extension AxisPlacing {
    static var hasExclusions: Bool { false }
    static var isAffine: Bool { false }
    static var keepsDistances: Bool { isAffine }
    @inline(__always) var least: Double { -.infinity }
    func vectorized(from low: Double) -> vitrail_axis? { affine.vectorized }

    @inline(__always)
    func stretch(of column: Double, perPixel: Double, from first: Double) -> ColumnStretch {
        let end = value(at: (isReversed ? column : column + 1) / perPixel)
        return ColumnStretch(values: vitrail_column(origin: first, factor: 1 / (end - first), start: 0, per_pixel: 1, number: 0), isExact: false)
    }
}

extension Affine: AxisPlacing {
    fileprivate var vectorized: vitrail_axis {
        vitrail_axis(origin: origin, factor: factor, start: start, is_logarithmic: false, farthest: .farthestPlace, from: 0)
    }

    static var isAffine: Bool { true }
    @inline(__always) var affine: Affine { self }
    @inline(__always) func greatestDistance(of distance: Double, from low: Double) -> Double { distance * abs(factor) }
    @inline(__always) var isReversed: Bool { factor < 0 }

    @inline(__always)
    func stretch(of column: Double, perPixel: Double, from first: Double) -> ColumnStretch {
        ColumnStretch(values: vitrail_column(origin: origin, factor: factor, start: start, per_pixel: perPixel, number: column), isExact: true)
    }
}

extension Mapped: AxisPlacing {
    private func mapped(_ value: Double) -> Double {
        // As distances are counted there: natural logarithms.
        if case .logarithm = scale.mapper { value > 0 ? log(value) : .nan } else { scale.mapper.forward(value) }
    }

    var affine: Affine { Affine(origin: mapped(scale.range.minimum), factor: scale.factor, start: scale.start) }
    var isReversed: Bool { scale.end < scale.start }

    func vectorized(from low: Double) -> vitrail_axis? {
        // Of two that are farther apart no ratio is taken, and none to a number without an inverse.
        let least = max(scale.range.maximum / 1e300, .leastNormalMagnitude)
        guard case .logarithm = scale.mapper, scale.range.minimum > least else { return nil }
        return vitrail_axis(
            origin: scale.range.minimum, factor: scale.factor, start: scale.start, is_logarithmic: true, farthest: .farthestPlace, from: 0)
    }

    /// Logarithms are steepest at their low end, symmetric ones around 0.
    func greatestDistance(of distance: Double, from low: Double) -> Double {
        let length = if case .logarithm = scale.mapper { mapped(low + distance) - mapped(low) } else { 2 * mapped(distance / 2) }
        return length * abs(scale.factor)
    }

    @inline(__always) var least: Double { if case .logarithm = scale.mapper { .leastNonzeroMagnitude } else { -.infinity } }
}

/// An axis with stretches left out.
///
/// Unchecked, since a pointer is not `Sendable`: `ColumnPass` keeps the table in place until its pass ends. Not an array: threads that copy the axis
/// would count references to the same memory.
@safe struct BrokenAxis: AxisPlacing, @unchecked Sendable {
    static var hasExclusions: Bool { true }
    static var keepsDistances: Bool { true }

    private let pieces: UnsafeBufferPointer<Exclusions.Piece>
    private let holdsStart: Bool
    let affine: Affine
    /// Of what a place is the inverse of, on the axis.
    private let noise: Double

    /// - Parameter pieces: stay where they are as long as the axis is used.
    fileprivate init(_ scale: AxisScale, _ pieces: Span<Exclusions.Piece>, holdsStart: Bool) {
        unsafe self.pieces = unsafe pieces.withUnsafeBufferPointer { unsafe $0 }
        self.holdsStart = holdsStart
        affine = Affine(scale)
        noise = scale.noise
    }

    @inline(__always)
    private func search<Found>(_ body: (Span<Exclusions.Piece>) -> Found) -> Found { body(unsafe Span(_unsafeElements: pieces)) }

    var isReversed: Bool { affine.isReversed }
    func greatestDistance(of distance: Double, from low: Double) -> Double { affine.greatestDistance(of: distance, from: low) }
    func vectorized(from low: Double) -> vitrail_axis? { Affine(origin: low, factor: affine.factor, start: place(low)).vectorized }
    private func mapped(_ value: Double) -> Double { search { $0.forward(value) } }
    func place(_ value: Double) -> Double { affine.place(mapped(value)) }
    func skips(_ value: Double) -> Bool { exclusion(around: value) != nil }
    func value(at place: Double) -> Double { search { $0.inverse(affine.value(at: place), noise: noise) } }
    func exclusion(around value: Double) -> NumberRange? { search { $0.piece(around: value, holdsStart: holdsStart) }?.range }
    func exclusion(from low: Double, to high: Double) -> NumberRange? { search { $0.piece(from: low, to: high) }?.range }
}

/// A pass over the pixel columns of samples. How values are mapped is decided once.
protocol ColumnPass {
    associatedtype Output
    func run(_ along: some AxisPlacing, _ across: some AxisPlacing) -> Output
}

extension ColumnPass {
    /// Runs with what the scales map by.
    func run(along: AxisScale, across: AxisScale) -> Output {
        switch along.mapper {
        case .identity: run(Affine(along), across)
        case .logarithm, .symmetricLogarithm: run(Mapped(along), across)
        case .discontinuous(let exclusions):
            withExtendedLifetime(exclusions) { run(BrokenAxis(along, exclusions.pieces.span, holdsStart: exclusions.holdsStart), across) }
        }
    }

    private func run(_ along: some AxisPlacing, _ across: AxisScale) -> Output {
        switch across.mapper {
        case .identity: run(along, Affine(across))
        case .logarithm, .symmetricLogarithm: run(along, Mapped(across))
        case .discontinuous(let exclusions):
            withExtendedLifetime(exclusions) { run(along, BrokenAxis(across, exclusions.pieces.span, holdsStart: exclusions.holdsStart)) }
        }
    }
}
