#if canImport(Glibc)
    import Glibc
#endif
import VitrailScene

/// A stroke that runs on along one axis → the area between its two envelopes.
///
///           ╭──╮              Round joins: the stroke is the union of a band for each segment and a disc for each joint. Where its
///      ╭────╯●╲╰╮  first      path never turns back, that union has one stretch across at every place along: the stroke is an area,
///     ─●╌╌╌╌╌╌╯●╲─            and areas need no union on the device.
///      ╰──────╲ ╰─  second
///
/// Envelopes are evaluated at knots: where bands begin and end, where two bands meet on the inner side of a turn, and along arcs.
/// Between knots they are straight.
///
/// - Source: stroke shape after SVG 2 §13.5, round joins and butt caps.
struct StrokeEnvelope {
    /// Chords between an arc's knots are this near to it, pixels.
    private static let arcDeviation: Float = 0.03
    /// Radians; of arcs so wide, few pixels show.
    private static let leastArcStep: Float = .pi / 256
    /// Pixels: only between arcs wider than this, knots can be far apart.
    private static let refinedRadius: Float = 2.5
    /// Pixels: wider strokes look the same in any picture, and their squares stay finite.
    private static let mostRadius: Float = 1e5

    /// Half the stroke's width.
    private let radius: Float
    private let isVertical: Bool
    /// Where arcs have knots, from their centre.
    private let arcOffsets: [Float]
    private var knots: EnvelopeKnots
    /// The run that is worked on, ascending along.
    private var points: [Point] = []
    private var segments: [Segment] = []
    /// Joints that no segment draws.
    private var discs: [Point] = []
    private var hasCap = (start: false, end: false)
    /// What runs have reached along.
    private var taken: ClosedRange<Float>
    private var isPlain = true

    private struct Point: Equatable {
        var along: Float
        var across: Float
    }

    /// A piece of the path: unit direction, and half the stroke at a right angle to it, towards smaller places across.
    private struct Segment {
        let along: Float
        let across: Float
        let length: Float
        let normalAlong: Float
        let normalAcross: Float

        /// Pixels.
        private static let leastLength: Float = 1e-15

        /// - Precondition: `a` ≠ `b`.
        init(_ a: Point, _ b: Point, _ radius: Float) {
            let (x, y) = (b.along - a.along, b.across - a.across)
            length = (x * x + y * y).squareRoot()
            // The squares of so short a step underflow; scaled to size 1 it has a direction.
            let isShort = length < Self.leastLength
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
    ///   - width: of the stroke, pixels, > 0.
    ///   - isVertical: the axis along which the lines do not turn back, see `isVertical(_:_:)`.
    ///   - extent: from the first to the last vertex along.
    init(width: Float, isVertical: Bool, along extent: ClosedRange<Float>, clip: PixelRect) {
        let radius = min(width / 2, Self.mostRadius)
        self.radius = radius
        self.isVertical = isVertical
        let step = 2 * acos(max(1 - Self.arcDeviation / radius, 0))
        let steps = max(2, Int((.pi / max(step, Self.leastArcStep)).rounded(.up)))
        arcOffsets = (1..<steps).map { -radius * cos(.pi * Float($0) / Float(steps)) }
        taken = -.infinity ... -.infinity
        // What can be seen, and of that what the stroke can reach.
        let seen = isVertical ? clip.y - 1..<clip.maxY + 1 : clip.x - 1..<clip.maxX + 1
        let start = max(Float(seen.lowerBound), extent.lowerBound - radius - 1)
        let end = min(Float(seen.upperBound), extent.upperBound + radius + 2)
        knots = EnvelopeKnots(start < end ? Int(start.rounded(.down))..<Int(end.rounded(.up)) : seen.lowerBound..<seen.lowerBound + 1)
    }

    /// The axis along which every run of the segments goes on without turning back: true = y, false = x; nil = there is none.
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
    /// - Parameter lines: as `LineTessellator` writes them, each run without turning back along the axis.
    /// - Returns: false, with part of the runs appended, where runs lie above one another: their areas would count twice.
    /// - Complexity: O(segments · knots under a segment and its discs + length of the clip), no allocation but of what is appended.
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

    /// Takes up a run, or the disc of a joint, which stands before its run or behind it.
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
        // What was cut off lies outside the clip.
        hasCap = (lines[run.lowerBound].run == 1, true)
        if points[0].along > points[points.count - 1].along {
            points.reverse()
            hasCap = (hasCap.end, hasCap.start)
        }
    }

    private func point(_ vertex: LineVertex) -> Point {
        isVertical ? Point(along: vertex.y, across: vertex.x) : Point(along: vertex.x, across: vertex.y)
    }

    /// Writes what was taken up: one run, one disc, or both.
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

    /// What the stroke may reach along; nil = there is nothing.
    private func extent() -> ClosedRange<Float>? {
        let places = [points.first, points.last, discs.first, discs.last].compactMap { $0?.along }
        guard let low = places.min(), let high = places.max() else { return nil }
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

    /// Knots along the arc on the outer side of a turn, and in the corner on its inner side.
    private mutating func markTurn(_ joint: Point, _ a: Segment, _ b: Segment) {
        let cross = a.along * b.across - a.across * b.along
        let dot = a.along * b.along + a.across * b.across
        guard abs(cross) > 0.05 || dot < 0 else { return }
        let sign: Float = cross > 0 ? 1 : -1
        let (from, to) = (sign * a.normalAlong, sign * b.normalAlong)
        for offset in arcOffsets where offset > from && offset < to { knots.mark(joint.along + offset) }
        // The corner runs away as the path turns back on itself.
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
        // The rest of the disc lies in the two bands.
        let cross = a.along * b.across - a.across * b.along
        let sign: Float = cross > 0 ? 1 : -1
        knots.include(
            discAt: (joint.along, joint.across), radius, from: joint.along + sign * a.normalAlong, to: joint.along + sign * b.normalAlong)
    }

    private mutating func includeDisc(_ center: Point) {
        knots.include(discAt: (center.along, center.across), radius, from: center.along - radius, to: center.along + radius)
    }

    /// The straight end of a run: an edge across its first or last segment. Which envelope it belongs to follows from how that leans.
    private mutating func includeCap(_ end: Point, _ segment: Segment, isStart: Bool) {
        let n = abs(segment.normalAlong)
        let m = segment.normalAlong < 0 ? -segment.normalAcross : segment.normalAcross
        knots.include(
            from: (end.along - n, end.across - m), to: (end.along + n, end.across + m), isLow: isStart == (segment.normalAlong > 0))
    }
}

extension DrawListBuilder {
    /// Draws the vertices of `line` from `first` on as the area between the stroke's envelopes.
    ///
    /// - Returns: false, and nothing is drawn, where the path turns back, or its runs lie above one another.
    mutating func drawEnvelope(from first: Int, _ line: Polyline, clip: PixelRect, label: String) -> Bool {
        let range = first..<lines.count
        guard let isVertical = StrokeEnvelope.isVertical(lines, range) else { return false }
        var extent = (low: Float.infinity, high: -Float.infinity)
        for vertex in lines[range] {
            let along = isVertical ? vertex.y : vertex.x
            extent = (min(extent.low, along), max(extent.high, along))
        }
        var envelope = StrokeEnvelope(width: line.width, isVertical: isVertical, along: extent.low...extent.high, clip: clip)
        let start = slices.count
        if envelope.append(lines, range, to: &slices),
            drawBlocks(from: start, isVertical: isVertical, line.paint, clip: clip, label: label)
        {
            return true
        }
        slices.removeLast(slices.count - start)
        return false
    }
}
