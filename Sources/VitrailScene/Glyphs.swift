/// Glyph images packed into two textures, one for coverage and one for colour. A new generation adds glyphs.
public struct GlyphAtlas: Sendable {
    /// Two atlases with the same id and generation hold the same pixels.
    public var id: UInt64
    public var generation: Int
    /// One byte per pixel: exact area coverage, row by row.
    public var coverage: [UInt8]
    public var coverageSize: PixelSize
    /// Four bytes per pixel: premultiplied RGBA, for colour glyphs.
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
    /// `GlyphAtlas 3.17 coverage 256×128 color 0×0`: id, generation and sizes, without the pixels.
    public var description: String {
        "GlyphAtlas \(id).\(generation) coverage \(coverageSize.width)×\(coverageSize.height)"
            + " color \(colorSize.width)×\(colorSize.height)"
    }
}

/// A positioned glyph. Its atlas pixels map to picture pixels one to one; the glyph image already contains the subpixel
/// phase.
@frozen
public struct PlacedGlyph: Sendable, Hashable {
    /// Top-left device pixel in the picture. May be negative.
    public var x: Int32
    public var y: Int32
    /// Top-left pixel in the atlas, and the size.
    public var atlasX: UInt16
    public var atlasY: UInt16
    public var width: UInt16
    public var height: UInt16
    /// Whether it is in the colour atlas. It keeps its own colours, and only the run's alpha applies.
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

/// Shaped text that is ready to paint, with its source text for writers of text.
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

/// The text of a glyph run, for vector output, alternative text and debugging.
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
    /// Radians, anticlockwise on screen, about `origin`.
    public var rotation: Float
    /// Whether all digits have the same width.
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
