extension StripPicture.Row {
    /// A row of pixels: a premultiplied colour as much as each is covered.
    ///
    /// - Parameter shares: 0…1.
    init(_ shares: SIMD16<Float>, times color: SIMD4<Float>) {
        self.init(red: shares * color.x, green: shares * color.y, blue: shares * color.z, alpha: shares * color.w)
    }

    /// A row of premultiplied pixels, each channel 0…1.
    init(red: SIMD16<Float>, green: SIMD16<Float>, blue: SIMD16<Float>, alpha: SIMD16<Float>) {
        self = Self.byte(red) | Self.byte(green) &<< 8 | Self.byte(blue) &<< 16 | Self.byte(alpha) &<< 24
    }

    /// 0…1 → 0…255, rounded: added to 2²³, a Float has its units in its last bits.
    private static func byte(_ share: SIMD16<Float>) -> Self { unsafe unsafeBitCast(share * 255 + 8_388_608, to: Self.self) & 0xFF }
}

extension SIMD16<Float> {
    // By comparison: `pointwiseMin` goes lane by lane.
    @inline(__always)
    func atMost(_ other: Self) -> Self { replacing(with: other, where: self .> other) }
    @inline(__always)
    func atLeast(_ other: Self) -> Self { replacing(with: other, where: self .< other) }
}
