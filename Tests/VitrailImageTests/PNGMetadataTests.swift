import Testing
import VitrailScene

@testable import VitrailImage

@Suite struct PNGMetadataTests {
    static let image = PixelImage(size: PixelSize(width: 2, height: 2), filledWith: .white)

    static func file(_ options: EncodingOptions) throws -> PNGFile {
        try #require(PNGFile(parsing: ImageEncoder.encode(image, as: .png, options: options)))
    }

    @Test func latin1TextIsStoredAsText() throws {
        let file = try Self.file(EncodingOptions(text: [TextEntry("Title", "Größe\nzwei"), TextEntry("Author", "")]))
        let title = Array("Title".utf8) + [0] + [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A] + Array("zwei".utf8)
        #expect(file.bodies(of: "tEXt") == [title, Array("Author".utf8) + [0]])
        #expect(file.bodies(of: "iTXt").isEmpty)
        #expect(file.chunks.allSatisfy { $0.storedCRC == $0.computedCRC })
    }

    @Test(arguments: ["図表", "tab\tstop", "€"])
    func otherTextIsStoredAsUTF8(text: String) throws {
        let file = try Self.file(EncodingOptions(text: [TextEntry("Title", text)]))
        #expect(file.bodies(of: "iTXt") == [Array("Title".utf8) + [0, 0, 0, 0, 0] + Array(text.utf8)])
        #expect(file.bodies(of: "tEXt").isEmpty)
    }

    @Test func textStandsBeforeThePixelsAndTheFileDecodes() throws {
        let options = EncodingOptions(scale: 2, text: [TextEntry("Title", "a"), TextEntry("Title", "図")])
        #expect(
            try Self.file(options).chunks.map(\.type) == [
                "IHDR", "sRGB", "pHYs", "tEXt", "iTXt", "IDAT", "IDAT", "IDAT", "IEND",
            ])
        #expect(try PNGDecoder.decode(ImageEncoder.encode(Self.image, as: .png, options: options)) == Self.image)
    }

    @Test(arguments: [(1.0, 2835), (2.0, 5669), (0.5, 1417)])
    func scaleIsStoredAsPixelsPerMetre(scale: Double, perMetre: UInt32) throws {
        let number = PNGFile.bytes(perMetre)
        #expect(try Self.file(EncodingOptions(scale: scale)).bodies(of: "pHYs") == [number + number + [1]])
    }

    @Test(arguments: ["", " a", "a ", "a  b", "é\u{A0}", "図", "a\nb", String(repeating: "k", count: 80)])
    func keywordsThatPNGForbidsAreRefused(keyword: String) {
        let error = #expect(throws: ImageError.self) {
            try Self.file(EncodingOptions(text: [TextEntry(keyword, "text")]))
        }
        #expect(error?.description.contains(keyword.debugDescription) == true)
    }

    @Test func longestKeywordIsTaken() throws {
        let keyword = String(repeating: "é", count: 79)
        #expect(try Self.file(EncodingOptions(text: [TextEntry(keyword, "")])).bodies(of: "tEXt")[0].count == 80)
    }

    @Test func textWithNULIsRefused() {
        #expect(throws: ImageError.text(keyword: "Title", reason: "the text contains NUL")) {
            try Self.file(EncodingOptions(text: [TextEntry("Title", "a\0b")]))
        }
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1e6])
    func scalesOutsideTheRangeAreRefused(scale: Double) {
        #expect(throws: ImageError.self) { try Self.file(EncodingOptions(scale: scale)) }
    }
}
