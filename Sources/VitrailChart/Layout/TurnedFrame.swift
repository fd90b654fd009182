import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// A rectangle rotated around one of its points, in device pixels.
struct TurnedFrame {
    let width: Double
    let height: Double
    let rotation: Double
    private let origin: (x: Double, y: Double)
    private let right: (x: Double, y: Double)
    private var down: (x: Double, y: Double) { (-right.y, right.x) }

    /// The part (`across`, `down`) of the rectangle lies at the position.
    init(_ position: TextAnchor, width: Double, height: Double) {
        self.width = width
        self.height = height
        rotation = position.rotation
        right = rotation == 0 ? (1, 0) : (cos(rotation), -sin(rotation))
        let (dx, dy) = (position.across * width, position.down * height)
        origin = (position.x - dx * right.x + dy * right.y, position.y - dx * right.y - dy * right.x)
    }

    /// Point at given distances from the left and the top side.
    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (origin.x + x * right.x + y * down.x, origin.y + x * right.y + y * down.y)
    }

    /// Clockwise, starting at the top left corner of the text.
    var corners: [(x: Double, y: Double)] { [point(0, 0), point(width, 0), point(width, height), point(0, height)] }

    /// Whether two frames share more than an edge (separating axis test).
    func overlaps(_ other: TurnedFrame) -> Bool {
        let (own, others) = (corners, other.corners)
        for axis in [right, down, other.right, other.down] {
            func shadow(_ corners: [(x: Double, y: Double)]) -> (low: Double, high: Double) {
                let positions = corners.map { $0.x * axis.x + $0.y * axis.y }
                return (positions.min() ?? 0, positions.max() ?? 0)
            }
            let (a, b) = (shadow(own), shadow(others))
            if a.high <= b.low + 1e-9 || b.high <= a.low + 1e-9 { return false }
        }
        return true
    }

    /// The frame, padded and filled; on whole pixels if its sides are axis-aligned.
    func filled(_ color: Color, padding: (x: Double, y: Double)) -> Shape {
        let corners = [
            point(-padding.x, -padding.y), point(width + padding.x, -padding.y),
            point(width + padding.x, height + padding.y),
            point(-padding.x, height + padding.y),
        ].sorted { $0.x < $1.x }
        if min(abs(right.x), abs(right.y)) < 1e-9 {
            let ys = corners.map(\.y).sorted()
            let rect = PlotRect(
                minX: Float(corners[0].x.rounded()), minY: Float(ys[0].rounded()), maxX: Float(corners[3].x.rounded()),
                maxY: Float(ys[3].rounded()))
            return .rects(RectBatch(items: [RectBatch.Item(rect: rect, fill: color)]))
        }
        // The other two corners lie one above the diagonal from the leftmost to the rightmost corner, one below it.
        let (left, rightmost) = (corners[0], corners[3])
        func level(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double), at x: Double) -> Double {
            a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)
        }
        let (first, second) = (corners[1], corners[2])
        let samples = [
            (left.x, left.y, left.y), (first.x, first.y, level(left, second, at: first.x)),
            (second.x, level(first, rightmost, at: second.x), second.y), (rightmost.x, rightmost.y, rightmost.y),
        ].map { Area.Sample(along: Float($0.0), first: Float($0.1), second: Float($0.2)) }
        return .area(Area(samples: samples, paint: .solid(color)))
    }
}
