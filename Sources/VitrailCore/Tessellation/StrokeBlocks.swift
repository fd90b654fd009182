import VitrailScene

/// Which segments of a sparse stroke reach into each block of four pixel columns: what `stroke` draws, each pixel once, as the union of those.
///
///     ╲│ │ │ │╱│      A strip of columns is cut into blocks wherever a segment begins or ends to reach into it, or the place of a vertex does.
///      │╲│ │╱│ │      Far from vertices, one segment is two parallel edges; elsewhere, cells hold the union of those that a block names.
///      │ │╳│ │ │
struct StrokeBlocks {
    /// Columns of a block.
    static let width = SliceBlocks.width
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

    private let clip: PixelRect
    private let halfWidth: Float
    /// Where the first strip begins.
    private let start: Int
    /// Squares of the grid, down a strip, that can be seen.
    private let rows: Range<Int>
    private var reaches: [Reach] = []
    /// Of each strip, the last of its reaches, from where they form a list, and how many there are.
    private var heads: [Int32]
    private var counts: [Int32]
    private(set) var segments: [StrokeSegment] = []

    /// Squares of a strip that a segment reaches into, or a vertex: then `segment` is −1. Blocks begin and end on the grid of the squares that rasterisers
    /// shade.
    private struct Reach {
        let low: Int32
        let high: Int32
        let segment: Int32
        /// In its list; −1 = none.
        var next: Int32
    }

    init(width: Float, clip: PixelRect) {
        self.clip = clip
        halfWidth = width / 2
        start = clip.x / Self.width * Self.width
        rows = clip.y / Self.width..<(clip.maxY + Self.width - 1) / Self.width
        let count = (clip.maxX - start + Self.width - 1) / Self.width
        heads = Array(repeating: -1, count: count)
        counts = Array(repeating: 0, count: count)
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
        return !counts.contains { $0 > Self.mostReaches.inStrip }
    }

    private mutating func noteVertex(_ vertex: LineVertex) {
        let reach = halfWidth + Self.vertexReach
        for strip in strips(vertex.x - reach, vertex.x + reach) { note(strip, vertex.y - reach, vertex.y + reach, -1) }
    }

    private mutating func note(_ a: LineVertex, _ b: LineVertex, _ direction: SIMD2<Float>) {
        let number = Int32(segments.count - 1)
        let reach = halfWidth + roundingReach
        let (low, high) = (min(a.y, b.y) - reach, max(a.y, b.y) + reach)
        let slope = direction.y / direction.x
        let across = reach / abs(direction.x)
        for strip in strips(min(a.x, b.x) - reach, max(a.x, b.x) + reach) {
            // Upright, but for rounding?
            guard abs(slope) < Self.greatestSlope else {
                note(strip, low, high, number)
                continue
            }
            let x = Float(start + strip * Self.width) - a.x
            let (y, next) = (a.y + x * slope, a.y + (x + Float(Self.width)) * slope)
            note(strip, max(min(y, next) - across, low), min(max(y, next) + across, high), number)
        }
    }

    private func strips(_ low: Float, _ high: Float) -> Range<Int> {
        let first = max((low - Float(start)) / Float(Self.width), 0)
        let end = min((high - Float(start)) / Float(Self.width), Float(counts.count))
        return first < end ? Int(first)..<Int(end.rounded(.up)) : 0..<0
    }

    private mutating func note(_ strip: Int, _ low: Float, _ high: Float, _ segment: Int32) {
        let from = max((low / Float(Self.width)).rounded(.down) - Float(rows.lowerBound), 0)
        let to = min((high / Float(Self.width)).rounded(.up) - Float(rows.lowerBound), Float(rows.count))
        guard from < to else { return }
        reaches.append(Reach(low: Int32(from), high: Int32(to), segment: segment, next: heads[strip]))
        heads[strip] = Int32(reaches.count - 1)
        counts[strip] += 1
    }

    // MARK: Blocks

    /// A block for each stretch of a strip that the same segments reach into.
    ///
    /// - Parameters:
    ///   - first: the index of the first of `segments` in their texture. More are added where a block's do not follow one another.
    ///   - rarest: the direction in which the fewest segments run.
    mutating func blocks(from first: Int, rarest: SIMD2<Float>) -> [StrokeVertex] {
        var blocks: [StrokeVertex] = []
        blocks.reserveCapacity(reaches.count)
        var sweep = Sweep(rowCount: rows.count)
        for strip in heads.indices where heads[strip] >= 0 {
            sweep.begin(heads[strip], &reaches)
            let x = start + strip * Self.width
            let (left, right) = (Float(max(x, clip.x)), Float(min(x + Self.width, clip.maxX)))
            while let stretch = sweep.next(reaches) {
                guard let reach = sweep.segments.first else { continue }
                let top = max((rows.lowerBound + stretch.lowerBound) * Self.width, clip.y)
                let bottom = min((rows.lowerBound + stretch.upperBound) * Self.width, clip.maxY)
                let box = PlotRect(minX: left, minY: Float(top), maxX: right, maxY: Float(bottom))
                var block = StrokeVertex(box: box, halfWidth: halfWidth, rarest: rarest)
                if sweep.segments.count == 1, sweep.vertexCount == 0 {
                    let only = segments[Int(reach.segment)]
                    (block.x, block.y) = (only.start.x, only.start.y)
                    (block.normalX, block.normalY) = (-only.direction.y, only.direction.x)
                } else {
                    block.first = Float(first + place(of: sweep.segments))
                    block.count = Float(sweep.segments.count)
                }
                blocks.append(block)
            }
        }
        return blocks
    }

    /// Where segments, by ascending number, follow one another: a copy of them unless they do so already.
    private mutating func place(of open: ArraySlice<Reach>) -> Int {
        guard let first = open.first?.segment, let last = open.last?.segment else { return 0 }
        if Int(last - first) < open.count { return Int(first) }
        let place = segments.count
        for reach in open { segments.append(segments[Int(reach.segment)]) }
        return place
    }

    /// Goes down a strip, from where one reach begins or ends to where the next does.
    private struct Sweep {
        /// What reaches into the rows in work, by ascending number: vertices before segments.
        private var open: [Reach] = []
        private(set) var vertexCount = 0
        /// Of each row, the first of the reaches that begin there; −1 = none.
        private var heads: [Int32]
        /// A bit for each row where a reach begins or ends, from `row` on.
        private var borders: [UInt64]
        private var row = 0

        init(rowCount: Int) {
            heads = Array(repeating: -1, count: rowCount + 1)
            borders = Array(repeating: 0, count: rowCount / 64 + 1)
        }

        var segments: ArraySlice<Reach> { open[vertexCount...] }

        /// - Parameter head: of the list of the strip's reaches, which become lists of those that begin in the same row.
        mutating func begin(_ head: Int32, _ reaches: inout [Reach]) {
            var i = head
            row = heads.count
            while i >= 0 {
                let reach = reaches[Int(i)]
                reaches[Int(i)].next = heads[Int(reach.low)]
                heads[Int(reach.low)] = i
                row = min(row, Int(reach.low))
                for border in [Int(reach.low), Int(reach.high)] { borders[border / 64] |= 1 << UInt64(border % 64) }
                i = reach.next
            }
        }

        /// The next rows that the same reach into.
        ///
        /// - Returns: nil where nothing does from there on.
        mutating func next(_ reaches: [Reach]) -> Range<Int>? {
            let start = row
            open.removeAll { $0.high <= start }
            var i = heads[start]
            heads[start] = -1
            while i >= 0 {
                insert(reaches[Int(i)])
                i = reaches[Int(i)].next
            }
            vertexCount = open.prefix { $0.segment < 0 }.count
            borders[start / 64] &= ~(1 << UInt64(start % 64))
            guard let word = borders[(start / 64)...].firstIndex(where: { $0 != 0 }) else { return nil }
            row = word * 64 + borders[word].trailingZeroBitCount
            return start..<row
        }

        private mutating func insert(_ reach: Reach) {
            var place = open.count
            while place > 0, open[place - 1].segment > reach.segment { place -= 1 }
            open.insert(reach, at: place)
        }
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
        let reach = width / 2 < FineCells.halfWidth.line ? .pi / 8 * width : Self.far
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
        let drawn = blocks.blocks(from: segments.count, rarest: StrokeDirections(line.points.span).rarest)
        guard segments.count + blocks.segments.count <= StrokeBlocks.mostSegments else { return false }
        segments += blocks.segments
        var uniforms = DrawUniforms(size: size)
        uniforms.set(line.paint)
        draw(
            .stroke, blend, .stroke, first: strokes.count, count: drawn.count, textures: [segmentTextures()], uniforms: uniforms, scissor: clip,
            label: label)
        strokes += drawn
        return true
    }
}
