import Foundation
import Testing
import VitrailImage
import VitrailScene
import VitrailTestNumbers

/// Strokes with every segment drawn, many of them smaller than a subsample, match the exact picture.
@Suite("Raw strokes", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct RawStrokeOracleTests {
    enum Course: CaseIterable { case smooth, steps, drift, spikes, noise }

    /// - Parameter gap: distance between gaps, in samples; 0: none.
    private static func points(_ course: Course, count: Int, across width: Float, gap: Int) -> [PlotPoint] {
        var numbers = SeededNumbers(seed: 5)
        var points: [PlotPoint] = []
        for i in 0..<count {
            let share = Float(i) / Float(count)
            let (x, last) = (4 + width * share, points.last)
            let y: Float =
                switch course {
                case .smooth, .steps: 30 + 22 * sin(share * 7)
                case .drift: 30 + 3 * share + numbers.float(-0.02...0.02)
                case .spikes: i % 97 == 50 ? 8 : 50 + numbers.float(-0.1...0.1)
                case .noise: 30 + numbers.float(-1...1) + numbers.float(-1...1)
                }
            if course == .steps, let last, !last.y.isNaN { points.append(PlotPoint(x: x, y: last.y)) }
            points.append(gap > 0 && i % gap == gap - 1 ? .gap : PlotPoint(x: x, y: y))
        }
        return points
    }

    @Test("of many small pieces are exact, with gaps and without", arguments: Course.allCases, [0, 3, 7])
    func exact(course: Course, gap: Int) async throws {
        for (perPixel, width) in [(12, 0.2), (12, 0.4), (50, 0.4), (50, 0.7), (300, 0.4), (300, 1.5), (300, 3)]
            as [(Int, Float)]
        {
            // Wide strokes without gaps are drawn by cells.
            guard gap > 0 || width < 1 else { continue }
            // The reference is slow.
            let across = perPixel < 300 ? 24 : 8
            let points = Self.points(course, count: perPixel * across, across: Float(across), gap: gap)
            let mark = Mark(.polyline(Polyline(points: points, width: width, paint: .solid(.black))))
            var scene = Scene(size: PixelSize(width: 32, height: 60), layers: [Layer(.series, marks: [mark])])
            scene.decimation = .none
            let name = "raw \(course) \(gap) \(perPixel) \(width)"
            let result = try await Oracle.compare(
                name, scene, limits: .init(mean: 3.5, p99: 12, max: 20, interior: 255))
            #expect(result.passed && result.statistics.count > 8, "\(name): \(result)")
        }
    }
}
