/// A wish for a typeface at a size; what it resolves to is up to the fonts at hand.
public struct Font: Sendable, Hashable {
    /// Family name as fontconfig knows it (`DejaVu Serif`, `monospace`); empty = Inter, or DejaVu Sans where that is not installed.
    public var family: String
    /// Em size in points. Times `scale` it is clamped to 1…2000 device pixels, in steps of 1/64; not a number counts as 1.
    public var size: Double
    /// The family's bold face, or its regular one with outlines thickened by 1/24 em where it has none.
    public var isBold: Bool
    /// Digits of one width, so that numbers below one another line up; fonts without such digits draw their own.
    public var hasTabularDigits: Bool

    public init(family: String = "", size: Double, isBold: Bool = false, hasTabularDigits: Bool = false) {
        self.family = family
        self.size = size
        self.isBold = isBold
        self.hasTabularDigits = hasTabularDigits
    }
}

/// The size of a line of text in device pixels, each ≥ 0.
public struct TextMetrics: Sendable, Hashable {
    /// Advance width, blanks at either end included.
    public var width: Float
    /// Above and below the baseline: of the font, not of the text, so that lines of one font are of one height.
    public var ascent: Float
    public var descent: Float

    public init(width: Float, ascent: Float, descent: Float) {
        self.width = width
        self.ascent = ascent
        self.descent = descent
    }

    public var lineHeight: Float { ascent + descent }
}
