import VitrailScene

extension SceneRenderer {
    /// Copies atlas pixels to image pixels 1 : 1, glyph by glyph, each over the previous ones.
    mutating func draw(_ run: GlyphRun, clip: PixelRect, label: String) {
        for (i, glyph) in run.glyphs.enumerated() {
            let size = glyph.isColor ? atlas.colorSize : atlas.coverageSize
            let bytes = glyph.isColor ? atlas.color.count / 4 : atlas.coverage.count
            guard Int(glyph.atlasX) + Int(glyph.width) <= size.width,
                Int(glyph.atlasY) + Int(glyph.height) <= size.height, bytes >= size.width * size.height
            else {
                skip("glyph \(i) of “\(run.source.text)”", "it lies outside the atlas", label: label)
                continue
            }
            // One more pixel on each side, so that the edge map sees the end of the glyph.
            let box = PixelRect(
                x: Int(glyph.x) - 1, y: Int(glyph.y) - 1, width: Int(glyph.width) + 2,
                height: Int(glyph.height) + 2)
            let bounds = box.intersection(clip)
            guard !bounds.isEmpty else { continue }
            if glyph.isColor {
                drawColor(glyph, alpha: Double(run.color.alpha) / 255, bounds: bounds)
            } else {
                paint(coverage(of: glyph, in: bounds), .flat(run.color.exact))
            }
        }
    }

    private func coverage(of glyph: PlacedGlyph, in bounds: PixelRect) -> Coverage {
        var result = Coverage(bounds: bounds)
        forEachTexel(of: glyph, in: bounds, atlasWidth: atlas.coverageSize.width) { pixel, texel in
            result.values[pixel] = Double(atlas.coverage[texel]) / 255
        }
        return result
    }

    private mutating func drawColor(_ glyph: PlacedGlyph, alpha: Double, bounds: PixelRect) {
        var coverage = Coverage(bounds: bounds)
        var colors: [(pixel: Int, color: SIMD4<Double>)] = []
        forEachTexel(of: glyph, in: bounds, atlasWidth: atlas.colorSize.width) { pixel, texel in
            let color = SIMD4<Double>(
                Double(atlas.color[texel * 4]), Double(atlas.color[texel * 4 + 1]),
                Double(atlas.color[texel * 4 + 2]), Double(atlas.color[texel * 4 + 3]))
            coverage.values[pixel] = color.w / 255
            colors.append((pixel, color / 255 * alpha))
        }
        edges.add(coverage)
        for (pixel, color) in colors where color != .zero {
            canvas.blend(
                color, x: bounds.x + pixel % bounds.width, y: bounds.y + pixel / bounds.width)
        }
    }

    /// Calls `body` with each pixel of the glyph, as an index into `bounds`, and its texel index.
    private func forEachTexel(
        of glyph: PlacedGlyph, in bounds: PixelRect, atlasWidth: Int, _ body: (Int, Int) -> Void
    ) {
        let own = PixelRect(
            x: Int(glyph.x), y: Int(glyph.y), width: Int(glyph.width), height: Int(glyph.height)
        ).intersection(bounds)
        guard !own.isEmpty else { return }
        for y in own.y..<own.maxY {
            for x in own.x..<own.maxX {
                let texelX = Int(glyph.atlasX) + x - Int(glyph.x)
                let texelY = Int(glyph.atlasY) + y - Int(glyph.y)
                body((y - bounds.y) * bounds.width + x - bounds.x, texelY * atlasWidth + texelX)
            }
        }
    }
}
