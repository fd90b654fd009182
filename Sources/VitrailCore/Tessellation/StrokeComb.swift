import VitrailScene

/// Segments between gaps, shorter than a cell, side by side: there coverages add.
///
///     ▌▐ ▌▐ ▌▐   Of a level line with gaps, dozens lie in a cell, and the greatest coverage says nothing of how many. Eight bits round what each
///                adds: of more than a thousand in a pixel, too much is lost, or counted twice.
struct StrokeComb {
    private struct Tooth {
        let start, end: SIMD2<Float>
        let direction: SIMD2<Float>
        let length: Float
    }

    private let halfWidth: Float
    /// Where teeth lie along the axis that they run along, all of them the same: beyond, no other lies above one.
    private var taken: (range: ClosedRange<Float>, isLevel: Bool)?
    /// The segment before, where it is as short.
    private var last: Tooth?

    init(width: Float) { halfWidth = width / 2 }

    /// Takes the vertices of a comb out of a stroke's.
    ///
    /// - Parameters:
    ///   - vertices: of `line`.
    ///   - width: of the stroke, pixels.
    ///   - others: receives what is left.
    ///   - teeth: receives two vertices for each of the comb's segments.
    static func split(
        _ vertices: ArraySlice<LineVertex>, width: Float, others: inout [LineVertex], teeth: inout [LineVertex]
    ) {
        var comb = StrokeComb(width: width)
        var i = vertices.startIndex
        while i < vertices.endIndex {
            if i + 1 < vertices.endIndex, vertices[i].run == 1, vertices[i + 1].run == 2 {
                let next = i + 3 < vertices.endIndex ? tooth(vertices[i + 2], vertices[i + 3]) : nil
                if let tooth = tooth(vertices[i], vertices[i + 1]), comb.takes(tooth, before: next) {
                    teeth += vertices[i..<i + 2]
                } else {
                    others += vertices[i..<i + 2]
                    if tooth(vertices[i], vertices[i + 1]) == nil { comb.last = nil }
                }
                i += 2
            } else {
                others.append(vertices[i])
                comb.last = nil
                i += 1
            }
        }
    }

    private static func tooth(_ a: LineVertex, _ b: LineVertex) -> Tooth? {
        guard a.run == 1, b.run == 2 else { return nil }
        let (start, end) = (SIMD2(a.x, a.y), SIMD2(b.x, b.y))
        let span = end - start
        let length = (span * span).sum().squareRoot()
        guard length > 0, length < 2 * FineCells.halfWidth.fine else { return nil }
        return Tooth(start: start, end: end, direction: span / length, length: length)
    }

    private mutating func takes(_ tooth: Tooth, before next: Tooth?) -> Bool {
        defer { last = tooth }
        if let last, !areApart(last, tooth) { return false }
        if let next, !areApart(tooth, next) { return false }
        let isLevel = abs(tooth.direction.x) >= abs(tooth.direction.y)
        let (start, end) = isLevel ? (tooth.start.x, tooth.end.x) : (tooth.start.y, tooth.end.y)
        let own = min(start, end)...max(start, end)
        guard let taken else {
            self.taken = (own, isLevel)
            return true
        }
        let range = taken.range
        guard isLevel == taken.isLevel, own.lowerBound >= range.upperBound || own.upperBound <= range.lowerBound else { return false }
        self.taken = (min(range.lowerBound, own.lowerBound)...max(range.upperBound, own.upperBound), isLevel)
        return true
    }

    /// Whether two segments, one behind the other, hardly lie above each other: their ends' corners may, where they run in different directions.
    private func areApart(_ a: Tooth, _ b: Tooth) -> Bool {
        let between = b.start - a.end
        let gap = (between * a.direction).sum()
        guard gap >= 0 else { return false }
        let turn = abs(a.direction.x * b.direction.y - a.direction.y * b.direction.x)
        return halfWidth * turn <= gap + (a.length + b.length) / 8
    }
}
