import VitrailScene

/// How often a polyline runs in which direction, there and back being the same.
///
/// The program `line` keeps coverage from one side and from the other apart, so that strokes that fill a cell from two sides add up
/// and strokes that fill it from one side do not. Which side is which must change somewhere as a stroke turns: best in the direction
/// that hardly any segment has.
struct StrokeDirections {
    /// Segments by diamond angle, from straight up through right to straight down, which is the same again.
    private var counts = SIMD16<Float>(repeating: 0)

    private static let binCount = 16
    /// More segments than this say nothing new.
    private static let sampleLimit = 4096
    /// Points that together are taken for one segment.
    private static let chordLimit = 256

    /// Halfway between level and upright, where a chart's lines are rarest: falling to the right.
    static let standard = direction(bin: 12)

    /// - Parameters:
    ///   - points: of the polyline, pixels.
    ///   - halfWidth: of its stroke, pixels. What is shorter than that has no direction of its own: round joints make the outline, across the way that all of
    ///     them go together.
    init(_ points: Span<PlotPoint>, halfWidth: Float) {
        // Odd, since every other segment of steps is upright.
        let step = points.count / Self.sampleLimit | 1
        for index in stride(from: 1, to: points.count, by: step) {
            let start = points[index - 1]
            var dx: Float = .nan
            var dy: Float = .nan
            for end in index..<min(index + Self.chordLimit, points.count) {
                let (x, y) = (points[end].x - start.x, points[end].y - start.y)
                // A gap?
                guard x.isFinite, y.isFinite else { break }
                (dx, dy) = (x, y)
                if x * x + y * y >= halfWidth * halfWidth { break }
            }
            // Diamond angle −1…1: as good as the angle itself, without its cost.
            let diamond = (dx < 0 ? -dy : dy) / (abs(dx) + abs(dy))
            // Gaps and repeats have none.
            guard diamond.isFinite else { continue }
            let bin = Int(((diamond + 1) * Float(Self.binCount) / 2).rounded(.down)) % Self.binCount
            counts[bin] += 1
        }
    }

    /// The middle of the widest stretch without segments: a unit vector, y down. `standard` where there are none, or as many everywhere.
    var rarest: SIMD2<Float> {
        var best = 12
        for offset in 1..<Self.binCount {
            let bin = (12 + offset) % Self.binCount
            if weight(around: bin) < weight(around: best) { best = bin }
        }
        return Self.direction(bin: best)
    }

    /// Nearer ones count more; far ones decide among directions that have none near, so that what is all level changes over where it is upright.
    private func weight(around bin: Int) -> Float {
        let weights: [Float] = [16, 9, 4, 1, 0.08, 0.04, 0.02, 0.01]
        var sum = weights[0] * counts[bin]
        for distance in 1..<weights.count {
            sum += weights[distance] * (counts[(bin + distance) % Self.binCount] + counts[(bin - distance + Self.binCount) % Self.binCount])
        }
        return sum
    }

    private static func direction(bin: Int) -> SIMD2<Float> {
        let diamond = (Float(bin) + 0.5) / Float(binCount) * 2 - 1
        let vector = SIMD2(1 - abs(diamond), diamond)
        return vector / (vector * vector).sum().squareRoot()
    }
}
