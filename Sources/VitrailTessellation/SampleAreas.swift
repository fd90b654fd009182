import VitrailDrawList
import VitrailScene

extension DrawListBuilder {
    /// Appends an area whose samples stay on the device. Trapezoids are added up in a mask of floats, because thousands
    /// may share a pixel column; with two paints, in one mask for each of them.
    mutating func append(_ area: AreaMark, clip: PixelRect, label: String) {
        let indices = area.indices
        guard indices.count > 1, area.base.isFinite, area.along.transform.isFinite, area.first.transform.isFinite,
            area.second?.transform.isFinite ?? true
        else { return }
        let isVertical = area.orientation == .vertical
        let base = area.second == nil ? Double(area.base) : nil
        let parts = SampleParts(
            x: isVertical ? area.first : area.along, y: isVertical ? area.along : area.first,
            starts: indices.dropLast(), visible: VisibleBox(clip: clip, reach: 0),
            base: isVertical ? (x: base, y: nil) : (x: nil, y: base), second: area.second)
        guard let touched = parts.touched(reach: 1, in: clip) else { return }
        _ = keepsOnDevice(.fill, parts)
        guard let inverted = area.invertedPaint, inverted != area.paint else {
            return draw(area, parts, .both, area.paint, in: touched, label: label)
        }
        draw(area, parts, .upright, area.paint, in: touched, label: label)
        draw(area, parts, .inverted, inverted, in: touched, label: label)
    }

    /// The parts of an area by the order of its curves.
    fileprivate enum Side: Float {
        case inverted = -1
        case both = 0
        case upright = 1
    }

    private mutating func draw(
        _ area: AreaMark, _ parts: SampleParts, _ side: Side, _ paint: Paint, in touched: PixelRect, label: String
    ) {
        guard !paint.isClear else { return }
        let isVertical = area.orientation == .vertical
        let patches = patches([touched])
        begin(.fineMask, erasing: patches, clip: touched, label: label)
        var uniforms = DrawUniforms(size: size)
        uniforms.shape = SIMD4(isVertical ? 1 : 0, side.rawValue, area.second == nil ? 0 : 1, 0)
        for part in parts.onCPU {
            let samples = side.samples(area.samples(part.lowerBound..<part.upperBound + 1))
            let tessellator = AreaTessellator(orientation: area.orientation, clip: touched)
            let first = areas.count
            areas.append(addingCapacity: AreaTessellator.vertexBound(count: samples.count)) { vertices in
                tessellator.tessellate(samples.span, into: &vertices)
            }
            draw(
                .area, .add, .area, first: first, count: max(areas.count - first - 1, 0), uniforms: uniforms,
                scissor: touched, label: label)
        }
        uniforms.transform = SIMD4(
            Float(area.along.transform.scale), Float(area.first.transform.scale),
            Float(area.second?.transform.scale ?? 0), area.second == nil ? area.base : 0)
        let columns = SampleColumns([area.along, area.first] + (area.second.map { [$0] } ?? []))
        for part in parts.onDevice {
            draw(
                .sampleArea, .add, columns, first: part.lowerBound, count: part.count, uniforms: uniforms,
                scissor: touched, label: label)
        }
        var resolved = DrawUniforms(size: size)
        resolved.set(paint)
        resolve(.resolveMask, from: .fineMask, in: patches, uniforms: resolved, clip: touched, label: label)
    }
}

extension DrawListBuilder.Side {
    /// Samples between whose curves lie only the parts of this side.
    fileprivate func samples(_ samples: [Area.Sample]) -> [Area.Sample] {
        guard self != .both else { return samples }
        func limited(_ sample: Area.Sample) -> Area.Sample {
            var sample = sample
            let isOther = self == .upright ? sample.first > sample.second : sample.first < sample.second
            if isOther { sample.second = sample.first }
            return sample
        }
        var result: [Area.Sample] = []
        for (i, sample) in samples.enumerated() {
            if i > 0 {
                let last = samples[i - 1]
                let (before, after) = (last.first - last.second, sample.first - sample.second)
                if before * after < 0, before.isFinite, after.isFinite {
                    let t = before / (before - after)
                    let across = last.first + (sample.first - last.first) * t
                    result.append(
                        Area.Sample(
                            along: last.along + (sample.along - last.along) * t, first: across, second: across))
                }
            }
            result.append(limited(sample))
        }
        return result
    }
}
