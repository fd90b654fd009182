import VitrailDrawList
import VitrailScene

/// The trapezoids of an area in each pixel column (or row), in blocks of four columns, for the program `slices`.
///
///     vertices  ●──●────●─●──●      a column's trapezoids are consecutive in the vertices
///               └┬─┴┬─┴─┬┴┬──┘
///     columns   │ │ │ │ │ │ │ │     a block is as high as its trapezoids within its columns
struct TrapezoidTiles {
    /// Columns per block: the side of the blocks that rasterisers shade.
    static let width = 4
    /// Max number of vertices that a texture can hold on any device: 2048 rows.
    static let maxVertices = 2048 * TextureData.slicesPerRow

    private let clip: PixelRect
    private let isVertical: Bool
    private let start: Int
    private var first: [Int32]
    private var last: [Int32]
    private var columns: CoverageColumns
    /// Whether a run lies above another one.
    private(set) var isStacked = false
    /// nil: completely covered pixels are drawn like the rest.
    private var insides: BlockInterior?

    /// The primitives to draw for an area.
    struct Pieces {
        /// Blocks that evaluate trapezoids.
        var blocks: [BlockVertex] = []
        /// Rectangles of completely covered pixels.
        var insides: [PixelRect] = []
    }

    /// Max number of insides.
    static func quadBound(_ size: PixelSize) -> Int { 2 * ((max(size.width, size.height, 0) + width - 1) / width) }

    init(clip: PixelRect, isVertical: Bool, findsInsides: Bool) {
        self.clip = clip
        self.isVertical = isVertical
        let (low, high) = isVertical ? (clip.y, clip.maxY) : (clip.x, clip.maxX)
        start = low / Self.width * Self.width
        let count = (high - start + Self.width - 1) / Self.width * Self.width
        first = Array(repeating: .max, count: count)
        last = Array(repeating: -1, count: count)
        columns = CoverageColumns(clip: clip, reach: 0, isVertical: isVertical, stripWidth: Self.width)
        insides = findsInsides ? BlockInterior(columnCount: count) : nil
    }

    /// Adds the trapezoids between the vertices of `range`.
    mutating func add(_ vertices: [AreaVertex], _ range: Range<Int>) {
        // The extent of earlier runs, and of the current one.
        var (taken, own) = (Extent(), Extent())
        for i in range.dropLast() {
            let (a, b) = (vertices[i], vertices[i + 1])
            guard a.isSlice(to: b) else { continue }
            if a.run == 1 {
                taken.add(own)
                own = Extent()
            }
            own.add(Extent(low: min(a.along, b.along), high: max(a.along, b.along)))
            if own.overlaps(taken) { isStacked = true }
            columns.touch(a, b)
            let from = max(min(a.along, b.along) - Float(start), 0)
            let to = min(max(a.along, b.along) - Float(start), Float(first.count))
            guard from < to else { continue }
            let touched = Int(from)..<Int(to.rounded(.up))
            for column in touched {
                first[column] = min(first[column], Int32(i))
                last[column] = Int32(i)
            }
            insides?.add(a, b, columns: touched, from: start)
        }
    }

    /// An extent along the common axis.
    private struct Extent {
        var low = Float.infinity
        var high = -Float.infinity

        mutating func add(_ other: Extent) { (low, high) = (min(low, other.low), max(high, other.high)) }

        func overlaps(_ other: Extent) -> Bool { low < other.high && other.low < high }
    }

    /// Returns one block for each four columns that are not empty, or two around a completely covered part.
    ///
    /// - Returns: nil if columns would read so many trapezoids of other columns that a mask costs less, as for an area
    ///   that is not monotonic.
    func pieces(of sliceCount: Int) -> Pieces? {
        var pieces = Pieces()
        var reads = 0
        var stretches = [Range<Int>?](repeating: nil, count: first.count / Self.width)
        for (strip, rect) in columns.indexedRects() {
            var vertex = BlockVertex(box: rect.plotRect, first: .zero, count: .zero)
            for k in 0..<Self.width {
                let column = strip * Self.width + k
                guard last[column] >= first[column] else { continue }
                vertex.first[k] = Float(first[column])
                vertex.count[k] = Float(last[column] - first[column] + 1)
                reads += Int(last[column] - first[column]) + 1
            }
            // A trapezoid that ends at the previous strip's border also touches this strip.
            guard vertex.count != .zero else { continue }
            let along = along(of: strip..<strip + 1)
            let rows = isVertical ? rect.x..<rect.maxX : rect.y..<rect.maxY
            guard let inside = insides?.stretch(of: along.lowerBound - start..<along.upperBound - start, rows: rows)
            else {
                pieces.blocks.append(vertex)
                continue
            }
            stretches[strip] = inside
            for rows in [rows.lowerBound..<inside.lowerBound, inside.upperBound..<rows.upperBound] where !rows.isEmpty {
                vertex.box = self.rect(along, rows).plotRect
                pieces.blocks.append(vertex)
            }
        }
        guard reads <= 4 * (sliceCount + first.count) else { return nil }
        pieces.insides = BlockInterior.pieces(stretches).map { rect(along(of: $0.strips), $0.rows) }
        return pieces
    }

    /// The pixels of strips along the common axis, without pixels outside the clip.
    private func along(of strips: Range<Int>) -> Range<Int> {
        let all = isVertical ? clip.y..<clip.maxY : clip.x..<clip.maxX
        return (start + strips.lowerBound * Self.width..<start + strips.upperBound * Self.width).clamped(to: all)
    }

    private func rect(_ along: Range<Int>, _ rows: Range<Int>) -> PixelRect {
        let (x, y) = isVertical ? (rows, along) : (along, rows)
        return PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }
}

extension DrawListBuilder {
    /// Draws the vertices of `slices` from `start` on as one shape.
    ///
    /// - Returns: true if the visible part has been drawn; false if the shape is not suitable for blocks.
    mutating func drawBlocks(from start: Int, isVertical: Bool, _ paint: Paint, clip: PixelRect, label: String) -> Bool
    {
        guard usesBlocks, slices.count <= TrapezoidTiles.maxVertices else { return false }
        let colors = paint.colors(ofRows: isVertical ? clip.x..<clip.maxX : clip.y..<clip.maxY, isVertical: isVertical)
        var columns = TrapezoidTiles(clip: clip, isVertical: isVertical, findsInsides: colors != nil)
        columns.add(slices, start..<slices.count)
        if columns.isStacked,
            let stacks = TrapezoidStacks(
                slices[start...], clip: clip, isVertical: isVertical, findsInsides: colors != nil)
        {
            slices.removeLast(slices.count - start)
            let pieces = stacks.pieces(from: start)
            slices += pieces.vertices
            drawPieces(pieces.blocks, pieces.insides, isVertical: isVertical, paint, colors, clip: clip, label: label)
            return true
        }
        guard let pieces = columns.pieces(of: slices.count - start) else { return false }
        if pieces.blocks.isEmpty { slices.removeLast(slices.count - start) }
        drawPieces(pieces.blocks, pieces.insides, isVertical: isVertical, paint, colors, clip: clip, label: label)
        return true
    }

    /// - Parameter colors: the colours of the paint, by rows.
    private mutating func drawPieces(
        _ pieces: [BlockVertex], _ insides: [PixelRect], isVertical: Bool, _ paint: Paint, _ colors: [SIMD4<Float>]?,
        clip: PixelRect, label: String
    ) {
        if let colors { drawInsides(insides, isVertical: isVertical, colors, clip: clip, label: label) }
        guard !pieces.isEmpty else { return }
        var uniforms = DrawUniforms(size: size)
        uniforms.set(paint)
        uniforms.shape.x = isVertical ? 1 : 0
        draw(
            .slices, blend, .block, first: blocks.count, count: pieces.count, textures: [sliceTextures()],
            uniforms: uniforms, scissor: clip,
            label: label)
        blocks += pieces
    }
}
