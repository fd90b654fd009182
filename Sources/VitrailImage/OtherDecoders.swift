import CImage
package import VitrailScene

/// Decodes JPEG files to opaque images. For tests of the encoder; not part of the public interface.
package enum JPEGDecoder {
    /// - Throws: `ImageError.decode` if the file is damaged or truncated, `.size` beyond `PNGDecoder.maximumSide`.
    package static func decode(_ bytes: [UInt8]) throws(ImageError) -> PixelImage {
        let size = try decodedSize(.jpeg) { width, height, message in
            vi_jpeg_read_size(bytes, bytes.count, &width, &height, &message)
        }
        return try DecodedPixels.read(.jpeg, size: size) { pixels, count, message in
            vi_jpeg_read(bytes, bytes.count, pixels, count, &message)
        }
    }
}

/// Decodes WebP files to red, green, blue, straight alpha. For tests of the encoder; not part of the public interface.
package enum WebPDecoder {
    /// - Returns: the size, and `width · height · 4` bytes.
    /// - Throws: the same errors as `JPEGDecoder`.
    package static func decodeStraight(
        _ bytes: [UInt8]
    ) throws(ImageError) -> (size: PixelSize, bytes: [UInt8]) {
        let size = try decodedSize(.webp) { width, height, message in
            vi_webp_read_size(bytes, bytes.count, &width, &height, &message)
        }
        let image = try DecodedPixels.read(.webp, size: size) { pixels, count, message in
            vi_webp_read(bytes, bytes.count, pixels, count, &message)
        }
        return (size, image.pixels)
    }
}

private func decodedSize(
    _ format: ImageFormat, _ read: (inout Int32, inout Int32, inout vi_message) -> vi_status
) throws(ImageError) -> PixelSize {
    var message = vi_message()
    var width: Int32 = 0
    var height: Int32 = 0
    guard read(&width, &height, &message) == vi_ok else { throw .decode(format, reason: message.string) }
    let size = PixelSize(width: Int(width), height: Int(height))
    guard max(size.width, size.height) <= PNGDecoder.maximumSide else {
        throw .size(size, format: format, maximumSide: PNGDecoder.maximumSide)
    }
    return size
}
