import Testing
import VitrailDrawList
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

@Suite("Markers")
struct MarkerTessellatorTests {
    private static let color = Color(0x1F77B4, alpha: 0.3)

    /// Seeded positions on and somewhat around the test picture, computed on read.
    private static func markers(_ count: Int, radius: Float = 1.5, color: Color = color) -> Markers {
        Markers(count: count, color: color) { range, items in
            for i in range {
                var numbers = SeededNumbers(seed: UInt64(i))
                let center = PlotPoint(x: numbers.float(-5...205), y: numbers.float(-5...105))
                items.append(Markers.Item(center: center, radius: radius))
            }
        }
    }

    private var box: PixelRect { PixelRect(x: 0, y: 0, width: testSize.width, height: testSize.height) }

    /// Coverage of a list that rasterised its markers on the CPU.
    private func coverage(_ list: DrawList) -> (bytes: [UInt8], size: PixelSize)? {
        for case .coverage(let bytes, let size) in list.textures { return (bytes, size) }
        return nil
    }

    @Test("what is drawn is bounded by pixels, not by markers")
    func bounded() throws {
        let few = drawList(Mark(.markers(Self.markers(2_000))))
        let many = drawList(Mark(.markers(Self.markers(200_000))))
        for list in [few, many] {
            let counted = try #require(coverage(list))
            #expect(counted.bytes.count == testSize.width * testSize.height && counted.size == testSize)
            #expect(list.textures.count == 1 && list.draws.count == 1 && list.draws[0].program == .glyph)
        }
        // Four rows of tiles, all with ink.
        #expect(many.totals == few.totals && many.totals.vertices == 4)
    }

    @Test("equal on any number of threads, and again", arguments: [1_000, 140_000, 300_000])
    func threads(count: Int) {
        let markers = Self.markers(count, radius: 2)
        let once = MarkerCoverage(markers, in: box, isConcurrent: false)
        for _ in 0..<2 {
            let again = MarkerCoverage(markers, in: box)
            #expect(again.map.coverage == once.map.coverage && again.map.tiles.inked == once.map.tiles.inked)
        }
        #expect(once.map.coverage.contains { $0 > 0 })
    }

    @Test("lanes follow from the markers alone")
    func lanes() {
        let counts = [0, 100_000, 131_072, 1_000_000, 10_000_000, 1_000_000_000]
        #expect(counts.map { MarkerCoverage.laneCount(work: $0, pixels: 20_000) } == [1, 1, 2, 4, 4, 4])
        #expect(counts.map { MarkerCoverage.laneCount(work: $0, pixels: 1_800_000) } == [1, 1, 1, 4, 4, 4])
        #expect(MarkerCoverage.laneCount(work: 1_000_000, pixels: 4_000_000) == 2)
        for count in [0, 1, 255, 1_000, 1_000_001] {
            #expect(MarkerCoverage.work(Self.markers(count, radius: 1.5)) == count)
            // 15 × 15 pixels in blocks of 4 × 4.
            #expect(MarkerCoverage.work(Self.markers(count, radius: 7)) == count * 225 / 16)
            #expect(MarkerCoverage.work(Self.markers(count, radius: .nan)) == count)
        }
    }

    @Test("markers that lie apart are discs, those on one another are counted in their box")
    func choice() throws {
        let apart = (0..<15).map { Markers.Item(center: point(Float($0) * 12 + 6, 50), radius: 4) }
        let discs = drawList(Mark(.markers(Markers(apart, color: Self.color))))
        #expect(discs.discVertices.count == 15 && discs.textures.isEmpty)
        #expect(discs.discVertices.allSatisfy { $0.radius == 4 && $0.color == Self.color.packed })
        let heap = (0..<15).map { Markers.Item(center: point(60 + Float($0) * 0.1, 50.5), radius: 8) }
        let counted = drawList(Mark(.markers(Markers(heap, color: Self.color))))
        #expect(counted.discVertices.isEmpty)
        #expect(coverage(counted)?.size == PixelSize(width: 18, height: 17))
        let quads = counted.quadVertices
        #expect(quads.map(\.rect) == [PlotRect(minX: 52, minY: 42, maxX: 70, maxY: 59)])
        #expect(quads.map(\.texels) == [PlotRect(minX: 0, minY: 0, maxX: 18, maxY: 17)])
        #expect(quads.map(\.color) == [Color(0x1F77B4).packed])
    }

    @Test(
        "large ones in many more layers than can be seen are painted down to the one that hides the rest; few, small and too large ones are counted"
    )
    func deep() {
        func isDeep(_ count: Int, _ radius: Float, _ alpha: Double) -> Bool {
            MarkerTessellator.deepDiscs(Self.markers(count, radius: radius, color: Self.color.faded(alpha)), in: box)
                != nil
        }
        #expect(isDeep(3_000, 12, 1) && !isDeep(500, 12, 1) && !isDeep(30_000, 1.5, 1) && !isDeep(3_000, 12, 0.05))
        let large = Markers(
            Self.markers(3_000, radius: 12).items + [.init(center: point(0, 0), radius: 5_000)], color: Self.color)
        #expect(MarkerTessellator.deepDiscs(large, in: box) == nil)
        let list = drawList(Mark(.markers(Self.markers(20_000, radius: 12))))
        #expect(list.discVertices.isEmpty && list.draws.map(\.program) == [.glyph])
    }

    @Test("too large ones are drawn one by one beside the counted ones")
    func large() {
        let heap = Self.markers(3_000).items
        let large = [33, 40, 10_000].map { Markers.Item(center: point(100, 50), radius: $0) }
        let list = drawList(Mark(.markers(Markers(heap + large + heap, color: Self.color))))
        #expect(list.discVertices.map(\.radius) == [10_000])
        #expect(list.draws.map(\.program) == [.disc, .glyph])
    }

    @Test("what cannot be seen draws nothing", arguments: [1, 3_000])
    func invisible(times: Int) {
        let items: [Markers.Item] = [
            .init(center: .gap, radius: 2), .init(center: point(.infinity, 5), radius: 2),
            .init(center: point(5, -.infinity), radius: 2),
            .init(center: point(-3, 50), radius: 3), .init(center: point(203, 50), radius: 3),
            .init(center: point(50, -4), radius: 3),
            .init(center: point(50, 1e30), radius: 3), .init(center: point(50, 50), radius: 0),
            .init(center: point(50, 50), radius: -1),
            .init(center: point(50, 50), radius: .nan), .init(center: point(50, 50), radius: .infinity),
        ]
        let markers = Markers((0..<times).flatMap { _ in items }, color: Self.color)
        #expect(drawList(Mark(.markers(markers))).draws.isEmpty)
        #expect(drawList(Mark(.markers(Self.markers(times, color: .clear)))).draws.isEmpty)
        #expect(drawList(Mark(.markers(Markers([], color: .black)))).draws.isEmpty)
        #expect(
            drawList(Mark(.markers(Self.markers(times)), clip: PixelRect(x: 300, y: 0, width: 9, height: 9))).draws
                .isEmpty)
    }

    @Test(
        "a whole circle is counted whole, wherever it lies", arguments: [0.3, 1, 1.5, 1.7, 3.5, 7.9, 31.5] as [Float])
    func area(radius: Float) {
        var numbers = SeededNumbers(seed: 31)
        for k in 0..<40 {
            // Also on edges and centres of pixels.
            let nudge =
                k < 4
                ? point(k & 1 == 0 ? 0 : 0.5, k & 2 == 0 ? 0 : 0.5) : point(numbers.float(0...1), numbers.float(0...1))
            let item = Markers.Item(center: point(100 + nudge.x, 50 + nudge.y), radius: radius)
            let covered = MarkerCoverage(Markers([item], color: .black), in: box).map.coverage.reduce(0.0) {
                $0 + Double($1) / 255
            }
            let rim = 8 * Double(radius) + 8
            // Rounding to 8 bits is up to half a step for each rim pixel, in either direction.
            #expect(abs(covered - .pi * Double(radius * radius)) <= rim * 0.3 / 255, "\(item)")
        }
    }

    /// Vectors have eight markers, and batches for compositing sixty-four: a marker looks the same at any position in a
    /// list and next to any others.
    @Test("a circle looks as it does alone, at every place of a list", arguments: [1, 7, 8, 9, 63, 64, 65, 71, 128])
    func groups(count: Int) {
        let radii: [Float] = [1.5, 0.7, 1.5, 1.5, 5, 1.2, .nan, 1.5, 5_000, 1.5, 0, 1.5, 2, -1]
        var numbers = SeededNumbers(seed: 41)
        // Apart from one another; every ninth one is outside.
        let items = (0..<count).map { k in
            let center = point(
                Float(k % 16) * 12 + 6 + numbers.float(-1...1), Float(k / 16) * 12 + 7 + numbers.float(-1...1))
            return Markers.Item(
                center: k % 9 == 8 ? point(-50, center.y) : center, radius: count < 10 ? 1.5 : radii[k % radii.count])
        }
        let together = MarkerCoverage(Markers(items, color: Self.color), in: box)
        var alone = [UInt8](repeating: 0, count: together.map.coverage.count)
        for item in items {
            for (i, value) in MarkerCoverage(Markers([item], color: Self.color), in: box).map.coverage.enumerated()
            where value > 0 { alone[i] = value }
        }
        #expect(together.map.coverage == alone)
        #expect(together.large == items.filter { $0.radius == 5_000 })
    }

    @Test("patches hold all ink, and no tile without it", arguments: [1, 40, 2_000])
    func patches(count: Int) {
        let counted = MarkerCoverage(Self.markers(count, radius: 4), in: box)
        var isPatched = [Bool](repeating: false, count: counted.map.coverage.count)
        for patch in counted.map.tiles.patches {
            #expect(patch.x % 32 == 0 && patch.y % 32 == 0 && patch.maxX <= box.width && patch.maxY <= box.height)
            for y in patch.y..<patch.maxY {
                for x in patch.x..<patch.maxX {
                    #expect(!isPatched[y * box.width + x])
                    isPatched[y * box.width + x] = true
                }
            }
        }
        for top in stride(from: 0, to: box.height, by: 32) {
            for left in stride(from: 0, to: box.width, by: 32) {
                let pixels = (top..<min(top + 32, box.height)).flatMap { y in
                    (left..<min(left + 32, box.width)).map { y * box.width + $0 }
                }
                #expect(pixels.allSatisfy { isPatched[$0] } == pixels.contains { counted.map.coverage[$0] > 0 })
                #expect(pixels.allSatisfy { isPatched[$0] } || !pixels.contains { isPatched[$0] })
            }
        }
    }
}
