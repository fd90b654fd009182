import Foundation
import Testing
import VitrailScene

@Suite("Colours by name and as literals")
struct ColorConstantTests {
    @Test("each CSS colour has a constant of its name and value")
    func constants() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Sources/VitrailScene")
        var names: Set<String> = ["transparent", "black", "white"]
        let text = try String(contentsOf: sources.appendingPathComponent("Color+NamedConstants.swift"), encoding: .utf8)
        for match in text.matches(of: /static let (\w+) = Color\(0x([0-9A-F]{6})\)/) {
            let (name, digits) = (String(match.1), String(match.2))
            #expect(Color(named: name) == Color(hex: "#" + digits), "\(name)")
            names.insert(name.lowercased())
        }
        #expect(names.sorted() == Color.names)
        #expect(
            Color.steelBlue.description == "#4682b4" && Color.red.description == "#ff0000"
                && Color.lightGoldenrodYellow == Color(0xFAFAD2))
    }

    @Test("a text may be no colour, a literal is one")
    func texts() {
        let literal: Color = "#2a9d8f"
        #expect(literal == Color(0x2A9D8F) && Color("#f00") == .red && Color("steelblue") == .steelBlue)
        let texts = ["#f00", "tomato", "rgb(0 0 255)", "tomatoe", "#ff", ""]
        #expect(texts.map { Color($0) } == [.red, .tomato, .blue, nil, nil, nil])
    }

    @Test("a literal that is no colour stops the program and names it")
    func wrongLiteral() async {
        await #expect(processExitsWith: .failure) { _ = Color(stringLiteral: "tomatoe") }
    }
}
