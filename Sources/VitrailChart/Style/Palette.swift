public import VitrailScene

/// The colours that series and slices take in turn. In the palettes of the named themes, adjacent colours differ enough
/// for viewers with colour vision deficiencies.
public struct Palette: Sendable, Equatable {
    /// Colours of lines and points.
    public var lines: [Color]
    /// Colours of fills.
    public var fills: [Color]
    public var prices: PricePalette

    /// - Precondition: neither list is empty.
    public init(lines: [Color], fills: [Color], prices: PricePalette = .flat) {
        precondition(!lines.isEmpty && !fills.isEmpty, "a palette has at least one colour")
        self.lines = lines
        self.fills = fills
        self.prices = prices
    }

    /// Indexes beyond the end repeat the colours as tints, then as shades, then as pale tints.
    public func line(_ index: Int) -> Color { Self.color(index, of: lines) }
    public func fill(_ index: Int) -> Color { Self.color(index, of: fills) }

    /// Dash pattern of a line: alternating dash and gap lengths, points. The pattern changes each time the colours
    /// repeat; empty: solid.
    public func dashes(_ index: Int) -> [Double] { Self.dashes[index / lines.count % Self.dashes.count] }

    /// The colours of slices: every fill in every tone, before colours repeat.
    var slices: [Color] { (0..<fills.count * Self.tones).map(fill) }

    private static func color(_ index: Int, of colors: [Color]) -> Color {
        let color = colors[index % colors.count]
        return switch index / colors.count % tones {
        case 0: color
        case 1: color.tinted(tint)
        case 2: color.shaded(shade)
        default: color.tinted(paleTint)
        }
    }

    /// Number of tones of a colour: the colour itself, its tint, its shade and a pale tint.
    private static let tones = 4
    /// Fraction of the colour in its tints (the rest is white) and in its shade (the rest is black).
    private static let (tint, shade, paleTint) = (0.6, 0.65, 0.35)
    /// The number of patterns is coprime to the number of tones, so tone and dash together repeat only after twelve
    /// rounds.
    private static let dashes: [[Double]] = [[], [6, 3], [2, 2]]

    // Found by a search over ten hues in their order of use. Adjacent colours, tints included, differ by a CIEDE2000
    // difference of at least 13, for normal vision and for dichromats (G. Machado, M. Oliveira and L. Fernandes, 2009).
    // Each colour has a contrast of 3:1 on its background.
    // On white: blue, orange, teal, olive, pink, green, violet, red, grey and brown. The first ones are light enough
    // for large areas.
    static let flat = Palette(lines: bright, fills: bright)
    static let light = Palette(lines: bright, fills: bright.map { $0.shaded(0.85) }, prices: .light)
    static let dark = Palette(lines: soft, fills: soft.map { $0.shaded(0.85) }, prices: .dark)
    static let flatDark = Palette(lines: soft, fills: soft, prices: .flatDark)
    private static let bright = [
        0x246AD8, 0xD96C0E, 0x058FA4, 0x7D6C00, 0xC20B6D, 0x39A762, 0xA377E5, 0xE7574E, 0x5A6376, 0x805A3B,
    ].map { Color($0) }
    private static let soft = [
        0x4A8CF0, 0xF38310, 0x1DAFA3, 0xE95126, 0xAF61C3, 0x6CCF73, 0xF34A91, 0xF7B532, 0x9DB1C4, 0xA77B5D,
    ].map { Color($0) }
}
