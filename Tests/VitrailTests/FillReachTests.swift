import Testing
import Vitrail

/// Fills of values that are now here, now there.
@Suite("What fills reach")
struct FillReachTests {
    private static func picture(_ period: Int, isShown: Bool = true, _ decimation: Decimation = .automatic) async throws -> [UInt8] {
        let y = (0..<30_000).map { $0 / period % 2 == 0 ? 2.5 : -1.5 }
        let chart = Chart(width: 400, height: 300)
        chart.decimation = decimation
        chart.yAxis = NumberAxis(defaultRange: NumberRange(-4, 4))
        let color: Color = isShown ? .black : .clear
        chart.add(LineSeries(columns: SeriesColumns(y: Column(y)), style: LineSeriesStyle(showFill: true, areaColor: color, areaLineWidth: 0)))
        let rendered = try await Renderer().render(chart)
        #expect(rendered.statistics.series.first?.tier == (decimation == .none ? .raw : .counted) || !isShown)
        return rendered.image.pixels
    }

    @Test("fills show nothing where no value is, however often those change in a pixel", arguments: [3, 11, 37])
    func levels(period: Int) async throws {
        let found = try await Self.picture(period)
        let each = try await Self.picture(period, .none)
        let without = try await Self.picture(period, isShown: false)
        var (shown, beyond) = (0, 0)
        for i in found.indices {
            if each[i] == without[i] { beyond = max(beyond, abs(Int(found[i]) - Int(without[i]))) } else { shown += 1 }
        }
        #expect(shown > 30_000 && beyond <= 2, "\(shown), \(beyond)")
    }
}
