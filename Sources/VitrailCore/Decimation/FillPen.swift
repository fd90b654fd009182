/// A place between two curves: along in pixels on the way from the first strip that it leads to; across from the picture's first row.
struct FillPlace {
    var along: Double
    var first: Float
    /// 0 where the second curve stays at the picture's flat place.
    var second: Float

    @inline(__always)
    var isFinite: Bool { (along + Double(first) + Double(second)).isFinite }
}

/// Goes from place to place, and counts what lies between the curves on the way. The way never turns back.
struct FillPen: ~Copyable {
    private var counter: FillCounter
    /// Pixel columns that are counted, on the way.
    let columns: Range<Int>
    /// Of the whole picture, and whether the way leads from their end to their start.
    private let allColumns: Int
    private let isReversed: Bool
    private let isStepped: Bool
    /// Where the next stretch goes on from; nil = a gap.
    private(set) var place: FillPlace?

    /// - Parameters:
    ///   - strips: those that are counted, on the way.
    ///   - isReversed: whether the way leads from the picture's end to its start.
    ///   - isStepped: whether curves stay where they are until the next place.
    ///   - isFlat: whether the second curve stays at the picture's flat place.
    init(_ fill: FillPicture, strips: Range<Int>, isReversed: Bool, isStepped: Bool = false, isFlat: Bool = false) {
        let (all, lanes) = (fill.strips.count, StripPicture.lanes)
        counter = FillCounter(fill, strips: isReversed ? all - strips.upperBound..<all - strips.lowerBound : strips, isStepped: isStepped, isFlat: isFlat)
        columns = strips.lowerBound * lanes..<strips.upperBound * lanes
        allColumns = all * lanes
        (self.isReversed, self.isStepped) = (isReversed, isStepped)
    }

    consuming func finish() -> StripPicture { counter.finish() }

    /// What follows begins at a place; nil = there is a gap before what follows.
    mutating func jump(to next: FillPlace?) { place = next }

    /// What follows lies in a column, or in those behind it.
    ///
    /// - Parameter column: one of `columns`.
    mutating func move(to column: Int) { counter.move(to: isReversed ? allColumns - 1 - column : column) }

    /// Stretches that lie in the column moved to, as `FillCounter` has them.
    mutating func add(_ lengths: Span<Float>, _ first: Span<Float>, _ second: Span<Float>) { counter.add(lengths, first, second) }

    /// The same, each by itself.
    mutating func add(_ lengths: Span<Float>, from first: Span<Float>, to end: Span<Float>, _ second: Span<Float>, _ secondEnd: Span<Float>) {
        counter.add(lengths, from: first, to: end, second, secondEnd)
    }

    /// Goes straight to a place, through as many columns as lie between.
    mutating func go(to next: FillPlace) {
        defer { place = next }
        guard let start = place, next.along > start.along else { return }
        var column = max(start.along.rounded(.down), Double(columns.lowerBound))
        let end = min(next.along, Double(columns.upperBound))
        while column < end {
            let (from, to) = (max(column, start.along), min(column + 1, end))
            move(to: Int(column))
            if to > from {
                let (a, b) = (cut(start, next, at: from), cut(start, next, at: to))
                counter.add(Float(to - from), FillEdge(from: a.first, to: b.first), FillEdge(from: a.second, to: b.second))
            }
            column += 1
        }
    }

    @inline(__always)
    private func cut(_ start: FillPlace, _ end: FillPlace, at along: Double) -> FillPlace {
        if isStepped || along == start.along { return start }
        if along == end.along { return end }
        let share = (along - start.along) / (end.along - start.along)
        func mixed(_ a: Float, _ b: Float) -> Float { Float(Double(a) + (Double(b) - Double(a)) * share) }
        return FillPlace(along: along, first: mixed(start.first, end.first), second: mixed(start.second, end.second))
    }
}
