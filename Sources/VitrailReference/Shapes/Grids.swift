import VitrailScene

// Images and fields are sampled at pixel centres instead of covered by area. A pixel is painted if its centre is inside
// the rectangle, including the left and the top edge, as GL rasterises a quad.

extension SceneRenderer {
    /// Interpolates bilinearly between texel centres and clamps at the edges, as OpenGL ES 3.0 §3.8.10 defines LINEAR
    /// and CLAMP_TO_EDGE.
    mutating func draw(_ mark: ImageMark, clip: PixelRect) {
        let rect = ExactRect(mark.rect)
        let opacity = min(max(Double(mark.opacity), 0), 1)
        guard opacity > 0, let image = mark.shown, image.width > 0, image.height > 0 else { return }
        paintCentres(of: rect, clip: clip) { u, v in
            bilinear(image, x: u * Double(image.width), y: v * Double(image.height)) * opacity
        }
    }

    /// Each cell gets an equal part of the rectangle; each value gets the nearest entry of the palette.
    mutating func draw(_ field: Field, clip: PixelRect, label: String) {
        guard field.columns > 0, field.rows > 0, !field.colors.isEmpty,
            field.values.count / field.columns == field.rows, field.values.count % field.columns == 0
        else {
            skip(
                "field",
                "\(field.values.count) values in \(field.columns) × \(field.rows) cells,"
                    + " \(field.colors.count) colours", label: label)
            return
        }
        let palette = field.colors.map(\.exact)
        paintCentres(of: ExactRect(field.rect), clip: clip) { u, v in
            let column = min(Int(u * Double(field.columns)), field.columns - 1)
            let row = min(Int(v * Double(field.rows)), field.rows - 1)
            let value = field.values[row * field.columns + column]
            return value.isNaN ? nil : palette[field.entry(of: Double(value))]
        }
    }

    /// - Parameter color: maps the relative position of a pixel's centre in the rectangle, 0…1 from left and top, to
    ///   its colour. `nil`: the pixel is not painted.
    private mutating func paintCentres(
        of rect: ExactRect, clip: PixelRect, color: (Double, Double) -> SIMD4<Double>?
    ) {
        guard rect.isValid, rect.width > 0, rect.height > 0, let bounds = rect.pixels(clip: clip) else { return }
        var painted = Coverage(bounds: bounds)
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                let (centerX, centerY) = (Double(x) + 0.5, Double(y) + 0.5)
                guard centerX >= rect.minX, centerX < rect.maxX, centerY >= rect.minY, centerY < rect.maxY,
                    let color = color((centerX - rect.minX) / rect.width, (centerY - rect.minY) / rect.height)
                else { continue }
                painted.values[(y - bounds.y) * bounds.width + x - bounds.x] = 1
                canvas.blend(color, x: x, y: y)
            }
        }
        edges.add(painted)
    }
}

/// The premultiplied colour at (x, y) texels from the top left corner.
private func bilinear(_ image: PixelImage, x: Double, y: Double) -> SIMD4<Double> {
    func texel(_ column: Double, _ row: Double) -> SIMD4<Double> {
        let pixel = image[
            Int(min(max(column, 0), Double(image.width - 1))), Int(min(max(row, 0), Double(image.height - 1)))]
        return SIMD4(Double(pixel.x), Double(pixel.y), Double(pixel.z), Double(pixel.w)) / 255
    }
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (tx, ty) = (x - 0.5 - left, y - 0.5 - top)
    let above = texel(left, top) * (1 - tx) + texel(left + 1, top) * tx
    let below = texel(left, top + 1) * (1 - tx) + texel(left + 1, top + 1) * tx
    return above * (1 - ty) + below * ty
}

extension Field {
    /// Palette index of a value that is not NaN. If `low` equals `high`, values above it get the last entry.
    func entry(of value: Double) -> Int {
        let last = Double(colors.count - 1)
        let (low, high) = (Double(self.low), Double(self.high))
        guard low != high else { return value > low ? colors.count - 1 : 0 }
        let position = (value - low) / (high - low) * last
        // Infinite bounds make `position` NaN, which also gives entry 0.
        return position > 0 ? Int(min((position + 0.5).rounded(.down), last)) : 0
    }
}
