public import VitrailScene

/// How a picture is encoded. Each format reads what it has a place for and leaves the rest alone.
public struct EncodingOptions: Sendable, Equatable {
    /// JPEG and WebP: 0 (small) … 100 (good). Nil: JPEG takes `defaultJPEGQuality`, WebP is lossless.
    public var quality: Int?
    /// JPEG: what translucent pixels are laid over; its alpha is not looked at.
    public var background: Color
    /// PNG and JPEG: device pixels per point, written as a resolution of 72 · `scale` dots per inch. Nil: none is written.
    public var scale: Double?
    /// PNG: text stored in the file, in this order.
    public var text: [TextEntry]
    /// Lossless WebP: 0 (fast) … 9 (small).
    public var webPEffort: Int

    public init(
        quality: Int? = nil, background: Color = .white, scale: Double? = nil, text: [TextEntry] = [],
        webPEffort: Int = EncodingOptions.defaultWebPEffort
    ) {
        self.quality = quality
        self.background = background
        self.scale = scale
        self.text = text
        self.webPEffort = webPEffort
    }

    /// Rings around thin lines can be seen below about 85.
    public static let defaultJPEGQuality = 90
    /// A line chart of 1920×1080 on one core: effort 0 took 31 ms for 65 kB, 1 34 ms for 41 kB, 3 60 ms for 38 kB.
    public static let defaultWebPEffort = 1
}

/// A keyword and its text, as stored in a PNG.
public struct TextEntry: Sendable, Equatable {
    /// 1…79 printable Latin-1 characters; no space at either end, no two in a row. PNG registers "Title", "Author",
    /// "Description", "Software", "Creation Time" and a few more.
    public var keyword: String
    /// Anything without NUL. Latin-1 is stored as `tEXt`, everything else as UTF-8 in `iTXt`.
    public var text: String

    public init(_ keyword: String, _ text: String) {
        self.keyword = keyword
        self.text = text
    }
}
