import Testing
import Vitrail

@Suite("Charts that are hardly as they were meant")
struct DoubtfulChartTests {
    /// Warnings of a description's picture, as texts.
    private func warnings(_ json: String) throws -> [String] {
        let chart = try ChartDescription(json: json).makeChart()
        _ = try plan(chart)
        return chart.warnings.map(\.description)
    }

    private func columns(_ style: String = "", _ more: String = "", yAxis: String = "") throws -> [String] {
        try warnings(
            """
            {"size": {"width": 400, "height": 300}, "data": {"d": {"values": {"x": [1, 2, 3], "y": [0.1, 0.2, 0.3]}}}, "yAxis": {"type": "number"\(yAxis)},
             "series": [{"type": "column", "data": "d", "x": "x", "y": "y", "style": {\(style)}\(more)}]}
            """)
    }

    @Test("labels behind bars")
    func labels() throws {
        let behind =
            "series[0].style.dataPointLabelStyle.position: labels below the data are hidden by their bars; with aboveData they are in front of them"
        #expect(
            try columns(#""dataPointLabelStyle": {"showLabels": true, "anchor": "center", "position": "belowData"}"#)
                == [behind])
        #expect(try columns(#""dataPointLabelStyle": {"showLabels": true, "position": "belowData"}"#) == [])
        #expect(try columns(#""dataPointLabelStyle": {"showLabels": true, "offsetFromDataPoint": [0, 20]}"#) == [])
        #expect(
            try columns(
                #""dataPointLabelStyle": {"showLabels": true, "offsetFromDataPoint": [0, -9]}"#,
                yAxis: #", "defaultRange": [0, 1]"#) == [])
        #expect(
            try columns(
                #""dataPointLabelStyle": {"showLabels": true, "offsetFromDataPoint": [0, 20], "position": "belowData"}"#
            ) == [behind])
    }

    @Test("neighbouring ticks that are written alike")
    func equalLabels() throws {
        let reason =
            "yAxis.labelFormatString: neighbouring ticks have the same label, \"0\": the format does not distinguish them"
        let step = #", "majorTickFrequency": 0.1"#
        #expect(try columns(yAxis: step + #", "labelFormatString": "%.0f""#) == [reason])
        // Without a set step, the format limits the ticks.
        #expect(try columns(yAxis: #", "labelFormatString": "%.0f""#) == [])
        #expect(
            try columns(
                yAxis: step + #", "labelFormatString": "%.0f", "style": {"majorTickStyle": {"showLabels": false}}"#)
                == [])
        #expect(try columns(yAxis: #", "labelFormatString": ".0%""#) == [])
    }

    @Test("single columns that are selected look like the others")
    func selected() throws {
        let reason =
            "series[0].selectedPoints: ignored: a selected column, bar or price looks like the others; selectedStyle applies only to a selected series"
        #expect(try columns("", #", "selectedPoints": [1]"#) == [reason])
        #expect(try columns("", #", "selected": true"#) == [])
    }

    @Test("a range that shows no sample")
    func range() throws {
        #expect(try columns(yAxis: #", "defaultRange": [5, 9]"#) == ["yAxis.defaultRange: no sample is in this range"])
        #expect(try columns(yAxis: #", "defaultRange": [0.3, 9]"#) == [])
    }
}
