import CText

/// An added folder of fonts.
struct FontSource {
    var path: String
    /// The files that may be opened in it. `nil`: all.
    var files: [String]?
}

/// The fonts of the machine and of added directories, in a separate fontconfig configuration instead of the process's.
///
/// Opening it costs 3–7 ms. It is opened only when a family is requested by name or another font must supply a glyph.
final class FontConfiguration {
    /// A font file that may be opened. Candidates are in fontconfig's order of preference.
    struct Candidate {
        let path: String
        let index: Int
        let isBold: Bool
        let hasColor: Bool
        /// The `Candidates` object that contains this candidate owns it.
        fileprivate let characters: OpaquePointer

        /// Whether fontconfig lists a glyph for the scalar; does not open the font.
        func claims(_ scalar: Unicode.Scalar) -> Bool {
            FcCharSetHasChar(characters, scalar.value) != 0
        }
    }

    /// An ordered list of fonts; owns the memory that its elements point into.
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
    ///   - usesSystem: whether the machine's configuration and fonts are included.
    ///   - directories: folders to search, including all subfolders.
    init(usesSystem: Bool, directories: [FontSource]) throws(TextError) {
        guard let config = usesSystem ? Self.openSystem() : FcConfigCreate() else {
            throw .library(name: "fontconfig", code: 0)
        }
        self.config = config
        for directory in directories { addDirectory(directory) }
    }

    deinit { FcConfigDestroy(config) }

    /// Opens the machine's configuration. Without one, uses the usual folders, which avoids fontconfig's warning on
    /// standard error.
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

    /// Returns every usable font, best first, for a family and weight. The language is fixed, so that the order does
    /// not depend on the locale.
    func candidates(families: [String], isBold: Bool) -> Candidates {
        let pattern = makePattern(families: families, isBold: isBold)
        defer { FcPatternDestroy(pattern) }
        var result = FcResultMatch
        return Candidates(FcFontSort(config, pattern, 0, nil, &result))
    }

    /// Returns the best font for a family. `nil`: the best font has neither this family nor an equivalent one.
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

    /// Generic names, which any font satisfies.
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
        // Select named instances instead of a variable weight range, because FreeType and HarfBuzz need an instance.
        FcPatternAddBool(pattern, FC_VARIABLE, 0)
        FcConfigSubstitute(config, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        return pattern
    }

    /// Whether one of the font's names is bound strongly in the pattern: the requested family or an equivalent alias
    /// (such as `Arial` and its metric equivalents), not just a preferred substitute.
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
    /// `nil`: a font that cannot be drawn at every size (a bitmap font without colour), or a pattern without a file.
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
