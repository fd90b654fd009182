import VitrailDrawList
import VitrailScene

/// Divides a picture with a few sectors into squares: only small squares with an edge in them need coverage.
///
/// ```
///   ┌──┬──┬─────┐   █ within one sector: a quad of its colour, on the canvas, as wide as possible
///   │  │▒▒│     │   ▒ one edge, of one sector or shared by two: `sector_edge`, a half plane, on the canvas
///   ├──┼──┤█████│   ┼ several edges: the sectors are added up in a layer; a sector with more than one edge
///   │▒▒│┼┼│     │     is drawn by `sector`, with sixteen cells per pixel
///   └──┴──┴─────┘   Most of a pie is the inside of its sectors; most of the rest has only one edge.
/// ```
struct SectorTiles {
    /// Max number of sectors: each has a bit in a word.
    static let maximum = 64
    /// Sides of the smallest and the largest squares, in pixels. The smallest one is two blocks of a rasteriser wide.
    private static let side = 8
    private static let largest = 64
    /// The distance in pixels at which an edge is visible, plus Float's rounding error.
    private static let edgeReach: Float = 1

    /// The primitives to draw.
    struct Pieces {
        /// Insides of sectors, in their colours.
        var insides: [QuadVertex] = []
        /// Edges without any other edge nearby.
        var edges: [SectorEdgeVertex] = []
        /// Squares with several edges, joined in rows. They do not overlap.
        var squares: [PixelRect] = []
        /// Within `squares`: sectors with one edge.
        var layeredEdges: [SectorEdgeVertex] = []
        /// Within `squares`: sectors with several edges, bounded by a box.
        var corners: [SectorVertex] = []
    }

    private let sectors: [SectorOutline]
    private let bounds: PixelRect
    /// Column and row of the first small square.
    private let first: (column: Int, row: Int)
    private let columns: Int
    /// For each small square with an edge in it, row by row: the sectors that touch it, one bit each. Other squares
    /// have 0.
    private var touched: [UInt64]
    /// For each small square inside one sector, row by row: the sector's index plus 1. Other squares have 0.
    private var inside: [UInt8]
    private var pieces = Pieces()

    /// - Parameters:
    ///   - vertices: at most `maximum`.
    ///   - bounds: the pixels of the picture that they may touch.
    static func pieces(of vertices: [SectorVertex], in bounds: PixelRect) -> Pieces {
        var tiles = SectorTiles(vertices, in: bounds)
        tiles.divide()
        tiles.appendInsides()
        tiles.appendRuns()
        return tiles.pieces
    }

    private init(_ vertices: [SectorVertex], in bounds: PixelRect) {
        precondition(vertices.count <= Self.maximum)
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
                divide(
                    x: first.column * Self.side + column, y: first.row * Self.side + row, side: Self.largest,
                    among: .max)
            }
        }
    }

    /// Classifies a square, or divides it into quarters.
    ///
    /// - Parameter among: the sectors that touch the parent square.
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
        guard side > Self.side else {
            return touched[(y / side - first.row) * columns + x / side - first.column] = touching
        }
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

    /// Joins adjacent squares inside one sector into one quad, because a rasteriser has a cost per quad.
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

    /// The only edge that is visible in a row of small squares.
    private struct Border: Equatable {
        var sector: Int
        var edge: SectorOutline.Edge
        /// The sector on its other side.
        var neighbour: Int?
    }

    /// Joins adjacent small squares with the same content and draws them at once.
    private mutating func appendRuns() {
        // Per sector, the first column of its current run, and the run's only edge.
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

    /// Finds the only visible edge of each sector that touches a square.
    ///
    /// - Returns: false if a sector has several edges there. Then all sectors are drawn by cells, because the results
    ///   of two programs for the two sides of an edge would not add up to one.
    private func findEdges(_ touching: UInt64, _ column: Int, _ row: Int, _ edges: inout [SectorOutline.Edge?]) -> Bool
    {
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

    /// The only edge of a sector that may be visible in a square. nil: there are several.
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
            x: (first.column + columns.lowerBound) * Self.side, y: (first.row + row) * Self.side,
            width: columns.count * Self.side,
            height: Self.side
        ).intersection(bounds)
    }
}
