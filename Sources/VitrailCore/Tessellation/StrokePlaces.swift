import VitrailScene

/// When strokes are drawn by places of a pixel in place of eight cells.
///
///     ┌─┬─┬─┬─┐   A cell holds the greatest coverage of all that reach into it from one side. Of straight ends, of segments shorter than it is, and of
///     │·│▄│ │·│   strokes thinner, that is not their union: where many of them meet in cells, what is covered is asked at places, of which each is
///     └─┴─┴─┴─┘   covered or is not.
enum StrokePlaces {
    /// Draws, each of sixteen places of a pixel (`fine_line`): of most strokes, and of scattered pieces smaller than 256 places lie apart, of which each place
    /// tells by chance.
    static let counts = (most: 16, scattered: 64)
    /// Half a cell's width, of `line`.
    static let halfCell: Float = 0.125
    /// Pixels: strokes as wide as this reach into each cell of `line` from a side. A cell's diagonal.
    private static let leastWidth: Float = 0.56
    /// How much of a line a cell of `line` holds in the mean (side by side, it is a quarter and a half of a pixel long), and pixels that it takes.
    private static let cellLength: Float = 0.35
    private static let cellArea: Float = 0.125
    /// The share of the cells that ends or thin strokes cut from which on places are asked: with fewer, hardly two meet in one.
    private static let greatestShare: Float = 0.1
    /// Pixels: the distance between neighbours of 256 places.
    private static let scatteredLength: Float = 0.0625
    /// Pixels: of strokes as wide, what segments shorter than cells leave of these from two sides is no more than between gaps.
    private static let leastWidthOfShort: Float = 1
    /// The share of segments that are shorter than a cell of `line`, which takes them for longer, from which on places are asked. Of strokes that are not
    /// narrow, those between gaps.
    private static let greatestShareOfShort: Float = 0.125

    /// In how many draws a polyline is asked for at places; nil = by cells.
    ///
    /// - Parameters:
    ///   - vertices: of `line`.
    ///   - width: of the stroke, pixels.
    ///   - rects: where it is drawn.
    /// - Complexity: O(vertices).
    static func draws(for vertices: ArraySlice<LineVertex>, width: Float, in rects: [PixelRect]) -> Int? {
        let area = rects.reduce(Float(0)) { $0 + Float($1.width) * Float($1.height) }
        let most = area * greatestShare / cellArea
        let perEnd = width / cellLength + 1
        let isThin = width < leastWidth
        let isNarrow = width < leastWidthOfShort
        var cut: Float = 0
        var (short, scattered, segments) = (0, 0, 0)
        for (start, end) in zip(vertices, vertices.dropFirst()) where start.run < 1.5 {
            segments += 1
            let isLone = start.run > 0.5 && end.run > 1.5
            guard isNarrow || start.run > 0.5 || end.run > 0.5 else { continue }
            let (x, y) = (end.x - start.x, end.y - start.y)
            let length = (x * x + y * y).squareRoot()
            // A joint's disc?
            guard length > 0 else { continue }
            if start.run > 0.5 { cut += perEnd }
            if end.run > 0.5 { cut += perEnd }
            if isThin { cut += length / cellLength }
            if isLone, length < scatteredLength { scattered += 1 }
            if isNarrow ? length < cellLength : isLone && length < 2 * halfCell { short += 1 }
        }
        guard cut > most || Float(short) > Float(segments) * greatestShareOfShort else { return nil }
        return 2 * scattered > segments ? counts.scattered : counts.most
    }

    /// The places of one of `count` draws, a power of two, as `fine_line` reads them: along and down, in shares of a part of a pixel, and one over their number.
    static func place(of part: Int, of count: Int) -> SIMD4<Float> {
        let bits = count.trailingZeroBitCount
        let reversed = (0..<bits).reduce(0) { $0 << 1 | (part >> $1 & 1) }
        return SIMD4(Float(reversed), Float(part), 0, 1) / Float(count)
    }
}

extension DrawListBuilder {
    /// Draws each segment from vertex `first` on by itself, and paints their union within `patches`.
    mutating func drawUnion(from first: Int, _ line: Polyline, in patches: Range<Int>, clip: PixelRect, label: String) {
        let uniforms = strokeUniforms(line)
        begin(.cells, erasing: patches, clip: clip, label: label)
        draw(.line, .max, .line, first: first, count: lines.count - first - 1, uniforms: uniforms, scissor: clip, label: label)
        var paint = DrawUniforms(size: size)
        paint.set(line.paint)
        resolve(.resolveCells, from: .cells, in: patches, uniforms: paint, clip: clip, label: label)
    }

    /// The same by places, in parts that are summed.
    ///
    /// - Parameter parts: a power of two.
    mutating func drawFineUnion(from first: Int, _ line: Polyline, parts: Int, in patches: Range<Int>, clip: PixelRect, label: String) {
        var uniforms = DrawUniforms(size: size)
        uniforms.shape.x = line.width / 2
        begin(.mask, erasing: patches, clip: clip, label: label)
        for part in 0..<parts {
            uniforms.gradient = StrokePlaces.place(of: part, of: parts)
            begin(.cells, erasing: patches, clip: clip, label: label)
            draw(.fineLine, .max, .line, first: first, count: lines.count - first - 1, uniforms: uniforms, scissor: clip, label: label)
            var share = DrawUniforms(size: size)
            share.add(part, of: parts)
            target(.mask)
            draw(
                .resolvePlaces, .add, .quad, first: patches.lowerBound, count: patches.count,
                textures: (0..<Target.cells.textureCount).map { .target(.cells, $0) }, uniforms: share, scissor: clip, label: label)
        }
        var paint = DrawUniforms(size: size)
        paint.set(line.paint)
        resolve(.resolveMask, from: .mask, in: patches, uniforms: paint, clip: clip, label: label)
    }

    private func strokeUniforms(_ line: Polyline) -> DrawUniforms {
        var uniforms = DrawUniforms(size: size)
        let direction = StrokeDirections(line.points.span, halfWidth: line.width / 2).rarest
        uniforms.shape = SIMD4(line.width / 2, direction.x, direction.y, 0)
        uniforms.gradient.z = StrokePlaces.halfCell
        return uniforms
    }
}

extension DrawUniforms {
    /// Of `resolve_places`: one of several parts that add to a pixel's coverage. Each is rounded to 1/255; where it lies between two, as
    /// many go up as the whole needs.
    fileprivate mutating func add(_ part: Int, of count: Int) {
        color0 = SIMD4(repeating: 1 / Float(count))
        shape.x = ((Float(part) + 0.5) / Float(count) - 0.5) / 255
    }
}
