import VitrailDrawList
import VitrailScene
import VitrailSystem

extension DrawListBuilder {
    /// Draws a picture in a rectangle: one quad of `image`, or of `glyph`, which does not filter, if each pixel
    /// shows exactly one texel.
    mutating func append(_ mark: ImageMark, clip: PixelRect, label: String) {
        // Invisible (opacity may be NaN), a rectangle that cannot be drawn, outside the clip, or no pixels.
        guard mark.opacity > 0, mark.rect.isDrawable, mark.rect.meets(clip), let texels = mark.texels
        else { return }
        if mark.opacity >= 1, let tiles = mark.inkedTiles(texels) {
            return draw(tiles, .image(mark.image), .glyph, .white, clip: clip, label: label)
        }
        let first = quads.count
        quads.append(QuadVertex(rect: mark.rect, texels: texels.plotRect, color: Color.white.packed))
        if mark.isTexelByTexel(texels), mark.opacity >= 1 {
            return draw(
                .glyph, .over, .quad, first: first, count: 1, textures: [.texture(texture(mark.image))],
                uniforms: DrawUniforms(size: size),
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
    /// The tiles with visible pixels, for a large picture whose texels map to single pixels and that is mostly
    /// transparent. nil: any other picture. Transparent pixels have no effect but cost as much as others.
    fileprivate func inkedTiles(_ texels: PixelRect) -> InkedTiles? {
        let (width, height) = (image.width, image.height)
        guard source == nil, width * height >= Self.minPixels, isTexelByTexel(texels), rect.width == Float(width),
            rect.height == Float(height)
        else { return nil }
        var tiles = InkedTiles(box: PixelRect(x: Int(rect.minX), y: Int(rect.minY), width: width, height: height))
        let (side, perRow, perColumn) = (InkedTiles.side, tiles.perRow, tiles.perColumn)
        unsafe tiles.inked.withUnsafeMutableBufferPointer { inked in
            unsafe image.pixels.withUnsafeBytes { bytes in
                // One thread owns each row of tiles.
                nonisolated(unsafe) let (inked, pixels) = unsafe (inked, bytes.bindMemory(to: UInt32.self))
                Parallel.forParts(of: perColumn, minimum: 8) { part in
                    for row in part where !WorkLimit.isReached {
                        for y in row * side..<min((row + 1) * side, height) {
                            for column in 0..<perRow where unsafe inked[row * perRow + column] == 0 {
                                let line = unsafe UnsafeBufferPointer(
                                    rebasing: pixels[
                                        y * width + column * side..<y * width + min((column + 1) * side, width)])
                                var found: UInt32 = 0
                                for k in line.indices { found |= unsafe line[k] }
                                if found != 0 { unsafe inked[row * perRow + column] = 1 }
                            }
                        }
                    }
                }
            }
        }
        return tiles.inked.count { $0 != 0 } * 4 <= tiles.inked.count ? tiles : nil
    }

    /// Min number of pixels. Smaller pictures are drawn quickly anyway.
    private static let minPixels = 1 << 20

    /// Whether each pixel shows exactly one texel: edges lie on pixel borders, and along each axis the picture is
    /// unscaled or one texel long.
    fileprivate func isTexelByTexel(_ texels: PixelRect) -> Bool {
        func isCopied(_ low: Float, _ high: Float, _ count: Int) -> Bool {
            low == low.rounded() && high == high.rounded() && (high - low == Float(count) || count == 1)
        }
        return isCopied(rect.minX, rect.maxX, texels.width) && isCopied(rect.minY, rect.maxY, texels.height)
    }
}
