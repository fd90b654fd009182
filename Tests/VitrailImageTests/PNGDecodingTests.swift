import Testing
import VitrailScene

@testable import VitrailImage

@Suite struct PNGDecodingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var file: PNGFile
        var pixels: [UInt8]
        var testDescription: String { name }
    }

    /// One small file for each colour type and each read path.
    static let cases = [
        Case(
            name: "grey, 1 bit", file: PNGFile(width: 2, height: 1, depth: 1, colorType: 0, filteredRows: [0, 0x40]),
            pixels: [0, 0, 0, 255, 255, 255, 255, 255]),
        Case(
            name: "grey and alpha",
            file: PNGFile(width: 2, height: 1, colorType: 4, filteredRows: [0, 128, 255, 255, 128]),
            pixels: [128, 128, 128, 255, 128, 128, 128, 128]),
        Case(
            name: "palette with alpha",
            file: PNGFile(
                width: 2, height: 1, colorType: 3,
                before: [.init("PLTE", [10, 20, 30, 200, 100, 50]), .init("tRNS", [255, 128])],
                filteredRows: [0, 0, 1]),
            pixels: [10, 20, 30, 255, 100, 50, 25, 128]),
        Case(
            name: "RGB with a transparent colour",
            file: PNGFile(
                width: 2, height: 1, colorType: 2, before: [.init("tRNS", [0, 1, 0, 2, 0, 3])],
                filteredRows: [0, 1, 2, 3, 4, 5, 6]),
            pixels: [0, 0, 0, 0, 4, 5, 6, 255]),
        Case(
            name: "RGB, 16 bits, taken for sRGB",
            file: PNGFile(
                width: 1, height: 1, depth: 16, colorType: 2, filteredRows: [0, 0x12, 0x12, 0x80, 0x80, 0xFF, 0xFF]),
            pixels: [0x12, 0x80, 0xFF, 255]),
        Case(
            name: "RGBA", file: PNGFile(width: 1, height: 1, colorType: 6, filteredRows: [0, 255, 100, 3, 51]),
            pixels: [51, 20, 1, 51]),
        Case(
            name: "interlaced",
            file: PNGFile(
                width: 2, height: 2, colorType: 2, interlaced: true,
                filteredRows: [0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12]),
            pixels: [1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255]),
    ]

    @Test(arguments: cases)
    func readsEveryColorType(_ c: Case) throws {
        #expect(try PNGDecoder.decode(c.file.bytes).pixels == c.pixels)
    }

    // swift-format-ignore: NeverUseForceTry
    /// 5×3, noise, about 100 bytes.
    static let small = try! ImageEncoder.encode(Pictures.noise(5, 3, opaque: false), as: .png)

    @Test func everyTruncationIsAnError() {
        // Without the last 12 bytes only IEND is missing; libpng accepts that, since all pixels are there.
        for length in 0..<Self.small.count - 12 {
            #expect(throws: ImageError.self, "\(length) bytes") {
                try PNGDecoder.decode(Array(Self.small.prefix(length)))
            }
        }
    }

    @Test func everyFlippedByteIsAnErrorOrAPicture() {
        for i in Self.small.indices {
            var bytes = Self.small
            bytes[i] ^= 0x55
            // A changed byte must not end the process; reaching this point is the test.
            if let image = try? PNGDecoder.decode(bytes) {
                #expect(image.pixels.count == image.width * image.height * 4)
            }
        }
    }

    @Test func brokenPixelsAreAnErrorWithWords() throws {
        var file = try #require(PNGFile(parsing: Self.small))
        // After zlib's header, which has its own chunk.
        let strip = try #require(file.chunks.firstIndex { $0.type == "IDAT" && $0.body.count > 8 })
        file.chunks[strip].body[8] ^= 0xFF
        let error = #expect(throws: ImageError.self) { try PNGDecoder.decode(file.bytes) }
        guard case .decode(.png, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty && reason != "no reason given")
    }

    @Test func sidesBeyondTheLimitAreRefused() {
        let file = PNGFile(
            width: 16_385, height: 1, depth: 1, colorType: 0, filteredRows: .init(repeating: 0, count: 2050))
        #expect(
            throws: ImageError.size(PixelSize(width: 16_385, height: 1), format: .png, maximumSide: 16_384)
        ) { try PNGDecoder.decode(file.bytes) }
    }

    @Test func longestSideIsRead() throws {
        let file = PNGFile(
            width: 16_384, height: 1, depth: 1, colorType: 0, filteredRows: .init(repeating: 0, count: 2049))
        #expect(try PNGDecoder.decode(file.bytes).width == 16_384)
    }

    @Test func aFewBytesThatClaimAGigabyteAreRefusedBeforeMemoryIsTaken() {
        let file = PNGFile(width: 16_384, height: 16_384, colorType: 6, filteredRows: [0, 0, 0, 0])
        let error = #expect(throws: ImageError.self) { try PNGDecoder.decode(file.bytes) }
        #expect(error?.description.contains("cannot hold 16384×16384") == true)
    }

    @Test(arguments: [[], Array("GIF89a".utf8), [UInt8](repeating: 0, count: 100)])
    func otherFilesAreRefused(bytes: [UInt8]) {
        #expect(throws: ImageError.self) { try PNGDecoder.decode(bytes) }
    }
}
