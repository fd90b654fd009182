import Testing

@testable import VitrailChart
@testable import VitrailColumns

@Suite("Offsets of columns and bars")
struct SeriesOffsetTests {
    private func chart(_ type: AxisType = .number, isBar: Bool = false, count: Int = 2, spacing: Double = 2) -> Chart {
        let chart = Chart(width: 600, height: 400, xAxisType: isBar ? .number : type, yAxisType: isBar ? type : .number)
        for k in 0..<count {
            let along = type == .category ? Column(["a", "b", "c"]) : Column((1...3).map { Double($0) * spacing })
            let across = Column([1.0, 2, Double(3 + k)])
            chart.add(
                isBar
                    ? BarSeries(columns: SeriesColumns(x: across, y: along))
                    : ColumnSeries(columns: SeriesColumns(x: along, y: across)))
        }
        return chart
    }

    /// Middles of the series' rectangles, along the axis, in data units from their samples.
    private func painted(_ chart: Chart, _ axis: Axis, _ series: Int) throws -> [Double] {
        let scene = try plan(chart).scene
        let plot = try #require(chart.plotAreaFrame)
        for mark in scene.layers.flatMap(\.marks) where mark.label == "series[\(series)] columns" {
            guard case .rects(let batch) = mark.shape else { continue }
            return batch.items.map { item in
                let (low, high, start) =
                    axis.isHorizontal
                    ? (item.rect.minX, item.rect.maxX, plot.x) : (item.rect.minY, item.rect.maxY, plot.y)
                return axis.dataValue(forPixelValue: Double(low + high) / 2 - start) ?? .nan
            }
        }
        return []
    }

    @Test(
        "the middle of each column and bar is its sample and the offset",
        arguments: [AxisType.number, .category, .dateTime, .discontinuousNumber], [false, true])
    func middles(type: AxisType, isBar: Bool) throws {
        for count in 1...3 {
            let chart = chart(type, isBar: isBar, count: count)
            let axis = try #require(isBar ? chart.yAxis : chart.xAxis)
            #expect(axis.offset(forSeries: chart.series[0]) == nil)
            _ = try plan(chart)
            for k in 0..<count {
                let offset = try #require(axis.offset(forSeries: chart.series[k]))
                let samples = type == .category ? [0.0, 1, 2] : [2, 4, 6]
                let pixel = abs((axis.dataValue(forPixelValue: 1) ?? 0) - (axis.dataValue(forPixelValue: 0) ?? 0))
                for (sample, middle) in zip(samples, try painted(chart, axis, k)) {
                    #expect(abs(sample + offset - middle) <= pixel)
                }
                // The dependent axis shifts nothing.
                #expect((isBar ? chart.xAxis : chart.yAxis)?.offset(forSeries: chart.series[k]) == 0)
            }
        }
    }

    @Test("offsets are those of §3.9, at every zoom and in every size")
    func numbers() throws {
        let chart = chart()
        chart.xAxis?.style.interSeriesSetPadding = 0.2
        for (width, low) in [(600.0, 0.0), (90, 3.9)] {
            chart.frame.width = width
            _ = try plan(chart)
            chart.xAxis?.setRange(low, 4)
            // The set is 2 · 0.8 wide; a slot is half of that.
            for (series, expected) in zip(chart.series, [-0.4, 0.4]) {
                let offset = try #require(chart.xAxis?.offset(forSeries: series))
                #expect(abs(offset - expected) < 1e-12)
            }
        }
        chart.xAxis?.style.interSeriesSetPadding = 0.5
        #expect(chart.xAxis?.offset(forSeries: chart.series[0]) == -0.25)
        (chart.series[1] as? ColumnSeries)?.groupIndex = 7
        #expect(chart.series.map { chart.xAxis?.offset(forSeries: $0) } == [0, 0])
    }

    @Test("nothing is said of hidden series, of strangers, of other axes, and on logarithmic axes")
    func none() throws {
        let chart = chart()
        let other = NumberAxis()
        chart.addXAxis(other)
        let line = LineSeries(columns: SeriesColumns(y: Column([1.0, 2])))
        chart.add(line)
        _ = try plan(chart)
        #expect(other.offset(forSeries: chart.series[0]) == nil)
        #expect(chart.xAxis?.offset(forSeries: line) == 0)
        #expect(chart.xAxis?.offset(forSeries: ColumnSeries()) == nil)
        chart.series[1].hidden = true
        #expect(chart.series.map { chart.xAxis?.offset(forSeries: $0) } == [0, nil, 0])
        line.hidden = true
        #expect(chart.xAxis?.offset(forSeries: line) == nil)
        let logarithmic = self.chart(.logarithmic)
        _ = try plan(logarithmic)
        #expect(logarithmic.xAxis?.offset(forSeries: logarithmic.series[0]) == nil)
    }
}
