import Testing
import Vitrail

/// Amendment A2: automatic ranges have space for the marks of the outermost samples.
@Suite("Automatic ranges show marks whole")
struct WholeMarkRangeTests {
    /// A kind of series whose marks extend by the given number of points.
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let reach: Double
        let make: @Sendable (SeriesColumns) -> CartesianSeries

        static let all = [
            Kind(testDescription: "line", reach: 4) { LineSeries(columns: $0, style: LineSeriesStyle(lineWidth: 8)) },
            Kind(testDescription: "line with points", reach: 7) {
                LineSeries(
                    columns: $0,
                    style: LineSeriesStyle(lineWidth: 2, pointStyle: PointStyle(showPoints: true, radius: 7)))
            },
            Kind(testDescription: "steps", reach: 3) {
                StepLineSeries(columns: $0, style: LineSeriesStyle(lineWidth: 6))
            },
            Kind(testDescription: "scatter", reach: 9) {
                ScatterSeries(columns: $0, style: ScatterSeriesStyle(pointStyle: PointStyle(radius: 9)))
            },
            Kind(testDescription: "rings", reach: 10) {
                ScatterSeries(
                    columns: $0, style: ScatterSeriesStyle(pointStyle: PointStyle(radius: 5, innerRadius: 10)))
            },
        ]
    }

    private static let columns = SeriesColumns(x: Column([1, 2, 3, 4.0]), y: Column([10, 40, 20, 30.0]))

    private func chart(_ series: CartesianSeries, x: Axis = NumberAxis(), y: Axis = NumberAxis()) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        (chart.xAxis, chart.yAxis) = (x, y)
        chart.add(series)
        return chart
    }

    /// Points between a value and the ends of its axis.
    private func room(_ axis: Axis?, _ value: Double, length: Double) throws -> (before: Double, after: Double) {
        let position = try #require(axis?.pixelValue(forDataValue: value))
        return (position, length - position)
    }

    @Test("A2 both axes leave the reach of the marks beyond the outermost samples", arguments: Kind.all)
    func reach(kind: Kind) async throws {
        let chart = chart(kind.make(Self.columns))
        let probe = try await Probe(chart)
        #expect(chart.xAxis?.visibleRange == NumberRange(1, 4))
        #expect(chart.yAxis?.visibleRange == NumberRange(10, 40))
        #expect(chart.xAxis?.axisRange == chart.xAxis?.defaultRange)
        let (width, height) = (Double(probe.plot.width), Double(probe.plot.height))
        for (axis, low, high, length) in [(chart.xAxis, 1.0, 4.0, width), (chart.yAxis, 40, 10, height)] {
            #expect(near(try room(axis, low, length: length).before, kind.reach, 0.2))
            #expect(near(try room(axis, high, length: length).after, kind.reach, 0.2))
        }
    }

    @Test("A2 before the first picture the default range is the visible range")
    func before() throws {
        let chart = chart(Kind.all[3].make(Self.columns))
        #expect(chart.yAxis?.defaultRange == NumberRange(0, 1))
        chart.reloadData()
        _ = try plan(chart)
        #expect(chart.yAxis?.defaultRange != NumberRange(10, 40))
        #expect(chart.yAxis?.dataRange == NumberRange(10, 40))
    }

    @Test("A2 explicit ranges, padded ones and category axes stay as they are")
    func kept() async throws {
        let padded = NumberAxis()
        padded.rangePaddingHigh = 5
        let fixed = chart(Kind.all[3].make(Self.columns), x: NumberAxis(defaultRange: NumberRange(1, 4)), y: padded)
        _ = try await Probe(fixed)
        #expect(fixed.xAxis?.axisRange == NumberRange(1, 4))
        #expect(fixed.yAxis?.axisRange == NumberRange(10, 45))
        let items = chart(
            ScatterSeries(columns: SeriesColumns(x: Column(["a", "b"]), y: Column([1, 2.0]))), x: CategoryAxis())
        _ = try await Probe(items)
        #expect(items.xAxis?.axisRange == items.xAxis?.visibleRange)
    }

    @Test("A2 the side on which fills and columns start is not widened")
    func baseline() async throws {
        let filled = LineSeries(columns: Self.columns, style: LineSeriesStyle(showFill: true, areaLineWidth: 10))
        let area = chart(filled)
        _ = try await Probe(area)
        #expect(area.yAxis?.axisRange.minimum == 0)
        #expect(try #require(area.yAxis).axisRange.maximum > 40)
        let columns = chart(ColumnSeries(columns: Self.columns, style: BarColumnSeriesStyle(lineWidth: 6)))
        let probe = try await Probe(columns)
        #expect(columns.xAxis?.axisRange == NumberRange(0.5, 4.5))
        #expect(columns.yAxis?.axisRange.minimum == 0)
        #expect(near(try room(columns.yAxis, 40, length: Double(probe.plot.height)).before, 3, 0.2))
    }

    @Test("A2 logarithmic axes leave the same distance in points")
    func logarithmic() async throws {
        let columns = SeriesColumns(x: Column([1, 2, 3.0]), y: Column([10, 1_000, 100_000.0]))
        let chart = chart(Kind.all[3].make(columns), y: try LogarithmicAxis(base: 10))
        let probe = try await Probe(chart)
        let height = Double(probe.plot.height)
        #expect(near(try room(chart.yAxis, 100_000, length: height).before, 9, 0.2))
        #expect(near(try room(chart.yAxis, 10, length: height).after, 9, 0.2))
    }

    @Test("A2 bubbles are whole; small ones at the ends need less room")
    func bubbles() async throws {
        func bubbles(_ areas: [Double]) -> Chart {
            let columns = SeriesColumns(x: Column([1, 2, 3.0]), y: Column([1, 2, 3.0]), area: Column(areas))
            let series = BubbleSeries(columns: columns)
            series.biggestBubbleDiameterForAutoScaling = 80
            return chart(series)
        }
        let large = bubbles([9, 9, 9])
        let probe = try await Probe(large)
        #expect(near(try room(large.xAxis, 1, length: Double(probe.plot.width)).before, 40, 0.2))
        let small = bubbles([1, 100, 1])
        let other = try await Probe(small)
        #expect(near(try room(small.xAxis, 1, length: Double(other.plot.width)).before, 4, 0.2))
    }

    @Test("A3 the second picture is the first, after a reload and after a zoom and back, too")
    func again() async throws {
        let chart = chart(Kind.all[1].make(Self.columns))
        let first = try await Probe(chart)
        let range = chart.yAxis?.axisRange
        #expect(try await Probe(chart).image == first.image)
        chart.yAxis?.setRange(0, 1_000_000)
        _ = try await Probe(chart)
        chart.yAxis?.resetZoomLevel()
        #expect(try await Probe(chart).image == first.image)
        #expect(chart.yAxis?.axisRange == range)
        chart.reloadData()
        #expect(try await Probe(chart).image == first.image)
    }

    @Test("an axis may do without: the range is that of the data")
    func off() async throws {
        let chart = chart(Kind.all[3].make(Self.columns))
        _ = try await Probe(chart)
        #expect(chart.yAxis?.axisRange != NumberRange(10, 40))
        chart.yAxis?.showsWholeMarks = false
        _ = try await Probe(chart)
        #expect(chart.yAxis?.axisRange == NumberRange(10, 40))
    }

    @Test("marks take at most half of an axis")
    func large() async throws {
        let series = ScatterSeries(
            columns: Self.columns, style: ScatterSeriesStyle(pointStyle: PointStyle(radius: 400)))
        let chart = chart(series)
        let probe = try await Probe(chart)
        #expect(
            near(try room(chart.yAxis, 40, length: Double(probe.plot.height)).before, Double(probe.plot.height) / 4, 1))
    }
}

@Suite("Ranges that end at ticks")
struct NiceRangeTests {
    private func chart(_ y: [Double], axis: String = "", series: String = #""type": "line""#) throws -> Chart {
        let values = y.map { "\($0)" }.joined(separator: ", ")
        return try ChartDescription(
            json: """
                {"size": {"width": 600, "height": 400}, "yAxis": {"type": "number"\(axis)},
                 "data": {"d": {"values": {"y": [\(values)]}}}, "series": [{\(series), "data": "d", "y": "y"}]}
                """
        ).makeChart()
    }

    private func range(_ chart: Chart) async throws -> NumberRange {
        _ = try await Probe(chart)
        return try #require(chart.yAxis).axisRange
    }

    @Test("in descriptions, an automatic range of numbers ends at ticks")
    func rounded() async throws {
        #expect(try await range(chart([3, 97, 50])) == NumberRange(0, 100))
        #expect(try await range(chart([-7, 38, 12])) == NumberRange(-10, 40))
        #expect(try await range(chart([3, 97, 50], series: #""type": "column""#)) == NumberRange(0, 100))
    }

    @Test("a range that long steps would make much longer ends at shorter ones")
    func tight() async throws {
        let small = try chart([0, 1_055, 300])
        small.frame = Rect(x: 0, y: 0, width: 300, height: 170)
        let found = try await range(small)
        #expect(found.maximum > 1_055 && found.maximum <= 1_215)
    }

    @Test("data that end at ticks get the room of their marks, and no further tick")
    func exact() async throws {
        let found = try await range(chart([0, 100, 50]))
        #expect(found.minimum < 0 && found.minimum > -2)
        #expect(found.maximum > 100 && found.maximum < 102)
    }

    @Test("nice false, and the Swift control, leave the range of the data")
    func off() async throws {
        let found = try await range(chart([3, 97, 50], axis: #", "nice": false"#))
        #expect(found.minimum > 1 && found.maximum < 99)
        let control = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        control.add(LineSeries(columns: SeriesColumns(y: Column([3, 97, 50.0]))))
        let plain = try await range(control)
        #expect(plain.minimum > 1 && plain.maximum < 99)
        control.yAxis?.nice = true
        #expect(try await range(control) == NumberRange(0, 100))
    }

    @Test("a step that was set is counted from zero")
    func step() async throws {
        #expect(try await range(chart([3, 97, 50], axis: #", "majorTickFrequency": 30"#)) == NumberRange(0, 120))
        #expect(
            try await range(chart([3, 97, 50], axis: #", "majorTickFrequency": 30, "anchorPoint": 10"#))
                == NumberRange(-20, 100))
    }

    @Test("explicit and padded ranges, and positions of columns, are not rounded")
    func kept() async throws {
        #expect(try await range(chart([3, 97, 50], axis: #", "defaultRange": [1, 98]"#)) == NumberRange(1, 98))
        #expect(try await range(chart([3, 97, 50], axis: #", "rangePaddingLow": 1"#)) == NumberRange(2, 97))
        let columns = try chart([3, 97, 50], series: #""type": "column""#)
        _ = try await Probe(columns)
        #expect(columns.xAxis?.axisRange == NumberRange(-0.5, 2.5))
    }

    @Test("nice of other axes is an unknown key")
    func other() {
        #expect(throws: DescriptionError.self) {
            try ChartDescription(
                json:
                    #"{"size": {"width": 60, "height": 40}, "xAxis": {"type": "category", "nice": true}, "series": []}"#
            )
        }
    }
}

@Suite("Discs in descriptions")
struct DescribedDiscTests {
    private func chart(_ series: String, _ axes: String = "") throws -> Chart {
        try ChartDescription(
            json: """
                {"size": {"width": 600, "height": 400}, \(axes)
                 "data": {"d": {"values": {"x": [1, 2], "n": ["a", "b"], "y": [1, 2], "small": [1, 4], "large": [25, 100]}}},
                 "series": [\(series)]}
                """
        ).makeChart()
    }

    @Test("bubbles of all series have one scale")
    func scale() async throws {
        let bubbles = ["small", "large"].map {
            #"{"type": "bubble", "data": "d", "x": "x", "y": "y", "area": "\#($0)"}"#
        }
        let both = try chart(bubbles.joined(separator: ", "))
        _ = try await Probe(both)
        let scales = both.series.compactMap { ($0 as? BubbleSeries)?.currentScale }
        #expect(scales.count == 2 && scales[0] == scales[1])
        let alone = try chart(bubbles[0])
        _ = try await Probe(alone)
        let own = try #require((alone.series[0] as? BubbleSeries)?.currentScale)
        #expect(near(own, 25 * scales[0], own * 0.2))
    }

    @Test("discs have half an item at both ends of a category axis, lines none")
    func items() async throws {
        let category = #""xAxis": {"type": "category"},"#
        let discs = try chart(#"{"type": "scatter", "data": "d", "x": "n", "y": "y"}"#, category)
        _ = try await Probe(discs)
        #expect(discs.xAxis?.axisRange == NumberRange(-0.5, 1.5))
        let line = try chart(#"{"type": "line", "data": "d", "x": "n", "y": "y"}"#, category)
        _ = try await Probe(line)
        #expect(line.xAxis?.axisRange == NumberRange(0, 1))
    }

    @Test("a theme that comes later colours annotations without a colour")
    func theme() throws {
        let chart = try ChartDescription(
            json: """
                {"size": {"width": 60, "height": 40}, "series": [], "annotations": [
                  {"type": "horizontalLine", "y": 1}, {"type": "horizontalLine", "y": 2, "color": "#ff0000"}]}
                """
        ).makeChart()
        chart.applyTheme(.dark, keepingStyles: true)
        #expect(chart.annotations.map(\.backgroundColor) == [Theme.dark.annotationColor, .pureRed])
    }
}
