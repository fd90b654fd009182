#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Something a caller should hear of although its text was drawn; each is given once per engine.
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
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return "no font has U+\(padded) (\(scalar.properties.name ?? "\(scalar.properties.generalCategory)"))"
        case .missingFamily(let family, let used):
            return "no font family \"\(family)\", using \(used)"
        case .atlasFull:
            return "glyph atlas is full (\(AtlasPage.maximumSide)² pixels): further glyphs of this picture are left out"
        case .failure(let error):
            return "\(error)"
        }
    }

    /// One line on standard error, in one write so that lines of several threads do not mix.
    func print() {
        let line = Array("vitrail: \(self)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
