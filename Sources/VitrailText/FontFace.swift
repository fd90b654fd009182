import CText

/// A FreeType library handle. Closing it closes all its faces, so each face retains it.
final class FreeType {
    let handle: FT_Library

    init() throws(TextError) {
        var handle: FT_Library?
        let code = FT_Init_FreeType(&handle)
        guard code == 0, let handle else { throw .library(name: "FreeType", code: Int(code)) }
        self.handle = handle
    }

    deinit { FT_Done_FreeType(handle) }
}

/// One face of a font file, opened in FreeType and HarfBuzz over the same mapped bytes.
final class FontFace {
    /// Identifies a face.
    struct Key: Hashable {
        var path: String
        /// Face number in the file; the upper 16 bits are the 1-based instance of a variable font.
        var index: Int
        /// Whether outlines are thickened, because bold was requested and the face is not bold.
        var isEmboldened: Bool
    }

    /// The amount that emboldening adds to stems and advances, in ems (FreeType's value).
    static let emboldening = 1.0 / 24

    let key: Key
    let freetype: FT_Face
    private let library: FreeType
    /// The font's scale makes one em equal to `unitsPerEm`.
    let harfbuzz: OpaquePointer
    let unitsPerEm: Double
    let isScalable: Bool
    let hasColor: Bool
    /// In ems, ≥ 0.
    let ascent: Double
    let descent: Double
    /// The em size that FreeType is set to, in 1/64 pixel; 0: not set.
    var currentSize: Int32 = 0

    init(_ key: Key, library: FreeType) throws(TextError) {
        guard let blob = hb_blob_create_from_file_or_fail(key.path) else {
            throw .unreadableFont(path: key.path, code: 0)
        }
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        let bytes = hb_blob_get_data(blob, &length)
        let memory = UnsafeRawPointer(bytes)?.assumingMemoryBound(to: FT_Byte.self)
        var face: FT_Face?
        let code = FT_New_Memory_Face(library.handle, memory, FT_Long(length), FT_Long(key.index), &face)
        guard code == 0, let face else { throw .unreadableFont(path: key.path, code: Int(code)) }

        let shared = hb_face_create(blob, UInt32(key.index & 0xFFFF))
        defer { hb_face_destroy(shared) }
        guard let font = hb_font_create(shared) else {
            FT_Done_Face(face)
            throw .unreadableFont(path: key.path, code: 0)
        }
        if key.index >> 16 > 0 { hb_font_set_var_named_instance(font, UInt32(key.index >> 16) - 1) }
        let em = Double(max(1, hb_face_get_upem(shared)))
        var extents = hb_font_extents_t()
        hb_font_get_extents_for_direction(font, HB_DIRECTION_LTR, &extents)

        self.key = key
        self.library = library
        freetype = face
        harfbuzz = font
        unitsPerEm = em
        isScalable = vitrail_face_is_scalable(face) != 0
        hasColor = vitrail_face_has_color(face) != 0
        ascent = max(0, Double(extents.ascender) / em)
        descent = max(0, Double(-extents.descender) / em)
    }

    deinit {
        // The FreeType face uses memory that the HarfBuzz font owns, so it is closed first.
        FT_Done_Face(freetype)
        hb_font_destroy(harfbuzz)
    }

    /// Whether the face itself has a glyph for a scalar.
    func covers(_ scalar: Unicode.Scalar) -> Bool {
        var glyph: hb_codepoint_t = 0
        return hb_font_get_nominal_glyph(harfbuzz, scalar.value, &glyph) != 0
    }
}
