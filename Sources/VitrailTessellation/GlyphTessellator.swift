import VitrailDrawList
import VitrailScene

/// Converts glyph runs to quads of `glyph`, one for each glyph.
struct GlyphTessellator {
    let clip: PixelRect
    let color: UInt32
    /// Glyphs with their own colours are pictures, painted in white with the run's opacity.
    private var white: UInt32 { color | 0x00FF_FFFF }

    /// Writes glyphs of one kind from `start` on, and returns the index of the first glyph of the other kind, or
    /// `glyphs.count`.
    ///
    /// - Parameter vertices: receives at most `glyphs.count − start` quads; empty glyphs and glyphs outside the clip
    ///   have none.
    func tessellate(
        _ glyphs: Span<PlacedGlyph>, from start: Int, into vertices: inout OutputSpan<QuadVertex>
    ) -> Int {
        var index = start
        while index < glyphs.count, glyphs[index].isColor == glyphs[start].isColor {
            let glyph = glyphs[index]
            index += 1
            let position = PixelRect(
                x: Int(glyph.x), y: Int(glyph.y), width: Int(glyph.width), height: Int(glyph.height))
            if position.isEmpty || position.intersection(clip).isEmpty { continue }
            let texels = PixelRect(
                x: Int(glyph.atlasX), y: Int(glyph.atlasY), width: position.width, height: position.height)
            vertices.append(
                QuadVertex(rect: position.plotRect, texels: texels.plotRect, color: glyph.isColor ? white : color))
        }
        return index
    }
}

extension DrawListBuilder {
    /// Draws a run. Successive runs are merged into one draw, because only their vertices differ.
    mutating func append(_ run: GlyphRun, clip: PixelRect, label: String) {
        guard run.color.alpha > 0 else { return }
        let tessellator = GlyphTessellator(clip: clip, color: run.color.packed)
        var index = 0
        while index < run.glyphs.count {
            let isColor = run.glyphs[index].isColor
            let first = quads.count
            quads.append(addingCapacity: run.glyphs.count - index) {
                index = tessellator.tessellate(run.glyphs.span, from: index, into: &$0)
            }
            guard quads.count > first else { continue }
            draw(
                .glyph, .over, .quad, first: first, count: quads.count - first,
                textures: [isColor ? colorAtlas() : coverageAtlas()], uniforms: DrawUniforms(size: size),
                scissor: clip, label: label)
        }
    }
}
