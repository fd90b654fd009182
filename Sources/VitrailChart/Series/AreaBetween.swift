import VitrailRaster
import VitrailScene

/// The area between two lines whose points have different positions along the axis.
enum AreaBetween {
    /// The area where both lines exist, up to the gaps of each line.
    ///
    /// - Returns: samples of an area, with `first` on the first line; `nil` if a line is not monotonic along the axis.
    /// - Complexity: O(n) for n points in both lines together.
    static func samples(_ first: [PathPoint], _ second: [PathPoint]) -> [Area.Sample]? {
        guard let firsts = runs(first), let seconds = runs(second) else { return nil }
        var result: [Area.Sample] = []
        var (i, k) = (0, 0)
        while i < firsts.count, k < seconds.count {
            let (a, b) = (firsts[i], seconds[k])
            append(a, b, to: &result)
            // The run that ends first meets no further run.
            if a[a.count - 1].along < b[b.count - 1].along { i += 1 } else { k += 1 }
        }
        return result
    }

    /// The runs between gaps, in ascending order, each with ascending positions. `nil` if the path is not monotonic.
    private static func runs(_ path: [PathPoint]) -> [[PathPoint]]? {
        var runs: [[PathPoint]] = []
        for part in path.split(whereSeparator: \.isGap) {
            var run = Array(part)
            if run[0].along > run[run.count - 1].along { run.reverse() }
            guard zip(run, run.dropFirst()).allSatisfy({ $0.along <= $1.along }) else { return nil }
            runs.append(run)
        }
        if runs.count > 1, runs[0][0].along > runs[runs.count - 1][0].along { runs.reverse() }
        guard zip(runs, runs.dropFirst()).allSatisfy({ $0[$0.count - 1].along <= $1[0].along }) else { return nil }
        return runs
    }

    private static func append(_ first: [PathPoint], _ second: [PathPoint], to result: inout [Area.Sample]) {
        let start = max(first[0].along, second[0].along)
        let end = min(first[first.count - 1].along, second[second.count - 1].along)
        guard start < end else { return }
        var (a, b) = (Follower(first), Follower(second))
        var position = start
        while true {
            let (one, other) = (a.values(at: position), b.values(at: position))
            if position > start { result.append(Area.Sample(along: position, first: one.before, second: other.before)) }
            let isJump = one.before != one.behind || other.before != other.behind
            if position == start || isJump, position < end {
                result.append(Area.Sample(along: position, first: one.behind, second: other.behind))
            }
            guard position < end else { break }
            position = min(a.next, b.next, end)
        }
        result.append(Area.Sample(along: .nan, first: .nan, second: .nan))
    }

    /// Walks along a line and interpolates it.
    private struct Follower {
        private let points: [PathPoint]
        /// The first point behind the present position.
        private var index = 0

        init(_ points: [PathPoint]) { self.points = points }

        /// The position of the next point.
        var next: Float { index < points.count ? points[index].along : .infinity }

        /// The line's values across, just before and just behind a position. They differ where the line is vertical.
        /// Positions must not descend from call to call.
        mutating func values(at position: Float) -> (before: Float, behind: Float) {
            while index < points.count, points[index].along < position { index += 1 }
            guard index < points.count, points[index].along == position else {
                guard index > 0, index < points.count else { return (.nan, .nan) }
                let (start, end) = (points[index - 1], points[index])
                let value =
                    start.across + (end.across - start.across) * (position - start.along) / (end.along - start.along)
                return (value, value)
            }
            let before = points[index].across
            while index < points.count, points[index].along == position { index += 1 }
            return (before, points[index - 1].across)
        }
    }
}
