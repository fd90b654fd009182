#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A problem that is reported although the text was drawn; each is reported once per engine.
enum TextNotice: Sendable, Hashable {
    case missingGlyph(Unicode.Scalar)
    case missingFamily(String, used: String)
    case atlasFull
    case failure(TextError)
}

extension TextNotice: CustomStringConvertible {
    var description: String {
        switch self {
        case .missingGlyph(let scalar):
            return "no font has \(Self.name(scalar))"
        case .missingFamily(let family, let used):
            return "no font family \"\(family)\", using \(used)"
        case .atlasFull:
            return "glyph atlas is full (\(AtlasPage.maximumSide)² pixels): further glyphs of this picture are left out"
        case .failure(let error):
            return "\(error)"
        }
    }

    /// Maximum number of glyphs in a sentence; further ones are only counted.
    private static let maxNamed = 8

    /// Returns one sentence for each notice; missing glyphs share one.
    static func sentences(_ notices: [TextNotice]) -> [String] {
        var sentences: [String] = []
        var glyphs: [String] = []
        for notice in notices {
            if case .missingGlyph(let scalar) = notice {
                glyphs.append(name(scalar))
            } else {
                sentences.append("\(notice)")
            }
        }
        guard !glyphs.isEmpty else { return sentences }
        let others = glyphs.count - maxNamed
        let rest = others > 0 ? " and \(others) other\(others == 1 ? "" : "s")" : ""
        return sentences + ["no font has " + glyphs.prefix(maxNamed).joined(separator: ", ") + rest]
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "U+\(padded) (\(scalar.properties.name ?? "\(scalar.properties.generalCategory)"))"
    }

    /// Prints one line on standard error, in one write, so that lines of several threads do not mix.
    func print() {
        let line = Array("vitrail: \(self)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
