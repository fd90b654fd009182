import VitrailScene

extension SceneWriter {
    /// Text that can be searched, copied and read out, at the place and the width that it was shaped with.
    mutating func write(_ run: GlyphRun) {
        let source = run.source
        guard run.color.alpha > 0, source.origin.isFinite, source.size > 0, source.text.contains(where: { !$0.isWhitespace }) else { return }
        let (x, y) = (Double(source.origin.x), Double(source.origin.y))
        body.write("<text")
        body.attribute("x", x)
        body.attribute("y", y)
        if source.rotation != 0, source.rotation.isFinite {
            body.attribute("transform") {
                $0.write("rotate(")
                $0.number(-Double(source.rotation) * 180 / .pi)
                $0.next(x)
                $0.next(y)
                $0.write(")")
            }
        }
        body.attribute("font-family") { Self.writeFamily(source.family, into: &$0) }
        body.attribute("font-size", Double(source.size))
        if source.isBold { body.write(" font-weight=\"bold\"") }
        if source.hasTabularDigits { body.write(" font-variant=\"tabular-nums\"") }
        // The origin is the left end, whatever the direction.
        if source.text.startsRightToLeft { body.write(" direction=\"rtl\" text-anchor=\"end\"") }
        body.fill(run.color)
        if source.width > 0, source.width.isFinite {
            body.attribute("textLength", Double(source.width))
            body.write(" lengthAdjust=\"spacingAndGlyphs\"")
        }
        if source.text.hasBlanksToKeep { body.write(" xml:space=\"preserve\"") }
        body.write(">")
        body.escaped(source.text)
        body.write("</text>\n")
    }

    /// The family in quotes, which any name may stand in, and the kind of typeface in its place.
    private static func writeFamily(_ family: String, into data: inout SVGWriter) {
        if !family.isEmpty {
            data.write("'")
            // Within CSS quotes a backslash makes the next character a plain one.
            var escaped = ""
            for character in family {
                if character == "'" || character == "\\" { escaped.append("\\") }
                escaped.append(character)
            }
            data.escaped(escaped)
            data.write("',")
        }
        let name = family.lowercased()
        if name.contains("mono") {
            data.write("monospace")
        } else {
            data.write(name.contains("serif") && !name.contains("sans") ? "serif" : "sans-serif")
        }
    }
}

extension String {
    /// Blanks at the ends or several in a row, which XML readers of SVG would take out.
    fileprivate var hasBlanksToKeep: Bool {
        var last: Character = " "
        for character in self {
            if character.isWhitespace, last.isWhitespace { return true }
            last = character
        }
        return last.isWhitespace
    }

    /// Whether the first letter with a direction is a Hebrew, Arabic or other right-to-left one (UAX #9, P2 and P3).
    fileprivate var startsRightToLeft: Bool {
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
                if scalar.properties.isAlphabetic { return true }
            default:
                if scalar.properties.isAlphabetic { return false }
            }
        }
        return false
    }
}
