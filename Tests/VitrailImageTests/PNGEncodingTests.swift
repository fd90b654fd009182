import CTestPNG
import Foundation
import Testing
import VitrailScene

@testable import VitrailImage

@Suite struct PNGEncodingTests {
    /// One pixel, one column, one row, odd sizes, sizes around the vector width, and sizes above 4096.
    static let sizes = [(1, 1), (1, 7), (7, 1), (3, 5), (4, 4), (15, 3), (16, 2), (17, 9), (4097, 2), (2, 4097)]

    @Test(arguments: sizes, [true, false])
    func decodesToWhatWasEncoded(size: (Int, Int), opaque: Bool) throws {
        let image = Pictures.noise(size.0, size.1, opaque: opaque, seed: UInt64(size.0 * 31 + size.1))
        let decoded = try PNGDecoder.decode(ImageEncoder.encode(image, as: .png))
        #expect(decoded == image)
    }

    @Test(arguments: [true, false])
    func noiseFillsSeveralIDATChunks(opaque: Bool) throws {
        let image = Pictures.noise(500, 1_500, opaque: opaque)
        let bytes = try ImageEncoder.encode(image, as: .png)
        let file = try #require(PNGFile(parsing: bytes))
        // Three bands, zlib's header and the end.
        #expect(file.bodies(of: "IDAT").count == 2 + 3)
        #expect(file.bodies(of: "IDAT").allSatisfy { !$0.isEmpty })
        #expect(try PNGDecoder.decode(bytes) == image)
    }

    /// A band has 342 opaque rows here, or 257 translucent ones.
    @Test(arguments: [256, 257, 258, 342, 343, 514, 684, 1000], [true, false])
    func stripsAreOneStream(height: Int, opaque: Bool) throws {
        let image = Pictures.noise(1023, height, opaque: opaque, seed: UInt64(height))
        let bytes = try ImageEncoder.encode(image, as: .png)
        let file = try #require(PNGFile(parsing: bytes))
        #expect(file.chunks.allSatisfy { $0.storedCRC == $0.computedCRC })
        #expect(try PNGDecoder.decode(bytes) == image)
        let strips = (height + (opaque ? 341 : 256)) / (opaque ? 342 : 257)
        #expect(file.bodies(of: "IDAT").count == 1 + strips + 1)
    }

    /// Similar rows are shorter as differences, cells of few colours are shorter unfiltered. Decoders may skip the
    /// check sum.
    @Test(arguments: [(Filter.up, true), (.up, false), (.none, true), (.none, false)])
    func filtersAreChosen(filter: Filter, opaque: Bool) throws {
        let image = filter.picture(1023, 500, opaque: opaque)
        let bytes = try ImageEncoder.encode(image, as: .png)
        let file = try #require(PNGFile(parsing: bytes))
        let stream = file.bodies(of: "IDAT").flatMap { $0 }
        #expect(stream.starts(with: [0x78, 0x01]))
        #expect(Array(stream.suffix(4)) == PNGFile.bytes(PNGFile.adler32(filter.filtered(image, opaque: opaque))))
        #expect(try PNGDecoder.decode(bytes) == image)
    }

    enum Filter: UInt8 {
        case none = 0
        case up = 2

        func picture(_ width: Int, _ height: Int, opaque: Bool) -> PixelImage {
            switch self {
            case .up:
                var image = Pictures.noise(width, 1, opaque: opaque)
                image.pixels = Array((0..<height).map { _ in image.pixels }.joined())
                image.size.height = height
                // No row equals the one above.
                for y in 0..<height { image[y * 2 % width, y] = [9, 9, 9, 255] }
                return image
            case .none:
                let colors = Pictures.noise(5, 1, opaque: opaque),
                    positions = Pictures.noise(width, height, opaque: true)
                var image = PixelImage(size: positions.size)
                for y in 0..<height { for x in 0..<width { image[x, y] = colors[Int(positions[x, y].x) % 5, 0] } }
                return image
            }
        }

        /// Rows after their filter's number.
        func filtered(_ image: PixelImage, opaque: Bool) -> [UInt8] {
            let pixels = image.straightAlphaBytes()
            var bytes: [UInt8] = []
            for y in 0..<image.height {
                bytes.append(rawValue)
                for i in 0..<image.width * 4 where !opaque || i % 4 != 3 {
                    let position = y * image.width * 4 + i
                    bytes.append(pixels[position] &- (self == .up && y > 0 ? pixels[position - image.width * 4] : 0))
                }
            }
            return bytes
        }
    }

    /// Rows that arrive one by one or a few at a time, with different numbers of helper threads.
    @Test(arguments: [1, 7], [1, 50, 1300])
    func earlyStripsAreThoseOfTheWhole(helpers: Int, rows: Int) throws {
        let image = Pictures.noise(1023, 1300, opaque: true)
        for _ in 0..<5 {
            let found = try image.pixels.withUnsafeBufferPointer { pixels in
                let strips = try #require(
                    PNGStrips(beginningAt: pixels.baseAddress!, size: image.size, helpers: helpers))
                for count in stride(from: rows, to: image.height, by: rows) { strips.haveArrived(count) }
                strips.finish()
                return try ImageEncoder.encode(strips, of: image, options: EncodingOptions())
            }
            #expect(try found == ImageEncoder.encode(image, as: .png))
        }
    }

    /// Runs of 1 to 700 pixels: deflate's repetitions have 3 to 258 bytes.
    @Test(arguments: [true, false])
    func runsOfAllLengthsAreKept(opaque: Bool) throws {
        let length = 700
        let colors = Pictures.noise(2 * length, 1, opaque: opaque)
        var image = PixelImage(size: PixelSize(width: length + 3, height: length))
        for y in 0..<length {
            for x in 0..<image.width { image[x, y] = x <= y ? colors[y, 0] : colors[length + (x + y) % length, 0] }
        }
        #expect(try PNGDecoder.decode(ImageEncoder.encode(image, as: .png)) == image)
    }

    /// An additional pixel before a run costs only some bits, wherever the run begins.
    @Test func runsAreFoundAnywhere() throws {
        let counts = try (1..<300).map { begin in
            var image = PixelImage(size: PixelSize(width: 1000, height: 1), filledWith: .black)
            for x in stride(from: 1, to: begin, by: 2) { image[x, 0] = [255, 255, 255, 255] }
            return try ImageEncoder.encode(image, as: .png).count
        }
        for (begin, (count, next)) in zip(counts, counts.dropFirst()).enumerated() {
            #expect(abs(next - count) < 12, "\(begin)")
        }
    }

    /// Compares charts of the documentation, and pictures that are not charts.
    @Test func filesAreNotMuchLargerThanThoseOfLibpng() throws {
        let gallery = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/gallery")
            .standardized
        let paths = try FileManager.default.contentsOfDirectory(at: gallery, includingPropertiesForKeys: nil).filter {
            $0.pathExtension == "png"
        }
        #expect(paths.count > 50)
        let images = try paths.map { ($0.lastPathComponent, try PNGDecoder.decode([UInt8](Data(contentsOf: $0)))) }
        for (name, image) in images + [
            ("noise", Pictures.noise(500, 400, opaque: true)),
            ("white", PixelImage(size: PixelSize(width: 800, height: 400), filledWith: .white)),
        ] {
            let reference = tp_png_size(image.pixels, UInt32(image.width), UInt32(image.height), 1)
            let count = try ImageEncoder.encode(image, as: .png).count
            #expect(Double(count) < 1.5 * Double(reference), "\(name): \(count) bytes, libpng \(reference)")
        }
    }

    /// Random words of five letters, repeated on lines that are apart: no filter finds them, and runs are short.
    private func text(_ width: Int, _ height: Int, opaque: Bool) -> PixelImage {
        let letters = (0..<5).map { Pictures.noise(9, 13, opaque: opaque, seed: $0) }
        var image = PixelImage(size: PixelSize(width: width, height: height), filledWith: opaque ? .white : .clear)
        for (line, y) in stride(from: 3, to: height - 13, by: 17).enumerated() {
            for (k, x) in stride(from: 2 + line % 7, to: width - 9, by: 11).enumerated() {
                let letter = letters[(k * k + line * 3) % 5]
                for row in 0..<13 {
                    for column in 0..<9 where (row + column) % 3 > 0 {
                        image[x + column, y + row] = letter[column, row]
                    }
                }
            }
        }
        return image
    }

    /// In small bands, and in bands that are scanned first.
    @Test(arguments: [true, false], [(300, 200), (1600, 700)])
    func whatComesAgainIsWrittenOnce(opaque: Bool, _ size: (width: Int, height: Int)) throws {
        let image = text(size.width, size.height, opaque: opaque)
        let file = try ImageEncoder.encode(image, as: .png)
        #expect(try PNGDecoder.decode(file) == image)
        guard opaque else { return }
        #expect(
            Double(file.count) < 1.5 * Double(tp_png_size(image.pixels, UInt32(image.width), UInt32(image.height), 1)))
    }

    /// Matches at a distance of a few hundred pixels, in pixels without runs and without equal rows: unfiltered, and as
    /// differences from the row above.
    @Test(arguments: [false, true]) func whatComesAgainAlongARowIsWrittenOnce(isRamp: Bool) throws {
        let pattern = Pictures.noise(300, 1, opaque: true)
        var image = PixelImage(size: PixelSize(width: 1600, height: 700))
        for y in 0..<700 {
            for x in 0..<1600 {
                var pixel = pattern[x % 300, 0]
                let change = UInt8(truncatingIfNeeded: isRamp ? y : y * 37)
                for k in 0..<3 { pixel[k] = isRamp ? pixel[k] &* change : pixel[k] ^ change }
                image[x, y] = pixel
            }
        }
        let file = try ImageEncoder.encode(image, as: .png)
        #expect(try PNGDecoder.decode(file) == image)
        #expect(
            Double(file.count) < 1.5 * Double(tp_png_size(image.pixels, UInt32(image.width), UInt32(image.height), 1)))
    }

    /// Rows equal to the row above are encoded differently from their neighbours, whatever the filter of the band.
    @Test(arguments: [true, false], [1, 3, 64, 65, 700])
    func rowsLikeTheOneAboveAreKept(opaque: Bool, width: Int) throws {
        let rows = Pictures.noise(width, 8, opaque: opaque)
        var image = PixelImage(size: PixelSize(width: width, height: 90))
        for y in 0..<90 {
            for x in 0..<width { image[x, y] = y % 30 < 20 ? rows[x, y / 30] : rows[x, y % 8] }
        }
        #expect(try PNGDecoder.decode(ImageEncoder.encode(image, as: .png)) == image)
    }

    @Test(arguments: [true, false])
    func chunksAreWellFormed(opaque: Bool) throws {
        let image = Pictures.noise(200, 150, opaque: opaque)
        let file = try #require(PNGFile(parsing: ImageEncoder.encode(image, as: .png)))
        for chunk in file.chunks { #expect(chunk.storedCRC == chunk.computedCRC, "\(chunk.type)") }
        #expect(file.chunks.map(\.type) == ["IHDR", "sRGB", "IDAT", "IDAT", "IDAT", "IEND"])
        let depthAndColorType: [UInt8] = opaque ? [8, 2] : [8, 6]
        let header = PNGFile.bytes(200) + PNGFile.bytes(150) + depthAndColorType + [0, 0, 0]
        #expect(file.chunks[0].body == header)
    }

    @Test func oneTranslucentPixelKeepsAlpha() throws {
        // The last pixel, so that the opacity scan has to reach the end.
        var image = PixelImage(size: PixelSize(width: 1500, height: 3), filledWith: .white)
        image[1499, 2] = [10, 20, 30, 254]
        #expect(!image.isOpaque)
        #expect(try PNGDecoder.decode(ImageEncoder.encode(image, as: .png)) == image)
    }

    /// A band has 342 opaque rows here: the last of three bands has one.
    @Test(arguments: [1, 341, 342, 684])
    func alphaAnywhereIsKept(row: Int) throws {
        var image = Pictures.noise(1023, 685, opaque: true)
        image[1022, row] = [10, 20, 30, 254]
        let bytes = try ImageEncoder.encode(image, as: .png)
        var translucent = try PNGStream(size: image.size, isOpaque: false)
        try translucent.append(image)
        #expect(try bytes == translucent.finish())
        #expect(try PNGDecoder.decode(bytes) == image)
    }

    @Test func flatPicturesAreSmall() throws {
        let image = PixelImage(size: PixelSize(width: 1920, height: 1080), filledWith: .white)
        #expect(try ImageEncoder.encode(image, as: .png).count < 40_000)
    }

    @Test(arguments: [(0, 5), (5, 0), (1_000_001, 1)])
    func sizesThatPNGCannotHoldAreRefused(width: Int, height: Int) {
        let image = PixelImage(size: PixelSize(width: width, height: height))
        #expect(throws: ImageError.size(image.size, format: .png, maximumSide: 1_000_000)) {
            try ImageEncoder.encode(image, as: .png)
        }
    }
}

@Suite struct PNGStreamTests {
    static let image = Pictures.noise(333, 1301, opaque: false)

    @Test(arguments: [1, 2, 7, 150, 788, 1301], [true, false])
    func bandsGiveTheSameBytesAsOneShot(bandHeight: Int, opaque: Bool) throws {
        let image = opaque ? Pictures.noise(333, 1301, opaque: true) : Self.image
        var stream = try PNGStream(size: image.size, isOpaque: opaque)
        var bytes: [UInt8] = []
        for y in stride(from: 0, to: image.height, by: bandHeight) {
            let height = min(bandHeight, image.height - y)
            try stream.append(image.cropped(to: PixelRect(x: 0, y: y, width: image.width, height: height)))
            bytes += stream.takeBytes()
        }
        bytes += try stream.finish()
        #expect(try bytes == ImageEncoder.encode(image, as: .png))
    }

    @Test func anOpaqueStreamDropsAlpha() throws {
        var stream = try PNGStream(size: Self.image.size, isOpaque: true)
        try stream.append(Self.image)
        var opaque = Self.image
        for y in 0..<opaque.height { for x in 0..<opaque.width { opaque[x, y].w = 255 } }
        #expect(try stream.finish() == ImageEncoder.encode(opaque, as: .png))
    }

    @Test func bytesFlowOutBeforeTheEnd() throws {
        // A band of 1 MiB is buffered, whatever the picture's height.
        let image = Pictures.noise(600, 500, opaque: false)
        var stream = try PNGStream(size: image.size, isOpaque: false)
        #expect(stream.takeBytes().starts(with: PNGFile.signature))
        try stream.append(image)
        #expect(stream.takeBytes().count > 600_000)
        #expect(stream.takeBytes().isEmpty)
        #expect(try stream.finish().suffix(8).starts(with: Array("IEND".utf8)))
    }

    @Test func halfARowIsRefusedAndChangesNothing() throws {
        var stream = try PNGStream(size: Self.image.size, isOpaque: false)
        let half = [UInt8](repeating: 0, count: 333 * 2)
        #expect(throws: ImageError.rows(expectedBytes: 333 * 1301 * 4, gotBytes: 333 * 2)) {
            try stream.append(half.span)
        }
        try stream.append(Self.image)
        #expect(try stream.finish() == ImageEncoder.encode(Self.image, as: .png))
    }

    @Test func rowsBeyondTheLastAreRefused() throws {
        var stream = try PNGStream(size: Self.image.size, isOpaque: false)
        try stream.append(Self.image)
        let row = [UInt8](repeating: 0, count: 333 * 4)
        #expect(throws: ImageError.rows(expectedBytes: 0, gotBytes: 333 * 4)) { try stream.append(row.span) }
    }

    @Test func bandsOfAnotherWidthAreRefused() throws {
        var stream = try PNGStream(size: PixelSize(width: 10, height: 20), isOpaque: false)
        // As many bytes as two rows of ten pixels.
        let band = PixelImage(size: PixelSize(width: 20, height: 1))
        #expect(throws: ImageError.rows(expectedBytes: 40, gotBytes: 80)) { try stream.append(band) }
    }

    @Test func missingRowsAreRefused() throws {
        let stream = try PNGStream(size: PixelSize(width: 10, height: 20), isOpaque: false)
        do {
            _ = try stream.finish()
            Issue.record("a picture without rows was finished")
        } catch {
            #expect(error == .rows(expectedBytes: 800, gotBytes: 0))
        }
    }
}
