public import VitrailScene

/// Turns a Scene into what the GPU draws: vertices, textures and commands in paint order.
///
///     polyline, samples → line   → cells (max) → resolve_cells ╮
///       of small pieces → fine_line → cells (max) → resolve_places, again and again → mask (add) → resolve_mask
///     area              → area   → mask  (add) → resolve_mask  ├→ canvas (over)
///       of thin slices  → area   → fine_mask (add) → resolve_mask
///     sectors: edges    → sector → group (add) → resolve_group ╯
///              insides → box ──────────────────────────────────→ canvas (over)
///     rects narrower than a pixel → sliver → slivers (add) → resolve_slivers
///       with outlines             → rect → slivers (over) → resolve_group
///     rects             → fill, tint, box or rect ─────────────→ canvas (over)
///       large insides   → fill, tint, or color_glyph in gradients → canvas (over)
///     discs             → disc, or in layers: color_glyph ─────→ canvas (over)
///     glyphs, image, field ────────────────────────────────────→ canvas (over)
///     markers           → disc, or counted: coverage → glyph ──→ canvas (over)
///     areas, sparse polylines that never turn back → slices ───→ canvas (over)
///       insides → fill, tint, or color_glyph in a gradient ────→ canvas (over)
///     sparse polylines that turn back, or lie over themselves → stroke → canvas (over)
///     dense polylines   → envelope, or counted: coverage → glyph → canvas (over)
///
/// Of marks that fade together, `layer` is the canvas; `resolve_group` then paints it.
///
/// What cannot be seen (outside the clip, no width, clear paint, non-finite) makes no vertices; what reaches far
/// outside is cut in Double to a guard box, so that Float suffices in the shaders. It does not map data, lay out or
/// decimate, and knows nothing of GL.
///
/// - Complexity: O(points); each mark's vertex bound is stated first and all storage is reserved once.
public func tessellate(_ scene: Scene) -> DrawList { tessellate(scene, usesBlocks: true) }

/// - Parameter usesBlocks: whether areas and strokes are drawn block by block where they can be; false = all by scratch targets.
package func tessellate(_ scene: Scene, usesBlocks: Bool) -> DrawList {
    var builder = DrawListBuilder(scene: scene, reserving: VertexCounts(bounding: scene))
    builder.usesBlocks = builder.usesBlocks && usesBlocks
    for layer in scene.layers {
        for mark in layer.marks { builder.append(mark) }
        builder.enter(nil)
    }
    return builder.finish()
}

extension DrawListBuilder {
    /// One mark, in order after those before it.
    mutating func append(_ mark: Mark) {
        let picture = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let clip = mark.clip.map(picture.intersection) ?? picture
        guard !clip.isEmpty else { return }
        if case .hook = mark.shape { enter(nil) } else { enter(mark.group) }
        source = mark.source
        defer { source = nil }
        switch mark.shape {
        case .polyline, .trajectory, .markers: break
        default: drawLayers()
        }
        switch mark.shape {
        case .polyline(let line): append(line, clip: clip, label: mark.label)
        case .trajectory(let line): append(line, clip: clip, label: mark.label)
        case .area(let area): append(area, clip: clip, label: mark.label)
        case .rects(let batch): append(batch, clip: clip, label: mark.label)
        case .discs(let batch): append(batch, clip: clip, label: mark.label)
        case .markers(let markers): append(markers, clip: clip, label: mark.label)
        case .sectors(let batch): append(batch, clip: clip, label: mark.label)
        case .glyphs(let run): append(run, clip: clip, label: mark.label)
        case .image(let image): append(image, clip: clip, label: mark.label)
        case .field(let field): append(field, clip: clip, label: mark.label)
        case .samples(let samples): append(samples, clip: clip, label: mark.label)
        case .hook(let hook): commands.append(.hook(hook, clip: clip))
        }
    }
}

/// How many vertices of each type a scene makes at most, but for rows of large gradients, of which there are few.
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
        case .trajectory: quad += CoverageColumns.quadBound(size)
        case .area(let samples):
            // One in two paints is cut where its curves cross, and at some edges of pixels.
            let parts = samples.invertedPaint == nil ? 1 : 2
            area += parts * AreaTessellator.vertexBound(count: samples.samples.count)
            quad += parts * max(CoverageColumns.quadBound(size), SliceBlocks.quadBound(size))
        case .rects(let batch):
            let boxes = RectTessellator(strokeWidth: batch.strokeWidth, clip: PixelRect.none)
            if batch.sliverWidth != nil { quad += 1 }
            if batch.addsUp || batch.sliverWidth == nil && boxes.areBoxes(batch.items.span) {
                quad += batch.items.count
            } else {
                rect += batch.items.count * (batch.items.count <= RectInsides.most ? RectInsides.edgesPerRect : 1)
                quad += min(batch.items.count, RectInsides.most)
            }
        case .discs(let batch):
            disc += batch.items.count
            if batch.items.count > 4 { quad += MarkerTessellator.quadBound(size) }
        case .markers(let markers):
            disc += scene.decimation == .none ? markers.count : min(markers.count, MarkerTessellator.mostSparse(in: size))
            quad += MarkerTessellator.quadBound(size)
        case .sectors(let batch):
            sector += batch.items.count
            quad += 1
        case .glyphs(let run): quad += run.glyphs.count
        case .image, .field, .samples: quad += 1
        case .hook: break
        }
    }
}
