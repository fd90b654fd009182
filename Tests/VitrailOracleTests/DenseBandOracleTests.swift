import Testing
import VitrailImage
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

/// Areas with many samples per pixel are rasterised on the CPU, and cover the same as all their trapezoids.
@Suite("Dense bands", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct DenseBandOracleTests {
    private static let size = PixelSize(width: 160, height: 100)
    /// Rounding to 8 bits of the coverage, and again when it is composited.
    private static let limits = InkComparison.Limits(mean: 0.75, p99: 1, max: 2, interior: 2)

    enum Ends: CaseIterable { case walk, noise, apart, steps, spikes, gaps, days }

    /// Sixty samples per pixel column.
    private func data(_ ends: Ends) -> (x: [Double], low: [Double], high: [Double]) {
        var numbers = SeededNumbers(seed: 31)
        // Days of ten pixels with nights of thirty between them; the band crosses nights straight.
        let day = 2_400
        let x = (0..<Self.size.width * 60).map { i -> Double in
            ends == .days ? Double(i / day) * 40 + Double(i % day) / 240 + 3 : Double(i) / 60
        }
        var (walk, low, high) = (40.0, [Double](), [Double]())
        for (i, _) in x.enumerated() {
            walk += numbers.double(-0.4...0.4) - (walk - 45) * 0.0005
            switch ends {
            case .walk: (low, high) = (low + [walk - 6], high + [walk + 6])
            case .noise:
                (low, high) = (low + [walk - 10 + numbers.double(-8...8)], high + [walk + 10 + numbers.double(-8...8)])
            case .apart: (low, high) = (low + [20 + numbers.double(0...1)], high + [60 + numbers.double(-30...30)])
            case .steps: (low, high) = (low + [i / 700 % 2 == 0 ? 20 : 40], high + [i / 300 % 2 == 0 ? 50 : 80])
            case .spikes: (low, high) = (low + [30], high + [i % 997 == 500 ? 90 : 50])
            case .days:
                (low, high) = (
                    low + [i / day % 2 == 0 ? 20 : 70 + walk / 10], high + [i / day % 2 == 0 ? 30 : 82 + walk / 10]
                )
            case .gaps: (low, high) = (low + [i / 450 % 3 == 1 ? .nan : walk - 6], high + [walk + 6])
            }
        }
        return (x, low, high)
    }

    /// Unordered samples, one sample moved back among others, and a path back and forth: in one paint, in two, and in a
    /// gradient.
    @Test("are what all their slices make where they turn back", arguments: 0..<3, 0..<6)
    func turning(course: Int, kind: Int) async throws {
        var numbers = SeededNumbers(seed: 37)
        let isVertical = kind % 2 == 1
        let samples = (0..<600).map { i -> Area.Sample in
            let along: Float =
                switch course {
                case 0: numbers.float(-10...170)
                case 1: Float(i == 300 ? 100 : i) / 4
                default: abs(Float(i * 3 % 300 - 150)) + 4
                }
            if i % 97 == 50 { return .init(along: .nan, first: 0, second: 0) }
            return Area.Sample(
                along: along, first: numbers.float(-5...60), second: course == 0 ? 90 : numbers.float(40...105))
        }
        let translucent = Paint.solid(Color(0x1166CC, alpha: 0.4))
        let paint = kind / 2 == 2 ? Self.gradient(isVertical: isVertical) : translucent
        var area = Area(samples: samples, orientation: isVertical ? .vertical : .horizontal, paint: paint)
        if kind / 2 == 1 { area.invertedPaint = .solid(Color(0xCC3311, alpha: 0.7)) }
        if kind == 1 { area.invertedPaint = translucent }
        try await expectCounted(area, "turning band \(course) \(kind)")
    }

    private func expectCounted(_ area: Area, _ name: String) async throws {
        var mark = Mark(.area(area))
        mark.source = MarkSource(series: 0, tier: .exact)
        let size =
            area.orientation == .vertical ? PixelSize(width: Self.size.height, height: Self.size.width) : Self.size
        let scene = Scene(size: size, background: .white, layers: [Layer(.series, marks: [mark])])
        #expect(tessellate(scene).series.first?.tier == .counted)
        let result = try await Oracle.compare(name, scene, limits: Self.limits)
        #expect(result.passed && result.statistics.count > 1_000, "\(result)")
    }

    private static func gradient(isVertical: Bool) -> Paint {
        .linearGradient(
            from: PlotPoint(x: 0, y: 0), start: Color(0x1166CC),
            to: isVertical ? PlotPoint(x: 100, y: 0) : PlotPoint(x: 0, y: 100), end: Color(0xCC3311, alpha: 0.3))
    }

    @Test("are what all their samples make", arguments: Ends.allCases, 0..<6)
    func agreement(ends: Ends, kind: Int) async throws {
        let (x, low, high) = data(ends)
        let (isReversed, isVertical, isGradient) = (kind % 2 == 1, kind / 2 == 1, kind / 2 == 2)
        let width = Double(Self.size.width)
        let samples = x.indices.map { i in
            Area.Sample(
                along: Float(isReversed ? width - x[i] : x[i]), first: Float(100 - low[i]), second: Float(100 - high[i])
            )
        }
        let paint = isGradient ? Self.gradient(isVertical: isVertical) : .solid(Color(0x1166CC))
        let area = Area(samples: samples, orientation: isVertical ? .vertical : .horizontal, paint: paint)
        try await expectCounted(area, "dense band \(ends) \(kind)")
    }
}
