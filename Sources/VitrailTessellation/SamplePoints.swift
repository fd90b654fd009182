import VitrailDrawList
import VitrailScene

extension DrawListBuilder {
    /// Appends circles whose samples stay on the device.
    ///
    /// They are blended in a target of floats, because hundreds of faint layers would be lost in one of 8 bits.
    mutating func append(_ points: PointsMark, clip: PixelRect, label: String) {
        let indices = points.indices
        let reach = points.maxRadius
        guard !indices.isEmpty, points.color.alpha > 0, reach > 0, reach.isFinite,
            points.x.transform.isFinite, points.y.transform.isFinite, points.sizes?.transform.isFinite ?? true
        else { return }
        let parts = SampleParts(
            x: points.x, y: points.y, starts: indices, visible: VisibleBox(clip: clip, reach: reach))
        guard let touched = parts.touched(reach: reach + 1, in: clip) else { return }
        _ = keepsOnDevice(.points, parts)
        let patches = patches([touched])
        begin(.slivers, erasing: patches, clip: clip, label: label)
        for part in parts.onCPU {
            let items = MarkerTessellator.visible(points.markers(part), clip: clip).map {
                DiscBatch.Item(center: $0.center, radius: $0.radius, color: points.color)
            }
            let first = discs.count
            discs.append(addingCapacity: items.count) {
                DiscTessellator(clip: clip).tessellate(items.span, into: &$0)
            }
            draw(
                .disc, .over, .disc, first: first, count: discs.count - first, uniforms: DrawUniforms(size: size),
                scissor: clip, label: label)
        }
        var uniforms = DrawUniforms(size: size)
        uniforms.transform = SIMD4(Float(points.x.transform.scale), Float(points.y.transform.scale), 0, 0)
        uniforms.shape = SIMD4(points.radius, Float(points.sizes?.transform.scale ?? 0), points.sizes == nil ? 0 : 1, 0)
        uniforms.set(.solid(points.color))
        let columns = SampleColumns([points.x, points.y] + (points.sizes.map { [$0] } ?? []))
        for part in parts.onDevice {
            draw(
                .sampleDisc, .over, columns, first: part.lowerBound, count: part.count, uniforms: uniforms,
                scissor: clip, label: label)
        }
        var opacity = DrawUniforms(size: size)
        opacity.shape.x = 1
        resolve(.resolveGroup, from: .slivers, in: patches, uniforms: opacity, clip: clip, label: label)
    }
}
