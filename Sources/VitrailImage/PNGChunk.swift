import CImage
import VitrailScene

/// A PNG chunk other than pixel data.
struct PNGChunk {
    /// Four ASCII letters.
    var type: String
    var body: [UInt8]

    /// The chunk as it is in the file: length, type, body, checksum.
    var bytes: [UInt8] {
        let checked = Array(type.utf8) + body
        return Self.bigEndian(UInt32(body.count)) + checked + Self.bigEndian(vi_png_crc(checked, checked.count))
    }

    /// The chunks before the pixel data: header, colour space, resolution, text.
    static func before(pixelsOf size: PixelSize, isOpaque: Bool, options: EncodingOptions) -> [PNGChunk] {
        // Rendering intent 0 is perceptual, the usual value for images.
        var chunks = [header(size, isOpaque: isOpaque), PNGChunk(type: "sRGB", body: [0])]
        if let scale = options.scale { chunks.append(resolution(scale: scale)) }
        return chunks + options.text.map(\.chunk)
    }

    private static func header(_ size: PixelSize, isOpaque: Bool) -> PNGChunk {
        let colorType: UInt8 = isOpaque ? 2 : 6
        // Bit depth 8, deflate, adaptive filters (both are the only legal values), not interlaced.
        return PNGChunk(
            type: "IHDR",
            body: bigEndian(UInt32(size.width)) + bigEndian(UInt32(size.height)) + [8, colorType, 0, 0, 0])
    }

    /// Resolution in pixels per metre, equal in x and y; a point is 1/72 inch.
    private static func resolution(scale: Double) -> PNGChunk {
        let perMetre = bigEndian(UInt32((72 * scale / 0.0254).rounded()))
        return PNGChunk(type: "pHYs", body: perMetre + perMetre + [1])
    }

    static func bigEndian(_ value: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}

extension TextEntry {
    /// libpng's readers reject longer chunks.
    static let maximumBytes = 8_000_000

    func check() throws(ImageError) {
        let letters = Array(keyword.unicodeScalars)
        if !(1...79).contains(letters.count) {
            throw .text(keyword: keyword, reason: "a keyword has 1…79 characters")
        }
        if !letters.allSatisfy({ Self.isPrintableLatin1($0) && $0 != "\u{A0}" }) {
            throw .text(keyword: keyword, reason: "a keyword is printable Latin-1")
        }
        if letters.first == " " || letters.last == " "
            || zip(letters, letters.dropFirst()).contains(where: { $0 == " " && $1 == " " })
        {
            throw .text(keyword: keyword, reason: "a keyword has no space at its ends and no two in a row")
        }
        if text.utf8.contains(0) {
            throw .text(keyword: keyword, reason: "the text contains NUL")
        }
        if text.utf8.count > Self.maximumBytes {
            throw .text(keyword: keyword, reason: "the text has more than \(Self.maximumBytes) bytes")
        }
    }

    /// The entry as `tEXt` if Latin-1 suffices, otherwise as `iTXt`, uncompressed and without language tag.
    ///
    /// - Precondition: `check` passed.
    var chunk: PNGChunk {
        let name = Self.latin1(keyword)
        if text.unicodeScalars.allSatisfy({ Self.isPrintableLatin1($0) || $0 == "\n" }) {
            return PNGChunk(type: "tEXt", body: name + [0] + Self.latin1(text))
        }
        // The five bytes after the keyword: its end, not compressed, method 0, no language, no translated keyword.
        return PNGChunk(type: "iTXt", body: name + [0, 0, 0, 0, 0] + Array(text.utf8))
    }

    private static func isPrintableLatin1(_ scalar: Unicode.Scalar) -> Bool {
        (0x20...0x7E).contains(scalar.value) || (0xA0...0xFF).contains(scalar.value)
    }

    private static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8($0.value) }
    }
}
