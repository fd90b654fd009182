import Testing
import VitrailCore
import VitrailScene

/// Pies and donuts as charts plan them, with all that a style may add, at every scale.
@Suite("Slices are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct SliceOracleTests {
    private enum Kind: String, CaseIterable, Sendable { case pie, donut, whole, uneven }

    private static let scales = [1, 1.5, 2, 3]

    private func chart(_ kind: Kind, scale: Double, theme: Theme = .flat) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 240, height: 160), theme: theme)
        chart.scale = scale
        let values: [Double] = switch kind {
        case .pie, .donut: [5, 3, 2, 1, 0, 0.5]
        case .whole: [7]
        case .uneven: (0..<40).map { 1 + Double(($0 * 31) % 23) }
        }
        let columns = SeriesColumns(x: Column(values.indices.map { "s\($0)" }), y: Column(values))
        let pie = kind == .pie ? PieSeries(columns: columns) : DonutSeries(columns: columns)
        pie.rotation = 0.4
        chart.add(pie)
        return chart
    }

    @Test("as the theme has them", arguments: Kind.allCases, scales)
    private func plain(kind: Kind, scale: Double) async throws {
        try await Oracle.expectAgreement("\(kind) at \(scale)×", plan(chart(kind, scale: scale)).scene)
    }

    @Test("with crusts, protrusions and spokes", arguments: Kind.allCases, scales)
    private func decorated(kind: Kind, scale: Double) async throws {
        let chart = chart(kind, scale: scale, theme: .light)
        guard let pie = chart.series[0] as? PieSeries else { return }
        pie.style = PieSeriesStyle(
            crustColors: [Color(0x222222), Color(0xE0443E, alpha: 0.5)], crustThickness: 2.5, labelBackgroundColor: Color(0xFFF4C0),
            labelContent: .nameAndShare, spokeStyle: SpokeStyle(showSpokes: true, anchorOffset: 6, anchorColor: Color(0x8A4FC4), width: 1.5))
        pie.selectedStyle = PieSeriesStyle(outerRadius: 52, crustThickness: 5, protrusion: 7)
        for k in [0, 3] where k < (kind == .whole ? 1 : 6) { pie.setSlice(k, selected: true) }
        try await Oracle.expectAgreement("\(kind) decorated at \(scale)×", plan(chart).scene)
    }
}
