import Foundation
import Testing
import Vitrail

/// Crosshair and range selector are on the drawn line for all kinds of axes (amendment A4).
@Suite("Heights of lines")
struct LineHeightTests {
    private func line(_ x: Column, _ y: [Double]) -> LineSeries {
        let series = LineSeries(
            title: "line", columns: SeriesColumns(x: x, y: Column(y)),
            style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 3))
        series.crosshairEnabled = true
        return series
    }

    private func chart(_ x: Axis, _ y: Axis, _ series: LineSeries) async throws -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 300))
        (chart.xAxis, chart.yAxis) = (x, y)
        chart.add(series)
        _ = try await Probe(chart)
        return chart
    }

    /// The value at an x, and whether the line is painted in the middle of the crosshair's circle.
    private func press(_ chart: Chart, x: Double) async throws -> (value: Double?, isOnLine: Bool) {
        let plot = try #require(chart.plotAreaFrame)
        chart.crosshair.enableCrosshairLines = false
        chart.crosshair.tooltip.isHidden = true
        #expect(
            chart.longPress(.began, x: plot.x + (try #require(chart.xAxis?.pixelValue(forDataValue: x))), y: plot.midY))
        guard let values = chart.crosshair.trackingValues else { return (nil, false) }
        let probe = try await Probe(chart)
        return (values.y, try probe.color(values.x, values.y).isClose(to: .pureRed, 60))
    }

    @Test("on a logarithmic y-axis a line from 1 to 10,000 is at 100 in its middle")
    func logarithmicY() async throws {
        let found = try await press(
            chart(NumberAxis(), LogarithmicAxis(), line(Column([0.0, 10]), [1, 10_000])), x: 5)
        #expect(abs((found.value ?? 0) / 100 - 1) < 0.02 && found.isOnLine)
    }

    @Test("on a logarithmic x-axis a line from 0 to 10 over 1 to 10,000 is at 5 at 100")
    func logarithmicX() async throws {
        let found = try await press(
            chart(LogarithmicAxis(), NumberAxis(), line(Column([1.0, 10_000]), [0, 10])), x: 100)
        #expect(abs((found.value ?? 0) - 5) < 0.05 && found.isOnLine)
    }

    @Test("on a symmetric logarithmic y-axis from −1,000 to 1,000 the middle is at 0, and on the line")
    func symmetricLogarithm() async throws {
        let chart = try await chart(
            NumberAxis(), SymmetricLogarithmicAxis(), line(Column([0.0, 10]), [-1_000, 1_000]))
        let middle = try await press(chart, x: 5)
        #expect(abs(middle.value ?? 1) < 0.5)
        let found = try await press(chart, x: 8)
        #expect(found.isOnLine && (found.value ?? 0) > 1 && (found.value ?? 0) < 500)
    }

    @Test("beside a stretch that is left out the share counts what is left, and samples in it are passed over")
    func leftOut() async throws {
        for (x, y) in [([3.0, 7], [0.0, 10]), ([3.0, 4.5, 5.5, 7], [0.0, 90, -90, 10])] {
            let axis = DiscontinuousNumberAxis(defaultRange: NumberRange(0, 10))
            try axis.addExcludedRange(NumberRange(4, 6))
            let found = try await press(
                chart(axis, NumberAxis(defaultRange: NumberRange(-20, 20)), line(Column(x), y)), x: 3.9)
            #expect(abs((found.value ?? 0) - 4.5) < 0.05 && found.isOnLine)
        }
    }

    @Test("over a weekend that is left out a line from Friday to Monday takes one day")
    func weekend() async throws {
        let axis = DiscontinuousDateTimeAxis()
        let friday = 1_262_908_800.0
        axis.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(
                start: Date(timeIntervalSince1970: friday + 86_400), length: DateFrequency(2, .day),
                every: DateFrequency(1, .week)))
        let days = [-3.0, -2, -1, 0, 3, 4].map { friday + $0 * 86_400 }
        let found = try await press(
            chart(axis, NumberAxis(), line(Column(secondsSince1970: days), [0, 0, 0, 0, 10, 10])), x: friday + 80_000)
        #expect(abs((found.value ?? 0) - 80_000 / 8_640) < 0.1 && found.isOnLine)
    }

    @Test("a value that has no place on a logarithmic axis has no height beside it; a step holds its value")
    func ends() async throws {
        let gap = try await chart(
            NumberAxis(), LogarithmicAxis(defaultRange: NumberRange(1, 100)), line(Column([0.0, 5, 10]), [10, -1, 10]))
        let plot = try #require(gap.plotAreaFrame)
        gap.longPress(.began, x: plot.x + (try #require(gap.xAxis?.pixelValue(forDataValue: 2))), y: plot.midY)
        #expect(gap.crosshair.trackingValues == nil)
        let step = StepLineSeries(
            columns: SeriesColumns(x: Column([0.0, 10]), y: Column([10.0, 1_000])),
            style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 3))
        step.crosshairEnabled = true
        let found = try await press(
            chart(NumberAxis(), LogarithmicAxis(defaultRange: NumberRange(1, 1_000)), step), x: 5)
        #expect(found.value == 10 && found.isOnLine)
    }

    @Test(
        "the range selector's marker is at the end of the line on a logarithmic axis, and a window keeps its ratio on one"
    )
    func selector() async throws {
        let selector = RangeSelector(width: 600, height: 400) { chart in
            chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 5))
            chart.yAxis = LogarithmicAxis()
            chart.add(LineSeries(columns: SeriesColumns(x: Column([0.0, 10]), y: Column([1.0, 10_000]))))
        }
        _ = try plan(selector.main)
        #expect(selector.markerText.label == "100.00")
        let ratios = RangeSelector(width: 600, height: 400) { chart in
            chart.xAxis = LogarithmicAxis(defaultRange: NumberRange(10, 100))
            chart.add(LineSeries(columns: SeriesColumns(x: Column([1.0, 10_000]), y: Column([1.0, 2]))))
        }
        _ = try plan(ratios.main)
        _ = try plan(ratios.overview)
        let plot = try #require(ratios.overview.plotAreaFrame)
        func x(_ value: Double) throws -> Double {
            plot.x + (try #require(ratios.overview.xAxis?.pixelValue(forDataValue: value)))
        }
        ratios.pan(.began, x: try x(30), y: 350, time: 0)
        ratios.pan(.ended, x: try x(1_000), y: 350, time: 9)
        let range = try #require(ratios.main.xAxis).axisRange
        #expect(abs(range.maximum / range.minimum - 10) < 0.01 && abs(range.minimum * range.maximum / 1e6 - 1) < 0.01)
    }
}
