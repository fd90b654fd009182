import CText

/// An added folder of fonts.
struct FontSource {
    var path: String
    /// What may be opened in it; nil = all.
    var files: [String]?
}

/// The fonts of the machine and of added directories, as fontconfig sees them: an own configuration, not the process's.
///
/// Opening one costs 3–7 ms, so it is opened only when a family is asked for by name or a glyph is looked for in other fonts.
final class FontConfiguration {
    /// A font file that may be opened, in the order fontconfig prefers them.
    struct Candidate {
        let path: String
        let index: Int
        let isBold: Bool
        let hasColor: Bool
        /// Owned by the `Candidates` it is in.
        fileprivate let characters: OpaquePointer

        /// Whether the font claims a glyph for the scalar, told without opening it.
        func claims(_ scalar: Unicode.Scalar) -> Bool {
            FcCharSetHasChar(characters, scalar.value) != 0
        }
    }

    /// An ordered list of fonts; keeps the memory its elements point into.
    final class Candidates {
        let fonts: [Candidate]
        private let set: UnsafeMutablePointer<FcFontSet>?

        fileprivate init(_ set: UnsafeMutablePointer<FcFontSet>?) {
            self.set = set
            guard let set, set.pointee.nfont > 0 else {
                fonts = []
                return
            }
            fonts = (0..<Int(set.pointee.nfont)).compactMap { Candidate(set.pointee.fonts[$0]) }
        }

        deinit {
            if let set { FcFontSetDestroy(set) }
        }
    }

    private let config: OpaquePointer

    /// - Parameters:
    ///   - usesSystem: whether the machine's own configuration and fonts take part.
    ///   - directories: searched with all their subdirectories.
    init(usesSystem: Bool, directories: [FontSource]) throws(TextError) {
        guard let config = usesSystem ? Self.openSystem() : FcConfigCreate() else {
            throw .library(name: "fontconfig", code: 0)
        }
        self.config = config
        for directory in directories { addDirectory(directory) }
    }

    deinit { FcConfigDestroy(config) }

    /// The machine's configuration; where there is none, the usual folders, without the complaint that fontconfig prints then.
    private static func openSystem() -> OpaquePointer? {
        guard let empty = FcConfigCreate() else { return nil }
        if let path = FcConfigGetFilename(empty, nil) {
            FcStrFree(path)
            FcConfigDestroy(empty)
            return FcInitLoadConfigAndFonts()
        }
        guard FcConfigParseAndLoadFromMemory(empty, usualFolders, FcBool(1)) != 0, FcConfigBuildFonts(empty) != 0 else {
            FcConfigDestroy(empty)
            return nil
        }
        return empty
    }

    private static let usualFolders = """
        <?xml version="1.0"?>
        <fontconfig>
          <dir>/usr/share/fonts</dir>
          <dir>/usr/local/share/fonts</dir>
          <dir prefix="xdg">fonts</dir>
          <cachedir>/var/cache/fontconfig</cachedir>
          <cachedir prefix="xdg">fontconfig</cachedir>
        </fontconfig>
        """

    func addDirectory(_ source: FontSource) {
        guard let files = source.files else {
            FcConfigAppFontAddDir(config, source.path)
            return
        }
        for file in files { FcConfigAppFontAddFile(config, file) }
    }

    /// Every usable font, best first for a family and weight; the language is fixed, so that the order does not follow the locale.
    func candidates(families: [String], isBold: Bool) -> Candidates {
        let pattern = makePattern(families: families, isBold: isBold)
        defer { FcPatternDestroy(pattern) }
        var result = FcResultMatch
        return Candidates(FcFontSort(config, pattern, 0, nil, &result))
    }

    /// The best font for a family, if it is that family or one declared to be the same.
    func match(family: String, isBold: Bool) -> (candidate: Candidate, family: String)? {
        let pattern = makePattern(families: [family], isBold: isBold)
        defer { FcPatternDestroy(pattern) }
        var result = FcResultMatch
        guard let font = FcFontMatch(config, pattern, &result) else { return nil }
        defer { FcPatternDestroy(font) }
        guard let candidate = Candidate(font), let name = string(font, FC_FAMILY) else { return nil }
        let isGeneric = FontConfiguration.genericFamilies.contains(family.lowercased())
        return isGeneric || isBound(font, to: pattern) ? (candidate, name) : nil
    }

    /// Names for which any answer is right.
    private static let genericFamilies: Set<String> = [
        "sans-serif", "sans", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji", "math",
    ]

    private func makePattern(families: [String], isBold: Bool) -> OpaquePointer {
        let pattern = FcPatternCreate()!
        for family in families { FcPatternAddString(pattern, FC_FAMILY, family) }
        FcPatternAddString(pattern, FC_LANG, "en")
        FcPatternAddInteger(pattern, FC_WEIGHT, isBold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR)
        FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN)
        FcPatternAddInteger(pattern, FC_WIDTH, FC_WIDTH_NORMAL)
        // Named instances rather than a whole range of weights, since an instance is what FreeType and HarfBuzz are told.
        FcPatternAddBool(pattern, FC_VARIABLE, 0)
        FcConfigSubstitute(config, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        return pattern
    }

    /// Whether one of the font's names is bound firmly in the pattern: asked for, or an alias that means the same
    /// (as `Arial` and its metric equivalents), not one merely preferred where the family is absent.
    private func isBound(_ font: OpaquePointer, to pattern: OpaquePointer) -> Bool {
        var i: Int32 = 0
        var wanted: UnsafePointer<FcChar8>?
        while case let bound = vitrail_family_is_bound(pattern, i, &wanted), bound >= 0 {
            i += 1
            guard bound == 1 else { continue }
            var n: Int32 = 0
            var name: UnsafeMutablePointer<FcChar8>?
            while FcPatternGetString(font, FC_FAMILY, n, &name) == FcResultMatch {
                if FcStrCmpIgnoreCase(name, wanted) == 0 { return true }
                n += 1
            }
        }
        return false
    }
}

extension FontConfiguration.Candidate {
    /// Nil for what cannot be drawn at any size: bitmap fonts without colour, or patterns without a file.
    fileprivate init?(_ font: OpaquePointer?) {
        guard let font, let path = string(font, FC_FILE) else { return nil }
        var characters: OpaquePointer?
        guard FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) == FcResultMatch, let characters else {
            return nil
        }
        hasColor = bool(font, FC_COLOR)
        guard hasColor || bool(font, FC_OUTLINE) else { return nil }
        var index: Int32 = 0
        FcPatternGetInteger(font, FC_INDEX, 0, &index)
        var weight = FC_WEIGHT_REGULAR
        FcPatternGetInteger(font, FC_WEIGHT, 0, &weight)
        self.path = path
        self.index = Int(index)
        self.characters = characters
        isBold = weight >= FC_WEIGHT_DEMIBOLD
    }
}

private func string(_ pattern: OpaquePointer, _ object: String) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, 0, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
}

private func bool(_ pattern: OpaquePointer, _ object: String) -> Bool {
    var value: FcBool = 0
    return FcPatternGetBool(pattern, object, 0, &value) == FcResultMatch && value != 0
}
