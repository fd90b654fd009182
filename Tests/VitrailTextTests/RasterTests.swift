import Testing
import VitrailScene

@testable import VitrailText

@Suite struct RasterTests {
    let engine = TextEngine()

    @Test func inkLiesInTheLineBox() {
        let box = engine.ink("Hamburg Åg()").box
        let metrics = engine.measure("Hamburg Åg()", font: Font(size: 20), scale: 1)
        #expect(box.x >= 19 && Float(box.maxX) <= 21 + metrics.width)
        #expect(Float(box.y) >= 60 - metrics.ascent - 1 && Float(box.maxY) <= 61 + metrics.descent)
        #expect(box.width > Int(metrics.width * 0.9))
    }

    /// The stem of DejaVu's l: 193 to 377, 0 to 1556 of 2048 units, so the exact picture is known.
    @Test func coverageIsTheExactArea() {
        let em = 2048.0 / 64
        let ink = engine.ink("l", size: em, family: "DejaVu Sans", x: 20, y: 60)
        // FreeType rounds a partly covered pixel down: 25 rows of two edges lose up to 50/255.
        #expect(abs(ink.area - (184.0 / 64) * (1556.0 / 64)) < 0.2)
        // Left edge 3.015625 pixels from the pen, right edge 5.890625.
        let row = (0..<8).map { Int(ink.coverage[50 * ink.width + 20 + $0]) }
        let exact = [0.0, 0, 0, 0.984375, 1, 0.890625, 0, 0].map { Int(($0 * 255).rounded()) }
        for (got, want) in zip(row, exact) { #expect(abs(got - want) <= 1) }
    }

    @Test func subpixelPhasesDiffer() {
        let inks = [0, 0.25, 0.5, 0.75].map { engine.ink("l", x: 20 + Float($0)) }
        for i in inks.indices {
            for k in inks.indices where k != i { #expect(inks[i] != inks[k]) }
            #expect(abs(inks[i].area - inks[0].area) < 0.5)
        }
        // Less than half a quarter further gives the same picture; a whole pixel further gives the same one moved.
        #expect(engine.ink("l", x: 20.1) == inks[0])
        #expect(engine.ink("l", x: 21).box.x == inks[0].box.x + 1)
    }

    @Test func horizontalTextStandsOnAWholeRow() {
        #expect(engine.ink("Ag", y: 60.4) == engine.ink("Ag", y: 60))
        #expect(engine.ink("Ag", y: 59.6) == engine.ink("Ag", y: 60))
        #expect(engine.ink("Ag", y: 61).box.y == engine.ink("Ag", y: 60).box.y + 1)
    }

    @Test func inkGrowsWithTheSquareOfTheSize() {
        let small = engine.ink("Hamburg", size: 16).area
        let large = engine.ink("Hamburg", size: 48).area
        #expect(abs(large / small - 9) < 0.1)
    }

    @Test func quarterTurnTransposesTheInk() {
        let flat = engine.ink("Hamburg", x: 200, y: 200, width: 400, height: 400)
        let turned = engine.ink("Hamburg", x: 200, y: 200, rotation: .pi / 2, width: 400, height: 400)
        #expect(abs(turned.area - flat.area) < 2)
        // (x, y) from the origin moves to (y, −x): upwards.
        let a = flat.box
        let b = turned.box
        #expect(abs(b.x - a.y) <= 1 && abs(b.maxX - a.maxY) <= 1)
        #expect(abs((400 - b.maxY) - a.x) <= 1 && abs((400 - b.y) - a.maxX) <= 1)
    }

    @Test func halfTurnMirrorsTheInk() {
        let flat = engine.ink("Hamburg", x: 200, y: 200, width: 400, height: 400)
        let turned = engine.ink("Hamburg", x: 200, y: 200, rotation: -.pi, width: 400, height: 400)
        #expect(abs(turned.area - flat.area) < 2)
        #expect(abs(turned.box.maxX - (400 - flat.box.x)) <= 1)
        #expect(abs(turned.box.maxY - (400 - flat.box.y)) <= 1)
    }

    @Test func aFullTurnIsNone() {
        let source = engine.run(
            "a", font: Font(size: 9), scale: 1, origin: PlotPoint(x: 3, y: 4), rotation: 2 * .pi, color: .black
        ).source
        #expect(source.rotation == 0)
    }

    @Test(arguments: [
        PlotPoint.gap, PlotPoint(x: .infinity, y: 0), PlotPoint(x: 1e30, y: 0), PlotPoint(x: 0, y: -1e30),
    ])
    func noPositionNoGlyphs(origin: PlotPoint) {
        let run = engine.run("abc", font: Font(size: 9), scale: 1, origin: origin, color: .black)
        #expect(run.glyphs.isEmpty)
    }

    @Test func theRunRemembersItsSource() throws {
        let fallback = try engine.prepare()
        let run = engine.run(
            "abc", font: Font(family: "No Such Family", size: 9, isBold: true), scale: 2,
            origin: PlotPoint(x: 3.5, y: 4),
            rotation: 0.5, color: Color(0x123456))
        #expect(run.color == Color(0x123456))
        #expect(run.source.text == "abc")
        #expect(run.source.family == fallback)
        #expect(run.source.isBold)
        #expect(run.source.size == 18)
        #expect(run.source.origin == PlotPoint(x: 3.5, y: 4))
        #expect(run.source.width == engine.width("abc", size: 18, isBold: true))
        #expect(run.source.rotation == 0.5)
    }
}
