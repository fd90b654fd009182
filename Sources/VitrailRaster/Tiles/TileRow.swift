extension SparseTileImage.Row {
    /// A row of pixels: a premultiplied colour times the coverage of each pixel.
    ///
    /// - Parameter shares: the coverage, 0…1.
    init(_ shares: SIMD16<Float>, times color: SIMD4<Float>) {
        self.init(red: shares * color.x, green: shares * color.y, blue: shares * color.z, alpha: shares * color.w)
    }

    /// A row of premultiplied pixels, each channel 0…1.
    init(red: SIMD16<Float>, green: SIMD16<Float>, blue: SIMD16<Float>, alpha: SIMD16<Float>) {
        self = Self.byte(red) | Self.byte(green) &<< 8 | Self.byte(blue) &<< 16 | Self.byte(alpha) &<< 24
    }

    /// 0…1 → 0…255, rounded. A Float that 2²³ is added to has its integer value in its last bits.
    private static func byte(_ share: SIMD16<Float>) -> Self {
        unsafe unsafeBitCast(share * 255 + 8_388_608, to: Self.self) & 0xFF
    }
}

extension SIMD16<Float> {
    // Compares, because `pointwiseMin` works lane by lane.
    @inline(__always)
    func atMost(_ other: Self) -> Self { replacing(with: other, where: self .> other) }
    @inline(__always)
    func atLeast(_ other: Self) -> Self { replacing(with: other, where: self .< other) }
}
