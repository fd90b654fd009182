import VitrailScene

/// A histogram of a polyline's directions; opposite directions count as the same.
///
/// The program `line` stores coverage from one side and from the other separately, so strokes that fill a cell from two
/// sides are added up, and strokes that fill it from the same side are not. As a stroke turns, the two sides must be
/// swapped at some direction. The best one is a direction that hardly any segment has.
struct StrokeDirections {
    /// Number of segments by diamond angle, from vertical upwards through right to vertical downwards, which is the
    /// same direction again.
    private var counts = SIMD16<Float>(repeating: 0)

    private static let binCount = 16
    /// Max number of segments to look at; more do not change the result.
    private static let sampleLimit = 4096
    /// Max number of points that are joined into one chord.
    private static let chordLimit = 256

    /// Halfway between horizontal and vertical, falling to the right, where a chart's lines are rarest.
    static let standard = direction(bin: 12)

    /// - Parameters:
    ///   - points: the points of the polyline, in pixels.
    ///   - halfWidth: half the width of its stroke, in pixels. Shorter segments have no direction of their own, because
    ///     their round joints form the outline. So successive ones are joined into a chord.
    init(_ points: Span<PlotPoint>, halfWidth: Float) {
        // Odd, because in a step line every other segment is vertical.
        let step = points.count / Self.sampleLimit | 1
        for index in stride(from: 1, to: points.count, by: step) {
            let start = points[index - 1]
            var dx: Float = .nan
            var dy: Float = .nan
            for end in index..<min(index + Self.chordLimit, points.count) {
                let (x, y) = (points[end].x - start.x, points[end].y - start.y)
                // Stop at a gap.
                guard x.isFinite, y.isFinite else { break }
                (dx, dy) = (x, y)
                if x * x + y * y >= halfWidth * halfWidth { break }
            }
            // Diamond angle −1…1: serves as well as the angle and costs less.
            let diamond = (dx < 0 ? -dy : dy) / (abs(dx) + abs(dy))
            // Gaps and repeated points have no direction.
            guard diamond.isFinite else { continue }
            let bin = Int(((diamond + 1) * Float(Self.binCount) / 2).rounded(.down)) % Self.binCount
            counts[bin] += 1
        }
    }

    /// The middle of the widest range of directions without segments, as a unit vector, y down. `standard` if there are
    /// no segments, or equally many everywhere.
    var rarest: SIMD2<Float> {
        var best = 12
        for offset in 1..<Self.binCount {
            let bin = (12 + offset) % Self.binCount
            if weight(around: bin) < weight(around: best) { best = bin }
        }
        return Self.direction(bin: best)
    }

    /// Weighted number of segments in the bins around a bin. Near bins count more. Far ones decide among bins without
    /// segments nearby, so that for a horizontal path the result is vertical.
    private func weight(around bin: Int) -> Float {
        let weights: [Float] = [16, 9, 4, 1, 0.08, 0.04, 0.02, 0.01]
        var sum = weights[0] * counts[bin]
        for distance in 1..<weights.count {
            sum +=
                weights[distance]
                * (counts[(bin + distance) % Self.binCount] + counts[(bin - distance + Self.binCount) % Self.binCount])
        }
        return sum
    }

    private static func direction(bin: Int) -> SIMD2<Float> {
        let diamond = (Float(bin) + 0.5) / Float(binCount) * 2 - 1
        let vector = SIMD2(1 - abs(diamond), diamond)
        return vector / (vector * vector).sum().squareRoot()
    }
}
