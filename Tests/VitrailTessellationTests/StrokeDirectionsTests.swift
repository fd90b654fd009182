import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

@Suite("Stroke directions")
struct StrokeDirectionsTests {
    /// Cosine of the angle between the rarest direction and `direction`, both undirected.
    private func apart(_ points: [PlotPoint], halfWidth: Float = 0.25, from direction: SIMD2<Float>) -> Float {
        let rarest = StrokeDirections(points.span, halfWidth: halfWidth).rarest
        #expect(abs((rarest * rarest).sum() - 1) < 1e-5)
        return abs((rarest * direction).sum())
    }

    @Test("level lines change over upright, upright ones level", arguments: 0..<8)
    func apart(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        var level: [PlotPoint] = []
        var upright: [PlotPoint] = []
        for i in 0..<500 {
            let noise = numbers.float(-0.4...0.4)
            level.append(point(Float(i), noise))
            upright.append(point(noise, Float(i % 2)))
        }
        // Far from all of them: the cosine of the angle is small.
        #expect(apart(level, from: SIMD2(1, 0)) < 0.5)
        #expect(apart(upright, from: SIMD2(0, 1)) < 0.5)
    }

    @Test("what is all level changes over upright, what is all upright level", arguments: [false, true])
    func opposite(isUpright: Bool) {
        let points = (0..<9).map { isUpright ? point(0, Float($0)) : point(Float($0), 0) }
        #expect(apart(points, from: isUpright ? SIMD2(0, 1) : SIMD2(1, 0)) < 0.1)
    }

    @Test(
        "of steps, the level ones and the upright ones count, however many there are", arguments: [100, 9_000, 25_000])
    func steps(count: Int) {
        let points = (0..<count).map { i -> PlotPoint in
            let (column, row) = ((i + 1) / 2, i / 2 % 2)
            return point(Float(column), Float(row))
        }
        #expect(apart(points, from: SIMD2(1, 0)) < 0.8 && apart(points, from: SIMD2(0, 1)) < 0.8)
    }

    @Test("what goes up and down by less than half the stroke's width goes where all of it does", arguments: [0, 1, 2])
    func short(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let level = (0..<20_000).map { point(Float($0) * 0.01, numbers.float(-0.2...0.2)) }
        #expect(apart(level, halfWidth: 0.1, from: SIMD2(0, 1)) < 0.5)
        #expect(apart(level, halfWidth: 2, from: SIMD2(1, 0)) < 0.5)
    }

    @Test("there and back, up and down are one direction")
    func undirected() {
        let up = [point(0, 0), point(0, -1)]
        let down = [point(0, -1), point(0, 0)]
        #expect(
            StrokeDirections(up.span, halfWidth: 0.25).rarest == StrokeDirections(down.span, halfWidth: 0.25).rarest)
        let forth = [point(0, 0), point(3, 1)]
        let back = [point(3, 1), point(0, 0)]
        #expect(
            StrokeDirections(forth.span, halfWidth: 0.25).rarest == StrokeDirections(back.span, halfWidth: 0.25).rarest)
    }

    @Test(
        "points without a direction leave the standard one",
        arguments: [
            [], [point(1, 1)], [point(1, 1), point(1, 1)], [.gap, point(1, 2), .gap],
            [point(-3e38, -3e38), point(3e38, 3e38)],
        ])
    func none(points: [PlotPoint]) {
        #expect(StrokeDirections(points.span, halfWidth: 0.25).rarest == StrokeDirections.standard)
    }
}
