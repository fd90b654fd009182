import Synchronization
public import VitrailScene

/// Runs for one image, all valid with one atlas.
///
/// Glyph images keep their positions for the lifetime of the frame. Frames share their glyph images. When these fill
/// half of the largest atlas, new frames start with an empty one (a new atlas id), and the last frame that uses the old
/// one releases it. Any number of threads can therefore render for any length of time, and no run refers to released
/// pixels:
/// ```swift
/// let text = TextEngine.shared.frame()
/// let runs = labels.map { text.run($0, font: font, scale: scale, origin: …, color: .black) }
/// scene.atlas = text.atlas()
/// ```
/// A frame holds at most 4096² pixels of coverage and as many of colour. Further glyphs are omitted, counted in
/// `TextEngine.droppedGlyphs` and reported in `warnings`.
public final class TextFrame: Sendable {
    public let engine: TextEngine
    private let store: UInt64
    private let notices = Mutex<[TextNotice]>([])

    init(engine: TextEngine, store: UInt64) {
        self.engine = engine
        self.store = store
    }

    deinit { engine.close(store) }

    /// See `TextEngine.measure`.
    public func measure(_ text: String, font: Font, scale: Double) -> TextMetrics {
        engine.measure(text, font: font, scale: scale, inFrame: true)
    }

    /// See `TextEngine.run`.
    public func run(
        _ text: String, font: Font, scale: Double, origin: PlotPoint, rotation: Float = 0, color: Color
    ) -> GlyphRun {
        let (run, told) = engine.run(
            text, font: font, scale: scale, origin: origin, rotation: rotation, color: color, store: store,
            inFrame: true)
        if !told.isEmpty {
            notices.withLock { notices in
                for notice in told where !notices.contains(notice) { notices.append(notice) }
            }
        }
        return run
    }

    /// Problems of the frame's runs so far, as sentences: missing fonts, missing glyphs, glyphs that did not fit into
    /// the atlas.
    ///
    /// The same runs give the same sentences, independent of other frames. They are not printed on standard error.
    public var warnings: [String] { TextNotice.sentences(notices.withLock { $0 }) }

    /// Returns the pixels of all runs of this frame so far, possibly with others; equal to the previous atlas if no
    /// glyph was added.
    public func atlas() -> GlyphAtlas { engine.atlas(store) }
}
