import CImage

/// Consecutive rows of a PNG, encoded.
final class PNGStrip: @unchecked Sendable {  // Unchecked: nothing of it changes.
    private let strip: vi_png_strip

    /// Rows of a strip; the picture's last one may have fewer.
    static func rowCount(width: Int, isOpaque: Bool) -> Int { vi_png_strip_rows(UInt32(width), isOpaque ? 1 : 0) }

    /// - Parameters:
    ///   - rows: premultiplied RGBA.
    ///   - count: as `rowCount`, or fewer for the last strip.
    ///   - above: the row before them; nil at the picture's top.
    init(
        _ rows: UnsafePointer<UInt8>, count: Int, above: UnsafePointer<UInt8>?, width: Int, isOpaque: Bool
    ) throws(ImageError) {
        var strip = vi_png_strip()
        guard vi_png_encode(rows, count, above, UInt32(width), isOpaque ? 1 : 0, &strip) == vi_ok else { throw .encode(.png, reason: "out of memory") }
        self.strip = strip
    }

    deinit { vi_free(strip.chunk.data) }

    /// Whether every pixel had alpha 255.
    var isOpaque: Bool { strip.is_opaque == 1 }

    /// A chunk of the file.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: strip.chunk.data, count: strip.chunk.count) }

    /// The check sum of all rows up to here.
    ///
    /// - Parameter check: of those before.
    func check(after check: UInt32) -> UInt32 { vi_adler_join(check, strip.check, strip.filtered_bytes) }
}
