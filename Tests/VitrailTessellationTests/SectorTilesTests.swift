import Testing
import VitrailDrawList
import VitrailScene

@testable import VitrailTessellation

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Sectors by squares")
struct SectorTilesTests {
    /// A donut of 12 slices, 900 × 700, off centre so that the clip cuts it.
    private static let bounds = PixelRect(x: 3, y: 5, width: 897, height: 695)

    private static func slices(inner: Float, crustWidth: Float, count: Int = 12) -> [SectorVertex] {
        (0..<count).map { k in
            let sweep = 2 * Float.pi / Float(count)
            return SectorVertex(
                x: 500.3, y: 380.7, innerRadius: inner, outerRadius: 401.5, midAngle: sweep * (Float(k) + 0.5),
                halfSweep: sweep / 2,
                crustWidth: crustWidth, fill: 0xFF00_0000 | UInt32(k), crust: 0xFF00_FF00)
        }
    }

    @Test(
        "insides, edges and squares of a layer do not overlap, and cover every pixel of a sector",
        arguments: [0, 150] as [Float])
    func covers(inner: Float) {
        let pieces = SectorTiles.pieces(of: Self.slices(inner: inner, crustWidth: 3), in: Self.bounds)
        var counts = [Int](repeating: 0, count: 900 * 700)
        for rect in pieces.insides.map(\.rect) + pieces.edges.map(\.box) + pieces.squares.map(\.plotRect) {
            for y in Int(rect.minY)..<Int(rect.maxY) {
                for x in Int(rect.minX)..<Int(rect.maxX) { counts[y * 900 + x] += 1 }
            }
        }
        #expect(counts.allSatisfy { $0 <= 1 })
        for y in Self.bounds.y..<Self.bounds.maxY {
            for x in Self.bounds.x..<Self.bounds.maxX {
                let (dx, dy) = (Float(x) + 0.5 - 500.3, Float(y) + 0.5 - 380.7)
                let radius = (dx * dx + dy * dy).squareRoot()
                if radius < 401, radius > inner, counts[y * 900 + x] == 0 { Issue.record("\(x), \(y) is not painted") }
            }
        }
    }

    @Test("an inside is far from every edge and crust of its sector")
    func insidesAreWhole() {
        let vertices = Self.slices(inner: 150, crustWidth: 6)
        let pieces = SectorTiles.pieces(of: vertices, in: Self.bounds)
        #expect(pieces.insides.count > 100)
        for quad in pieces.insides {
            let outline = SectorOutline(vertices[Int(quad.color & 0xFF)])
            for (x, y) in [
                (quad.rect.minX, quad.rect.minY), (quad.rect.maxX, quad.rect.minY), (quad.rect.minX, quad.rect.maxY),
                (quad.rect.maxX, quad.rect.maxY),
            ] {
                #expect(outline.depth(x: x, y: y) > 0.5)
            }
        }
    }

    @Test("most edges lie alone; cells are for corners")
    func cornersAreFew() {
        let pieces = SectorTiles.pieces(of: Self.slices(inner: 150, crustWidth: 3), in: Self.bounds)
        func area(_ boxes: [PlotRect]) -> Float { boxes.reduce(0) { $0 + $1.width * $1.height } }
        let (edges, corners) = (area(pieces.edges.map(\.box)), area(pieces.corners.map(\.box)))
        #expect(corners > 0)
        #expect(corners < edges / 4)
        #expect(area(pieces.squares.map(\.plotRect)) < edges / 4)
    }

    @Test("the edge between two slices is drawn once, with both")
    func neighboursShareAnEdge() {
        let vertices = Self.slices(inner: 150, crustWidth: 3)
        let pieces = SectorTiles.pieces(of: vertices, in: Self.bounds)
        let shared = pieces.edges.filter { $0.beyond != .empty }
        #expect(shared.count > 100)
        for edge in shared {
            #expect(edge.bend == 0)
            let (own, other) = (Int(edge.side.fill & 0xFF), Int(edge.beyond.fill & 0xFF))
            #expect((own - other + 12) % 12 == 1 || (other - own + 12) % 12 == 1)
        }
        // Moved apart, each slice has its own edge.
        let apart = vertices.enumerated().map { k, vertex in
            var moved = vertex
            (moved.x, moved.y) = (vertex.x - 4 * sin(vertex.midAngle), vertex.y - 4 * cos(vertex.midAngle))
            return moved
        }
        #expect(SectorTiles.pieces(of: apart, in: Self.bounds).edges.allSatisfy { $0.beyond == .empty })
    }

    @Test("all sectors of a square are drawn in one way, so that the sides of an edge add to one")
    func squaresAreOfOneKind() {
        let pieces = SectorTiles.pieces(of: Self.slices(inner: 0, crustWidth: 0, count: 30), in: Self.bounds)
        let corners = pieces.corners.map(\.box)
        for edge in (pieces.edges + pieces.layeredEdges).map(\.box) {
            #expect(
                !corners.contains {
                    $0.minX < edge.maxX && $0.maxX > edge.minX && $0.minY < edge.maxY && $0.maxY > edge.minY
                })
        }
    }
}
