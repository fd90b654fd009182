import Testing
import Vitrail

@Suite("Looks of rows")
struct RowLookTests {
    private func chart(_ series: String) throws -> Chart {
        try ChartDescription(
            json: """
                {"data": {"d": {"values": {"x": [1, 2, 3, 4, 5], "y": [4, -4, 4, 4, 4]}}}, "xAxis": {"defaultRange": [0, 6]}, "yAxis": {"defaultRange": [-8, 8]},
                 "size": {"width": 600, "height": 400}, "series": [\(series)]}
                """
        ).makeChart()
    }

    private let colors = #"["red", "lime", "blue"]"#
    private let turns: [Color] = [.pureRed, Color(0x00FF00), .pureBlue, .pureRed, Color(0x00FF00)]

    @Test(
        "columns take the colours in turn, on both sides of the baseline; the selected series' own colour goes before them"
    )
    func columns() async throws {
        let chart = try chart(
            "{\"type\": \"column\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\", \"style\": {\"areaColors\": \(colors)}}"
        )
        let probe = try await Probe(chart)
        for (row, color) in turns.enumerated() { #expect(try probe.color(Double(row + 1), row == 1 ? -2 : 2) == color) }
        let series = try #require(chart.series[0] as? ColumnSeries)
        #expect(
            series.legendSymbol(theme: chart.theme)
                == ColumnSeries(style: BarColumnSeriesStyle(areaColor: .pureRed)).legendSymbol(theme: chart.theme))
        series.selected = true
        series.selectedStyle.areaColor = .black
        #expect(try await Probe(chart).color(1, 2) == .black)
    }

    @Test("outlines of rows")
    func outlines() async throws {
        let chart = try chart(
            "{\"type\": \"column\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\", \"style\": {\"lineColors\": \(colors), \"lineWidth\": 6}}"
        )
        let probe = try await Probe(chart)
        for (row, color) in turns.enumerated() { #expect(try probe.color(Double(row + 1), row == 1 ? -4 : 4) == color) }
    }

    @Test(
        "points of scatter, lines and bubbles take them in turn; selected ones their own",
        arguments: ["scatter", "line", "bubble"])
    func points(type: String) async throws {
        let chart = try chart(
            """
            {"type": "\(type)", "data": "d", "x": "x", "y": "y"\(type == "bubble" ? ", \"area\": \"x\"" : ""), "selectedPoints": [2], "style": {
                "pointStyle": {"showPoints": true, "colors": \(colors), "radius": 6}, "selectedPointStyle": {"color": "black"}}}
            """)
        let probe = try await Probe(chart)
        for (row, color) in turns.enumerated() {
            #expect(try probe.color(Double(row + 1), row == 1 ? -4 : 4) == (row == 2 ? .black : color))
        }
        // Enough samples to wrap around the list many times.
        let many = ScatterSeries(
            columns: SeriesColumns(y: Column([Double](repeating: 0, count: 10))),
            style: ScatterSeriesStyle(pointStyle: PointStyle(colors: [.pureRed, .pureBlue])))
        let other = Probe.chart(x: NumberRange(-1, 10), y: NumberRange(-1, 1)).bare()
        other.add(many)
        let found = try await Probe(other)
        for row in 0..<10 { #expect(try found.color(Double(row), 0) == (row % 2 == 0 ? .pureRed : .pureBlue)) }
    }

    @Test("an empty list and a colour that is none are errors")
    func faults() {
        for (list, message) in [
            ("[]", "series[0].style.areaColors: the list is empty"),
            ("[\"rd\"]", "series[0].style.areaColors[0]: \"rd\" is not a colour"),
        ] {
            #expect {
                try chart("{\"type\": \"column\", \"data\": \"d\", \"y\": \"y\", \"style\": {\"areaColors\": \(list)}}")
            } throws: {
                String(describing: $0).hasPrefix(message)
            }
        }
    }
}
