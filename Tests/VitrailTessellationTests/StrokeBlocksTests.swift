import Foundation
import Testing
import VitrailDrawList
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

/// Sparse strokes that reverse or overlap themselves, in blocks.
@Suite("Strokes in blocks")
struct StrokeBlocksTests {
    private static let size = PixelSize(width: 200, height: 150)

    private func list(
        _ points: [PlotPoint], width: Float = 2, size: PixelSize = size, clip: PixelRect? = nil,
        decimation: Decimation = .automatic
    ) -> DrawList {
        let mark = Mark(
            .polyline(Polyline(points: points, width: width, paint: .solid(Color(0x000000, alpha: 0.5)))), clip: clip)
        var scene = Scene(size: size, layers: [Layer(.series, marks: [mark])])
        scene.decimation = decimation
        return tessellate(scene)
    }

    /// The block's segments in the texture.
    private func named(_ block: StrokeVertex, _ segments: [StrokeSegment]) -> ArraySlice<StrokeSegment> {
        segments[Int(block.first)..<Int(block.first) + Int(block.count)]
    }

    private func distance(_ position: SIMD2<Float>, _ a: PlotPoint, _ b: PlotPoint) -> Float {
        let (start, span) = (SIMD2(a.x, a.y), SIMD2(b.x - a.x, b.y - a.y))
        let t = min(max(((position - start) * span).sum() / max((span * span).sum(), 1e-20), 0), 1)
        let off = position - start - span * t
        return (off * off).sum().squareRoot()
    }

    private static let square = [
        point(20.5, 20.5), point(180.5, 20.5), point(180.5, 120.5), point(20.5, 120.5), point(20.5, 20.5),
    ]

    @Test(
        "what turns back is drawn straight on the canvas, where one piece is all by its edges; raw, it goes through cells"
    )
    func programs() {
        #expect(list(Self.square).draws.map(\.program) == [.strokeEdge, .stroke])
        #expect(list(Self.square).draws.map(\.blend) == [.over, .over])
        #expect(list(Self.square, decimation: .none).draws.map(\.program) == [.erase, .line, .resolveCells])
        // A monotonic stroke is an area.
        #expect(list(Array(Self.square[0...1])).draws.map(\.program) == [.slices])
    }

    @Test("a block lies on the grid, is four columns wide, and as high as what reaches into it")
    func boxes() throws {
        let blocks = list(Self.square).strokeVertices
        for block in blocks {
            #expect(block.box.minX.truncatingRemainder(dividingBy: 4) == 0 && block.box.maxX == block.box.minX + 4)
        }
        for block in blocks {
            #expect([block.box.minY, block.box.maxY].allSatisfy { $0.truncatingRemainder(dividingBy: 4) == 0 })
        }
        // The upper edge from 19.5 to 21.5, away from corners.
        let top = blocks.filter { $0.box.minX == 100 }
        #expect(top.map(\.box.minY) == [16, 116] && top.map(\.box.maxY) == [24, 124])
        // The left edge: one block between the corners.
        let left = blocks.filter { $0.box.minX == 20 && $0.count == 0 }.map(\.box)
        #expect(left == [PlotRect(minX: 20, minY: 24, maxX: 24, maxY: 116)])
    }

    @Test("far from vertices, a block has one straight piece; elsewhere it names segments of the texture")
    func edges() throws {
        let list = list(Self.square)
        let blocks = list.strokeVertices
        let edge = try #require(blocks.first { $0.box.minX == 100 })
        #expect(edge.count == 0 && edge.y == 20.5 && edge.normalX == 0 && abs(edge.normalY) == 1 && edge.halfWidth == 1)
        let corner = try #require(blocks.first { $0.box.minX == 180 && $0.box.minY <= 20 && $0.box.maxY > 20 })
        #expect(corner.count == 2)
        let two = Array(named(corner, list.strokeSegments))
        #expect(
            two.map(\.start) == [SIMD2(20.5, 20.5), SIMD2(180.5, 20.5)]
                && two.map(\.direction) == [SIMD2(1, 0), SIMD2(0, 1)])
        // The first one starts straight and has a joint at its end.
        #expect(two[0].extent.x == 160 && two[0].extent.y == 0 && two[0].extent.z > 1000)
    }

    @Test("segments that follow one another are read where they are; others are copied to follow one another")
    func copies() throws {
        // At the corner between the square's last segment and its first, each block has a copy of both.
        let square = list(Self.square)
        let corners = square.strokeVertices.filter { $0.count == 2 }
        #expect(corners.filter { $0.first < 4 }.allSatisfy { $0.box.maxX > 100 || $0.box.maxY > 100 })
        let copied = corners.filter { $0.first >= 4 }
        #expect(!copied.isEmpty && copied.allSatisfy { $0.box.minX < 30 && $0.box.minY < 30 })
        #expect(square.strokeSegments.filter { $0.direction != .zero }.count == 4 + 2 * copied.count)
        // Segments 1 and 3 cross, away from all vertices.
        let cross = list([
            point(20, 20), point(180, 120), .gap, point(20, 140), point(30, 145), .gap, point(20, 120), point(180, 20),
        ])
        let block = try #require(
            cross.strokeVertices.first {
                $0.box.minX <= 100 && $0.box.maxX > 100 && $0.box.minY <= 70 && $0.box.maxY > 70
            })
        let two = named(block, cross.strokeSegments)
        #expect(two.map(\.start) == [SIMD2(20, 20), SIMD2(20, 120)] && Int(block.first) >= 3)
    }

    @Test(
        "each pixel that a segment may cover lies in one block, and that names the segment",
        arguments: [0.6, 2, 7.5, 30] as [Float])
    func completeness(width: Float) throws {
        var numbers = SeededNumbers(seed: 41)
        for clip in [nil, PixelRect(x: 31, y: 18, width: 117, height: 93)] {
            var points: [PlotPoint] = []
            for i in 0..<24 {
                points.append(i % 7 == 6 ? .gap : point(numbers.float(-40...240), numbers.float(-40...190)))
            }
            // Vertical, horizontal, and a repeated position.
            points += [.gap, point(60, 5), point(60, 140), point(140, 140), point(140, 140), point(60.00001, 5)]
            let list = list(points, width: width, clip: clip)
            #expect(list.draws.map(\.program) == [.strokeEdge, .stroke])
            let (blocks, segments) = (list.strokeVertices, list.strokeSegments)
            let visible = clip ?? PixelRect(x: 0, y: 0, width: Self.size.width, height: Self.size.height)
            var owners = Array(repeating: -1, count: Self.size.width * Self.size.height)
            var doubles = 0, outside = 0
            for (number, block) in blocks.enumerated() {
                for y in Int(block.box.minY)..<Int(block.box.maxY) {
                    for x in Int(block.box.minX)..<Int(block.box.maxX) {
                        guard visible.x..<visible.maxX ~= x, visible.y..<visible.maxY ~= y else {
                            outside += 1
                            continue
                        }
                        if owners[y * Self.size.width + x] >= 0 { doubles += 1 }
                        owners[y * Self.size.width + x] = number
                    }
                }
            }
            #expect(doubles == 0 && outside == 0)
            let pairs = zip(points, points.dropFirst()).filter { $0.0.isFinite && $0.1.isFinite && $0.0 != $0.1 }
            var missing = 0, inexact = 0
            for y in visible.y..<visible.maxY {
                for x in visible.x..<visible.maxX {
                    let center = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
                    let owner = owners[y * Self.size.width + x]
                    for (a, b) in pairs where distance(center, a, b) < width / 2 + 0.45 {
                        guard owner >= 0 else {
                            missing += 1
                            continue
                        }
                        let block = blocks[owner]
                        if block.count > 0 {
                            if !named(block, segments).contains(where: { $0.start == SIMD2(a.x, a.y) }) { missing += 1 }
                        } else {
                            // The edge belongs to this segment, whose ends are not near.
                            if SIMD2(block.x, block.y) != SIMD2(a.x, a.y) { missing += 1 }
                            for end in [a, b] where distance(center, end, end) < width / 2 + 0.7 { inexact += 1 }
                        }
                    }
                }
            }
            #expect(missing == 0 && inexact == 0)
        }
    }

    @Test("a path of segments shorter than blocks are wide, or of very many, goes through cells")
    func limits() {
        func spiral(_ count: Int, _ turns: Float) -> [PlotPoint] {
            (0..<count).map { i in
                let t = Float(i) / Float(count)
                let angle = 2 * .pi * turns * t
                return point(100 + 70 * t * cos(angle), 75 + 70 * t * sin(angle))
            }
        }
        #expect(list(spiral(200, 6)).draws.map(\.program) == [.strokeEdge, .stroke])
        #expect(list(spiral(700, 6)).draws.map(\.program) == [.erase, .line, .resolveCells])
        // Narrow, and a third of it is shorter than cells: its coverage is rasterised on the CPU.
        #expect(list(spiral(3_000, 6), width: 0.8).draws.map(\.program) == [.glyph])
        #expect(
            list(spiral(3_000, 6), width: 0.8, decimation: .none).draws.count { $0.program == .fineLine }
                == StrokeSupersampling.counts.maximum)
        var numbers = SeededNumbers(seed: 5)
        let noise = (0..<5_000).map { _ in point(numbers.float(0...200), numbers.float(0...150)) }
        #expect(list(Array(noise.prefix(300))).draws.map(\.program) == [.strokeEdge, .stroke])
        #expect(
            list(Array(noise.prefix(StrategyThreshold.samplesForCoverage.count - 1))).draws.map(\.program) == [
                .erase, .line, .resolveCells,
            ])
        // The coverage of still more is rasterised on the CPU.
        #expect(list(noise).draws.map(\.program) == [.glyph])
        func level(_ count: Int) -> DrawList {
            let points = (0..<count).flatMap { [point(0, 4 * Float($0)), point(4000, 4 * Float($0) + 2), .gap] }
            return list(points, width: 1, size: PixelSize(width: 4000, height: 400))
        }
        #expect(level(40).draws.map(\.program) == [.strokeEdge, .stroke])
        #expect(level(60).draws.map(\.program) == [.erase, .line, .resolveCells])
        let upright = (0..<600).map { point(numbers.float(100...103), $0 % 2 == 0 ? 10 : 140) }
        #expect(list(Array(upright.prefix(100))).draws.map(\.program) == [.strokeEdge, .stroke])
        #expect(list(upright).draws.map(\.program) == [.erase, .line, .resolveCells])
    }

    @Test("joints of a stroke thinner than cells go straight on")
    func thin() throws {
        let thin = list(Self.square, width: 0.2).strokeSegments
        #expect(abs(thin[0].extent.z - .pi / 4 * 0.1) < 1e-6 && thin[0].extent.y == 0)
    }
}
