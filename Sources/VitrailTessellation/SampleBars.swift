import VitrailDrawList
import VitrailScene

extension DrawListBuilder {
    /// Appends bars whose samples stay on the device. Slivers are added up in a target of floats, others are painted
    /// over one another.
    mutating func append(_ bars: BarsMark, clip: PixelRect, label: String) {
        let indices = bars.indices
        guard !indices.isEmpty, bars.color.alpha > 0 || bars.colorBeyond.alpha > 0, bars.low < bars.high,
            bars.low.isFinite, bars.high.isFinite,
            bars.base.isFinite, bars.x.transform.isFinite, bars.y.transform.isFinite
        else { return }
        let reach = max(abs(bars.low), abs(bars.high), RectBatch.thinnestRect)
        let isHorizontal = bars.orientation == .horizontal
        let parts = SampleParts(
            x: bars.x, y: bars.y, starts: indices, visible: VisibleBox(clip: clip, reach: reach),
            base: isHorizontal ? (x: nil, y: Double(bars.base)) : (x: Double(bars.base), y: nil))
        guard let touched = parts.touched(reach: reach + 1, in: clip) else { return }
        _ = keepsOnDevice(.bars, parts)
        let patches = bars.areSlivers ? patches([touched]) : 0..<0
        if bars.areSlivers { begin(.slivers, erasing: patches, clip: touched, label: label) }
        let blend = bars.areSlivers ? Blend.add : blend
        for part in parts.onCPU {
            let items = bars.rects(part).items
            let tessellator = RectTessellator(strokeWidth: 0, clip: clip)
            let first = quads.count
            quads.append(addingCapacity: items.count) { tessellator.tessellate(items.span, into: &$0) }
            draw(
                bars.areSlivers ? .sliver : .box, blend, .quad, first: first, count: quads.count - first,
                uniforms: DrawUniforms(size: size),
                scissor: touched, label: label)
        }
        var uniforms = DrawUniforms(size: size)
        uniforms.transform = SIMD4(Float(bars.x.transform.scale), Float(bars.y.transform.scale), 0, 0)
        (uniforms.color0, uniforms.color1) = (bars.color.premultiplied, bars.colorBeyond.premultiplied)
        uniforms.shape = SIMD4(bars.low, bars.high, bars.base, isHorizontal ? 0 : 1)
        for part in parts.onDevice {
            draw(
                .sampleBox, blend, SampleColumns([bars.x, bars.y]), first: part.lowerBound, count: part.count,
                uniforms: uniforms, scissor: touched, label: label)
        }
        guard bars.areSlivers else { return }
        let width = bars.high - bars.low
        let rectWidth = max(width, RectBatch.thinnestRect)
        var shares = DrawUniforms(size: size)
        shares.shape = SIMD4(RectBatch.narrowestSliver, RectBatch.narrowestSliver / rectWidth, width / rectWidth, 0)
        resolve(.resolveSlivers, from: .slivers, in: patches, uniforms: shares, clip: touched, label: label)
    }
}
