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
    /// Strokes as wide as this reach into each cell of `line` from a side: its diagonal.
    private static let leastWidth: Float = 0.56
    /// How much of a stroke's length a cell holds, and pixels that a cell takes.
    private static let cellLength: Float = 0.35
    private static let cellArea: Float = 0.125
    /// The share of the cells that ends or thin strokes cut from which on they are finer: with fewer, hardly two meet in one.
    private static let greatestShare: Float = 0.1
    /// The share of segments between gaps that are shorter than a cell of `line`, which takes them for longer, from which on they are finer.
    private static let greatestShareOfShort: Float = 0.125

    /// Whether a polyline needs them.
    ///
    /// - Parameter rects: where it is drawn.
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
            if start.run > 0.5 { cut += perEnd }
            if end.run > 0.5 { cut += perEnd }
            let isLone = start.run > 0.5 && end.run > 1.5
            guard isThin || isLone else { continue }
            let (x, y) = (end.x - start.x, end.y - start.y)
            let length = (x * x + y * y).squareRoot()
            if isThin { cut += length / cellLength }
            if isLone, length < 2 * halfWidth.line { short += 1 }
        }
        return cut > most || Float(short) > Float(segments) * greatestShareOfShort
    }
}

/// Segments between gaps, shorter than a cell, side by side: there coverages add.
///
///     ▌▐ ▌▐ ▌▐   Of a level line with gaps, dozens lie in a cell, and the greatest coverage says nothing of how many.
struct StrokeComb {
    private struct Tooth {
        let start, end: SIMD2<Float>
        let direction: SIMD2<Float>
        let length: Float
    }

    private let halfWidth: Float
    /// Where along both axes teeth lie: another one beyond them has no other beside it.
    private var taken: (x: ClosedRange<Float>, y: ClosedRange<Float>)?
    /// The segment before, if it is short enough; the last tooth.
    private var last: Tooth?

    init(width: Float) { halfWidth = width / 2 }

    /// Takes the vertices of a comb out of a stroke's.
    ///
    /// - Parameters:
    ///   - ranges: of whole runs.
    ///   - others: receives what is left.
    ///   - teeth: receives two vertices for each of the comb's segments.
    static func split(
        _ vertices: [LineVertex], _ ranges: [Range<Int>], width: Float, others: inout [LineVertex], teeth: inout [LineVertex]
    ) {
        var comb = StrokeComb(width: width)
        for range in ranges {
            var i = range.lowerBound
            while i < range.upperBound {
                if i + 1 < range.upperBound, vertices[i].run == 1, vertices[i + 1].run == 2 {
                    let next = i + 3 < range.upperBound ? tooth(vertices[i + 2], vertices[i + 3]) : nil
                    if let tooth = tooth(vertices[i], vertices[i + 1]), comb.takes(tooth, before: next) {
                        teeth += vertices[i..<i + 2]
                    } else {
                        others += vertices[i..<i + 2]
                    }
                    i += 2
                } else {
                    others.append(vertices[i])
                    comb.last = nil
                    i += 1
                }
            }
        }
    }

    private static func tooth(_ a: LineVertex, _ b: LineVertex) -> Tooth? {
        guard a.run == 1, b.run == 2 else { return nil }
        let (start, end) = (SIMD2(a.x, a.y), SIMD2(b.x, b.y))
        let span = end - start
        let length = (span * span).sum().squareRoot()
        guard length > 0, length < 2 * FineCells.halfWidth.fine else { return nil }
        return Tooth(start: start, end: end, direction: span / length, length: length)
    }

    private mutating func takes(_ tooth: Tooth, before next: Tooth?) -> Bool {
        defer { last = tooth }
        if let last, !areApart(last, tooth) { return false }
        if let next, !areApart(tooth, next) { return false }
        let (low, high) = (pointwiseMin(tooth.start, tooth.end), pointwiseMax(tooth.start, tooth.end))
        guard let (x, y) = taken else {
            taken = (low.x...high.x, low.y...high.y)
            return true
        }
        let isLevel = abs(tooth.direction.x) >= abs(tooth.direction.y)
        guard isLevel ? low.x >= x.upperBound || high.x <= x.lowerBound : low.y >= y.upperBound || high.y <= y.lowerBound else { return false }
        taken = (min(x.lowerBound, low.x)...max(x.upperBound, high.x), min(y.lowerBound, low.y)...max(y.upperBound, high.y))
        return true
    }

    /// Whether two segments, one behind the other, hardly lie above each other: their ends' corners may, where they run in different directions.
    private func areApart(_ a: Tooth, _ b: Tooth) -> Bool {
        let between = b.start - a.end
        let gap = (between * a.direction).sum()
        guard gap >= 0 else { return false }
        let turn = abs(a.direction.x * b.direction.y - a.direction.y * b.direction.x)
        return halfWidth * turn <= gap + (a.length + b.length) / 8
    }
}

extension DrawListBuilder {
    /// Draws ranges of vertices, each by itself, and paints their union within `patches`.
    mutating func drawUnion(of ranges: [Range<Int>], _ line: Polyline, in patches: Range<Int>, clip: PixelRect, label: String) {
        let uniforms = strokeUniforms(line)
        begin(.cells, erasing: patches, clip: clip, label: label)
        for range in ranges {
            draw(.line, .max, .line, first: range.lowerBound, count: range.count - 1, uniforms: uniforms, scissor: clip, label: label)
        }
        var paint = DrawUniforms(size: size)
        paint.set(line.paint)
        resolve(.resolveCells, from: .cells, in: patches, uniforms: paint, clip: clip, label: label)
    }

    /// The same by finer cells, in eight parts that are summed.
    mutating func drawFineUnion(of ranges: [Range<Int>], _ line: Polyline, in patches: Range<Int>, clip: PixelRect, label: String) {
        var (others, teeth): ([LineVertex], [LineVertex]) = ([], [])
        StrokeComb.split(lines, ranges, width: line.width, others: &others, teeth: &teeth)
        let first = lines.count
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
