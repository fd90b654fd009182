import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

/// Results for many points at a time equal those computed one after another.
@Suite("Dense strokes")
struct DenseStrokeTests {
    enum Run: CaseIterable { case right, left, down, up, back }

    private let visible = VisibleBox(clip: PixelRect(x: 0, y: 0, width: 900, height: 900), reach: 1)

    /// Monotonic along one axis, random along the other; `back` reverses along both, far back past its start.
    private func points(_ run: Run, _ count: Int, gaps: Set<Int> = []) -> [PlotPoint] {
        var numbers = SeededNumbers(seed: 9)
        // The first point of a block, if there is one.
        let back = count > 4_097 ? 4_096 : count - 2
        return (0..<count).map { i in
            if gaps.contains(i) { return i % 2 == 0 ? .gap : PlotPoint(x: 5, y: .infinity) }
            let (on, fro) = (Float(i) * 800 / Float(count), Float(numbers.double(0...800)))
            switch run {
            case .right: return PlotPoint(x: on, y: fro)
            case .left: return PlotPoint(x: 800 - on, y: fro)
            case .down: return PlotPoint(x: fro, y: on)
            case .up: return PlotPoint(x: fro, y: 800 - on)
            case .back: return PlotPoint(x: i == back ? on - 3 : on, y: fro)
            }
        }
    }

    /// - Returns: whether some run reverses along x, and along y.
    private func turns(_ points: [PlotPoint]) -> (x: Bool, y: Bool) {
        func turns(_ position: (PlotPoint) -> Float) -> Bool {
            points.split { !$0.isFinite }.contains { run in
                let steps = zip(run, run.dropFirst()).map { position($1) - position($0) }
                return steps.contains { $0 > 0 } && steps.contains { $0 < 0 }
            }
        }
        return (turns(\.x), turns(\.y))
    }

    @Test("run along the axis that no run turns back along", arguments: Run.allCases)
    func axis(run: Run) throws {
        // Also with runs that end at each position within a vector, and within blocks.
        let gaps: [Set<Int>] = [[], [0], [1, 2, 5], [4_095], [4_096], [4_097, 8_191], Set((0..<300).map { $0 * 31 })]
        for (count, gaps) in gaps.flatMap({ gaps in [900, 4_096, 4_097, 9_001].map { ($0, gaps) } }) {
            let points = points(run, count, gaps: gaps)
            let stroke = DenseStroke(points.span, width: 2, visible)
            let turns = turns(points)
            if turns.x && turns.y {
                #expect(stroke == nil, "\(count) \(gaps.count)")
                continue
            }
            let found = try #require(stroke, "\(count) \(gaps.count)")
            let finite = points.filter(\.isFinite)
            #expect(found.isVertical == turns.x, "\(count) \(gaps.count)")
            #expect(found.runs == points.split { !$0.isFinite }.map(\.indices), "\(count) \(gaps.count)")
            let along = finite.map { found.isVertical ? $0.y : $0.x }
            #expect(along.min() == found.extent.lowerBound && along.max() == found.extent.upperBound)
            #expect(
                found.pointsPerPixel == Float(finite.count) / (found.extent.upperBound - found.extent.lowerBound + 2))
        }
    }

    @Test("are none where a point lies far outside, or where steps are wanted exact")
    func others() throws {
        var far = points(.right, 5_000)
        #expect(DenseStroke(far.span, width: 2, visible) != nil)
        far[3_333].y = 1_500
        #expect(DenseStroke(far.span, width: 2, visible) == nil)
        // Every other segment is exactly across; one point per pixel.
        var (steps, slopes): ([PlotPoint], [PlotPoint]) = ([], [])
        for i in 0..<800 {
            let (left, level) = (i / 2 * 2, (i + 1) / 2 % 50)
            steps.append(PlotPoint(x: Float(left), y: Float(level)))
            slopes.append(PlotPoint(x: Float(i), y: Float(i % 50)))
        }
        func choice(_ points: [PlotPoint]) throws -> RenderStrategy {
            let found = DenseStroke(points.span, width: 2, visible)
            let stroke = try #require(found)
            return RenderStrategy.choose(.stroke, MarkFacts(stroke, width: 2)).strategy
        }
        #expect(try choice(steps) == .segments)
        #expect(try choice(slopes) == .bins)
    }
}
