import VitrailScene

/// Which segments of a sparse stroke reach into each block of four pixel columns: what `stroke` draws, each pixel once, as the union of those.
///
///     ╲│ │ │ │╱│      A strip of columns is cut into blocks wherever a segment begins or ends to reach into it, or the place of a vertex does.
///      │╲│ │╱│ │      Far from vertices, one segment is two parallel edges; elsewhere, cells hold the union of those that a block names.
///      │ │╳│ │ │
struct StrokeBlocks {
    /// Segments that a texture can hold on any device: 2048 rows.
    static let mostSegments = 2048 * TextureData.segmentsPerRow
    /// Of more reaches into strips, or of more into one, finding blocks costs more than they save.
    private static let mostReaches = (all: 49_152, inStrip: 384)
    /// Pixels: where segments are shorter in the mean, so many lie in each block that each is better drawn by itself.
    private static let leastLength: Float = 4
    /// Of a segment that is taken for upright.
    private static let greatestSlope: Float = 1e3
    /// From a vertex to the centres of pixels that its joint or end may lie in, beyond half the stroke: a pixel's diagonal and a half.
    private static let vertexReach: Float = 1.5
    /// In place of a segment's number: a vertex.
    private static let vertex = -1

    private let halfWidth: Float
    /// Segments by their number, and vertices.
    private var reaches: StripReaches
    private(set) var segments: [StrokeSegment] = []

    init(width: Float, clip: PixelRect) {
        halfWidth = width / 2
        reaches = StripReaches(along: clip.x..<clip.maxX, across: clip.y..<clip.maxY)
    }

    /// Notes the segments of whole runs.
    ///
    /// - Returns: false where there are so many, or so short ones, that each is better drawn by itself.
    mutating func add(_ vertices: ArraySlice<LineVertex>) -> Bool {
        let length = zip(vertices, vertices.dropFirst()).reduce(Float(0)) { sum, pair in
            guard pair.0.run < 1.5 else { return sum }
            let (x, y) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
            return sum + (x * x + y * y).squareRoot()
        }
        guard length >= Self.leastLength * Float(vertices.count) else { return false }
        for (a, b) in zip(vertices, vertices.dropFirst()) {
            noteVertex(a)
            guard a.run < 1.5 else { continue }
            guard reaches.count <= Self.mostReaches.all else { return false }
            let segment = StrokeSegment(from: a, to: b, width: 2 * halfWidth)
            segments.append(segment)
            note(a, b, segment.direction)
        }
        if let last = vertices.last { noteVertex(last) }
        return reaches.mostInStrip <= Self.mostReaches.inStrip
    }

    private mutating func noteVertex(_ vertex: LineVertex) {
        let reach = halfWidth + Self.vertexReach
        for strip in reaches.strips(vertex.x - reach, vertex.x + reach) { reaches.note(Self.vertex, in: strip, vertex.y - reach, vertex.y + reach) }
    }

    private mutating func note(_ a: LineVertex, _ b: LineVertex, _ direction: SIMD2<Float>) {
        let number = segments.count - 1
        let reach = halfWidth + roundingReach
        let (low, high) = (min(a.y, b.y) - reach, max(a.y, b.y) + reach)
        let slope = direction.y / direction.x
        let across = reach / abs(direction.x)
        for strip in reaches.strips(min(a.x, b.x) - reach, max(a.x, b.x) + reach) {
            // Upright, but for rounding?
            guard abs(slope) < Self.greatestSlope else {
                reaches.note(number, in: strip, low, high)
                continue
            }
            let x = Float(reaches.start(of: strip)) - a.x
            let (y, next) = (a.y + x * slope, a.y + (x + Float(StripReaches.side)) * slope)
            reaches.note(number, in: strip, max(min(y, next) - across, low), min(max(y, next) + across, high))
        }
    }

    /// A block for each stretch of a strip that the same segments reach into: of `stroke_edge` where that is one straight piece, else of `stroke`.
    ///
    /// - Parameters:
    ///   - first: the index of the first of `segments` in their texture. More are added where a block's do not follow one another.
    ///   - rarest: the direction in which the fewest segments run.
    mutating func blocks(from first: Int, rarest: SIMD2<Float>) -> (edges: [StrokeVertex], others: [StrokeVertex]) {
        var (edges, others): ([StrokeVertex], [StrokeVertex]) = ([], [])
        // Segments are added while these are read.
        let (halfWidth, reaches) = (halfWidth, reaches)
        reaches.forEachStretch { strip, rows, open in
            let own = open[(open.firstIndex { $0.item != Self.vertex } ?? open.endIndex)...]
            guard let only = own.first?.item else { return }
            let columns = reaches.pixels(of: strip)
            let box = PlotRect(
                minX: Float(columns.lowerBound), minY: Float(rows.lowerBound), maxX: Float(columns.upperBound), maxY: Float(rows.upperBound))
            var block = StrokeVertex(box: box, halfWidth: halfWidth, rarest: rarest)
            if open.count == 1 {
                let segment = segments[Int(only)]
                (block.x, block.y) = (segment.start.x, segment.start.y)
                (block.normalX, block.normalY) = (-segment.direction.y, segment.direction.x)
                edges.append(block)
            } else {
                block.first = Float(first + place(of: own))
                block.count = Float(own.count)
                others.append(block)
            }
        }
        return (edges, others)
    }

    /// Where segments, by ascending number, follow one another: a copy of them unless they do so already.
    private mutating func place(of own: ArraySlice<StripReaches.Reach>) -> Int {
        guard let first = own.first?.item, let last = own.last?.item else { return 0 }
        if Int(last - first) < own.count { return Int(first) }
        let place = segments.count
        for reach in own { segments.append(segments[Int(reach.item)]) }
        return place
    }
}

extension StrokeSegment {
    /// How far a joint's disc reaches: as far as anything, since a half plane is all that a cell sees of it.
    private static let far: Float = 1e6

    /// - Parameter width: of the stroke. A joint of one that is thinner than cells are is no half plane in any of them: there it goes on straight, by as
    ///   much as half a disc covers.
    fileprivate init(from a: LineVertex, to b: LineVertex, width: Float) {
        let (start, span) = (SIMD2(a.x, a.y), SIMD2(b.x - a.x, b.y - a.y))
        let length = (span * span).sum().squareRoot()
        var joints = (start: a.run < 0.5, end: b.run < 1.5)
        if length == 0 { joints = (joints.start || joints.end, joints.start || joints.end) }
        let reach = width / 2 < StrokePlaces.halfCell ? .pi / 8 * width : Self.far
        self.init(
            start: start, direction: length > 0 ? span / length : SIMD2(1, 0),
            extent: SIMD4(length, joints.start ? reach : 0, joints.end ? reach : 0, 0))
    }
}

extension DrawListBuilder {
    /// Draws the vertices of `line` from `first` on by blocks.
    ///
    /// - Returns: false, and nothing is drawn, where there are too many segments.
    mutating func drawBlocks(from first: Int, _ line: Polyline, clip: PixelRect, label: String) -> Bool {
        var blocks = StrokeBlocks(width: line.width, clip: clip)
        guard blocks.add(lines[first...]) else { return false }
        let (edges, others) = blocks.blocks(from: segments.count, rarest: StrokeDirections(line.points.span, halfWidth: line.width / 2).rarest)
        guard segments.count + blocks.segments.count <= StrokeBlocks.mostSegments else { return false }
        var uniforms = DrawUniforms(size: size)
        uniforms.set(line.paint)
        draw(.strokeEdge, blend, .stroke, first: strokes.count, count: edges.count, uniforms: uniforms, scissor: clip, label: label)
        strokes += edges
        guard !others.isEmpty else { return true }
        segments += blocks.segments
        draw(
            .stroke, blend, .stroke, first: strokes.count, count: others.count, textures: [segmentTextures()], uniforms: uniforms, scissor: clip,
            label: label)
        strokes += others
        return true
    }
}
