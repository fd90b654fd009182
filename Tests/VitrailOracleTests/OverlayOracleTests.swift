import Testing
import VitrailChart
import VitrailColumns

/// Marks over the data.
@Suite("What lies over the data is exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct OverlayOracleTests {
    private func chart(_ scale: Double) -> (Chart, LineSeries) {
        let chart = Chart(width: 240, height: 160)
        chart.scale = scale
        let line = LineSeries(columns: SeriesColumns(y: Column([1.0, 4, 2, 8, 5])))
        chart.add(line)
        return (chart, line)
    }

    @Test("the loading indicator", arguments: [1.0, 1.5, 2])
    func loadingIndicator(scale: Double) async throws {
        let (chart, _) = chart(scale)
        chart.loadingIndicator.visibility = .always
        chart.loadingIndicator.text = "Loading"
        for (size, width, rotation) in [(36.0, nil, -Double.pi / 4), (70, 30, 2.1), (19.3, 1.2, 4), (50, 90, 0)]
            as [(Double, Double?, Double)]
        {
            chart.loadingIndicator.size = size
            chart.loadingIndicator.lineWidth = width
            chart.loadingIndicator.rotation = rotation
            try await Oracle.expectAgreement("loading indicator of \(size) at \(scale)×", plan(chart).scene)
        }
    }

    @Test("the crosshair", arguments: [1.0, 1.5, 2])
    func crosshair(scale: Double) async throws {
        let (chart, line) = chart(scale)
        for (index, width, radius) in [(0, 1.0, 3.0), (2, 2.5, 0), (3, 0.3, 9)] {
            chart.crosshair.style = CrosshairStyle(
                lineWidth: width, defaultCornerRadius: radius, defaultBorderWidth: width)
            chart.crosshair.show(at: index, of: line)
            try await Oracle.expectAgreement("crosshair at \(index), \(scale)×", plan(chart).scene)
        }
    }
}
