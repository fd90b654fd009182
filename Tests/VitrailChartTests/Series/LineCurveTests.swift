import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailRaster

/// Curves between samples, compared with their definitions evaluated in Doubles at many positions.
@Suite struct LineCurveTests {
    private static func points(_ positions: [(Double, Double)]) -> [PathPoint] {
        positions.map { PathPoint(along: Float($0.0), across: Float($0.1)) }
    }

    private static let hills = points([
        (0, 100), (40, 20), (70, 20), (120, 90), (121, 10), (180, 15), (260, 200), (300, 199),
    ])

    /// Distance from a point to a polyline.
    private func distance(_ point: (x: Double, y: Double), _ path: [PathPoint]) -> Double {
        zip(path, path.dropFirst()).reduce(.infinity) { minimum, ends in
            let (a, b) = (
                (x: Double(ends.0.along), y: Double(ends.0.across)), (x: Double(ends.1.along), y: Double(ends.1.across))
            )
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = dx * dx + dy * dy
            let part = length == 0 ? 0 : min(max(((point.x - a.x) * dx + (point.y - a.y) * dy) / length, 0), 1)
            let (ex, ey) = (point.x - a.x - part * dx, point.y - a.y - part * dy)
            return min(minimum, (ex * ex + ey * ey).squareRoot())
        }
    }

    @Test(
        "Each sample is on the curve, in its order",
        arguments: [LineCurve.monotone, .smooth(tension: 0.4), .smooth(tension: 1)])
    func samples(curve: LineCurve) {
        let path = curve.path(Self.hills)
        var rest = path[...]
        for sample in Self.hills {
            guard let position = rest.firstIndex(of: sample) else {
                Issue.record("\(sample) is missing")
                return
            }
            rest = rest[(position + 1)...]
        }
        #expect(rest.isEmpty && path.first == Self.hills.first)
        // The line never reverses along the axis.
        #expect(zip(path, path.dropFirst()).allSatisfy { $0.along <= $1.along })
    }

    @Test("A monotone curve stays between two neighbours, and is level at an extreme")
    func monotone() throws {
        let path = LineCurve.monotone.path(Self.hills)
        for (start, end) in zip(Self.hills, Self.hills.dropFirst()) {
            let between = path.filter { $0.along >= start.along && $0.along <= end.along }
            let (low, high) = (min(start.across, end.across) - 0.001, max(start.across, end.across) + 0.001)
            #expect(between.allSatisfy { (low...high).contains($0.across) })
            let steps = zip(between, between.dropFirst()).map { $1.across - $0.across }
            #expect(steps.allSatisfy { $0 >= -0.001 } || steps.allSatisfy { $0 <= 0.001 })
        }
        let top = try #require(path.firstIndex { $0.along == 260 })
        // Flat within the first segment on both sides.
        #expect(abs(path[top].across - path[top - 1].across) < abs(path[top].along - path[top - 1].along) / 2)
    }

    /// Spencer's handles, clamped between the samples along the axis: a cubic between samples 1 and 2 of four.
    @Test("A smooth curve is the cubic of its handles, within a sixteenth of a pixel", arguments: [0.1, 0.4, 1])
    func smooth(tension: Double) {
        let positions = [(0.0, 50.0), (60, 10), (150, 90), (200, 40)]
        let path = LineCurve.smooth(tension: tension).path(Self.points(positions))
        func handles(_ i: Int) -> (before: (Double, Double), behind: (Double, Double)) {
            let (p, c, n) = (positions[i - 1], positions[i], positions[i + 1])
            let (a, b) = (
                ((c.0 - p.0) * (c.0 - p.0) + (c.1 - p.1) * (c.1 - p.1)).squareRoot(),
                ((n.0 - c.0) * (n.0 - c.0) + (n.1 - c.1) * (n.1 - c.1)).squareRoot()
            )
            let (before, behind) = (tension * a / (a + b), tension * b / (a + b))
            return (
                (c.0 - before * (n.0 - p.0), c.1 - before * (n.1 - p.1)),
                (c.0 + behind * (n.0 - p.0), c.1 + behind * (n.1 - p.1))
            )
        }
        func held(_ handle: (Double, Double)) -> (Double, Double) {
            (min(max(handle.0, positions[1].0), positions[2].0), handle.1)
        }
        let (first, second) = (held(handles(1).behind), held(handles(2).before))
        for step in 0...200 {
            let t = Double(step) / 200
            let (a, b, c, d) = ((1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t)
            let point = (
                x: a * positions[1].0 + b * first.0 + c * second.0 + d * positions[2].0,
                y: a * positions[1].1 + b * first.1 + c * second.1 + d * positions[2].1
            )
            #expect(distance(point, path) < 1 / 16.0 + 0.001)
        }
    }

    @Test("Without tension, with two samples, and where samples share a pixel, lines are straight")
    func straight() {
        #expect(LineCurve.straight.path(Self.hills) == Self.hills)
        let two = Self.points([(0, 0), (100, 50)])
        #expect(LineCurve.monotone.path(two) == two)
        let dense = (0..<100).map { PathPoint(along: Float($0) / 4, across: Float(($0 * 37) % 11)) }
        #expect(LineCurve.smooth(tension: 1).path(dense) == dense)
        let upright = Self.points([(0, 0), (50, 10), (50, 90), (100, 20)])
        let path = LineCurve.monotone.path(upright)
        #expect(path.allSatisfy { $0.along.isFinite && $0.across.isFinite })
        #expect(path.filter { $0.along == 50 }.count == 2)
    }

    @Test(
        "A gap ends a curve: each run is as if it were alone", arguments: [LineCurve.monotone, .smooth(tension: 0.4)])
    func gaps(curve: LineCurve) {
        let (first, second) = (Array(Self.hills[..<4]), Array(Self.hills[4...]))
        #expect(
            curve.path([.gap] + first + [.gap, .gap] + second).filter { !$0.isGap } == curve.path(first)
                + curve.path(second))
        #expect(curve.path([.gap, first[0], .gap]).count == 3)
        #expect(curve.path([]).isEmpty)
    }

    @Test("On a reversed axis the curve is the mirror image", arguments: [LineCurve.monotone, .smooth(tension: 0.4)])
    func reversed(curve: LineCurve) {
        let mirrored = curve.path(Self.hills.map { PathPoint(along: 300 - $0.along, across: $0.across) })
        let path = curve.path(Self.hills)
        #expect(mirrored.count == path.count)
        for (here, there) in zip(mirrored, path) {
            #expect(abs(300 - here.along - there.along) < 0.01 && abs(here.across - there.across) < 0.01)
        }
    }

    @Test("Both edges of an area lie on the curves of lines", arguments: [LineCurve.monotone, .smooth(tension: 0.4)])
    func areas(curve: LineCurve) {
        let samples = Self.hills.enumerated().map {
            Area.Sample(along: $1.along, first: $1.across, second: $1.across / 2 + Float($0 * 5))
        }
        let area = curve.samples(samples)
        #expect(area.count > 200)
        #expect(zip(area, area.dropFirst()).allSatisfy { $0.along <= $1.along })
        let first = curve.path(samples.map { PathPoint(along: $0.along, across: $0.first) })
        let second = curve.path(samples.map { PathPoint(along: $0.along, across: $0.second) })
        for sample in area {
            #expect(distance((Double(sample.along), Double(sample.first)), first) < 0.1)
            #expect(distance((Double(sample.along), Double(sample.second)), second) < 0.1)
        }
    }
}
