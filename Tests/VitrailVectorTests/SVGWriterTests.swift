import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailVector

@Suite("Numbers, texts and names")
struct SVGWriterTests {
    private func written(_ write: (inout SVGWriter) -> Void) -> String {
        var writer = SVGWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        "numbers are as short as they can be",
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (10, "10"), (100, "100"), (1.5, "1.5"), (0.5, "0.5"),
            (-0.25, "-0.25"), (0.0004, "0"),
            (-0.0004, "0"), (0.001, "0.001"), (0.05, "0.05"), (12.340, "12.34"), (1.9996, "2"), (99.9999, "100"),
            (1234.5678, "1234.568"),
            (1_000_000, "1000000"), (.nan, "0"), (.infinity, "0"), (1e300, "100000000000"),
            (-1e300, "-100000000000"),
        ] as [(Double, String)])
    func number(value: Double, expected: String) {
        #expect(written { $0.number(value) } == expected)
    }

    @Test("a number read back is within half of its last decimal", arguments: 0...3)
    func rounding(decimals: Int) throws {
        var numbers = SeededNumbers(seed: 3)
        let half = 0.5 / (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
        for _ in 0..<2_000 {
            let value = Double.random(in: -5_000...5_000, using: &numbers)
            let text = written { $0.number(value, decimals: decimals) }
            let back = try #require(Double(text))
            #expect(abs(back - value) <= half + 1e-9, "\(value) was written as \(text)")
            #expect(text.drop { $0 != "." }.count <= decimals + 1, "\(text)")
        }
    }

    @Test("path data separate numbers by a blank or by a minus sign")
    func path() {
        let text = written {
            $0.path(UInt8(ascii: "M"), 1.5, -2)
            $0.path(UInt8(ascii: "L"), -0.125, 30, decimals: 2)
        }
        #expect(text == "M1.5-2L-0.13 30")
    }

    @Test(
        "texts are escaped, and what XML forbids is a space",
        arguments: [
            ("a<b> & \"c\" 'd'", "a&lt;b&gt; &amp; &quot;c&quot; 'd'"), ("]]>", "]]&gt;"),
            ("tab\tnew\nline\r", "tab new line "),
            ("\u{0}\u{1}\u{8}\u{B}\u{1F}\u{7F}\u{85}\u{9F}\u{2028}\u{2029}", "          "),
            ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"),
            ("Zürich 東京 🦆 ‏שלום", "Zürich 東京 🦆 ‏שלום"),
        ])
    func escaping(text: String, expected: String) {
        #expect(written { $0.escaped(text) } == expected)
    }

    @Test("base64 agrees with Foundation's", arguments: 0...17)
    func base64(count: Int) {
        var numbers = SeededNumbers(seed: UInt64(count))
        let data = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        #expect(written { $0.base64(data) } == Data(data).base64EncodedString())
    }

    @Test("colours are short where they can be, and have their alpha apart")
    func colors() {
        #expect(written { $0.fill(Color(0xFF0033)) } == " fill=\"#f03\"")
        #expect(written { $0.stroke(Color(0x2C6FDB, alpha: 0.5)) } == " stroke=\"#2c6fdb\" stroke-opacity=\"0.502\"")
    }

    @Test("names depend on the content, and all on the same")
    func names() {
        func document(_ text: StaticString) -> String {
            written {
                $0.write(text)
                $0.name(UInt8(ascii: "c"), 12)
                var rest = SVGWriter()
                rest.write(" ")
                rest.reference("fill", UInt8(ascii: "g"), 0)
                $0.append(rest)
                $0.write("forgotten")
                $0.name(UInt8(ascii: "c"), 1)
                $0.truncate(to: $0.bytes.count - 20)
                $0.markNames()
            }
        }
        let (one, other) = (document("one "), document("other "))
        let mark = one.dropFirst(5).prefix(8)
        #expect(one == "one v\(mark)c12  fill=\"url(#v\(mark)g0)\"")
        #expect(mark.allSatisfy(\.isHexDigit) && mark != "00000000")
        #expect(!other.contains(mark))
        #expect(document("one ") == one)
    }

    @Test("gradients between different alphas are straight nowhere, between equal ones everywhere")
    func stops() {
        let clear = GradientStops.stops(from: Color(0xFF0000), to: .clear)
        #expect(clear.map(\.color) == [Color(0xFF0000), Color(0xFF0000, alpha: 0)])
        #expect(GradientStops.stops(from: .black, to: .white).count == 2)
        let mixed = GradientStops.stops(from: Color(0xFF0000, alpha: 0.2), to: Color(0x0000FF))
        #expect(mixed.count == 17)
        for (offset, color) in mixed {
            let exact =
                Color(0xFF0000, alpha: 0.2).premultiplied * Float(1 - offset) + Color(0x0000FF).premultiplied
                * Float(offset)
            let error = color.premultiplied - exact
            #expect((0..<4).allSatisfy { abs(error[$0]) < 1.01 / 255 }, "\(offset): \(color)")
        }
    }
}
