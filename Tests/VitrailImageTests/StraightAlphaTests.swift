import Testing
import VitrailScene

@testable import VitrailImage

@Suite struct StraightAlphaTests {
    /// Every pair of value (x) and alpha (y); a pixel whose value exceeds alpha is not premultiplied.
    static let everyPair: PixelImage = {
        var image = PixelImage(size: PixelSize(width: 256, height: 256))
        for a in 0..<256 {
            for v in 0..<256 { image[v, a] = [UInt8(v), UInt8(v / 2), UInt8(255 - v), UInt8(a)] }
        }
        return image
    }()

    static func straight(_ v: UInt8, _ a: UInt8) -> UInt8 {
        guard a > 0 else { return 0 }
        // round(v · 255 / a), halves up, in integer arithmetic.
        return UInt8(min(255, (2 * Int(v) * 255 + Int(a)) / (2 * Int(a))))
    }

    @Test func isExactForEveryPair() {
        let bytes = Self.everyPair.straightAlphaBytes()
        var wrong = 0
        for i in stride(from: 0, to: bytes.count, by: 4) {
            let a = Self.everyPair.pixels[i + 3]
            for c in 0..<3 where bytes[i + c] != Self.straight(Self.everyPair.pixels[i + c], a) { wrong += 1 }
            if bytes[i + 3] != a { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: 1...9)
    func isExactAtEveryLength(count: Int) {
        // Lengths around the vector width, where the main loop and the remainder meet.
        let image = Pictures.noise(count, 1, opaque: false)
        let expected = (0..<count).flatMap { x in
            let p = image[x, 0]
            return [Self.straight(p.x, p.w), Self.straight(p.y, p.w), Self.straight(p.z, p.w), p.w]
        }
        #expect(image.straightAlphaBytes() == expected)
    }

    @Test func survivesThePNGAndBack() throws {
        // Only valid pairs, so that premultiplying again must give the same pixels.
        var image = Self.everyPair
        for a in 0..<256 {
            for v in 0..<256 { image[v, a] = SIMD4(UInt8(min(v, a)), UInt8(min(v, a) / 2), 0, UInt8(a)) }
        }
        #expect(try PNGDecoder.decode(ImageEncoder.encode(image, as: .png)) == image)
    }

    @Test func rawBytesAreTheStraightPixels() throws {
        let image = Pictures.noise(9, 5, opaque: false)
        let bytes = try ImageEncoder.encode(image, as: .rgba)
        #expect(bytes == image.straightAlphaBytes())
        let color = image.color(x: 3, y: 2)
        let at = (2 * 9 + 3) * 4
        #expect(Array(bytes[at..<at + 4]) == [color.red, color.green, color.blue, color.alpha])
    }
}
