import VitrailScene
import VitrailSystem

/// The state that a text engine protects with its lock: fonts, shaped texts, glyph images.
final class TextState {
    /// Maximum number of glyphs per generation of the shape cache: about 10⁴ labels, 8 MB.
    private static let shapeCacheLimit = 1 << 18

    private let library: FontLibrary
    private let shaper = TextShaper()
    private var missing = MissingGlyphs()
    private var shapes = GenerationalCache<ShapeKey, ShapedText>(limit: shapeCacheLimit) { $0.weight }
    private var stores: [UInt64: GlyphStore] = [:]
    /// The store for new frames.
    private var current = GlyphStore()
    /// New notices since the last `takeNotices`.
    private var notices: [TextNotice] = []
    private var noticed: Set<TextNotice> = []
    private var toldFamilies = 0

    init(usesSystem: Bool) {
        library = FontLibrary(usesSystem: usesSystem)
        stores[current.id] = current
    }

    var missingGlyphs: [Unicode.Scalar] { missing.scalars }
    var missingFamilies: [String] { library.missingFamilies.map(\.family) }
    var droppedGlyphs: Int { stores.values.reduce(0) { $0 + $1.droppedCount } }

    func takeNotices() -> [TextNotice] {
        if notices.isEmpty { return notices }
        defer { notices = [] }
        return notices
    }

    private func note(_ notice: TextNotice) {
        if noticed.insert(notice).inserted { notices.append(notice) }
    }

    func addDirectory(_ source: FontSource) {
        library.addDirectory(source)
        missing.removeAll()
        noticed.removeAll()
        toldFamilies = 0
    }

    // MARK: Frames

    /// Returns the store for a new frame; a new store if the current one is worn.
    func openFrame() -> UInt64 {
        if current.isWorn { replaceCurrent() }
        current.openFrames += 1
        return current.id
    }

    /// Closes a frame. A store without frames is released unless it is the current one.
    func closeFrame(_ id: UInt64) {
        guard let store = stores[id] else { return }
        store.openFrames -= 1
        if store.openFrames == 0 && store !== current { stores[id] = nil }
    }

    private func replaceCurrent() {
        if current.openFrames == 0 { stores[current.id] = nil }
        current = GlyphStore()
        stores[current.id] = current
    }

    func atlas(_ id: UInt64) -> GlyphAtlas { stores[id]?.snapshot ?? .empty }

    // MARK: Text

    func stack(_ font: Font) throws(TextError) -> FontStack {
        let stack = try library.stack(font)
        while toldFamilies < library.missingFamilies.count {
            let (family, used) = library.missingFamilies[toldFamilies]
            note(.missingFamily(family, used: used))
            toldFamilies += 1
        }
        return stack
    }

    /// Returns the stack for a font; a thrown error counts as reported.
    func prepare(_ font: Font) throws(TextError) -> FontStack {
        do throws(TextError) {
            return try stack(font)
        } catch {
            noticed.insert(.failure(error))
            throw error
        }
    }

    /// Returns the stack for a font. `nil`: no font is installed; this adds a notice.
    private func stackOrNotice(_ font: Font) -> FontStack? {
        do throws(TextError) {
            return try stack(font)
        } catch {
            note(.failure(error))
            return nil
        }
    }

    func measure(_ text: String, font: Font, scale: Double) -> TextMetrics {
        guard let stack = stackOrNotice(font), !WorkLimit.isReached else {
            return TextMetrics(width: 0, ascent: 0, descent: 0)
        }
        let em = GlyphStyle(size: font.size * scale, rotation: 0).pixels
        let face = library.faces[stack.primary]
        return TextMetrics(
            width: Float(shaped(text, stack).width * em), ascent: Float(face.ascent * em),
            descent: Float(face.descent * em))
    }

    private func shaped(_ text: String, _ stack: FontStack) -> ShapedText {
        let key = ShapeKey(text: text, stack: stack.id)
        if let known = shapes.value(for: key) { return known }
        let scalars = TextShaper.line(text)
        let itemizer = TextItemizer(scalars, stack: stack, library: library)
        for scalar in itemizer.missing where missing.insert(scalar) { note(.missingGlyph(scalar)) }
        let result = shaper.shape(
            itemizer.items, of: scalars, faces: library.faces, hasTabularDigits: stack.hasTabularDigits)
        result.missing = itemizer.missing
        // Longer texts are shaped again each time instead of cached, because the size of their key is unbounded.
        if text.utf8.count <= 4 * TextShaper.maximumLength { shapes.insert(result, for: key) }
        return result
    }

    /// - Parameter told: receives all notices of this text, including ones that were reported before.
    func run(
        _ text: String, font: Font, scale: Double, origin: PlotPoint, rotation: Float, color: Color, store id: UInt64,
        told: inout [TextNotice]
    ) -> GlyphRun {
        let style = GlyphStyle(size: font.size * scale, rotation: rotation)
        var source = TextSource(
            text: text, family: font.family, isBold: font.isBold, size: Float(style.pixels), origin: origin, width: 0,
            rotation: style.rotation, hasTabularDigits: font.hasTabularDigits)
        guard let stack = stackOrNotice(font), let store = stores[id], !WorkLimit.isReached else {
            return GlyphRun(glyphs: [], color: color, source: source)
        }
        let shaped = shaped(text, stack)
        source.family = stack.family
        source.width = Float(shaped.width * style.pixels)
        if let family = stack.missingFamily { told.append(.missingFamily(family, used: stack.family)) }
        for scalar in shaped.missing { told.append(.missingGlyph(scalar)) }
        var isFull = false
        let glyphs = position(of: shaped, style: style, origin: origin, store: store, isFull: &isFull)
        if isFull {
            note(.atlasFull)
            told.append(.atlasFull)
        }
        return GlyphRun(glyphs: glyphs, color: color, source: source)
    }

    private func position(
        of shaped: ShapedText, style: GlyphStyle, origin: PlotPoint, store: GlyphStore, isFull: inout Bool
    ) -> [PlacedGlyph] {
        var glyphs: [PlacedGlyph] = []
        guard let layout = GlyphLayout(style: style, origin: origin) else { return glyphs }
        glyphs.reserveCapacity(shaped.glyphs.count)
        let number = store.number(of: style)
        for glyph in shaped.glyphs {
            guard let (x, y, phase) = layout.position(x: glyph.x, y: glyph.y) else { continue }
            let isLeftOut = store.append(
                glyph.glyph, of: library.faces[Int(glyph.face)], faceIndex: glyph.face, style: style,
                number: number, phase: phase, x: x, y: y, to: &glyphs)
            if isLeftOut { isFull = true }
        }
        return glyphs
    }
}
