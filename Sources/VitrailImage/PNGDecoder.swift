import CImage
public import VitrailScene

/// Decodes PNG files.
public enum PNGDecoder {
    /// The maximum side of a decoded image, in pixels; also the usual maximum texture size of GL implementations.
    public static let maximumSide = 16_384

    /// Decodes any colour type, bit depth and interlacing into premultiplied sRGB: v ↦ round(v · a / 255).
    ///
    /// 16-bit samples without a gamma are read as sRGB. Files with another gamma are converted.
    /// - Parameter bytes: a whole file; each side 1…`maximumSide`, so the image takes at most 1 GiB.
    /// - Throws: `ImageError.decode` if the file is damaged, truncated or larger; `.size` if only its size is too
    ///   large.
    public static func decode(_ bytes: [UInt8]) throws(ImageError) -> PixelImage {
        let size = try size(of: bytes)
        return try DecodedPixels.read(.png, size: size) { pixels, count, message in
            vi_png_read(bytes, bytes.count, pixels, count, &message)
        }
    }

    /// Returns the size of the image in a file, so that callers can bound memory before decoding.
    ///
    /// Reads the header and checks that the file is long enough for the size.
    /// - Throws: the same errors as `decode`, except for damaged pixel data.
    public static func size(of bytes: [UInt8]) throws(ImageError) -> PixelSize {
        var message = vi_message()
        var width: UInt32 = 0
        var height: UInt32 = 0
        guard vi_png_read_size(bytes, bytes.count, &width, &height, &message) == vi_ok else {
            throw .decode(.png, reason: message.string)
        }
        let size = PixelSize(width: Int(width), height: Int(height))
        guard size.width <= maximumSide, size.height <= maximumSide else {
            throw .size(size, format: .png, maximumSide: maximumSide)
        }
        try checkCouldHold(size, bytes.count)
        return size
    }

    /// Rejects a file that is too short for its pixels, before memory is allocated for them.
    ///
    /// Deflate expands one byte to at most 1032 bytes (zlib's technical notes), and a pixel takes at least one bit.
    private static func checkCouldHold(_ size: PixelSize, _ fileBytes: Int) throws(ImageError) {
        let minRowBytes = 1 + (size.width + 7) / 8
        guard minRowBytes * size.height <= fileBytes * 1032 else {
            throw .decode(
                .png,
                reason: "\(fileBytes) bytes cannot hold \(size.width)×\(size.height) pixels: cut off")
        }
    }
}

enum DecodedPixels {
    /// Returns an image of `size` whose bytes a C decoder writes.
    static func read(
        _ format: ImageFormat, size: PixelSize,
        _ decode: (UnsafeMutablePointer<UInt8>, Int, inout vi_message) -> vi_status
    ) throws(ImageError) -> PixelImage {
        let count = size.width * size.height * 4
        var message = vi_message()
        var status = vi_refused
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
            guard let start = buffer.baseAddress else { return }
            status = decode(start, count, &message)
            initialised = status == vi_ok ? count : 0
        }
        guard status == vi_ok else { throw .decode(format, reason: message.string) }
        return PixelImage(size: size, pixels: pixels)
    }
}
