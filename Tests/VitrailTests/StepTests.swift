import Testing
import Vitrail

@Suite("Steps of step lines")
struct StepTests {
    @Test(
        "step lines change before, half way, or after, in pictures, hits and heights",
        arguments: StepLineSeries.Steps.allCases, [false, true])
    func steps(steps: StepLineSeries.Steps, isVertical: Bool) async throws {
        let (positions, values) = (Column([0.0, 4]), Column([2.0, 6]))
        let line = StepLineSeries(
            columns: isVertical ? SeriesColumns(x: values, y: positions) : SeriesColumns(x: positions, y: values),
            orientation: isVertical ? .vertical : .horizontal,
            style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 4))
        line.steps = steps
        let chart = Probe.chart(x: NumberRange(-1, 8), y: NumberRange(-1, 8)).bare()
        chart.add(line)
        let probe = try await Probe(chart)
        func isPainted(_ position: Double, _ value: Double) throws -> Bool {
            try (isVertical ? probe.color(value, position) : probe.color(position, value)) == .pureRed
        }
        let change = steps == .after ? 4.0 : steps == .before ? 0 : 2
        for position in [0.5, 1.5, 2.5, 3.5] {
            #expect(
                try isPainted(position, position < change ? 2 : 6) && !isPainted(position, position < change ? 6 : 2))
        }
        #expect(try isPainted(change, 4))
        let spot =
            try isVertical
            ? probe.position(of: position(of: steps), change) : probe.position(of: change, position(of: steps))
        #expect(
            line.hit(x: spot.x - Double(probe.plot.x), y: spot.y - Double(probe.plot.y))
                == (steps == .after ? 1 : steps == .before ? 0 : 1))
    }

    /// A value on the vertical part, nearer to the second sample.
    private func position(of steps: StepLineSeries.Steps) -> Double { 4.5 }

    @Test(
        "the crosshair's height on a step line, and the range that is shown of it",
        arguments: StepLineSeries.Steps.allCases)
    func heights(steps: StepLineSeries.Steps) async throws {
        for (x, isFirst) in [(1.0, steps != .before), (3.0, steps == .after)] {
            let line = StepLineSeries(columns: SeriesColumns(x: Column([0.0, 4]), y: Column([2.0, 6])))
            line.steps = steps
            line.crosshairEnabled = true
            let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 8))
            chart.add(line)
            _ = try await Probe(chart)
            let plot = try #require(chart.plotAreaFrame)
            #expect(
                chart.longPress(
                    .began, x: plot.x + (try #require(chart.xAxis?.pixelValue(forDataValue: x))), y: plot.midY))
            #expect(chart.crosshair.trackingValues?.y == (isFirst ? 2 : 6))
        }
        let described = try ChartDescription(
            json: """
                {"data": {"d": {"values": {"x": [0, 4], "y": [2, 6]}}}, "xAxis": {"defaultRange": [1, 1.5]}, "yAxis": {"nice": false},
                 "series": [{"type": "stepLine", "data": "d", "x": "x", "y": "y", "steps": "\(steps)"}]}
                """
        ).makeChart()
        _ = try plan(described)
        let range = try #require(described.yAxis?.axisRange)
        let shown = range.minimum...range.maximum
        #expect(shown.contains(steps == .before ? 6 : 2) && !shown.contains(steps == .before ? 2 : 6))
    }
}
