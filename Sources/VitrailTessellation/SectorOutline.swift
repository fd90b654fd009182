import VitrailDrawList
import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// The edges of a sector: two arcs, and two straight edges from the centre.
struct SectorOutline {
    enum Edge: Equatable { case outer, inner, start, end }

    /// Pixels. From this radius on, the coverage of a pixel by an arc and by its tangent differ by less than 1/128.
    private static let tightest: Float = 16
    /// Tolerance for equal directions, in radians. Greater than the rounding error of neighbours' angles in Float, and
    /// too small to be visible.
    private static let sameDirection: Float = 1e-5

    let vertex: SectorVertex
    private let hasInner: Bool
    private let isFullTurn: Bool
    /// The direction of the sector's bisector; cosine and sine of half its opening.
    private let middle: SIMD2<Float>
    private let half: SIMD2<Float>
    private let start: Ray
    private let end: Ray

    /// A straight edge: a unit vector along it, away from the centre, and one across it, into the sector.
    private struct Ray {
        let along: SIMD2<Float>
        let inwards: SIMD2<Float>

        /// - Parameters:
        ///   - angle: radians from 12 o'clock, anticlockwise.
        ///   - isStart: whether the sector lies anticlockwise of the edge.
        init(angle: Float, isStart: Bool) {
            along = SIMD2(-sin(angle), -cos(angle))
            inwards = isStart ? SIMD2(along.y, -along.x) : SIMD2(-along.y, along.x)
        }

        /// The distance from a position to the edge, positive inside the sector. Infinite if the position lies more
        /// than `reach` behind the centre, as seen along the edge.
        func depth(_ offset: SIMD2<Float>, reach: Float) -> Float {
            (offset * along).sum() > -reach ? (offset * inwards).sum() : .infinity
        }
    }

    init(_ vertex: SectorVertex) {
        self.vertex = vertex
        hasInner = vertex.innerRadius > 0
        isFullTurn = vertex.halfSweep >= .pi
        middle = SIMD2(-sin(vertex.midAngle), -cos(vertex.midAngle))
        half = SIMD2(cos(vertex.halfSweep), sin(vertex.halfSweep))
        start = Ray(angle: vertex.midAngle - vertex.halfSweep, isStart: true)
        end = Ray(angle: vertex.midAngle + vertex.halfSweep, isStart: false)
    }

    /// A bound for the signed distance from a position to the edge of the fill, in pixels, positive inside. Inside it
    /// is at most the true distance; outside of the sector it is not less than that.
    func depth(x: Float, y: Float) -> Float {
        let offset = SIMD2(x - vertex.x, y - vertex.y)
        let radius = (offset * offset).sum().squareRoot()
        var depth = vertex.outerRadius - radius
        if hasInner { depth = min(depth, radius - vertex.innerRadius) }
        if !isFullTurn {
            let u = (offset * middle).sum()
            let v = abs(offset.y * middle.x - offset.x * middle.y)
            let own = u * half.y - v * half.x
            // Behind the centre, the centre is the nearest point.
            let isBehind = u * half.x + v * half.y < 0
            depth = min(depth, isBehind ? (own > 0 ? radius : -radius) : own)
        }
        // A position in the crust counts as near an edge.
        return depth > 0 ? max(depth - vertex.crustWidth, 0) : depth
    }

    /// The only edge, including its crust, that is visible within `reach` of a position in the sector. nil: several
    /// are.
    func onlyEdge(within reach: Float, x: Float, y: Float) -> Edge? {
        let offset = SIMD2(x - vertex.x, y - vertex.y)
        let radius = (offset * offset).sum().squareRoot()
        func isNear(_ depth: Float) -> Bool { depth < reach + vertex.crustWidth && depth > -reach }
        // A tight arc is not a straight line across a pixel.
        guard vertex.outerRadius > Self.tightest, !hasInner || vertex.innerRadius > Self.tightest else { return nil }
        // If no edge is near, the sector covers everything, and the half plane of any of its edges does, too.
        var only = Edge.outer
        var count = isNear(vertex.outerRadius - radius) ? 1 : 0
        func drawnStyle(_ edge: Edge, _ depth: Float) {
            guard isNear(depth) else { return }
            only = edge
            count += 1
        }
        if hasInner { drawnStyle(.inner, radius - vertex.innerRadius) }
        if !isFullTurn {
            drawnStyle(.start, start.depth(offset, reach: reach + vertex.crustWidth))
            drawnStyle(.end, end.depth(offset, reach: reach + vertex.crustWidth))
        }
        return count > 1 ? nil : only
    }

    /// Whether a straight edge is also an edge of another sector, which lies on its other side.
    func shares(_ edge: Edge, with other: SectorOutline, _ otherEdge: Edge) -> Bool {
        guard let own = ray(edge), let theirs = other.ray(otherEdge),
            (vertex.x, vertex.y) == (other.vertex.x, other.vertex.y)
        else {
            return false
        }
        let apart = own.inwards + theirs.inwards
        return (own.along * theirs.along).sum() > 0 && (apart * apart).sum() < Self.sameDirection * Self.sameDirection
    }

    private func ray(_ edge: Edge) -> Ray? {
        switch edge {
        case .start: start
        case .end: end
        case .outer, .inner: nil
        }
    }

    /// The vertex that draws one edge within a rectangle, with the colours of a sector on its other side.
    func vertex(_ edge: Edge, in box: PlotRect, beyond: SectorOutline? = nil) -> SectorEdgeVertex {
        let radius = edge == .inner ? vertex.innerRadius : edge == .outer ? vertex.outerRadius : 0
        return SectorEdgeVertex(
            box: box, x: vertex.x, y: vertex.y, radius: radius, bend: edge == .outer ? 1 : edge == .inner ? -1 : 0,
            inwards: ray(edge)?.inwards ?? .zero, side: side, beyond: beyond?.side ?? .empty)
    }

    private var side: SectorEdgeVertex.Side {
        SectorEdgeVertex.Side(crustWidth: vertex.crustWidth, fill: vertex.fill, crust: vertex.crust)
    }
}
