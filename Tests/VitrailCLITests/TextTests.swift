import Foundation
import Testing
import Vitrail

@testable import VitrailCLI

@Suite("text")
struct TextTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func write(title: String, family: String = "") throws {
        try folder.write(
            """
            {"size": {"width": 240, "height": 80}, "title": "\(title)", "titleStyle": {"font": {"family": "\(family)", "size": 20, "isBold": false}},
             "data": {"d": {"values": {"y": [1, 2]}}}, "series": [{"type": "line", "title": "\(title)", "data": "d", "y": "y"}],
             "legend": {"hidden": false}}
            """, "s.json")
    }

    private func picture(_ arguments: [String] = []) async throws -> (picture: [UInt8], error: String) {
        let end = try await Command.run(["render", "s.json", "-o", "-", "--format", "rgba"] + arguments, in: folder)
        #expect(end.code == 0, "\(end.error)")
        return (end.output, end.error)
    }

    @Test("a glyph that no font has is told once, however often it is drawn")
    func missingGlyph() async throws {
        try write(title: "a\u{10FFFD}b\u{10FFFD} \u{10FFFC}")
        #expect(
            try await picture().error == """
                vitrail: warning: text: no font has U+10FFFD (privateUse), U+10FFFC (privateUse)

                """)
    }

    @Test("東京, عربى, Ελληνικά and a combining accent have their glyphs")
    func scripts() async throws {
        try write(title: "東京 عربى Ελληνικά e\u{301}")
        #expect(try await picture().error.isEmpty)
    }

    @Test("--font-dir adds a family that the machine does not have")
    func fontFolder() async throws {
        try folder.write(try Self.renamedSerif(), "fonts/deep/copy.ttf")
        try write(title: "Hamburg", family: "Vitral Serif")
        let without = try await picture()
        #expect(
            without.error
                == "vitrail: warning: text: no font family \"Vitral Serif\", using \(try TextEngine.shared.prepare())\n"
        )
        let with = try await picture(["--font-dir", "fonts"])
        #expect(with.error.isEmpty)
        let differs = with.picture != without.picture
        #expect(differs)
        try write(title: "Hamburg", family: "DejaVu Serif")
        expectSame(try await picture().picture, with.picture)
    }

    /// DejaVu Serif under the family name Vitral Serif.
    private static func renamedSerif() throws -> [UInt8] {
        let path = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // The name table holds the name in Mac Roman and in UTF-16; checksums are not verified.
        for encoding in [String.Encoding.utf8, .utf16BigEndian] {
            let old = try #require("DejaVu".data(using: encoding))
            let new = try #require("Vitral".data(using: encoding))
            while let range = bytes.range(of: old) { bytes.replaceSubrange(range, with: new) }
        }
        return [UInt8](bytes)
    }

    @Test("a file is no folder of fonts")
    func fontFile() async throws {
        try write(title: "")
        let end = try await Command.run(["render", "s.json", "-o", "o.png", "--font-dir", "s.json"], in: folder)
        #expect(end.code == 66)
        #expect(end.error == "vitrail: --font-dir: font directory s.json cannot be read: Not a directory\n")
    }

    /// The exit code on a machine without fonts; other tests check that the error is thrown.
    @Test("no font at all is 69, like other things that a machine lacks")
    func noFont() {
        #expect(Exit.code(for: ChartError.text(.noFont)) == Exit.noDevice)
    }

    @Test("errors of the device are 69 where something is lacking, 70 where somebody has erred")
    func deviceErrors() {
        let lacking: [GLError] = [
            .library(path: "", reason: ""), .noDevice(attempts: []), .contextCreation(step: "", reason: ""),
            .sizeBeyondLimit(what: "", size: 1, limit: 0), .outOfMemory(during: ""),
            .framebufferIncomplete(target: "", status: ""),
        ]
        for error in lacking { #expect(Exit.code(for: error) == Exit.noDevice, "\(error)") }
        let wrong: [GLError] = [
            .compile(name: "", stage: .vertex, log: ""), .link(name: "", log: ""), .call("", code: 0, during: ""),
            .invalidDrawList(at: "", reason: ""), .closed, .hookMissing(token: 0), .shaderMissing(name: ""),
        ]
        for error in wrong { #expect(Exit.code(for: error) == Exit.bug, "\(error)") }
    }
}
