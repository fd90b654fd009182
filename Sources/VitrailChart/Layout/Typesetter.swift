import VitrailScene
import VitrailText

#if canImport(Glibc)
    import Glibc
#endif

/// Size of a line of text in points.
struct TextSize: Equatable {
    var width: Double
    var ascent: Double
    var descent: Double
    var height: Double { ascent + descent }

    static let zero = TextSize(width: 0, ascent: 0, descent: 0)
}

/// Position of a text: a point in device pixels, and the part of the text's box at that point.
struct TextAnchor {
    var x: Double
    var y: Double
    /// 0 left end, 0.5 middle, 1 right end of the text, along its baseline.
    var across: Double
    /// 0 top (ascent), 1 bottom (descent).
    var down: Double
    /// Radians, anticlockwise on screen, around the point.
    var rotation = 0.0
}

/// Measures text in points and sets it in device pixels.
struct Typesetter {
    /// Holds every glyph set during one plan, so that one atlas serves the whole scene.
    let frame: TextFrame
    /// Device pixels per point.
    let scale: Double

    /// Reason why no text can be drawn. `nil`: a font is available.
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

    /// A line of text with its part (`across`, `down`) at a position.
    func mark(
        _ text: String, font: FontStyle?, color: Color, at position: TextAnchor, clip: PixelRect? = nil, label: String
    ) -> Mark {
        let metrics = frame.measure(text, font: Self.font(font), scale: scale)
        let box = TurnedFrame(position, width: Double(metrics.width), height: Double(metrics.lineHeight))
        return mark(
            text, font: font, color: color, baseline: box.point(0, Double(metrics.ascent)), rotation: position.rotation,
            clip: clip,
            label: label)
    }

    /// A line of text, positioned by the left end of its baseline.
    func mark(
        _ text: String, font: FontStyle?, color: Color, baseline: (x: Double, y: Double), rotation: Double,
        clip: PixelRect?,
        label: String
    ) -> Mark {
        let run = frame.run(
            text, font: Self.font(font), scale: scale, origin: PlotPoint(x: Float(baseline.x), y: Float(baseline.y)),
            rotation: Float(rotation), color: color)
        return Mark(.glyphs(run), clip: clip, label: label)
    }

    /// A text of one or more lines over a box of `background`, if that is visible.
    func boxed(
        _ text: String, font: FontStyle?, color: Color, background: Color, at position: TextAnchor,
        clip: PixelRect? = nil,
        label: String
    ) -> [Mark] {
        TextBlock(text, font, self).marks(
            at: position, TextBlock.ResolvedStyle(color: color, background: background, clip: clip, label: label), self)
    }

    /// Font size in points without a style.
    static let defaultSize = 11.0

    static func font(_ style: FontStyle?) -> Font {
        Font(
            family: style?.family ?? "", size: style?.size ?? defaultSize, isBold: style?.isBold ?? false,
            hasTabularDigits: style?.hasTabularDigits ?? false)
    }
}
