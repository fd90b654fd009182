import VitrailRaster
import VitrailScene

/// The shape of a line between two samples.
///
/// Ranges, crosshairs and hits use the straight lines between samples. A stack of series with different independent
/// values inserts samples on those lines, and curves pass through them.
public enum LineCurve: Sendable, Equatable {
    /// Straight lines.
    case straight
    /// A smooth curve that is monotonic between samples: no value lies beyond its two neighbours (Fritsch and Carlson,
    /// "Monotone Piecewise Cubic Interpolation", 1980).
    case monotone
    /// A smooth curve that swings more with greater tension, 0 to 1. The curve may go beyond the samples. 0 is
    /// straight, 0.4 is usual.
    case smooth(tension: Double)
}

extension LineCurve {
    /// Maximum distance between the straight pieces and the curve, in pixels.
    private static let tolerance: Float = 1 / 16
    private static let maxPieces = 512

    /// A path with interpolated points. Gaps stay where they are.
    ///
    /// Samples less than a pixel apart along the axis are joined by straight lines, which look the same as curves.
    func path(_ points: [PathPoint]) -> [PathPoint] {
        var result: [PathPoint] = []
        result.reserveCapacity(points.count)
        eachRun(points, isGap: \.isGap) { run in
            let arcs = arcs(run)
            for (index, point) in run.enumerated() {
                if index > 0 {
                    arcs[index - 1]?.append(to: &result, tolerance: Self.tolerance, maximum: Self.maxPieces)
                }
                result.append(point)
            }
        } gap: {
            result.append($0)
        }
        return result
    }

    /// The same for both edges of an area. Each interpolated point has one position along for both edges.
    func samples(_ samples: [Area.Sample]) -> [Area.Sample] {
        var result: [Area.Sample] = []
        result.reserveCapacity(samples.count)
        eachRun(samples, isGap: { !($0.along.isFinite && $0.first.isFinite && $0.second.isFinite) }) { run in
            let first = arcs(run.map { PathPoint(along: $0.along, across: $0.first) })
            let second = arcs(run.map { PathPoint(along: $0.along, across: $0.second) })
            for (index, sample) in run.enumerated() {
                if index > 0, let above = first[index - 1], let below = second[index - 1] {
                    let length = sample.along - run[run.startIndex + index - 1].along
                    let pieces = Int(min(abs(length).rounded(.up), Float(Self.maxPieces)))
                    for piece in 1..<max(pieces, 1) {
                        let along = run[run.startIndex + index - 1].along + length * Float(piece) / Float(pieces)
                        result.append(
                            Area.Sample(along: along, first: above.across(at: along), second: below.across(at: along)))
                    }
                }
                result.append(sample)
            }
        } gap: {
            result.append($0)
        }
        return result
    }

    private func eachRun<Point>(
        _ points: [Point], isGap: (Point) -> Bool, _ body: (ArraySlice<Point>) -> Void, gap: (Point) -> Void
    ) {
        var start = 0
        for index in points.indices where isGap(points[index]) {
            if start < index { body(points[start..<index]) }
            gap(points[index])
            start = index + 1
        }
        if start < points.count { body(points[start...]) }
    }

    /// The curves between neighbours; `nil`: straight.
    private func arcs(_ run: some Collection<PathPoint>) -> [Arc?] {
        let points = Array(run)
        guard points.count > 2 else { return Array(repeating: nil, count: max(points.count - 1, 0)) }
        let handles: [Handles]
        switch self {
        case .straight: return Array(repeating: nil, count: points.count - 1)
        case .monotone: handles = monotoneHandles(points)
        case .smooth(let tension): handles = smoothHandles(points, Float(min(max(tension, 0), 1)))
        }
        return points.indices.dropLast().map { i in
            let (start, end) = (points[i], points[i + 1])
            guard abs(end.along - start.along) >= 1 else { return nil }
            // The curve never goes back along the axis.
            func held(_ point: PathPoint) -> PathPoint {
                PathPoint(
                    along: min(max(point.along, min(start.along, end.along)), max(start.along, end.along)),
                    across: point.across)
            }
            return Arc(start: start, first: held(handles[i].behind), second: held(handles[i + 1].before), end: end)
        }
    }

    /// The control points before and behind a sample.
    private struct Handles {
        var before, behind: PathPoint
    }

    private func monotoneHandles(_ points: [PathPoint]) -> [Handles] {
        /// `nil` if neighbours have the same position along.
        let slopes: [Float?] = points.indices.dropLast().map { i in
            let length = points[i + 1].along - points[i].along
            return length == 0 ? nil : (points[i + 1].across - points[i].across) / length
        }
        var tangents: [Float] = points.indices.map { i in
            guard i > 0 else { return slopes[0] ?? 0 }
            guard i < slopes.count else { return slopes[i - 1] ?? 0 }
            guard let before = slopes[i - 1], let behind = slopes[i], before * behind > 0 else { return 0 }
            // Where the line reverses its direction along the axis, so does the curve.
            guard (points[i].along - points[i - 1].along) * (points[i + 1].along - points[i].along) > 0 else {
                return 0
            }
            return (before + behind) / 2
        }
        for i in slopes.indices {
            guard let slope = slopes[i], slope != 0 else {
                (tangents[i], tangents[i + 1]) = (0, 0)
                continue
            }
            let (a, b) = (tangents[i] / slope, tangents[i + 1] / slope)
            let length = (a * a + b * b).squareRoot()
            if length > 3 { (tangents[i], tangents[i + 1]) = (3 / length * a * slope, 3 / length * b * slope) }
        }
        return points.indices.map { i in
            func handle(_ neighbour: Int) -> PathPoint {
                guard points.indices.contains(neighbour) else { return points[i] }
                let length = (points[neighbour].along - points[i].along) / 3
                return PathPoint(along: points[i].along + length, across: points[i].across + length * tangents[i])
            }
            return Handles(before: handle(i - 1), behind: handle(i + 1))
        }
    }

    /// Handles parallel to the line between both neighbours, with lengths proportional to the distances to them (Rob
    /// Spencer, "Spline Interpolation", scaledinnovation.com).
    private func smoothHandles(_ points: [PathPoint], _ tension: Float) -> [Handles] {
        points.indices.map { i in
            let point = points[i]
            guard i > 0, i < points.count - 1 else { return Handles(before: point, behind: point) }
            let (before, behind) = (points[i - 1], points[i + 1])
            func distance(_ other: PathPoint) -> Float {
                let (x, y) = (other.along - point.along, other.across - point.across)
                return (x * x + y * y).squareRoot()
            }
            let (first, second) = (distance(before), distance(behind))
            guard first + second > 0 else { return Handles(before: point, behind: point) }
            let (x, y) = (tension * (behind.along - before.along), tension * (behind.across - before.across))
            let share = first / (first + second)
            return Handles(
                before: PathPoint(along: point.along - share * x, across: point.across - share * y),
                behind: PathPoint(along: point.along + (1 - share) * x, across: point.across + (1 - share) * y))
        }
    }
}

/// A cubic Bézier curve that is monotonic along the axis.
private struct Arc {
    let start, first, second, end: PathPoint

    /// - Parameter part: 0 at the start, 1 at the end.
    private func point(_ part: Float) -> PathPoint {
        let rest = 1 - part
        let (a, b, c, d) = (rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part, part * part * part)
        return PathPoint(
            along: a * start.along + b * first.along + c * second.along + d * end.along,
            across: a * start.across + b * first.across + c * second.across + d * end.across)
    }

    /// Adds enough interior points that the straight lines between them are within the tolerance.
    func append(to path: inout [PathPoint], tolerance: Float, maximum: Int) {
        func bend(_ a: PathPoint, _ b: PathPoint, _ c: PathPoint) -> Float {
            let (x, y) = (a.along - 2 * b.along + c.along, a.across - 2 * b.across + c.across)
            return (x * x + y * y).squareRoot()
        }
        // The second derivative is at most six times the larger bend (Wang).
        let bend = max(bend(start, first, second), bend(first, second, end))
        let pieces = Int(min((0.75 * bend / tolerance).squareRoot().rounded(.up), Float(maximum)))
        for piece in 1..<max(pieces, 1) { path.append(point(Float(piece) / Float(pieces))) }
    }

    /// The position across at a position along, which must lie between the ends.
    func across(at along: Float) -> Float {
        var (low, high): (Float, Float) = (0, 1)
        let isRising = end.along > start.along
        for _ in 0..<24 {
            let middle = (low + high) / 2
            if (point(middle).along < along) == isRising { low = middle } else { high = middle }
        }
        return point((low + high) / 2).across
    }
}
