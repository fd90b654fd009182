import VitrailDrawList
import VitrailScene

/// Converts rectangles to vertices of `rect`, one each, to quads of `box`, which are cheaper to shade, or to quads of
/// `sliver`, which are added up.
struct RectTessellator {
    let clip: PixelRect
    /// Outline width, 0 for none.
    let strokeWidth: Float

    /// Max absolute coordinate. Edges farther out are clamped, so that a very long rectangle can be drawn and its near
    /// edges stay exact.
    static let farthest: Float = 1_048_576

    init(strokeWidth: Float, clip: PixelRect) {
        self.strokeWidth = strokeWidth > 0 && strokeWidth.isFinite ? strokeWidth : 0
        self.clip = clip
    }

    /// Writes the visible rectangles, at most `items.count`.
    func tessellate(_ items: Span<RectBatch.Item>, into vertices: inout OutputSpan<RectVertex>) {
        for index in items.indices {
            if let vertex = vertex(items[index]) { vertices.append(vertex) }
        }
    }

    /// Whether all items of the batch are sharp rectangles of one colour without outlines. One program draws a whole
    /// batch.
    func areBoxes(_ items: Span<RectBatch.Item>) -> Bool {
        for index in items.indices {
            let item = items[index]
            let isPlain = item.fill == item.fillEnd && !(item.tipRadius > 0 && item.tip != .none)
            if !isPlain || (strokeWidth > 0 && item.stroke.alpha > 0) { return false }
        }
        return true
    }

    /// Writes the visible rectangles of a batch as boxes, at most `items.count`.
    func tessellate(_ items: Span<RectBatch.Item>, into quads: inout OutputSpan<QuadVertex>) {
        for index in items.indices {
            guard let vertex = vertex(items[index]) else { continue }
            quads.append(QuadVertex(rect: vertex.rect, texels: vertex.rect, color: vertex.fill))
        }
    }

    /// The pixels that the visible rectangles touch.
    func touched(by items: Span<RectBatch.Item>) -> PixelRect {
        var touched = PixelRect.none
        let reach = strokeWidth / 2
        for index in items.indices {
            guard let rect = vertex(items[index])?.rect else { continue }
            let outer = PlotRect(
                minX: rect.minX - reach, minY: rect.minY - reach, maxX: rect.maxX + reach, maxY: rect.maxY + reach)
            touched = touched.union(PixelRect(touching: outer, in: clip))
        }
        return touched
    }

    private func vertex(_ item: RectBatch.Item) -> RectVertex? {
        let isStroked = strokeWidth > 0 && item.stroke.alpha > 0
        // Transparent, not finite or inverted, or empty without an outline.
        if item.fill.alpha == 0, item.fillEnd.alpha == 0, !isStroked { return nil }
        guard item.rect.minX <= item.rect.maxX, item.rect.minY <= item.rect.maxY, item.rect.isFinite else { return nil }
        if !isStroked, item.rect.width == 0 || item.rect.height == 0 { return nil }
        let reach = isStroked ? strokeWidth / 2 : 0
        guard
            item.rect.maxX + reach > Float(clip.x), item.rect.minX - reach < Float(clip.maxX),
            item.rect.maxY + reach > Float(clip.y), item.rect.minY - reach < Float(clip.maxY)
        else { return nil }
        let rect = Self.held(item.rect)
        return RectVertex(
            rect: rect, tipRadius: Self.limitedRadius(item.tipRadius, tip: item.tip, in: rect),
            tip: Float(item.tip.rawValue), strokeWidth: isStroked ? strokeWidth : 0,
            fill: item.fill.packed, fillEnd: item.fillEnd.packed, stroke: item.stroke.packed)
    }

    private static func held(_ rect: PlotRect) -> PlotRect {
        func held(_ edge: Float) -> Float { min(max(edge, -farthest), farthest) }
        return PlotRect(
            minX: held(rect.minX), minY: held(rect.minY), maxX: held(rect.maxX), maxY: held(rect.maxY))
    }

    /// The radius, limited to half the tip edge and to the length behind it; for all four corners, to half the smaller
    /// side.
    static func limitedRadius(_ radius: Float, tip: RectBatch.Tip, in rect: PlotRect) -> Float {
        guard radius > 0 else { return 0 }
        switch tip {
        case .none: return 0
        case .top, .bottom: return min(radius, rect.width / 2, rect.height)
        case .left, .right: return min(radius, rect.height / 2, rect.width)
        case .all: return min(radius, rect.width / 2, rect.height / 2)
        }
    }
}

extension DrawListBuilder {
    mutating func append(_ batch: RectBatch, clip: PixelRect, label: String) {
        if let width = batch.sliverWidth, width > 0 {
            guard batch.addsUp else { return appendLayers(batch, clip: clip, label: label) }
            return appendSlivers(batch.items, width, clip: clip, label: label)
        }
        let tessellator = RectTessellator(strokeWidth: batch.strokeWidth, clip: clip)
        if tessellator.areBoxes(batch.items.span) {
            return drawBoxes(clip: clip, label: label) { quads in
                quads.append(addingCapacity: batch.items.count) { tessellator.tessellate(batch.items.span, into: &$0) }
            }
        }
        drawRects(batch, tessellator, findsInsides: !isRaw, clip: clip, label: label)
    }

    private mutating func drawRects(
        _ batch: RectBatch, _ tessellator: RectTessellator, findsInsides: Bool = false, clip: PixelRect, label: String
    ) {
        let first = rects.count
        rects.append(addingCapacity: batch.items.count) {
            tessellator.tessellate(batch.items.span, into: &$0)
        }
        if findsInsides, let insides = RectInterior(rects[first...], gradientAxis: batch.gradientAxis, clip: clip) {
            rects.removeLast(rects.count - first)
            rects += insides.edges
            draw(insides, clip: clip, label: label)
        }
        var uniforms = DrawUniforms(size: size)
        uniforms.shape.x = batch.gradientAxis == .vertical ? 1 : 0
        draw(
            .rect, .over, .rect, first: first, count: rects.count - first, uniforms: uniforms, scissor: clip,
            label: label)
    }

    /// Draws each rectangle over the ones before it in the first texture of the slivers target, where very faint ones
    /// are not rounded away. Then composites the result onto `base`.
    private mutating func appendLayers(_ batch: RectBatch, clip: PixelRect, label: String) {
        let tessellator = RectTessellator(strokeWidth: batch.strokeWidth, clip: clip)
        let touched = tessellator.touched(by: batch.items.span)
        guard !touched.isEmpty else { return }
        let patches = patches([touched])
        begin(.slivers, erasing: patches, clip: touched, label: label)
        drawRects(batch, tessellator, clip: touched, label: label)
        var uniforms = DrawUniforms(size: size)
        uniforms.shape.x = 1
        resolve(.resolveGroup, from: .slivers, in: patches, uniforms: uniforms, clip: touched, label: label)
    }

    /// Adds up the coverage of rectangles in a separate target.
    private mutating func appendSlivers(_ items: [RectBatch.Item], _ width: Float, clip: PixelRect, label: String) {
        let tessellator = RectTessellator(strokeWidth: 0, clip: clip)
        let first = quads.count
        quads.append(addingCapacity: items.count) { tessellator.tessellate(items.span, into: &$0) }
        let count = quads.count - first
        let touched = quads[first...].reduce(PixelRect.none) { $0.union(PixelRect(touching: $1.rect, in: clip)) }
        guard !touched.isEmpty else { return }
        var uniforms = DrawUniforms(size: size)
        let patches = patches([touched])
        begin(.slivers, erasing: patches, clip: touched, label: label)
        draw(.sliver, .add, .quad, first: first, count: count, uniforms: uniforms, scissor: touched, label: label)
        let rectWidth = max(width, RectBatch.thinnestRect)
        uniforms.shape = SIMD4(RectBatch.narrowestSliver, RectBatch.narrowestSliver / rectWidth, width / rectWidth, 0)
        resolve(.resolveSlivers, from: .slivers, in: patches, uniforms: uniforms, clip: touched, label: label)
    }

    /// Draws sharp rectangles, with a cheaper program if all of them cover whole pixels.
    mutating func drawBoxes(clip: PixelRect, label: String, _ append: (inout [QuadVertex]) -> Void) {
        let first = quads.count
        append(&quads)
        let own = quads[first...]
        let areWhole = own.allSatisfy(\.isOfWholePixels)
        let areFills = areWhole && blend == .over && own.allSatisfy { $0.color >> 24 == 255 }
        draw(
            areFills ? .fill : areWhole ? .tint : .box, areFills ? .replace : blend, .quad, first: first,
            count: quads.count - first,
            uniforms: DrawUniforms(size: size), scissor: clip, label: label)
    }
}

extension QuadVertex {
    fileprivate var isOfWholePixels: Bool {
        func isWhole(_ edge: Float) -> Bool { edge == edge.rounded() }
        return isWhole(rect.minX) && isWhole(rect.minY) && isWhole(rect.maxX) && isWhole(rect.maxY)
    }
}
