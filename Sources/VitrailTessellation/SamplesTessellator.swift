import VitrailDrawList
import VitrailScene

extension DrawListBuilder {
    /// Appends a raw polyline of points on the device. No vertex is touched here; only the transform is composed.
    ///
    /// The points are Float offsets from a Double origin: pixel = scale · (origin + offset) + translation. The origin
    /// is added to the translation in Double, where scale · origin and translation cancel. The remainder fits Float.
    mutating func append(_ samples: Samples, clip: PixelRect, label: String) {
        let points = samples.points
        let range = samples.range.clamped(to: 0..<points.offsets.count)
        let translationX = samples.translationX + samples.scaleX * points.originX
        let translationY = samples.translationY + samples.scaleY * points.originY
        // No segment, no width, transparent, or not finite.
        guard range.count > 1, samples.width > 0, samples.width.isFinite, samples.color.alpha > 0,
            samples.scaleX.isFinite, samples.scaleY.isFinite, translationX.isFinite, translationY.isFinite
        else { return }
        var uniforms = DrawUniforms(size: size)
        uniforms.transform = SIMD4(
            Float(samples.scaleX), Float(samples.scaleY), Float(translationX), Float(translationY))
        let direction = StrokeDirections.standard
        uniforms.shape = SIMD4(samples.width / 2, direction.x, direction.y, 0)
        uniforms.gradient.z = StrokeSupersampling.halfCell
        let patches = patches([clip])
        begin(.cells, erasing: patches, clip: clip, label: label)
        draw(
            resident: points, first: range.lowerBound, count: range.count - 1, uniforms: uniforms,
            scissor: clip, label: label)
        uniforms = DrawUniforms(size: size)
        uniforms.set(.solid(samples.color))
        resolve(.resolveCells, from: .cells, in: patches, uniforms: uniforms, clip: clip, label: label)
    }
}
