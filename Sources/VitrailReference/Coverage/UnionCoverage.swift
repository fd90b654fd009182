import VitrailScene

/// Computes the exact area, pixel by pixel, of the union of many convex pieces.
///
/// Works row by row with a list of the pieces that reach the row. Each pixel collects the pieces that may touch it.
/// Pixels inside a single piece (most pixels of a wide stroke) are full at once.
struct UnionCoverage {
    private let bounds: PixelRect
    private var pieces: [StrokePiece]
    private var remainder = PixelRemainder()
    /// For each pixel of the row: index into `collected` of the piece added last; −1: none; −2: the pixel is full.
    private var heads: [Int]
    private var collected: [(piece: Int, next: Int)] = []

    private static let none = -1
    private static let full = -2

    static func coverage(of pieces: [StrokePiece], in bounds: PixelRect) -> Coverage {
        var union = UnionCoverage(pieces: pieces, bounds: bounds)
        return union.coverage()
    }

    private init(pieces: [StrokePiece], bounds: PixelRect) {
        self.bounds = bounds
        let region = ExactRect(bounds)
        // Rectangles first: they leave less area to the discs, which cost more.
        self.pieces = pieces.filter { $0.extent.intersects(region) }
        self.pieces.sort { !$0.isDisc && $1.isDisc }
        heads = Array(repeating: Self.none, count: bounds.width)
    }

    private mutating func coverage() -> Coverage {
        var result = Coverage(bounds: bounds)
        let arriving = pieces.indices.sorted { pieces[$0].extent.minY < pieces[$1].extent.minY }
        var next = 0
        var active: [Int] = []
        for row in bounds.y..<bounds.maxY {
            let (top, bottom) = (Double(row), Double(row + 1))
            active.removeAll { pieces[$0].extent.maxY <= top }
            while next < arriving.count, pieces[arriving[next]].extent.minY < bottom {
                if pieces[arriving[next]].extent.maxY > top { active.append(arriving[next]) }
                next += 1
            }
            guard !active.isEmpty else { continue }
            // Each list is read from its last entry, so this order subtracts rectangles first, along the line; other
            // orders leave more fragments.
            active.sort(by: >)
            for piece in active { collect(piece, top: top, bottom: bottom) }
            let start = (row - bounds.y) * bounds.width
            for column in 0..<bounds.width {
                result.values[start + column] = covered(column: column, row: row)
            }
            collected.removeAll(keepingCapacity: true)
        }
        return result
    }

    private mutating func collect(_ index: Int, top: Double, bottom: Double) {
        let piece = pieces[index]
        let range = piece.columns(top: top, bottom: bottom)
        let width = Double(bounds.width)
        let low = min(max((range.low - Double(bounds.x)).rounded(.down), 0), width)
        let high = min(max((range.high - Double(bounds.x)).rounded(.up), 0), width)
        guard low < high else { return }
        for column in Int(low)..<Int(high) where heads[column] != Self.full {
            if piece.covers(x: Double(bounds.x + column), y: top) {
                heads[column] = Self.full
            } else {
                collected.append((index, heads[column]))
                heads[column] = collected.count - 1
            }
        }
    }

    /// Returns the pixel's coverage, 0…1, and resets its list for the next row.
    private mutating func covered(column: Int, row: Int) -> Double {
        var entry = heads[column]
        heads[column] = Self.none
        if entry == Self.none { return 0 }
        if entry == Self.full { return 1 }
        remainder.reset(x: Double(bounds.x + column), y: Double(row))
        while entry >= 0, !remainder.isEmpty {
            remainder.subtract(pieces[collected[entry].piece])
            entry = collected[entry].next
        }
        let share = 1 - remainder.area
        return share < 1e-9 ? 0 : share > 1 - 1e-9 ? 1 : share
    }
}
