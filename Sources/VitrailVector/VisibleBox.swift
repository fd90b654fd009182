import VitrailScene

/// A position in the image, in Double.
struct Position: Equatable {
    var x: Double
    var y: Double

    init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    init(_ point: PlotPoint) { self.init(x: Double(point.x), y: Double(point.y)) }

    var isFinite: Bool { x.isFinite && y.isFinite }

    /// The position at fraction `t` of the way to `other`.
    func toward(_ other: Position, _ t: Double) -> Position {
        Position(x: x + (other.x - x) * t, y: y + (other.y - y) * t)
    }
}

/// The visible area with a margin. Nothing beyond it is written, because viewers calculate in 24.8 fixed point or in
/// Float. Lines that end a million pixels outside would be wrong inside.
struct VisibleBox {
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double

    /// - Parameter reach: distance in pixels that a shape paints beyond its points.
    init(clip: PixelRect, reach: Double) {
        let margin = reach + 2
        minX = Double(clip.x) - margin
        minY = Double(clip.y) - margin
        maxX = Double(clip.maxX) + margin
        maxY = Double(clip.maxY) + margin
    }

    func contains(_ position: Position) -> Bool {
        position.x >= minX && position.x <= maxX && position.y >= minY && position.y <= maxY
    }

    /// The part of a segment inside the box, as fractions of its length. `nil`: none.
    ///
    /// - Source: Liang and Barsky 1984.
    func part(from a: Position, to b: Position) -> (from: Double, to: Double)? {
        var (start, end) = (0.0, 1.0)
        for (delta, low, high) in [(b.x - a.x, minX - a.x, maxX - a.x), (b.y - a.y, minY - a.y, maxY - a.y)] {
            if delta == 0 {
                guard low <= 0, high >= 0 else { return nil }
                continue
            }
            let (t0, t1) = (low / delta, high / delta)
            start = max(start, min(t0, t1))
            end = min(end, max(t0, t1))
        }
        return start < end ? (start, end) : nil
    }
}
