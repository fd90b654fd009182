#if canImport(Glibc)
    import Glibc
#endif
import VitrailScene
import VitrailText

/// The size of a line of text in points.
struct TextSize: Equatable {
    var width: Double
    var ascent: Double
    var descent: Double
    var height: Double { ascent + descent }

    static let zero = TextSize(width: 0, ascent: 0, descent: 0)
}

/// Where a text goes: a point in device pixels, and which part of the text's box lies on it.
struct TextPlace {
    var x: Double
    var y: Double
    /// 0 left end, 0.5 middle, 1 right end of the text, along its baseline.
    var across: Double
    /// 0 top (ascent), 1 bottom (descent).
    var down: Double
    /// Radians, anticlockwise on screen, round the point.
    var rotation = 0.0
}

/// Measures text in points and sets it in device pixels.
struct Typesetter {
    /// Holds every glyph set during one plan, so that one atlas serves the whole scene.
    let frame: TextFrame
    /// Device pixels per point.
    let scale: Double

    /// Why no text can be drawn; nil when there is a font.
    func fontFailure() -> TextError? {
        do throws(TextError) {
            try frame.engine.prepare()
            return nil
        } catch {
            return error
        }
    }

    func size(_ text: String, _ font: FontStyle?) -> TextSize {
        let metrics = frame.measure(text, font: Self.font(font), scale: scale)
        return TextSize(
            width: Double(metrics.width) / scale, ascent: Double(metrics.ascent) / scale,
            descent: Double(metrics.descent) / scale)
    }

    func mark(
        _ text: String, font: FontStyle?, color: Color, at place: TextPlace, clip: PixelRect? = nil, label: String
    ) -> Mark {
        let font = Self.font(font)
        let metrics = frame.measure(text, font: font, scale: scale)
        // From the baseline's left end to the anchored part, turned, and taken off the point.
        let dx = place.across * Double(metrics.width)
        let dy = -Double(metrics.ascent) + place.down * Double(metrics.lineHeight)
        let x = place.x - (dx * cos(place.rotation) + dy * sin(place.rotation))
        let y = place.y - (dy * cos(place.rotation) - dx * sin(place.rotation))
        let run = frame.run(
            text, font: font, scale: scale, origin: PlotPoint(x: Float(x), y: Float(y)),
            rotation: Float(place.rotation), color: color)
        return Mark(.glyphs(run), clip: clip, label: label)
    }

    /// A text over a box of `background`, when that can be seen.
    func boxed(
        _ text: String, font: FontStyle?, color: Color, background: Color, at place: TextPlace, clip: PixelRect? = nil,
        label: String
    ) -> [Mark] {
        let text = mark(text, font: font, color: color, at: place, clip: clip, label: label)
        guard background.alpha > 0, place.rotation == 0, case .glyphs(let run) = text.shape else { return [text] }
        let metrics = frame.measure(run.source.text, font: Self.font(font), scale: scale)
        let pad = Float(Self.boxPadding * scale)
        let rect = PlotRect(
            minX: (run.source.origin.x - pad).rounded(), minY: (run.source.origin.y - metrics.ascent - pad / 2).rounded(),
            maxX: (run.source.origin.x + metrics.width + pad).rounded(),
            maxY: (run.source.origin.y + metrics.descent + pad / 2).rounded())
        let box = RectBatch(items: [RectBatch.Item(rect: rect, fill: background)])
        return [Mark(.rects(box), clip: clip, label: label + " box"), text]
    }

    /// Points between a text and the sides of its box.
    private static let boxPadding = 4.0

    static func font(_ style: FontStyle?) -> Font {
        Font(family: style?.family ?? "", size: style?.size ?? 11, isBold: style?.isBold ?? false)
    }
}
