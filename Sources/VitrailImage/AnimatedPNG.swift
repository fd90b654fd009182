import CImage
public import VitrailScene

/// Encodes an animated PNG frame by frame: begin, append each frame, finish.
///
///     var animation = try AnimatedPNG(size: size, frameCount: 3)
///     for frame in frames { try animation.append(frame, delay: 0.1); write(animation.takeBytes()) }
///     write(try animation.finish())
///
/// ```
/// frame ──► rectangle that differs from the frame before ──► PNGStream ──► fcTL, fdAT ──► bytes
/// ```
///
/// For each frame, the file stores the smallest rectangle that contains all changed pixels, or one pixel if nothing
/// changed. The rectangle replaces the pixels below it (blend SOURCE). If every changed pixel is opaque and the result
/// is shorter, the rectangle contains only the changed pixels and is composited over the previous frame (blend OVER).
/// Dispose is NONE. Viewers without animation support show the first frame.
///
/// Equal frames give equal bytes. Memory: the previous frame, the changed rectangle, and the bytes that were not taken.
/// - Source: PNG specification, third edition: `acTL`, `fcTL`, `fdAT`.
public struct AnimatedPNG: ~Copyable, Sendable {
    public let size: PixelSize
    public let frameCount: Int
    /// True: 8-bit RGB. False: 8-bit RGBA with straight alpha, which is shorter if few pixels of the rectangle change.
    public let isOpaque: Bool
    private let loopCount: Int
    private let options: EncodingOptions
    /// Finished bytes that `takeBytes` has not returned.
    private var ready: [UInt8] = []
    private var appended = 0
    /// The frame that viewers show before the next one.
    private var previous: PixelImage?
    /// Next sequence number; `fcTL` and `fdAT` chunks share one sequence.
    private var sequence: UInt32 = 0

    /// Maximum number of frames in an animation.
    public static let maximumFrames = 10_000
    /// Maximum number of pixels in a frame.
    public static let maximumPixels = 1 << 28
    /// Legal display times of a frame, in seconds.
    public static let delays = 0.001...3600.0

    /// Begins an animation.
    ///
    /// - Parameters:
    ///   - size: size of each frame; at least 1×1, at most `maximumPixels` pixels in all.
    ///   - frameCount: number of frames that will be appended, 1…`maximumFrames`. The file states it at its beginning.
    ///   - loopCount: number of times the animation plays, 0…2³¹ − 1; 0: without end.
    ///   - isOpaque: writes a file without alpha. All pixels of all frames must then have alpha 255.
    ///   - options: only `scale` and `text` are used.
    /// - Throws: `ImageError.size`, `.option` or `.text`.
    public init(
        size: PixelSize, frameCount: Int, loopCount: Int = 0, isOpaque: Bool = false,
        options: EncodingOptions = EncodingOptions()
    ) throws(ImageError) {
        try ImageEncoder.checkSize(size, for: .png)
        guard size.width * size.height <= Self.maximumPixels else {
            throw .option(
                "pixels of a frame", value: Double(size.width * size.height), allowed: 1...Double(Self.maximumPixels))
        }
        try EncodingOptions.check("frameCount", Double(frameCount), in: 1...Double(Self.maximumFrames))
        try EncodingOptions.check("loopCount", Double(loopCount), in: 0...Double(Int32.max))
        try options.check(for: .png)
        (self.size, self.frameCount, self.loopCount, self.isOpaque, self.options) = (
            size, frameCount, loopCount, isOpaque, options
        )
    }

    /// Appends the next frame.
    ///
    /// - Parameters:
    ///   - frame: must have the animation's size.
    ///   - delay: display time in seconds, in `delays`. It is rounded to the closest multiple of 1/1000, 1/100, 1/10 or
    ///     1 s, or to the closest fraction 1/n of a second.
    /// - Throws: `ImageError.frameSize`; `.frames` after the last frame; `.option` for the delay; `.translucentFrame`.
    ///   In these cases nothing is appended. `.encode` if memory is short.
    public mutating func append(_ frame: PixelImage, delay: Double) throws(ImageError) {
        guard frame.size == size else { throw .frameSize(frame.size, expected: size) }
        guard appended < frameCount else { throw .frames(expected: frameCount, got: frameCount + 1) }
        try EncodingOptions.check("delay", delay, in: Self.delays)
        let rectangle =
            previous.map { Self.changes(from: $0, to: frame) }
            ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let part = Self.part(of: frame, rectangle)
        var (chunks, blend) = (try encoded(part), Blend.source)
        if let previous, let changes = Self.changes(of: part, from: Self.part(of: previous, rectangle)), !isOpaque {
            let over = try encoded(changes)
            if over.pixels.count < chunks.pixels.count { (chunks, blend) = (over, .over) }
        }
        if appended == 0 {
            ready += chunks.before
            ready +=
                PNGChunk(
                    type: "acTL", body: PNGChunk.bigEndian(UInt32(frameCount)) + PNGChunk.bigEndian(UInt32(loopCount))
                ).bytes
            ready += control(of: rectangle, delay, blend)
            ready += chunks.pixelChunks
        } else {
            ready += control(of: rectangle, delay, blend)
            ready += PNGChunk(type: "fdAT", body: number() + chunks.pixels).bytes
        }
        previous = frame
        appended += 1
    }

    /// Returns the finished bytes that were not taken before; may be empty.
    public mutating func takeBytes() -> [UInt8] {
        defer { ready = [] }
        return ready
    }

    /// Ends the file and returns the bytes that were not taken yet.
    ///
    /// - Throws: `ImageError.frames` if frames are missing.
    public consuming func finish() throws(ImageError) -> [UInt8] {
        guard appended == frameCount else { throw .frames(expected: frameCount, got: appended) }
        ready += PNGChunk(type: "IEND", body: []).bytes
        return ready
    }

    // MARK: Chunks

    private enum Blend: UInt8 {
        case source = 0
        case over = 1
    }

    private func encoded(_ part: PixelImage) throws(ImageError) -> PNGChunk.Parts {
        var stream = try PNGStream(
            size: part.size, isOpaque: isOpaque, options: appended == 0 ? options : EncodingOptions())
        try stream.append(part)
        guard stream.isOpaqueSoFar || !isOpaque else { throw .translucentFrame(appended) }
        return PNGChunk.parts(of: try stream.finish())
    }

    private mutating func number() -> [UInt8] {
        defer { sequence += 1 }
        return PNGChunk.bigEndian(sequence)
    }

    private mutating func control(of rectangle: PixelRect, _ delay: Double, _ blend: Blend) -> [UInt8] {
        var body = number()
        for value in [rectangle.width, rectangle.height, rectangle.x, rectangle.y] {
            body += PNGChunk.bigEndian(UInt32(value))
        }
        let fraction = Self.fraction(delay)
        for value in [fraction.numerator, fraction.denominator] { body += [UInt8(value >> 8), UInt8(value & 255)] }
        // The first byte is dispose NONE.
        return PNGChunk(type: "fcTL", body: body + [0, blend.rawValue]).bytes
    }

    /// Returns the 16-bit fraction of `fcTL` that is closest to a delay in seconds.
    static func fraction(_ delay: Double) -> (numerator: UInt16, denominator: UInt16) {
        var best: (numerator: UInt16, denominator: UInt16) = (UInt16.max, 1)
        var error = Double.infinity
        func consider(_ numerator: Double, _ denominator: Double) {
            guard (1...65_535).contains(numerator), (1...65_535).contains(denominator) else { return }
            let difference = abs(numerator / denominator - delay)
            if difference < error { (best, error) = ((UInt16(numerator), UInt16(denominator)), difference) }
        }
        for denominator in [1000.0, 100, 10, 1] { consider((delay * denominator).rounded(), denominator) }
        // This hits 30 and 60 frames per second exactly.
        consider(1, (1 / delay).rounded())
        return best
    }

    private static func part(of frame: PixelImage, _ rectangle: PixelRect) -> PixelImage {
        rectangle.width == frame.width && rectangle.height == frame.height ? frame : frame.cropped(to: rectangle)
    }

    /// Returns the changed pixels, with all others transparent. `nil`: a changed pixel is translucent.
    private static func changes(of part: PixelImage, from previous: PixelImage) -> PixelImage? {
        var areOpaque = false
        let pixels = [UInt8](unsafeUninitializedCapacity: part.pixels.count) { buffer, count in
            areOpaque =
                vi_keep_changes(previous.pixels, part.pixels, buffer.baseAddress!, part.width * part.height) == 1
            count = areOpaque ? part.pixels.count : 0
        }
        return areOpaque ? PixelImage(size: part.size, pixels: pixels) : nil
    }

    /// Returns the smallest rectangle that contains all changed pixels; one pixel if there are none.
    private static func changes(from first: PixelImage, to second: PixelImage) -> PixelRect {
        let found = vi_difference(first.pixels, second.pixels, second.width, second.height)
        guard found.width > 0 else { return PixelRect(x: 0, y: 0, width: 1, height: 1) }
        return PixelRect(x: Int(found.x), y: Int(found.y), width: Int(found.width), height: Int(found.height))
    }
}

extension PNGChunk {
    /// The parts of a PNG file that `PNGStream` wrote.
    struct Parts {
        /// Signature and chunks before the pixel data.
        var before: ArraySlice<UInt8>
        /// The IDAT chunks.
        var pixelChunks: ArraySlice<UInt8>
        /// The concatenated bodies of the IDAT chunks.
        var pixels: [UInt8]
    }

    /// - Parameter file: as `PNGStream` writes it: chunks, consecutive IDAT chunks, IEND.
    static func parts(of file: [UInt8]) -> Parts {
        var (at, start, pixels) = (8, 8, [UInt8]())
        pixels.reserveCapacity(file.count)
        while at + 12 <= file.count {
            let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = file[at + 4..<at + 8]
            if type.elementsEqual("IEND".utf8) { break }
            if type.elementsEqual("IDAT".utf8) {
                if pixels.isEmpty { start = at }
                pixels += file[at + 8..<at + 8 + length]
            }
            at += 12 + length
        }
        return Parts(before: file[..<start], pixelChunks: file[start..<at], pixels: pixels)
    }
}
