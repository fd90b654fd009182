/// A point of each of two curves. Along: pixels in the direction of travel, from the first strip. Across: pixels from
/// the picture's first row.
package struct AreaEdgePosition {
    var along: Double
    var first: Float
    /// 0 if the second curve stays at the picture's `flat` position.
    var second: Float

    package init(along: Double, first: Float, second: Float) {
        self.along = along
        self.first = first
        self.second = second
    }

    @inline(__always)
    var isFinite: Bool { (along + Double(first) + Double(second)).isFinite }
}

/// Goes from point to point and rasterises the area between the curves on the way. Points are monotonic along.
package struct AreaEdgeWriter: ~Copyable {
    private var counter: AreaAccumulator
    /// The rasterised pixel columns, in the direction of travel.
    let columns: Range<Int>
    /// Pixel columns of the whole picture, and whether the pen travels from its end to its start.
    private let allColumns: Int
    private let isReversed: Bool
    private let isStepped: Bool
    /// The start of the next stretch; `nil`: a gap.
    private(set) var position: AreaEdgePosition?

    /// - Parameters:
    ///   - strips: the strips to rasterise, in the direction of travel.
    ///   - isReversed: whether the pen travels from the picture's end to its start.
    ///   - isStepped: whether curves keep their values until the next point.
    ///   - isFlat: whether the second curve stays at the picture's `flat` position.
    package init(
        _ fill: AreaTarget, strips: Range<Int>, isReversed: Bool, isStepped: Bool = false, isFlat: Bool = false
    ) {
        let (all, lanes) = (fill.strips.count, SparseTileImage.lanes)
        counter = AreaAccumulator(
            fill, strips: isReversed ? all - strips.upperBound..<all - strips.lowerBound : strips, isStepped: isStepped,
            isFlat: isFlat)
        columns = strips.lowerBound * lanes..<strips.upperBound * lanes
        allColumns = all * lanes
        (self.isReversed, self.isStepped) = (isReversed, isStepped)
    }

    package consuming func finish() -> SparseTileImage { counter.finish() }

    /// Sets the start of the next stretch; `nil`: there is a gap before the next point.
    package mutating func jump(to next: AreaEdgePosition?) { position = next }

    /// Moves to a pixel column. The next stretches lie in it or behind it.
    ///
    /// - Parameter column: one of `columns`.
    mutating func seek(to column: Int) { counter.seek(to: isReversed ? allColumns - 1 - column : column) }

    /// Adds connected stretches in the current column, see `AreaAccumulator`.
    mutating func add(_ lengths: Span<Float>, _ first: Span<Float>, _ second: Span<Float>) {
        counter.add(lengths, first, second)
    }

    /// Adds separate stretches in the current column.
    mutating func add(
        _ lengths: Span<Float>, from first: Span<Float>, to end: Span<Float>, _ second: Span<Float>,
        _ secondEnd: Span<Float>
    ) {
        counter.add(lengths, from: first, to: end, second, secondEnd)
    }

    /// Goes straight to a point, through all pixel columns between.
    package mutating func go(to next: AreaEdgePosition) {
        defer { position = next }
        guard let start = position, next.along > start.along else { return }
        var column = max(start.along.rounded(.down), Double(columns.lowerBound))
        let end = min(next.along, Double(columns.upperBound))
        while column < end {
            let (from, to) = (max(column, start.along), min(column + 1, end))
            seek(to: Int(column))
            if to > from {
                let (a, b) = (cut(start, next, at: from), cut(start, next, at: to))
                counter.add(
                    Float(to - from), FillEdge(from: a.first, to: b.first), FillEdge(from: a.second, to: b.second))
            }
            column += 1
        }
    }

    @inline(__always)
    private func cut(_ start: AreaEdgePosition, _ end: AreaEdgePosition, at along: Double) -> AreaEdgePosition {
        if isStepped || along == start.along { return start }
        if along == end.along { return end }
        let share = (along - start.along) / (end.along - start.along)
        func mixed(_ a: Float, _ b: Float) -> Float { Float(Double(a) + (Double(b) - Double(a)) * share) }
        return AreaEdgePosition(
            along: along, first: mixed(start.first, end.first), second: mixed(start.second, end.second))
    }
}
