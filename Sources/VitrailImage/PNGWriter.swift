import CImage

/// Owner of the C writer behind `PNGStream`: filter, deflate, chunks.
final class PNGWriter: @unchecked Sendable {  // Unchecked: whoever has the writer is the only one to call it.
    private let writer: OpaquePointer
    private let width: Int

    /// ISA-L's level. On line charts 0 gave a quarter more bytes in about the same time, 2 the same, 3 one per cent
    /// fewer in seven times the time.
    private static let level: Int32 = 1

    /// - Parameter height: rows that will be appended.
    init(width: Int, height: Int, isOpaque: Bool) throws(ImageError) {
        guard let writer = vi_png_begin(UInt32(width), height, isOpaque ? 1 : 0, Self.level) else {
            throw .encode(.png, reason: "out of memory")
        }
        (self.writer, self.width) = (writer, width)
    }

    deinit { vi_png_free(writer) }

    func appendSignature() throws(ImageError) {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        try Self.check(vi_png_raw(writer, signature, signature.count))
    }

    func append(_ chunk: PNGChunk) throws(ImageError) {
        try Self.check(vi_png_chunk(writer, chunk.type, chunk.body, chunk.body.count))
    }

    /// - Precondition: `rows` holds a whole number of rows, at least one.
    func append(_ rows: Span<UInt8>) throws(ImageError) {
        try rows.withUnsafeBufferPointer { rows throws(ImageError) in try Self.check(vi_png_rows(writer, rows.baseAddress!, rows.count / (width * 4))) }
    }

    /// Appends all rows of a part of a picture.
    ///
    /// - Parameters:
    ///   - above: the row before them; nil at the picture's top.
    ///   - ends: whether the last of them is the picture's.
    func appendPart(_ rows: UnsafePointer<UInt8>, count: Int, above: UnsafePointer<UInt8>?, ends: Bool) throws(ImageError) {
        vi_png_set_part(writer, above, ends ? 1 : 0)
        try Self.check(vi_png_rows(writer, rows, count))
    }

    /// Appends all parts of a picture, from the top.
    func join(_ parts: [PNGWriter]) throws(ImageError) {
        let count = parts.reduce(0) { $0 + $1.readyCount }
        try Self.check(vi_png_reserve(writer, count))
        for part in parts { try Self.check(vi_png_join(writer, part.writer)) }
    }

    private var readyCount: Int {
        var count = 0
        _ = vi_png_ready(writer, &count)
        return count
    }

    /// Whether every pixel so far had alpha 255.
    var isOpaqueSoFar: Bool { vi_png_is_opaque(writer) == 1 }

    func endPixels() throws(ImageError) { try Self.check(vi_png_end_pixels(writer)) }

    func takeBytes() -> [UInt8] {
        var count = 0
        let ready = vi_png_ready(writer, &count)
        defer { vi_png_take(writer) }
        return Array(UnsafeBufferPointer(start: ready, count: count))
    }

    private static func check(_ status: vi_status) throws(ImageError) {
        switch status {
        case vi_ok: return
        case vi_out_of_memory: throw .encode(.png, reason: "out of memory")
        default: throw .encode(.png, reason: "ISA-L refused to deflate")
        }
    }
}
