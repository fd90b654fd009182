import Testing

@testable import VitrailText

@Suite struct MetricsTests {
    let engine = TextEngine()

    @Test func growWithSize() {
        var last = TextMetrics(width: 0, ascent: 0, descent: 0)
        for size in stride(from: 1.0, through: 200, by: 7) {
            let metrics = engine.measure("Hamburgefonstiv", font: Font(size: size), scale: 1)
            #expect(metrics.width > last.width)
            #expect(metrics.ascent > last.ascent)
            #expect(metrics.descent > last.descent)
            last = metrics
        }
    }

    @Test func areProportionalToSizeAndScale() {
        let one = engine.measure("0.25 %", font: Font(size: 10), scale: 1)
        let three = engine.measure("0.25 %", font: Font(size: 15), scale: 2)
        #expect(abs(three.width - 3 * one.width) < 1e-4)
        #expect(abs(three.lineHeight - 3 * one.lineHeight) < 1e-4)
    }

    /// DejaVu's metrics: 1901 above, 483 below, 1303 per digit, in units of 1/2048 em.
    @Test func areTheFontsOwn() {
        let metrics = engine.measure("0123456789", font: Font(family: "DejaVu Sans", size: 2048 / 64), scale: 1)
        #expect(abs(metrics.ascent - 1901 / 64) < 1e-3)
        #expect(abs(metrics.descent - 483 / 64) < 1e-3)
        #expect(abs(metrics.width - 13030 / 64) < 1e-3)
    }

    @Test func lineHeightIsOfTheFontNotTheText() {
        let font = Font(size: 14)
        let plain = engine.measure("x", font: font, scale: 1)
        for text in ["", "Åg", "東京", "😀", "عربى"] {
            #expect(engine.measure(text, font: font, scale: 1).lineHeight == plain.lineHeight)
        }
    }

    @Test(arguments: 0...9)
    func digitsAreTabularOnDemand(digit: Int) {
        func width(_ text: String) -> Float {
            engine.measure(text, font: Font(size: 20, hasTabularDigits: true), scale: 1).width
        }
        #expect(width("\(digit)") == width("0"))
        #expect(abs(width("\(digit)\(digit)\(digit)") - 3 * width("0")) < 1e-3)
    }

    @Test func otherDigitsAreTheFontsOwn() throws {
        // Inter's 1 is narrow, DejaVu's is not.
        let widths = ["1", "0"].map { engine.width($0) }
        let isInter = try engine.prepare() == "Inter"
        #expect(isInter ? widths[0] < widths[1] : widths[0] == widths[1])
    }

    @Test func emptyTextHasNoWidth() {
        #expect(engine.width("") == 0)
        #expect(engine.measure("", font: Font(size: 10), scale: 1).ascent > 0)
    }

    @Test(arguments: ["a\nb", "a\tb", "a\u{7F}b", "a\u{85}b", "a\u{2028}b", "a\0b"])
    func controlCharactersAreSpaces(text: String) {
        #expect(engine.width(text) == engine.width("a b"))
        #expect(engine.ink(text) == engine.ink("a b"))
        #expect(engine.missingGlyphs.isEmpty)
    }

    @Test func longTextEndsInAnEllipsis() {
        let exact = String(repeating: "a", count: TextShaper.maximumLength)
        #expect(abs(engine.width(exact, size: 1) - 10_000 * engine.width("a", size: 1)) < 0.1)
        let expected = 9_999 * engine.width("a", size: 1) + engine.width("…", size: 1)
        #expect(abs(engine.width(exact + "b", size: 1) - expected) < 0.1)
        #expect(engine.width(exact + exact + exact, size: 1) == engine.width(exact + "b", size: 1))
    }

    @Test(arguments: [0, -5, .nan, 1, 1e-300, -.infinity])
    func sizesBelowAPixelCountAsOne(size: Double) {
        #expect(engine.width("abc", size: size) == engine.width("abc", size: 1))
    }

    @Test(arguments: [2000, 2001, 1e300, .infinity])
    func sizesBeyondTheBoundCountAs2000(size: Double) {
        #expect(engine.width("abc", size: size) == engine.width("abc", size: 2000))
    }

    @Test func boldIsABoldFace() {
        #expect(engine.width("Hamburg", isBold: true) > engine.width("Hamburg"))
        #expect(engine.ink("Hamburg", isBold: true).area > 1.2 * engine.ink("Hamburg").area)
    }
}
