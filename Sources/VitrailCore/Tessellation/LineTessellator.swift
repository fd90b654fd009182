import VitrailScene

/// Stroked polylines → vertices of `line`, each pair of neighbours a segment.
///
/// - Source: stroke shape after SVG 2 §13.5, round joins and butt caps.
struct LineTessellator {
    let halfWidth: Float
    let visible: VisibleBox

    init(width: Float, clip: PixelRect) {
        halfWidth = width / 2
        visible = VisibleBox(clip: clip, reach: width / 2)
    }

    /// A cut or lonely segment has two vertices of its own, and so has a joint that needs its own disc.
    static func vertexBound(count: Int) -> Int { 2 * count }

    /// Writes the segments that can be seen.
    ///
    /// - Parameters:
    ///   - points: `n` points in plot space; a non-finite one ends the run. A run of one point makes nothing.
    ///   - vertices: receives at most `vertexBound(count: n)`.
    ///   - columns: notes where segments lie.
    /// - Complexity: O(n), no allocation.
    func tessellate(
        _ points: Span<PlotPoint>, into vertices: inout OutputSpan<LineVertex>,
        touching columns: inout CoverageColumns
    ) {
        var previous = PlotPoint.gap
        // How often `previous` was met again in place. A joint, so it has a disc; inside a run its segments draw that.
        var repeats = 0
        // The run has not left its first point yet.
        var isStart = false
        // The last vertex is `previous`, and its run goes on.
        var isOpen = false
        for index in points.indices {
            let point = points[index]
            guard point.isFinite else {
                endRun(previous, repeats, isStart, isOpen, into: &vertices, touching: &columns)
                previous = .gap
                isOpen = false
                continue
            }
            guard previous.isFinite else {
                previous = point
                repeats = 0
                isStart = true
                continue
            }
            if point == previous {
                repeats += 1
                continue
            }
            if isStart, repeats > 0 { appendJoint(previous, into: &vertices, touching: &columns) }
            if visible.isHidden(previous, point) {
                if isOpen { vertices[vertices.count - 1].run = 2 }
                isOpen = false
            } else if visible.isGuarded(previous), visible.isGuarded(point) {
                if !isOpen {
                    vertices.append(LineVertex(x: previous.x, y: previous.y, run: isStart ? 1 : 0))
                }
                vertices.append(LineVertex(x: point.x, y: point.y, run: 0))
                columns.touch(
                    along: previous.x, across: previous.y, toAlong: point.x, across: point.y)
                isOpen = true
            } else {
                isOpen = appendCut(
                    from: previous, to: point, isStart: isStart, isOpen: isOpen, into: &vertices,
                    touching: &columns)
            }
            previous = point
            repeats = 0
            isStart = false
        }
        endRun(previous, repeats, isStart, isOpen, into: &vertices, touching: &columns)
    }

    /// Marks the last vertex as the end of its run, and draws the discs of joints that no segment draws.
    ///
    /// The segments on both sides of a joint draw its disc, each without what lies behind its own butt cap. When a run is two
    /// segments shorter than the stroke is wide, both cut the one disc.
    private func endRun(
        _ end: PlotPoint, _ repeats: Int, _ isStart: Bool, _ isOpen: Bool,
        into vertices: inout OutputSpan<LineVertex>, touching columns: inout CoverageColumns
    ) {
        // No run? A run in one place: its ends, and joints if there are more than those?
        guard end.isFinite else { return }
        if isStart {
            if repeats > 1 { appendJoint(end, into: &vertices, touching: &columns) }
            return
        }
        if isOpen {
            let last = vertices.count - 1
            vertices[last].run = 2
            if last >= 2, vertices[last - 2].run == 1 {
                let joint = vertices[last - 1]
                if isShort(vertices[last - 2], joint), isShort(joint, vertices[last]) {
                    appendJoint(PlotPoint(x: joint.x, y: joint.y), into: &vertices, touching: &columns)
                }
            }
        }
        if repeats > 0 { appendJoint(end, into: &vertices, touching: &columns) }
    }

    private func isShort(_ a: LineVertex, _ b: LineVertex) -> Bool {
        let x = b.x - a.x
        let y = b.y - a.y
        return x * x + y * y < halfWidth * halfWidth
    }

    /// A disc: a segment without length.
    private func appendJoint(
        _ point: PlotPoint, into vertices: inout OutputSpan<LineVertex>,
        touching columns: inout CoverageColumns
    ) {
        if visible.isHidden(point, point) { return }
        vertices.append(LineVertex(x: point.x, y: point.y, run: 0))
        vertices.append(LineVertex(x: point.x, y: point.y, run: 2))
        columns.touch(along: point.x, across: point.y, toAlong: point.x, across: point.y)
    }

    /// A segment that reaches beyond the guard box, cut to it. Returns whether its end is still `end`, so that the run goes on.
    private func appendCut(
        from start: PlotPoint, to end: PlotPoint, isStart: Bool, isOpen: Bool,
        into vertices: inout OutputSpan<LineVertex>, touching columns: inout CoverageColumns
    ) -> Bool {
        let from = SIMD2(Double(start.x), Double(start.y))
        let to = SIMD2(Double(end.x), Double(end.y))
        guard let part = visible.guardedPart(from: from, to: to) else {
            if isOpen { vertices[vertices.count - 1].run = 2 }
            return false
        }
        let a = part.lowerBound == 0 ? from : from + (to - from) * part.lowerBound
        let b = part.upperBound == 1 ? to : from + (to - from) * part.upperBound
        if !isOpen {
            vertices.append(
                LineVertex(x: Float(a.x), y: Float(a.y), run: isStart && part.lowerBound == 0 ? 1 : 0))
        }
        let goesOn = part.upperBound == 1
        vertices.append(LineVertex(x: Float(b.x), y: Float(b.y), run: goesOn ? 0 : 2))
        columns.touch(
            along: Float(a.x), across: Float(a.y), toAlong: Float(b.x), across: Float(b.y))
        return goesOn
    }
}

extension DrawListBuilder {
    mutating func append(_ line: Polyline, clip: PixelRect, label: String) {
        // No width? Wider than everything by overflow? Nothing to see?
        guard line.width > 0, line.width.isFinite, !line.paint.isClear, line.points.count > 1 else { return }
        if usesBlocks, drawDense(line, clip: clip, label: label) { return }
        if usesBlocks, hasManyFaintLines, line.isFaint, drawTrajectory(line, clip: clip, label: label) { return }
        drawLayers()
        let tessellator = LineTessellator(width: line.width, clip: clip)
        var columns = CoverageColumns(clip: clip, reach: line.width / 2 + roundingReach)
        let first = lines.count
        lines.append(addingCapacity: LineTessellator.vertexBound(count: line.points.count)) { vertices in
            tessellator.tessellate(line.points.span, into: &vertices, touching: &columns)
        }
        let rects = columns.rects()
        // One vertex ends a run, so the last one starts no segment.
        guard lines.count > first + 1, !rects.isEmpty else { return lines.removeLast(lines.count - first) }
        let draws = StrokePlaces.draws(for: lines[first...], width: line.width, in: rects)
        if usesBlocks {
            let isCounted = draws != nil || line.points.count >= TrajectoryCoverage.leastPoints
            let isDrawn =
                drawEnvelope(from: first, line, clip: clip, label: label) || isCounted && drawTrajectory(line, clip: clip, label: label)
                || draws == nil && drawBlocks(from: first, line, clip: clip, label: label)
            if isDrawn { return lines.removeLast(lines.count - first) }
        }
        if let draws {
            drawFineUnion(from: first, line, parts: draws, in: patches(rects), clip: clip, label: label)
        } else {
            drawUnion(from: first, line, in: patches(rects), clip: clip, label: label)
        }
    }
}

/// More than the shader's Float loses near the guard box, pixels.
let roundingReach: Float = 1 / 16

extension PixelRect {
    /// Nothing: the start of a union.
    static let none = PixelRect(x: 0, y: 0, width: 0, height: 0)
}
