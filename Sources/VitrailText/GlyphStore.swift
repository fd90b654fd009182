import Synchronization
import VitrailScene

/// Glyph pictures by glyph, style and phase, packed into one atlas. Only ever grows; it is given up as a whole.
final class GlyphStore {
    /// One rectangle of a glyph's picture, relative to the pixel that holds the pen, y down.
    struct Tile {
        var dx: Int32
        var dy: Int32
        var atlasX: UInt16
        var atlasY: UInt16
        var width: UInt16
        var height: UInt16
        var isColor: Bool
    }

    /// Larger pictures are cut, so that any size finds room and no texture limit is met by a single glyph.
    static let tileSide = 1024
    /// A store this full, or with this many pictures, takes no new frames: half of the largest atlas, some 10⁵ label glyphs.
    static let wornArea = AtlasPage.maximumSide * AtlasPage.maximumSide / 2
    static let wornCount = 1 << 18

    private static let lastID = Atomic<UInt64>(0)

    /// Unique in the process, also among engines.
    let id: UInt64
    private(set) var generation = 0
    /// Frames that still take runs from here.
    var openFrames = 0
    /// Pictures left out for want of room.
    private(set) var droppedCount = 0
    /// The smallest em size for which a picture found no room; from there on none is rasterised in vain.
    private var refusedSize = Int32.max
    private var coverage = AtlasPage(bytesPerPixel: 1)
    private var color = AtlasPage(bytesPerPixel: 4)
    private var tiles: [Tile] = []
    private var pictures: [UInt64: Range<Int32>] = [:]
    /// Keys of pictures that found no room.
    private var refused: Set<UInt64> = []
    private var styles: [GlyphStyle: UInt32] = [:]
    private var lastStyle: (style: GlyphStyle, number: UInt32)?

    init() {
        id = Self.lastID.add(1, ordering: .relaxed).newValue
    }

    var isWorn: Bool {
        coverage.usedArea > Self.wornArea || color.usedArea > Self.wornArea || pictures.count > Self.wornCount
    }

    /// The store's small name for a style, for `append`.
    func number(of style: GlyphStyle) -> UInt32 {
        if let lastStyle, lastStyle.style == style { return lastStyle.number }
        let number = styles[style] ?? UInt32(truncatingIfNeeded: styles.count)
        styles[style] = number
        lastStyle = (style, number)
        return number
    }

    /// Appends a glyph's rectangles, rasterised if need be.
    ///
    /// - Parameters:
    ///   - number: of `style`, from `number(of:)`.
    ///   - x: pixel column that holds the pen.
    ///   - y: pixel row that holds the pen.
    /// - Returns: whether the glyph is left out, now or earlier, for want of room.
    func append(
        _ glyph: UInt16, of face: FontFace, faceIndex: UInt16, style: GlyphStyle, number: UInt32,
        phase: SubpixelPhase, x: Int32, y: Int32, to glyphs: inout [PlacedGlyph]
    ) -> Bool {
        // 32 bits style, 12 face, 4 phase, 16 glyph.
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
                    // Half a glyph is none; the tiles placed so far stay unused.
                    return start..<start
                }
            }
        }
        return start..<Int32(tiles.count)
    }

    private func add(_ part: PixelRect, of picture: GlyphPicture) -> Bool {
        let rowBytes = picture.width * picture.bytesPerPixel
        let place =
            picture.isColor
            ? color.insert(part, of: picture.pixels, rowBytes: rowBytes)
            : coverage.insert(part, of: picture.pixels, rowBytes: rowBytes)
        guard let place else { return false }
        generation += 1
        tiles.append(
            Tile(
                dx: Int32(picture.left + part.x), dy: Int32(picture.top + part.y), atlasX: UInt16(place.x),
                atlasY: UInt16(place.y), width: UInt16(part.width), height: UInt16(part.height),
                isColor: picture.isColor))
        return true
    }

    /// The atlas as it is now; copied only when a later glyph changes it.
    var snapshot: GlyphAtlas {
        GlyphAtlas(
            id: id, generation: generation, coverage: coverage.pixels, coverageSize: coverage.size,
            color: color.pixels, colorSize: color.size)
    }
}
