import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

@Suite("Discs in layers")
struct DiscLayersTests {
    private var clip: PixelRect { PixelRect(x: 0, y: 0, width: testSize.width, height: testSize.height) }

    private func items(_ count: Int, radius: Float = 3, color: Color = Color(0x1F77B4, alpha: 0.3)) -> [DiscBatch.Item]
    {
        var numbers = SeededNumbers(seed: 7)
        return (0..<count).map { _ in
            DiscBatch.Item(
                center: point(numbers.float(-5...205), numbers.float(-5...105)), radius: radius, color: color)
        }
    }

    @Test("what is drawn is bounded by pixels, not by discs")
    func bounded() {
        for count in [3_000, 60_000] {
            let list = drawList(Mark(.discs(DiscBatch(items: items(count)))))
            #expect(list.discVertices.isEmpty && list.textures.count == 1 && list.draws.map(\.program) == [.glyph])
            #expect(list.totals.vertices == 4)
        }
    }

    @Test("equal on any number of threads")
    func threads() {
        let items = items(20_000)
        let once = DiscLayers(items, in: clip, threads: 1)
        for threads in 2...5 {
            let again = DiscLayers(items, in: clip, threads: threads)
            #expect(again.pixels == once.pixels && again.tiles == once.tiles)
        }
        #expect(once.pixels.contains { $0 > 0 })
    }

    @Test("up to a thousand are drawn one by one, but not faint ones in layers")
    func choice() {
        func isCounted(_ items: [DiscBatch.Item]) -> Bool {
            drawList(Mark(.discs(DiscBatch(items: items)))).discVertices.isEmpty
        }
        let heap = (0..<9).map {
            DiscBatch.Item(center: point(60 + Float($0), 50), radius: 20, color: Color(0x1F77B4, alpha: 0.2))
        }
        #expect(isCounted(heap) && !isCounted(Array(heap.prefix(1))))
        #expect(!isCounted(heap.map { .init(center: $0.center, radius: 20, color: Color(0x1F77B4, alpha: 0.3)) }))
        #expect(!isCounted(items(1_000, radius: 5, color: .black)) && isCounted(items(1_200, radius: 5, color: .black)))
        // One disc is too large.
        #expect(!isCounted(heap + [.init(center: point(0, 0), radius: 10_000, color: .black)]))
    }

    @Test("what cannot be seen paints nothing, and hides nothing")
    func invisible() {
        let gone: [DiscBatch.Item] = [
            .init(center: .gap, radius: 2, color: .black), .init(center: point(.infinity, 5), radius: 2, color: .black),
            .init(center: point(50, 1e30), radius: 3, color: .black),
            .init(center: point(50, 50), radius: 0, color: .black),
            .init(center: point(50, 50), radius: -1, color: .black),
            .init(center: point(50, 50), radius: .nan, color: .black),
            .init(center: point(50, 50), radius: 30, color: .clear),
            .init(center: point(-300, 50), radius: 30, color: .black),
        ]
        let seen = items(2_000)
        let alone = DiscLayers(seen, in: clip, threads: 1)
        let mixed = DiscLayers(seen.flatMap { [$0] + gone }, in: clip, threads: 1)
        #expect(mixed.pixels == alone.pixels)
        #expect(
            DiscLayers(gone, in: clip).pixels.allSatisfy { $0 == 0 } && DiscLayers(gone, in: clip).tiles.patches.isEmpty
        )
    }

    @Test("the last opaque one hides those below it; its rim lets them shine through")
    func order() {
        let red = DiscBatch.Item(center: point(50, 50), radius: 12, color: Color(0xFF0000))
        let blue = DiscBatch.Item(center: point(50, 50), radius: 12, color: Color(0x0000FF))
        func pixel(_ items: [DiscBatch.Item], _ x: Int, _ y: Int) -> [UInt8] {
            let start = (y * testSize.width + x) * 4
            return Array(DiscLayers(items, in: clip).pixels[start..<start + 4])
        }
        #expect(pixel([red, blue], 50, 50) == [0, 0, 255, 255] && pixel([blue, red], 50, 50) == [255, 0, 0, 255])
        let rim = pixel([red, blue], 41, 41)
        #expect(rim[0] > 10 && rim[2] > rim[0] && rim[3] > rim[2])
        #expect(pixel([red, blue], 50, 70) == [0, 0, 0, 0])
    }
}
