/// Glyph pictures packed into one texture each for coverage and colour; a value that grows by generations.
public struct GlyphAtlas: Sendable {
    /// Two atlases with one id and one generation hold the same pixels.
    public var id: UInt64
    public var generation: Int
    /// One byte a pixel: exact area coverage, row by row.
    public var coverage: [UInt8]
    public var coverageSize: PixelSize
    /// Four bytes a pixel: premultiplied RGBA, for colour glyphs.
    public var color: [UInt8]
    public var colorSize: PixelSize

    public init(
        id: UInt64, generation: Int, coverage: [UInt8], coverageSize: PixelSize, color: [UInt8],
        colorSize: PixelSize
    ) {
        self.id = id
        self.generation = generation
        self.coverage = coverage
        self.coverageSize = coverageSize
        self.color = color
        self.colorSize = colorSize
    }

    public static let empty = GlyphAtlas(
        id: 0, generation: 0, coverage: [], coverageSize: PixelSize(width: 0, height: 0), color: [],
        colorSize: PixelSize(width: 0, height: 0))
}

extension GlyphAtlas: Equatable {
    public static func == (a: GlyphAtlas, b: GlyphAtlas) -> Bool {
        a.id == b.id && a.generation == b.generation
    }
}

extension GlyphAtlas: CustomStringConvertible {
    /// `GlyphAtlas 3.17 coverage 256×128 color 0×0`: id, generation and sizes rather than a million bytes.
    public var description: String {
        "GlyphAtlas \(id).\(generation) coverage \(coverageSize.width)×\(coverageSize.height)"
            + " color \(colorSize.width)×\(colorSize.height)"
    }
}

/// A glyph's place: its atlas pixels go to the picture's pixels one to one (the subpixel phase is in the glyph picture).
@frozen
public struct PlacedGlyph: Sendable, Hashable {
    /// Top-left device pixel in the picture; may be negative.
    public var x: Int32
    public var y: Int32
    /// Top-left pixel in the atlas, and size.
    public var atlasX: UInt16
    public var atlasY: UInt16
    public var width: UInt16
    public var height: UInt16
    /// From the colour atlas: painted with its own colours, the run's alpha only.
    public var isColor: Bool

    @inlinable
    public init(
        x: Int32, y: Int32, atlasX: UInt16, atlasY: UInt16, width: UInt16, height: UInt16, isColor: Bool
    ) {
        self.x = x
        self.y = y
        self.atlasX = atlasX
        self.atlasY = atlasY
        self.width = width
        self.height = height
        self.isColor = isColor
    }
}

/// Shaped text, ready to paint, with the text it came from for readers that write text.
public struct GlyphRun: Sendable, Equatable {
    public var glyphs: [PlacedGlyph]
    public var color: Color
    public var source: TextSource

    public init(glyphs: [PlacedGlyph], color: Color, source: TextSource) {
        self.glyphs = glyphs
        self.color = color
        self.source = source
    }
}

/// What a glyph run says: for vector output, alternative text and debugging.
public struct TextSource: Sendable, Hashable {
    public var text: String
    public var family: String
    public var isBold: Bool
    /// Em size in device pixels.
    public var size: Float
    /// Left end of the baseline.
    public var origin: PlotPoint
    /// Advance width in device pixels.
    public var width: Float
    /// Radians, anticlockwise on screen, round `origin`.
    public var rotation: Float
    /// Whether its digits are of one width.
    public var hasTabularDigits: Bool

    public init(
        text: String, family: String, isBold: Bool, size: Float, origin: PlotPoint, width: Float,
        rotation: Float, hasTabularDigits: Bool = false
    ) {
        self.text = text
        self.family = family
        self.isBold = isBold
        self.size = size
        self.origin = origin
        self.width = width
        self.rotation = rotation
        self.hasTabularDigits = hasTabularDigits
    }
}
