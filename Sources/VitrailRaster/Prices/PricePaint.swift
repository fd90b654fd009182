package import VitrailScene

/// The paint of a run of pixels: a colour, or a gradient between two colours, prepared for painting many runs.
package struct PricePaint: Sendable {
    /// Premultiplied: the colour at the start, and its change up to the end.
    let start, change: SIMD4<Float>
    let isFlat: Bool
    let isOpaque: Bool
    /// Whether nothing is visible.
    let isClear: Bool
    /// The texel of a flat paint.
    let texel: UInt32

    package init(_ start: Color, _ end: Color) {
        self.start = start.premultiplied
        change = end.premultiplied - self.start
        isFlat = start == end
        isOpaque = start.alpha == 255 && end.alpha == 255
        isClear = start.alpha == 0 && end.alpha == 0
        texel = Self.texel(self.start)
    }

    package init(_ color: Color) { self.init(color, color) }

    /// A premultiplied colour in eight bits per channel, halves rounded up.
    @inline(__always)
    static func texel(_ shade: SIMD4<Float>) -> UInt32 {
        // A Float that 2²³ is added to has its integer value in its last bits.
        let units: Float = 8_388_608
        let positions = shade * 255 + 0.5
        let nearest = (positions + units) - units
        let floor = nearest.replacing(with: nearest - 1, where: nearest .> positions)
        let bytes = unsafe unsafeBitCast(floor + units, to: SIMD4<UInt32>.self) & 0xFF
        return bytes.x | bytes.y &<< 8 | bytes.z &<< 16 | bytes.w &<< 24
    }
}

extension Float {
    /// The same as `rounded()`, which is a function call in builds for processors of every age.
    @inline(__always)
    package var nearestPixel: Float {
        guard magnitude < 4_194_304 else { return rounded() }
        let whole = Float(Int32(self))
        let rest = self - whole
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }
}
