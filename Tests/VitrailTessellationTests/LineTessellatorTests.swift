import Testing
import VitrailDrawList
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

@Suite("Line tessellator")
struct LineTessellatorTests {
    private func line(_ points: [PlotPoint], width: Float = 2, paint: Paint = .solid(.black)) -> Mark {
        Mark(.polyline(Polyline(points: points, width: width, paint: paint)))
    }

    private static let gap = PlotPoint.gap

    @Test(
        "points that make no segment paint nothing",
        arguments: [
            [], [point(3, 4)], [gap, gap, gap], [point(1, 1), gap, point(5, 5), gap],
            [point(7, 7), point(7, 7)],
            [point(.infinity, 1), point(2, -.infinity), point(3, 3)],
            [point(-50, 10), point(-20, 90)], [point(10, 1e6), point(20, 3e38)],
        ])
    func nothing(points: [PlotPoint]) {
        #expect(drawList(line(points)).commands.isEmpty)
        #expect(drawList(line(points)).buffers.isEmpty)
    }

    @Test("a width that is none paints nothing", arguments: [0, -1, Float.nan, .infinity])
    func width(_ width: Float) {
        #expect(drawList(line([point(1, 1), point(9, 9)], width: width)).commands.isEmpty)
    }

    @Test("clear paint paints nothing")
    func clear() {
        #expect(drawList(line([point(1, 1), point(9, 9)], paint: .solid(.clear))).commands.isEmpty)
    }

    @Test("a run is flagged at its start and end only; repeats inside it make nothing")
    func flags() {
        let points = [point(1, 1), point(30, 2), point(30, 2), point(30, 2), point(60, 50)]
        let list = drawList(line(points))
        #expect(
            list.lineVertices == [
                LineVertex(x: 1, y: 1, run: 1), LineVertex(x: 30, y: 2, run: 0),
                LineVertex(x: 60, y: 50, run: 2),
            ])
        #expect(list.draws[at: 1]?.instanceCount == 2)
    }

    @Test("a repeated end is a joint, so it gets a disc")
    func repeats() {
        func runs(_ points: PlotPoint...) -> [Float] { drawList(line(points)).lineVertices.map(\.run) }
        let (a, b) = (point(1, 1), point(30, 2))
        #expect(runs(a, a, b) == [0, 2, 1, 2])
        #expect(runs(a, b, b) == [1, 2, 0, 2])
        #expect(runs(a, b, b, Self.gap, b) == [1, 2, 0, 2])
        #expect(runs(a, a, a) == [0, 2])
        #expect(runs(a, Self.gap, a, a) == [])
    }

    @Test("a gap is the same as two lines")
    func gaps() {
        let a = [point(1, 1), point(40, 30), point(80, 2)]
        let b = [point(90, 5), point(120, 90)]
        let cut = drawList(line(a + [Self.gap, Self.gap] + b))
        let two = drawList(line(a), line(b))
        #expect(cut.lineVertices == two.lineVertices)
        #expect(cut.segments.count == 3)
    }

    @Test("vertices stay inside the bound and the guard box", arguments: 0..<40)
    func bound(seed: Int) {
        let points = wander(seed: UInt64(seed))
        let list = drawList(line(points, width: 3))
        #expect(list.lineVertices.count <= LineTessellator.vertexBound(count: points.count))
        let margin = Float(VisibleBox.guardMargin) + 4
        for vertex in list.lineVertices {
            #expect(vertex.x >= -margin && vertex.x <= 200 + margin)
            #expect(vertex.y >= -margin && vertex.y <= 100 + margin)
        }
    }

    /// Points that are near, far, a million pixels away, folded back, or gaps.
    private func wander(seed: UInt64) -> [PlotPoint] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<120).map { _ in
            let kind = numbers.next() % 12
            if kind == 0 { return Self.gap }
            let reach: Float = kind < 6 ? 150 : kind < 10 ? 1500 : 1e6
            return point(numbers.float(-reach...reach) + 100, numbers.float(-reach...reach) + 50)
        }
    }

    /// Distance from a position to the nearest segment.
    private func distance(_ p: SIMD2<Double>, _ segments: [(SIMD2<Double>, SIMD2<Double>)]) -> Double {
        segments.reduce(.infinity) { nearest, segment in
            let span = segment.1 - segment.0
            let t = min(max(((p - segment.0) * span).sum() / (span * span).sum(), 0), 1)
            let off = p - segment.0 - span * t
            return min(nearest, (off * off).sum().squareRoot())
        }
    }

    @Test("culling and cutting change nothing inside the clip", arguments: 0..<20)
    func culling(seed: Int) {
        let points = wander(seed: UInt64(seed) + 1000)
        let wanted = zip(points, points.dropFirst()).filter { $0.isFinite && $1.isFinite && $0 != $1 }
            .map { (SIMD2(Double($0.x), Double($0.y)), SIMD2(Double($1.x), Double($1.y))) }
        let made = drawList(line(points)).segments
            .map { (SIMD2(Double($0.x), Double($0.y)), SIMD2(Double($1.x), Double($1.y))) }
        for (some, others) in [(wanted, made), (made, wanted)] {
            for segment in some {
                for step in 0...400 {
                    let p = segment.0 + (segment.1 - segment.0) * (Double(step) / 400)
                    guard p.x > 0, p.x < 200, p.y > 0, p.y < 100 else { continue }
                    #expect(distance(p, others) < 2e-3)
                }
            }
        }
    }

    @Test("a line through the picture between ends a million pixels off stays in place")
    func far() {
        let list = drawList(line([point(-1e6, -1e6 + 40), point(1e6, 1e6 + 40)]))
        #expect(list.segments.count == 1)
        for vertex in list.lineVertices { #expect(abs(vertex.y - vertex.x - 40) < 1e-3) }
        // Cut ends count as joints for caps: no cap is visible there.
        #expect(list.lineVertices.map(\.run) == [0, 2])
    }

    @Test("what is resolved covers the stroke, without overlap", arguments: 0..<30)
    func resolved(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        // Few points, so that a segment cannot hide a missing one.
        let points = (0...seed % 3 + 1).map { _ in
            point(numbers.float(-100...300), numbers.float(-80...180))
        }
        let list = drawList(line(points, width: 6))
        let rects = list.quads(of: list.draws.last).map(\.rect)
        for (i, a) in rects.enumerated() {
            for b in rects[(i + 1)...] { #expect(a.maxX <= b.minX || b.maxX <= a.minX) }
        }
        for (a, b) in list.segments {
            for step in 0...200 {
                let t = Float(step) / 200
                for (dx, dy) in [(0, 0), (3, 0), (-3, 0), (0, 3), (0, -3)] as [(Float, Float)] {
                    let x = a.x + (b.x - a.x) * t + dx
                    let y = a.y + (b.y - a.y) * t + dy
                    guard x >= 0, x < 200, y >= 0, y < 100 else { continue }
                    let isCovered = rects.contains {
                        $0.minX <= x && x <= $0.maxX && $0.minY - 1e-3 <= y && y <= $0.maxY + 1e-3
                    }
                    #expect(isCovered, "\(x), \(y)")
                }
            }
        }
    }

    @Test("two segments shorter than the stroke get their joint's disc")
    func shortRun() {
        let list = drawList(line([point(50, 50), point(52, 51), point(51, 49)], width: 20))
        #expect(list.lineVertices.map(\.run) == [1, 0, 2, 0, 2])
        #expect(list.lineVertices[at: 3]?.x == 52 && list.lineVertices[at: 4]?.x == 52)
    }

    @Test("cells are erased and resolved only where the line is, within the clip")
    func target() {
        let clip = PixelRect(x: 10, y: 10, width: 90, height: 50)
        let mark = Mark(
            .polyline(Polyline(points: [point(20, 20), point(150, 20)], width: 4, paint: .solid(.black))),
            clip: clip, label: "series[0] line")
        let list = drawList(mark)
        #expect(list.commands[at: 0] == .target(.cells, clear: nil))
        #expect(list.commands[at: 3] == .target(.canvas, clear: nil))
        #expect(list.draws.map(\.program) == [.erase, .line, .resolveCells])
        #expect(list.draws.map(\.blend) == [.replace, .max, .over])
        // Tiles of the picture's grid, 16 wide, cut to the clip; blocks of four rows.
        let edges: [Float] = [16, 32, 48, 64, 80, 96, 100]
        let strips = zip(edges, edges.dropFirst()).map { PlotRect(minX: $0, minY: 16, maxX: $1, maxY: 24) }
        #expect(list.quads(of: list.draws[at: 0]).map(\.rect) == strips)
        #expect(list.quads(of: list.draws[at: 2]).map(\.rect) == strips)
        #expect(list.draws.allSatisfy { $0.scissor == clip && $0.label == "series[0] line" })
        #expect(list.draws[at: 2]?.textures == (0..<4).map { .target(.cells, $0) })
    }

    @Test("a gradient fills the uniforms, premultiplied")
    func gradient() throws {
        let paint = Paint.linearGradient(
            from: point(1, 2), start: Color(0xFF0000, alpha: 0.5), to: point(3, 4), end: .white)
        let resolve = try #require(drawList(line([point(1, 1), point(9, 9)], paint: paint)).draws[at: 2])
        #expect(resolve.uniforms.gradient == SIMD4(1, 2, 3, 4))
        #expect(resolve.uniforms.color0 == SIMD4<Float>(128.0 / 255, 0, 0, 128.0 / 255))
        #expect(resolve.uniforms.color1 == SIMD4(1, 1, 1, 1))
    }
}
