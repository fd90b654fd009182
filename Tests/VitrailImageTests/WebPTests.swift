import Testing
import VitrailScene

@testable import VitrailImage

@Suite struct WebPTests {
    @Test(arguments: [(1, 1), (3, 5), (17, 1), (2, 300), (200, 120)], [true, false])
    func losslessGivesTheStraightPixelsBack(size: (Int, Int), opaque: Bool) throws {
        let image = Pictures.noise(size.0, size.1, opaque: opaque)
        let decoded = try WebPDecoder.decodeStraight(ImageEncoder.encode(image, as: .webp))
        #expect(decoded.size == image.size)
        #expect(decoded.bytes == image.straightAlphaBytes())
    }

    @Test(arguments: 0...9)
    func everyEffortIsLossless(effort: Int) throws {
        let image = Pictures.chart(60, 40)
        let bytes = try ImageEncoder.encode(image, as: .webp, options: EncodingOptions(webPEffort: effort))
        #expect(try WebPDecoder.decodeStraight(bytes).bytes == image.pixels)
    }

    @Test func qualityMakesItLossyAndSmall() throws {
        let image = Pictures.noise(100, 100, opaque: true)
        let lossless = try ImageEncoder.encode(image, as: .webp)
        let lossy = try ImageEncoder.encode(image, as: .webp, options: EncodingOptions(quality: 50))
        #expect(lossy.count < lossless.count / 2)
        let decoded = try WebPDecoder.decodeStraight(lossy)
        #expect(decoded.size == image.size)
        #expect(decoded.bytes != image.pixels)
    }

    @Test func lossyKeepsFlatColors() throws {
        let image = PixelImage(size: PixelSize(width: 32, height: 32), filledWith: Color(0x1F77B4))
        let bytes = try ImageEncoder.encode(image, as: .webp, options: EncodingOptions(quality: 90))
        let pixel = try WebPDecoder.decodeStraight(bytes).bytes[0..<4]
        for (got, wanted) in zip(pixel, [0x1F, 0x77, 0xB4, 0xFF]) { #expect(abs(Int(got) - wanted) <= 4) }
    }

    @Test(arguments: [EncodingOptions(quality: 101), EncodingOptions(webPEffort: 10), EncodingOptions(webPEffort: -1)])
    func optionsOutsideTheRangeAreRefused(options: EncodingOptions) {
        #expect(throws: ImageError.self) { try ImageEncoder.encode(Pictures.chart(8, 8), as: .webp, options: options) }
    }

    @Test func sidesBeyondTheFormatAreRefused() throws {
        let longest = PixelImage(size: PixelSize(width: 16_383, height: 1), filledWith: .white)
        #expect(try WebPDecoder.decodeStraight(ImageEncoder.encode(longest, as: .webp)).size == longest.size)
        let longer = PixelImage(size: PixelSize(width: 16_384, height: 1), filledWith: .white)
        #expect(throws: ImageError.size(longer.size, format: .webp, maximumSide: 16_383)) {
            try ImageEncoder.encode(longer, as: .webp)
        }
    }

    @Test func brokenFilesAreErrors() throws {
        let bytes = try ImageEncoder.encode(Pictures.noise(40, 40, opaque: false), as: .webp)
        for length in [0, 12, 25, bytes.count / 2, bytes.count - 1] {
            #expect(throws: ImageError.self, "\(length) bytes") {
                try WebPDecoder.decodeStraight(Array(bytes.prefix(length)))
            }
        }
    }
}
