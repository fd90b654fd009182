import VitrailRaster
import VitrailScene
import VitrailSystem

/// Samples of a radial chart → points relative to its pole.
struct RadialPath {
    /// One point per sample, in order. `nil`: a gap. Values below the axis lie at the pole.
    let positions: [SIMD2<Double>?]
    /// Connected polylines.
    let runs: [[SIMD2<Double>]]

    /// - Parameters:
    ///   - wraps: whether the last sample is joined to the first; ignored if one of them is a gap.
    ///   - curve: curve between samples: `straight` or `smooth`.
    init(_ pass: XyPassData, circle: Double, wraps: Bool, curve: LineCurve = .straight) {
        let (angles, distances) = (pass.context.xScale, pass.context.yScale)
        // Clamp distances: only the direction matters beyond this, and squares stay finite.
        let farthest = max(circle, 1) * 1e6
        var positions: [SIMD2<Double>?] = []
        positions.reserveCapacity(pass.xValues.count)
        pass.xValues.withView { x in
            pass.yValues.withView { y in
                var pace = WorkPace()
                for i in 0..<min(x.count, y.count) where !pace.isOver() {
                    let (angle, distance) = (angles.position(of: x[i]), distances.position(of: y[i]))
                    let isShown =
                        angle.isFinite && distance.isFinite && !angles.isExcluded(x[i]) && !distances.isExcluded(y[i])
                    positions.append(
                        isShown ? PolarFrame.offset(angle: angle, distance: min(max(distance, 0), farthest)) : nil)
                }
            }
        }
        if positions.count < min(pass.xValues.count, pass.yValues.count) {
            positions = Array(repeating: nil, count: min(pass.xValues.count, pass.yValues.count))
        }
        self.positions = positions
        runs = Self.runs(positions, circle: circle, wraps: wraps).map(curve.planar)
    }

    private static func runs(_ positions: [SIMD2<Double>?], circle: Double, wraps: Bool) -> [[SIMD2<Double>]] {
        var runs = positions.split(separator: nil).map { reduced($0.map { $0 ?? .zero }, circle: circle) }
        guard wraps, positions.count > 1, positions.first != .some(nil), positions.last != .some(nil),
            let first = runs.first
        else { return runs }
        if runs.count == 1 {
            runs[0].append(first[0])
        } else {
            runs[runs.count - 1] += first
            runs.removeFirst()
        }
        return runs
    }

    /// Reduces runs of samples with indistinguishable directions at the circle to the first, nearest, farthest and last
    /// one. Returns short runs unchanged.
    private static func reduced(_ run: [SIMD2<Double>], circle: Double) -> [SIMD2<Double>] {
        let bins = max(circle, 1) * 2 * .pi
        guard Double(run.count) > bins * PathReducer.eighths * StrategyThreshold.samplesPerBin.value else { return run }
        var result: [SIMD2<Double>] = []
        var start = 0
        // The index is in range: angles of finite points are 0…2π, and the circle is limited by the image size.
        func bin(_ k: Int) -> Int { Int(run[k].clockAngle / (2 * .pi) * bins) }
        while start < run.count {
            let own = bin(start)
            var (end, near, far) = (start, start, start)
            while end + 1 < run.count, bin(end + 1) == own {
                end += 1
                if run[end].length < run[near].length { near = end }
                if run[end].length > run[far].length { far = end }
            }
            for k in Set([start, near, far, end]).sorted() { result.append(run[k]) }
            start = end + 1
        }
        return result
    }
}
