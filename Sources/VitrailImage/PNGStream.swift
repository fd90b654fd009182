import CImage
public import VitrailScene

/// A PNG written band by band, for pictures larger than memory: begin, append rows from the top, finish.
///
///     var stream = try PNGStream(size: size, isOpaque: true)
///     for band in bands { try stream.append(band); write(stream.takeBytes()) }
///     write(try stream.finish())
///
/// The bytes do not depend on how the rows are cut into bands. Memory: a few rows, and what was not taken yet. All rows at once are encoded on
/// all cores.
/// Cost on two cores of an EPYC: 0.8 ms for an opaque line chart of 1920×1080.
/// - Source: PNG specification, third edition; filter Up on every row, deflate by ISA-L at level 1.
public struct PNGStream: ~Copyable, Sendable {
    public let size: PixelSize
    /// True: 8-bit RGB, and the rows' alpha is never looked at. False: 8-bit RGBA with straight alpha.
    public let isOpaque: Bool
    private let writer: PNGWriter
    private var bytesExpected: Int

    /// Begins a picture: signature and every chunk before the pixels.
    ///
    /// - Parameters:
    ///   - size: at least 1×1, at most `ImageFormat.png.maximumSide` on each side.
    ///   - isOpaque: whether all pixels will have alpha 255.
    ///   - options: `scale` and `text` are read.
    /// - Throws: `ImageError.size`, `.option`, `.text`, or `.encode` when memory is short.
    public init(
        size: PixelSize, isOpaque: Bool, options: EncodingOptions = EncodingOptions()
    ) throws(ImageError) {
        try ImageEncoder.checkSize(size, for: .png)
        try options.check(for: .png)
        let writer = try PNGWriter(width: size.width, height: size.height, isOpaque: isOpaque)
        try writer.appendSignature()
        for chunk in PNGChunk.before(pixelsOf: size, isOpaque: isOpaque, options: options) {
            try writer.append(chunk)
        }
        self.writer = writer
        self.size = size
        self.isOpaque = isOpaque
        bytesExpected = size.width * size.height * 4
    }

    /// Appends whole rows of premultiplied RGBA.
    ///
    /// - Parameter rows: `width · 4 · n` bytes, n ≥ 0, not beyond the last row.
    /// - Throws: `ImageError.rows` for any other count (nothing is appended then), `.encode` when memory is short.
    public mutating func append(_ rows: Span<UInt8>) throws(ImageError) {
        let stride = size.width * 4
        guard rows.count <= bytesExpected, rows.count.isMultiple(of: stride) else {
            throw .rows(expectedBytes: bytesExpected, gotBytes: rows.count)
        }
        guard rows.count > 0 else { return }
        if rows.count == stride * size.height { try append(whole: rows) } else { try writer.append(rows) }
        bytesExpected -= rows.count
    }

    private func append(whole rows: Span<UInt8>) throws(ImageError) {
        try rows.withUnsafeBufferPointer { memory throws(ImageError) in
            guard let strips = PNGStrips(memory.baseAddress!, size: size, isOpaque: isOpaque, helpers: 0) else { return try writer.append(rows) }
            strips.finish()
            try writer.join(try strips.writers())
        }
    }

    /// Appends all of a picture, encoded before.
    ///
    /// - Precondition: the strips are finished, of this size, and as opaque as this picture; nothing was appended.
    mutating func append(_ strips: PNGStrips) throws(ImageError) {
        precondition(strips.size == size && strips.isOpaque == isOpaque && bytesExpected == size.width * size.height * 4, "another picture's strips")
        try writer.join(try strips.writers())
        bytesExpected = 0
    }

    /// Appends a band as wide as the picture.
    public mutating func append(_ band: PixelImage) throws(ImageError) {
        guard band.width == size.width else {
            throw .rows(expectedBytes: size.width * 4 * band.height, gotBytes: band.pixels.count)
        }
        try append(band.pixels.span)
    }

    /// Whether every pixel so far had alpha 255, which shows while rows are filtered.
    var isOpaqueSoFar: Bool { writer.isOpaqueSoFar }

    /// The bytes that are ready and were not taken before; may be empty.
    public mutating func takeBytes() -> [UInt8] {
        writer.takeBytes()
    }

    /// Ends the file and returns the bytes that were not taken yet.
    ///
    /// - Throws: `ImageError.rows` when rows are missing, `.encode` when memory is short.
    public consuming func finish() throws(ImageError) -> [UInt8] {
        guard bytesExpected == 0 else { throw .rows(expectedBytes: bytesExpected, gotBytes: 0) }
        try writer.endPixels()
        try writer.append(PNGChunk(type: "IEND", body: []))
        return writer.takeBytes()
    }
}
