import Testing
import VitrailScene

@testable import VitrailImage

@Suite struct JPEGTests {
    /// Mean absolute difference over red, green, blue.
    static func meanDifference(_ a: PixelImage, _ b: PixelImage) -> Double {
        let sum = zip(a.pixels, b.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(a.width * a.height * 3)
    }

    @Test(arguments: [(1, 1), (3, 5), (17, 1), (200, 120), (1001, 7)])
    func decodesToNearlyTheSame(width: Int, height: Int) throws {
        let image = Pictures.chart(width, height)
        let bytes = try ImageEncoder.encode(image, as: .jpeg, options: EncodingOptions(quality: 100))
        let decoded = try JPEGDecoder.decode(bytes)
        #expect(decoded.size == image.size)
        // At quality 100 only the rounding of YCbCr and of the cosine transform remains.
        #expect(Self.meanDifference(decoded, image) < 2)
    }

    @Test func theLastBandGrowsTheBuffer() throws {
        // More than the initial 64 KiB of the destination, so that it doubles several times.
        let image = Pictures.noise(600, 400, opaque: true)
        let bytes = try ImageEncoder.encode(image, as: .jpeg, options: EncodingOptions(quality: 100))
        #expect(bytes.count > 300_000)
        #expect(try Self.meanDifference(JPEGDecoder.decode(bytes), image) < 2)
    }

    @Test func qualityTradesSizeForFaith() throws {
        let image = Pictures.noise(64, 64, opaque: true)
        let counts = try [0, 50, 90, 100].map {
            try ImageEncoder.encode(image, as: .jpeg, options: EncodingOptions(quality: $0)).count
        }
        #expect(counts == counts.sorted() && Set(counts).count == 4)
        #expect(try ImageEncoder.encode(image, as: .jpeg).count == counts[2], "90 is the default")
    }

    @Test func chromaIsAtFullResolution() throws {
        // Alternating red and blue columns: halved chroma would blur them into purple.
        var image = PixelImage(size: PixelSize(width: 32, height: 16))
        for y in 0..<16 { for x in 0..<32 { image[x, y] = x % 2 == 0 ? [255, 0, 0, 255] : [0, 0, 255, 255] } }
        let decoded = try JPEGDecoder.decode(ImageEncoder.encode(image, as: .jpeg))
        #expect(decoded[10, 8].x > 200 && decoded[10, 8].z < 60)
        #expect(decoded[11, 8].z > 200 && decoded[11, 8].x < 60)
    }

    @Test(arguments: [Color.white, Color(0x204060)])
    func translucentPixelsLieOverTheBackground(background: Color) throws {
        let alpha: UInt8 = 128
        let image = PixelImage(
            size: PixelSize(width: 16, height: 16), filledWith: Color(red: 200, green: 0, blue: 100, alpha: alpha))
        let decoded = try JPEGDecoder.decode(
            ImageEncoder.encode(image, as: .jpeg, options: EncodingOptions(quality: 100, background: background)))
        let under = [background.red, background.green, background.blue].map { Double($0) * 127 / 255 }
        let over = [200.0, 0, 100].map { $0 * 128 / 255 }
        for c in 0..<3 { #expect(abs(Double(decoded[7, 7][c]) - under[c] - over[c]) <= 2.5, "channel \(c)") }
    }

    @Test func scaleIsStoredAsDotsPerInch() throws {
        let image = Pictures.chart(8, 8)
        let bytes = try ImageEncoder.encode(image, as: .jpeg, options: EncodingOptions(scale: 2))
        // JFIF: SOI, APP0, length, "JFIF\0", version, unit 1, horizontal and vertical density.
        #expect(Array(bytes[0..<4]) == [0xFF, 0xD8, 0xFF, 0xE0])
        #expect(Array(bytes[13..<18]) == [1, 0, 144, 0, 144])
    }

    @Test(arguments: [-1, 101])
    func qualityOutsideTheRangeIsRefused(quality: Int) {
        #expect(throws: ImageError.option("quality", value: Double(quality), allowed: 0...100)) {
            try ImageEncoder.encode(Pictures.chart(8, 8), as: .jpeg, options: EncodingOptions(quality: quality))
        }
    }

    @Test func sidesBeyondTheFormatAreRefused() {
        let image = PixelImage(size: PixelSize(width: 65_501, height: 1), filledWith: .white)
        #expect(throws: ImageError.size(image.size, format: .jpeg, maximumSide: 65_500)) {
            try ImageEncoder.encode(image, as: .jpeg)
        }
    }

    @Test func brokenFilesAreErrors() throws {
        let bytes = try ImageEncoder.encode(Pictures.noise(40, 40, opaque: true), as: .jpeg)
        for length in [0, 2, 20, 200, bytes.count / 2, bytes.count - 40] {
            #expect(throws: ImageError.self, "\(length) bytes") { try JPEGDecoder.decode(Array(bytes.prefix(length))) }
        }
    }
}
