import VitrailDrawList
import VitrailScene

/// Converts areas to vertices of `area`. Each pair of neighbouring vertices is a trapezoid with straight curves that do
/// not cross.
struct AreaTessellator {
    /// Visible range and guard range along the common axis, and across it.
    private let visibleAlong: ClosedRange<Float>
    private let visibleAcross: ClosedRange<Float>
    private let guardAlong: ClosedRange<Double>
    private let guardAcross: ClosedRange<Double>

    init(orientation: Area.Orientation, clip: PixelRect) {
        let box = VisibleBox(clip: clip, reach: 0)
        let x = (box.minX...box.maxX, box.guardMin.x...box.guardMax.x)
        let y = (box.minY...box.maxY, box.guardMin.y...box.guardMax.y)
        let (along, across) = orientation == .vertical ? (y, x) : (x, y)
        visibleAlong = along.0
        guardAlong = along.1
        visibleAcross = across.0
        guardAcross = across.1
    }

    /// Max number of vertices. A pair of samples is cut where a curve enters or leaves the guard band (four positions)
    /// and where the curves cross: six trapezoids, seven vertices.
    static func vertexBound(count: Int) -> Int { 7 * max(count - 1, 0) }

    /// Writes the visible trapezoids.
    ///
    /// - Parameters:
    ///   - samples: `n` samples along the area. A sample with a non-finite field is a gap; two with equal `along` are a
    ///     jump.
    ///   - vertices: receives at most `vertexBound(count: n)`.
    /// - Complexity: O(n), no allocation.
    func tessellate(_ samples: Span<Area.Sample>, into vertices: inout OutputSpan<AreaVertex>) {
        var previous = Area.Sample.gap
        // The last vertex is `previous`, and its run goes on.
        var isOpen = false
        for index in samples.indices {
            let sample = samples[index]
            let isSlice =
                sample.isFinite && previous.isFinite && sample.along != previous.along
                && !isHidden(previous, sample)
            if !isSlice {
                if isOpen { vertices[vertices.count - 1].run = 2 }
                isOpen = false
            } else if isPlain(previous, sample) {
                if !isOpen { vertices.append(AreaVertex(previous, run: 1)) }
                vertices.append(AreaVertex(sample, run: 0))
                isOpen = true
            } else {
                isOpen = appendCut(previous, sample, isOpen: isOpen, into: &vertices)
            }
            previous = sample
        }
        if isOpen { vertices[vertices.count - 1].run = 2 }
    }

    /// Whether both samples lie before the clip, both lie behind it, or both curves lie beyond the same side of it.
    @inline(__always)
    private func isHidden(_ a: Area.Sample, _ b: Area.Sample) -> Bool {
        max(a.along, b.along) < visibleAlong.lowerBound || min(a.along, b.along) > visibleAlong.upperBound
            || max(max(a.first, a.second), max(b.first, b.second)) < visibleAcross.lowerBound
            || min(min(a.first, a.second), min(b.first, b.second)) > visibleAcross.upperBound
    }

    /// Whether the trapezoid lies inside the guard box and its curves do not cross.
    @inline(__always)
    private func isPlain(_ a: Area.Sample, _ b: Area.Sample) -> Bool {
        let low = min(min(a.first, a.second), min(b.first, b.second))
        let high = max(max(a.first, a.second), max(b.first, b.second))
        return (a.first <= a.second) == (b.first <= b.second)
            && Double(min(a.along, b.along)) >= guardAlong.lowerBound
            && Double(max(a.along, b.along)) <= guardAlong.upperBound
            && Double(low) >= guardAcross.lowerBound && Double(high) <= guardAcross.upperBound
    }

    /// Appends a pair of samples as several trapezoids. Returns whether the last vertex is still `b`, so that the run
    /// goes on.
    ///
    /// Beyond the guard band a curve is clamped to its limit: nothing is visible there, and Float stays precise inside.
    private func appendCut(
        _ a: Area.Sample, _ b: Area.Sample, isOpen: Bool, into vertices: inout OutputSpan<AreaVertex>
    ) -> Bool {
        let start = SIMD3(Double(a.along), Double(a.first), Double(a.second))
        let span = SIMD3(Double(b.along), Double(b.first), Double(b.second)) - start
        let t0 = (guardAlong.lowerBound - start.x) / span.x
        let t1 = (guardAlong.upperBound - start.x) / span.x
        let from = max(0, min(t0, t1))
        let to = min(1, max(t0, t1))
        guard from < to else {
            if isOpen { vertices[vertices.count - 1].run = 2 }
            return false
        }
        // Positions of the cuts, ascending. Unused entries equal the end.
        var cuts = SIMD8<Double>(repeating: to)
        var count = 0
        func cut(_ t: Double) {
            guard t > from, t < to else { return }
            var position = count
            while position > 0, cuts[position - 1] > t {
                cuts[position] = cuts[position - 1]
                position -= 1
            }
            cuts[position] = t
            count += 1
        }
        for curve in 1...2 where span[curve] != 0 {
            cut((guardAcross.lowerBound - start[curve]) / span[curve])
            cut((guardAcross.upperBound - start[curve]) / span[curve])
        }
        if span.y != span.z { cut((start.z - start.y) / (span.y - span.z)) }

        if !isOpen || from > 0 { vertices.append(AreaVertex(sample(start, span, at: from), run: 1)) }
        for index in 0...count {
            vertices.append(AreaVertex(sample(start, span, at: index == count ? to : cuts[index]), run: 0))
        }
        if to < 1 { vertices[vertices.count - 1].run = 2 }
        return to == 1
    }

    private func sample(_ start: SIMD3<Double>, _ span: SIMD3<Double>, at t: Double) -> Area.Sample {
        let position = t == 1 ? start + span : start + span * t
        func held(_ across: Double) -> Float {
            Float(min(max(across, guardAcross.lowerBound), guardAcross.upperBound))
        }
        return Area.Sample(along: Float(position.x), first: held(position.y), second: held(position.z))
    }
}

extension AreaVertex {
    @inline(__always)
    init(_ sample: Area.Sample, run: Float) {
        self.init(along: sample.along, first: sample.first, second: sample.second, run: run)
    }

    /// Whether a trapezoid spans from this vertex to the next: no run ends here, and there is no jump.
    @inline(__always)
    func isSlice(to next: AreaVertex) -> Bool { run < 1.5 && along != next.along }
}

extension DrawListBuilder {
    mutating func append(_ area: Area, clip: PixelRect, label: String) {
        guard area.samples.count > 1, !area.paint.isClear || area.invertedPaint?.isClear == false else { return }
        if usesBlocks, count(area, clip: clip, label: label) { return }
        if let inverted = area.invertedPaint, inverted != area.paint {
            return append(area, inverted: inverted, clip: clip, label: label)
        }
        append(slicesOf: area, clip: clip, label: label)
    }

    /// Draws an area with one paint.
    mutating func append(slicesOf area: Area, clip: PixelRect, label: String) {
        let isVertical = area.orientation == .vertical
        let tessellator = AreaTessellator(orientation: area.orientation, clip: clip)
        let start = slices.count
        slices.append(addingCapacity: AreaTessellator.vertexBound(count: area.samples.count)) { vertices in
            tessellator.tessellate(area.samples.span, into: &vertices)
        }
        if drawBlocks(from: start, isVertical: isVertical, area.paint, clip: clip, label: label) { return }
        let first = areas.count
        areas += slices[start...]
        slices.removeLast(slices.count - start)
        var columns = CoverageColumns(clip: clip, reach: 0, isVertical: isVertical)
        for i in (first..<areas.count).dropLast() { columns.touch(areas[i], areas[i + 1]) }
        let rects = columns.rects()
        guard !rects.isEmpty else { return areas.removeLast(areas.count - first) }
        var uniforms = DrawUniforms(size: size)
        uniforms.shape.x = isVertical ? 1 : 0
        let patches = patches(rects)
        let mask = Self.haveThinSlices(areas[first...]) ? Target.fineMask : .mask
        begin(mask, erasing: patches, clip: clip, label: label)
        draw(
            .area, .add, .area, first: first, count: areas.count - first - 1, uniforms: uniforms,
            scissor: clip, label: label)
        uniforms.set(area.paint)
        resolve(.resolveMask, from: mask, in: patches, uniforms: uniforms, clip: clip, label: label)
    }

    /// Max number of trapezoids per pixel for an 8-bit mask. The mask rounds the coverage of each trapezoid, so with
    /// more of them the sum may be off by more than two levels.
    private static let maxSlices = 4

    /// Whether more than `maxSlices` vertices lie in one pixel of the common axis.
    private static func haveThinSlices(_ vertices: ArraySlice<AreaVertex>) -> Bool {
        var pixel = Float.nan
        var count = 0
        for vertex in vertices {
            let own = vertex.along.rounded(.down)
            count = own == pixel ? count + 1 : 1
            if count > maxSlices { return true }
            pixel = own
        }
        return false
    }
}
