import Synchronization
public import VitrailScene

/// Runs for one picture, all valid with one atlas.
///
/// Glyph pictures of a frame stay where they are for as long as the frame lives. Frames share their pictures with one another; when
/// those fill half of the largest atlas, new frames start on an empty one (a new atlas id), and the old one goes with the last frame
/// that uses it. So any number of threads may make pictures for any length of time, and no run ever names pixels that are gone:
/// ```swift
/// let text = TextEngine.shared.frame()
/// let runs = labels.map { text.run($0, font: font, scale: scale, origin: …, color: .black) }
/// scene.atlas = text.atlas()
/// ```
/// A single frame holds at most 4096² pixels of coverage and as many of colour. Glyphs beyond that are left out, counted in
/// `TextEngine.droppedGlyphs` and named in `warnings`.
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
            text, font: font, scale: scale, origin: origin, rotation: rotation, color: color, store: store, inFrame: true)
        if !told.isEmpty {
            notices.withLock { notices in
                for notice in told where !notices.contains(notice) { notices.append(notice) }
            }
        }
        return run
    }

    /// What is wrong with the frame's runs up to now, in sentences: missing fonts, missing glyphs, glyphs that found no room in the atlas.
    ///
    /// The same runs give the same sentences, whatever other frames have drawn. They are not printed on standard error.
    public var warnings: [String] { TextNotice.sentences(notices.withLock { $0 }) }

    /// The pixels of all runs of this frame up to now, and maybe others; equal to the last one when no new glyph came in.
    public func atlas() -> GlyphAtlas { engine.atlas(store) }
}
