public import VitrailDrawList
public import VitrailScene
import VitrailSystem

/// Converts a scene to the GPU's input: vertices, textures and commands in paint order.
///
///     polyline, samples → line   → cells (max) → resolve_cells ╮
///       samples on the device → sample_line → cells (max) → resolve_cells
///                             → sample_disc → slivers (over) → resolve_group
///                             → sample_box → slivers (add) → resolve_slivers, or canvas (over)
///                             → sample_area → fine_mask (add) → resolve_mask
///       of small pieces → fine_line → cells (max) → resolve_cells, repeated → mask (add) → resolve_mask
///     area              → area   → mask  (add) → resolve_mask  ├→ canvas (over)
///       thin trapezoids → area   → fine_mask (add) → resolve_mask
///     sectors: edges    → sector → group (add) → resolve_group ╯
///              insides → box ──────────────────────────────────→ canvas (over)
///     rects narrower than a pixel → sliver → slivers (add) → resolve_slivers
///       with outlines             → rect → slivers (over) → resolve_group
///     rects             → fill, tint, box or rect ─────────────→ canvas (over)
///       large insides   → fill, tint, or glyph in gradients ─────→ canvas (over)
///     discs             → disc, or in layers: glyph ───────────→ canvas (over)
///     glyphs, image, field ────────────────────────────────────→ canvas (over)
///     markers           → disc, or on the CPU: coverage → glyph → canvas (over)
///     areas, sparse monotonic polylines → slices ──────────────→ canvas (over)
///       insides → fill, tint, or glyph in a gradient ──────────→ canvas (over)
///     sparse polylines that are not monotonic, or overlap themselves → stroke → canvas (over)
///     dense polylines   → envelope, or on the CPU: coverage → glyph → canvas (over)
///
/// For marks of a faded group, `layer` replaces the canvas; `resolve_group` then composites it onto the canvas.
///
/// Invisible marks (outside the clip, no width, transparent paint, non-finite) make no vertices. Shapes that exceed the
/// visible range by far are cut in Double to a guard box, so that Float suffices in the shaders. This function does not
/// map data, lay out or decimate, and knows nothing of GL.
///
/// At the work limit it returns the part of the list that is finished.
///
/// - Complexity: O(points); each mark's vertex bound is stated first and all storage is reserved once.
public func tessellate(_ scene: Scene) -> DrawList { tessellate(scene, usesBlocks: true) }

/// - Parameter usesBlocks: whether areas and strokes are drawn in blocks where possible; false: all by scratch targets.
package func tessellate(_ scene: Scene, usesBlocks: Bool) -> DrawList {
    var builder = DrawListBuilder(scene: scene, reserving: VertexCounts(bounding: scene))
    builder.usesBlocks = builder.usesBlocks && usesBlocks
    for layer in scene.layers {
        for mark in layer.marks where !WorkLimit.isReached { builder.append(mark) }
        builder.enter(nil)
    }
    return builder.finish()
}

extension DrawListBuilder {
    /// Appends one mark. Marks must come in paint order.
    mutating func append(_ mark: Mark) {
        let picture = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let clip = mark.clip.map(picture.intersection) ?? picture
        guard !clip.isEmpty else { return }
        if case .hook = mark.shape { enter(nil) } else { enter(mark.group) }
        source = mark.source
        defer { source = nil }
        switch mark.shape {
        case .polyline, .unorderedPolyline, .markers: break
        default: drawLayers()
        }
        switch mark.shape {
        case .polyline(let line): append(line, clip: clip, label: mark.label)
        case .unorderedPolyline(let line): append(line, clip: clip, label: mark.label)
        case .area(let area): append(area, clip: clip, label: mark.label)
        case .rects(let batch): append(batch, clip: clip, label: mark.label)
        case .discs(let batch): append(batch, clip: clip, label: mark.label)
        case .markers(let markers): append(markers, clip: clip, label: mark.label)
        case .sectors(let batch): append(batch, clip: clip, label: mark.label)
        case .glyphs(let run): append(run, clip: clip, label: mark.label)
        case .image(let image): append(image, clip: clip, label: mark.label)
        case .field(let field): append(field, clip: clip, label: mark.label)
        case .samples(let samples): append(samples, clip: clip, label: mark.label)
        case .line(let line): append(line, clip: clip, label: mark.label)
        case .points(let points): append(points, clip: clip, label: mark.label)
        case .bars(let bars): append(bars, clip: clip, label: mark.label)
        case .samplesArea(let area): append(area, clip: clip, label: mark.label)
        case .hook(let hook): commands.append(.hook(hook, clip: clip))
        }
    }
}

/// Upper bounds of the number of vertices of each type in a scene. Rows of large gradients are not included; there are
/// few.
struct VertexCounts: Equatable {
    var line = 0
    var area = 0
    var rect = 0
    var disc = 0
    var sector = 0
    var quad = 0

    init(bounding scene: Scene) {
        for mark in scene.marks {
            add(mark.shape, in: scene)
            if mark.group != nil { quad += 1 }
        }
    }

    private mutating func add(_ shape: Shape, in scene: Scene) {
        let size = scene.size
        switch shape {
        case .polyline(let polyline):
            line += LineTessellator.vertexBound(count: polyline.points.count)
            quad += CoverageColumns.quadBound(size)
        case .unorderedPolyline: quad += CoverageColumns.quadBound(size)
        case .area(let samples):
            // An area with two paints is cut where its curves cross, and at some pixel borders.
            let parts = samples.invertedPaint == nil ? 1 : 2
            area += parts * AreaTessellator.vertexBound(count: samples.samples.count)
            quad += parts * max(CoverageColumns.quadBound(size), TrapezoidTiles.quadBound(size))
        case .rects(let batch):
            let boxes = RectTessellator(strokeWidth: batch.strokeWidth, clip: PixelRect.none)
            if batch.sliverWidth != nil { quad += 1 }
            if batch.addsUp || batch.sliverWidth == nil && boxes.areBoxes(batch.items.span) {
                quad += batch.items.count
            } else {
                rect += batch.items.count * (batch.items.count <= RectInterior.maximum ? RectInterior.edgesPerRect : 1)
                quad += min(batch.items.count, RectInterior.maximum)
            }
        case .discs(let batch):
            disc += batch.items.count
            if batch.items.count > 4 { quad += MarkerTessellator.quadBound(size) }
        case .markers(let markers):
            disc +=
                scene.decimation == .none ? markers.count : min(markers.count, MarkerTessellator.maxSparse(in: size))
            quad += MarkerTessellator.quadBound(size)
        case .sectors(let batch):
            sector += batch.items.count
            quad += 1
        case .glyphs(let run): quad += run.glyphs.count
        case .image, .field, .samples, .line, .points, .bars: quad += 1
        case .samplesArea: quad += 2
        case .hook: break
        }
    }
}
