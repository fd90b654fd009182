public import VitrailScene

/// The colours of prices that rise and fall, each with the other end of its gradient.
///
/// Blue and orange rather than green and red: they stay apart for all eyes.
public struct PricePalette: Sendable, Equatable {
    public var rising, risingEnd: Color
    public var falling, fallingEnd: Color

    public init(rising: Color, risingEnd: Color, falling: Color, fallingEnd: Color) {
        (self.rising, self.risingEnd, self.falling, self.fallingEnd) = (rising, risingEnd, falling, fallingEnd)
    }

    public static let flat = PricePalette(
        rising: Color(0x2C6FDB), risingEnd: Color(0x4A86E8), falling: Color(0xDD7509), fallingEnd: Color(0xDD7509))
    static let light = PricePalette(
        rising: Color(0x2158B5), risingEnd: Color(0x4A86E8), falling: Color(0xB85F06), fallingEnd: Color(0xDD7509))
    static let dark = PricePalette(
        rising: Color(0x4A7ECB), risingEnd: Color(0x7FB2FF), falling: Color(0xC98338), fallingEnd: Color(0xFFB668))
}
