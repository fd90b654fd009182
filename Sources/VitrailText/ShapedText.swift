/// A line of text as positioned glyphs, in ems. It is the same for every size, because outlines are not hinted.
final class ShapedText {
    struct Glyph {
        /// Pen position in ems from the left end of the baseline, y up.
        var x: Double
        var y: Double
        package var glyph: UInt16
        var face: UInt16
    }

    /// In visual order, from left to right.
    let glyphs: [Glyph]
    /// Advance width in ems.
    let width: Double
    /// Scalars that no font has, in order, with duplicates.
    var missing: [Unicode.Scalar] = []

    init(glyphs: [Glyph], width: Double) {
        self.glyphs = glyphs
        self.width = width
    }

    /// Memory in units of one glyph, including the fixed part.
    var weight: Int { glyphs.count + missing.count + 8 }
}

/// Key of a text in a font stack. Texts are compared byte by byte, because canonically equivalent texts may use
/// different glyphs.
struct ShapeKey: Hashable {
    let text: String
    let stack: Int

    static func == (a: ShapeKey, b: ShapeKey) -> Bool {
        guard a.stack == b.stack, a.text.utf8.count == b.text.utf8.count else { return false }
        return a.text.utf8.elementsEqual(b.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(stack)
        let hashed: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if hashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    }
}
