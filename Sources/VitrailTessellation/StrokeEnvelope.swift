import VitrailDrawList
import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// Converts a stroke that is monotonic along one axis to the area between its two envelopes.
///
///           ╭──╮              Round joins: the stroke is the union of a band for each segment and a disc for
///      ╭────╯●╲╰╮  first      each joint. If its path is monotonic, this union is one interval across at every
///     ─●╌╌╌╌╌╌╯●╲─            position along. So the stroke is an area, and areas need no union on the device.
///      ╰──────╲ ╰─  second
///
/// Envelopes are evaluated at knots: at both ends of bands, at the intersection of two bands on the inner side of a
/// turn, and along arcs. Between knots they are straight.
///
/// - Source: stroke shape after SVG 2 §13.5, round joins and butt caps.
struct StrokeEnvelope {
    /// Max distance between an arc and the chords between its knots, in pixels.
    private static let arcDeviation: Float = 0.03
    /// Min angle between an arc's knots, in radians. Only a few pixels of arcs with a larger radius are visible.
    private static let minArcStep: Float = .pi / 256
    /// Min radius for refinement, in pixels. Only arcs with a greater radius have knots that are far apart.
    private static let refinedRadius: Float = 2.5
    /// Max radius in pixels. Wider strokes look the same in any picture. The limit keeps squares finite.
    private static let maxRadius: Float = 1e5

    /// Half the stroke's width.
    private let radius: Float
    private let isVertical: Bool
    /// Positions of an arc's knots, relative to its centre.
    private let arcOffsets: [Float]
    private var knots: EnvelopeKnots
    /// The current run, ascending along.
    private var points: [Point] = []
    private var segments: [Segment] = []
    /// Joints whose discs no segment draws.
    private var discs: [Point] = []
    private var hasCap = (start: false, end: false)
    /// The extent of all runs so far, along the axis.
    private var taken: ClosedRange<Float>
    private var isPlain = true

    private struct Point: Equatable {
        var along: Float
        var across: Float
    }

    /// A segment of the path: unit direction, and its normal with the length of the radius, towards smaller positions
    /// across.
    private struct Segment {
        let along: Float
        let across: Float
        let length: Float
        let normalAlong: Float
        let normalAcross: Float

        /// Pixels.
        private static let minLength: Float = 1e-15

        /// - Precondition: `a` ≠ `b`.
        init(_ a: Point, _ b: Point, _ radius: Float) {
            let (x, y) = (b.along - a.along, b.across - a.across)
            length = (x * x + y * y).squareRoot()
            // The squares of such a short vector underflow. Scaled to size 1, it has a direction.
            let isShort = length < Self.minLength
            let size = isShort ? max(abs(x), abs(y)) : 1
            let (p, q) = isShort ? (x / size, y / size) : (x, y)
            let unit = isShort ? (p * p + q * q).squareRoot() : length
            along = p / unit
            across = q / unit
            normalAlong = across * radius
            normalAcross = -along * radius
        }
    }

    /// - Parameters:
    ///   - width: width of the stroke in pixels, > 0.
    ///   - isVertical: the axis along which all runs are monotonic, see `isVertical(_:_:)`.
    ///   - extent: the smallest and largest position of a vertex along the axis.
    init(width: Float, isVertical: Bool, along extent: ClosedRange<Float>, clip: PixelRect) {
        let radius = min(width / 2, Self.maxRadius)
        self.radius = radius
        self.isVertical = isVertical
        let step = 2 * acos(max(1 - Self.arcDeviation / radius, 0))
        let steps = max(2, Int((.pi / max(step, Self.minArcStep)).rounded(.up)))
        arcOffsets = (1..<steps).map { -radius * cos(.pi * Float($0) / Float(steps)) }
        taken = -.infinity ... -.infinity
        // The intersection of the visible range and the extent of the stroke.
        let seen = isVertical ? clip.y - 1..<clip.maxY + 1 : clip.x - 1..<clip.maxX + 1
        let start = max(Float(seen.lowerBound), extent.lowerBound - radius - 1)
        let end = min(Float(seen.upperBound), extent.upperBound + radius + 2)
        knots = EnvelopeKnots(
            start < end ? Int(start.rounded(.down))..<Int(end.rounded(.up)) : seen.lowerBound..<seen.lowerBound + 1)
    }

    /// The axis along which every run of the segments is monotonic: true = y, false = x; nil: there is none.
    static func isVertical(_ lines: [LineVertex], _ range: Range<Int>) -> Bool? {
        var (isX, isY) = (true, true)
        var (signX, signY): (Float, Float) = (0, 0)
        for i in range.dropLast() {
            if lines[i].run > 1.5 {
                (signX, signY) = (0, 0)
                continue
            }
            let (x, y) = (lines[i + 1].x - lines[i].x, lines[i + 1].y - lines[i].y)
            if x != 0 {
                if signX * x < 0 { isX = false }
                signX = x
            }
            if y != 0 {
                if signY * y < 0 { isY = false }
                signY = y
            }
            if !isX, !isY { return nil }
        }
        return !isX
    }

    /// Appends the area of every run.
    ///
    /// - Parameter lines: as `LineTessellator` writes them; each run is monotonic along the axis.
    /// - Returns: false, with some of the runs appended, if runs lie above one another: their areas would count twice.
    /// - Complexity: O(segments · knots under a segment and its discs + length of the clip); allocates only for the
    ///   appended vertices.
    mutating func append(_ lines: [LineVertex], _ range: Range<Int>, to slices: inout [AreaVertex]) -> Bool {
        var start = range.lowerBound
        for i in range where lines[i].run > 1.5 {
            add(lines, start..<i + 1, to: &slices)
            guard isPlain else { return false }
            start = i + 1
        }
        flush(to: &slices)
        return isPlain
    }

    /// Adds a run, or the disc of a joint, which precedes or follows its run.
    private mutating func add(_ lines: [LineVertex], _ run: Range<Int>, to slices: inout [AreaVertex]) {
        let first = point(lines[run.lowerBound])
        if run.count == 2, first == point(lines[run.lowerBound + 1]) {
            if points.suffix(2).contains(first) || points.prefix(2).contains(first) {
                discs.append(first)
            } else {
                flush(to: &slices)
                discs = [first]
            }
            return
        }
        if !points.isEmpty || discs.last != first { flush(to: &slices) }
        for i in run {
            let point = point(lines[i])
            if points.last != point { points.append(point) }
        }
        // Ends that were cut lie outside the clip.
        hasCap = (lines[run.lowerBound].run == 1, true)
        if points[0].along > points[points.count - 1].along {
            points.reverse()
            hasCap = (hasCap.end, hasCap.start)
        }
    }

    private func point(_ vertex: LineVertex) -> Point {
        isVertical ? Point(along: vertex.y, across: vertex.x) : Point(along: vertex.x, across: vertex.y)
    }

    /// Appends the pending shapes: one run, one disc, or both.
    private mutating func flush(to slices: inout [AreaVertex]) {
        guard let extent = extent() else { return }
        isPlain = isPlain && !(extent.lowerBound <= taken.upperBound && extent.upperBound >= taken.lowerBound)
        taken = min(taken.lowerBound, extent.lowerBound)...max(taken.upperBound, extent.upperBound)
        guard isPlain else { return }
        segments.removeAll(keepingCapacity: true)
        for i in points.indices.dropLast() { segments.append(Segment(points[i], points[i + 1], radius)) }
        knots.begin()
        markKnots()
        knots.finish()
        includeShapes()
        if radius > Self.refinedRadius {
            if knots.refine() { includeShapes() }
            if knots.markNotches() { includeShapes() }
        }
        knots.append(to: &slices)
        points.removeAll(keepingCapacity: true)
        discs.removeAll(keepingCapacity: true)
    }

    /// An upper bound of the pending stroke's extent along. nil: nothing is pending.
    private func extent() -> ClosedRange<Float>? {
        let positions = [points.first, points.last, discs.first, discs.last].compactMap { $0?.along }
        guard let low = positions.min(), let high = positions.max() else { return nil }
        return low - radius...high + radius
    }

    // MARK: Knots

    private mutating func markKnots() {
        if let first = points.first, let last = points.last {
            if !hasCap.start { markDisc(first) }
            if !hasCap.end { markDisc(last) }
        }
        for disc in discs { markDisc(disc) }
        for (i, segment) in segments.enumerated() {
            let (a, b, n) = (points[i].along, points[i + 1].along, segment.normalAlong)
            knots.mark(a - n)
            knots.mark(a + n)
            knots.mark(b - n)
            knots.mark(b + n)
            if i > 0 { markTurn(points[i], segments[i - 1], segment) }
        }
    }

    private mutating func markDisc(_ center: Point) {
        knots.mark(center.along - radius)
        knots.mark(center.along + radius)
        for offset in arcOffsets { knots.mark(center.along + offset) }
    }

    /// Marks knots along the arc on the outer side of a turn, and at the corner on its inner side.
    private mutating func markTurn(_ joint: Point, _ a: Segment, _ b: Segment) {
        let cross = a.along * b.across - a.across * b.along
        let dot = a.along * b.along + a.across * b.across
        guard abs(cross) > 0.05 || dot < 0 else { return }
        let sign: Float = cross > 0 ? 1 : -1
        let (from, to) = (sign * a.normalAlong, sign * b.normalAlong)
        for offset in arcOffsets where offset > from && offset < to { knots.mark(joint.along + offset) }
        // The corner moves away to infinity as the path reverses its direction.
        let inner = -sign * (a.normalAlong + b.normalAlong) / (1 + dot)
        if abs(inner) < radius { knots.mark(joint.along + inner) }
    }

    // MARK: Shapes

    private mutating func includeShapes() {
        for disc in discs { includeDisc(disc) }
        guard let first = points.first, let last = points.last else { return }
        for i in segments.indices {
            let (a, b, segment) = (points[i], points[i + 1], segments[i])
            let (n, m) = (segment.normalAlong, segment.normalAcross)
            knots.include(from: (a.along + n, a.across + m), to: (b.along + n, b.across + m), isLow: true)
            knots.include(from: (a.along - n, a.across - m), to: (b.along - n, b.across - m), isLow: false)
            if i > 0 { includeJoint(a, segments[i - 1], segment) }
        }
        if hasCap.start { includeCap(first, segments[0], isStart: true) } else { includeDisc(first) }
        if hasCap.end { includeCap(last, segments[segments.count - 1], isStart: false) } else { includeDisc(last) }
    }

    private mutating func includeJoint(_ joint: Point, _ a: Segment, _ b: Segment) {
        let dot = a.along * b.along + a.across * b.across
        guard a.length > radius, b.length > radius, dot > 0 else { return includeDisc(joint) }
        // The rest of the disc lies inside the two bands.
        let cross = a.along * b.across - a.across * b.along
        let sign: Float = cross > 0 ? 1 : -1
        knots.include(
            discAt: (joint.along, joint.across), radius, from: joint.along + sign * a.normalAlong,
            to: joint.along + sign * b.normalAlong)
    }

    private mutating func includeDisc(_ center: Point) {
        knots.include(
            discAt: (center.along, center.across), radius, from: center.along - radius, to: center.along + radius)
    }

    /// Includes the straight end of a run: an edge across its first or last segment. The edge's slope decides which
    /// envelope it belongs to.
    private mutating func includeCap(_ end: Point, _ segment: Segment, isStart: Bool) {
        let n = abs(segment.normalAlong)
        let m = segment.normalAlong < 0 ? -segment.normalAcross : segment.normalAcross
        knots.include(
            from: (end.along - n, end.across - m), to: (end.along + n, end.across + m),
            isLow: isStart == (segment.normalAlong > 0))
    }
}

extension DrawListBuilder {
    /// Draws the vertices of `line` from `first` on as the area between the stroke's envelopes.
    ///
    /// - Returns: false, and draws nothing, if the path is not monotonic, or its runs lie above one another.
    mutating func drawEnvelope(from first: Int, _ line: Polyline, clip: PixelRect, label: String) -> Bool {
        let range = first..<lines.count
        guard let isVertical = StrokeEnvelope.isVertical(lines, range) else { return false }
        var extent = (low: Float.infinity, high: -Float.infinity)
        for vertex in lines[range] {
            let along = isVertical ? vertex.y : vertex.x
            extent = (min(extent.low, along), max(extent.high, along))
        }
        var envelope = StrokeEnvelope(
            width: line.width, isVertical: isVertical, along: extent.low...extent.high, clip: clip)
        let start = slices.count
        var facts = MarkFacts(line, faintLines: faintLines)
        facts.hasExactEnvelope = true
        if envelope.append(lines, range, to: &slices), choose(.stroke, facts) == .segments,
            drawBlocks(from: start, isVertical: isVertical, line.paint, clip: clip, label: label)
        {
            return true
        }
        slices.removeLast(slices.count - start)
        return false
    }
}
