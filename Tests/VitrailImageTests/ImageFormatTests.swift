import Testing
import VitrailScene

@testable import VitrailImage

@Suite struct ImageFormatTests {
    @Test(arguments: [
        ("png", ImageFormat.png), (".PNG", .png), ("jpg", .jpeg), ("JPEG", .jpeg), ("jpe", .jpeg), ("webp", .webp),
        ("rgba", .rgba),
    ])
    func extensionsNameFormats(name: String, format: ImageFormat) {
        #expect(ImageFormat(fileExtension: name) == format)
    }

    @Test(arguments: ["", ".", "gif", "pn", "..png", "svg"])
    func otherExtensionsNameNone(name: String) {
        #expect(ImageFormat(fileExtension: name) == nil)
    }

    @Test(arguments: ImageFormat.allCases)
    func formatsAreFoundByTheirOwnExtension(format: ImageFormat) {
        #expect(ImageFormat(fileExtension: format.fileExtension) == format)
    }

    @Test(arguments: [(ImageFormat.png, [0x89, 0x50]), (.jpeg, [0xFF, 0xD8]), (.webp, [0x52, 0x49])])
    func filesBeginAsTheirFormatDoes(format: ImageFormat, magic: [UInt8]) throws {
        #expect(try ImageEncoder.encode(Pictures.chart(8, 8), as: format).starts(with: magic))
    }

    @Test(arguments: [
        (
            ImageError.size(PixelSize(width: 0, height: 3), format: .webp, maximumSide: 16_383),
            "webp cannot hold 0×3 pixels: each side must be 1…16383"
        ),
        (.option("quality", value: 101, allowed: 0...100), "encoding option quality is 101.0, allowed is 0.0…100.0"),
        (.text(keyword: "a\n", reason: "why"), "text entry \"a\\n\" cannot be stored: why"),
        (.rows(expectedBytes: 8, gotBytes: 4), "PNG rows: expected 8 bytes, got 4"),
        (.encode(.jpeg, reason: "why"), "jpeg encoding failed: why"),
        (.decode(.png, reason: "why"), "png decoding failed: why"),
    ])
    func errorsNameWhatFailed(error: ImageError, text: String) {
        #expect(error.description == text)
    }
}
