package import CColumns
package import VitrailColumns
package import VitrailScales

/// The mapping of values in a hot loop: chosen once per series, specialised in the loop.
package protocol ScaleTransform: Sendable {
    /// Selects the value that the next calls are about.
    mutating func seek(to value: Double)
    /// The position of the selected value.
    func position(of value: Double) -> Double
    /// The position of any value.
    func position(ofAny value: Double) -> Double
    /// The value at a position.
    func value(at position: Double) -> Double
    /// Whether the selected value is excluded from the axis.
    func isExcluded(_ value: Double) -> Bool
    /// The exclusion around a value; `nil`: there is none.
    func exclusion(around value: Double) -> NumberRange?
    /// The first exclusion that begins between two values; `nil`: there is none. `low` must not be excluded.
    func exclusion(from low: Double, to high: Double) -> NumberRange?
}

extension ScaleTransform {
    @inline(__always) package mutating func seek(to value: Double) {}
    @inline(__always) package func position(ofAny value: Double) -> Double { position(of: value) }
    @inline(__always) package func isExcluded(_ value: Double) -> Bool { false }
    @inline(__always) package func exclusion(around value: Double) -> NumberRange? { nil }
    @inline(__always) package func exclusion(from low: Double, to high: Double) -> NumberRange? { nil }
}

/// Exclusions among values along that never fall.
extension ScaleTransform {
    /// Whether no value from `low` to `high` is excluded; `high` is not less than `low`.
    @inline(__always)
    package func isWhole(from low: Double, to high: Double) -> Bool {
        guard exclusion(around: low) == nil, exclusion(around: high) == nil else { return false }
        // An exclusion that begins at `high`, which is not excluded, lies behind it.
        return exclusion(from: low, to: high).map { $0.minimum == high } ?? true
    }

    /// The first contiguous samples of a range that are not excluded; `nil`: all are excluded.
    package func nextPart(of range: Range<Int>, _ along: ColumnView) -> Range<Int>? {
        guard let first = firstKept(range, along) else { return nil }
        guard let next = exclusion(from: along[first], to: along[range.upperBound - 1]) else {
            return first..<range.upperBound
        }
        // One at least, even while a file changes.
        return first..<(first + 1..<range.upperBound).partition { reaches(next, along[$0]) }
    }

    /// The first sample that is not excluded; `nil`: all are excluded.
    func firstKept(_ range: Range<Int>, _ along: ColumnView) -> Int? {
        var rest = range
        while !rest.isEmpty, let gone = exclusion(around: along[rest.lowerBound]) {
            rest = (rest.lowerBound + 1..<rest.upperBound).partition { along[$0] >= gone.maximum }..<rest.upperBound
        }
        return rest.first
    }

    /// The first sample in the exclusion around the last one; `nil`: the last sample is not excluded.
    @inline(__always)
    package func firstLeftOut(_ samples: ClosedRange<Int>, _ along: ColumnView) -> Int? {
        let last = samples.upperBound
        guard let gone = exclusion(around: along[last]) else { return nil }
        return (samples.lowerBound..<last).partition { reaches(gone, along[$0]) }
    }

    /// Whether a value lies in an exclusion or behind it.
    private func reaches(_ gone: NumberRange, _ value: Double) -> Bool {
        // The axis decides whether an exclusion contains its first value.
        value > gone.minimum || value == gone.minimum && exclusion(around: value) != nil
    }
}

extension ScaleTransform {
    /// Limits on values, so that all values within them have positions between `low` and `high`; `nil`: there are none,
    /// or none are known.
    @inline(__always)
    package func values(from low: Double, to high: Double) -> vitrail_span? {
        // Pixels, more than rounding errors.
        let doubt = 1.0 / 256
        let (low, high) = (low + doubt, high - doubt)
        guard high >= low else { return nil }
        let ends = (value(at: low), value(at: high))
        // Values between the ends have positions between theirs. If neighbouring Doubles are as far apart as pixels,
        // the ends may have other positions; NaN must fail, too.
        guard position(ofAny: ends.0) >= low - doubt / 2, position(ofAny: ends.1) <= high + doubt / 2 else {
            return nil
        }
        return vitrail_span(low: min(ends.0, ends.1), high: max(ends.0, ends.1))
    }
}

extension Double {
    /// Pixels: the limit for coordinates, far beyond any picture. Clipping a clamped line at a picture's edges is off
    /// by some thousandths of a pixel at most, and squares still fit into a Float.
    @inlinable static var maxCoordinate: Double { 1e13 }

    /// A position in pixels, clamped to ±`maxCoordinate`. A line from one limit to the other crosses the picture
    /// halfway. NaN stays NaN.
    @inlinable package var clampedPosition: Double { min(max(self, -Self.maxCoordinate), Self.maxCoordinate) }
}

extension Float {
    /// A position in pixels, clamped so that lines to it are drawn.
    @inlinable @inline(__always)
    package init(position: Double) { self.init(position.clampedPosition) }

    /// The clamped position of a value; NaN if the value is not finite, however far the position is.
    @inlinable @inline(__always)
    package init(position: Double, of value: Double) { self.init(value.isFinite ? position.clampedPosition : .nan) }
}

@frozen @usableFromInline package struct Affine: ScaleTransform {
    /// The mapped minimum of a linear scale.
    @usableFromInline package let origin: Double
    @usableFromInline package let factor: Double
    @usableFromInline package let start: Double

    package init(origin: Double, factor: Double, start: Double) {
        (self.origin, self.factor, self.start) = (origin, factor, start)
    }

    package init(_ scale: AxisScale) {
        (origin, factor, start) = (scale.mapper.forward(scale.range.minimum), scale.factor, scale.start)
    }

    @inlinable @inline(__always)
    package func position(of value: Double) -> Double { (value - origin) * factor + start }
    @inline(__always) package func value(at position: Double) -> Double { (position - start) / factor + origin }
}

package struct Mapped: ScaleTransform {
    let scale: AxisScale

    package init(_ scale: AxisScale) { self.scale = scale }

    @inline(__always) package func position(of value: Double) -> Double { scale.position(of: value) }
    package func value(at position: Double) -> Double { scale.value(at: position) }
}

/// An axis with exclusions, for values that are selected in turn.
package struct DiscontinuousScaleCursor: ScaleTransform {
    private let affine: Affine
    private var cursor: ExclusionCursor
    /// Rounding tolerance, in units of the axis, for the inverse of a position.
    private let noise: Double

    package init(_ scale: AxisScale, _ exclusions: Exclusions) {
        affine = Affine(scale)
        cursor = ExclusionCursor(exclusions)
        noise = scale.noise
    }

    @inline(__always) package mutating func seek(to value: Double) { cursor.seek(to: value) }
    @inline(__always) package func position(of value: Double) -> Double { affine.position(of: cursor.forward(value)) }
    @inline(__always) package func isExcluded(_ value: Double) -> Bool { cursor.isExcluded(value) }

    package func value(at position: Double) -> Double { cursor.inverse(affine.value(at: position), noise: noise) }

    package func position(ofAny value: Double) -> Double {
        var cursor = cursor
        cursor.seek(to: value)
        return affine.position(of: cursor.forward(value))
    }

    package func exclusion(around value: Double) -> NumberRange? {
        var cursor = cursor
        cursor.seek(to: value)
        return cursor.isExcluded(value) && value < .infinity ? cursor.next : nil
    }

    package func exclusion(from low: Double, to high: Double) -> NumberRange? {
        var cursor = cursor
        cursor.seek(to: low)
        return cursor.next.minimum <= high ? cursor.next : nil
    }
}
