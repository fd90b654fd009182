public import VitrailScene

/// Draws a Scene on the CPU with exact area coverage: the oracle that GPU pictures are compared with.
///
/// ```
///              ┌ lines, samples ─► convex pieces ─► UnionCoverage ────┐
///  Scene ─mark─┤ area, tips, discs, sectors ─► polygons ─► PolygonCoverage ─► Coverage ─┐
///              │ sharp rectangles ─► overlap products ────────────────┘                 ├─► Canvas ─► PixelImage
///              └ glyphs, image, field ─► pixel by pixel ────────────────────────────────┘
/// ```
///
/// All arithmetic is in Double. The coverage of a pixel is the area of the shape inside its square, computed, not sampled: straight
/// edges exactly, arcs by polygons of the same area that keep within `Arc.sagitta` of the circle, which makes a pixel
/// wrong by less than 0.1/255. Colours are blended on sRGB-encoded premultiplied values and rounded once, at the end.
///
/// It reads the marks that the GPU path reads, and shares no code with it. It knows nothing of charts, tiles or devices, runs no
/// hooks, and is made to be right, not fast: a chart of 600 × 400 takes a fraction of a second. It holds 33 bytes a pixel.
/// Coordinates are exact to 1e-6 px within ±1e9 px, radii of arcs up to 1e5 px.
public enum ReferenceRasterizer {
    /// - Parameters:
    ///   - scene: a side below 1 makes an empty picture.
    ///   - quantize: round the canvas to 8 bits after every painted item, as an RGBA8 framebuffer does; many faint layers then
    ///     stall short of where real numbers arrive.
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

/// The exact picture of a Scene.
public struct ReferencePicture: Sendable, Equatable {
    public var image: PixelImage
    /// Pixel by pixel, row by row from the top: whether the edge of a shape passes through the 3 × 3 pixels round it, that is within
    /// 1.5 px to each side, hidden edges included. What is false is interior: `InkComparison` takes it as `edges`.
    public var isNearEdge: [Bool]
    /// What was not drawn, and why: hooks, and marks whose parts contradict each other.
    public var skipped: [String]
}

/// The state of one rendering.
struct SceneRenderer {
    let atlas: GlyphAtlas
    let bounds: PixelRect
    let quantize: Bool
    var canvas: Canvas
    var edges: EdgeMap
    var skipped: [String] = []
    /// The group that is painted on `canvas`, and what lies below it.
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
        case .trajectory(let trajectory): draw(trajectory.polyline, clip: clip)
        case .area(let area): draw(area, clip: clip)
        case .rects(let batch): draw(batch, clip: clip)
        case .discs(let batch): draw(batch, clip: clip)
        case .markers(let markers): draw(markers, clip: clip)
        case .sectors(let batch): draw(batch, clip: clip)
        case .glyphs(let run): draw(run, clip: clip, label: mark.label)
        case .image(let image): draw(image, clip: clip)
        case .field(let field): draw(field, clip: clip, label: mark.label)
        case .samples(let samples): draw(samples, clip: clip)
        case .hook(let hook): skip("hook \(hook.token)", "there is no GL here", label: mark.label)
        }
    }

    /// Paints from here on what belongs to a group, and the last one on what is below it.
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

    /// One item of a batch, over what is there.
    mutating func paint(_ coverage: Coverage, _ shade: Shade) {
        edges.add(coverage)
        canvas.paint(coverage, shade)
    }

    /// Two shapes of the same bounds that lie side by side, over what is there.
    mutating func paint(_ coverage: Coverage, _ shade: Shade, beside other: Coverage, _ otherShade: Shade) {
        edges.add(coverage)
        edges.add(other)
        canvas.paint(coverage, shade, beside: other, otherShade)
    }
}
