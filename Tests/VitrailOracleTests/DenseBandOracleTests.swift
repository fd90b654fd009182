import Testing
import VitrailImage
import VitrailScene
import VitrailTestNumbers

@testable import VitrailCore

/// Bands of many samples a pixel cover what all their samples cover, within the limits of reduced pictures: mean 4, 99 % within 24.
@Suite("Dense bands", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct DenseBandOracleTests {
    private static let size = PixelSize(width: 160, height: 100)
    private static let limits = InkComparison.Limits(mean: 4, p99: 24, max: 96, interior: 24)

    enum Ends: CaseIterable { case walk, noise, apart, steps, spikes, gaps, days }

    /// Sixty samples a pixel column.
    private func data(_ ends: Ends) -> (x: [Double], low: [Double], high: [Double]) {
        var numbers = SeededNumbers(seed: 31)
        // Days of ten pixels with nights of thirty between them, which the band crosses straight.
        let day = 2_400
        let x = (0..<Self.size.width * 60).map { i -> Double in
            ends == .days ? Double(i / day) * 40 + Double(i % day) / 240 + 3 : Double(i) / 60
        }
        var (walk, low, high) = (40.0, [Double](), [Double]())
        for (i, _) in x.enumerated() {
            walk += numbers.double(-0.4...0.4) - (walk - 45) * 0.0005
            switch ends {
            case .walk: (low, high) = (low + [walk - 6], high + [walk + 6])
            case .noise: (low, high) = (low + [walk - 10 + numbers.double(-8...8)], high + [walk + 10 + numbers.double(-8...8)])
            case .apart: (low, high) = (low + [20 + numbers.double(0...1)], high + [60 + numbers.double(-30...30)])
            case .steps: (low, high) = (low + [i / 700 % 2 == 0 ? 20 : 40], high + [i / 300 % 2 == 0 ? 50 : 80])
            case .spikes: (low, high) = (low + [30], high + [i % 997 == 500 ? 90 : 50])
            case .days: (low, high) = (low + [i / day % 2 == 0 ? 20 : 70 + walk / 10], high + [i / day % 2 == 0 ? 30 : 82 + walk / 10])
            case .gaps: (low, high) = (low + [i / 450 % 3 == 1 ? .nan : walk - 6], high + [walk + 6])
            }
        }
        return (x, low, high)
    }

    private func scene(_ ends: Ends, isReversed: Bool, reduces: Bool) -> (scene: Scene, count: Int) {
        let (x, low, high) = data(ends)
        let width = Double(Self.size.width)
        let along = AxisScale(range: NumberRange(0, width), start: isReversed ? width : 0, end: isReversed ? 0 : width)
        let across = AxisScale(range: NumberRange(0, 100), start: 100, end: 0)
        let samples = SharedValues.lend(Column(x), Column(low), Column(high)) { x, low, high in
            BandReducer.samples(
                along: x, first: low, second: high, range: x.indices, alongScale: along, acrossScale: across, isAscending: reduces)
        }
        let area = Area(samples: samples, paint: .solid(Color(0x1166CC)))
        let source = MarkSource(series: 0, tier: reduces ? .decimated : .exact)
        var mark = Mark(.area(area))
        mark.source = source
        return (Scene(size: Self.size, background: .white, layers: [Layer(.series, marks: [mark])]), samples.count)
    }

    /// On axes that go backwards slices begin beside the parts of columns, not where those do: steep ends, without a line over them, are then beyond the limits.
    private static let falling: [Ends] = [.walk, .noise, .apart, .gaps, .days]

    @Test("are what all their samples make", arguments: Ends.allCases.map { ($0, false) } + falling.map { ($0, true) })
    func agreement(ends: Ends, isReversed: Bool) async throws {
        let (reduced, count) = scene(ends, isReversed: isReversed, reduces: true)
        let (whole, all) = scene(ends, isReversed: isReversed, reduces: false)
        #expect(all > Self.size.width * 30 && count <= Self.size.width * 8 + 40)
        let result = try await Oracle.compare("dense band \(ends) \(isReversed)", reduced, exact: whole, limits: Self.limits)
        #expect(result.passed && result.statistics.count > 1_000, "\(result)")
    }
}
