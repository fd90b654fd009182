import VitrailDrawList
import VitrailScene

/// The segments of a sparse stroke that touch each block of four pixel columns, for the program `stroke`. It draws each
/// pixel once, as the union of the block's segments.
///
///     ╲│ │ │ │╱│      A strip of columns is cut into blocks wherever the interval of a segment or of a
///      │╲│ │╱│ │      vertex begins or ends. Far from vertices, a single segment is two parallel edges;
///      │ │╳│ │ │      elsewhere, cells hold the union of the block's segments.
struct StrokeBlocks {
    /// Max number of segments that a texture can hold on any device: 2048 rows.
    static let maxSegments = 2048 * TextureData.segmentsPerRow
    /// Max number of intervals, in all and in one strip. With more, finding blocks costs more than they save.
    private static let maxReaches = (all: 49_152, inStrip: 384)
    /// Min mean length of segments, in pixels. Shorter ones are so many per block that each is better drawn by itself.
    private static let minLength: Float = 4
    /// Max slope. A steeper segment counts as vertical.
    private static let greatestSlope: Float = 1e3
    /// Max distance, beyond half the stroke's width, from a vertex to the centre of a pixel with a part of its joint or
    /// end: a pixel's diagonal and a half.
    private static let vertexReach: Float = 1.5
    /// Item for a vertex, instead of a segment's index.
    private static let vertex = -1

    private let halfWidth: Float
    /// Intervals of segments, by index, and of vertices.
    private var reaches: TileIntervals
    private(set) var segments: [StrokeSegment] = []

    init(width: Float, clip: PixelRect) {
        halfWidth = width / 2
        reaches = TileIntervals(along: clip.x..<clip.maxX, across: clip.y..<clip.maxY)
    }

    /// Adds the segments of whole runs.
    ///
    /// - Returns: false if there are so many segments, or so short ones, that each is better drawn by itself.
    mutating func add(_ vertices: ArraySlice<LineVertex>) -> Bool {
        let length = zip(vertices, vertices.dropFirst()).reduce(Float(0)) { sum, pair in
            guard pair.0.run < 1.5 else { return sum }
            let (x, y) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
            return sum + (x * x + y * y).squareRoot()
        }
        guard length >= Self.minLength * Float(vertices.count) else { return false }
        for (a, b) in zip(vertices, vertices.dropFirst()) {
            noteVertex(a)
            guard a.run < 1.5 else { continue }
            guard reaches.count <= Self.maxReaches.all else { return false }
            let segment = StrokeSegment(from: a, to: b, width: 2 * halfWidth)
            segments.append(segment)
            note(a, b, segment.direction)
        }
        if let last = vertices.last { noteVertex(last) }
        return reaches.maxInStrip <= Self.maxReaches.inStrip
    }

    private mutating func noteVertex(_ vertex: LineVertex) {
        let reach = halfWidth + Self.vertexReach
        for strip in reaches.strips(vertex.x - reach, vertex.x + reach) {
            reaches.note(Self.vertex, in: strip, vertex.y - reach, vertex.y + reach)
        }
    }

    private mutating func note(_ a: LineVertex, _ b: LineVertex, _ direction: SIMD2<Float>) {
        let number = segments.count - 1
        let reach = halfWidth + roundingReach
        let (low, high) = (min(a.y, b.y) - reach, max(a.y, b.y) + reach)
        let slope = direction.y / direction.x
        let across = reach / abs(direction.x)
        for strip in reaches.strips(min(a.x, b.x) - reach, max(a.x, b.x) + reach) {
            // Vertical, except for rounding.
            guard abs(slope) < Self.greatestSlope else {
                reaches.note(number, in: strip, low, high)
                continue
            }
            let x = Float(reaches.start(of: strip)) - a.x
            let (y, next) = (a.y + x * slope, a.y + (x + Float(TileIntervals.side)) * slope)
            reaches.note(number, in: strip, max(min(y, next) - across, low), min(max(y, next) + across, high))
        }
    }

    /// Returns one block for each range of rows of a strip with a constant set of segments: for `stroke_edge` if it is
    /// part of one straight segment, otherwise for `stroke`.
    ///
    /// - Parameters:
    ///   - first: the index in the texture of the first of `segments`. Copies are added for blocks whose segments are
    ///     not consecutive.
    ///   - rarest: the least frequent direction of the segments.
    mutating func blocks(from first: Int, rarest: SIMD2<Float>) -> (edges: [StrokeVertex], others: [StrokeVertex]) {
        var (edges, others): ([StrokeVertex], [StrokeVertex]) = ([], [])
        // `segments` changes while the intervals are read.
        let (halfWidth, reaches) = (halfWidth, reaches)
        reaches.forEachStretch { strip, rows, open in
            let own = open[(open.firstIndex { $0.item != Self.vertex } ?? open.endIndex)...]
            guard let only = own.first?.item else { return }
            let columns = reaches.pixels(of: strip)
            let box = PlotRect(
                minX: Float(columns.lowerBound), minY: Float(rows.lowerBound), maxX: Float(columns.upperBound),
                maxY: Float(rows.upperBound))
            var block = StrokeVertex(box: box, halfWidth: halfWidth, rarest: rarest)
            if open.count == 1 {
                let segment = segments[Int(only)]
                (block.x, block.y) = (segment.start.x, segment.start.y)
                (block.normalX, block.normalY) = (-segment.direction.y, segment.direction.x)
                edges.append(block)
            } else {
                block.first = Float(first + position(of: own))
                block.count = Float(own.count)
                others.append(block)
            }
        }
        return (edges, others)
    }

    /// The index of a block's segments, given in ascending order: the first of them if they are consecutive, or of a
    /// consecutive copy.
    private mutating func position(of own: ArraySlice<TileIntervals.Reach>) -> Int {
        guard let first = own.first?.item, let last = own.last?.item else { return 0 }
        if Int(last - first) < own.count { return Int(first) }
        let position = segments.count
        for reach in own { segments.append(segments[Int(reach.item)]) }
        return position
    }
}

extension StrokeSegment {
    /// Extension of a segment at a joint, in pixels. Practically infinite, because within a cell the
    /// joint's disc looks like a half plane.
    private static let far: Float = 1e6

    /// - Parameter width: width of the stroke. If it is thinner than a cell, the joint's disc does not look like a half
    ///   plane in any cell. Then the segment is extended in a straight line by the area of half a disc.
    fileprivate init(from a: LineVertex, to b: LineVertex, width: Float) {
        let (start, span) = (SIMD2(a.x, a.y), SIMD2(b.x - a.x, b.y - a.y))
        let length = (span * span).sum().squareRoot()
        var joints = (start: a.run < 0.5, end: b.run < 1.5)
        if length == 0 { joints = (joints.start || joints.end, joints.start || joints.end) }
        let reach = width / 2 < StrokeSupersampling.halfCell ? .pi / 8 * width : Self.far
        self.init(
            start: start, direction: length > 0 ? span / length : SIMD2(1, 0),
            extent: SIMD4(length, joints.start ? reach : 0, joints.end ? reach : 0, 0))
    }
}

extension DrawListBuilder {
    /// Draws the vertices of `line` from `first` on in blocks.
    ///
    /// - Returns: false, and draws nothing, if there are too many segments or they are too short.
    mutating func drawBlocks(from first: Int, _ line: Polyline, clip: PixelRect, label: String) -> Bool {
        var blocks = StrokeBlocks(width: line.width, clip: clip)
        guard blocks.add(lines[first...]) else { return false }
        let (edges, others) = blocks.blocks(
            from: segments.count, rarest: StrokeDirections(line.points.span, halfWidth: line.width / 2).rarest)
        guard segments.count + blocks.segments.count <= StrokeBlocks.maxSegments else { return false }
        var uniforms = DrawUniforms(size: size)
        uniforms.set(line.paint)
        draw(
            .strokeEdge, blend, .stroke, first: strokes.count, count: edges.count, uniforms: uniforms, scissor: clip,
            label: label)
        strokes += edges
        guard !others.isEmpty else { return true }
        segments += blocks.segments
        draw(
            .stroke, blend, .stroke, first: strokes.count, count: others.count, textures: [segmentTextures()],
            uniforms: uniforms, scissor: clip,
            label: label)
        strokes += others
        return true
    }
}
