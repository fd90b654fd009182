public import VitrailScene

/// Writes a Scene as an SVG document.
///
/// ```
///         ┌ polyline, area, rects, discs, sectors ─► path, rect, circle ─┐
///  Scene ─┤ glyphs ─► text              field ─► path ───────────────────┼─► layers, clips, defs ─► bytes
///         │ image, large field ─────────┐                                │
///         └ marks too large ─ rasterize ┴─► PNG ─► image ────────────────┘
/// ```
///
/// Made of SVG 1.1's words, so that browsers, editors and converters read it; the few of SVG 2 (`image-rendering: pixelated`) may be skipped
/// without harm. One user unit of the `viewBox` is a device pixel, `width` and `height` are in points, so the picture has the same size
/// at any scale, and its lines are where they are in the pixel picture. The same scene gives the same bytes.
///
/// What differs from the pixel picture:
/// - Text is text: drawn by the viewer, with the family that the run was shaped with if the viewer has it, at the run's width in any case.
/// - Gradients between colours of different alpha, which SVG interpolates straight, are written with more stops; the rest is below 1/255.
/// - Where three slices of a pie meet in one pixel, and where two translucent ones of different alpha meet, their edges are composited one
///   over the other instead of adding up.
/// - A line's round join reaches past the butt end of the line where the last segment is shorter than half the width; a viewer's does not.
/// - The edges of an image that lie between pixels are antialiased.
///
/// Does not: draw, decode, compress pictures, read fonts. PNG bytes and pictures of large marks come from closures.
public enum SVGEncoder {
    /// Every mark as shapes, but images, and fields that `options.policy` says are too much for them. Hooks are left out, and noted.
    ///
    /// - Parameters:
    ///   - scene: a side below 1 makes an empty picture.
    ///   - png: a picture as the bytes of a PNG file.
    /// - Throws: what `png` throws.
    public static func encode<Failure: Error>(
        _ scene: Scene, options: SVGOptions = SVGOptions(), png: (PixelImage) throws(Failure) -> [UInt8]
    ) throws(Failure) -> SVGDocument {
        var writer = SceneWriter(scene: scene, options: options)
        for layer in scene.layers {
            try writer.write(layer.kind, layer.marks.map { .mark($0) }, png: png)
        }
        return writer.document()
    }

    /// The scene as shapes, and as pictures what `options.policy` says is too much for them.
    ///
    /// - Parameter rasterize: draws a scene on a transparent background. It gets the scene with nothing but the marks that become one picture.
    /// - Throws: what the closures throw.
    public nonisolated(nonsending) static func encode(
        _ scene: Scene, options: SVGOptions = SVGOptions(), png: (PixelImage) throws -> [UInt8],
        rasterize: nonisolated(nonsending) (Scene) async throws -> PixelImage
    ) async throws -> SVGDocument {
        var writer = SceneWriter(scene: scene, options: options)
        for layer in scene.layers {
            var parts: [ScenePart] = []
            for part in Rasterization(options: options).parts(of: layer) {
                guard case .marks(let marks) = part else {
                    parts.append(part)
                    continue
                }
                var only = scene
                only.background = .clear
                only.layers = [Layer(layer.kind, marks: marks)]
                parts.append(.picture(try await rasterize(only), label: marks[0].label))
            }
            try writer.write(layer.kind, parts, png: png)
        }
        return writer.document()
    }
}

/// An SVG file.
public struct SVGDocument: Sendable, Equatable {
    /// UTF-8.
    public var bytes: [UInt8]
    /// What is not in the picture, and why, one sentence each.
    public var notes: [String]

    public init(bytes: [UInt8], notes: [String] = []) {
        self.bytes = bytes
        self.notes = notes
    }
}
