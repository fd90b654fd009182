public import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// Pole and circle of a radial chart's axes, in device pixels of the image.
///
/// Angles are in radians, 0 at 12 o'clock, clockwise.
public struct PolarFrame: Sendable, Equatable {
    /// The pole.
    public var x: Double
    public var y: Double
    /// Radius of the circle.
    public var radius: Double

    public init(x: Double, y: Double, radius: Double) {
        (self.x, self.y, self.radius) = (x, y, radius)
    }

    /// Point relative to the pole, x right and y down.
    static func offset(angle: Double, distance: Double) -> SIMD2<Double> { distance * SIMD2(sin(angle), -cos(angle)) }

    /// Absolute point for an offset from the pole.
    func point(_ offset: SIMD2<Double>) -> PlotPoint { PlotPoint(x: Float(x + offset.x), y: Float(y + offset.y)) }

    public func point(angle: Double, distance: Double) -> PlotPoint {
        point(Self.offset(angle: angle, distance: distance))
    }
}

extension SIMD2<Double> {
    /// Clockwise from 12 o'clock, 0 ..< 2π.
    var clockAngle: Double {
        let angle = atan2(x, -y)
        return angle < 0 ? angle + 2 * .pi : angle
    }

    var length: Double { (x * x + y * y).squareRoot() }

    /// Twice the area of the triangle of the two vectors; > 0 if `other` lies clockwise.
    func cross(_ other: SIMD2) -> Double { x * other.y - y * other.x }
}

/// Points relative to the pole → straight segments clipped to a circle around it.
struct CircleClip {
    let radius: Double

    /// Maximum distance in pixels between an arc and the chords that draw it.
    static let tolerance = 0.02

    /// Parts of a line from `p` to `q` as fractions 0…1, each inside or outside of the circle; never empty.
    func stretches(_ p: SIMD2<Double>, _ q: SIMD2<Double>) -> [(range: ClosedRange<Double>, isInside: Bool)] {
        let limit = radius * (1 + 1e-9)
        if p.length <= limit, q.length <= limit { return [(0...1, true)] }
        let d = q - p
        let (a, b, c) = ((d * d).sum(), (p * d).sum(), (p * p).sum() - radius * radius)
        let root = (b * b - a * c).squareRoot()
        guard a > 0, root > 0 else { return [(0...1, false)] }
        let (enters, leaves) = (max(0, (-b - root) / a), min(1, (-b + root) / a))
        guard enters < leaves else { return [(0...1, false)] }
        var result: [(range: ClosedRange<Double>, isInside: Bool)] = []
        if enters > 0 { result.append((0...enters, false)) }
        result.append((enters...leaves, true))
        if leaves < 1 { result.append((leaves...1, false)) }
        return result
    }

    /// Polylines of the path's parts inside the circle.
    func inside(_ path: [SIMD2<Double>]) -> [[SIMD2<Double>]] {
        var runs: [[SIMD2<Double>]] = []
        var isOpen = false
        for (p, q) in zip(path, path.dropFirst()) {
            for (range, isInside) in stretches(p, q) {
                guard isInside else {
                    isOpen = false
                    continue
                }
                if !isOpen { runs.append([range.lowerBound > 0 ? p + (q - p) * range.lowerBound : p]) }
                runs[runs.count - 1].append(range.upperBound < 1 ? p + (q - p) * range.upperBound : q)
                isOpen = range.upperBound == 1
            }
        }
        return runs
    }

    /// A line without its start, with its outside parts projected onto the circle, for filled outlines.
    func held(_ p: SIMD2<Double>, _ q: SIMD2<Double>) -> [SIMD2<Double>] {
        stretches(p, q).flatMap { range, isInside -> [SIMD2<Double>] in
            let end = range.upperBound < 1 ? p + (q - p) * range.upperBound : q
            guard !isInside else { return [end] }
            let start = p + (q - p) * range.lowerBound
            let sweep = atan2(start.cross(end), (start * end).sum())
            return Self.arc(radius: radius, from: start.clockAngle, sweep: sweep)
        }
    }

    /// Points along an arc, without its start.
    static func arc(radius: Double, from start: Double, sweep: Double) -> [SIMD2<Double>] {
        let count = chords(radius: radius, sweep: abs(sweep))
        return (1...count).map {
            PolarFrame.offset(angle: start + sweep * Double($0) / Double(count), distance: radius)
        }
    }

    /// Maximum chords of a full circle, for the largest circle of an image.
    private static let maxChords = 1 << 16

    /// Number of chords for an arc within `tolerance`.
    static func chords(radius: Double, sweep: Double) -> Int {
        guard radius > tolerance else { return 1 }
        return Int((sweep / (2 * acos(1 - tolerance / radius))).rounded(.up), within: 1...maxChords)
    }
}
