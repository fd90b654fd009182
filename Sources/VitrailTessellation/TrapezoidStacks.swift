import VitrailDrawList
import VitrailScene

/// An area whose trapezoids lie above one another, as in a ring. It is drawn in blocks of four pixel columns
/// (or rows) that are cut wherever a trapezoid begins or ends.
///
///     ╱▔▔▔▔╲      ▒▒▒▒▒▒   block: the trapezoids that touch it are consecutive in the texture
///    ╱  ╱╲  ╲     ▒█▒▒█▒   inside: whole pixels that trapezoids cover
///    ╲  ╲╱  ╱     ▒█▒▒█▒
///     ╲▁▁▁▁╱      ▒▒▒▒▒▒
struct TrapezoidStacks {
    /// Max number of intervals, in all and in one strip. With more, finding blocks costs more than they save.
    private static let maxReaches = (all: 49_152, inStrip: 384)

    private let isVertical: Bool
    private let findsInsides: Bool
    private let vertices: ArraySlice<AreaVertex>
    /// Intervals by item. For a trapezoid with first vertex i, item 2 i is the part of a strip that it touches, and
    /// item 2 i + 1 the part that it covers completely.
    private var reaches: TileIntervals

    /// The primitives to draw. `blocks` read `vertices`, which has two vertices for each trapezoid.
    struct Pieces {
        var blocks: [BlockVertex] = []
        var vertices: [AreaVertex] = []
        var insides: [PixelRect] = []
    }

    /// - Returns: nil if there are too many intervals.
    init?(_ vertices: ArraySlice<AreaVertex>, clip: PixelRect, isVertical: Bool, findsInsides: Bool) {
        (self.vertices, self.isVertical, self.findsInsides) = (vertices, isVertical, findsInsides)
        let (x, y) = (clip.x..<clip.maxX, clip.y..<clip.maxY)
        reaches = TileIntervals(along: isVertical ? y : x, across: isVertical ? x : y)
        for i in vertices.indices.dropLast() where vertices[i].isSlice(to: vertices[i + 1]) {
            note(i)
            guard reaches.count <= Self.maxReaches.all else { return nil }
        }
        guard reaches.maxInStrip <= Self.maxReaches.inStrip else { return nil }
    }

    private mutating func note(_ i: Int) {
        let (a, b) = (vertices[i], vertices[i + 1])
        let scale = 1 / (b.along - a.along)
        for strip in reaches.strips(min(a.along, b.along), max(a.along, b.along)) {
            let position = Float(reaches.start(of: strip))
            func at(_ along: Float) -> (first: Float, second: Float) {
                let t = (min(max(along, min(a.along, b.along)), max(a.along, b.along)) - a.along) * scale
                return (a.first + (b.first - a.first) * t, a.second + (b.second - a.second) * t)
            }
            let (from, to) = (at(position), at(position + Float(TileIntervals.side)))
            let upper = (min(from.first, from.second), min(to.first, to.second))
            let lower = (max(from.first, from.second), max(to.first, to.second))
            reaches.note(2 * i, in: strip, min(upper.0, upper.1), max(lower.0, lower.1))
            // Only whole squares of the grid.
            let side = Float(TileIntervals.side)
            let (top, bottom) = (
                (max(upper.0, upper.1) / side).rounded(.up) * side, (min(lower.0, lower.1) / side).rounded(.down) * side
            )
            if findsInsides, top < bottom { reaches.note(2 * i + 1, in: strip, top, bottom) }
        }
    }

    /// - Parameter first: the index in the texture of the first of the returned vertices.
    func pieces(from first: Int) -> Pieces {
        var pieces = Pieces()
        var insides = TileInteriors()
        reaches.forEachStretch { strip, rows, open in
            if isInside(strip, open) { return insides.add(strip, rows) }
            let position = first + pieces.vertices.count
            for reach in open where reach.item % 2 == 0 {
                let i = Int(reach.item / 2)
                pieces.vertices.append(vertices[i])
                pieces.vertices.append(vertices[i + 1])
                pieces.vertices[pieces.vertices.count - 1].run = 2
            }
            // Between two trapezoids, a pair of vertices is not a trapezoid.
            let count = first + pieces.vertices.count - position - 1
            pieces.blocks.append(
                BlockVertex(
                    box: rect(reaches.pixels(of: strip), rows).plotRect, first: SIMD4(repeating: Float(position)),
                    count: SIMD4(repeating: Float(count))))
        }
        pieces.insides = insides.pieces().map { strips, rows in
            rect(
                reaches.pixels(of: strips.lowerBound).lowerBound..<reaches.pixels(of: strips.upperBound - 1).upperBound,
                rows)
        }
        return pieces
    }

    /// Whether each of a strip's columns is made up of trapezoids that cover it completely across.
    private func isInside(_ strip: Int, _ open: [TileIntervals.Reach]) -> Bool {
        let pixels = reaches.pixels(of: strip)
        return pixels.allSatisfy { pixel in
            let width = open.reduce(Float(0)) { sum, reach in
                guard reach.item % 2 == 1 else { return sum }
                let (a, b) = (vertices[Int(reach.item / 2)].along, vertices[Int(reach.item / 2) + 1].along)
                return sum + max(min(max(a, b), Float(pixel + 1)) - max(min(a, b), Float(pixel)), 0)
            }
            return width > BlockInterior.whole
        }
    }

    private func rect(_ along: Range<Int>, _ rows: Range<Int>) -> PixelRect {
        let (x, y) = isVertical ? (rows, along) : (along, rows)
        return PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }
}

/// Collects the insides of strips, several per strip, and joins insides of neighbouring strips that share rows.
private struct TileInteriors {
    /// Ranges of rows in successive strips, from the first strip on.
    private struct Chain {
        let first: Int
        var stretches: [Range<Int>]
    }

    private var chains: [Chain] = []
    /// Indices of the chains that end in the current strip or in the previous one.
    private var open: [Int] = []

    /// Adds rows of a strip. Strips must come in ascending order, and so must the rows of each.
    mutating func add(_ strip: Int, _ rows: Range<Int>) {
        open.removeAll { chains[$0].first + chains[$0].stretches.count < strip }
        let goesOn = open.first { chain in
            chains[chain].first + chains[chain].stretches.count == strip
                && chains[chain].stretches.last?.overlaps(rows) == true
        }
        if let goesOn { return chains[goesOn].stretches.append(rows) }
        open.append(chains.count)
        chains.append(Chain(first: strip, stretches: [rows]))
    }

    /// Rectangles that together cover all insides.
    func pieces() -> [(strips: Range<Int>, rows: Range<Int>)] {
        chains.flatMap { chain in
            BlockInterior.pieces(chain.stretches).map {
                (chain.first + $0.strips.lowerBound..<chain.first + $0.strips.upperBound, $0.rows)
            }
        }
    }
}
