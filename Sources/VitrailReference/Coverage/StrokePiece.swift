/// A convex piece of a stroke: the rectangle around a segment, or the disc at a join.
struct StrokePiece {
    /// Start of the segment, or centre of the disc.
    var start: ExactPoint
    /// Unit vector along the segment; zero for a disc.
    var direction: ExactPoint
    /// Length of the segment in pixels; 0 for a disc.
    var length: Double
    /// Half the stroke width.
    var radius: Double
    var extent: ExactRect

    var isDisc: Bool { length == 0 }

    init(disc center: ExactPoint, radius: Double) {
        start = center
        direction = ExactPoint(x: 0, y: 0)
        length = 0
        self.radius = radius
        extent = ExactRect(center: center, radius: radius)
    }

    /// `nil`: the segment has no length or does not reach `region`.
    init?(from a: ExactPoint, to b: ExactPoint, radius: Double, region: ExactRect) {
        guard let (a, b) = Self.clip(a, b, to: region.outset(by: radius + Self.guardBand)) else { return nil }
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0 else { return nil }
        start = a
        direction = ExactPoint(x: dx / length, y: dy / length)
        self.length = length
        self.radius = radius
        let (acrossX, acrossY) = (abs(direction.y) * radius, abs(direction.x) * radius)
        extent = ExactRect(
            minX: min(a.x, b.x) - acrossX, minY: min(a.y, b.y) - acrossY, maxX: max(a.x, b.x) + acrossX,
            maxY: max(a.y, b.y) + acrossY)
    }

    /// Segments are clipped this many pixels outside the region, where their new ends are invisible.
    private static let guardBand = 1e4

    /// Returns the part of a segment inside `box`; a segment inside it is unchanged. `nil`: no part is inside.
    /// - Source: Liang and Barsky 1984.
    private static func clip(
        _ a: ExactPoint, _ b: ExactPoint, to box: ExactRect
    ) -> (ExactPoint, ExactPoint)? {
        var (first, last) = (0.0, 1.0)
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        for (delta, toLow, toHigh) in [
            (dx, box.minX - a.x, box.maxX - a.x), (dy, box.minY - a.y, box.maxY - a.y),
        ] {
            if delta == 0 {
                if toLow > 0 || toHigh < 0 { return nil }
                continue
            }
            first = max(first, min(toLow / delta, toHigh / delta))
            last = min(last, max(toLow / delta, toHigh / delta))
        }
        guard first <= last else { return nil }
        let start = first > 0 ? ExactPoint(x: a.x + dx * first, y: a.y + dy * first) : a
        let end = last < 1 ? ExactPoint(x: a.x + dx * last, y: a.y + dy * last) : b
        return (start, end)
    }

    /// Distance along the segment, and distance across it (positive to its left on screen).
    func along(_ p: ExactPoint) -> Double { (p.x - start.x) * direction.x + (p.y - start.y) * direction.y }
    func across(_ p: ExactPoint) -> Double { (p.x - start.x) * direction.y - (p.y - start.y) * direction.x }

    /// Whether the piece covers the whole pixel.
    func covers(x: Double, y: Double) -> Bool {
        if isDisc {
            let (dx, dy) = (max(x + 1 - start.x, start.x - x), max(y + 1 - start.y, start.y - y))
            return dx * dx + dy * dy <= radius * radius
        }
        let center = ExactPoint(x: x + 0.5, y: y + 0.5)
        // Half of the pixel's extent along the unit vector.
        let half = (abs(direction.x) + abs(direction.y)) / 2
        let along = along(center)
        return abs(across(center)) + half <= radius && along - half >= 0 && along + half <= length
    }

    /// Returns a conservative range of x where the piece may touch the rows between `top` and `bottom`.
    func columns(top: Double, bottom: Double) -> (low: Double, high: Double) {
        if isDisc {
            let away = max(0, top - start.y, start.y - bottom)
            let half = max(0, radius * radius - away * away).squareRoot()
            return (start.x - half, start.x + half)
        }
        // across| ≤ radius bounds x along the segment; for nearly horizontal segments only the extent does.
        guard abs(direction.y) > 1e-6 else { return (extent.minX, extent.maxX) }
        let slope = direction.x / direction.y
        let half = radius / abs(direction.y)
        let (atTop, atBottom) = (start.x + (top - start.y) * slope, start.x + (bottom - start.y) * slope)
        return (
            max(extent.minX, min(atTop, atBottom) - half), min(extent.maxX, max(atTop, atBottom) + half)
        )
    }
}
