import VitrailScene

/// Where a few sectors lie, by squares of the picture: only small ones with an edge in them need coverage.
///
/// ```
///   ┌──┬──┬─────┐   █ within one sector: a quad of its colour, right on the canvas, as wide as may be
///   │  │▒▒│     │   ▒ one edge runs through, of a sector or of two on its sides: `sector_edge`, a half plane, on the canvas as well
///   ├──┼──┤█████│   ┼ several do: their sectors add up in a layer, those with more than one edge by `sector`, sixteen cells a pixel
///   │▒▒│┼┼│     │
///   └──┴──┴─────┘   Most of a pie is the inside of its slices, most of the rest lies at one edge.
/// ```
struct SectorTiles {
    /// Squares tell sectors apart by bits of a word.
    static let most = 64
    /// Pixels: of the squares that edges are shaded in, two of a rasteriser's blocks, and of the largest ones.
    private static let side = 8
    private static let largest = 64
    /// Pixels within which an edge shows, and what Float loses.
    private static let edgeReach: Float = 1

    /// What is drawn.
    struct Pieces {
        /// The insides, in their sectors' colours.
        var insides: [QuadVertex] = []
        /// Edges with nothing else near.
        var edges: [SectorEdgeVertex] = []
        /// Squares with several edges in rows; they do not overlap.
        var squares: [PixelRect] = []
        /// In squares: sectors with one edge.
        var layeredEdges: [SectorEdgeVertex] = []
        /// In squares: sectors with more edges, bounded by a box.
        var corners: [SectorVertex] = []
    }

    private let sectors: [SectorOutline]
    private let bounds: PixelRect
    /// Column and row of the first small square.
    private let first: (column: Int, row: Int)
    private let columns: Int
    /// For each small square with an edge in it, row by row: the sectors that touch it, one bit each; 0 for the others.
    private var touched: [UInt64]
    /// For each small square, row by row: the number of the sector that it is the inside of, from 1; 0 for the others.
    private var inside: [UInt8]
    private var pieces = Pieces()

    /// - Parameters:
    ///   - vertices: `most` at most.
    ///   - bounds: pixels of the picture that they may touch.
    static func pieces(of vertices: [SectorVertex], in bounds: PixelRect) -> Pieces {
        var tiles = SectorTiles(vertices, in: bounds)
        tiles.divide()
        tiles.appendInsides()
        tiles.appendRuns()
        return tiles.pieces
    }

    private init(_ vertices: [SectorVertex], in bounds: PixelRect) {
        precondition(vertices.count <= Self.most)
        sectors = vertices.map(SectorOutline.init)
        self.bounds = bounds
        let perLargest = Self.largest / Self.side
        first = (bounds.x / Self.largest * perLargest, bounds.y / Self.largest * perLargest)
        func count(_ end: Int, _ first: Int) -> Int { (end + Self.largest - 1) / Self.largest * perLargest - first }
        columns = count(bounds.maxX, first.column)
        touched = Array(repeating: 0, count: columns * count(bounds.maxY, first.row))
        inside = Array(repeating: 0, count: touched.count)
    }

    // MARK: Squares

    private mutating func divide() {
        let rows = touched.count / columns
        for row in stride(from: 0, to: rows * Self.side, by: Self.largest) {
            for column in stride(from: 0, to: columns * Self.side, by: Self.largest) {
                divide(x: first.column * Self.side + column, y: first.row * Self.side + row, side: Self.largest, among: .max)
            }
        }
    }

    /// Finds out what a square is, or its quarters are.
    ///
    /// - Parameter among: the sectors that touch what the square is a part of.
    private mutating func divide(x: Int, y: Int, side: Int, among: UInt64) {
        let half = Float(side) / 2
        let reach = half * 1.4143 + Self.edgeReach
        var (touching, inside): (UInt64, UInt64) = (0, 0)
        for index in sectors.indices where among & (1 << UInt64(index)) != 0 {
            let depth = sectors[index].depth(x: Float(x) + half, y: Float(y) + half)
            if depth > -reach { touching |= 1 << UInt64(index) }
            if depth > reach { inside |= 1 << UInt64(index) }
        }
        guard touching != 0 else { return }
        if inside == touching, inside.nonzeroBitCount == 1 { return fill(x, y, side, inside.trailingZeroBitCount) }
        guard side > Self.side else { return touched[(y / side - first.row) * columns + x / side - first.column] = touching }
        for (dx, dy) in [(0, 0), (side / 2, 0), (0, side / 2), (side / 2, side / 2)] {
            divide(x: x + dx, y: y + dy, side: side / 2, among: touching)
        }
    }

    private mutating func fill(_ x: Int, _ y: Int, _ side: Int, _ sector: Int) {
        for row in y / Self.side - first.row..<(y + side) / Self.side - first.row {
            for column in x / Self.side - first.column..<(x + side) / Self.side - first.column {
                inside[row * columns + column] = UInt8(sector + 1)
            }
        }
    }

    // MARK: Runs

    /// Squares side by side within one sector are one quad: a rasteriser pays for each.
    private mutating func appendInsides() {
        for row in 0..<inside.count / columns {
            let own = inside[row * columns..<(row + 1) * columns]
            var start = own.startIndex
            while start < own.endIndex {
                let end = own[start...].firstIndex { $0 != own[start] } ?? own.endIndex
                let columns = start - own.startIndex..<end - own.startIndex
                if own[start] > 0 { fill(rect(columns, row), sectors[Int(own[start]) - 1].vertex.fill) }
                start = end
            }
        }
    }

    private mutating func fill(_ rect: PixelRect, _ color: UInt32) {
        guard color >> 24 > 0, !rect.isEmpty else { return }
        pieces.insides.append(QuadVertex(rect: rect.plotRect, texels: rect.plotRect, color: color))
    }

    /// The one edge that shows in small squares.
    private struct Border: Equatable {
        var sector: Int
        var edge: SectorOutline.Edge
        /// The sector on its other side.
        var neighbour: Int?
    }

    /// Small squares side by side: what is equal in them is drawn at once.
    private mutating func appendRuns() {
        // Where the run of a sector began, and what it shows.
        var open = [(start: Int, edge: SectorOutline.Edge?)?](repeating: nil, count: sectors.count)
        var edges = [SectorOutline.Edge?](repeating: nil, count: sectors.count)
        for row in 0..<touched.count / columns {
            var bordered: (start: Int, border: Border)?
            var layered: Int?
            var previous: UInt64 = 0
            for column in 0...columns {
                var own = column < columns ? touched[row * columns + column] : 0
                let hasCorner = own != 0 && !findEdges(own, column, row, &edges)
                let border = hasCorner ? nil : border(own, edges)
                if border != nil { own = 0 }
                if let run = bordered, run.border != border {
                    appendEdge(run.border, rect(run.start..<column, row))
                    bordered = nil
                }
                if bordered == nil, let border { bordered = (column, border) }
                if own != 0, layered == nil { layered = column }
                if own == 0, let from = layered {
                    pieces.squares.append(rect(from..<column, row))
                    layered = nil
                }
                forEachBit(own | previous) { index in
                    let isTouched = own >> UInt64(index) & 1 != 0
                    let edge = isTouched && !hasCorner ? edges[index] : nil
                    if let run = open[index] {
                        if isTouched, run.edge == edge { return }
                        append(sectors[index], run.edge, rect(run.start..<column, row))
                    }
                    open[index] = isTouched ? (column, edge) : nil
                }
                previous = own
            }
        }
    }

    /// The only edges of those that touch a square.
    ///
    /// - Returns: false where a sector has several there. Then all are drawn by cells: what two programs make of the two sides of an edge would
    ///   not add to one.
    private func findEdges(_ touching: UInt64, _ column: Int, _ row: Int, _ edges: inout [SectorOutline.Edge?]) -> Bool {
        var areSingle = true
        forEachBit(touching) { index in
            edges[index] = edge(of: index, column, row)
            if edges[index] == nil { areSingle = false }
        }
        return areSingle
    }

    private func border(_ touching: UInt64, _ edges: [SectorOutline.Edge?]) -> Border? {
        guard touching != 0, touching.nonzeroBitCount <= 2 else { return nil }
        let (first, last) = (touching.trailingZeroBitCount, 63 - touching.leadingZeroBitCount)
        guard let edge = edges[first] else { return nil }
        if first == last { return Border(sector: first, edge: edge, neighbour: nil) }
        guard let other = edges[last], sectors[first].shares(edge, with: sectors[last], other) else { return nil }
        return Border(sector: first, edge: edge, neighbour: last)
    }

    @inline(__always)
    private func forEachBit(_ word: UInt64, _ body: (Int) -> Void) {
        var bits = word
        while bits != 0 {
            body(bits.trailingZeroBitCount)
            bits &= bits - 1
        }
    }

    /// The only edge of a sector that may show in a square; nil = there are more.
    private func edge(of index: Int, _ column: Int, _ row: Int) -> SectorOutline.Edge? {
        let half = Float(Self.side) / 2
        let (x, y) = (Float((first.column + column) * Self.side) + half, Float((first.row + row) * Self.side) + half)
        return sectors[index].onlyEdge(within: half * 1.4143 + Self.edgeReach, x: x, y: y)
    }

    private mutating func appendEdge(_ border: Border, _ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        let beyond = border.neighbour.map { sectors[$0] }
        pieces.edges.append(sectors[border.sector].vertex(border.edge, in: rect.plotRect, beyond: beyond))
    }

    private mutating func append(_ sector: SectorOutline, _ edge: SectorOutline.Edge?, _ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        if let edge {
            pieces.layeredEdges.append(sector.vertex(edge, in: rect.plotRect))
        } else {
            var corner = sector.vertex
            corner.box = rect.plotRect
            pieces.corners.append(corner)
        }
    }

    private func rect(_ columns: Range<Int>, _ row: Int) -> PixelRect {
        PixelRect(
            x: (first.column + columns.lowerBound) * Self.side, y: (first.row + row) * Self.side, width: columns.count * Self.side,
            height: Self.side
        ).intersection(bounds)
    }
}
