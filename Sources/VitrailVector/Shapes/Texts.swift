import VitrailScene

extension SceneWriter {
    /// Writes text that can be searched, copied and read aloud, at the position and width of the shaped run.
    mutating func write(_ run: GlyphRun) {
        let source = run.source
        guard run.color.alpha > 0, source.origin.isFinite, source.size > 0,
            source.text.contains(where: { !$0.isWhitespace })
        else { return }
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
        // The origin is the left end in either direction.
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

    /// Writes the family in quotes, which allow any name, and a generic family as fallback.
    private static func writeFamily(_ family: String, into data: inout SVGWriter) {
        if !family.isEmpty {
            data.write("'")
            // Inside CSS quotes, a backslash makes the next character literal.
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
    /// Whether there is whitespace at the ends or several in a row, which SVG readers would remove.
    fileprivate var hasBlanksToKeep: Bool {
        var last: Character = " "
        for character in self {
            if character.isWhitespace, last.isWhitespace { return true }
            last = character
        }
        return last.isWhitespace
    }

    /// Whether the first letter with a direction is Hebrew, Arabic or another right-to-left letter (UAX #9, P2 and P3).
    fileprivate var startsRightToLeft: Bool {
        var openIsolates = 0
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x2066...0x2068: openIsolates += 1
            case 0x2069: openIsolates = max(0, openIsolates - 1)
            case _ where openIsolates > 0: break
            // Letters of flags.
            case 0x1F1E6...0x1F1FF: return false
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
                if scalar.properties.isAlphabetic { return true }
            default:
                if scalar.properties.isAlphabetic { return false }
            }
        }
        return false
    }
}
