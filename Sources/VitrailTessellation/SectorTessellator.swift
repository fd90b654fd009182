import VitrailDrawList
import VitrailScene

/// Converts ring sectors to vertices of `sector`: one each, or fewer if they are thin.
struct SectorTessellator {
    let clip: PixelRect

    /// Tolerance in radians: a full turn that is the sum of Float shares may differ from 2π by this.
    static let fullTurnSlack = 1e-6
    /// Half of a full turn for the shader: greater than π, however π is rounded.
    static let fullTurn: Float = 4

    /// Writes the visible sectors, at most `pieces.count`, and returns the pixels that they may touch.
    func tessellate(
        _ pieces: Span<ThinSectors.Piece>, into vertices: inout OutputSpan<SectorVertex>
    )
        -> PixelRect
    {
        var touched = PixelRect.none
        for index in pieces.indices {
            guard var vertex = vertex(pieces[index].item) else { continue }
            if pieces[index].cut > vertex.innerRadius { vertex.innerRadius = -pieces[index].cut }
            let reach = vertex.outerRadius
            let box = PixelRect(
                touching: PlotRect(
                    minX: vertex.x - reach, minY: vertex.y - reach, maxX: vertex.x + reach,
                    maxY: vertex.y + reach), in: clip)
            guard !box.isEmpty else { continue }
            touched = touched.union(box)
            vertices.append(vertex)
        }
        return touched
    }

    private func vertex(_ item: SectorBatch.Item) -> SectorVertex? {
        let inner = item.innerRadius > 0 ? item.innerRadius : 0
        // Not finite, no ring, no opening, or transparent.
        guard item.center.isFinite, item.outerRadius.isFinite, item.outerRadius > inner,
            item.startAngle.isFinite, !item.sweep.isNaN, item.sweep != 0,
            item.fill.alpha > 0 || (item.crust.alpha > 0 && item.crustWidth > 0)
        else { return nil }
        let sweep = min(max(Double(item.sweep), -2 * .pi), 2 * .pi)
        // Reduced in Double, so that the shared edges of neighbours are equal.
        let mid = (Double(item.startAngle) + sweep / 2).remainder(dividingBy: 2 * .pi)
        let halfSweep = abs(sweep) < 2 * .pi - Self.fullTurnSlack ? Float(abs(sweep) / 2) : Self.fullTurn
        let crustWidth = item.crust.alpha > 0 && item.crustWidth > 0 ? item.crustWidth : 0
        return SectorVertex(
            x: item.center.x, y: item.center.y, innerRadius: inner, outerRadius: item.outerRadius,
            midAngle: Float(mid), halfSweep: halfSweep, crustWidth: min(crustWidth, item.outerRadius),
            fill: item.fill.packed, crust: item.crust.packed)
    }
}

extension DrawListBuilder {
    mutating func append(_ batch: SectorBatch, clip: PixelRect, label: String) {
        let first = sectors.count
        var touched = PixelRect.none
        var facts = MarkFacts()
        facts.samples = batch.items.count
        let isThin = choose(.sectors, facts) == .bins
        let pieces = isThin ? ThinSectors(batch.items).pieces : batch.items.map { ThinSectors.Piece(item: $0) }
        sectors.append(addingCapacity: pieces.count) {
            touched = SectorTessellator(clip: clip).tessellate(pieces.span, into: &$0)
        }
        guard sectors.count > first else { return }
        guard usesBlocks, sectors.count - first <= SectorTiles.maximum else {
            return draw(from: first, edgesFrom: sectorEdges.count, in: [touched], clip: touched, label: label)
        }
        let tiles = SectorTiles.pieces(of: Array(sectors[first...]), in: touched)
        sectors.replaceSubrange(first..., with: tiles.corners)
        var edge = sectorEdges.count
        sectorEdges += tiles.layeredEdges
        draw(from: first, edgesFrom: edge, in: tiles.squares, clip: touched, label: label)
        edge = sectorEdges.count
        sectorEdges += tiles.edges
        drawEdges(from: edge, .over, clip: touched, label: label)
        drawBoxes(clip: touched, label: label) { $0 += tiles.insides }
    }

    /// Draws edges of sectors from index `first` on.
    private mutating func drawEdges(from first: Int, _ blend: Blend, clip: PixelRect, label: String) {
        draw(
            .sectorEdge, blend, .sectorEdge, first: first, count: sectorEdges.count - first,
            uniforms: DrawUniforms(size: size), scissor: clip,
            label: label)
    }

    /// Draws sectors and edges of sectors, from an index on each, within `rects`.
    private mutating func draw(
        from first: Int, edgesFrom edge: Int, in rects: [PixelRect], clip: PixelRect, label: String
    ) {
        guard !rects.isEmpty else { return }
        var uniforms = DrawUniforms(size: size)
        let patches = patches(rects)
        begin(.group, erasing: patches, clip: clip, label: label)
        draw(
            .sector, .add, .sector, first: first, count: sectors.count - first, uniforms: uniforms, scissor: clip,
            label: label)
        drawEdges(from: edge, .add, clip: clip, label: label)
        uniforms.shape.x = 1
        resolve(.resolveGroup, from: .group, in: patches, uniforms: uniforms, clip: clip, label: label)
    }
}
