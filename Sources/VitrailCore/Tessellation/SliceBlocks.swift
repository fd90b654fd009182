import VitrailScene

/// Which slices of an area lie in each pixel column (or row), in blocks of four columns: what `slices` draws.
///
///     vertices  ●──●────●─●──●      a column's slices follow one another in the vertices
///               └┬─┴┬─┬─┴┬┴──┘
///     columns   │ │ │ │ │ │ │ │     a block is as high as what its slices cover of its columns
struct SliceBlocks {
    /// Columns of a block: rasterisers shade whole squares of this side.
    static let width = 4
    /// Vertices that a texture can hold on any device: 2048 rows.
    static let mostVertices = 2048 * TextureData.slicesPerRow

    private let clip: PixelRect
    private let isVertical: Bool
    private let start: Int
    private var first: [Int32]
    private var last: [Int32]
    private var columns: CoverageColumns

    init(clip: PixelRect, isVertical: Bool) {
        self.clip = clip
        self.isVertical = isVertical
        let (low, high) = isVertical ? (clip.y, clip.maxY) : (clip.x, clip.maxX)
        start = low / Self.width * Self.width
        let count = (high - start + Self.width - 1) / Self.width * Self.width
        first = Array(repeating: .max, count: count)
        last = Array(repeating: -1, count: count)
        columns = CoverageColumns(clip: clip, reach: 0, isVertical: isVertical, stripWidth: Self.width)
    }

    /// Notes the slices from vertex `range.lowerBound` on.
    mutating func add(_ vertices: [AreaVertex], _ range: Range<Int>) {
        for i in range.dropLast() {
            let (a, b) = (vertices[i], vertices[i + 1])
            guard a.isSlice(to: b) else { continue }
            columns.touch(a, b)
            let from = max(min(a.along, b.along) - Float(start), 0)
            let to = min(max(a.along, b.along) - Float(start), Float(first.count))
            guard from < to else { continue }
            for column in Int(from)..<Int(to.rounded(.up)) {
                first[column] = min(first[column], Int32(i))
                last[column] = Int32(i)
            }
        }
    }

    /// One block for each four columns that anything was seen in.
    ///
    /// - Returns: nil where columns would read so many slices that do not lie in them that a mask costs less: an area that goes to and fro.
    func vertices(of sliceCount: Int) -> [BlockVertex]? {
        var result: [BlockVertex] = []
        var reads = 0
        for (strip, rect) in columns.indexedRects() {
            var vertex = BlockVertex(box: rect.plotRect, first: .zero, count: .zero)
            for k in 0..<Self.width {
                let column = strip * Self.width + k
                guard last[column] >= first[column] else { continue }
                vertex.first[k] = Float(first[column])
                vertex.count[k] = Float(last[column] - first[column] + 1)
                reads += Int(last[column] - first[column]) + 1
            }
            // A slice that ends with the columns before touches this strip.
            if vertex.count != .zero { result.append(vertex) }
        }
        return reads <= 4 * (sliceCount + first.count) ? result : nil
    }
}

extension DrawListBuilder {
    /// Draws the vertices from `start` on in `slices` as one shape.
    ///
    /// - Returns: whether what is to be seen of them is drawn; false where blocks are no way to draw them.
    mutating func drawBlocks(from start: Int, isVertical: Bool, _ paint: Paint, clip: PixelRect, label: String) -> Bool {
        guard usesBlocks, slices.count <= SliceBlocks.mostVertices else { return false }
        var columns = SliceBlocks(clip: clip, isVertical: isVertical)
        columns.add(slices, start..<slices.count)
        guard let vertices = columns.vertices(of: slices.count - start) else { return false }
        guard !vertices.isEmpty else {
            slices.removeLast(slices.count - start)
            return true
        }
        var uniforms = DrawUniforms(size: size)
        uniforms.set(paint)
        uniforms.shape.x = isVertical ? 1 : 0
        let first = blocks.count
        blocks += vertices
        draw(
            .slices, blend, .block, first: first, count: vertices.count, textures: [sliceTextures()], uniforms: uniforms, scissor: clip,
            label: label)
        return true
    }
}
