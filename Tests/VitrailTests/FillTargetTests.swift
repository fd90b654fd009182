import Testing
import Vitrail

@Suite("How far fills reach")
struct FillTargetTests {
    private func chart(_ series: String) throws -> Chart {
        try ChartDescription(
            json: """
                {"data": {"d": {"values": {"x": [0, 10], "y": [2, 6], "level": [4, 4]}},
                          "e": {"values": {"x": [2, 4, 4, 8], "y": [1, 1, 3, 3]}}},
                 "xAxis": {"defaultRange": [0, 10]}, "yAxis": {"defaultRange": [0, 8]}, "size": {"width": 600, "height": 400}, "series": [\(series)]}
                """
        ).makeChart().bare()
    }

    private let drawnStyle =
        "\"style\": {\"showFill\": true, \"areaColor\": \"blue\", \"areaColorBelowBaseline\": \"red\", \"areaLineWidth\": 0}"

    @Test("to the ends of the axis, whatever the baseline")
    func ends() async throws {
        let start = try await Probe(
            chart(
                "{\"type\": \"line\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\", \"baseline\": 3, \"fillTo\": \"axisStart\", \(drawnStyle)}"
            ))
        #expect(try start.color(1, 0.5) == .pureBlue && start.color(9, 5) == .pureBlue && start.color(1, 4) == .white)
        let end = try await Probe(
            chart(
                "{\"type\": \"line\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\", \"baseline\": 3, \"fillTo\": \"axisEnd\", \(drawnStyle)}"
            ))
        #expect(try end.color(1, 7.5) == .pureRed && end.color(9, 7) == .pureRed && end.color(1, 1) == .white)
    }

    @Test("to another line, in the colours of both sides; where only one of them is nothing is filled")
    func line() async throws {
        let level =
            "{\"type\": \"line\", \"data\": \"d\", \"x\": \"x\", \"y\": \"level\", \"style\": {\"lineWidth\": 0}}"
        let crossing = try await Probe(
            chart(
                "{\"type\": \"line\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\", \"fillTo\": {\"series\": 1}, \(drawnStyle)}, \(level)"
            ))
        #expect(
            try crossing.color(1, 3.2) == .pureRed && crossing.color(9, 4.8) == .pureBlue
                && crossing.color(1, 1) == .white)
        #expect(try crossing.color(9, 3) == .white && crossing.color(1, 5) == .white)
        // With other positions and a vertical part; the other line comes first.
        let jump = try await Probe(
            chart(
                "{\"type\": \"line\", \"data\": \"e\", \"x\": \"x\", \"y\": \"y\", \"style\": {\"lineWidth\": 0}}, "
                    + "{\"type\": \"line\", \"data\": \"d\", \"x\": \"x\", \"y\": \"level\", \"fillTo\": {\"series\": 0}, \(drawnStyle)}"
            ))
        #expect(
            try jump.color(3, 2) == .pureBlue && jump.color(3.9, 1.5) == .pureBlue && jump.color(4.1, 2) == .white
                && jump.color(7, 3.5) == .pureBlue)
        #expect(try jump.color(1, 2) == .white && jump.color(9, 3.5) == .white)
        // An area of 2 · 3 and 4 · 1 units.
        let unit = Double(jump.plot.width) / 10 * Double(jump.plot.height) / 8
        #expect(abs(jump.painted(.pureBlue) / (10 * unit) - 1) < 0.01)
    }

    @Test("a stacked line may be filled to the baseline, and both lines may be filled to each other")
    func stacked() async throws {
        let below =
            "{\"type\": \"line\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\", \"stackIndex\": 0, \"style\": {\"lineWidth\": 0}}"
        let top = try await Probe(
            chart(
                "\(below), {\"type\": \"line\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\", \"stackIndex\": 0, \"fillTo\": \"baseline\", \(drawnStyle)}"
            ))
        #expect(try top.color(1, 1) == .pureBlue && top.color(1, 4.5) == .pureBlue)
        let mutual = try chart(
            "{\"type\": \"line\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\", \"fillTo\": {\"series\": 1}, \(drawnStyle)}, "
                + "{\"type\": \"line\", \"data\": \"d\", \"x\": \"x\", \"y\": \"level\", \"fillTo\": {\"series\": 0}, \(drawnStyle)}"
        )
        #expect(try await Probe(mutual).color(1, 3.2) == .pureBlue)
    }

    @Test("lines that go to and fro are not filled to one another, with a warning")
    func toAndFro() throws {
        let chart = Chart(width: 300, height: 200)
        let loop = LineSeries(
            columns: SeriesColumns(x: Column([0.0, 5, 2, 8]), y: Column([1.0, 2, 3, 4])),
            style: LineSeriesStyle(showFill: true))
        let line = LineSeries(columns: SeriesColumns(x: Column([0.0, 8]), y: Column([1.0, 2])))
        loop.fillSeries = line
        for series in [loop, line] { chart.add(series) }
        let planned = try plan(chart)
        #expect(chart.warnings.contains { "\($0)".contains("fillTo") })
        #expect(!planned.scene.layers.flatMap(\.marks).contains { if case .area = $0.shape { true } else { false } })
    }

    @Test("targets that are none are errors")
    func faults() {
        let other = "{\"type\": \"column\", \"data\": \"d\", \"y\": \"y\"}"
        for (target, message) in [
            ("\"end\"", "series[0].fillTo: \"end\" is not one of baseline, axisStart, axisEnd"),
            ("{\"series\": 2}", "series[0].fillTo.series: there is no series[2]; the last one is series[1]"),
            ("{\"series\": 0}", "series[0].fillTo.series: this is the series itself; name another one"),
            (
                "{\"series\": 1}",
                "series[0].fillTo.series: series[1] is of type column; fills reach to lines and step lines"
            ),
            ("{\"series\": 1.5}", "series[0].fillTo.series: expected a whole number"),
            ("{}", "series[0].fillTo: \"series\" is missing"),
        ] {
            #expect {
                try chart("{\"type\": \"line\", \"data\": \"d\", \"y\": \"y\", \"fillTo\": \(target)}, \(other)")
            } throws: {
                String(describing: $0) == message
            }
        }
    }
}
