import Synchronization
import VitrailScene

/// Glyph images by glyph, style and phase, packed into one atlas. A store only grows and is released as a whole.
final class GlyphStore {
    /// One rectangle of a glyph's image, relative to the pen's pixel, y down.
    struct Tile {
        var dx: Int32
        var dy: Int32
        var atlasX: UInt16
        var atlasY: UInt16
        var width: UInt16
        var height: UInt16
        var isColor: Bool
    }

    /// Larger images are divided, so that every size can be packed and no single glyph exceeds a texture limit.
    static let tileSide = 1024
    /// New frames do not use a store whose area or number of images exceeds these limits: half of the largest atlas,
    /// about 10⁵ label glyphs.
    static let wornArea = AtlasPage.maximumSide * AtlasPage.maximumSide / 2
    static let wornCount = 1 << 18

    private static let lastID = Atomic<UInt64>(0)

    /// Unique in the process, across all engines.
    let id: UInt64
    private(set) var generation = 0
    /// Number of frames that still add runs to this store.
    var openFrames = 0
    /// Number of images omitted because the atlas is full.
    private(set) var droppedCount = 0
    /// The smallest em size whose image did not fit. Images of at least this size are not rasterised any more.
    private var refusedSize = Int32.max
    private var coverage = AtlasPage(bytesPerPixel: 1)
    private var color = AtlasPage(bytesPerPixel: 4)
    private var tiles: [Tile] = []
    private var pictures: [UInt64: Range<Int32>] = [:]
    /// Keys of images that did not fit.
    private var refused: Set<UInt64> = []
    private var styles: [GlyphStyle: UInt32] = [:]
    private var lastStyle: (style: GlyphStyle, number: UInt32)?

    init() {
        id = Self.lastID.add(1, ordering: .relaxed).newValue
    }

    var isWorn: Bool {
        coverage.usedArea > Self.wornArea || color.usedArea > Self.wornArea || pictures.count > Self.wornCount
    }

    /// Returns the store's number for a style, for `append`.
    func number(of style: GlyphStyle) -> UInt32 {
        if let lastStyle, lastStyle.style == style { return lastStyle.number }
        let number = styles[style] ?? UInt32(truncatingIfNeeded: styles.count)
        styles[style] = number
        lastStyle = (style, number)
        return number
    }

    /// Appends a glyph's rectangles; rasterises the glyph on first use.
    ///
    /// - Parameters:
    ///   - number: number of `style`, from `number(of:)`.
    ///   - x: pixel column of the pen.
    ///   - y: pixel row of the pen.
    /// - Returns: whether the glyph is omitted because the atlas is full, also from an earlier attempt.
    func append(
        _ glyph: UInt16, of face: FontFace, faceIndex: UInt16, style: GlyphStyle, number: UInt32,
        phase: SubpixelPhase, x: Int32, y: Int32, to glyphs: inout [PlacedGlyph]
    ) -> Bool {
        // Bits of the key: 32 style, 12 face, 4 phase, 16 glyph.
        let key =
            UInt64(number) << 32 | UInt64(faceIndex) << 20 | UInt64(phase.y << 2 | phase.x) << 16 | UInt64(glyph)
        let range: Range<Int32>
        if let known = pictures[key] {
            range = known
        } else {
            let dropped = droppedCount
            range = add(glyph, of: face, style: style, phase: phase)
            if droppedCount > dropped { refused.insert(key) }
            pictures[key] = range
        }
        for i in range {
            let tile = tiles[Int(i)]
            glyphs.append(
                PlacedGlyph(
                    x: x + tile.dx, y: y + tile.dy, atlasX: tile.atlasX, atlasY: tile.atlasY, width: tile.width,
                    height: tile.height, isColor: tile.isColor))
        }
        return range.isEmpty && refused.contains(key)
    }

    private func add(_ glyph: UInt16, of face: FontFace, style: GlyphStyle, phase: SubpixelPhase) -> Range<Int32> {
        let start = Int32(tiles.count)
        guard style.size < refusedSize,
            let picture = GlyphRasterizer.picture(of: glyph, in: face, style: style, phase: phase)
        else {
            droppedCount += 1
            return start..<start
        }
        for y in stride(from: 0, to: picture.height, by: Self.tileSide) {
            for x in stride(from: 0, to: picture.width, by: Self.tileSide) {
                let part = PixelRect(
                    x: x, y: y, width: min(Self.tileSide, picture.width - x),
                    height: min(Self.tileSide, picture.height - y))
                guard add(part, of: picture) else {
                    droppedCount += 1
                    refusedSize = style.size
                    // An incomplete glyph is not drawn; the tiles added so far stay unused.
                    return start..<start
                }
            }
        }
        return start..<Int32(tiles.count)
    }

    private func add(_ part: PixelRect, of picture: GlyphPicture) -> Bool {
        let rowBytes = picture.width * picture.bytesPerPixel
        let position =
            picture.isColor
            ? color.insert(part, of: picture.pixels, rowBytes: rowBytes)
            : coverage.insert(part, of: picture.pixels, rowBytes: rowBytes)
        guard let position else { return false }
        generation += 1
        tiles.append(
            Tile(
                dx: Int32(picture.left + part.x), dy: Int32(picture.top + part.y), atlasX: UInt16(position.x),
                atlasY: UInt16(position.y), width: UInt16(part.width), height: UInt16(part.height),
                isColor: picture.isColor))
        return true
    }

    /// The current atlas; its pixels are copied only if a later glyph changes them.
    var snapshot: GlyphAtlas {
        GlyphAtlas(
            id: id, generation: generation, coverage: coverage.pixels, coverageSize: coverage.size,
            color: color.pixels, colorSize: color.size)
    }
}
