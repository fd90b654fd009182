import CText

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Rasterises glyphs: outlines by exact area coverage, bitmap strikes by area filtering.
///
/// Outlines are scaled without hinting, rotated and moved to their subpixel phase before rasterising, so an image is
/// never resampled. SVG-in-OpenType and COLRv1 glyphs are not supported (they appear as the font's plain outline, if
/// any).
enum GlyphRasterizer {
    /// Maximum number of pixels of an image; a larger one does not fit into an atlas.
    static let maximumArea = AtlasPage.maximumSide * AtlasPage.maximumSide

    /// - Returns: `nil` for an image larger than `maximumArea`; `.blank` for a glyph without ink or one that is damaged
    ///   in the font file.
    static func picture(
        of glyph: UInt16, in face: FontFace, style: GlyphStyle, phase: SubpixelPhase
    ) -> GlyphPicture? {
        face.isScalable
            ? outline(glyph, face, style, phase)
            : strike(glyph, face, style, phase)
    }

    private static func outline(
        _ glyph: UInt16, _ face: FontFace, _ style: GlyphStyle, _ phase: SubpixelPhase
    ) -> GlyphPicture? {
        let freetype = face.freetype
        if face.currentSize != style.size {
            // At 72 dots per inch, a point is a pixel.
            guard FT_Set_Char_Size(freetype, 0, FT_F26Dot6(style.size), 72, 72) == 0 else { return .blank }
            face.currentSize = style.size
        }
        var matrix = rotationMatrix(style.rotation)
        // FreeType's y axis points up.
        var delta = FT_Vector(x: FT_Pos(phase.x * 16), y: FT_Pos(-phase.y * 16))
        FT_Set_Transform(freetype, &matrix, &delta)
        guard FT_Load_Glyph(freetype, FT_UInt(glyph), vitrail_load_outline) == 0,
            let slot = freetype.pointee.glyph
        else { return .blank }
        if slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE {
            if face.key.isEmboldened { embolden(&slot.pointee.outline, style) }
            var box = FT_BBox()
            FT_Outline_Get_CBox(&slot.pointee.outline, &box)
            let width = (box.xMax - box.xMin) / 64 + 2
            let height = (box.yMax - box.yMin) / 64 + 2
            guard width < 0x7FFF, height < 0x7FFF, width * height <= maximumArea else { return nil }
        }
        guard FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return .blank }
        return picture(slot.pointee.bitmap, left: Int(slot.pointee.bitmap_left), top: -Int(slot.pointee.bitmap_top))
    }

    /// Thickens evenly to all sides, so that the result does not depend on the rotation.
    private static func embolden(_ outline: inout FT_Outline, _ style: GlyphStyle) {
        let strength = FT_Pos((Double(style.size) * FontFace.emboldening).rounded())
        FT_Outline_Embolden(&outline, strength)
        FT_Outline_Translate(&outline, -strength / 2, -strength / 2)
    }

    private static func rotationMatrix(_ angle: Float) -> FT_Matrix {
        let one = 65536.0
        let c = FT_Fixed((cos(Double(angle)) * one).rounded())
        let s = FT_Fixed((sin(Double(angle)) * one).rounded())
        return FT_Matrix(xx: c, xy: -s, yx: s, yy: c)
    }

    /// Copies a rendered bitmap, either coverage or colour.
    private static func picture(_ bitmap: FT_Bitmap, left: Int, top: Int) -> GlyphPicture {
        let width = Int(bitmap.width)
        let height = Int(bitmap.rows)
        let isColor = bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue)
        guard width > 0, height > 0, let buffer = bitmap.buffer,
            isColor || bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_GRAY.rawValue)
        else { return .blank }
        let rowBytes = width * (isColor ? 4 : 1)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(rowBytes * height)
        for y in 0..<height {
            pixels.append(contentsOf: UnsafeBufferPointer(start: buffer + y * Int(bitmap.pitch), count: rowBytes))
        }
        // FreeType's byte order is blue, green, red, alpha.
        if isColor { for i in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(i, i + 2) } }
        return GlyphPicture(
            left: left, top: top, width: width, height: height, isColor: isColor, pixels: pixels)
    }

    private static func strike(
        _ glyph: UInt16, _ face: FontFace, _ style: GlyphStyle, _ phase: SubpixelPhase
    ) -> GlyphPicture? {
        guard let (index, em) = bestStrike(face.freetype, size: style.pixels),
            FT_Select_Size(face.freetype, FT_Int(index)) == 0,
            FT_Load_Glyph(face.freetype, FT_UInt(glyph), vitrail_load_strike) == 0,
            let slot = face.freetype.pointee.glyph
        else { return .blank }
        let source = picture(
            slot.pointee.bitmap, left: Int(slot.pointee.bitmap_left), top: -Int(slot.pointee.bitmap_top))
        let transform = StrikeTransform(scale: style.pixels / em, rotation: Double(style.rotation), phase: phase)
        return transform.apply(to: source)
    }

    /// Returns the index and em size in pixels of the smallest strike that need not be enlarged, otherwise of the
    /// largest.
    private static func bestStrike(_ face: FT_Face, size: Double) -> (Int, Double)? {
        let count = Int(face.pointee.num_fixed_sizes)
        guard count > 0, let sizes = face.pointee.available_sizes else { return nil }
        let strikes = (0..<count).map { (index: $0, em: Double(sizes[$0].y_ppem) / 64) }.filter { $0.em > 0 }
        let enough = strikes.filter { $0.em >= size }.min { $0.em < $1.em }
        return (enough ?? strikes.max { $0.em < $1.em }).map { ($0.index, $0.em) }
    }
}
