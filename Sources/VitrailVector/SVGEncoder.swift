public import VitrailScene
import VitrailSystem

/// Writes a Scene as an SVG document.
///
/// ```
///         ┌ polyline, area, rects, discs, sectors ─► path, rect, circle ─┐
///  Scene ─┤ glyphs ─► text              field ─► path ───────────────────┼─► layers, clips, defs ─► bytes
///         │ image, large field ─────────┐                                │
///         └ marks too large ─ rasterize ┴─► PNG ─► image ────────────────┘
/// ```
///
/// The document uses SVG 1.1, so that browsers, editors and converters can read it. The few SVG 2 properties
/// (`image-rendering: pixelated`) are optional. One user unit of the `viewBox` is a device pixel; `width` and `height`
/// are in points. The picture therefore has the same size at any scale, and its lines have the same positions as in the
/// pixel image. Equal scenes give equal bytes.
///
/// Differences from the pixel image:
/// - Text is text: the viewer draws it, with the family of the run if the viewer has it, and always at the run's width.
/// - SVG interpolates straight alpha. Gradients between colours of different alpha are written with more stops; the
///   remaining error is below 1/255.
/// - Where three pie slices meet in one pixel, and where two translucent slices of different alpha meet, their edges
///   are composited over each other instead of added.
/// - Where the last segment of a line is shorter than half the width, the round join extends beyond the butt end of the
///   line. In a viewer it does not.
/// - Edges of images are antialiased if they are between pixels.
///
/// The encoder does not draw, decode or compress images, and does not read fonts. Closures provide PNG bytes and the
/// images of large marks.
public enum SVGEncoder {
    /// Writes every mark as shapes, except images and fields that are too large by `options.policy`. Hooks are omitted
    /// and noted.
    ///
    /// - Parameters:
    ///   - scene: with a side below 1, the picture is empty.
    ///   - png: encodes an image as PNG.
    /// - Throws: errors of `png`.
    public static func encode<Failure: Error>(
        _ scene: Scene, options: SVGOptions = SVGOptions(), png: (PixelImage) throws(Failure) -> [UInt8]
    ) throws(Failure) -> SVGDocument {
        var writer = SceneWriter(scene: scene, options: options)
        for layer in scene.layers {
            try writer.write(layer.kind, layer.marks.map { .mark($0) }, png: png)
        }
        return writer.document()
    }

    /// Writes the scene as shapes; rasterises the marks that are too large by `options.policy`.
    ///
    /// - Parameter rasterize: draws a scene on a transparent background. The scene contains only the marks that become
    ///   one image.
    /// - Throws: errors of the closures; `WorkLimit` errors if the task is cancelled or the deadline has passed.
    public nonisolated(nonsending) static func encode(
        _ scene: Scene, options: SVGOptions = SVGOptions(), png: (PixelImage) throws -> [UInt8],
        rasterize: nonisolated(nonsending) (Scene) async throws -> PixelImage
    ) async throws -> SVGDocument {
        var writer = SceneWriter(scene: scene, options: options)
        for layer in scene.layers {
            var parts: [ScenePart] = []
            for part in Rasterization(options: options).parts(of: layer) {
                try WorkLimit.check()
                guard case .marks(let marks) = part else {
                    parts.append(part)
                    continue
                }
                var only = scene
                only.background = .clear
                only.layers = [Layer(layer.kind, marks: marks)]
                parts.append(.picture(try await rasterize(only), label: marks[0].label))
            }
            try WorkLimit.check()
            try writer.write(layer.kind, parts, png: png)
        }
        try WorkLimit.check()
        return writer.document()
    }
}

/// An SVG file.
public struct SVGDocument: Sendable, Equatable {
    /// UTF-8.
    public var bytes: [UInt8]
    /// The omitted items with reasons, one sentence each.
    public var notes: [String]

    public init(bytes: [UInt8], notes: [String] = []) {
        self.bytes = bytes
        self.notes = notes
    }
}
