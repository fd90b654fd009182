import Testing
import VitrailScene

@testable import VitrailTessellation

@Suite("Rect tessellator")
struct RectTessellatorTests {
    private static func rect(_ minX: Float, _ minY: Float, _ maxX: Float, _ maxY: Float) -> PlotRect {
        PlotRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }

    private func batch(_ items: [RectBatch.Item], strokeWidth: Float = 0) -> Mark {
        Mark(.rects(RectBatch(items: items, strokeWidth: strokeWidth)))
    }

    @Test(
        "rectangles that cannot be seen make nothing",
        arguments: [
            rect(5, 1, 4, 9), rect(1, 5, 9, 4), rect(.nan, 1, 5, 5), rect(1, 1, 5, .nan),
            rect(-.infinity, 1, .infinity, 5),
            rect(3, 3, 3, 9), rect(3, 3, 9, 3), rect(-9, 1, -1, 5), rect(201, 1, 209, 5),
            rect(1, -9, 5, -1), rect(1, 101, 5, 109), rect(1e6, 1e6, 2e6, 2e6),
        ])
    func nothing(rect: PlotRect) {
        #expect(drawList(batch([RectBatch.Item(rect: rect, fill: .black)])).commands.isEmpty)
    }

    @Test("no items, or clear ones, make nothing")
    func empty() {
        #expect(drawList(batch([])).commands.isEmpty)
        let clear = RectBatch.Item(rect: Self.rect(1, 1, 9, 9), fill: .clear, stroke: .black)
        #expect(drawList(batch([clear])).commands.isEmpty)
        #expect(drawList(batch([clear], strokeWidth: 1)).rectVertices.count == 1)
    }

    @Test("an outline shows without area and from outside the clip")
    func outlines() {
        let flat = RectBatch.Item(rect: Self.rect(3, 3, 3, 9), fill: .white, stroke: .black)
        #expect(drawList(batch([flat], strokeWidth: 2)).rectVertices.count == 1)
        let outside = RectBatch.Item(rect: Self.rect(-9, 1, -0.5, 5), fill: .black, stroke: .black)
        #expect(drawList(batch([outside], strokeWidth: 2)).rectVertices.count == 1)
        #expect(drawList(batch([outside], strokeWidth: 1)).commands.isEmpty)
        #expect(drawList(batch([flat], strokeWidth: .nan)).commands.isEmpty)
    }

    @Test(
        "a tip radius is limited to what fits",
        arguments: [
            (RectBatch.Tip.none, 3, 0), (.top, 3, 3), (.top, 50, 10), (.bottom, 50, 10), (.left, 50, 20),
            (.right, 50, 20), (.all, 50, 10), (.top, -1, 0), (.top, .nan, 0), (.all, .infinity, 10),
        ] as [(RectBatch.Tip, Float, Float)])
    func radius(tip: RectBatch.Tip, radius: Float, limit: Float) {
        let rect = Self.rect(10, 10, 30, 70)
        #expect(RectTessellator.limitedRadius(radius, tip: tip, in: rect) == limit)
        let made = drawList(batch([RectBatch.Item(rect: rect, fill: .black, tip: tip, tipRadius: radius)]))
        // Sharp rectangles on whole pixels are fills, which have no tip.
        guard tip != .none, radius > 0 else { return #expect(made.draws[at: 0]?.program == .fill) }
        #expect(made.rectVertices[at: 0]?.tipRadius == limit)
        #expect(made.rectVertices[at: 0]?.tip == Float(tip.rawValue))
    }

    @Test("a column shorter than its tip keeps its height as radius")
    func low() {
        #expect(RectTessellator.limitedRadius(8, tip: .top, in: Self.rect(0, 0, 20, 2)) == 2)
        #expect(RectTessellator.limitedRadius(8, tip: .left, in: Self.rect(0, 0, 2, 20)) == 2)
    }

    @Test("far edges are held, near ones stay exact")
    func far() {
        let stripe = Self.rect(-3e38, 12.25, 1e7, 13.75)
        let made = drawList(batch([RectBatch.Item(rect: stripe, fill: .black)])).quadVertices[at: 0]?.rect
        #expect(made == Self.rect(-RectTessellator.farthest, 12.25, RectTessellator.farthest, 13.75))
    }

    @Test("items keep their order and colours; consecutive marks share a draw")
    func order() {
        let colors = [Color(0x112233), Color(0x445566), Color(0x778899)]
        let items = colors.map { RectBatch.Item(rect: Self.rect(1, 1, 9, 9), fill: $0, fillEnd: .white) }
        let list = drawList(batch([items[0], items[1]]), batch([items[2]]))
        #expect(list.rectVertices.map(\.fill) == colors.map(\.packed))
        #expect(list.rectVertices.allSatisfy { $0.fillEnd == Color.white.packed })
        #expect(list.draws.count == 1 && list.draws[at: 0]?.instanceCount == 3)
    }

    @Test("batches of sharp rectangles of one colour are boxes, in one draw over marks")
    func boxes() {
        let items = [Color.black, .white].map { RectBatch.Item(rect: Self.rect(1, 1, 9, 8.5), fill: $0) }
        let list = drawList(batch(items), batch([items[1]], strokeWidth: 2))
        #expect(list.draws.map(\.program) == [.box])
        #expect(list.quadVertices.map(\.color) == [Color.black, .white, .white].map(\.packed))
        #expect(list.draws.map(\.blend) == [.over])
        #expect(list.quadVertices.allSatisfy { $0.rect == Self.rect(1, 1, 9, 8.5) })
        var (round, faded, outlined) = (items[0], items[0], items[0])
        (round.tip, round.tipRadius) = (.top, 2)
        faded.fillEnd = .white
        outlined.stroke = .white
        for item in [round, faded, outlined] {
            #expect(drawList(batch([items[0], item], strokeWidth: 1)).draws.map(\.program) == [.rect])
        }
    }

    @Test("batches of rectangles of whole pixels are fills if all of them are opaque, else tints")
    func fills() {
        let whole = RectBatch.Item(rect: Self.rect(1, 1, 9, 9), fill: .black)
        let list = drawList(batch([whole, whole]))
        #expect(list.draws.map(\.program) == [.fill] && list.draws.map(\.blend) == [.replace])
        #expect(list.quadVertices.map(\.rect) == [whole.rect, whole.rect])
        let cut = [(0.5, 1, 9, 9), (1, 0.5, 9, 9), (1, 1, 8.5, 9), (1, 1, 9, 8.5)].map { Self.rect($0, $1, $2, $3) }
        for other in cut.map({ RectBatch.Item(rect: $0, fill: .black) }) {
            #expect(drawList(batch([whole, other])).draws.map(\.program) == [.box])
        }
        let blended = drawList(batch([whole, RectBatch.Item(rect: whole.rect, fill: Color.black.faded(0.5))]))
        #expect(blended.draws.map(\.program) == [.tint] && blended.draws.map(\.blend) == [.over])
    }

    @Test("another axis, clip or mark between starts another draw")
    func separate() {
        let item = RectBatch.Item(rect: Self.rect(1, 1, 9, 9), fill: .black, fillEnd: .white)
        let plain = batch([item])
        var clipped = plain
        clipped.clip = PixelRect(x: 0, y: 0, width: 5, height: 5)
        let turned = Mark(.rects(RectBatch(items: [item], gradientAxis: .vertical)))
        let disc = Mark(.discs(DiscBatch(items: [.init(center: point(5, 5), radius: 2, color: .black)])))
        #expect(drawList(plain, clipped).draws.count == 2)
        #expect(drawList(plain, turned).draws.map(\.uniforms.shape.x) == [0, 1])
        let list = drawList(plain, disc, plain)
        #expect(list.draws.map(\.program) == [.rect, .disc, .rect])
        #expect(list.draws.map(\.firstVertex) == [0, 0, 1])
    }

    @Test("slivers are added up in a target of their own, as far as they can be seen")
    func slivers() {
        let items = [Self.rect(10.2, 5, 10.4, 60), Self.rect(10.4, 5, 10.6, 50.5), Self.rect(-9, 1, -1, 5)].map {
            RectBatch.Item(rect: $0, fill: .black, stroke: .white)
        }
        let list = drawList(Mark(.rects(RectBatch(items: items, sliverWidth: 0.2))))
        #expect(
            list.draws.map(\.program) == [.erase, .sliver, .resolveSlivers]
                && list.draws.map(\.blend) == [.replace, .add, .over])
        #expect(list.draws.map(\.instanceCount) == [1, 2, 1])
        #expect(list.draws.allSatisfy { $0.scissor == PixelRect(x: 10, y: 5, width: 1, height: 55) })
        #expect(list.draws.last?.uniforms.shape == SIMD4(0.25, 1.25, 1, 0))
        #expect(
            drawList(Mark(.rects(RectBatch(items: items, sliverWidth: 1 / 640)))).draws.last?.uniforms.shape
                == SIMD4(0.25, 16, 0.1, 0))
        #expect(list.draws.last?.textures == [.target(.slivers, 0), .target(.slivers, 1)])
        #expect(drawList(Mark(.rects(RectBatch(items: [items[2]], sliverWidth: 0.2)))).commands.isEmpty)
        // With outlines, each is drawn over the one before it.
        let outlined = drawList(Mark(.rects(RectBatch(items: items, strokeWidth: 3, sliverWidth: 0.2))))
        #expect(
            outlined.draws.map(\.program) == [.erase, .rect, .resolveGroup]
                && outlined.draws.map(\.blend) == [.replace, .over, .over])
        #expect(
            outlined.draws.map(\.instanceCount) == [1, 3, 1] && outlined.draws.last?.textures == [.target(.slivers, 0)])
        #expect(outlined.draws.allSatisfy { $0.scissor == PixelRect(x: 0, y: 0, width: 13, height: 62) })
    }
}
