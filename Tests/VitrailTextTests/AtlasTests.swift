import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailText

@Suite struct AtlasTests {
    private func run(_ engine: TextEngine, _ text: String, size: Double = 12, x: Float = 20) -> GlyphRun {
        engine.run(text, font: Font(size: size), scale: 1, origin: PlotPoint(x: x, y: 60), color: .black)
    }

    @Test func staysTheSameUntilAGlyphComesIn() {
        let engine = TextEngine()
        _ = run(engine, "abc")
        let first = engine.atlas()
        _ = run(engine, "abc")
        _ = run(engine, "abc", x: 21)
        _ = run(engine, "   ")
        #expect(engine.atlas() == first)
        _ = run(engine, "abc", x: 20.25)
        let second = engine.atlas()
        #expect(second != first)
        #expect(second.id == first.id && second.generation > first.generation)
    }

    @Test func beginsEmpty() {
        let atlas = TextEngine().atlas()
        #expect(atlas.coverage.isEmpty && atlas.color.isEmpty)
        #expect(atlas.generation == 0)
    }

    @Test func enginesDoNotShareAnAtlas() {
        let a = TextEngine()
        let b = TextEngine()
        _ = run(a, "a")
        _ = run(b, "b")
        #expect(a.atlas() != b.atlas())
    }

    @Test func byteCountsMatchTheSizes() {
        let engine = TextEngine()
        for size in stride(from: 8.0, to: 80, by: 3) { _ = run(engine, "Hamburg 😀", size: size) }
        let atlas = engine.atlas()
        #expect(atlas.coverage.count == atlas.coverageSize.width * atlas.coverageSize.height)
        #expect(atlas.color.count == atlas.colorSize.width * atlas.colorSize.height * 4)
    }

    @Test func runsStayValidAsTheAtlasGrows() {
        let engine = TextEngine()
        let early = run(engine, "Hamburg")
        let before = Ink(early, atlas: engine.atlas())
        // A thousand different ideographs.
        let many = (0..<1000).map { run(engine, String(Unicode.Scalar(UInt32(0x4E00 + $0))!)) }
        let atlas = engine.atlas()
        #expect(atlas.coverageSize.width > 256)
        #expect(Ink(early, atlas: atlas) == before)
        #expect(engine.missingGlyphs.isEmpty)
        for i in stride(from: 0, to: 1000, by: 97) {
            let fresh = TextEngine()
            let single = run(fresh, String(Unicode.Scalar(UInt32(0x4E00 + i))!))
            #expect(Ink(many[i], atlas: atlas) == Ink(single, atlas: fresh.atlas()))
        }
    }

    @Test func hugeGlyphsAreCutIntoTiles() {
        let engine = TextEngine()
        let glyphs = run(engine, "M", size: 2000).glyphs
        #expect(glyphs.count > 1)
        #expect(glyphs.allSatisfy { $0.width <= GlyphStore.tileSide && $0.height <= GlyphStore.tileSide })
        // Side by side without overlap.
        for (i, a) in glyphs.enumerated() {
            for b in glyphs[..<i] {
                let apart = abs(a.x - b.x) >= GlyphStore.tileSide || abs(a.y - b.y) >= GlyphStore.tileSide
                #expect(apart, "\(a) \(b)")
            }
        }
        // The area of all tiles equals that of the outline, computed as a hundred times the area of the letter at a
        // tenth of the size.
        let atlas = engine.atlas()
        let large = glyphs.reduce(0.0) { sum, glyph in
            (0..<Int(glyph.height)).reduce(sum) { sum, row in
                let start = (Int(glyph.atlasY) + row) * atlas.coverageSize.width + Int(glyph.atlasX)
                return sum + atlas.coverage[start..<start + Int(glyph.width)].reduce(0.0) { $0 + Double($1) } / 255
            }
        }
        let small = engine.ink("M", size: 200, x: 10, y: 250, width: 300, height: 300).area
        #expect(abs(large / small - 100) < 0.2)
    }

    @Test func aWornAtlasIsLeftToItsFrames() {
        let engine = TextEngine()
        let first = engine.frame()
        let other = engine.frame()
        let font = Font(size: 1500)
        let origin = PlotPoint(x: 0, y: 1500)
        let early = first.run("early", font: Font(size: 20), scale: 1, origin: PlotPoint(x: 20, y: 60), color: .black)
        let before = Ink(early, atlas: first.atlas())
        _ = first.run("WMABCDEGHKN", font: font, scale: 1, origin: origin, color: .black)
        let second = engine.frame()
        _ = second.run("a", font: font, scale: 1, origin: origin, color: .black)
        #expect(second.atlas().id != first.atlas().id)
        #expect(other.atlas() == first.atlas())
        #expect(Ink(early, atlas: first.atlas()) == before)
        #expect(engine.droppedGlyphs == 0)
    }

    @Test func anUnusedWornAtlasIsGivenUp() {
        let state = TextState(usesSystem: true)
        let first = state.openFrame()
        var told: [TextNotice] = []
        _ = state.run(
            "WMABCDEGHKN", font: Font(size: 1500), scale: 1, origin: PlotPoint(x: 0, y: 0), rotation: 0,
            color: .black, store: first, told: &told)
        #expect(state.atlas(first).generation > 0)
        let second = state.openFrame()
        #expect(second != first)
        #expect(state.atlas(first).generation > 0)
        state.closeFrame(first)
        #expect(state.atlas(first) == .empty)
        state.closeFrame(second)
        // The present frame stays, so that the next picture finds its glyphs.
        #expect(state.openFrame() == second)
        let run = state.run(
            "a", font: Font(size: 12), scale: 1, origin: PlotPoint(x: 0, y: 0), rotation: 0, color: .black,
            store: second, told: &told)
        #expect(run.glyphs.count == 1)
    }

    @Test func whatFindsNoRoomIsCounted() {
        let engine = TextEngine()
        let frame = engine.frame()
        let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let run = frame.run(text, font: Font(size: 2000), scale: 1, origin: PlotPoint(x: 0, y: 0), color: .black)
        #expect(engine.droppedGlyphs > 0 && engine.droppedGlyphs < 26)
        // Small glyphs still fit.
        #expect(
            !frame.run("a", font: Font(size: 9), scale: 1, origin: PlotPoint(x: 0, y: 0), color: .black).glyphs.isEmpty)
        let atlas = frame.atlas()
        #expect(atlas.coverageSize == PixelSize(width: 4096, height: 4096))
        for glyph in run.glyphs {
            #expect(Int(glyph.atlasX) + Int(glyph.width) <= 4096 && Int(glyph.atlasY) + Int(glyph.height) <= 4096)
        }
    }
}

@Suite struct GlyphStoreTests {
    @Test func whatCannotFindRoomIsNotRasterized() throws {
        let library = FontLibrary(usesSystem: true)
        let stack = try library.stack(Font(size: 12))
        let face = library.faces[stack.primary]
        let store = GlyphStore()
        var glyphs: [PlacedGlyph] = []
        func append(_ glyph: UInt16, size: Double) {
            let style = GlyphStyle(size: size, rotation: 0)
            _ = store.append(
                glyph, of: face, faceIndex: 0, style: style, number: store.number(of: style),
                phase: SubpixelPhase(x: 0, y: 0), x: 0, y: 0, to: &glyphs)
        }
        for glyph in 36..<70 as Range<UInt16> { append(glyph, size: 2000) }
        let dropped = store.droppedCount
        #expect(dropped > 0 && dropped < 34)
        append(36, size: 12)
        append(80, size: 2000)
        #expect(store.droppedCount == dropped + 1)
        #expect(face.currentSize == 12 * 64, "FreeType was not asked for the large size again")
    }
}

@Suite struct AtlasPageTests {
    /// Rectangles of many sizes, each filled with its number: none may overwrite another, before or after growth.
    @Test(arguments: [1, 4])
    func positionsAreDisjointAndKept(bytesPerPixel: Int) {
        var page = AtlasPage(bytesPerPixel: bytesPerPixel)
        var random = SeededNumbers(seed: 1)
        var placed: [PixelRect] = []
        for i in 0..<250 {
            let width = Int.random(in: 1...40, using: &random)
            let height = Int.random(in: 1...40, using: &random)
            let bytes = [UInt8](repeating: UInt8(i), count: width * height * bytesPerPixel)
            let part = PixelRect(x: 0, y: 0, width: width, height: height)
            let at = page.insert(part, of: bytes, rowBytes: width * bytesPerPixel)
            placed.append(PixelRect(x: at?.x ?? -1, y: at?.y ?? -1, width: width, height: height))
        }
        for (i, rect) in placed.enumerated() {
            #expect(rect.x >= 0 && rect.maxX <= page.size.width && rect.maxY <= page.size.height)
            for y in rect.y..<rect.maxY {
                let start = (y * page.size.width + rect.x) * bytesPerPixel
                let row = page.pixels[start..<start + rect.width * bytesPerPixel]
                #expect(row.allSatisfy { $0 == UInt8(i) })
            }
        }
        #expect(page.pixels.count == page.size.width * page.size.height * bytesPerPixel)
        #expect(page.usedArea == placed.reduce(0) { $0 + $1.width * $1.height })
        // Packed at least half full, not counting the last doubling.
        #expect(page.usedArea * 4 > page.size.width * page.size.height)
    }

    @Test func aFullPageSaysSo() {
        var page = AtlasPage(bytesPerPixel: 1)
        let side = 1024
        let bytes = [UInt8](repeating: 7, count: side * side)
        let part = PixelRect(x: 0, y: 0, width: side, height: side)
        for _ in 0..<16 { #expect(page.insert(part, of: bytes, rowBytes: side) != nil) }
        #expect(page.insert(part, of: bytes, rowBytes: side) == nil)
        #expect(page.size == PixelSize(width: 4096, height: 4096))
        #expect(page.pixels.allSatisfy { $0 == 7 })
    }
}

@Suite struct GenerationalCacheTests {
    @Test func keepsWhatIsUsedAndForgetsTheRest() {
        var cache = GenerationalCache<Int, Int>(limit: 10) { _ in 1 }
        for i in 0..<100 {
            cache.insert(i, for: i)
            #expect(cache.value(for: 0) == 0, "used every time")
        }
        #expect(cache.count <= 20)
        #expect(cache.value(for: 99) == 99)
        #expect(cache.value(for: 50) == nil)
    }

    @Test func weighsItsValues() {
        var cache = GenerationalCache<Int, Int>(limit: 10) { $0 }
        for i in 0..<10 { cache.insert(6, for: i) }
        #expect(cache.count == 2)
    }
}
