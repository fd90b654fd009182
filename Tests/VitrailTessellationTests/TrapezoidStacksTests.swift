import Foundation
import Testing
import VitrailDrawList
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

/// Areas with trapezoids above one another: rings, and polygons with bays.
@Suite("Slices in stacks")
struct SliceStacksTests {
    private static let size = PixelSize(width: 200, height: 150)

    private func list(
        _ outlines: [[SIMD2<Double>]], paint: Paint = .solid(.black), clip: PixelRect? = nil, isVertical: Bool = false
    ) -> DrawList {
        let samples = PolygonSlices.samples(outlines)
        let area = Area(samples: samples, orientation: isVertical ? .vertical : .horizontal, paint: paint)
        return tessellate(Scene(size: Self.size, layers: [Layer(.series, marks: [Mark(.area(area), clip: clip)])]))
    }

    private func polygon(_ count: Int, _ radius: Double, turned: Double = 0.2) -> [SIMD2<Double>] {
        (0..<count).map { i in
            let angle = 2 * .pi * (Double(i) / Double(count)) + turned
            return SIMD2(100.3 + radius * cos(angle), 74.6 + radius * sin(angle))
        }
    }

    private func square(_ inset: Double) -> [SIMD2<Double>] {
        [
            SIMD2(20 + inset, 20 + inset), SIMD2(180 - inset, 20 + inset), SIMD2(180 - inset, 120 - inset),
            SIMD2(20 + inset, 120 - inset),
        ]
    }

    private func isInside(_ position: SIMD2<Double>, _ outlines: [[SIMD2<Double>]]) -> Bool {
        var isInside = false
        for outline in outlines {
            var last = outline[outline.count - 1]
            for corner in outline {
                if (corner.y > position.y) != (last.y > position.y),
                    position.x < corner.x + (last.x - corner.x) * (position.y - corner.y) / (last.y - corner.y)
                {
                    isInside.toggle()
                }
                last = corner
            }
        }
        return isInside
    }

    @Test("a frame on the grid is rectangles alone")
    func frame() {
        let list = list([square(0), square(16)])
        #expect(list.draws.map(\.program) == [.fill] && list.blockVertices.isEmpty)
        let area = list.quadVertices.reduce(Float(0)) {
            $0 + ($1.rect.maxX - $1.rect.minX) * ($1.rect.maxY - $1.rect.minY)
        }
        #expect(area == 160 * 100 - 128 * 68)
    }

    @Test("a block names the slices that reach into it, and only where one does they are cut")
    func naming() throws {
        // Half a pixel off the grid: 20.5…179.5, and 36.5…163.5.
        let list = list([square(0.5), square(16.5)])
        #expect(list.draws.map(\.program) == [.fill, .slices])
        let block = try #require(list.blockVertices.first { $0.box.minX == 100 && $0.box.minY < 60 })
        #expect(block.box == PlotRect(minX: 100, minY: 20, maxX: 104, maxY: 24))
        #expect(block.count == SIMD4(repeating: 1) && block.first[0] == block.first[3])
        let first = Int(block.first[0])
        #expect(
            list.sliceTexels[first].first == 20.5 && list.sliceTexels[first].second == 36.5
                && list.sliceTexels[first + 1].run == 2)
        // At the left edge, one block that begins there and one beside it.
        let corner = try #require(
            list.blockVertices.first { $0.box.minX == 36 && $0.box.minY < 60 && $0.box.maxY > 36 })
        #expect(corner.count[0] == 3, "two slices, and what lies between them")
    }

    @Test(
        "each pixel lies in one inside that the outlines cover, or in one block that names all slices there",
        arguments: [4, 7, 40], [false, true])
    func completeness(corners: Int, isVertical: Bool) {
        for (clip, outlines) in [
            (nil, [polygon(corners, 68), polygon(corners, 40, turned: 0.7)]),
            (nil, [polygon(corners, 90), polygon(corners, 61), polygon(corners, 30)]),
            (PixelRect(x: 61, y: 33, width: 91, height: 74), [polygon(corners, 80), polygon(corners, 50)]),
        ] as [(PixelRect?, [[SIMD2<Double>]])] {
            let list = list(outlines, clip: clip, isVertical: isVertical)
            let (blocks, slices) = (list.blockVertices, list.sliceTexels)
            let visible = clip ?? PixelRect(x: 0, y: 0, width: Self.size.width, height: Self.size.height)
            // −1: nothing · −2: an interior · otherwise a block.
            var owners = Array(repeating: -1, count: Self.size.width * Self.size.height)
            var doubles = 0
            for (rect, owner) in list.quadVertices.map({ ($0.rect, -2) }) + blocks.enumerated().map({ ($1.box, $0) }) {
                for y in Int(rect.minY)..<Int(rect.maxY) {
                    for x in Int(rect.minX)..<Int(rect.maxX)
                    where visible.x..<visible.maxX ~= x && visible.y..<visible.maxY ~= y {
                        if owners[y * Self.size.width + x] != -1 { doubles += 1 }
                        owners[y * Self.size.width + x] = owner
                    }
                }
            }
            #expect(doubles == 0)
            #expect(owners.filter { $0 == -2 }.count > 300)
            let all = PolygonSlices.samples(outlines)
            var wrong = 0, missing = 0
            for y in visible.y..<visible.maxY {
                for x in visible.x..<visible.maxX {
                    let (along, across) = isVertical ? (Float(y), Float(x)) : (Float(x), Float(y))
                    switch owners[y * Self.size.width + x] {
                    case -2:
                        for (dx, dy) in [(0.01, 0.01), (0.99, 0.01), (0.01, 0.99), (0.99, 0.99), (0.5, 0.5)] {
                            if !isInside(SIMD2(Double(along) + dx, Double(across) + dy), outlines) { wrong += 1 }
                        }
                    case let owner:
                        let named =
                            owner < 0
                            ? []
                            : slices[Int(blocks[owner].first[0])...Int(blocks[owner].first[0] + blocks[owner].count[0])]
                        for (a, b) in zip(all, all.dropFirst()) where a.isFinite && b.isFinite {
                            // Does the trapezoid's middle line, or one of its curves, cross the pixel's middle column?
                            let middle = along + 0.5
                            guard a.along < middle, b.along > middle else { continue }
                            let t = (middle - a.along) / (b.along - a.along)
                            let (upper, lower) = (
                                a.first + (b.first - a.first) * t, a.second + (b.second - a.second) * t
                            )
                            guard upper < across + 0.9, lower > across + 0.1 else { continue }
                            if !named.contains(where: {
                                $0.along == a.along && $0.first == a.first && $0.second == a.second
                            }) {
                                missing += 1
                            }
                        }
                    }
                }
            }
            #expect(wrong == 0 && missing == 0)
        }
    }

    @Test("insides of gradients down the area are texels; where there are none by rows, slices draw all")
    func paints() {
        let ring = [polygon(12, 70), polygon(12, 40)]
        func gradient(_ to: PlotPoint) -> Paint {
            .linearGradient(from: point(100, 10), start: .black, to: to, end: .white)
        }
        #expect(list(ring, paint: .solid(Color(0x336699, alpha: 0.4))).draws.map(\.program) == [.tint, .slices])
        #expect(list(ring, paint: gradient(point(100, 140))).draws.map(\.program) == [.glyph, .slices])
        #expect(list(ring, paint: gradient(point(180, 40))).draws.map(\.program) == [.slices])
    }

    @Test("what never lies above itself has its slices in order, once")
    func plain() {
        let list = list([polygon(7, 60)])
        // If no run is above another, trapezoids are assigned to columns.
        #expect(list.blockVertices.contains { Set([$0.first[0], $0.first[1], $0.first[2], $0.first[3]]).count > 1 })
    }
}
