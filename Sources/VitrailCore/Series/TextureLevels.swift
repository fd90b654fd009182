import VitrailScene

/// Pictures for places of any size, each made once: a texture, half of it, a quarter, …
///
/// A reader interpolates between four texels, so that a picture shown at less than half its size would lose the rest.
struct TextureLevels {
    private var known: [[PixelImage]] = []
    /// Textures of one drawing: a few, or as many as there are points, which are then not searched.
    private static let mostKnown = 16

    /// The smallest level that is as large as a place in each direction, device pixels.
    mutating func level(_ texture: PixelImage, for rect: PlotRect) -> PixelImage {
        guard rect.isDrawable, texture.width > 0, texture.height > 0 else { return texture }
        func fits(_ image: PixelImage) -> Bool { Float(image.width) >= 2 * rect.width && Float(image.height) >= 2 * rect.height && min(image.width, image.height) > 1 }
        guard fits(texture) else { return texture }
        let index = known.firstIndex { $0[0] == texture }
        var levels = index.map { known[$0] } ?? [texture]
        var k = 0
        while fits(levels[k]) {
            if k + 1 == levels.count {
                levels.append(levels[k].reduced(width: Double(levels[k].width) / 2, height: Double(levels[k].height) / 2))
            }
            k += 1
        }
        if let index { known[index] = levels } else if known.count < Self.mostKnown { known.append(levels) }
        return levels[k]
    }
}
