import VitrailScene
import VitrailTessellation

#if canImport(Glibc)
    import Glibc
#endif

/// An arrow from an annotation's edge to a position in the data. All in points of the chart.
///
/// ```
/// ┌──────┐
/// │ note │────────▶ target
/// └──────┘
/// ```
struct AnnotationArrow {
    /// Start of the line, and its end inside the head.
    let start: (x: Double, y: Double)
    let neck: (x: Double, y: Double)
    /// Corners of the head, starting with the tip.
    let head: [(x: Double, y: Double)]

    /// In points: length and half width of the head, and free distance before the target.
    private static let (length, half, gap) = (7.0, 3.0, 2.0)
    static let width = 1.0

    /// `nil`: the target is too near for an arrow.
    init?(from box: Rect, to target: (x: Double, y: Double)) {
        let (dx, dy) = (target.x - box.midX, target.y - box.midY)
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance > 0, distance.isFinite else { return nil }
        let (ux, uy) = (dx / distance, dy / distance)
        // Distance from the middle to the edge.
        let edge = min(
            abs(ux) > 0 ? box.width / 2 / abs(ux) : .infinity, abs(uy) > 0 ? box.height / 2 / abs(uy) : .infinity)
        let end = distance - Self.gap
        guard end - edge > Self.length else { return nil }
        func position(of along: Double, _ across: Double = 0) -> (x: Double, y: Double) {
            (box.midX + ux * along - uy * across, box.midY + uy * along + ux * across)
        }
        start = position(of: edge)
        neck = position(of: end - Self.length + 1)
        head = [
            position(of: end), position(of: end - Self.length, Self.half), position(of: end - Self.length, -Self.half),
        ]
    }

    func draw(_ color: Color, _ context: inout OverlayContext) {
        context.line([start, neck], color, width: Self.width)
        let corners = head.map { context.pixels(x: $0.x, y: $0.y) }.map { SIMD2(Double($0.x), Double($0.y)) }
        let samples = PolygonSlices.samples([corners])
        if !samples.isEmpty { context.add(Mark(.area(Area(samples: samples, paint: .solid(color))))) }
    }
}
