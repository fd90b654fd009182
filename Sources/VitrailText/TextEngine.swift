import Synchronization
public import VitrailScene

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Converts text to glyphs with FreeType, HarfBuzz and fontconfig, behind one lock.
///
/// ```
/// text ─ clusters ─ bidi levels, scripts, faces ─ items ─ HarfBuzz ─ ShapedText ─┬─ measure
///        UAX #29    UAX #9, #24, fontconfig                          ems, cached └─ pictures ─ GlyphRun, GlyphAtlas
/// ```
/// Text is a single line. Control characters are drawn as spaces; text beyond 10⁴ scalars is replaced by an ellipsis.
/// Outlines are not hinted, so text keeps its proportions at any scale. A glyph that no font has is drawn as the font's
/// box (`.notdef`) and reported.
///
/// The engine does not break lines, justify, hyphenate, set vertical text, or draw SVG and COLRv1 glyphs.
///
/// Thread-safe. All fonts and glyph images are kept, so a process should use one engine: `shared`.
public final class TextEngine: Sendable {
    public static let shared = TextEngine()

    private let state: Mutex<TextState>
    private let onMissingGlyph: (@Sendable (Unicode.Scalar) -> Void)?
    /// The store for runs outside frames.
    private let looseStore: UInt64

    /// Creates an engine without opening a font.
    ///
    /// - Parameters:
    ///   - fontDirectories: additional font folders, searched including subfolders. A folder that cannot be read is
    ///     reported on standard error; `addFontDirectory` throws instead.
    ///   - onMissingGlyph: called once for each scalar that no font has, outside the engine's lock, on the thread that
    ///     requested the text. `nil`: one line on standard error, as for all other notices.
    public convenience init(
        fontDirectories: [String] = [], onMissingGlyph: (@Sendable (Unicode.Scalar) -> Void)? = nil
    ) {
        self.init(usesSystem: true, fontDirectories: fontDirectories, onMissingGlyph: onMissingGlyph)
    }

    /// - Parameter usesSystem: if false, the machine's fonts and configuration are not used.
    init(
        usesSystem: Bool, fontDirectories: [String] = [],
        onMissingGlyph: (@Sendable (Unicode.Scalar) -> Void)? = nil
    ) {
        self.onMissingGlyph = onMissingGlyph
        state = Mutex(TextState(usesSystem: usesSystem))
        looseStore = state.withLock { $0.openFrame() }
        for directory in fontDirectories {
            do throws(TextError) {
                try addFontDirectory(directory)
            } catch {
                TextNotice.failure(error).print()
            }
        }
    }

    /// Adds fonts for all later texts. Missing families are looked up again.
    ///
    /// - Parameter path: folder to search, including subfolders up to 32 levels deep. Only regular files are opened.
    /// - Throws: `TextError.unreadableFontDirectory`, also for a folder with more than 50,000 entries.
    public func addFontDirectory(_ path: String) throws(TextError) {
        let folder = try FontFolder(path)
        state.withLock { $0.addDirectory(FontSource(path: path, files: folder.isPlain ? nil : folder.files)) }
    }

    /// Looks up the font's file, so that a missing font is an error here instead of an empty run later. An error thrown
    /// here is not reported on standard error again.
    ///
    /// - Returns: the family in use; it differs from the requested one if that is not installed.
    @discardableResult
    public func prepare(_ font: Font = Font(size: 12)) throws(TextError) -> String {
        let (family, notices) = try state.withLock { state throws(TextError) in
            (try state.prepare(font).family, state.takeNotices())
        }
        announce(notices)
        return family
    }

    /// Returns the size of a line of text in device pixels; zero if no font is installed, which is reported once on
    /// standard error.
    ///
    /// - Parameter scale: device pixels per point.
    /// - Complexity: O(length) for a recently used text, otherwise shaping: a few µs.
    public func measure(_ text: String, font: Font, scale: Double) -> TextMetrics {
        measure(text, font: font, scale: scale, inFrame: false)
    }

    /// Returns positioned glyphs. They are valid with any later `atlas()`.
    ///
    /// Runs outside a frame keep their glyph images for the lifetime of the engine. A program that renders continuously
    /// uses `frame()`.
    ///
    /// - Parameters:
    ///   - scale: device pixels per point.
    ///   - origin: left end of the baseline in device pixels, also for right-to-left text. Horizontal text is moved to
    ///     the nearest quarter pixel in x and the nearest whole pixel in y, rotated text to quarter pixels in both. If
    ///     the origin is not finite, the run is empty.
    ///   - rotation: in radians around `origin`, anticlockwise on screen.
    ///   - color: colour of the text; colour glyphs use only its alpha.
    public func run(
        _ text: String, font: Font, scale: Double, origin: PlotPoint, rotation: Float = 0, color: Color
    ) -> GlyphRun {
        run(
            text, font: font, scale: scale, origin: origin, rotation: rotation, color: color, store: looseStore,
            inFrame: false
        ).run
    }

    /// Returns the pixels of all runs made so far outside frames; equal to the previous atlas if no glyph was added.
    public func atlas() -> GlyphAtlas { atlas(looseStore) }

    /// Starts an image: runs of the frame are valid with the frame's atlas.
    public func frame() -> TextFrame {
        TextFrame(engine: self, store: state.withLock { $0.openFrame() })
    }

    /// Scalars that no font has, each once, in order of first occurrence.
    public var missingGlyphs: [Unicode.Scalar] { state.withLock { $0.missingGlyphs } }

    /// Requested families that are not installed, each once, in order of first occurrence, at most 256.
    public var missingFamilies: [String] { state.withLock { $0.missingFamilies } }

    /// Number of glyph images that did not fit into the current atlases; 0 unless a single frame exceeds the largest
    /// atlas.
    public var droppedGlyphs: Int { state.withLock { $0.droppedGlyphs } }

    /// - Parameter inFrame: whether a frame collects the notices of its texts; then only errors are printed.
    private func announce(_ notices: [TextNotice], inFrame: Bool = false) {
        for notice in notices {
            switch notice {
            case .missingGlyph(let scalar) where onMissingGlyph != nil: onMissingGlyph?(scalar)
            case .missingGlyph, .missingFamily, .atlasFull: if !inFrame { notice.print() }
            case .failure: notice.print()
            }
        }
    }
}

// MARK: For frames

extension TextEngine {
    func measure(_ text: String, font: Font, scale: Double, inFrame: Bool) -> TextMetrics {
        let (metrics, notices) = state.withLock {
            ($0.measure(text, font: font, scale: scale), $0.takeNotices())
        }
        announce(notices, inFrame: inFrame)
        return metrics
    }

    /// - Returns: the run, and all notices of this text, including ones that were reported before.
    func run(
        _ text: String, font: Font, scale: Double, origin: PlotPoint, rotation: Float, color: Color, store: UInt64,
        inFrame: Bool
    ) -> (run: GlyphRun, told: [TextNotice]) {
        var told: [TextNotice] = []
        let (run, notices) = state.withLock {
            (
                $0.run(
                    text, font: font, scale: scale, origin: origin, rotation: rotation, color: color,
                    store: store, told: &told), $0.takeNotices()
            )
        }
        announce(notices, inFrame: inFrame)
        return (run, told)
    }

    func atlas(_ store: UInt64) -> GlyphAtlas { state.withLock { $0.atlas(store) } }

    func close(_ store: UInt64) { state.withLock { $0.closeFrame(store) } }
}
