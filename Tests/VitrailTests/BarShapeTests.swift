import Testing
import Vitrail

@Suite("Starts, outlines and widths of bars")
struct BarShapeTests {
    /// Five rows at 1 to 5, on axes from 0 to 6 and −8 to 8: 100 and 25 pixels per unit without axes.
    private func chart(_ series: String, isBar: Bool = false) throws -> Chart {
        let positions = "{\"defaultRange\": [0, 6]}", values = "{\"defaultRange\": [-8, 8]}"
        return try ChartDescription(
            json: """
                {"data": {"d": {"values": {"x": [1, 2, 3, 4, 5], "y": [4, -4, 6, 4, 4], "from": [2, 2, 6, null, -3]}}},
                 "xAxis": \(isBar ? values : positions), "yAxis": \(isBar ? positions : values), "size": {"width": 600, "height": 400}, "series": [\(series)]}
                """
        ).makeChart().bare()
    }

    @Test(
        "bars reach from their start to their value, or from the baseline where they have none",
        arguments: [false, true])
    func floating(isBar: Bool) async throws {
        let roles =
            isBar ? "\"type\": \"bar\", \"x\": \"y\", \"y\": \"x\"" : "\"type\": \"column\", \"x\": \"x\", \"y\": \"y\""
        let chart = try chart(
            "{\(roles), \"data\": \"d\", \"from\": \"from\", \"style\": {\"areaColor\": \"blue\", \"areaColorBelowBaseline\": \"red\"}}",
            isBar: isBar)
        let probe = try await Probe(chart)
        func color(_ row: Int, _ value: Double) throws -> Color {
            try isBar ? probe.color(value, Double(row)) : probe.color(Double(row), value)
        }
        #expect(try color(1, 3) == .pureBlue && color(1, 1) == .white && color(1, 5) == .white)
        // The value is below the start.
        #expect(try color(2, 1) == .pureRed && color(2, -3) == .pureRed && color(2, 3) == .white)
        #expect(try color(3, 5.5) == .white && color(3, 3) == .white)
        #expect(try color(4, 1) == .pureBlue && color(5, -2) == .pureBlue && color(5, -3.5) == .white)
        let series = try #require(chart.series[0] as? BarColumnSeries)
        func hit(_ row: Int, _ value: Double) throws -> Int? {
            let spot = try isBar ? probe.position(of: value, Double(row)) : probe.position(of: Double(row), value)
            return series.hit(x: spot.x - Double(probe.plot.x), y: spot.y - Double(probe.plot.y))
        }
        #expect(try hit(1, 3) == 0 && hit(1, 1) == nil && hit(2, 1) == 1 && hit(4, 1) == 3)
    }

    @Test("a range that is automatic holds starts and values, and not the baseline")
    func range() throws {
        let chart = try ChartDescription(
            json: """
                {"data": {"d": {"values": {"x": [1, 2], "y": [54, 58], "from": [52, 55]}}}, "yAxis": {"nice": false},
                 "series": [{"type": "column", "data": "d", "x": "x", "y": "y", "from": "from"}]}
                """
        ).makeChart()
        _ = try plan(chart)
        let range = try #require(chart.yAxis?.axisRange)
        #expect(range.minimum == 52 && range.maximum == 58)
    }

    @Test("thousands of narrow bars from their starts, each as high as a pixel, are seen")
    func narrow() async throws {
        let count = 30_000
        let low = (0..<count).map { Double($0 % 7) * 0.01 + 0.3 }
        let series = ColumnSeries(
            columns: SeriesColumns(y: Column(low.map { $0 + 0.002 })), style: BarColumnSeriesStyle(areaColor: .pureBlue)
        )
        series.columns[.from] = Column(low)
        let chart = Probe.chart(x: NumberRange(0, Double(count)), y: NumberRange(0, 1)).bare()
        chart.add(series)
        let probe = try await Probe(chart)
        // A fifth of the space is between sets of columns.
        let area = 0.002 * 0.8 * Double(probe.plot.height * probe.plot.width)
        let painted = probe.painted(.pureBlue)
        #expect(painted > 0.9 * area)
        withKnownIssue("each is drawn wider than it is: many in a pixel are too dark") { #expect(painted < 1.1 * area) }
    }

    @Test("outlines inside leave the fill between them, and none at the base")
    func inside() async throws {
        let chart = try chart(
            """
            {"type": "column", "data": "d", "x": "x", "y": "y", "style": {"areaColor": "#0000ff80", "lineColor": "#ff0000", "lineWidth": 10,
             "lineInside": true, "lineAtBase": false, "barWidth": 60}}
            """)
        let probe = try await Probe(chart)
        let half = Color(red: 127, green: 127, blue: 255)
        for (row, value) in [(1.0, 4.0), (2, -4)] {
            let side = value > 0 ? 1 : -1
            #expect(
                try probe.color(row, value, dy: 5 * side).isClose(to: .pureRed, 2)
                    && probe.color(row, value, dy: -3 * side) == .white)
            #expect(
                try probe.color(row, value, dy: 14 * side).isClose(to: half, 2)
                    && probe.color(row, 0, dy: -3 * side).isClose(to: half, 2))
            for edge in [-1, 1] {
                #expect(try probe.color(row, 0, dx: 27 * edge, dy: -20 * side) == .pureRed)
                #expect(
                    try probe.color(row, 0, dx: 17 * edge, dy: -20 * side).isClose(to: half, 2)
                        && probe.color(row, 0, dx: 33 * edge, dy: -20 * side) == .white)
            }
        }
    }

    @Test("outlines of sides, and corners of their own", arguments: [false, true])
    func sides(isBar: Bool) async throws {
        let roles =
            isBar ? "\"type\": \"bar\", \"x\": \"y\", \"y\": \"x\"" : "\"type\": \"column\", \"x\": \"x\", \"y\": \"y\""
        let chart = try chart(
            """
            {\(roles), "data": "d", "style": {"areaColor": "blue", "lineColor": "red", "lineInside": true, "sideWidths": {"left": 8, "bottom": 4},
             "cornerRadii": {"topRight": 16}, "barWidth": 40}}
            """, isBar: isBar)
        let probe = try await Probe(chart)
        let (first, second) =
            try isBar
            ? (probe.position(of: 0, 1), probe.position(of: 4, 1))
            : (probe.position(of: 1, 0), probe.position(of: 1, 4))
        let left = isBar ? Int(first.x.rounded()) : Int(first.x.rounded()) - 20
        let right = isBar ? Int(second.x.rounded()) : left + 40
        let top = isBar ? Int(first.y.rounded()) - 20 : Int(second.y.rounded())
        let bottom = isBar ? top + 40 : Int(first.y.rounded())
        #expect(probe[left + 3, (top + bottom) / 2] == .pureRed && probe[left + 10, (top + bottom) / 2] == .pureBlue)
        #expect(probe[right - 2, (top + bottom) / 2] == .pureBlue && probe[(left + right) / 2, bottom - 2] == .pureRed)
        #expect(
            probe[(left + right) / 2, top + 2] == .pureBlue && probe[right - 2, top + 2] == .white
                && probe[right - 7, top + 7] == .pureBlue)
        #expect(probe[left + 1, top + 1] == .pureRed)
    }

    @Test("widths in points: side by side bars touch, others are no wider, at each scale", arguments: [1, 2.0])
    func widths(scale: Double) async throws {
        let chart = try chart(
            """
            {"type": "column", "data": "d", "x": "x", "y": "y", "style": {"areaColor": "blue", "barWidth": 20}},
            {"type": "column", "data": "d", "x": "x", "y": "y", "style": {"areaColor": "red", "barWidth": 20}}
            """)
        chart.scale = scale
        let probe = try await Probe(chart)
        func width(_ probe: Probe, _ color: Color) throws -> Int {
            let row = Int(try probe.position(of: 1, 2).y)
            return (0..<probe.image.width * 3 / 10).count { probe[$0, row] == color }
        }
        if scale == 1 {
            #expect(try width(probe, .pureBlue) == 20 && width(probe, .pureRed) == 20)
            #expect(try probe.color(1, 2, dx: -2) == .pureBlue && probe.color(1, 2, dx: 2) == .pureRed)
        } else {
            let bars = try plan(chart).scene.layers.first { $0.kind == .series }?.marks ?? []
            for mark in bars {
                guard case .rects(let batch) = mark.shape else { continue }
                #expect(batch.items.allSatisfy { $0.rect.maxX - $0.rect.minX == 40 })
            }
        }
        let narrow = try self.chart(
            "{\"type\": \"column\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\", \"style\": {\"areaColor\": \"blue\", \"maxBarWidth\": 12}}"
        )
        let limited = try await Probe(narrow)
        #expect(try limited.color(1, 2, dx: 5) == .pureBlue && limited.color(1, 2, dx: 8) == .white)
    }

    @Test("a start beside a stack, and corners that are none, are errors")
    func faults() {
        for (members, message) in [
            (
                "\"from\": \"from\", \"stackIndex\": 1",
                "series[0].stackIndex: columns and bars with a \"from\" begin there and cannot be stacked; leave it out"
            ),
            ("\"from\": \"form\"", "series[0].from: column \"form\" not found in data \"d\"; did you mean \"from\"?"),
            ("\"style\": {\"cornerRadii\": {\"top\": 3}}", "series[0].style.cornerRadii.top: unknown key"),
        ] {
            #expect {
                try chart("{\"type\": \"column\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\", \(members)}")
            } throws: {
                String(describing: $0).hasPrefix(message)
            }
        }
    }
}
