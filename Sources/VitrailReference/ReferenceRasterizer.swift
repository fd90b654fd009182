public import VitrailScene

/// Draws a Scene on the CPU with exact area coverage: the reference for GPU images.
///
/// ```
///              ┌ lines, samples ─► convex pieces ─► UnionCoverage ────┐
///  Scene ─mark─┤ area, tips, discs, sectors ─► polygons ─► PolygonCoverage ─► Coverage ─┐
///              │ sharp rectangles ─► overlap products ────────────────┘                 ├─► Canvas ─► PixelImage
///              └ glyphs, image, field ─► pixel by pixel ────────────────────────────────┘
/// ```
///
/// All arithmetic is in Double. The coverage of a pixel is the area of the shape inside its square, computed rather
/// than sampled: exact for straight edges. Arcs are replaced by polygons of equal area within `Arc.sagitta` of the
/// circle, which changes a pixel by less than 0.1/255. Colours are blended as sRGB-encoded premultiplied values and
/// rounded once, at the end.
///
/// The rasteriser reads the same marks as the GPU path and shares no code with it. It does not depend on charts, tiles
/// or devices, runs no hooks, and favours correctness over speed: a chart of 600 × 400 takes a fraction of a second.
/// Memory: 33 bytes per pixel. Coordinates are exact to 1e-6 px within ±1e9 px, for radii of arcs up to 1e5 px.
public enum ReferenceRasterizer {
    /// - Parameters:
    ///   - scene: with a side below 1, the image is empty.
    ///   - quantize: rounds the canvas to 8 bits after every painted item, as an RGBA8 framebuffer does. Many faint
    ///     layers then stop short of the exact colour.
    public static func render(_ scene: Scene, quantize: Bool = false) -> ReferencePicture {
        var renderer = SceneRenderer(scene: scene, quantize: quantize)
        for layer in scene.layers {
            for mark in layer.marks { renderer.draw(mark) }
            renderer.enter(nil)
        }
        return ReferencePicture(
            image: renderer.canvas.image, isNearEdge: renderer.edges.isNearEdge, skipped: renderer.skipped)
    }
}

/// The exact image of a Scene.
public struct ReferencePicture: Sendable, Equatable {
    public var image: PixelImage
    /// For each pixel, row by row from the top: whether the edge of a shape passes through the surrounding 3 × 3
    /// pixels, that is within 1.5 px to each side. Includes hidden edges. All other pixels are interior.
    /// `InkComparison` accepts it as `edges`.
    public var isNearEdge: [Bool]
    /// The items that were not drawn, with reasons: hooks, and marks with contradictory data.
    public var skipped: [String]
}

/// The state of one render.
struct SceneRenderer {
    let atlas: GlyphAtlas
    let bounds: PixelRect
    let quantize: Bool
    var canvas: Canvas
    var edges: EdgeMap
    var skipped: [String] = []
    /// The group that is being painted on `canvas`, and the canvas below it. `nil`: no group.
    private var open: (group: FadedGroup, below: Canvas)?

    init(scene: Scene, quantize: Bool) {
        let size = PixelSize(width: max(0, scene.size.width), height: max(0, scene.size.height))
        atlas = scene.atlas
        bounds = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        self.quantize = quantize
        canvas = Canvas(size: size, background: scene.background, quantize: quantize)
        edges = EdgeMap(size: size)
    }

    mutating func draw(_ mark: Mark) {
        let clip = mark.clip.map(bounds.intersection) ?? bounds
        guard !clip.isEmpty else { return }
        if case .hook = mark.shape { enter(nil) } else { enter(mark.group) }
        switch mark.shape {
        case .polyline(let polyline): draw(polyline, clip: clip)
        case .unorderedPolyline(let unorderedPolyline): draw(unorderedPolyline.polyline, clip: clip)
        case .area(let area): draw(area, clip: clip)
        case .rects(let batch): draw(batch, clip: clip)
        case .discs(let batch): draw(batch, clip: clip)
        case .markers(let markers): draw(markers, clip: clip)
        case .sectors(let batch): draw(batch, clip: clip)
        case .glyphs(let run): draw(run, clip: clip, label: mark.label)
        case .image(let image): draw(image, clip: clip)
        case .field(let field): draw(field, clip: clip, label: mark.label)
        case .samples(let samples): draw(samples, clip: clip)
        case .line(let line): draw(line, clip: clip)
        case .points(let points): draw(points.markers, clip: clip)
        case .bars(let bars): draw(bars.rects, clip: clip)
        case .samplesArea(let area): draw(area.area, clip: clip)
        case .hook(let hook): skip("hook \(hook.token)", "there is no GL here", label: mark.label)
        }
    }

    /// Composites the open group over the canvas below it and opens `group`. `nil`: opens none.
    mutating func enter(_ group: FadedGroup?) {
        guard group != open?.group else { return }
        if let (last, below) = open {
            let layer = canvas
            canvas = below
            canvas.paint(layer, opacity: min(max(Double(last.opacity), 0), 1))
        }
        open = group.map { ($0, canvas) }
        if group != nil { canvas = Canvas(size: canvas.size, background: .clear, quantize: quantize) }
    }

    mutating func skip(_ what: String, _ reason: String, label: String) {
        skipped.append(what + (label.isEmpty ? "" : " (\(label))") + ": " + reason)
    }

    /// Paints one item over the canvas.
    mutating func paint(_ coverage: Coverage, _ shade: Shade) {
        edges.add(coverage)
        canvas.paint(coverage, shade)
    }

    /// Paints two non-overlapping shapes with the same bounds over the canvas.
    mutating func paint(_ coverage: Coverage, _ shade: Shade, beside other: Coverage, _ otherShade: Shade) {
        edges.add(coverage)
        edges.add(other)
        canvas.paint(coverage, shade, beside: other, otherShade)
    }
}
