/// A requested typeface and size; the installed fonts decide which face is used.
public struct Font: Sendable, Hashable {
    /// Family name as in fontconfig (`DejaVu Serif`, `monospace`). Empty: Inter, or DejaVu Sans if Inter is not
    /// installed.
    public var family: String
    /// Em size in points. The product with `scale` is clamped to 1…2000 device pixels and rounded to 1/64; NaN counts
    /// as 1.
    public var size: Double
    /// Selects the family's bold face. A family without one uses its regular face with outlines thickened by 1/24 em.
    public var isBold: Bool
    /// Selects digits of equal width, so that columns of numbers line up. Fonts without them use their normal digits.
    public var hasTabularDigits: Bool

    public init(family: String = "", size: Double, isBold: Bool = false, hasTabularDigits: Bool = false) {
        self.family = family
        self.size = size
        self.isBold = isBold
        self.hasTabularDigits = hasTabularDigits
    }
}

/// The size of a line of text in device pixels, all values ≥ 0.
public struct TextMetrics: Sendable, Hashable {
    /// Advance width, including whitespace at both ends.
    public var width: Float
    /// Height above and below the baseline. Both belong to the font, not the text, so that lines in one font have equal
    /// height.
    public var ascent: Float
    public var descent: Float

    public init(width: Float, ascent: Float, descent: Float) {
        self.width = width
        self.ascent = ascent
        self.descent = descent
    }

    public var lineHeight: Float { ascent + descent }
}
