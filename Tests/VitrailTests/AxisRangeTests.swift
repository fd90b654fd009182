import Foundation
import Testing
import Vitrail

@Suite("Axis ranges in charts")
struct AxisRangeTests {
    private func line(_ values: [Double], x: [Double]? = nil) -> LineSeries {
        LineSeries(
            columns: SeriesColumns(x: x.map { Column($0) }, y: Column(values)),
            style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 4, showFill: false))
    }

    private func chart(_ series: Series...) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400), xAxisType: .number, yAxisType: .number)
            .bare()
        for series in series { chart.add(series) }
        return chart
    }

    @Test("C-035 hidden series count for the data range, not for the visible one")
    func hidden() async throws {
        let second = line([50, 90])
        second.hidden = true
        let probe = try await Probe(chart(line([0, 10]), second))
        #expect(probe.chart.yAxis?.dataRange == NumberRange(0, 90))
        #expect(probe.chart.yAxis?.visibleRange == NumberRange(0, 10))
        #expect(probe.chart.yAxis?.axisRange.isRoom(around: NumberRange(0, 10)) == true)
        // The line goes from corner to corner.
        #expect(probe[probe.plot.x + 2, probe.plot.maxY - 3].isClose(to: .pureRed, 60))
        #expect(probe[probe.plot.maxX - 3, probe.plot.y + 2].isClose(to: .pureRed, 60))
    }

    @Test("C-036 columns at 0 to 4 show −0.5…4.5, the first and the last in full")
    func columns() async throws {
        let series = ColumnSeries(
            columns: SeriesColumns(x: Column([0.0, 1, 2, 3, 4]), y: Column([5.0, 5, 5, 5, 5])),
            style: BarColumnSeriesStyle(areaColor: .pureBlue, lineWidth: 0))
        let probe = try await Probe(chart(series))
        #expect(probe.chart.xAxis?.visibleRange == NumberRange(-0.5, 4.5))
        let runs = probe.runs(row: probe.plot.maxY - 20, of: .pureBlue)
        try #require(runs.count == 5)
        #expect(runs[0].lowerBound > probe.plot.x && runs[4].upperBound < probe.plot.maxX)
        #expect(abs(runs[0].count - runs[2].count) <= 1 && abs(runs[4].count - runs[2].count) <= 1)
    }

    @Test("C-037 padding widens the default range, which is what a first render shows")
    func padding() async throws {
        let chart = chart(line([0, 10], x: [0, 10]))
        chart.xAxis?.rangePaddingLow = 1
        chart.xAxis?.rangePaddingHigh = 2
        let probe = try await Probe(chart)
        #expect(chart.xAxis?.defaultRange == NumberRange(-1, 12))
        #expect(chart.xAxis?.axisRange == NumberRange(-1, 12))
        let position = try #require(chart.xAxis?.pixelValue(forDataValue: 0))
        #expect(abs(position - Double(probe.plot.width) / 13) < 1e-6)
    }

    @Test("C-038 an axis made with a range shows it at first, whatever the data")
    func givenRange() async throws {
        let probe = try await Probe(
            Chart.dots(x: NumberAxis(defaultRange: NumberRange(0, 100)), [(40, 5), (60, 5)]).bare())
        #expect(probe.chart.xAxis?.axisRange == NumberRange(0, 100))
        #expect(
            probe[probe.plot.x + Int(0.4 * Double(probe.plot.width)), probe.plot.y + probe.plot.height / 2].isClose(
                to: .pureRed))
    }

    @Test("C-039 a date axis' padding of one day is a day of the calendar, 23 or 25 hours where clocks change")
    func datePadding() async throws {
        let axis = DateTimeAxis()
        try axis.setTimeZone(identifier: "Europe/Berlin")
        axis.rangePaddingLow = .days(1)
        axis.rangePaddingHigh = .days(1)
        let chart = Chart.dots(
            x: axis, [(try instant("2024-04-01T00:00:00+02:00"), 1), (try instant("2024-10-27T00:00:00+02:00"), 2)])
        _ = try await Probe(chart)
        #expect(axis.axisRange.minimum == (try instant("2024-03-31T00:00:00+01:00")))
        #expect(axis.axisRange.maximum == (try instant("2024-10-28T00:00:00+01:00")))
    }

    @Test("C-040 setRange after a render decides what the next frame maps to the plot's edges")
    func setRange() async throws {
        let points = stride(from: 0.0, through: 100, by: 10).map { ($0, 5.0) }
        let chart = Chart.dots(x: NumberAxis(), points).bare()
        _ = try await Probe(chart)
        #expect(chart.xAxis?.axisRange.isRoom(around: NumberRange(0, 100)) == true)
        #expect(chart.xAxis?.setRange(10, 40) == true)
        let probe = try await Probe(chart)
        #expect(chart.xAxis?.axisRange == NumberRange(10, 40))
        #expect(try abs(#require(chart.xAxis?.pixelValue(forDataValue: 10))) < 1e-9)
        #expect(try abs(#require(chart.xAxis?.pixelValue(forDataValue: 40)) - Double(probe.plot.width)) < 1e-9)
        // Half a dot at each edge and two between.
        let runs = probe.runs(row: probe.plot.y + probe.plot.height / 2, of: .pureRed)
        try #require(runs.count == 4)
        #expect(runs[0].lowerBound == probe.plot.x && runs[3].upperBound == probe.plot.maxX)
    }

    @Test("C-042 a redraw changes no range; a refused one returns false and changes nothing")
    func redraw() async throws {
        let chart = chart(line([0, 100]))
        _ = try await Probe(chart)
        #expect(chart.yAxis?.setRange(20, 30) == true)
        chart.redrawChart()
        _ = try await Probe(chart)
        #expect(chart.yAxis?.axisRange == NumberRange(20, 30))
        for (low, high) in [(5.0, 5.0), (6, 5), (.nan, 5), (0, .infinity)] {
            #expect(chart.yAxis?.setRange(low, high) == false)
        }
        _ = try await Probe(chart)
        #expect(chart.yAxis?.axisRange == NumberRange(20, 30))
    }

    @Test("C-043 panTo keeps the span and aligns with what is visible")
    func panTo() async throws {
        // Neither all data nor the default range has an effect.
        let hidden = line([0, 100], x: [-100, 300])
        hidden.hidden = true
        let chart = chart(line([0, 100], x: [0, 100]), hidden)
        let axis = try #require(chart.xAxis)
        axis.rangePaddingLow = 10
        axis.rangePaddingHigh = 5
        _ = try await Probe(chart)
        for (target, range) in [
            (Axis.PanTarget.start, NumberRange(0, 20)), (.end, NumberRange(80, 100)), (.center, NumberRange(40, 60)),
        ] {
            #expect(axis.setRange(30, 50))
            #expect(axis.panTo(target))
            _ = try await Probe(chart)
            #expect(axis.axisRange == range)
        }
    }

    @Test("C-044 zoom levels double and halve the span round the centre, the original one restores the default")
    func zoomLevels() async throws {
        let chart = chart(line([0, 100], x: [0, 100]))
        let axis = try #require(chart.xAxis)
        axis.rangePaddingLow = 20
        axis.rangePaddingHigh = 20
        _ = try await Probe(chart)
        axis.setRange(40, 60)
        axis.setZoomLevel(.double)
        #expect(axis.axisRange == NumberRange(30, 70))
        axis.setZoomLevel(.half)
        axis.setZoomLevel(.half)
        #expect(axis.axisRange == NumberRange(45, 55))
        axis.setZoomLevel(.original)
        #expect(axis.axisRange == NumberRange(-20, 120))
        axis.allowPanningOutOfMaxRange = true
        axis.setZoomLevel(.double)
        #expect(axis.axisRange == NumberRange(-90, 190))
        let probe = try await Probe(chart)
        let runs = probe.runs(row: probe.plot.y + probe.plot.height / 2, of: .pureRed, tolerance: 40)
        #expect(
            runs.count == 1 && abs(runs[0].lowerBound + runs[0].upperBound - 2 * probe.plot.x - probe.plot.width) <= 4)
    }

    @Test("C-045 without leave a pan out of the default range is moved back")
    func defaultLimit() async throws {
        let chart = Chart.dots(x: NumberAxis(defaultRange: NumberRange(0, 100)), [(0, 5), (200, 5)])
        _ = try await Probe(chart)
        let axis = try #require(chart.xAxis)
        axis.allowPanningOutOfDefaultRange = false
        #expect(axis.setRange(60, 100))
        axis.panBy(50)
        #expect(axis.axisRange == NumberRange(60, 100))
        // Moved back, not cut.
        axis.panBy(20)
        #expect(axis.axisRange == NumberRange(60, 100))
        axis.panBy(-70)
        #expect(axis.axisRange == NumberRange(0, 40))
        #expect(axis.setRange(60, 100))
        axis.allowPanningOutOfDefaultRange = true
        axis.panBy(50)
        #expect(axis.axisRange == NumberRange(110, 150))
    }

    @Test("C-046 without leave the range stays in data and default range together, with both leaves it goes anywhere")
    func maxLimit() async throws {
        let chart = Chart.dots(x: NumberAxis(defaultRange: NumberRange(-20, 50)), [(0, 5), (100, 5)])
        _ = try await Probe(chart)
        let axis = try #require(chart.xAxis)
        axis.panBy(500)
        #expect(axis.axisRange == NumberRange(30, 100))
        axis.panBy(-500)
        #expect(axis.axisRange == NumberRange(-20, 50))
        axis.setRange(-1000, 1000)
        #expect(axis.axisRange == NumberRange(-20, 100))
        axis.allowPanningOutOfMaxRange = true
        #expect(axis.setRange(500, 600))
        _ = try await Probe(chart)
        #expect(axis.axisRange == NumberRange(500, 600))
    }

    @Test("C-047 ranges of category axes are in indexes: 2…4 shows the third to the fifth item")
    func categories() async throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400), xAxisType: .category, yAxisType: .number)
            .bare()
        chart.add(
            LineSeries(
                columns: SeriesColumns(x: Column(["A", "B", "C", "D", "E", "F"]), y: Column([0.0, 0, 0, 10, 0, 0])),
                style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 4, showFill: false)))
        let recorder = TickLog()
        chart.delegate = recorder
        _ = try await Probe(chart)
        #expect(chart.xAxis?.setRange(2, 4) == true)
        let probe = try await Probe(chart)
        #expect(recorder.labels(chart.xAxis) == ["C", "D", "E"])
        // The peak at D is in the middle.
        let runs = probe.runs(row: probe.plot.y + 40, of: .pureRed, tolerance: 40)
        let middle = Double(runs.reduce(0) { $0 + $1.lowerBound + $1.upperBound }) / 2 / Double(max(runs.count, 1))
        #expect(abs(middle - Double(probe.plot.x) - Double(probe.plot.width) / 2) <= 2)
    }
}
