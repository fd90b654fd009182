import CImage

/// An encoded band of a PNG: consecutive rows.
final class PNGStrip: @unchecked Sendable {  // Unchecked: the memory of `strip` never changes.
    private let strip: vi_png_strip

    /// Number of rows in a band; the last band of an image may have fewer.
    static func rowCount(width: Int, isOpaque: Bool) -> Int { vi_png_band_rows(UInt32(width), isOpaque ? 1 : 0) }

    /// - Parameters:
    ///   - rows: premultiplied RGBA.
    ///   - count: number of rows: `rowCount`, or fewer for the last band.
    ///   - above: the row before them. `nil`: the band is at the top of the image.
    init(
        _ rows: UnsafePointer<UInt8>, count: Int, above: UnsafePointer<UInt8>?, width: Int, isOpaque: Bool
    ) throws(ImageError) {
        var strip = vi_png_strip()
        guard vi_png_encode(rows, count, above, UInt32(width), isOpaque ? 1 : 0, &strip) == vi_ok else {
            throw .encode(.png, reason: "out of memory")
        }
        self.strip = strip
    }

    deinit { vi_free(strip.chunk.data) }

    /// Whether every pixel had alpha 255.
    var isOpaque: Bool { strip.is_opaque == 1 }

    /// The band as an IDAT chunk of the file.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: strip.chunk.data, count: strip.chunk.count) }

    /// Returns the checksum of all rows up to the end of this band.
    ///
    /// - Parameter check: checksum of the rows before this band.
    func check(after check: UInt32) -> UInt32 { vi_adler_join(check, strip.check, strip.filtered_bytes) }
}
