import VitrailDrawList
import VitrailScene

/// Converts filled circles to vertices of `disc`, one for each circle.
struct DiscTessellator {
    let clip: PixelRect

    /// Writes the visible circles, at most `items.count`.
    func tessellate(_ items: Span<DiscBatch.Item>, into vertices: inout OutputSpan<DiscVertex>) {
        let minX = Float(clip.x)
        let minY = Float(clip.y)
        let maxX = Float(clip.maxX)
        let maxY = Float(clip.maxY)
        for index in items.indices {
            let item = items[index]
            let radius = item.radius
            // No radius, not finite, transparent, or outside the clip. (Comparisons with NaN are false.)
            guard radius > 0, radius.isFinite, item.color.alpha > 0,
                item.center.x + radius > minX, item.center.x - radius < maxX,
                item.center.y + radius > minY, item.center.y - radius < maxY
            else { continue }
            vertices.append(
                DiscVertex(x: item.center.x, y: item.center.y, radius: radius, color: item.color.packed))
        }
    }
}

extension DrawListBuilder {
    /// Draws discs one by one. If there are many, or faint ones overlap in layers, draws them as one composited
    /// picture.
    mutating func append(_ batch: DiscBatch, clip: PixelRect, label: String) {
        if let (box, facts) = isRaw ? nil : DiscLayers.box(of: batch.items.span, clip: clip),
            choose(.discs, facts) == .coverage
        {
            source?.tier = .counted
            return draw(DiscLayers(batch.items, in: box), clip: clip, label: label)
        }
        let first = discs.count
        discs.append(addingCapacity: batch.items.count) {
            DiscTessellator(clip: clip).tessellate(batch.items.span, into: &$0)
        }
        draw(
            .disc, .over, .disc, first: first, count: discs.count - first, uniforms: DrawUniforms(size: size),
            scissor: clip, label: label)
    }

    mutating func draw(_ layers: DiscLayers, clip: PixelRect, label: String) {
        let box = layers.tiles.box
        let image = PixelImage(size: PixelSize(width: box.width, height: box.height), pixels: layers.pixels)
        draw(layers.tiles, .image(image), .glyph, .white, clip: clip, label: label)
    }
}
