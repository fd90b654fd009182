import Testing

@testable import VitrailScene

/// Expected values follow CSS Color Module Level 4 and browsers.
@Suite("Colours as CSS writes them")
struct ColorTextTests {
    @Test(arguments: [
        ("red", "#ff0000"), ("SteelBlue", "#4682b4"), (" rebeccapurple ", "#663399"), ("transparent", "#00000000"),
        ("#f80", "#ff8800"), ("#F808", "#ff880088"), ("#11223380", "#11223380"),
        ("rgb(0, 102, 204)", "#0066cc"), ("rgb(0 102 204)", "#0066cc"), ("RGB(0% 40% 80% / 50%)", "#0066cc80"),
        ("rgba(0,102,204,.5)", "#0066cc80"), ("rgb(300 -5 127.5)", "#ff0080"), ("rgb(none 0 0 / 1)", "#000000"),
        ("hsl(210, 100%, 40%)", "#0066cc"), ("hsl(210deg 100% 40% / 0.5)", "#0066cc80"),
        ("hsl(-150 100 40)", "#0066cc"),
        ("hsl(0.5turn 100% 50%)", "#00ffff"), ("hsla(200grad,100%,50%,1)", "#00ffff"), ("hsl(0 0% 50%)", "#808080"),
        ("oklch(1 0 0)", "#ffffff"), ("oklch(62.796% 0.25768 29.2339)", "#ff0000"),
        ("oklch(0.51975 44.2% 142.5)", "#008000"),
        ("oklch(0.45201 0.31321 264.052 / 50%)", "#0000ff80"),
    ])
    func read(text: String, color: String) throws {
        #expect(try Color(css: text).description == color)
    }

    @Test("a colour of oklch() outside of sRGB keeps hue and lightness")
    func outside() throws {
        let color = try Color(css: "oklch(0.7 0.4 150)")
        #expect(color == (try Color(css: "oklch(0.7 0.39 150)")))
        #expect(color.green > color.red && color.green > color.blue && color.red < 40)
    }

    @Test(arguments: [
        ("#12", "# is followed by 3, 4, 6 or 8 hexadecimal digits"),
        ("rgb(1, 2)", "rgb() takes three numbers, and an opacity, as rgb(0 102 204 / 50%)"),
        ("rgb(1 2 x)", "rgb() takes three numbers, and an opacity, as rgb(0 102 204 / 50%)"),
        ("rgb(1 2 3", "the closing parenthesis of rgb() is missing"),
        ("rgb(1deg 2 3)", "the unit deg is of angles; rgb() has no angle there"),
        (
            "oklch(1, 2, 3)",
            "oklch() takes lightness, chroma and an angle, and an opacity, as oklch(55% 0.15 250 / 50%)"
        ),
        ("hsl(10% 2% 3%)", "the angle of hsl() is a number of degrees"), ("", ""), ("no colour", ""),
    ])
    func refused(text: String, reason: String) {
        #expect(throws: ColorTextError(reason: reason)) { try Color(css: text) }
    }

    @Test("unknown names are told, for a suggestion")
    func unknown() {
        #expect(throws: ColorTextError(reason: "", unknownName: "rde")) { try Color(css: "rde") }
        #expect(throws: ColorTextError(reason: "", unknownName: "rbg")) { try Color(css: "rbg(1 2 3)") }
        #expect(Color.names.count == 149)
    }
}
