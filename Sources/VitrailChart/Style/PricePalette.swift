public import VitrailScene

/// The colours of rising and falling prices, each with the colour at the other end of its gradient.
///
/// Blue and orange, because viewers with colour vision deficiencies confuse green and red.
public struct PricePalette: Sendable, Equatable {
    public var rising, risingEnd: Color
    public var falling, fallingEnd: Color

    public init(rising: Color, risingEnd: Color, falling: Color, fallingEnd: Color) {
        (self.rising, self.risingEnd, self.falling, self.fallingEnd) = (rising, risingEnd, falling, fallingEnd)
    }

    public static let flat = PricePalette(
        rising: Color(0x246AD8), risingEnd: Color(0x4A86E8), falling: Color(0xD96C0E), fallingEnd: Color(0xDD7509))
    static let flatDark = PricePalette(
        rising: Color(0x4A8CF0), risingEnd: Color(0x7FB2FF), falling: Color(0xF38310), fallingEnd: Color(0xFFB668))
    static let light = PricePalette(
        rising: Color(0x2158B5), risingEnd: Color(0x4A86E8), falling: Color(0xB85F06), fallingEnd: Color(0xDD7509))
    static let dark = PricePalette(
        rising: Color(0x4A7ECB), risingEnd: Color(0x7FB2FF), falling: Color(0xC98338), fallingEnd: Color(0xFFB668))
}
