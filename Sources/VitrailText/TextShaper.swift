import CText

/// Converts text to positioned glyphs: HarfBuzz shapes item by item, and the items are joined in visual order.
final class TextShaper {
    /// Maximum length in scalars; longer text is cut and ends in an ellipsis.
    static let maximumLength = 10_000

    private let buffer: OpaquePointer
    /// OpenType feature `tnum` for the whole text.
    private static let tabularDigits = hb_feature_t(tag: 0x746E_756D, value: 1, start: 0, end: UInt32.max)

    init() {
        buffer = hb_buffer_create()
    }

    deinit { hb_buffer_destroy(buffer) }

    /// Returns the drawn scalars of a text: one line of limited length, with control characters as spaces.
    static func line(_ text: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(min(text.utf8.count, maximumLength))
        for scalar in text.unicodeScalars {
            if scalars.count == maximumLength {
                scalars[maximumLength - 1] = "…"
                break
            }
            scalars.append(isControl(scalar) ? " " : scalar)
        }
        return scalars
    }

    /// C0, delete, C1, and the line and paragraph separators.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Returns the glyphs in visual order, from left to right.
    func shape(
        _ items: [TextItem], of scalars: [Unicode.Scalar], faces: [FontFace], hasTabularDigits: Bool
    ) -> ShapedText {
        var glyphs: [ShapedText.Glyph] = []
        glyphs.reserveCapacity(scalars.count)
        let codepoints = scalars.map(\.value)
        var pen = 0.0
        for i in BidiLine.visualOrder(items.map(\.level)) {
            append(
                items[i], of: codepoints, face: faces[items[i].face], hasTabularDigits: hasTabularDigits, pen: &pen,
                to: &glyphs)
        }
        return ShapedText(glyphs: glyphs, width: pen)
    }

    private func append(
        _ item: TextItem, of codepoints: [UInt32], face: FontFace, hasTabularDigits: Bool, pen: inout Double,
        to glyphs: inout [ShapedText.Glyph]
    ) {
        hb_buffer_clear_contents(buffer)
        // HarfBuzz gets the whole line as context, so that Arabic letters join across items.
        hb_buffer_add_codepoints(
            buffer, codepoints, Int32(codepoints.count), UInt32(item.range.lowerBound),
            Int32(item.range.count))
        hb_buffer_set_direction(buffer, item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, item.script)
        if hasTabularDigits {
            withUnsafePointer(to: Self.tabularDigits) { hb_shape(face.harfbuzz, buffer, $0, 1) }
        } else {
            hb_shape(face.harfbuzz, buffer, nil, 0)
        }

        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
            let positions = hb_buffer_get_glyph_positions(buffer, &count)
        else { return }
        let em = face.unitsPerEm
        for i in 0..<Int(count) {
            let position = positions[i]
            glyphs.append(
                ShapedText.Glyph(
                    x: pen + Double(position.x_offset) / em, y: Double(position.y_offset) / em,
                    glyph: UInt16(truncatingIfNeeded: infos[i].codepoint), face: UInt16(item.face)))
            pen += Double(position.x_advance) / em
            // The image grows by half of this on either side; marks do not advance.
            if face.key.isEmboldened && position.x_advance != 0 {
                glyphs[glyphs.count - 1].x += FontFace.emboldening / 2
                pen += FontFace.emboldening
            }
        }
    }
}
