import Testing
import VitrailScene
import VitrailTestNumbers

@Suite("Sector tessellator")
struct SectorTessellatorTests {
    private static func item(
        at center: PlotPoint = point(100, 50), inner: Float = 10, outer: Float = 40, start: Float = 0,
        sweep: Float = 1, fill: Color = .black, crust: Color = .clear, crustWidth: Float = 0
    ) -> SectorBatch.Item {
        SectorBatch.Item(
            center: center, innerRadius: inner, outerRadius: outer, startAngle: start, sweep: sweep,
            fill: fill, crust: crust, crustWidth: crustWidth)
    }

    private func batch(_ items: [SectorBatch.Item]) -> Mark { Mark(.sectors(SectorBatch(items: items))) }

    @Test(
        "sectors that cannot be seen make nothing",
        arguments: [
            item(sweep: 0), item(sweep: .nan), item(start: .nan), item(start: .infinity),
            item(inner: 40, outer: 40), item(inner: 50, outer: 40), item(outer: .nan), item(outer: .infinity),
            item(at: .gap), item(fill: .clear), item(fill: .clear, crust: .black),
            item(at: point(-60, 50)), item(at: point(1e6, 1e6)),
        ])
    func nothing(item: SectorBatch.Item) {
        #expect(drawList(batch([item])).commands.isEmpty)
    }

    @Test("a full turn and more is a full turn", arguments: [2 * Float.pi, -2 * .pi, 100, .infinity])
    func full(sweep: Float) throws {
        let vertex = try #require(drawList(batch([Self.item(sweep: sweep)])).sectorVertices[at: 0])
        #expect(Double(vertex.halfSweep) >= .pi)
    }

    @Test("a negative inner radius or crust counts as none")
    func negative() throws {
        let vertex = try #require(
            drawList(batch([Self.item(inner: -5, crust: .white, crustWidth: -1)])).sectorVertices[at: 0])
        #expect(vertex.innerRadius == 0 && vertex.crustWidth == 0)
    }

    @Test("sweeping back is the same sector")
    func backwards() throws {
        let forward = try #require(drawList(batch([Self.item(start: 0.5, sweep: 1)])).sectorVertices[at: 0])
        let backward = try #require(drawList(batch([Self.item(start: 1.5, sweep: -1)])).sectorVertices[at: 0])
        #expect(forward == backward)
        #expect(forward.midAngle == 1 && forward.halfSweep == 0.5)
    }

    /// `count` slices of random size round the circle.
    private func ring(_ count: Int, seed: UInt64) -> [SectorBatch.Item] {
        var numbers = SeededNumbers(seed: seed)
        let shares = (0..<count).map { _ in Double(numbers.float(0.01...1)) }
        let total = shares.reduce(0, +)
        var start = Double(numbers.float(-10...10))
        return shares.map { share in
            let sweep = share / total * 2 * .pi
            defer { start += sweep }
            return Self.item(start: Float(start), sweep: Float(sweep))
        }
    }

    @Test("areas of slices sum to the ring, and neighbours share their edge", arguments: [1, 2, 3, 30, 64])
    func areas(count: Int) {
        let vertices = drawList(batch(ring(count, seed: UInt64(count)))).sectorVertices
        #expect(vertices.count == count)
        let sum = vertices.reduce(0.0) {
            $0 + min(Double($1.halfSweep), .pi)
                * Double($1.outerRadius * $1.outerRadius - $1.innerRadius * $1.innerRadius)
        }
        #expect(abs(sum / (.pi * 1500) - 1) < 1e-5)
        for (a, b) in zip(vertices, vertices.dropFirst()) {
            let apart = Double(b.midAngle) - Double(b.halfSweep) - Double(a.midAngle) - Double(a.halfSweep)
            #expect(abs(apart.remainder(dividingBy: 2 * .pi)) < 3e-6)
        }
    }

    @Test("sectors go to the group, erased and resolved where they are")
    func target() {
        let list = drawList(batch([Self.item(), Self.item(at: point(120, 50))]))
        let seen = PixelRect(x: 60, y: 10, width: 100, height: 80)
        #expect(list.commands[at: 0] == .target(.group, clear: nil))
        #expect(list.draws.map(\.program) == [.erase, .sector, .resolveGroup])
        #expect(list.draws.map(\.blend) == [.replace, .add, .over])
        #expect(list.draws[at: 1]?.scissor == seen)
        #expect(list.draws[at: 2]?.uniforms.shape.x == 1)
        #expect(list.quads(of: list.draws[at: 0]).map(\.rect) == [seen.plotRect])
        #expect(list.quads(of: list.draws[at: 2]).map(\.rect) == [seen.plotRect])
    }
}
