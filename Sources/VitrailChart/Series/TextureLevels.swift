import VitrailScene

/// Mip levels of textures for rectangles of any size, each made once: the texture, half of it, a quarter, …
///
/// The sampler interpolates between four texels, so a picture drawn at less than half its size would lose the rest.
struct TextureLevels {
    private var known: [[PixelImage]] = []
    /// Maximum number of cached textures. A drawing has a few, or as many as points; in the second case they are not
    /// cached.
    private static let maxKnown = 16

    /// The smallest level that is at least as large as a rectangle in both directions, in device pixels.
    mutating func level(_ texture: PixelImage, for rect: PlotRect) -> PixelImage {
        guard rect.isDrawable, texture.width > 0, texture.height > 0 else { return texture }
        func fits(_ image: PixelImage) -> Bool {
            Float(image.width) >= 2 * rect.width && Float(image.height) >= 2 * rect.height
                && min(image.width, image.height) > 1
        }
        guard fits(texture) else { return texture }
        let index = known.firstIndex { $0[0] == texture }
        var levels = index.map { known[$0] } ?? [texture]
        var k = 0
        while fits(levels[k]) {
            if k + 1 == levels.count {
                levels.append(
                    levels[k].reduced(width: Double(levels[k].width) / 2, height: Double(levels[k].height) / 2))
            }
            k += 1
        }
        if let index { known[index] = levels } else if known.count < Self.maxKnown { known.append(levels) }
        return levels[k]
    }
}
