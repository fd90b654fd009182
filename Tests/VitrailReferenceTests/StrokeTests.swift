import Glibc
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailReference

@Suite("Reference: strokes")
struct StrokeTests {
    static let gap: (Float, Float) = (.nan, .nan)

    static func line(_ points: [(Float, Float)], _ width: Float, _ color: Color = .black) -> Shape {
        .polyline(
            Polyline(points: points.map { PlotPoint(x: $0.0, y: $0.1) }, width: width, paint: .solid(color)))
    }

    @Test("level and upright lines are overlap products")
    func axisParallel() {
        let values = coverage(Self.line([(1.5, 2.25), (4.25, 2.25)], 1.5), 6, 4)
        let across = [0, 0.5, 1, 1, 0.25, 0]
        let down = [0, 0.5, 1, 0]
        #expect(isClose(values, down.flatMap { d in across.map { $0 * d } }))
        let upright = coverage(Self.line([(2.25, 1.5), (2.25, 4.25)], 1.5), 4, 6)
        #expect(isClose(upright, transposed(values, 6, 4)))
    }

    @Test("a half-plane through a pixel")
    func halfPlane() {
        // Diagonal from corner to corner, so wide that only its lower right edge, x − y = 4, is in the picture.
        let values = coverage(Self.line([(-40, -36), (52, 56)], 2 * 4 * Float(2).squareRoot()), 12, 2)
        // The upper edge: x − y = 4.
        let exact = (0..<24).map { i in i % 12 - i / 12 < 4 ? 1 : i % 12 - i / 12 == 4 ? 0.5 : 0 }
        #expect(isClose(values, exact, within: 1e-5))
    }

    @Test(
        "crossing strokes of one polyline count their common square once",
        arguments: [15, 40, 90, 135] as [Double])
    func crossing(degrees: Double) {
        let angle = degrees * .pi / 180
        let (dx, dy) = (Float(20 * cos(angle)), Float(20 * sin(angle)))
        let shape = Self.line(
            [(12.1, 32.4), (52.1, 32.4), Self.gap, (32.1 - dx, 32.4 - dy), (32.1 + dx, 32.4 + dy)], 3)
        #expect(abs(sum(coverage(shape, 64, 64)) - (2 * 40 * 3 - 9 / sin(angle))) < 1e-3)
    }

    @Test(
        "a round join adds a wedge and the inner corner counts once",
        arguments: [10, 45, 90, 120] as [Double])
    func join(turn degrees: Double) {
        let turn = degrees * .pi / 180
        let shape = Self.line(
            [(10.3, 30.2), (30.3, 30.2), (30.3 + Float(20 * cos(turn)), 30.2 + Float(20 * sin(turn)))], 4)
        // Two rectangles, minus the kite that they share, plus the sector outside.
        let area = 2 * 20 * 4 - 4 * tan(turn / 2) + 4 * turn / 2
        #expect(abs(sum(coverage(shape, 64, 64)) - area) < 1e-3)
    }

    @Test("a stroke that turns back on itself ends in half a disc, and butt where the run ends")
    func turnsBack() {
        let values = coverage(Self.line([(10, 16), (24, 16), (10, 16)], 6), 32, 32)
        #expect(abs(sum(values) - (14 * 6 + .pi * 9 / 2)) < 1e-3)
        #expect(values[16 * 32 + 9] == 0)
    }

    @Test(
        "pixels of a joint's disc are within half a step of 8 bits of the closed form",
        arguments: [0.4, 0.75, 2, 6.3] as [Double])
    func discClosedForm(radius: Double) {
        // Point, no length, point: the run's middle point is a joint, and its segments have no area.
        let pieces = [StrokePiece(disc: ExactPoint(x: 8.37, y: 7.81), radius: radius)]
        let bounds = PixelRect(x: 0, y: 0, width: 16, height: 16)
        let values = UnionCoverage.coverage(of: pieces, in: bounds).values
        var greatest = 0.0
        for (i, value) in values.enumerated() {
            let (left, top) = (Double(i % 16) - 8.37, Double(i / 16) - 7.81)
            let exact = discArea(radius: radius, x0: left, y0: top, x1: left + 1, y1: top + 1)
            greatest = max(greatest, abs(exact - value))
        }
        #expect(greatest < half8Bit / 4, "off by \(greatest * 255)/255")
        #expect(abs(sum(values) - .pi * radius * radius) < 1e-3)
    }

    @Test("two discs: the lens they share counts once")
    func lens() {
        let pieces = [
            StrokePiece(disc: ExactPoint(x: 13.2, y: 16.1), radius: 6),
            StrokePiece(disc: ExactPoint(x: 19.2, y: 16.1), radius: 6),
        ]
        let values = UnionCoverage.coverage(of: pieces, in: PixelRect(x: 0, y: 0, width: 32, height: 32)).values
        let lens = 2 * 36 * acos(0.5) - 0.5 * 6 * (4.0 * 36 - 36).squareRoot()
        #expect(abs(sum(values) - (2 * .pi * 36 - lens)) < 1e-3)
    }

    @Test("a translucent stroke that crosses itself has one alpha level")
    func oneLevel() {
        let color = Color(0x2060C0, alpha: 0.4)
        let points: [(Float, Float)] = [(4, 4), (44, 40), (44, 4), (4, 40), (24, 2), (24, 44), (24, 2)]
        let scene = Scene(
            size: PixelSize(width: 48, height: 48), background: .clear,
            layers: [Layer(.series, marks: [Mark(Self.line(points, 5, color))])])
        var renderer = SceneRenderer(scene: scene, quantize: false)
        for mark in scene.marks { renderer.draw(mark) }
        let alphas = renderer.canvas.pixels.map(\.w)
        #expect(alphas.max() == 102.0 / 255)
        #expect(alphas.count { $0 == 102.0 / 255 } > 500)
    }

    @Test("one point, no length, no width paint nothing")
    func degenerate() {
        #expect(sum(coverage(Self.line([], 3), 16, 16)) == 0)
        #expect(sum(coverage(Self.line([(8, 8)], 3), 16, 16)) == 0)
        #expect(sum(coverage(Self.line([(8, 8), Self.gap, (9, 9)], 3), 16, 16)) == 0)
        #expect(sum(coverage(Self.line([(8, 8), (8, 8)], 3), 16, 16)) == 0)
        for width in [0, -1, .nan, .infinity] as [Float] {
            #expect(sum(coverage(Self.line([(2, 2), (9, 9)], width), 16, 16)) == 0)
        }
    }

    @Test("a point given twice inside a run changes nothing; at its start it is a joint and rounds it")
    func repeatedPoints() {
        let plain = coverage(Self.line([(4, 4), (14, 9), (24, 4)], 3), 28, 14)
        let repeated = coverage(Self.line([(4, 4), (14, 9), (14, 9), (14, 9), (24, 4)], 3), 28, 14)
        #expect(isClose(repeated, plain))
        let rounded = coverage(Self.line([(8, 8), (8, 8), (20, 8)], 4), 28, 16)
        #expect(abs(sum(rounded) - (12 * 4 + .pi * 4 / 2)) < 1e-3)
        let alone = coverage(Self.line([(8, 8), (8, 8), (8, 8)], 4), 28, 16)
        #expect(abs(sum(alone) - .pi * 4) < 1e-3)
    }

    @Test("a gap cuts: two runs, butt at the cut")
    func gaps() {
        let values = coverage(Self.line([(2, 5), (8, 5), (9, .infinity), (12, 5), (18, 5)], 2), 20, 10)
        #expect(abs(sum(values) - 24) < 1e-9)
        #expect(values[5 * 20 + 8] == 0 && values[5 * 20 + 11] == 0)
    }

    @Test("far points: what is seen of a stroke does not depend on where it ends, and nothing is too far")
    func far() {
        let near = coverage(Self.line([(-200, -100), (220, 110)], 3), 20, 12)
        let far = coverage(Self.line([(-2e6, -1e6), (2e6, 1e6)], 3), 20, 12)
        #expect(isClose(far, near, within: 1e-6))
        let joined = coverage(Self.line([(5, 6), (3e38, 6), (-3e38, 6), (5, 6)], 2), 20, 12)
        #expect(abs(sum(joined) - 40) < 1e-6)
        // At 1e30 a Float is far from pixel resolution; the call only has to return.
        _ = coverage(Self.line([(-2e30, -1e30), (2e30, 1e30), (3, 3e38)], 3), 20, 12)
    }

    @Test("moved by whole pixels, the picture moves and nothing else")
    func translation() {
        let points: [(Float, Float)] = [(3.25, 4.5), (10.75, 12.125), (12.5, 3.25), (4.75, 11.5)]
        let here = coverage(Self.line(points, 2.5), 16, 16)
        let there = coverage(Self.line(points.map { ($0.0 + 16, $0.1 + 32) }, 2.5), 48, 64)
        let cropped = (0..<16).flatMap { y in (0..<16).map { x in there[(y + 32) * 48 + x + 16] } }
        #expect(isClose(here, cropped, within: 1e-12))
    }

    @Test("x and y exchanged is the picture transposed")
    func transposition() {
        var random = SeededNumbers(seed: 5)
        let points = (0..<8).map { _ in (random.float(-4...24), random.float(-4...20)) }
        let values = coverage(Self.line(points, 2.2), 20, 16)
        let other = coverage(Self.line(points.map { ($0.1, $0.0) }, 2.2), 16, 20)
        // The discs' polygons are not symmetric.
        #expect(isClose(transposed(values, 20, 16), other, within: 5e-4))
    }

    @Test(
        "random strokes agree with 64 × 64 points a pixel",
        arguments: zip(1...6 as ClosedRange<UInt64>, [0.3, 0.8, 1, 2, 3.5, 7] as [Float]))
    func random(seed: UInt64, width: Float) {
        var random = SeededNumbers(seed: seed)
        let points = (0..<6).map { _ in (random.float(-2...10), random.float(-2...8)) }
        let exact = coverage(Self.line(points, width), 8, 6)
        let half = Double(width) / 2
        let positions = points.map { ExactPoint(x: Double($0.0), y: Double($0.1)) }
        let segments = zip(positions, positions.dropFirst()).map { a, b in
            let (ex, ey) = (b.x - a.x, b.y - a.y)
            let length = (ex * ex + ey * ey).squareRoot()
            return (a, ex / length, ey / length, length)
        }
        let sampled = supersampled(8, 6) { x, y in
            for (a, ux, uy, length) in segments {
                let along = (x - a.x) * ux + (y - a.y) * uy
                if along >= 0 && along <= length && abs((x - a.x) * uy - (y - a.y) * ux) <= half { return true }
            }
            for joint in positions[1..<5] {
                let (px, py) = (x - joint.x, y - joint.y)
                if px * px + py * py <= half * half { return true }
            }
            return false
        }
        let deviation = deviation(exact, sampled)
        #expect(deviation.greatest < 0.02 && abs(deviation.bias) < 1e-3, "\(deviation)")
    }

    @Test("resident samples are the stroke of their points, mapped in Double")
    func samples() {
        let origin = 1e9
        let offsets = [
            PlotPoint(x: 1, y: 2), PlotPoint(x: 2, y: 4), .gap, PlotPoint(x: 3, y: 1), PlotPoint(x: 4, y: 3),
        ]
        func samples(_ range: Range<Int>) -> Shape {
            .samples(
                Samples(
                    points: ResidentPoints(
                        id: ResidentID(rawValue: 1), generation: 0, offsets: offsets, originX: origin, originY: -5),
                    range: range, scaleX: 4, translationX: -4e9, scaleY: 3, translationY: 15, width: 2, color: .black))
        }
        let expected = coverage(Self.line([(4, 6), (8, 12), Self.gap, (12, 3), (16, 9)], 2), 20, 16)
        #expect(isClose(coverage(samples(0..<5), 20, 16), expected))
        #expect(isClose(coverage(samples(0..<99), 20, 16), expected))
        #expect(sum(coverage(samples(7..<9), 20, 16)) == 0)
        #expect(isClose(coverage(samples(3..<5), 20, 16), coverage(Self.line([(12, 3), (16, 9)], 2), 20, 16)))
    }
}
