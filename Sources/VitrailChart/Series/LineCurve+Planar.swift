/// Curves in any direction.
extension LineCurve {
    /// A path with interpolated points. A closed path has no corner where it begins. Neighbours less than a pixel apart
    /// are joined by straight lines.
    func planar(_ run: [SIMD2<Double>]) -> [SIMD2<Double>] {
        guard case .smooth(let tension) = self, tension > 0, run.count > 2 else { return run }
        let isClosed = run.first == run.last
        let last = run.count - 1
        /// The control points beside a point, before and behind it, relative to the point.
        func handles(_ k: Int) -> (before: SIMD2<Double>, behind: SIMD2<Double>) {
            if !isClosed, k == 0 || k == last { return (.zero, .zero) }
            let (before, behind) = (run[k == 0 ? last - 1 : k - 1], run[k == last ? 1 : k + 1])
            let (first, second) = ((run[k] - before).length, (behind - run[k]).length)
            guard first + second > 0 else { return (.zero, .zero) }
            let way = min(max(tension, 0), 1) * (behind - before) / (first + second)
            return (-first * way, second * way)
        }
        var result = [run[0]]
        for k in 0..<last {
            let (start, end) = (run[k], run[k + 1])
            if (end - start).length >= 1 {
                Self.append(start, start + handles(k).behind, end + handles(k + 1).before, end, to: &result)
            }
            result.append(end)
        }
        return result
    }

    /// Adds interior points of a cubic Bézier curve, within 1/16 of a pixel.
    private static func append(
        _ start: SIMD2<Double>, _ first: SIMD2<Double>, _ second: SIMD2<Double>, _ end: SIMD2<Double>,
        to path: inout [SIMD2<Double>]
    ) {
        // The second derivative is at most six times the larger bend (Wang).
        let bend = max((start - 2 * first + second).length, (first - 2 * second + end).length)
        let pieces = Int(min((0.75 * bend * 16).squareRoot().rounded(.up), 512))
        for piece in 1..<max(pieces, 1) {
            let t = Double(piece) / Double(pieces), u = 1 - t
            path.append(u * u * u * start + 3 * u * u * t * first + 3 * u * t * t * second + t * t * t * end)
        }
    }
}
