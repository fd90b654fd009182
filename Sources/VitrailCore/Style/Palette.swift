public import VitrailScene

/// The colours that series and slices take in turn. Neighbours in those of the named themes stay apart for all eyes.
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

    /// Indexes beyond the end start again with tints, then with shades, then with pale tints.
    public func line(_ index: Int) -> Color { Self.color(index, of: lines) }
    public func fill(_ index: Int) -> Color { Self.color(index, of: fills) }

    /// Lengths of dash and gap in turn, points: of lines beyond the end. Empty = solid.
    public func dashes(_ index: Int) -> [Double] { Self.dashes[index / lines.count % Self.dashes.count] }

    /// The colours of slices, until they start again.
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

    /// The colour itself, its tint, its shade and a pale tint.
    private static let tones = 4
    /// Shares of the colour in its tints, the rest is white, and in its shade, the rest is black.
    private static let (tint, shade, paleTint) = (0.6, 0.65, 0.35)
    /// No multiple of the tones: tone and dashes together start again after twelve rounds.
    private static let dashes: [[Double]] = [[], [6, 3], [2, 2]]

    // Found by a search over ten hues in the order of their use: neighbours stay apart by a CIEDE2000 difference of 13 and more, for usual eyes and for
    // those that lack one kind of cones (G. Machado, M. Oliveira and L. Fernandes, 2009), tints included; each has a contrast of 3:1 on its background.
    // On white: blue, orange, teal, olive, pink, green, violet, red, grey and brown. The first ones are light enough for large areas.
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
