public import VitrailScene

/// The colours that series take in turn: red, green, blue, orange, purple, yellow. Those of the named themes stay apart for all eyes.
public struct Palette: Sendable, Equatable {
    /// Lines and points.
    public var lines: [Color]
    /// Fills.
    public var fills: [Color]
    public var prices: PricePalette

    /// - Precondition: neither list is empty.
    public init(lines: [Color], fills: [Color], prices: PricePalette = .flat) {
        precondition(!lines.isEmpty && !fills.isEmpty, "a palette has at least one colour")
        self.lines = lines
        self.fills = fills
        self.prices = prices
    }

    /// Indexes beyond the end start again.
    public func line(_ index: Int) -> Color { lines[index % lines.count] }
    public func fill(_ index: Int) -> Color { fills[index % fills.count] }

    // Found by a search for the six colours of these hues whose least distance is greatest, for usual eyes and for those that lack one kind of
    // cones, at a contrast of 3:1 on their background.
    static let flat = Palette(lines: bright, fills: bright)
    static let light = Palette(lines: bright, fills: [0x731422, 0x3D997B, 0x1615BC, 0xBA740F, 0x9464D6, 0x7B5900].map { Color($0) }, prices: .light)
    static let dark = Palette(
        lines: [0xCC515B, 0x9AFBD7, 0x80ADF1, 0xEE9969, 0xA54DF6, 0xF4E31B].map { Color($0) },
        fills: [0x9B4A4E, 0x74D4B1, 0x2E60BC, 0xD96926, 0xAB85CF, 0xEDAE0C].map { Color($0) }, prices: .dark)
    private static let bright = [0x962825, 0x0EA77F, 0x3B58B4, 0xAC591A, 0xA668F7, 0xBA880B].map { Color($0) }
}
