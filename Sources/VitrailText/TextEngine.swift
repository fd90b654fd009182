import Synchronization
public import VitrailScene

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Text to glyphs: FreeType, HarfBuzz and fontconfig behind one lock.
///
/// ```
/// text ─ clusters ─ bidi levels, scripts, faces ─ items ─ HarfBuzz ─ ShapedText (ems, cached) ─┬─ measure
///        UAX #29    UAX #9, #24, fontconfig                                                    └─ pictures ─ GlyphRun, GlyphAtlas
/// ```
/// Text is a single line; control characters are drawn as spaces, what is longer than 10⁴ scalars is cut and ends in an ellipsis.
/// Outlines are not hinted, so text keeps its proportions at any scale. A glyph that no font has is drawn as the font's own box
/// (`.notdef`) and reported.
///
/// Does not break lines, justify, hyphenate, set vertical text, obey explicit bidi embeddings, or draw SVG and COLRv1 glyphs.
///
/// Safe from any thread. Everything found is kept, so one engine per process is best: `shared`.
public final class TextEngine: Sendable {
    public static let shared = TextEngine()

    private let state: Mutex<TextState>
    private let onMissingGlyph: (@Sendable (Unicode.Scalar) -> Void)?
    /// Of runs that were made outside any frame.
    private let looseStore: UInt64

    /// Opens no font yet.
    ///
    /// - Parameters:
    ///   - fontDirectories: searched like the system's own, subdirectories included. One that cannot be read is told on standard error;
    ///     `addFontDirectory` throws instead.
    ///   - onMissingGlyph: called once for each scalar that no font has, outside the engine's lock, on the thread that asked for
    ///     the text. Without it one line goes to standard error, as it does for everything else that is worth knowing.
    public convenience init(
        fontDirectories: [String] = [], onMissingGlyph: (@Sendable (Unicode.Scalar) -> Void)? = nil
    ) {
        self.init(usesSystem: true, fontDirectories: fontDirectories, onMissingGlyph: onMissingGlyph)
    }

    /// - Parameter usesSystem: false = the machine's own fonts and configuration stay out.
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

    /// Adds fonts for all texts from now on. Families that were missing are looked for again.
    ///
    /// - Parameter path: searched with its subdirectories, 32 levels deep. Only regular files are opened.
    /// - Throws: `TextError.unreadableFontDirectory`, also for a folder with more than 50,000 entries.
    public func addFontDirectory(_ path: String) throws(TextError) {
        let folder = try FontFolder(path)
        state.withLock { $0.addDirectory(FontSource(path: path, files: folder.isPlain ? nil : folder.files)) }
    }

    /// Finds the font's file, so that its absence is an error here and not an empty run later. What is thrown here is not told on
    /// standard error later.
    ///
    /// - Returns: the family that is drawn; another than asked for when that is not installed.
    @discardableResult
    public func prepare(_ font: Font = Font(size: 12)) throws(TextError) -> String {
        let (family, notices) = try state.withLock { state throws(TextError) in
            (try state.prepare(font).family, state.takeNotices())
        }
        announce(notices)
        return family
    }

    /// The size of a line of text in device pixels. Zero when there is no font at all, which is told once on standard error.
    ///
    /// - Parameter scale: device pixels per point.
    /// - Complexity: O(length) for a text of late, otherwise shaping: some µs.
    public func measure(_ text: String, font: Font, scale: Double) -> TextMetrics {
        measure(text, font: font, scale: scale, inFrame: false)
    }

    /// Glyphs in their places. Valid with any later `atlas()`.
    ///
    /// Runs made here, outside a frame, keep their pictures for the engine's life; a program that makes pictures without end uses
    /// `frame()`.
    ///
    /// - Parameters:
    ///   - scale: device pixels per point.
    ///   - origin: left end of the baseline in device pixels, also for right-to-left text. Horizontal text is moved to the nearest
    ///     quarter pixel across and the nearest whole pixel down, turned text to quarters in both. An origin that is not finite draws
    ///     nothing.
    ///   - rotation: radians round `origin`, anticlockwise on screen.
    ///   - color: coverage is painted with it; colour glyphs take its alpha only.
    public func run(
        _ text: String, font: Font, scale: Double, origin: PlotPoint, rotation: Float = 0, color: Color
    ) -> GlyphRun {
        run(
            text, font: font, scale: scale, origin: origin, rotation: rotation, color: color, store: looseStore, inFrame: false
        ).run
    }

    /// The pixels of all runs made up to now outside frames; equal to the last one when no new glyph came in.
    public func atlas() -> GlyphAtlas { atlas(looseStore) }

    /// Starts a picture: what is taken from the frame is valid with the frame's atlas.
    public func frame() -> TextFrame {
        TextFrame(engine: self, store: state.withLock { $0.openFrame() })
    }

    /// Scalars that no font has, each once, in the order they were met.
    public var missingGlyphs: [Unicode.Scalar] { state.withLock { $0.missingGlyphs } }

    /// Families that were asked for and are not installed, each once, in the order they were met, 256 at most.
    public var missingFamilies: [String] { state.withLock { $0.missingFamilies } }

    /// Glyph pictures that found no room in the atlases now in use; 0 unless a single frame is larger than the largest atlas.
    public var droppedGlyphs: Int { state.withLock { $0.droppedGlyphs } }

    /// - Parameter inFrame: whether a frame collects what is wrong with its texts: then only a missing font is printed.
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

// MARK: What frames use

extension TextEngine {
    func measure(_ text: String, font: Font, scale: Double, inFrame: Bool) -> TextMetrics {
        let (metrics, notices) = state.withLock {
            ($0.measure(text, font: font, scale: scale), $0.takeNotices())
        }
        announce(notices, inFrame: inFrame)
        return metrics
    }

    /// - Returns: the run, and what is wrong with this text, whatever was drawn before.
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
