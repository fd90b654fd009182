import Foundation
import Testing

@testable import Vitrail
@testable import VitrailChart
@testable import VitrailColumns

@Suite("Charts from series")
struct ChartContentTests {
    private let dates = [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 86_400)]

    @Test("the data determine the types of the axes")
    func types() {
        func kinds(_ chart: Chart) -> [String] { chart.allAxes.map { "\(type(of: $0))" } }
        #expect(kinds(Chart(LineSeries(y: [1, 2]))) == ["NumberAxis", "NumberAxis"])
        #expect(kinds(Chart(LineSeries(x: dates, y: [1, 2]))) == ["DateTimeAxis", "NumberAxis"])
        #expect(kinds(Chart(ColumnSeries(x: ["a", "b"], y: [1, 2]))) == ["CategoryAxis", "NumberAxis"])
        #expect(kinds(Chart(BarSeries(x: [1, 2], y: ["a", "b"]))) == ["NumberAxis", "CategoryAxis"])
        #expect(kinds(Chart(ScatterSeries(x: ["a"], y: dates.prefix(1)))) == ["CategoryAxis", "DateTimeAxis"])
        #expect(kinds(Chart(BandSeries(x: dates, low: [1, 2], high: [3, 4]))) == ["DateTimeAxis", "NumberAxis"])
        #expect(
            kinds(Chart(CandlestickSeries(x: dates, open: [1, 2], high: [3, 3], low: [0, 0], close: [2, 1]))) == [
                "DateTimeAxis", "NumberAxis",
            ])
        #expect(kinds(Chart(RadialLineSeries(x: ["n", "s", "w"], y: [1, 2, 3]))) == ["CategoryAxis", "NumberAxis"])
        #expect(kinds(Chart(PieSeries(names: ["a", "b"], values: [1, 2]))) == [])
        #expect(kinds(Chart {}) == ["NumberAxis", "NumberAxis"])
        #expect(kinds(Chart(LineSeries(y: [1]), xAxis: .category())) == ["CategoryAxis", "NumberAxis"])
        // A text beside numbers makes categories; the order does not matter.
        #expect(
            kinds(Chart(LineSeries(y: [1, 2]), ColumnSeries(x: ["a", "b"], y: [1, 2]))) == [
                "CategoryAxis", "NumberAxis",
            ])
        // A series with an axis of its own does not count.
        let chart = Chart(width: 100, height: 100, xAxisType: .category)
        let own = LineSeries(x: ["a"], y: [1])
        own.xAxis = chart.xAxis
        #expect(kinds(Chart(LineSeries(y: [1]), own)) == ["NumberAxis", "NumberAxis"])
    }

    @Test("initialisers that were there before make number axes, whatever the data")
    func unchanged() {
        let chart = Chart(width: 600, height: 400)
        chart.add(LineSeries(x: dates, y: [1, 2]))
        #expect(throws: ChartError.wrongColumn(path: "series[0].x", found: "dates", wanted: "numbers")) {
            _ = try plan(chart)
        }
        #expect(
            Chart(frame: Rect(x: 0, y: 0, width: 9, height: 9)).xAxis == nil && chart.legend.hidden && !chart.yAxis.nice
        )
    }

    @Test("dates with an origin of their own keep their nanoseconds")
    func origin() throws {
        let chart = Chart(LineSeries(x: Column(seconds: [0, 1e-9], after: 1_700_000_000), y: [1, 2]))
        #expect((chart.xAxis as? DateTimeAxis)?.origin == 1_700_000_000)
        _ = try plan(chart)
        #expect(chart.xAxis.dataRange == NumberRange(0, 1e-9))
    }

    @Test("dates and numbers on one axis are an error that names the column")
    func mixed() {
        let chart = Chart(LineSeries(y: [1, 2]), LineSeries(x: dates, y: [1, 2]))
        #expect(throws: ChartError.wrongColumn(path: "series[1].x", found: "dates", wanted: "numbers")) {
            _ = try plan(chart)
        }
    }

    @Test("unequal lengths are an error that names both columns")
    func lengths() {
        func error(_ series: Series) -> String {
            do throws(ChartError) {
                _ = try plan(Chart(series))
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(
            error(LineSeries(x: [1, 2, 3], y: [1, 2]))
                == "series[0]: x has 3 values, y has 2; a series' columns are of one length")
        #expect(error(BandSeries(low: [1, 2], high: [1])).hasPrefix("series[0]: "))
        #expect(
            error(BubbleSeries(x: [1], y: [1], area: [1, 2]))
                == "series[0]: x has 1 values, area has 2; a series' columns are of one length")
        #expect(
            error(PieSeries(names: ["a"], values: [1, 2]))
                == "series[0]: x has 1 values, y has 2; a series' columns are of one length")
        #expect(error(OHLCSeries(open: [1, 2], high: [1, 2], low: [1, 2], close: [1])).contains("close has 1"))
    }

    @Test("empty arrays, gaps and far dates make a picture")
    func edges() throws {
        for chart in [
            Chart(LineSeries(y: [Double]())), Chart(LineSeries(x: [Date](), y: [Int]())),
            Chart(ColumnSeries(x: [String](), y: [Float]())),
            Chart(PieSeries(values: [Int]())), Chart(LineSeries(y: [Double.nan, .nan])),
            Chart(LineSeries(y: [nil, 1, nil] as [Int?])),
            Chart(ScatterSeries(x: [Date.distantPast, .distantFuture], y: [1, 2])),
        ] {
            _ = try plan(chart)
        }
        let far = Chart(LineSeries(x: [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1e15)], y: [1, 2]))
        _ = try plan(far)
        #expect(!far.warnings.isEmpty)
    }

    @Test("the list may contain conditions, loops, lists and annotations")
    func builder() throws {
        func chart(_ isLong: Bool) -> Chart {
            Chart(title: "T", xTitle: "x", yTitle: "y", theme: .dark) {
                LineSeries(y: [1, 2], title: "first")
                for k in 0..<2 where isLong { LineSeries(y: [k, k], title: "loop \(k)") }
                if isLong {
                    [ScatterSeries(y: [1, 2]), ScatterSeries(y: [2, 1])]
                } else {
                    StepLineSeries(y: [0, 3])
                }
                if !isLong { Annotation.verticalLine(x: 1, color: .orange) }
                Annotation.horizontalLine(y: 2, color: .red)
            }
        }
        let (short, long) = (chart(false), chart(true))
        #expect(
            short.series.map { "\(type(of: $0))" } == ["LineSeries", "StepLineSeries"] && short.annotations.count == 2)
        #expect(
            long.series.map { "\(type(of: $0))" } == [
                "LineSeries", "LineSeries", "LineSeries", "ScatterSeries", "ScatterSeries",
            ])
        #expect(long.annotations.count == 1 && short.legend.hidden && !long.legend.hidden)
        #expect(long.theme == .dark && long.title == "T" && long.xAxis.title == "x" && long.yAxis.title == "y")
        _ = try plan(long)
    }

    @Test("rendering reports ranges that an axis cannot show, until a valid one is set")
    func ranges() throws {
        let chart = Chart(LineSeries(y: [1, 2]), yAxis: .logarithmic(0...10))
        _ = try plan(chart)
        let warning = ChartWarning.ignored(path: "yAxis.defaultRange", reason: "this axis cannot show 0.0…10.0")
        #expect(chart.warnings == [warning] && chart.yAxis.explicitDefaultRange == nil)
        chart.yAxis.defaultRange = NumberRange(1, 100)
        chart.reloadData()
        _ = try plan(chart)
        #expect(
            chart.warnings.isEmpty && chart.yAxis.defaultRange == NumberRange(1, 100)
                && chart.yAxis.axisRange == NumberRange(1, 100))
        chart.yAxis.defaultRange = NumberRange(5, 5)
        #expect(chart.warnings.count == 1 && chart.yAxis.defaultRange == NumberRange(1, 100))
        let days = Chart(
            LineSeries(x: dates, y: [1, 2]),
            xAxis: .dateTime(dates[0]...dates[1].addingTimeInterval(86_400), title: "Day"))
        #expect(days.xAxis.defaultRange == NumberRange(0, 172_800) && days.xAxis.title == "Day")
    }

    @Test("bars whose lengths are texts are doubtful")
    func exchanged() throws {
        let chart = Chart(BarSeries(x: ["a", "b"], y: [1, 2]))
        _ = try plan(chart)
        #expect(
            chart.warnings.contains(
                .doubtful(
                    path: "series[0].x",
                    reason: "the lengths are texts; exchange x and y, or use a ColumnSeries for texts on x")))
        #expect(Chart(BarSeries(x: [1, 2], y: ["a", "b"])).inputWarnings.isEmpty)
    }

    @Test("colours and options of the initialisers arrive in the styles")
    func options() {
        let area = LineSeries(y: [1], title: "t", color: .red, lineWidth: 4, fill: true, stackIndex: 3)
        #expect(
            area.title == "t" && area.style.lineColor == .red && area.style.areaLineColor == .red
                && area.style.areaColor == Color.red.faded(0.3))
        #expect(
            area.style.lineWidth == 4 && area.style.areaLineWidth == 4 && area.style.showFill == true
                && area.stackIndex == 3)
        #expect(LineSeries(y: [1]).style == LineSeriesStyle() && ColumnSeries(y: [1]).style == BarColumnSeriesStyle())
        #expect(
            ColumnSeries(y: [1], color: .blue, stackIndex: 1).style.areaColor == .blue
                && BarSeries(x: [1], color: .blue).orientation == .vertical)
        let points = ScatterSeries(y: [1], color: .tan, radius: 7)
        #expect(points.style.pointStyle.color == .tan && points.style.pointStyle.radius == 7 && points.columns.x == nil)
        #expect(BubbleSeries(y: [1], area: [2], color: .tan).style.pointStyle.color == .tan)
        #expect(BandSeries(low: [1], high: [2], color: .tan).style.lineColorLow == .tan)
        #expect(
            DonutSeries(names: ["a"], values: [1], colors: [.tan]).style.flavourColors == [.tan]
                && PieSeries(values: [1], colors: []).style.flavourColors == nil)
        #expect(
            RadialColumnSeries(y: [1], color: .tan).style.areaColor == .tan
                && RadialLineSeries(y: [1], color: .tan, fill: true).style.showFill == true)
        let mean = DensitySeries(x: [1], y: [1], values: [5], aggregation: .mean, colorMap: .magma)
        #expect(
            mean.columns[.value]?.count == 1 && mean.style.colorMap == .magma
                && DensitySeries(y: [1], values: [5]).columns.keys.isEmpty)
        #expect(DensitySeries(y: [1], values: ["a"], aggregation: .category).columns[.category]?.kind == .category)
    }
}
