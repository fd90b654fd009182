import VitrailDrawList
import VitrailScene

/// Converts grids of values to one quad of `field`, a texture of values and a texture of colours.
enum FieldTessellator {
    /// Replaces NaN on the device, where NaN may not be preserved. Below every number that the shader paints.
    static let hole = -Float.greatestFiniteMagnitude

    /// The palette index of each value, 0…entries − 1, computed in Double; `hole` for NaN.
    ///
    /// The division happens here, once, so that a value on the border of two colours gets the same colour on every
    /// device.
    static func entries(_ field: Field) -> [Float] {
        let low = Double(field.low)
        let high = Double(field.high)
        let last = Double(field.colors.count - 1)
        return field.values.map { value in
            if value.isNaN { return hole }
            // Empty range: a value above it gets the last entry.
            if low == high { return Double(value) > low ? Float(last) : 0 }
            let position = (Double(value) - low) / (high - low) * last
            // Also 0 if infinities make `position` NaN.
            return position > 0 ? Float(min((position + 0.5).rounded(.down), last)) : 0
        }
    }
}

extension DrawListBuilder {
    mutating func append(_ field: Field, clip: PixelRect, label: String) {
        // No cells, missing values, no colours, a rectangle that cannot be drawn, or outside the clip.
        guard field.columns > 0, field.rows > 0, field.values.count == field.columns * field.rows,
            !field.colors.isEmpty, field.rect.isDrawable, field.rect.meets(clip)
        else { return }
        let cells = PixelSize(width: field.columns, height: field.rows)
        let values = texture(.values(FieldTessellator.entries(field), cells))
        let palette = texture(.palette(field.colors))
        let texels = PixelRect(x: 0, y: 0, width: field.columns, height: field.rows)
        let first = quads.count
        quads.append(QuadVertex(rect: field.rect, texels: texels.plotRect, color: Color.white.packed))
        var uniforms = DrawUniforms(size: size)
        uniforms.shape = SIMD4(
            Float(field.columns), Float(field.rows), 0, Float(max(field.colors.count - 1, 1)))
        draw(
            .field, .over, .quad, first: first, count: 1, textures: [.texture(values), .texture(palette)],
            uniforms: uniforms, scissor: clip, label: label)
    }
}
