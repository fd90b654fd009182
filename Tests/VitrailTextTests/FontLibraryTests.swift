import Foundation
import Synchronization
import Testing
import VitrailScene

@testable import VitrailText

@Suite struct FontLibraryTests {
    /// A directory with DejaVu Serif under another family name; deleted with the test.
    private final class FontDirectory {
        let path: String

        init(family: String) throws {
            try #require(family.utf8.count == 6)
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = folder.path
            var bytes = try Data(contentsOf: URL(fileURLWithPath: try Self.serif()))
            // The name table holds the name in Mac Roman and in UTF-16; checksums are not verified.
            for encoding in [String.Encoding.utf8, .utf16BigEndian] {
                let old = "DejaVu".data(using: encoding)!
                let new = family.data(using: encoding)!
                while let range = bytes.range(of: old) { bytes.replaceSubrange(range, with: new) }
            }
            try bytes.write(to: folder.appendingPathComponent("copy.ttf"))
        }

        static func serif() throws -> String {
            let paths = DefaultTypeface.dejaVu.directories.map { "\($0)/DejaVuSerif.ttf" }
            return try #require(paths.first { FileManager.default.fileExists(atPath: $0) })
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test func theDefaultIsInterAndElseDejaVu() throws {
        let installed = DefaultTypeface.all.filter {
            $0.paths(isBold: false).contains { FileManager.default.fileExists(atPath: $0) }
        }
        let expected = try #require(installed.first?.family)
        let engine = TextEngine()
        for isBold in [false, true] { #expect(try engine.prepare(Font(size: 9, isBold: isBold)) == expected) }
        #expect(engine.ink("Hamburg") == engine.ink("Hamburg", family: expected))
        // With a host's own fonts only: DejaVu substitutes for Inter, and Inter takes precedence if both exist.
        for typeface in installed {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for other in installed.reversed() {
                let path = try #require(other.paths(isBold: false).first { FileManager.default.fileExists(atPath: $0) })
                try FileManager.default.copyItem(
                    atPath: path, toPath: folder.appendingPathComponent(other.regular).path)
                if other.family == typeface.family { break }
            }
            #expect(try TextEngine(usesSystem: false, fontDirectories: [folder.path]).prepare() == typeface.family)
        }
    }

    @Test func anUnknownFamilyIsTheDefault() throws {
        let engine = TextEngine(onMissingGlyph: { _ in })
        let unknown = engine.ink("Hamburg", family: "No Such Family")
        #expect(unknown == engine.ink("Hamburg"))
        #expect(engine.missingFamilies == ["No Such Family"])
        let fallback = try engine.prepare()
        #expect(try engine.prepare(Font(family: "No Such Family", size: 9)) == fallback)
        #expect(engine.missingFamilies.count == 1)
    }

    @Test(arguments: ["DejaVu Serif", "dejavu serif", "DejaVu Sans Mono"])
    func anInstalledFamilyIsFound(family: String) throws {
        let engine = TextEngine()
        #expect(try engine.prepare(Font(family: family, size: 9)).lowercased() == family.lowercased())
        #expect(engine.ink("Hamburg", family: family) != engine.ink("Hamburg"))
        #expect(engine.missingFamilies.isEmpty)
    }

    @Test func genericFamiliesAreFonts() throws {
        let engine = TextEngine()
        try engine.prepare(Font(family: "monospace", size: 9))
        let widths = ["iii", "MMM"].map {
            engine.measure($0, font: Font(family: "monospace", size: 9), scale: 1).width
        }
        #expect(widths[0] == widths[1])
        #expect(engine.missingFamilies.isEmpty)
    }

    @Test func anAddedDirectoryHasItsFamily() throws {
        let directory = try FontDirectory(family: "Vitral")
        let engine = TextEngine()
        let font = Font(family: "Vitral Serif", size: 20)
        let fallback = try engine.prepare()
        #expect(try engine.prepare(font) == fallback)
        let before = engine.ink("Hamburg", family: "Vitral Serif")
        try engine.addFontDirectory(directory.path)
        #expect(try engine.prepare(font) == "Vitral Serif")
        #expect(engine.missingFamilies.isEmpty)
        let after = engine.ink("Hamburg", family: "Vitral Serif")
        #expect(after != before)
        #expect(after == engine.ink("Hamburg", family: "DejaVu Serif"))
    }

    @Test func directoriesMayBeGivenAtTheStart() throws {
        let directory = try FontDirectory(family: "Vitral")
        let engine = TextEngine(fontDirectories: [directory.path])
        #expect(try engine.prepare(Font(family: "Vitral Serif", size: 9)) == "Vitral Serif")
    }

    @Test func aLonelyFontIsTheDefault() throws {
        let directory = try FontDirectory(family: "Vitral")
        let engine = TextEngine(usesSystem: false, fontDirectories: [directory.path])
        #expect(try engine.prepare() == "Vitral Serif")
        #expect(engine.width("abc") > 0)
    }

    /// The family has no bold face: outlines of the same face are thickened, and each advance is wider by 1/24 em.
    @Test func aFamilyWithoutBoldIsThickened() throws {
        let directory = try FontDirectory(family: "Vitral")
        let engine = TextEngine(usesSystem: false, fontDirectories: [directory.path])
        let growth = engine.width("Hamburg", size: 24, isBold: true) - engine.width("Hamburg", size: 24)
        #expect(abs(growth - 7) < 1e-3)
        let plain = engine.ink("l", size: 48)
        let bold = engine.ink("l", size: 48, isBold: true)
        #expect(bold.area > plain.area * 1.2)
        // A pixel above and below, two wider, and nothing to the left of the plain one's start.
        #expect(abs(bold.box.x - plain.box.x) <= 1)
        #expect(abs(bold.box.width - plain.box.width - 2) <= 1)
        let turned = engine.ink("l", size: 48, isBold: true, x: 80, rotation: .pi / 2)
        #expect(abs(turned.area - bold.area) < 2)
    }

    @Test func noFontAtAllIsAnError() {
        let engine = TextEngine(usesSystem: false)
        #expect(throws: TextError.noFont) { try engine.prepare() }
        #expect("\(TextError.noFont)".contains("fonts-dejavu-core"))
        #expect(engine.width("abc") == 0)
        let run = engine.run("abc", font: Font(size: 9), scale: 1, origin: PlotPoint(x: 0, y: 0), color: .black)
        #expect(run.glyphs.isEmpty)
    }

    @Test func anUnreadableDirectoryIsNamed() {
        let error = #expect(throws: TextError.self) { try TextEngine().addFontDirectory("/no/such/fonts") }
        guard case .unreadableFontDirectory(let path, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == "/no/such/fonts" && !reason.isEmpty)
    }

    @Test func aBrokenFontFileIsPassedOver() throws {
        let directory = try FontDirectory(family: "Vitral")
        try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: directory.path + "/broken.ttf"))
        let engine = TextEngine(usesSystem: false, fontDirectories: [directory.path])
        #expect(try engine.prepare() == "Vitral Serif")
    }

    @Test func aMissingGlyphIsToldOnce() {
        let told = Mutex<[Unicode.Scalar]>([])
        let engine = TextEngine(onMissingGlyph: { scalar in told.withLock { $0.append(scalar) } })
        for text in ["a\u{10FFFD}b", "\u{10FFFD}", "x\u{10FFFD}\u{10FFFC}", "a\u{10FFFD}b"] {
            _ = engine.measure(text, font: Font(size: 10), scale: 1)
            _ = engine.ink(text, isBold: true)
        }
        #expect(told.withLock { $0 } == ["\u{10FFFD}", "\u{10FFFC}"])
        #expect(engine.missingGlyphs == ["\u{10FFFD}", "\u{10FFFC}"])
        // The font's box glyph replaces it.
        #expect(engine.ink("\u{10FFFD}").area > 5)
    }

    @Test func invisibleCharactersAreNotMissing() {
        let engine = TextEngine()
        #expect(engine.width("a\u{200D}\u{FE0F}\u{2060}\u{AD}b") == engine.width("ab"))
        #expect(engine.missingGlyphs.isEmpty)
    }

    @Test func eachFrameHasTheWarningsOfItsOwnRuns() throws {
        let engine = TextEngine(onMissingGlyph: { _ in })
        let fallback = try engine.prepare()
        func warnings(_ text: String, family: String = "") -> [String] {
            let frame = engine.frame()
            _ = frame.run(
                text, font: Font(family: family, size: 10), scale: 1, origin: PlotPoint(x: 0, y: 0), color: .black)
            return frame.warnings
        }
        for _ in 0..<2 {
            #expect(warnings("a\u{10FFFD}\u{10FFFD}") == ["no font has U+10FFFD (privateUse)"])
            #expect(warnings("a") == [])
            #expect(warnings("a", family: "No Such Family") == ["no font family \"No Such Family\", using \(fallback)"])
        }
    }

    @Test func theNoticeNamesTheScalar() throws {
        let many = (0..<10).map { TextNotice.missingGlyph(Unicode.Scalar(0x10FF00 + UInt32($0))!) }
        let sentence = try #require(TextNotice.sentences([.atlasFull] + many).last)
        #expect(sentence.hasPrefix("no font has U+10FF00 (privateUse), U+10FF01"))
        #expect(sentence.hasSuffix("U+10FF07 (privateUse) and 2 others"))
        #expect("\(TextNotice.missingGlyph("é"))" == "no font has U+00E9 (LATIN SMALL LETTER E WITH ACUTE)")
        #expect("\(TextNotice.missingGlyph("\u{10FFFD}"))" == "no font has U+10FFFD (privateUse)")
    }
}
