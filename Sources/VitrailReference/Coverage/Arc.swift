import Glibc

/// Approximates circles and arcs by polygons.
///
/// The polygon has the area of the circle's sector, not its radius: its corners are outside the circle and the middles
/// of its sides inside, together by at most `sagitta`. Errors of neighbouring half sides cancel, so the area in a pixel
/// is off by far less than the sagitta.
enum Arc {
    /// Maximum distance between a chord and its arc, in pixels.
    static let sagitta = 5e-4
    /// Limits the cost of very large circles; up to a radius of 4e5 px it has no effect.
    static let maxSides = 1 << 16

    /// Returns points from angle `start` to angle `end` (radians, 0 at 12 o'clock, anticlockwise on screen; either may
    /// be the greater). The first and the last point are on the circle itself, so that adjacent straight edges keep
    /// their direction.
    static func points(center: ExactPoint, radius: Double, from start: Double, to end: Double) -> [ExactPoint] {
        guard radius > 0 else { return [center] }
        return [point(center: center, radius: radius, angle: start)]
            + corners(center: center, radius: radius, from: start, to: end)
            + [point(center: center, radius: radius, angle: end)]
    }

    static func circle(center: ExactPoint, radius: Double) -> [ExactPoint] {
        Array(corners(center: center, radius: radius, from: 0, to: 2 * .pi).dropLast())
    }

    private static func corners(
        center: ExactPoint, radius: Double, from start: Double, to end: Double
    ) -> [ExactPoint] {
        let sides = sides(radius: radius, turn: abs(end - start))
        let step = (end - start) / Double(sides)
        let outside = radius * equalAreaFactor(step: step)
        return (0...sides).map { i in
            point(center: center, radius: outside, angle: start + step * Double(i))
        }
    }

    /// Radius of the corners divided by the radius of the circle, for sides of `step` radians: their triangles have the
    /// area of the sector.
    static func equalAreaFactor(step: Double) -> Double {
        abs(step) < 1e-6 ? 1 : (step / sin(step)).squareRoot()
    }

    static func point(center: ExactPoint, radius: Double, angle: Double) -> ExactPoint {
        ExactPoint(x: center.x - radius * sin(angle), y: center.y - radius * cos(angle))
    }

    /// Number of sides that keeps the height of each arc below `sagitta`; at least eight per turn.
    static func sides(radius: Double, turn: Double) -> Int {
        // For a side of angle δ that height is r(1 − cos δ/2), slightly less than rδ²/8.
        let widest = min((8 * sagitta / radius).squareRoot(), .pi / 4)
        return Int(min(max((turn / widest).rounded(.up), 1), Double(maxSides)))
    }
}
