import CData

/// How a hot loop maps a value: chosen once per series, specialised in the loop.
protocol Placing: Sendable {
    /// Makes a value the one that the next questions are about.
    mutating func move(to value: Double)
    /// Where the value moved to lies.
    func place(_ value: Double) -> Double
    /// Where any value lies.
    func found(_ value: Double) -> Double
    /// A value that lies at a place.
    func value(at place: Double) -> Double
    /// Whether the value moved to is left out of the axis.
    func skips(_ value: Double) -> Bool
    /// The stretch that is left out around a value, or none.
    func exclusion(around value: Double) -> NumberRange?
    /// The first stretch that is left out, of those that begin between two values, the first of which is not left out.
    func exclusion(from low: Double, to high: Double) -> NumberRange?
}

extension Placing {
    @inline(__always) mutating func move(to value: Double) {}
    @inline(__always) func found(_ value: Double) -> Double { place(value) }
    @inline(__always) func skips(_ value: Double) -> Bool { false }
    @inline(__always) func exclusion(around value: Double) -> NumberRange? { nil }
    @inline(__always) func exclusion(from low: Double, to high: Double) -> NumberRange? { nil }
}

/// What is left out of values along that never fall.
extension Placing {
    /// Whether nothing is left out from one value to another, which is not less.
    @inline(__always)
    func isWhole(from low: Double, to high: Double) -> Bool {
        guard exclusion(around: low) == nil, exclusion(around: high) == nil else { return false }
        // What begins at a value that is not left out lies behind it.
        return exclusion(from: low, to: high).map { $0.minimum == high } ?? true
    }

    /// The first samples of a range, side by side, that are not left out; nil where all are.
    func nextPart(of range: Range<Int>, _ along: SharedValues) -> Range<Int>? {
        guard let first = firstKept(range, along) else { return nil }
        guard let next = exclusion(from: along[first], to: along[range.upperBound - 1]) else { return first..<range.upperBound }
        // One at least, even while a file changes.
        return first..<(first + 1..<range.upperBound).partition { reaches(next, along[$0]) }
    }

    /// The first of some samples that is not left out; nil where all are.
    func firstKept(_ range: Range<Int>, _ along: SharedValues) -> Int? {
        var rest = range
        while !rest.isEmpty, let gone = exclusion(around: along[rest.lowerBound]) {
            rest = (rest.lowerBound + 1..<rest.upperBound).partition { along[$0] >= gone.maximum }..<rest.upperBound
        }
        return rest.first
    }

    /// The first of some samples that is left out together with the last one; nil where that is not left out.
    @inline(__always)
    func firstLeftOut(_ samples: ClosedRange<Int>, _ along: SharedValues) -> Int? {
        let last = samples.upperBound
        guard let gone = exclusion(around: along[last]) else { return nil }
        return (samples.lowerBound..<last).partition { reaches(gone, along[$0]) }
    }

    /// Whether a value lies in a stretch that is left out, or behind it.
    private func reaches(_ gone: NumberRange, _ value: Double) -> Bool {
        // Whether its first value belongs to it is a matter of the axis.
        value > gone.minimum || value == gone.minimum && exclusion(around: value) != nil
    }
}

extension Placing {
    /// Limits such that values within lie between two places; nil where there are none, or none is known.
    @inline(__always)
    func values(from low: Double, to high: Double) -> vitrail_span? {
        // Pixels, more than rounding comes to.
        let doubt = 1.0 / 256
        let (low, high) = (low + doubt, high - doubt)
        guard high >= low else { return nil }
        let ends = (value(at: low), value(at: high))
        // What lies between them lies between their places. Where values are as coarse as pixels, the places may be others, and NaN fails.
        guard found(ends.0) >= low - doubt / 2, found(ends.1) <= high + doubt / 2 else { return nil }
        return vitrail_span(low: min(ends.0, ends.1), high: max(ends.0, ends.1))
    }
}

extension Double {
    /// Pixels: so far beyond any picture, what is cut at its edges is some thousandths of a pixel off at most, and squares are Floats, still.
    static var farthestPlace: Double { 1e13 }

    /// A place in pixels, held within `farthestPlace`. From one that is held to another, a line crosses the picture halfway. NaN stays.
    var heldPlace: Double { min(max(self, -Self.farthestPlace), Self.farthestPlace) }
}

extension Float {
    /// A place in pixels, held so that lines to it are drawn.
    @inline(__always)
    init(place: Double) { self.init(place.heldPlace) }

    /// The place of a value: none if that is none, however far it is.
    @inline(__always)
    init(place: Double, of value: Double) { self.init(value.isFinite ? place.heldPlace : .nan) }
}

struct Affine: Placing {
    /// The mapped minimum of a linear scale.
    let origin: Double
    let factor: Double
    let start: Double

    init(origin: Double, factor: Double, start: Double) { (self.origin, self.factor, self.start) = (origin, factor, start) }

    init(_ scale: AxisScale) {
        (origin, factor, start) = (scale.mapper.forward(scale.range.minimum), scale.factor, scale.start)
    }

    @inline(__always) func place(_ value: Double) -> Double { (value - origin) * factor + start }
    @inline(__always) func value(at place: Double) -> Double { (place - start) / factor + origin }
}

struct Mapped: Placing {
    let scale: AxisScale

    init(_ scale: AxisScale) { self.scale = scale }

    @inline(__always) func place(_ value: Double) -> Double { scale.place(value) }
    func value(at place: Double) -> Double { scale.value(at: place) }
}

/// An axis with stretches left out, for values in turn.
struct Broken: Placing {
    private let affine: Affine
    private var cursor: ExclusionCursor
    /// Of what a place is the inverse of, on the axis.
    private let noise: Double

    init(_ scale: AxisScale, _ exclusions: Exclusions) {
        affine = Affine(scale)
        cursor = ExclusionCursor(exclusions)
        noise = scale.noise
    }

    @inline(__always) mutating func move(to value: Double) { cursor.move(to: value) }
    @inline(__always) func place(_ value: Double) -> Double { affine.place(cursor.forward(value)) }
    @inline(__always) func skips(_ value: Double) -> Bool { cursor.isExcluded(value) }

    func value(at place: Double) -> Double { cursor.inverse(affine.value(at: place), noise: noise) }

    func found(_ value: Double) -> Double {
        var cursor = cursor
        cursor.move(to: value)
        return affine.place(cursor.forward(value))
    }

    func exclusion(around value: Double) -> NumberRange? {
        var cursor = cursor
        cursor.move(to: value)
        return cursor.isExcluded(value) && value < .infinity ? cursor.next : nil
    }

    func exclusion(from low: Double, to high: Double) -> NumberRange? {
        var cursor = cursor
        cursor.move(to: low)
        return cursor.next.minimum <= high ? cursor.next : nil
    }
}
