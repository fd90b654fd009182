import Testing
import VitrailScene

@Suite("Glyph tessellator")
struct GlyphTessellatorTests {
    private func glyph(_ x: Int32, _ y: Int32 = 10, width: UInt16 = 6, isColor: Bool = false) -> PlacedGlyph {
        PlacedGlyph(x: x, y: y, atlasX: 30, atlasY: 40, width: width, height: 8, isColor: isColor)
    }

    private func run(_ glyphs: [PlacedGlyph], color: Color = .black) -> Mark {
        let source = TextSource(
            text: "", family: "", isBold: false, size: 12, origin: point(0, 0), width: 0, rotation: 0)
        return Mark(.glyphs(GlyphRun(glyphs: glyphs, color: color, source: source)))
    }

    @Test("glyph pixels go one to one")
    func position() throws {
        let quad = try #require(drawList(run([glyph(-3)])).quadVertices[at: 0])
        #expect(quad.rect == PlotRect(minX: -3, minY: 10, maxX: 3, maxY: 18))
        #expect(quad.texels == PlotRect(minX: 30, minY: 40, maxX: 36, maxY: 48))
        #expect(quad.color == Color.black.packed)
    }

    @Test("empty glyphs, those outside and clear runs make nothing")
    func nothing() {
        #expect(drawList(run([])).commands.isEmpty)
        #expect(drawList(run([glyph(5, width: 0), glyph(-6), glyph(200), glyph(5, 100)])).commands.isEmpty)
        #expect(drawList(run([glyph(Int32.max), glyph(Int32.min)])).commands.isEmpty)
        #expect(drawList(run([glyph(5)], color: .clear)).commands.isEmpty)
    }

    @Test("runs that follow each other are one draw")
    func batched() {
        let list = drawList(run([glyph(1), glyph(9)]), run([glyph(20)], color: .white), run([glyph(30)]))
        #expect(list.draws.count == 1)
        #expect(list.draws[at: 0]?.instanceCount == 4)
        #expect(list.quadVertices.map(\.rect.minX) == [1, 9, 20, 30])
        #expect(list.textures.count == 1)
    }

    @Test("colour glyphs keep their place in the order")
    func color() {
        let list = drawList(run([glyph(1), glyph(9, isColor: true), glyph(20)]), run([glyph(30)]))
        #expect(list.draws.map(\.program) == [.glyph, .glyph, .glyph])
        #expect(list.draws.map(\.instanceCount) == [1, 1, 2])
        #expect(list.draws.map(\.firstVertex) == [0, 1, 2])
        #expect(list.textures.count == 2)
    }

    @Test("colour glyphs are white with the opacity of the run, others have its colour")
    func colors() {
        let color = Color(0x336699, alpha: 0.4)
        let list = drawList(run([glyph(1), glyph(9, isColor: true)], color: color))
        #expect(list.quadVertices.map(\.color) == [color.packed, Color(0xFFFFFF, alpha: 0.4).packed])
    }

    @Test("glyphs outside the mark's clip are left out")
    func clip() {
        var mark = run([glyph(1), glyph(50), glyph(100)])
        mark.clip = PixelRect(x: 40, y: 0, width: 30, height: 100)
        let list = drawList(mark)
        #expect(list.quadVertices.map(\.rect.minX) == [50])
        #expect(list.draws[at: 0]?.scissor == mark.clip)
    }
}
