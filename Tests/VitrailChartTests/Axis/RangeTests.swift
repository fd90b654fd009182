import Testing

@testable import VitrailChart
@testable import VitrailColumns

@Suite("Axis ranges")
struct RangeTests {
    private func chart(_ values: [Double], make: (SeriesColumns) -> CartesianSeries) throws -> Chart {
        let chart = Chart(width: 600, height: 400)
        chart.add(make(SeriesColumns(y: Column(values))))
        try ChartLoader(chart: chart).load()
        return chart
    }

    @Test("a line's default range is its data and the padding")
    func padding() throws {
        let chart = Chart(width: 600, height: 400)
        chart.yAxis?.rangePaddingLow = 1
        chart.yAxis?.rangePaddingHigh = 2
        chart.add(LineSeries(columns: SeriesColumns(y: Column([0.0, 10, 5]))))
        try ChartLoader(chart: chart).load()
        #expect(chart.yAxis?.axisRange == NumberRange(-1, 12))
        #expect(chart.xAxis?.axisRange == NumberRange(0, 2))
    }

    @Test("columns take half a spacing at both ends and reach their baseline")
    func columns() throws {
        let chart = try chart([2, 3, 1, 4, 2]) { ColumnSeries(columns: $0) }
        #expect(chart.xAxis?.visibleRange == NumberRange(-0.5, 4.5))
        #expect(chart.xAxis?.dataRange == NumberRange(0, 4))
        #expect(chart.yAxis?.visibleRange == NumberRange(0, 4))
        #expect(chart.yAxis?.dataRange == NumberRange(1, 4))
    }

    @Test("hidden series count for the data range only")
    func hidden() throws {
        let chart = Chart(width: 600, height: 400)
        chart.add(LineSeries(columns: SeriesColumns(y: Column([0.0, 1]))))
        let second = LineSeries(columns: SeriesColumns(y: Column([5.0, 9])))
        second.hidden = true
        chart.add(second)
        try ChartLoader(chart: chart).load()
        #expect(chart.yAxis?.dataRange == NumberRange(0, 9))
        #expect(chart.yAxis?.visibleRange == NumberRange(0, 1))
    }

    @Test(
        "one value, no value and only gaps have a range",
        arguments: [([7.0], 6.5, 7.5), ([], 0, 1), ([.nan, .nan], 0, 1)])
    func degenerate(values: [Double], low: Double, high: Double) throws {
        let chart = try chart(values) { LineSeries(columns: $0) }
        #expect(chart.yAxis?.axisRange == NumberRange(low, high))
    }

    @Test(
        "bars on a logarithmic axis begin at a power below the least of them, so that it has a length; lines begin at their least value"
    )
    func logarithmicBars() throws {
        for (values, low, high) in [
            ([3200.0, 410, 55, 12], 10.0, 3200.0), ([100, 1000], 10, 1000), ([7], 1, 7), ([0.02, 0, -4], 0.01, 0.02),
        ] {
            for series in [
                ColumnSeries(columns: SeriesColumns(y: Column(values))),
                BarSeries(columns: SeriesColumns(x: Column(values))),
            ] {
                let chart = Chart(width: 600, height: 400)
                let axis = LogarithmicAxis()
                if series is BarSeries { chart.xAxis = axis } else { chart.yAxis = axis }
                chart.add(series)
                try ChartLoader(chart: chart).load()
                let range = axis.axisRange
                #expect(
                    abs(range.minimum / low - 1) < 1e-12 && range.maximum == high
                        && axis.dataRange?.minimum == values.filter { $0 > 0 }.min())
            }
        }
        let chart = Chart(width: 600, height: 400)
        chart.yAxis = LogarithmicAxis()
        chart.add(LineSeries(columns: SeriesColumns(y: Column([12.0, 55]))))
        try ChartLoader(chart: chart).load()
        #expect(chart.yAxis?.axisRange == NumberRange(12, 55))
    }

    @Test("a range that cannot be shown is refused")
    func refused() {
        let axis = NumberAxis(defaultRange: NumberRange(0, 100))
        axis.resetZoomLevel()
        for (a, b) in [(5.0, 5.0), (6, 5), (.nan, 1), (0, .infinity)] {
            #expect(!axis.setRange(a, b))
            #expect(axis.axisRange == NumberRange(0, 100))
        }
        #expect(axis.setRange(10, 40))
        #expect(axis.axisRange == NumberRange(10, 40))
        #expect(!LogarithmicAxis().setRange(0, 10))
        #expect(LogarithmicAxis().setRange(1, 10))
    }

    @Test("categories of two series are merged in order of appearance")
    func categories() throws {
        let chart = Chart(width: 600, height: 400, xAxisType: .category)
        chart.add(ColumnSeries(columns: SeriesColumns(x: Column(["A", "B", "C"]), y: Column([1.0, 2, 3]))))
        chart.add(ColumnSeries(columns: SeriesColumns(x: Column(["B", "D"]), y: Column([1.0, 2]))))
        try ChartLoader(chart: chart).load()
        #expect((chart.xAxis as? CategoryAxis)?.items == ["A", "B", "C", "D"])
        #expect(chart.xAxis?.axisRange == NumberRange(-0.5, 3.5))
    }

    @Test("columns of unlike lengths and texts on number axes are named")
    func errors() {
        let unlike = Chart(width: 600, height: 400)
        unlike.add(LineSeries(columns: SeriesColumns(x: Column([1.0, 2]), y: Column([1.0, 2, 3]))))
        #expect(throws: ChartError.columnLengths(path: "series[0]", first: "x", 2, second: "y", 3)) {
            try ChartLoader(chart: unlike).load()
        }
        let texts = Chart(width: 600, height: 400)
        texts.add(LineSeries(columns: SeriesColumns(y: Column(["a", "b"]))))
        #expect(throws: ChartError.wrongColumn(path: "series[0].y", found: "texts", wanted: "numbers")) {
            try ChartLoader(chart: texts).load()
        }
        let foreign = Chart(width: 600, height: 400)
        let series = LineSeries(columns: SeriesColumns(y: Column([1.0])))
        let axis = NumberAxis()
        series.yAxis = axis
        foreign.add(series)
        #expect(throws: ChartError.foreignAxis(path: "series[0].yAxis")) { try ChartLoader(chart: foreign).load() }
    }
}
