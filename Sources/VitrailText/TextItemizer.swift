import CText

/// A part of a text that is shaped in one call: one face, one direction, one script.
struct TextItem {
    /// Indices of scalars.
    var range: Range<Int>
    /// Bidi level; odd levels run right to left.
    var level: UInt8
    var script: hb_script_t
    /// Index of the face.
    var face: Int

    var isRightToLeft: Bool { level & 1 == 1 }
}

/// Divides a line into items, in reading order.
struct TextItemizer {
    let scalars: [Unicode.Scalar]
    let stack: FontStack
    let library: FontLibrary
    private(set) var items: [TextItem] = []
    /// Scalars that no font has, in order, with duplicates.
    private(set) var missing: [Unicode.Scalar] = []

    init(_ scalars: [Unicode.Scalar], stack: FontStack, library: FontLibrary) {
        self.scalars = scalars
        self.stack = stack
        self.library = library
        let levels = BidiLine(scalars).levels
        let scripts = TextItemizer.scripts(scalars)
        for cluster in TextItemizer.clusters(scalars) {
            let script = scripts[cluster.lowerBound]
            let level = levels[cluster.lowerBound]
            if let face = library.face(for: scalars[cluster], stack: stack) {
                append(TextItem(range: cluster, level: level, script: script, face: face))
                continue
            }
            // No font has the whole cluster, so each scalar uses its own face.
            for i in cluster {
                let face = library.face(for: scalars[i...i], stack: stack)
                if face == nil { missing.append(scalars[i]) }
                append(TextItem(range: i..<i + 1, level: level, script: script, face: face ?? stack.primary))
            }
        }
    }

    private mutating func append(_ item: TextItem) {
        if let last = items.last, last.level == item.level, last.script == item.script, last.face == item.face {
            items[items.count - 1].range = last.range.lowerBound..<item.range.upperBound
        } else {
            items.append(item)
        }
    }

    /// Returns the ranges of grapheme clusters, in scalars.
    private static func clusters(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        // No character below U+0300 combines (line breaks are already replaced).
        if scalars.allSatisfy({ $0.value < 0x300 }) { return scalars.indices.map { $0..<$0 + 1 } }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        var start = 0
        return String(text).map { character in
            let range = start..<start + character.unicodeScalars.count
            start = range.upperBound
            return range
        }
    }

    /// Returns the script of each scalar. Punctuation, digits and marks take the script of the preceding text; at the
    /// start, of the following text.
    ///
    /// - Source: UAX #24 §5.1 and 5.2, without pairing brackets.
    private static func scripts(_ scalars: [Unicode.Scalar]) -> [hb_script_t] {
        let functions = hb_unicode_funcs_get_default()
        var scripts = scalars.map { hb_unicode_script(functions, $0.value) }
        func isReal(_ script: hb_script_t) -> Bool {
            script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED && script != HB_SCRIPT_UNKNOWN
        }
        var current = scripts.first(where: isReal) ?? HB_SCRIPT_LATIN
        for i in scripts.indices {
            if isReal(scripts[i]) { current = scripts[i] } else { scripts[i] = current }
        }
        return scripts
    }
}
