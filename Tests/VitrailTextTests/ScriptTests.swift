import Testing
import VitrailScene

@testable import VitrailText

/// Shaping and font fallback of non-Latin text.
@Suite struct ScriptTests {
    let engine = TextEngine()

    private func glyphs(_ text: String, size: Double = 20, family: String = "") -> [PlacedGlyph] {
        engine.run(
            text, font: Font(family: family, size: size), scale: 1, origin: PlotPoint(x: 20, y: 60), color: .black
        ).glyphs
    }

    @Test func arabicLettersJoin() {
        let isolated = "عربى".unicodeScalars.map { engine.width(String($0)) }
        #expect(engine.width("عربى") < isolated.reduce(0, +) - 5)
        // Beh between two others differs from beh alone.
        #expect(engine.width("ببب") != 3 * engine.width("ب"))
        // Joined letters touch: no blank column inside.
        let ink = engine.ink("ببب")
        let box = ink.box
        for x in box.x..<box.maxX {
            #expect((0..<ink.height).contains { ink.coverage[$0 * ink.width + x] > 0 }, "column \(x)")
        }
    }

    @Test func lamAlefIsOneGlyph() {
        #expect(glyphs("لا").count == 1)
    }

    @Test func hebrewRunsRightToLeft() {
        let font = Font(size: 20)
        func run(_ text: String, _ x: Float) -> GlyphRun {
            engine.run(text, font: font, scale: 1, origin: PlotPoint(x: x, y: 60), color: .black)
        }
        let whole = run("אב", 20)
        let bet = run("ב", 20)
        let alef = run("א", 20 + engine.width("ב"))
        let atlas = engine.atlas()
        #expect(Ink(whole, atlas: atlas) == Ink(bet, alef, atlas: atlas))
    }

    @Test func numbersInRightToLeftTextRunLeftToRight() {
        let font = Font(size: 20)
        func run(_ text: String, _ x: Float) -> GlyphRun {
            engine.run(text, font: font, scale: 1, origin: PlotPoint(x: x, y: 60), color: .black)
        }
        // Read from the right: alef, blank, 12.
        let whole = run("א 12", 20)
        let digits = run("12", 20)
        let alef = run("א", 20 + engine.width("12") + engine.width(" "))
        let atlas = engine.atlas()
        #expect(Ink(whole, atlas: atlas) == Ink(digits, alef, atlas: atlas))
    }

    @Test func bracketsAreMirroredInRightToLeftText() {
        #expect(engine.ink("א(ב)") != engine.ink("א)ב("))
        let first = glyphs("(א)").first
        #expect(first == glyphs("(").first, "the left-most glyph opens")
    }

    @Test func ideographsComeFromAnotherFont() {
        let ink = engine.ink("東京")
        #expect(ink.area > 100)
        #expect(engine.width("東京") == 40)
        #expect(engine.missingGlyphs.isEmpty)
        #expect(engine.ink("東") != engine.ink("京"))
    }

    @Test func accentStandsAboveItsLetter() throws {
        #expect(engine.ink("e\u{301}") == engine.ink("\u{E9}"))
        // No precomposed form: two glyphs, one advance.
        #expect(engine.width("x\u{301}") == engine.width("x"))
        let parts = glyphs("x\u{301}", family: "DejaVu Sans").sorted { $0.y < $1.y }
        try #require(parts.count == 2)
        let accent = parts[0]
        let letter = parts[1]
        #expect(Int(accent.y) + Int(accent.height) <= Int(letter.y) + 1)
        let middle = Double(accent.x) + Double(accent.width) / 2
        #expect(abs(middle - Double(letter.x) - Double(letter.width) / 2) < 2.5)
    }

    /// DejaVu has no glyph for U+06C0, but for its two components.
    @Test func aLetterMayComeFromItsParts() {
        #expect(engine.ink("\u{6C0}") == engine.ink("\u{6D5}\u{654}"))
        #expect(engine.ink("\u{6C0}").area > 5)
        #expect(engine.missingGlyphs.isEmpty)
    }

    @Test func canonicallyEqualTextsKeepTheirBytes() {
        let font = Font(size: 20)
        let texts = ["e\u{301}", "\u{E9}"].map {
            engine.run($0, font: font, scale: 1, origin: PlotPoint(x: 0, y: 0), color: .black).source.text
        }
        #expect(texts.map { $0.utf8.count } == [3, 2])
        #expect(ShapeKey(text: texts[0], stack: 0) != ShapeKey(text: texts[1], stack: 0))
        // Equal length, but two orders of marks.
        let marks = ["a\u{323}\u{307}", "a\u{307}\u{323}"]
        #expect(ShapeKey(text: marks[0], stack: 0) != ShapeKey(text: marks[1], stack: 0))
    }

    @Test func emojiAreColorful() {
        let ink = engine.ink("😀", size: 32)
        #expect(ink.area == 0, "no coverage glyph")
        let pixels = stride(from: 0, to: ink.color.count, by: 4).map { ink.color[$0..<$0 + 4].map { Int($0) } }
        #expect(pixels.contains { $0[3] == 0 } && pixels.contains { $0[3] == 255 })
        #expect(pixels.contains { $0[3] > 0 && $0[3] < 255 }, "edges are antialiased")
        // Premultiplied, and mostly yellow: red and green are well above blue.
        #expect(pixels.allSatisfy { $0[0] <= $0[3] && $0[1] <= $0[3] && $0[2] <= $0[3] })
        let yellow = pixels.count { $0[3] == 255 && $0[0] > 200 && $0[1] > 120 && $0[2] < 120 }
        #expect(yellow > 400)
    }

    @Test(arguments: [12.0, 32, 150])
    func emojiAreScaledToTheEm(size: Double) throws {
        let glyph = try #require(glyphs("😀", size: size).first)
        #expect(glyph.isColor)
        // Noto's strikes: 136 × 128 pixels for an em of 109.
        #expect(abs(Double(glyph.width) - size * 136 / 109) <= 2)
        #expect(abs(Double(glyph.height) - size * 128 / 109) <= 2)
    }

    /// A quarter turn to the left takes pixel (x, y) from the origin to (y, −1 − x).
    @Test func emojiTurnWithTheirText() {
        let flat = engine.ink("😀", size: 40, x: 100, y: 100, width: 200, height: 200)
        let turned = engine.ink("😀", size: 40, x: 100, y: 100, rotation: .pi / 2, width: 200, height: 200)
        var worst = 0
        for y in 0..<199 {
            for x in 1..<199 {
                for k in 0..<4 {
                    let a = Int(flat.color[(y * 200 + x) * 4 + k])
                    let b = Int(turned.color[((199 - x) * 200 + y) * 4 + k])
                    worst = max(worst, abs(a - b))
                }
            }
        }
        #expect(worst <= 1)
        #expect(flat.color != turned.color)
    }

    @Test func presentationFollowsTheSelector() {
        #expect(glyphs("☀").allSatisfy { !$0.isColor })
        #expect(glyphs("☀\u{FE0F}").contains { $0.isColor })
        #expect(glyphs("😀\u{FE0E}").allSatisfy { !$0.isColor })
        #expect(glyphs("12#").allSatisfy { !$0.isColor })
        #expect(glyphs("🇩🇪").count == 1)
        #expect(glyphs("👩‍🚀").count == 1)
        #expect(engine.missingGlyphs.isEmpty)
    }
}
