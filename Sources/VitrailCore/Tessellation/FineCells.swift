import VitrailScene

/// When strokes are drawn by sixty-four cells a pixel in place of eight.
///
///     ┌─┬─┬─┬─┐   A cell holds the greatest coverage of all that reach into it from one side. Of straight ends, and of strokes
///     │▀│▄│ │ │   thinner than it is, that is less than their union: where many of them meet in cells, cells are finer.
///     └─┴─┴─┴─┘
enum FineCells {
    /// Parts of a pixel along and across, each of 4 × 2 cells.
    static let parts = (columns: 2, rows: 4)
    /// Half a cell's width, of `line` and of `fineLine`.
    static let halfWidth: (line: Float, fine: Float) = (0.125, 0.0625)
    /// Pixels: strokes as wide as this reach into each cell of `line` from a side. A cell's diagonal.
    private static let leastWidth: Float = 0.56
    /// How much of a line a cell of `line` holds in the mean (side by side, it is a quarter and a half of a pixel long), and pixels that it takes.
    private static let cellLength: Float = 0.35
    private static let cellArea: Float = 0.125
    /// The share of the cells that ends or thin strokes cut from which on they are finer: with fewer, hardly two meet in one.
    private static let greatestShare: Float = 0.1
    /// The share of segments that lie between gaps and are shorter than a cell of `line`, which takes them for longer, from which on they are finer.
    private static let greatestShareOfShort: Float = 0.125

    /// Whether a polyline needs them.
    ///
    /// - Parameters:
    ///   - vertices: of `line`.
    ///   - width: of the stroke, pixels.
    ///   - rects: where it is drawn.
    /// - Complexity: O(vertices).
    static func areNeeded(for vertices: ArraySlice<LineVertex>, width: Float, in rects: [PixelRect]) -> Bool {
        let area = rects.reduce(Float(0)) { $0 + Float($1.width) * Float($1.height) }
        let most = area * greatestShare / cellArea
        let perEnd = width / cellLength + 1
        let isThin = width < leastWidth
        var cut: Float = 0
        var (short, segments) = (0, 0)
        for (start, end) in zip(vertices, vertices.dropFirst()) where start.run < 1.5 {
            segments += 1
            let isLone = start.run > 0.5 && end.run > 1.5
            guard isThin || start.run > 0.5 || end.run > 0.5 else { continue }
            let (x, y) = (end.x - start.x, end.y - start.y)
            let length = (x * x + y * y).squareRoot()
            // A joint's disc?
            guard length > 0 else { continue }
            if start.run > 0.5 { cut += perEnd }
            if end.run > 0.5 { cut += perEnd }
            if isThin { cut += length / cellLength }
            if isLone, length < 2 * halfWidth.line { short += 1 }
        }
        return cut > most || Float(short) > Float(segments) * greatestShareOfShort
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

    /// The same by finer cells, in eight parts that are summed. The vertices become others.
    mutating func drawFineUnion(from first: Int, _ line: Polyline, in patches: Range<Int>, clip: PixelRect, label: String) {
        var (others, teeth): ([LineVertex], [LineVertex]) = ([], [])
        StrokeComb.split(lines[first...], width: line.width, others: &others, teeth: &teeth)
        // In place of all of them.
        lines.removeLast(lines.count - first)
        lines += others
        lines += teeth
        var uniforms = strokeUniforms(line)
        let (columns, rows) = FineCells.parts
        begin(.mask, erasing: patches, clip: clip, label: label)
        for part in 0..<columns * rows {
            uniforms.gradient = SIMD4(
                (Float(part % columns) + 0.5) / Float(columns) - 0.5, (Float(part / columns) + 0.5) / Float(rows) - 0.5, FineCells.halfWidth.fine, 0)
            begin(.cells, erasing: patches, clip: clip, label: label)
            draw(.fineLine, .max, .line, first: first, count: others.count - 1, uniforms: uniforms, scissor: clip, label: label)
            draw(.fineLine, .add, .line, first: first + others.count, count: teeth.count - 1, uniforms: uniforms, scissor: clip, label: label)
            var share = DrawUniforms(size: size)
            share.add(part, of: columns * rows)
            target(.mask)
            draw(
                .resolveCells, .add, .quad, first: patches.lowerBound, count: patches.count,
                textures: (0..<Target.cells.textureCount).map { .target(.cells, $0) }, uniforms: share, scissor: clip, label: label)
        }
        var paint = DrawUniforms(size: size)
        paint.set(line.paint)
        resolve(.resolveMask, from: .mask, in: patches, uniforms: paint, clip: clip, label: label)
    }

    private func strokeUniforms(_ line: Polyline) -> DrawUniforms {
        var uniforms = DrawUniforms(size: size)
        let direction = StrokeDirections(line.points.span).rarest
        uniforms.shape = SIMD4(line.width / 2, direction.x, direction.y, 0)
        uniforms.gradient.z = FineCells.halfWidth.line
        return uniforms
    }
}

extension DrawUniforms {
    /// Of `resolve_cells` on a mask: one of several parts that add to a pixel's coverage. Each is rounded to 1/255; where it lies between two, as
    /// many go up as the whole needs.
    fileprivate mutating func add(_ part: Int, of count: Int) {
        color0 = SIMD4(repeating: 1 / Float(count))
        color1 = color0
        shape.x = ((Float(part) + 0.5) / Float(count) - 0.5) / 255
    }
}
