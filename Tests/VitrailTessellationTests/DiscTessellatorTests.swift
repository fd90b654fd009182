import Testing
import VitrailScene
import VitrailTestNumbers

@Suite("Disc tessellator")
struct DiscTessellatorTests {
    private func batch(_ items: [DiscBatch.Item]) -> Mark { Mark(.discs(DiscBatch(items: items))) }

    @Test(
        "circles that cannot be seen make nothing",
        arguments: [
            DiscBatch.Item(center: point(5, 5), radius: 0, color: .black),
            .init(center: point(5, 5), radius: -2, color: .black),
            .init(center: point(5, 5), radius: .nan, color: .black),
            .init(center: point(5, 5), radius: .infinity, color: .black),
            .init(center: point(5, 5), radius: 3, color: .clear),
            .init(center: .gap, radius: 3, color: .black),
            .init(center: point(.infinity, 5), radius: 3, color: .black),
            .init(center: point(-4, 5), radius: 3, color: .black),
            .init(center: point(5, 104), radius: 3, color: .black),
        ])
    func nothing(item: DiscBatch.Item) {
        #expect(drawList(batch([item])).commands.isEmpty)
    }

    @Test("those that reach in stay, in order", arguments: 0..<10)
    func culling(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let items = (0..<500).map { i in
            DiscBatch.Item(
                center: point(numbers.float(-60...260), numbers.float(-60...160)), radius: numbers.float(0.1...50),
                color: Color(UInt32(i)))
        }
        let seen = items.filter { item in
            item.center.x + item.radius > 0 && item.center.x - item.radius < 200
                && item.center.y + item.radius > 0 && item.center.y - item.radius < 100
        }
        let list = drawList(batch(items))
        #expect(list.discVertices.map(\.color) == seen.map(\.color.packed))
        #expect(seen.count < items.count)
        #expect(list.draws.map(\.instanceCount) == [seen.count])
    }
}
