import VitrailScene

extension Paint {
    /// The premultiplied colour of each of some rows of pixels (columns if `isVertical`); only one colour if it is the
    /// same in all of them.
    ///
    /// - Returns: nil if colours change within a row.
    package func colors(ofRows rows: Range<Int>, isVertical: Bool) -> [SIMD4<Float>]? {
        switch self {
        case .solid(let color): return [color.premultiplied]
        case .linearGradient(let from, let start, let to, let end):
            guard from != to, start != end, from.isFinite, to.isFinite else { return [start.premultiplied] }
            guard isVertical ? from.y == to.y : from.x == to.x else { return nil }
            let (a, b) = isVertical ? (from.x, to.x) : (from.y, to.y)
            let (first, change) = (start.premultiplied, end.premultiplied - start.premultiplied)
            return rows.map { first + change * min(max((Float($0) + 0.5 - a) / (b - a), 0), 1) }
        case .radialGradient: return nil
        }
    }
}
