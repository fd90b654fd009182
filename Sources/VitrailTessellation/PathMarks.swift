import VitrailScene

/// A position on a grid: `along` in cells, `across` in pixels.
struct CellPosition: Equatable {
    var along: Float
    var across: Float
}

/// Origin, resolution and axis of an envelope's grid.
struct GridFrame {
    let isVertical: Bool
    /// Pixels.
    let origin: Float
    /// Cells per pixel along.
    let perPixel: Int

    @inline(__always)
    func position(of point: PlotPoint) -> CellPosition {
        let (along, across) = isVertical ? (point.y, point.x) : (point.x, point.y)
        return CellPosition(along: (along - origin) * Float(perPixel), across: across)
    }
}

/// The extent of a path in each cell of a grid: the max position across, and the max of the negated positions.
struct PathMarks {
    /// One value for each cell from `origin` on. −∞: the path does not pass the cell.
    private(set) var second: [Float]
    private(set) var first: [Float]
    private var seen = 0...0
    private var origin = 0

    init(count: Int) {
        second = Array(repeating: -.infinity, count: count)
        first = second
    }

    /// Starts again: resets the cells of `seen`, the only ones that are marked from then on.
    mutating func clear(_ seen: ClosedRange<Int>, origin: Int) {
        (self.seen, self.origin) = (seen, origin)
        for i in seen.lowerBound - origin...seen.upperBound - origin {
            (second[i], first[i]) = (-.infinity, -.infinity)
        }
    }

    /// Marks a path from one of its points to another, or to the end of the visible range. All points lie inside the
    /// guard box of a picture.
    ///
    /// - Parameters:
    ///   - step: 1 or −1, so that positions along do not fall.
    mutating func note(_ points: Span<PlotPoint>, from start: Int, to end: Int, step: Int, in frame: GridFrame) {
        Marks(seen: seen, origin: origin).note(points, from: start, to: end, step: step, in: frame, &second, &first)
    }
}

/// The range of cells to mark.
private struct Marks {
    let seen: ClosedRange<Int>
    let origin: Int

    func note(
        _ points: Span<PlotPoint>, from start: Int, to end: Int, step: Int, in frame: GridFrame,
        _ seconds: inout [Float],
        _ firsts: inout [Float]
    ) {
        var second = seconds.mutableSpan
        var first = firsts.mutableSpan
        var i = start
        var from = frame.position(of: points[i])
        var cell = Self.cell(from.along)
        if seen.contains(cell) { mark(from.across, at: cell, &second, &first) }
        while i != end, cell <= seen.upperBound {
            i += step
            let to = frame.position(of: points[i])
            let last = Self.cell(to.along)
            if last > cell {
                mark(
                    from, to, at: max(cell + 1, seen.lowerBound), through: min(last, seen.upperBound + 1), &second,
                    &first)
            }
            if seen.contains(last) { mark(to.across, at: last, &second, &first) }
            (from, cell) = (to, last)
        }
    }

    /// The cell of a position. Does not use `floor`, which is a function call on architectures where some processors
    /// lack the instruction.
    ///
    /// - Parameter along: a clamped position in cells, far within the bounds of `Int`.
    @inline(__always)
    private static func cell(_ along: Float) -> Int {
        let whole = Int(along)
        return Float(whole) > along ? whole - 1 : whole
    }

    /// Marks a segment with ascending positions along, on both sides of each border between cells that it crosses.
    private func mark(
        _ from: CellPosition, _ to: CellPosition, at start: Int, through last: Int, _ second: inout MutableSpan<Float>,
        _ first: inout MutableSpan<Float>
    ) {
        let exact = (to.across - from.across) / (to.along - from.along)
        // Too steep for a finite slope: counts as running straight across.
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
    private func mark(
        _ across: Float, at cell: Int, _ second: inout MutableSpan<Float>, _ first: inout MutableSpan<Float>
    ) {
        let i = cell - origin
        second[i] = max(second[i], across)
        first[i] = max(first[i], -across)
    }
}
