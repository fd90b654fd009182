/// A rasterised glyph that is not in an atlas yet.
struct GlyphPicture {
    /// Offset from the pen's pixel to the image's top left pixel, y down.
    var left: Int
    var top: Int
    var width: Int
    var height: Int
    /// Whether the pixels are premultiplied RGBA instead of coverage.
    var isColor: Bool
    /// `width · height` pixels of 1 or 4 bytes, row by row from the top.
    var pixels: [UInt8]

    static let blank = GlyphPicture(left: 0, top: 0, width: 0, height: 0, isColor: false, pixels: [])

    var isBlank: Bool { width == 0 || height == 0 }
    var bytesPerPixel: Int { isColor ? 4 : 1 }
}

/// The properties of a glyph image except the glyph itself and the subpixel phase.
struct GlyphStyle: Hashable {
    /// Em size in 1/64 pixel.
    var size: Int32
    /// Radians, anticlockwise, in (−2π, 2π); exactly 0 for horizontal text.
    var rotation: Float

    static let sizes = 1.0...2000.0

    /// - Parameter size: em size in device pixels; clamped to `sizes`; NaN counts as the smallest.
    init(size: Double, rotation: Float) {
        let clamped = min(max(size, GlyphStyle.sizes.lowerBound), GlyphStyle.sizes.upperBound)
        self.size = Int32(((size.isNaN ? GlyphStyle.sizes.lowerBound : clamped) * 64).rounded())
        self.rotation =
            rotation.isFinite ? rotation.truncatingRemainder(dividingBy: 2 * Float.pi) + 0 : 0
    }

    /// Em size in pixels.
    var pixels: Double { Double(size) / 64 }
}

/// The position of the pen within its pixel, in quarters, y down.
struct SubpixelPhase: Hashable {
    var x: Int
    var y: Int
}
