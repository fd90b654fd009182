import VitrailDrawList
import VitrailScene
import VitrailSystem

/// Converts stroked polylines to vertices of `line`. Each pair of neighbouring vertices is a segment.
///
/// - Source: stroke shape after SVG 2 §13.5, round joins and butt caps.
struct LineTessellator {
    let halfWidth: Float
    let visible: VisibleBox

    init(width: Float, clip: PixelRect) {
        halfWidth = width / 2
        visible = VisibleBox(clip: clip, reach: width / 2)
    }

    /// Max number of vertices. A segment that is cut or isolated has two vertices of its own, and so has a joint that
    /// needs its own disc.
    static func vertexBound(count: Int) -> Int { 2 * count }

    /// Writes the visible segments.
    ///
    /// - Parameters:
    ///   - points: `n` points in plot space; a non-finite one ends the run. A run of one point draws nothing.
    ///   - vertices: receives at most `vertexBound(count: n)`.
    ///   - columns: receives the pixels of the segments.
    /// - Complexity: O(n), no allocation.
    func tessellate(
        _ points: Span<PlotPoint>, into vertices: inout OutputSpan<LineVertex>,
        touching columns: inout CoverageColumns
    ) {
        var previous = PlotPoint.gap
        // Number of points equal to `previous` directly after it. Such a point is a joint and has a disc; inside a run,
        // the segments draw that disc.
        var repeats = 0
        // Whether the run has not left its first point yet.
        var isStart = false
        // Whether the last vertex is `previous` and its run goes on.
        var isOpen = false
        var pace = WorkPace()
        for index in points.indices {
            if pace.isOver() { break }
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
    /// The segments on both sides of a joint draw its disc, each without the part behind its own butt cap. If a run
    /// consists of two segments that are shorter than half the stroke's width, both cut off parts of this disc, so the
    /// disc is drawn separately.
    private func endRun(
        _ end: PlotPoint, _ repeats: Int, _ isStart: Bool, _ isOpen: Bool,
        into vertices: inout OutputSpan<LineVertex>, touching columns: inout CoverageColumns
    ) {
        // No run, or a run with all points at one position. With more than two points, one of them is a joint.
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

    /// Appends a disc as a segment without length.
    private func appendJoint(
        _ point: PlotPoint, into vertices: inout OutputSpan<LineVertex>,
        touching columns: inout CoverageColumns
    ) {
        if visible.isHidden(point, point) { return }
        vertices.append(LineVertex(x: point.x, y: point.y, run: 0))
        vertices.append(LineVertex(x: point.x, y: point.y, run: 2))
        columns.touch(along: point.x, across: point.y, toAlong: point.x, across: point.y)
    }

    /// Appends a segment that exceeds the guard box, cut to the box. Returns whether the last vertex is `end`, so that
    /// the run goes on.
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
        // No width, infinite width, transparent, or too few points.
        guard line.width > 0, line.width.isFinite, !line.paint.isClear, line.points.count > 1 else { return }
        if usesBlocks, drawDense(line, clip: clip, label: label) { return }
        var facts = MarkFacts(line, faintLines: faintLines)
        facts.isForced = !usesBlocks
        if usesBlocks, line.isFaint, choose(.stroke, facts) == .coverage {
            if drawUnordered(line, clip: clip, label: label) { return }
            facts.refused = [.coverage]
        }
        drawLayers()
        let tessellator = LineTessellator(width: line.width, clip: clip)
        var columns = CoverageColumns(clip: clip, reach: line.width / 2 + roundingReach)
        let first = lines.count
        lines.append(addingCapacity: LineTessellator.vertexBound(count: line.points.count)) { vertices in
            tessellator.tessellate(line.points.span, into: &vertices, touching: &columns)
        }
        let rects = columns.rects()
        // The last vertex ends a run and starts no segment.
        guard lines.count > first + 1, !rects.isEmpty else { return lines.removeLast(lines.count - first) }
        let draws = StrokeSupersampling.draws(for: lines[first...], width: line.width, in: rects, &facts)
        if usesBlocks, drawAsOne(from: first, line, &facts, isThin: draws != nil, clip: clip, label: label) {
            return lines.removeLast(lines.count - first)
        }
        _ = choose(.stroke, facts)
        if let draws {
            drawFineUnion(from: first, line, parts: draws, in: patches(rects), clip: clip, label: label)
        } else {
            drawUnion(from: first, line, in: patches(rects), clip: clip, label: label)
        }
    }
}

extension DrawListBuilder {
    /// Draws the vertices of `line` from `first` on in one of the ways that cost less than drawing each segment.
    ///
    /// - Parameters:
    ///   - facts: about the stroke; completed here.
    ///   - isThin: whether cells would not hold the union of the segments.
    /// - Returns: whether the line is drawn, or abandoned at the deadline.
    private mutating func drawAsOne(
        from first: Int, _ line: Polyline, _ facts: inout MarkFacts, isThin: Bool, clip: PixelRect, label: String
    ) -> Bool {
        if drawEnvelope(from: first, line, clip: clip, label: label) { return true }
        if choose(.stroke, facts) == .coverage {
            if drawUnordered(line, clip: clip, label: label) { return true }
            facts.refused = [.coverage]
        }
        if !isThin {
            _ = choose(.stroke, facts)
            if drawBlocks(from: first, line, clip: clip, label: label) { return true }
        }
        // A line that was abandoned at the deadline must not take the slow path.
        return WorkLimit.isReached
    }
}

extension MarkFacts {
    /// - Parameter faintLines: number of faint lines in the Scene.
    init(_ line: Polyline, faintLines: Int) {
        self.init()
        samples = line.points.count
        strokeWidth = line.width
        if case .solid = line.paint { hasOneColor = true } else { hasOneColor = false }
        (isFaint, self.faintLines) = (line.isFaint, faintLines)
    }
}

/// Upper bound of the shader's rounding error near the guard box, in pixels.
let roundingReach: Float = 1 / 16

extension PixelRect {
    /// The empty rectangle; start of a union.
    static let none = PixelRect(x: 0, y: 0, width: 0, height: 0)
}
