import VitrailDrawList
import VitrailScene

/// Decides when strokes are drawn with subsamples instead of eight cells per pixel.
///
///     ┌─┬─┬─┬─┐   A cell holds the max coverage of all shapes that enter it from one side. For straight ends, for
///     │·│▄│ │·│   segments shorter than a cell, and for strokes thinner than a cell, this is not their union. If
///     └─┴─┴─┴─┘   many of these meet in cells, coverage is sampled at subsamples, each covered or not.
enum StrokeSupersampling {
    /// Number of draws, each with sixteen subsamples per pixel (`fine_line`): `maximum` for most strokes, and
    /// `scattered` for scattered pieces that are smaller than the distance between 256 subsamples, so that a subsample
    /// hits them only by chance.
    static let counts = (maximum: 16, scattered: 64)
    /// Half the width of a cell of `line`, in pixels.
    static let halfCell: Float = 0.125
    /// Pixels. Strokes at least this wide enter each cell of `line` from one side. The diagonal of a cell.
    private static let minWidth: Float = 0.56
    /// Mean length of a line within a cell of `line`, in pixels, and area of a cell, in square pixels. A cell measures
    /// 1/4 by 1/2 pixel.
    static let cellLength: Float = 0.35
    static let cellArea: Float = 0.125
    /// Distance between neighbours of 256 subsamples, in pixels.
    private static let scatteredLength: Float = 0.0625
    /// Pixels. In strokes at least this wide, segments shorter than a cell leave parts of the cell uncovered on both
    /// sides only if they lie between gaps.
    static let minWidthOfShort: Float = 1

    /// The number of draws for drawing a polyline with subsamples. nil: draw it with cells.
    ///
    /// - Parameters:
    ///   - vertices: vertices of `line`.
    ///   - width: width of the stroke, in pixels.
    ///   - rects: the pixels where it is drawn.
    ///   - facts: gets the shares of thin cells and of short segments. In strokes that are not narrow, only segments
    ///     between gaps are short.
    /// - Complexity: O(vertices).
    static func draws(
        for vertices: ArraySlice<LineVertex>, width: Float, in rects: [PixelRect], _ facts: inout MarkFacts
    ) -> Int? {
        let area = rects.reduce(Float(0)) { $0 + Float($1.width) * Float($1.height) }
        let perEnd = width / cellLength + 1
        let isThin = width < minWidth
        let isNarrow = width < minWidthOfShort
        var cut: Float = 0
        var (short, scattered, segments) = (0, 0, 0)
        for (start, end) in zip(vertices, vertices.dropFirst()) where start.run < 1.5 {
            segments += 1
            let isLone = start.run > 0.5 && end.run > 1.5
            guard isNarrow || start.run > 0.5 || end.run > 0.5 else { continue }
            let (x, y) = (end.x - start.x, end.y - start.y)
            let length = (x * x + y * y).squareRoot()
            // The disc of a joint has no length.
            guard length > 0 else { continue }
            if start.run > 0.5 { cut += perEnd }
            if end.run > 0.5 { cut += perEnd }
            if isThin { cut += length / cellLength }
            if isLone, length < scatteredLength { scattered += 1 }
            if isNarrow ? length < cellLength : isLone && length < 2 * halfCell { short += 1 }
        }
        facts.shareOfThinCells = cut * cellArea / area
        facts.shareOfShortSegments = Float(short) / Float(segments)
        guard RenderStrategy.isThin(facts) else { return nil }
        return 2 * scattered > segments ? counts.scattered : counts.maximum
    }

    /// The subsamples of one of `count` draws, as `fine_line` reads them: x and y offset within a part of a pixel, 0…1,
    /// and 1 / `count`. `count` is a power of two.
    static func position(of part: Int, of count: Int) -> SIMD4<Float> {
        let bits = count.trailingZeroBitCount
        let reversed = (0..<bits).reduce(0) { $0 << 1 | (part >> $1 & 1) }
        return SIMD4(Float(reversed), Float(part), 0, 1) / Float(count)
    }
}

extension DrawListBuilder {
    /// Draws each segment from vertex `first` on separately, and composites their union within `patches`.
    mutating func drawUnion(from first: Int, _ line: Polyline, in patches: Range<Int>, clip: PixelRect, label: String) {
        let uniforms = strokeUniforms(line)
        begin(.cells, erasing: patches, clip: clip, label: label)
        draw(
            .line, .max, .line, first: first, count: lines.count - first - 1, uniforms: uniforms, scissor: clip,
            label: label)
        var paint = DrawUniforms(size: size)
        paint.set(line.paint)
        resolve(.resolveCells, from: .cells, in: patches, uniforms: paint, clip: clip, label: label)
    }

    /// Does the same as `drawUnion` with subsamples, in parts that are added up.
    ///
    /// - Parameter parts: a power of two.
    mutating func drawFineUnion(
        from first: Int, _ line: Polyline, parts: Int, in patches: Range<Int>, clip: PixelRect, label: String
    ) {
        var uniforms = DrawUniforms(size: size)
        uniforms.shape.x = line.width / 2
        begin(.mask, erasing: patches, clip: clip, label: label)
        for part in 0..<parts {
            uniforms.gradient = StrokeSupersampling.position(of: part, of: parts)
            begin(.cells, erasing: patches, clip: clip, label: label)
            draw(
                .fineLine, .max, .line, first: first, count: lines.count - first - 1, uniforms: uniforms, scissor: clip,
                label: label)
            var share = DrawUniforms(size: size)
            share.add(part, of: parts)
            target(.mask)
            draw(
                .resolveCells, .add, .quad, first: patches.lowerBound, count: patches.count,
                textures: (0..<Target.cells.textureCount).map { .target(.cells, $0) }, uniforms: share, scissor: clip,
                label: label)
        }
        var paint = DrawUniforms(size: size)
        paint.set(line.paint)
        resolve(.resolveMask, from: .mask, in: patches, uniforms: paint, clip: clip, label: label)
    }

    private func strokeUniforms(_ line: Polyline) -> DrawUniforms {
        var uniforms = DrawUniforms(size: size)
        let direction = StrokeDirections(line.points.span, halfWidth: line.width / 2).rarest
        uniforms.shape = SIMD4(line.width / 2, direction.x, direction.y, 0)
        uniforms.gradient.z = StrokeSupersampling.halfCell
        return uniforms
    }
}

extension DrawUniforms {
    /// Sets the uniforms of `resolve_cells` for one of several parts that add up to a pixel's coverage. Each part has
    /// sixteen subsamples per pixel, twice as many as cells, and is rounded to 1/255; the rounding offsets differ, so
    /// that as many parts are rounded up as the sum requires.
    fileprivate mutating func add(_ part: Int, of count: Int) {
        color0 = SIMD4(repeating: 0.5 / Float(count))
        shape.y = 1
        shape.x = ((Float(part) + 0.5) / Float(count) - 0.5) / 255
    }
}
