import Foundation
import Testing
import VitrailImage
import VitrailScene
import VitrailTestNumbers

@Suite("Lines are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct LineOracleTests {
    private static let widths: [Float] = [0.1, 0.5, 1, 1.5, 4, 12]

    /// A stroke thinner than a cell (a quarter of a pixel) has both edges in one cell, and its position in the cell is
    /// lost: two strokes count as one. Such hairlines are faint; the loss stays within a tenth of their pixel.
    private func limits(_ width: Float) -> InkComparison.Limits {
        width < 0.25 ? .init(mean: 4, p99: 26, max: 48) : .init()
    }

    /// Four points per pixel: if an envelope jumps within an eighth of a pixel column, its fitted slope extends past
    /// the jump by at most a third of its height, in one or two of a thousand pixels.
    private func denseLimits(_ width: Float) -> InkComparison.Limits {
        var limits = limits(width)
        limits.interior = 24
        return limits
    }

    /// Strokes that reverse are drawn in blocks, or through cells if every vertex is raw.
    private static let ways: [Decimation] = [.automatic, .none]

    private func polyline(_ points: [PlotPoint], width: Float, color: Color = .black) -> Shape {
        .polyline(Polyline(points: points, width: width, paint: .solid(color)))
    }

    @Test("spokes, apart from one another, some of which are crossed", arguments: widths, ways)
    func spokes(width: Float, way: Decimation) async throws {
        var points: [PlotPoint] = []
        for k in 0..<18 {
            let (sine, cosine) = (sin(Float(k) * 0.35), cos(Float(k) * 0.35))
            points += [point(120 + 50 * cosine, 80 + 40 * sine), point(120 + 110 * cosine, 80 + 75 * sine), .gap]
        }
        points += [point(170, 20), point(235, 75), .gap]
        try await Oracle.expectAgreement(
            "spokes \(width) \(way)",
            scene(polyline(points, width: width, color: Color(0x2C6FDB, alpha: 0.6)), decimation: way),
            limits: limits(width))
    }

    @Test("scattered segments", arguments: widths, ways)
    func segments(width: Float, way: Decimation) async throws {
        var numbers = SeededNumbers(seed: 1)
        var points: [PlotPoint] = []
        for _ in 0..<25 {
            points += [
                point(numbers.float(-20...260), numbers.float(-20...180)),
                point(numbers.float(-20...260), numbers.float(-20...180)), .gap,
            ]
        }
        try await Oracle.expectAgreement(
            "line segments \(width) \(way)", scene(polyline(points, width: width), decimation: way),
            limits: limits(width))
    }

    @Test("axis-parallel strokes to the last bit", arguments: widths)
    func axisParallel(width: Float) async throws {
        var numbers = SeededNumbers(seed: 2)
        var points: [PlotPoint] = []
        for i in 0..<8 {
            let y = Float(i) * 20 + numbers.float(0...1) + 8
            points += [point(numbers.float(2...100), y), point(numbers.float(110...238), y), .gap]
        }
        try await Oracle.expectAgreement(
            "line axis-parallel \(width)", scene(polyline(points, width: width)),
            limits: .init(mean: 0.5, p99: 1, max: 2))
    }

    @Test("zigzag with round joins", arguments: widths)
    func zigzag(width: Float) async throws {
        var numbers = SeededNumbers(seed: 3)
        let points = (0..<40).map { point(Float($0) * 6 + 3, numbers.float(10...150)) }
        try await Oracle.expectAgreement(
            "line zigzag \(width)", scene(polyline(points, width: width)), limits: limits(width))
    }

    @Test("smooth curve", arguments: widths)
    func smooth(width: Float) async throws {
        var points: [PlotPoint] = []
        var y: Float = 80
        var slope: Float = 0
        var numbers = SeededNumbers(seed: 4)
        for i in 0..<480 {
            slope += numbers.float(-0.3...0.3) - slope * 0.05 - (y - 80) * 0.002
            y += slope
            points.append(point(Float(i) / 2, y))
        }
        try await Oracle.expectAgreement(
            "line smooth \(width)", scene(polyline(points, width: width)), limits: limits(width))
    }

    @Test("folded back on itself", arguments: widths, ways)
    func folded(width: Float, way: Decimation) async throws {
        let points = [
            point(20, 30), point(200, 40), point(20, 30.5), point(200, 120), point(200, 20), point(199.5, 140),
            point(60, 140), point(60.25, 60), point(60.25, 130),
        ]
        try await Oracle.expectAgreement(
            "line folded \(width) \(way)", scene(polyline(points, width: width), decimation: way), limits: limits(width)
        )
    }

    @Test("dense noise, four points a column", arguments: widths)
    func dense(width: Float) async throws {
        var numbers = SeededNumbers(seed: 5)
        let points = (0..<960).map { point(Float($0) / 4, 80 + numbers.float(-1...1) * numbers.float(5...70)) }
        try await Oracle.expectAgreement(
            "line dense \(width)", scene(polyline(points, width: width)), limits: denseLimits(width))
    }

    @Test("minimum and maximum of every column", arguments: widths)
    func columns(width: Float) async throws {
        var numbers = SeededNumbers(seed: 6)
        var points: [PlotPoint] = []
        for i in 0..<240 {
            let x = Float(i)
            let middle = 80 + numbers.float(-8...8)
            points += [
                point(x, middle), point(x + 0.25, middle - numbers.float(0...40)),
                point(x + 0.5, middle + numbers.float(0...40)), point(x + 0.75, middle),
            ]
        }
        try await Oracle.expectAgreement(
            "line columns \(width)", scene(polyline(points, width: width)), limits: denseLimits(width))
    }

    /// Along either axis, in runs with a pixel between them, with one, two and four points per pixel, forwards and
    /// backwards.
    @Test("dense runs", arguments: widths)
    func denseRuns(width: Float) async throws {
        var numbers = SeededNumbers(seed: 12)
        for (isVertical, perPixel) in [(false, 1), (true, 1), (false, 2), (false, 4), (true, 4)] {
            var points: [PlotPoint] = []
            var across: Float = 80
            for run in 0..<4 {
                let start = Float(run) * (52 + width / 2) + 5.3
                let positions = (0..<40 * perPixel).map { start + Float($0) / Float(perPixel) }
                for along in run % 2 == 0 ? positions : positions.reversed() {
                    across += numbers.float(-6...6) - (across - 80) * 0.05
                    points.append(isVertical ? point(across, along) : point(along, across))
                }
                points.append(.gap)
            }
            try await Oracle.expectAgreement(
                "line dense runs \(width) \(isVertical) \(perPixel)",
                scene(polyline(points, width: width), height: 240), limits: limits(width))
        }
    }

    @Test("gaps, single points and repeats", arguments: widths, ways)
    func gaps(width: Float, way: Decimation) async throws {
        var numbers = SeededNumbers(seed: 7)
        var points: [PlotPoint] = []
        for i in 0..<60 {
            let position = point(Float(i) * 4, numbers.float(20...140))
            switch numbers.next() % 6 {
            case 0: points.append(.gap)
            case 1: points += [position, position]
            default: points.append(position)
            }
        }
        try await Oracle.expectAgreement(
            "line gaps \(width) \(way)", scene(polyline(points, width: width), decimation: way), limits: limits(width))
    }

    @Test("short runs, shorter than the stroke is wide", arguments: widths, ways)
    func short(width: Float, way: Decimation) async throws {
        var numbers = SeededNumbers(seed: 8)
        var points: [PlotPoint] = []
        for i in 0..<35 {
            let x = Float(i % 7) * 32 + 20
            let y = Float(i / 7) * 30 + 18
            for _ in 0..<(2 + i % 3) {
                points.append(point(x + numbers.float(-4...4), y + numbers.float(-4...4)))
            }
            points.append(.gap)
        }
        try await Oracle.expectAgreement(
            "line short runs \(width) \(way)", scene(polyline(points, width: width), decimation: way),
            limits: limits(width))
    }

    @Test("translucent and crossing itself", arguments: widths, ways)
    func translucent(width: Float, way: Decimation) async throws {
        var numbers = SeededNumbers(seed: 9)
        let points = (0..<40).map { _ in point(numbers.float(0...240), numbers.float(0...160)) }
        try await Oracle.expectAgreement(
            "line translucent \(width) \(way)",
            scene(polyline(points, width: width, color: Color(0xCC3300, alpha: 0.4)), decimation: way),
            limits: limits(width))
    }

    @Test("clipped, from a million pixels outside", arguments: widths, ways)
    func far(width: Float, way: Decimation) async throws {
        var numbers = SeededNumbers(seed: 10)
        let points = (0..<60).map { i in
            let reach: Float = i % 3 == 0 ? 1e6 : 300
            return point(120 + numbers.float(-reach...reach), 80 + numbers.float(-reach...reach))
        }
        try await Oracle.expectAgreement(
            "line far \(width) \(way)",
            scene(
                polyline(points, width: width), clip: PixelRect(x: 30, y: 20, width: 150, height: 110), decimation: way),
            limits: limits(width))
    }

    @Test("gradient along the line")
    func gradient() async throws {
        var numbers = SeededNumbers(seed: 11)
        let points = (0..<30).map { point(Float($0) * 8 + 3, numbers.float(10...150)) }
        let paint = Paint.linearGradient(
            from: point(40, 20), start: Color(0xFF0000), to: point(200, 90), end: Color(0x0000FF, alpha: 0.3))
        try await Oracle.expectAgreement(
            "line gradient", scene(.polyline(Polyline(points: points, width: 3, paint: paint))))
    }

    @Test("samples far from zero", arguments: widths)
    func samples(width: Float) async throws {
        var numbers = SeededNumbers(seed: 12)
        let offsets = (0..<200).map { i in
            i % 41 == 40 ? .gap : point(Float(i), numbers.float(-1...1))
        }
        let points = ResidentPoints(
            id: ResidentID(rawValue: UInt64(width * 10)), generation: 1, offsets: offsets, originX: 1e9,
            originY: 5)
        let samples = Samples(
            points: points, range: 0..<200, scaleX: 1.2, translationX: -1.2e9 + 0.25, scaleY: -70,
            translationY: 80.4 + 5 * 70, width: width, color: .black)
        try await Oracle.expectAgreement("samples \(width)", scene(.samples(samples)), limits: limits(width))
    }
}
