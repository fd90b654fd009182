import CText

/// Properties of one user-perceived character (grapheme cluster), given as its scalars.
enum TextCluster {
    /// Whether the cluster is shown as a colour image: emoji by default or with a variation selector, flags and
    /// keycaps.
    ///
    /// - Source: UTS #51, presentation styles (§4) and sequences (§1.4).
    static func isEmoji(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = scalars.first, first.value >= 0x23, first.properties.isEmoji else { return false }
        if let second = scalars.dropFirst().first {
            if second.value == 0xFE0E { return false }
            if second.value == 0xFE0F || second.properties.isEmojiModifier { return true }
        }
        return first.properties.isEmojiPresentation
    }

    /// Returns the scalars that need a glyph. Joiners, variation selectors and similar scalars are invisible in fonts
    /// without them.
    static func visible(_ scalars: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        scalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    }

    /// Returns the cluster as written, composed, and decomposed. HarfBuzz draws the form that the font has.
    static func spellings(_ scalars: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        var result = [scalars]
        for other in [composed(scalars), scalars.flatMap(decomposed)] where !result.contains(other) {
            result.append(other)
        }
        return result
    }

    private static func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        scalars.reduce(into: []) { result, scalar in
            var joint: hb_codepoint_t = 0
            if let last = result.last,
                hb_unicode_compose(hb_unicode_funcs_get_default(), last.value, scalar.value, &joint) != 0,
                let joined = Unicode.Scalar(joint)
            {
                result[result.count - 1] = joined
            } else {
                result.append(scalar)
            }
        }
    }

    private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        var a: hb_codepoint_t = 0
        var b: hb_codepoint_t = 0
        guard hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar.value, &a, &b) != 0,
            let first = Unicode.Scalar(a)
        else { return [scalar] }
        let rest = b == 0 ? [] : Unicode.Scalar(b).map { [$0] } ?? []
        return decomposed(first) + rest
    }
}
