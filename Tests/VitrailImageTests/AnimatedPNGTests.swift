import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailImage

@Suite struct AnimatedPNGTests {
    private static let size = PixelSize(width: 40, height: 30)

    private func file(
        _ frames: [PixelImage], delay: Double = 0.1, loopCount: Int = 0, isOpaque: Bool,
        options: EncodingOptions = EncodingOptions()
    ) throws -> [UInt8] {
        var animation = try AnimatedPNG(
            size: frames[0].size, frameCount: frames.count, loopCount: loopCount, isOpaque: isOpaque, options: options)
        var bytes: [UInt8] = []
        for frame in frames {
            try animation.append(frame, delay: delay)
            bytes += animation.takeBytes()
        }
        return bytes + (try animation.finish())
    }

    /// A picture with a rectangle in another colour.
    private func changed(_ image: PixelImage, _ rect: PixelRect, _ pixel: SIMD4<UInt8>) -> PixelImage {
        var image = image
        for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { image[x, y] = pixel } }
        return image
    }

    @Test("only the rectangle that changed is stored; a frame without a change is one pixel")
    func rectangles() throws {
        let first = Pictures.chart(40, 30)
        let rects = [
            PixelRect(x: 5, y: 7, width: 11, height: 3), PixelRect(x: 0, y: 0, width: 1, height: 1),
            PixelRect(x: 39, y: 0, width: 1, height: 30),
        ]
        var frames = [first]
        for (k, rect) in rects.enumerated() { frames.append(changed(frames[k], rect, [UInt8(10 * k), 200, 9, 255])) }
        frames.append(frames[3])
        let read = try AnimationFile(file(frames, isOpaque: true))
        #expect(read.frames.dropFirst().map(\.rectangle) == rects + [PixelRect(x: 0, y: 0, width: 1, height: 1)])
        for (frame, image) in zip(read.frames, frames) { #expect(frame.canvas == image.straightAlphaBytes()) }
    }

    @Test(
        "frames at random, opaque and translucent, come back byte for byte", arguments: [true, false],
        [(1, 1), (1, 9), (9, 1), (40, 30), (700, 900)])
    func noise(isOpaque: Bool, sides: (Int, Int)) throws {
        var generator = SeededNumbers(seed: 7)
        let (width, height) = sides
        var frames = [Pictures.noise(width, height, opaque: isOpaque)]
        for k in 1..<5 {
            let other = Pictures.noise(width, height, opaque: isOpaque, seed: UInt64(k) + 1)
            var next = frames[k - 1]
            let (x, y) = (Int(generator.next() % UInt64(width)), Int(generator.next() % UInt64(height)))
            let rect = PixelRect(
                x: x, y: y, width: 1 + Int(generator.next() % UInt64(width - x)),
                height: 1 + Int(generator.next() % UInt64(height - y)))
            for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { next[x, y] = other[x, y] } }
            frames.append(next)
        }
        let read = try AnimationFile(file(frames, isOpaque: isOpaque))
        #expect(read.frames.count == 5 && read.size == frames[0].size)
        for (frame, image) in zip(read.frames, frames) { #expect(frame.canvas == image.straightAlphaBytes()) }
    }

    @Test("a pixel that becomes translucent replaces what was there")
    func translucent() throws {
        let first = PixelImage(size: Self.size, filledWith: .white)
        let second = changed(first, PixelRect(x: 3, y: 4, width: 6, height: 5), [20, 10, 0, 60])
        let third = changed(second, PixelRect(x: 4, y: 5, width: 2, height: 2), [0, 0, 0, 0])
        let read = try AnimationFile(file([first, second, third], isOpaque: false))
        #expect(read.frames.allSatisfy { $0.blend == 0 })
        #expect(
            read.frames[1].canvas == second.straightAlphaBytes() && read.frames[2].canvas == third.straightAlphaBytes())
    }

    @Test("where little changes within the rectangle, it holds what changed and lies over the rest")
    func over() throws {
        let first = Pictures.noise(60, 40, opaque: true)
        let second = changed(
            changed(first, PixelRect(x: 2, y: 0, width: 1, height: 40), [1, 2, 3, 255]),
            PixelRect(x: 0, y: 9, width: 60, height: 1), [1, 2, 3, 255])
        let third = changed(second, PixelRect(x: 30, y: 20, width: 1, height: 1), [0, 0, 0, 9])
        let bytes = try file([first, second, third, first], isOpaque: false)
        let read = try AnimationFile(bytes)
        #expect(read.frames.map(\.blend) == [0, 1, 0, 1])
        for (frame, image) in zip(read.frames, [first, second, third, first]) {
            #expect(frame.canvas == image.straightAlphaBytes())
        }
    }

    @Test(
        "delays and the loop count are stored",
        arguments: [
            (0.1, 100, 1000), (1.0 / 30, 1, 30), (1.0 / 60, 1, 60), (2.5, 2500, 1000), (100.0, 10_000, 100),
            (3600.0, 36_000, 10), (0.001, 1, 1000),
        ])
    func delays(seconds: Double, numerator: Int, denominator: Int) throws {
        let read = try AnimationFile(file([Pictures.chart(8, 8)], delay: seconds, loopCount: 3, isOpaque: true))
        #expect(
            read.frames[0].numerator == numerator && read.frames[0].denominator == denominator && read.loopCount == 3)
    }

    @Test("the still that viewers without animations show is the first frame, with its text")
    func still() throws {
        let frames = [Pictures.chart(40, 30), Pictures.noise(40, 30, opaque: true)]
        let bytes = try file(
            frames, isOpaque: true, options: EncodingOptions(scale: 2, text: [TextEntry("Title", "T")]))
        #expect(try PNGDecoder.decode(bytes) == frames[0])
        let types = PNGFile(parsing: bytes)?.chunks.map(\.type)
        #expect(
            types == ["IHDR", "sRGB", "pHYs", "tEXt", "acTL", "fcTL", "IDAT", "IDAT", "IDAT", "fcTL", "fdAT", "IEND"])
        let again = try file(
            frames, isOpaque: true, options: EncodingOptions(scale: 2, text: [TextEntry("Title", "T")]))
        #expect(again == bytes)
    }

    @Test("a moving line takes a small part of what stills take")
    func isSmall() throws {
        let first = Pictures.chart(400, 300)
        let frames = (0..<20).map {
            changed(first, PixelRect(x: 20 + $0, y: 0, width: 1, height: 300), [255, 0, 0, 255])
        }
        let stills = try frames.reduce(0) { $0 + (try ImageEncoder.encode($1, as: .png)).count }
        #expect(try file(frames, isOpaque: true).count * 2 < stills)
    }

    @Test("what no animation has is refused, and nothing is appended then")
    func refused() throws {
        func error(_ work: () throws -> Void) -> ImageError? { #expect(throws: ImageError.self, performing: work) }
        #expect(
            error { _ = try AnimatedPNG(size: PixelSize(width: 0, height: 3), frameCount: 1, isOpaque: true) } != nil)
        #expect(
            error { _ = try AnimatedPNG(size: PixelSize(width: 20_000, height: 20_000), frameCount: 1, isOpaque: true) }
                != nil)
        for count in [0, 10_001] {
            #expect(
                error { _ = try AnimatedPNG(size: Self.size, frameCount: count, isOpaque: true) }
                    == .option("frameCount", value: Double(count), allowed: 1...10_000))
        }
        #expect(error { _ = try AnimatedPNG(size: Self.size, frameCount: 1, loopCount: -1, isOpaque: true) } != nil)
        #expect(
            error { _ = try AnimatedPNG(size: Self.size, frameCount: 2, isOpaque: true).finish() }
                == .frames(expected: 2, got: 0))

        var animation = try AnimatedPNG(size: Self.size, frameCount: 2, isOpaque: true)
        let first = Pictures.chart(40, 30)
        #expect(throws: ImageError.frameSize(PixelSize(width: 8, height: 8), expected: Self.size)) {
            try animation.append(Pictures.chart(8, 8), delay: 1)
        }
        #expect(throws: ImageError.option("delay", value: 0, allowed: AnimatedPNG.delays)) {
            try animation.append(first, delay: 0)
        }
        try animation.append(first, delay: 1)
        var second = first
        second[39, 29] = [0, 0, 0, 254]
        #expect(throws: ImageError.translucentFrame(1)) { try animation.append(second, delay: 1) }
        try animation.append(first, delay: 1)
        #expect(throws: ImageError.frames(expected: 2, got: 3)) { try animation.append(first, delay: 1) }
        #expect(try AnimationFile(animation.takeBytes() + (try animation.finish())).frames.count == 2)
    }
}
