import VitrailSystem

#if canImport(Glibc)
    import Glibc
#endif

/// Area between a line and the pole: the union of the triangles that its segments form with the pole.
///
/// In polar coordinates it is one distance per direction: the maximum over all segments in that direction. It does not
/// depend on how the line runs: back and forth, or around several times.
/// Source: the upper envelope of segments by divide and conquer (Sharir, Agarwal 1995, §6.2), in polar coordinates.
struct PolarEnvelope {
    /// A part of a segment, seen from the pole: clockwise from `start` to `end`, 0…2π.
    struct Piece {
        var start: Double
        var end: Double
        /// Start and end point relative to the pole.
        var p: SIMD2<Double>
        var q: SIMD2<Double>
        /// Index of the segment.
        let line: Int

        /// Point in a direction.
        func position(at angle: Double) -> SIMD2<Double> {
            let direction = PolarFrame.offset(angle: angle, distance: 1)
            let distance = p.cross(q) / direction.cross(q - p)
            guard distance.isFinite else { return p.length > q.length ? p : q }
            return direction * distance
        }

        func before(_ angle: Double) -> Piece {
            var part = self
            part.q = position(at: angle)
            part.end = angle
            return part
        }

        func after(_ angle: Double) -> Piece {
            var part = self
            part.p = position(at: angle)
            part.start = angle
            return part
        }
    }

    /// Clockwise from 12 o'clock, without overlaps.
    private(set) var pieces: [Piece]

    /// Minimum angle; narrower pieces cover less than any pixel can show.
    private static let minimum = 1e-12

    /// - Parameter runs: polylines relative to the pole, each of any length.
    /// - Complexity: O(n log n) for n segments.
    init(_ runs: [[SIMD2<Double>]]) {
        // Bottom-up merge without recursion: the stack holds envelopes of 2ⁿ segments with decreasing n, at most one
        // for each n.
        var parts: [(pieces: [Piece], rank: Int)] = []
        func merge() {
            let last = parts.removeLast()
            parts[parts.count - 1].pieces = Self.merged(parts[parts.count - 1].pieces, last.pieces)
            parts[parts.count - 1].rank += 1
        }
        var line = 0
        var pace = WorkPace(every: 1 << 10)
        for run in runs {
            for (p, q) in zip(run, run.dropFirst()) where !pace.isOver() {
                parts.append((Self.pieces(p, q, line), 0))
                line += 1
                while parts.count > 1, parts[parts.count - 2].rank == parts[parts.count - 1].rank { merge() }
            }
        }
        while parts.count > 1 { merge() }
        pieces = parts.first?.pieces ?? []
    }

    /// A segment, split in two at 12 o'clock; empty if it covers nothing.
    private static func pieces(_ p: SIMD2<Double>, _ q: SIMD2<Double>, _ line: Int) -> [Piece] {
        let turn = p.cross(q)
        guard turn != 0, turn.isFinite else { return [] }
        let (from, to) = turn > 0 ? (p, q) : (q, p)
        let (start, end) = (from.clockAngle, to.clockAngle)
        let sweep = end >= start ? end - start : end - start + 2 * .pi
        guard sweep > minimum, sweep < .pi else { return [] }
        let whole = Piece(start: start, end: start + sweep, p: from, q: to, line: line)
        guard whole.end > 2 * .pi, whole.end - 2 * .pi > minimum else {
            var kept = whole
            kept.end = min(whole.end, 2 * .pi)
            return [kept]
        }
        guard 2 * .pi - start > minimum else {
            return [Piece(start: 0, end: end, p: from, q: to, line: line)]
        }
        let top = whole.position(at: 0)
        return [
            Piece(start: 0, end: end, p: top, q: to, line: line),
            Piece(start: start, end: 2 * .pi, p: from, q: top, line: line),
        ]
    }

    private static func merged(_ a: [Piece], _ b: [Piece]) -> [Piece] {
        guard !a.isEmpty, !b.isEmpty else { return a + b }
        var result: [Piece] = []
        result.reserveCapacity(a.count + b.count)
        var (i, j) = (0, 0)
        var (first, second): (Piece?, Piece?) = (a[0], b[0])
        func rest(_ piece: Piece, after angle: Double) -> Piece? {
            piece.end - angle > minimum ? piece.after(angle) : nil
        }
        func advance(_ index: inout Int, _ list: [Piece]) -> Piece? {
            index += 1
            return index < list.count ? list[index] : nil
        }
        var pace = WorkPace(every: 1 << 10)
        while let x = first, let y = second {
            if pace.isOver() { return result }
            if x.end - y.start <= minimum {
                append(x, to: &result)
                first = advance(&i, a)
            } else if y.end - x.start <= minimum {
                append(y, to: &result)
                second = advance(&j, b)
            } else if y.start - x.start > minimum {
                append(x.before(y.start), to: &result)
                first = x.after(y.start)
            } else if x.start - y.start > minimum {
                append(y.before(x.start), to: &result)
                second = y.after(x.start)
            } else {
                let end = min(x.end, y.end)
                for part in outer(x.end > end ? x.before(end) : x, y.end > end ? y.before(end) : y) {
                    append(part, to: &result)
                }
                first = rest(x, after: end) ?? advance(&i, a)
                second = rest(y, after: end) ?? advance(&j, b)
            }
        }
        while let x = first {
            append(x, to: &result)
            first = advance(&i, a)
        }
        while let y = second {
            append(y, to: &result)
            second = advance(&j, b)
        }
        return result
    }

    /// The outer one of two pieces over the same directions, or a part of each if they cross.
    private static func outer(_ a: Piece, _ b: Piece) -> [Piece] {
        let (atStart, atEnd) = (a.p.length - b.p.length, a.q.length - b.q.length)
        if atStart >= 0, atEnd >= 0 { return [a] }
        if atStart <= 0, atEnd <= 0 { return [b] }
        let (da, db) = (a.q - a.p, b.q - b.p)
        let share = (b.p - a.p).cross(db) / da.cross(db)
        let angle = (a.p + da * min(max(share, 0), 1)).clockAngle
        let (first, second) = atStart > 0 ? (a, b) : (b, a)
        guard angle - a.start > minimum, a.end - angle > minimum else {
            return [abs(atStart) > abs(atEnd) ? first : second]
        }
        return [first.before(angle), second.after(angle)]
    }

    private static func append(_ piece: Piece, to result: inout [Piece]) {
        guard piece.end - piece.start > minimum else { return }
        if let last = result.last, last.line == piece.line, piece.start - last.end <= minimum {
            result[result.count - 1].end = piece.end
            result[result.count - 1].q = piece.q
        } else {
            result.append(piece)
        }
    }

    /// Maximum distance from the pole.
    var extreme: Double { pieces.reduce(0) { max($0, $1.p.length, $1.q.length) } }

    /// Closed outlines, clipped to a circle. Each surrounds a part of the area that meets the others only at the pole.
    func outlines(within circle: CircleClip) -> [[SIMD2<Double>]] {
        var outlines: [[SIMD2<Double>]] = []
        var end = -1.0
        for piece in pieces {
            if outlines.isEmpty || piece.start - end > Self.minimum { outlines.append([.zero]) }
            let last = outlines.count - 1
            outlines[last] += circle.held(piece.p, piece.p)
            outlines[last] += circle.held(piece.p, piece.q)
            end = piece.end
        }
        // In an outline all the way around, the pole is inside.
        if outlines.count == 1, let first = pieces.first, first.start <= Self.minimum, end >= 2 * .pi - Self.minimum {
            outlines[0].removeFirst()
        }
        return outlines
    }
}
