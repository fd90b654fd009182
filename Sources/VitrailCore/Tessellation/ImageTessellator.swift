import VitrailScene

extension DrawListBuilder {
    /// A picture in a rectangle: one quad of `image`.
    mutating func append(_ mark: ImageMark, clip: PixelRect, label: String) {
        // Invisible? (NaN too.) Nowhere? Outside? No pixels?
        guard mark.opacity > 0, mark.rect.isDrawable, mark.rect.meets(clip), mark.image.width > 0,
            mark.image.height > 0
        else { return }
        let texels = PixelRect(x: 0, y: 0, width: mark.image.width, height: mark.image.height)
        let first = quads.count
        quads.append(QuadVertex(rect: mark.rect, texels: texels.plotRect, color: Color.white.packed))
        var uniforms = DrawUniforms(size: size)
        uniforms.shape.x = min(mark.opacity, 1)
        draw(
            .image, .over, .quad, first: first, count: 1, textures: [.texture(texture(mark.image))],
            uniforms: uniforms, scissor: clip, label: label)
    }
}
