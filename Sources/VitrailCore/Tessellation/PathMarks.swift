import VitrailScene

/// A point by its place along, in cells of a grid, and across in pixels.
struct GridPlace: Equatable {
    var along: Float
    var across: Float
}

/// Where the grid of an envelope begins, and along which axis.
struct GridFrame {
    let isVertical: Bool
    /// Pixels.
    let origin: Float
    /// Cells along.
    let perPixel: Int

    @inline(__always)
    func place(_ point: PlotPoint) -> GridPlace {
        let (along, across) = isVertical ? (point.y, point.x) : (point.x, point.y)
        return GridPlace(along: (along - origin) * Float(perPixel), across: across)
    }
}

/// How far a path reaches in each cell of a grid: to the greatest place across, and to the greatest of the negated ones.
struct PathMarks {
    /// One for each cell from `origin` on; −∞ = nothing passes.
    private(set) var second: [Float]
    private(set) var first: [Float]
    private var seen = 0...0
    private var origin = 0

    init(count: Int) {
        second = Array(repeating: -.infinity, count: count)
        first = second
    }

    /// Begins anew: nothing passes the cells that are `seen`, which are marked from now on.
    mutating func clear(_ seen: ClosedRange<Int>, origin: Int) {
        (self.seen, self.origin) = (seen, origin)
        for i in seen.lowerBound - origin...seen.upperBound - origin { (second[i], first[i]) = (-.infinity, -.infinity) }
    }

    /// Marks a path from one of its points to another, or to where nothing more is seen. None lies beyond the guard box of a picture.
    ///
    /// - Parameters:
    ///   - step: 1 or −1: along which places do not fall.
    mutating func note(_ points: Span<PlotPoint>, from start: Int, to end: Int, step: Int, in frame: GridFrame) {
        Marks(seen: seen, origin: origin).note(points, from: start, to: end, step: step, in: frame, &second, &first)
    }
}

/// Which marks there are.
private struct Marks {
    let seen: ClosedRange<Int>
    let origin: Int

    func note(
        _ points: Span<PlotPoint>, from start: Int, to end: Int, step: Int, in frame: GridFrame, _ seconds: inout [Float],
        _ firsts: inout [Float]
    ) {
        var second = seconds.mutableSpan
        var first = firsts.mutableSpan
        var i = start
        var from = frame.place(points[i])
        var cell = Self.cell(from.along)
        if seen.contains(cell) { mark(from.across, at: cell, &second, &first) }
        while i != end, cell <= seen.upperBound {
            i += step
            let to = frame.place(points[i])
            let last = Self.cell(to.along)
            if last > cell { mark(from, to, at: max(cell + 1, seen.lowerBound), through: min(last, seen.upperBound + 1), &second, &first) }
            if seen.contains(last) { mark(to.across, at: last, &second, &first) }
            (from, cell) = (to, last)
        }
    }

    /// The cell that a place lies in: without `floor`, which is a call where not every processor of the kind has it as an instruction.
    ///
    /// - Parameter along: a held place in cells, far within the bounds of an `Int`.
    @inline(__always)
    private static func cell(_ along: Float) -> Int {
        let whole = Int(along)
        return Float(whole) > along ? whole - 1 : whole
    }

    /// Marks a segment, whose second end lies behind its first one, on both sides of each border between cells that it crosses.
    private func mark(
        _ from: GridPlace, _ to: GridPlace, at start: Int, through last: Int, _ second: inout MutableSpan<Float>, _ first: inout MutableSpan<Float>
    ) {
        let exact = (to.across - from.across) / (to.along - from.along)
        // So steep that it runs straight across.
        let slope = exact.isFinite ? exact : 0
        var border = start
        while border <= last {
            let across = from.across + (Float(border) - from.along) * slope
            if border > seen.lowerBound { mark(across, at: border - 1, &second, &first) }
            if border <= seen.upperBound { mark(across, at: border, &second, &first) }
            border += 1
        }
    }

    @inline(__always)
    private func mark(_ across: Float, at cell: Int, _ second: inout MutableSpan<Float>, _ first: inout MutableSpan<Float>) {
        let i = cell - origin
        second[i] = max(second[i], across)
        first[i] = max(first[i], -across)
    }
}
