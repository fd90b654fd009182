import VitrailDrawList
import VitrailScene

/// The blocks of samples that can be seen, by where their positions are computed.
///
///     samples  │ hidden │ device │ device │  CPU   │ hidden │     neighbouring blocks of one kind are one part
///
/// The device computes positions as Float(scale) · offset + Float(translation). With S, the pixels that a block spans,
/// and P, the largest coordinate of a picture (32,768), the error is at most 2⁻²⁴ (4 S + P), which is under 1/100 pixel
/// for S ≤ 32,768. Blocks that span more are so far enlarged that few of their samples can be seen; their positions are
/// computed in Double, and segments are cut at the edge of the picture.
struct SampleParts {
    /// Ranges of samples from which an instance starts.
    private(set) var onDevice: [Range<Int>] = []
    private(set) var onCPU: [Range<Int>] = []
    /// The positions of all visible blocks, in pixels.
    private(set) var box: PlotRect?
    /// Number of gaps in the visible blocks.
    private(set) var gapCount = 0

    /// Max pixels that a block on the device spans.
    static let maxSpan = 32_768.0

    /// - Parameters:
    ///   - starts: samples from which an instance starts. Both axes have them and the samples that instances read
    ///     besides them.
    ///   - base: positions in pixels that every shape reaches from its sample.
    ///   - second: a second position across, where shapes end. Its positions are taken for both axes, so that more may
    ///     count as visible.
    /// - Complexity: O(blocks), if the sources cache their facts.
    init(
        x: SampleAxis, y: SampleAxis, starts: Range<Int>, visible: VisibleBox,
        base: (x: Double?, y: Double?) = (nil, nil), second: SampleAxis? = nil
    ) {
        guard !starts.isEmpty else { return }
        for number in SampleBlock.number(of: starts.lowerBound)...SampleBlock.number(of: starts.upperBound - 1) {
            guard var along = x.extent(ofBlock: number), var across = y.extent(ofBlock: number) else { continue }
            var span = max(along.upperBound - along.lowerBound, across.upperBound - across.lowerBound)
            if let second {
                guard let own = second.extent(ofBlock: number) else { continue }
                span = max(span, own.upperBound - own.lowerBound)
                across = min(across.lowerBound, own.lowerBound)...max(across.upperBound, own.upperBound)
                along = min(along.lowerBound, own.lowerBound)...max(along.upperBound, own.upperBound)
            }
            if let base = base.x { along = min(along.lowerBound, base)...max(along.upperBound, base) }
            if let base = base.y { across = min(across.lowerBound, base)...max(across.upperBound, base) }
            if along.upperBound < Double(visible.minX) || along.lowerBound > Double(visible.maxX)
                || across.upperBound < Double(visible.minY) || across.lowerBound > Double(visible.maxY)
            {
                continue
            }
            gapCount += max(x.source.block(number).gapCount, y.source.block(number).gapCount)
            let own = PlotRect(
                minX: Float(along.lowerBound), minY: Float(across.lowerBound), maxX: Float(along.upperBound),
                maxY: Float(across.upperBound))
            box =
                box.map {
                    PlotRect(
                        minX: min($0.minX, own.minX), minY: min($0.minY, own.minY), maxX: max($0.maxX, own.maxX),
                        maxY: max($0.maxY, own.maxY))
                } ?? own
            let part = SampleBlock.range(of: number).clamped(to: starts)
            if span <= Self.maxSpan { Self.append(part, to: &onDevice) } else { Self.append(part, to: &onCPU) }
        }
    }

    /// The pixels that shapes around the samples may touch. `nil`: none.
    func touched(reach: Float, in clip: PixelRect) -> PixelRect? {
        guard let box else { return nil }
        let touched = PixelRect(
            touching: PlotRect(
                minX: box.minX - reach, minY: box.minY - reach, maxX: box.maxX + reach, maxY: box.maxY + reach),
            in: clip)
        return touched.isEmpty ? nil : touched
    }

    /// Number of samples whose positions the device cannot compute precisely enough.
    var enlargedCount: Int { onCPU.reduce(0) { $0 + $1.count } }

    private static func append(_ part: Range<Int>, to parts: inout [Range<Int>]) {
        if let last = parts.last, last.upperBound == part.lowerBound {
            parts[parts.count - 1] = last.lowerBound..<part.upperBound
        } else {
            parts.append(part)
        }
    }
}

extension DrawListBuilder {
    /// Appends a line whose samples stay on the device. Only blocks are looked at here, and samples only where the
    /// device is not precise enough.
    mutating func append(_ line: LineMark, clip: PixelRect, label: String) {
        let indices = line.indices
        // No segment, no width, transparent, or not finite.
        guard indices.count > 1, line.width > 0, line.width.isFinite, !line.paint.isClear,
            line.x.transform.isFinite, line.y.transform.isFinite
        else { return }
        let parts = SampleParts(
            x: line.x, y: line.y, starts: indices.dropLast(), visible: VisibleBox(clip: clip, reach: line.width / 2))
        guard let touched = parts.touched(reach: line.width / 2 + 1, in: clip) else { return }
        let staysThere = keepsOnDevice(.line, parts) {
            $0.strokeWidth = line.width
            $0.shareOfThinCells = StrokeSupersampling.shareOfEnds(line, gapCount: parts.gapCount, in: clip)
        }
        guard staysThere else { return append(line.polyline, clip: clip, label: label) }
        var uniforms = DrawUniforms(size: size)
        let direction = StrokeDirections(line.fewPoints(of: indices).span, halfWidth: line.width / 2).rarest
        uniforms.shape = SIMD4(line.width / 2, direction.x, direction.y, 0)
        uniforms.gradient.z = StrokeSupersampling.halfCell
        let patches = patches([touched])
        begin(.cells, erasing: patches, clip: clip, label: label)
        for part in parts.onCPU { draw(line, part, uniforms, clip: clip, label: label) }
        uniforms.transform = SIMD4(Float(line.x.transform.scale), Float(line.y.transform.scale), 0, 0)
        for part in parts.onDevice {
            draw(
                .sampleLine, .max, SampleColumns([line.x, line.y]), first: part.lowerBound, count: part.count,
                uniforms: uniforms, scissor: clip, label: label)
        }
        var paint = DrawUniforms(size: size)
        paint.set(line.paint)
        resolve(.resolveCells, from: .cells, in: patches, uniforms: paint, clip: clip, label: label)
    }

    /// Draws segments with positions that are computed here.
    ///
    /// - Parameter part: the samples from which the segments start.
    private mutating func draw(
        _ line: LineMark, _ part: Range<Int>, _ uniforms: DrawUniforms, clip: PixelRect, label: String
    ) {
        // One segment more at both ends, which is drawn twice, so that the line does not end between two parts.
        let points = line.points(part.lowerBound - 1..<part.upperBound + 2).map {
            PlotPoint(x: Float($0.x), y: Float($0.y))
        }
        let tessellator = LineTessellator(width: line.width, clip: clip)
        var columns = CoverageColumns(clip: clip, reach: line.width / 2 + roundingReach)
        let first = lines.count
        lines.append(addingCapacity: LineTessellator.vertexBound(count: points.count)) { vertices in
            tessellator.tessellate(points.span, into: &vertices, touching: &columns)
        }
        guard lines.count > first + 1 else { return lines.removeLast(lines.count - first) }
        draw(
            .line, .max, .line, first: first, count: lines.count - first - 1, uniforms: uniforms, scissor: clip,
            label: label)
    }
}

extension StrokeSupersampling {
    /// The share of cells with ends of the line. With many, it needs subsamples, which the program for samples does not
    /// have.
    fileprivate static func shareOfEnds(_ line: LineMark, gapCount: Int, in clip: PixelRect) -> Float {
        let ends = 2 * Float(gapCount) * (line.width / cellLength + 1)
        return ends / (Float(clip.width) * Float(clip.height) / cellArea)
    }
}

extension LineMark {
    /// A few stretches of the line, apart from one another, for its directions.
    fileprivate func fewPoints(of indices: Range<Int>) -> [PlotPoint] {
        let (stretches, length) = (64, 64)
        guard indices.count > stretches * length else { return polyline(indices) }
        var points: [PlotPoint] = []
        points.reserveCapacity(stretches * (length + 1))
        for k in 0..<stretches {
            let start = indices.lowerBound + (indices.count - length) / (stretches - 1) * k
            points += polyline(start..<start + length)
            points.append(.gap)
        }
        return points
    }

    private func polyline(_ range: Range<Int>) -> [PlotPoint] {
        points(range).map { PlotPoint(x: Float($0.x), y: Float($0.y)) }
    }
}
