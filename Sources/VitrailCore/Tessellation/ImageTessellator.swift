import VitrailScene

extension DrawListBuilder {
    /// A picture in a rectangle: one quad of `image`, or of `color_glyph`, which does not filter, where each texel is a pixel.
    mutating func append(_ mark: ImageMark, clip: PixelRect, label: String) {
        // Invisible? (NaN too.) Nowhere? Outside? No pixels?
        guard mark.opacity > 0, mark.rect.isDrawable, mark.rect.meets(clip), let texels = mark.texels
        else { return }
        let first = quads.count
        quads.append(QuadVertex(rect: mark.rect, texels: texels.plotRect, color: Color.white.packed))
        if mark.isTexelByTexel(texels), mark.opacity >= 1 {
            return draw(
                .colorGlyph, .over, .quad, first: first, count: 1, textures: [.texture(texture(mark.image))], uniforms: DrawUniforms(size: size),
                scissor: clip, label: label)
        }
        var uniforms = DrawUniforms(size: size)
        uniforms.shape.x = min(mark.opacity, 1)
        draw(
            .image, .over, .quad, first: first, count: 1, textures: [.texture(texture(mark.image))],
            uniforms: uniforms, scissor: clip, label: label)
    }
}

extension ImageMark {
    /// Whether each pixel shows one texel: it lies on whole pixels, and along each axis is not scaled, or one texel long.
    fileprivate func isTexelByTexel(_ texels: PixelRect) -> Bool {
        func isCopied(_ low: Float, _ high: Float, _ count: Int) -> Bool {
            low == low.rounded() && high == high.rounded() && (high - low == Float(count) || count == 1)
        }
        return isCopied(rect.minX, rect.maxX, texels.width) && isCopied(rect.minY, rect.maxY, texels.height)
    }
}
