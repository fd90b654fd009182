import Testing
import Vitrail

/// A host's own point, once as a class that computes its values and once as a value.
private final class Measurement: ChartData {
    let seconds: Double
    let kelvin: Double

    init(seconds: Double, kelvin: Double) {
        self.seconds = seconds
        self.kelvin = kelvin
    }

    var xValue: DataValue? { .number(seconds) }
    var yValue: DataValue? { .number(kelvin - 273) }
}

private struct Pair: ChartData {
    var a: Double
    var b: Double
    var xValue: DataValue? { .number(a) }
    var yValue: DataValue? { .number(b) }
}

/// A point that has its values only by their keys.
private struct Keyed: ChartData {
    var xValue: DataValue?
    var yValue: DataValue?
    var onX: [DataKey: DataValue] = [:]
    var onY: [DataKey: DataValue] = [:]
    var free: [DataKey: DataValue] = [:]
    func xValue(for key: DataKey) -> DataValue? { onX[key] }
    func yValue(for key: DataKey) -> DataValue? { onY[key] }
    func value(for key: DataKey) -> DataValue? { free[key] }
}

@Suite("Data source")
struct DataSourceTests {
    @Test("C-014 a per-point source is asked for exactly its points, indexes ascending")
    func perPoint() throws {
        let chart = Probe.chart()
        let source = PointSource([
            (redLine(), points([(0, 1), (1, 2), (2, 3)])), (redLine(), points([(0, 1), (4, 4)])),
        ])
        chart.dataSource = source
        _ = try plan(chart)
        #expect(
            source.log.take().filter { $0.hasPrefix("dataPoint ") }
                == ["dataPoint 0 0", "dataPoint 0 1", "dataPoint 0 2", "dataPoint 1 0", "dataPoint 1 1"])
    }

    @Test("C-015 a source of arrays is asked for one array a series and for no point")
    func arrays() throws {
        let chart = Probe.chart()
        let source = ArraySource([
            (redLine(), points([(0, 1), (1, 2), (2, 3)])), (redLine(), points([(0, 1), (4, 4)])),
        ])
        chart.dataSource = source
        _ = try plan(chart)
        let calls = source.log.take()
        #expect(calls.filter { $0.hasPrefix("dataPoints") } == ["dataPoints 0", "dataPoints 1"])
        #expect(!calls.contains { $0.hasPrefix("dataPoint ") })
        #expect(chart.series.map(\.numberOfDataPoints) == [3, 2])
    }

    @Test("C-016 series of one chart have different point counts")
    func counts() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let source = PointSource([
            (redLine(), points([(0, 2), (10, 2)])),
            (redLine(.pureBlue), points([(0, 8), (3, 8), (5, 8), (6, 8)])),
            (redLine(.pureGreen), []),
        ])
        chart.dataSource = source
        let probe = try await Probe(chart)
        #expect(chart.series.map(\.numberOfDataPoints) == [2, 4, 0])
        #expect(try probe.color(9, 2).isClose(to: .pureRed))
        #expect(try probe.color(5.5, 8).isClose(to: .pureBlue))
        #expect(try probe.color(7, 8) == .white)
    }

    @Test("C-017 a simple source's numbers are y against the index, on a vertical series x against the index")
    func numbers() throws {
        let chart = Probe.chart()
        let source = SimpleDataSource()
        let vertical = redLine(orientation: .vertical)
        #expect(source.addSeries(redLine(), [5, 7, 9]))
        #expect(source.addSeries(vertical, [5, 7, 9]))
        chart.dataSource = source
        _ = try plan(chart)
        func values(_ series: Series) -> [[DataValue?]] {
            (0..<series.numberOfDataPoints).map {
                [series.dataPoint(at: $0)?.xValue, series.dataPoint(at: $0)?.yValue]
            }
        }
        #expect(values(chart.series[0]) == [[0, 5], [1, 7], [2, 9]])
        #expect(values(chart.series[1]) == [[5, 0], [7, 1], [9, 2]])
        #expect(chart.xAxis?.dataRange == NumberRange(0, 9))
        // A source also answers point by point.
        for (index, k) in [(0, 2), (1, 1)] {
            let point = source.dataPoint(at: k, forSeriesAt: index, in: chart)
            #expect([point.xValue, point.yValue] == values(chart.series[index])[k])
            #expect(source.numberOfDataPoints(forSeriesAt: index, in: chart) == 3)
        }
    }

    @Test("C-018 a simple source takes arrays of points and shows several series in the order of adding")
    func simple() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let source = SimpleDataSource()
        let series = [redLine(), redLine(.pureGreen), redLine(.pureBlue)]
        source.addSeries(series[0], points([(0, 2), (10, 2)]))
        source.addSeries(series[1], [Pair(a: 5, b: 0), Pair(a: 5, b: 10)])
        source.addSeries(series[2], points([(0, 8), (10, 8)]))
        chart.dataSource = source
        let probe = try await Probe(chart)
        #expect(zip(chart.series, series).allSatisfy { $0 === $1 } && chart.series.count == 3)
        #expect(chart.series.map(\.index) == [0, 1, 2])
        #expect(try probe.color(2, 2).isClose(to: .pureRed))
        #expect(try probe.color(2, 8).isClose(to: .pureBlue))
        // A later one covers an earlier one.
        #expect(try probe.color(5, 2).isClose(to: .pureGreen))
        #expect(try probe.color(5, 8).isClose(to: .pureBlue))
    }

    @Test("a simple source adds nothing without a series or without data, and says so")
    func nothing() throws {
        let chart = Probe.chart()
        let source = SimpleDataSource()
        #expect(!source.addSeries(nil, [1, 2]))
        #expect(!source.addSeries(redLine(), nil))
        #expect(!source.addSeries(redLine(), columns: nil))
        #expect(source.numberOfSeries(in: chart) == 0)
        #expect(source.warnings.count == 3)
        chart.dataSource = source
        _ = try plan(chart)
        #expect(chart.series.isEmpty)
        #expect(chart.warnings.map(\.description).contains("SimpleDataSource.addSeries: ignored: there is no series"))
    }

    @Test("C-019 a host's own type, class or value, renders the picture that the built-in point renders")
    func ownTypes() async throws {
        var values: [(Double, Double)] = []
        for k in 0..<40 { values.append((Double(k) / 4, Double(1 + k * 7 % 11))) }
        let classes = values.map { Measurement(seconds: $0.0, kelvin: $0.1 + 273) }
        let structs = values.map { Pair(a: $0.0, b: $0.1) }
        let kinds: [[any ChartData]] = [points(values), classes, structs]
        var pictures: [PixelImage] = []
        for points in kinds {
            let chart = Probe.chart()
            let source = PointSource([(redLine(), points)])
            chart.dataSource = source
            pictures.append(try await Probe(chart).image)
        }
        #expect(pictures[1] == pictures[0])
        #expect(pictures[2] == pictures[0])
        let empty = try await Probe(Probe.chart(x: NumberRange(0, 9.75), y: NumberRange(1, 11))).image
        #expect(empty != pictures[0])
    }

    @Test(
        "C-020 values are read by key, on y for horizontal, on x for vertical series; all of several values list their keys"
    )
    func keys() async throws {
        let style = BandSeriesStyle(
            showFill: true, lineWidth: 0, areaColorNormal: .pureGreen, areaColorInverted: .pureRed)
        let across = BandSeries(style: style)
        let upright = BandSeries(orientation: .vertical, style: style)
        #expect(across.yValueKeys == [.high, .low] && across.xValueKeys == [] && across.valueKeys == [])
        #expect(upright.xValueKeys == [.high, .low] && upright.yValueKeys == [] && upright.valueKeys == [])
        let prices: [DataKey] = [.open, .high, .low, .close]
        for series in [CandlestickSeries(), OHLCSeries()] as [CartesianSeries] {
            #expect(series.yValueKeys == prices && series.xValueKeys == [] && series.valueKeys == [])
        }
        for series in [CandlestickSeries(orientation: .vertical), OHLCSeries(orientation: .vertical)]
            as [CartesianSeries]
        {
            #expect(series.xValueKeys == prices && series.yValueKeys == [] && series.valueKeys == [])
        }
        let bubbles = BubbleSeries()
        #expect(bubbles.valueKeys == [.area] && bubbles.xValueKeys == [] && bubbles.yValueKeys == [])
        let line = redLine()
        #expect(line.xValueKeys == [] && line.yValueKeys == [] && line.valueKeys == [])

        func chart(_ series: Series, _ points: [any ChartData]) async throws -> Probe {
            let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
            let source = PointSource([(series, points)])
            chart.dataSource = source
            return try await Probe(chart)
        }
        let horizontal = try await chart(
            across, [0, 10].map { MultiYDataPoint(xValue: .number($0), yValues: [.high: 8, .low: 6]) })
        #expect(try horizontal.color(5, 7) == .pureGreen)
        #expect(try horizontal.color(5, 5) == .white)
        let vertical = try await chart(
            upright, [0, 10].map { MultiXDataPoint(yValue: .number($0), xValues: [.high: 8, .low: 6]) })
        #expect(try vertical.color(7, 5) == .pureGreen)
        #expect(try vertical.color(5, 5) == .white)
        let point = try #require(vertical.chart.series[0].dataPoint(at: 1))
        #expect(point.xValue(for: .high) == 8 && point.xValue(for: .low) == 6 && point.yValue(for: .high) == nil)
        #expect(point.xValue == nil && point.yValue == 10)
        let candles = CandlestickSeries(style: CandlestickSeriesStyle(risingColor: .pureGreen, outlineWidth: 0))
        let uprightCandles = CandlestickSeries(orientation: .vertical, style: candles.style)
        let values: [DataKey: DataValue] = [.open: 6, .high: 9, .low: 1, .close: 8]
        let across5 = try await chart(candles, [MultiYDataPoint(xValue: 5, yValues: values)])
        let upright5 = try await chart(uprightCandles, [MultiXDataPoint(yValue: 5, xValues: values)])
        for (value, color) in [(7.0, Color.pureGreen), (9.5, .white), (0.5, .white)] {
            #expect(try across5.color(5, value) == color && upright5.color(value, 5) == color)
        }
        #expect(upright5.chart.series[0].dataPoint(at: 0)?.xValue(for: .close) == 8)
        // The other axis has no such values.
        let swapped = try await chart(
            BandSeries(style: style), [0, 10].map { Keyed(xValue: .number($0), onX: [.high: 8, .low: 6]) })
        #expect(swapped.count { $0 != .white } == 0)
        #expect(swapped.chart.warnings == [.missingKey(path: "series[0]", key: .high, points: 2, first: 0)])
    }

    @Test("a bubble's area is read by its key; a point without one is skipped")
    func bubbles() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let bubbles = BubbleSeries(style: BubbleSeriesStyle(pointStyle: PointStyle(color: .pureBlue)))
        bubbles.scale = 1
        let source = PointSource([
            (
                bubbles,
                [
                    BubbleDataPoint(xValue: 2, yValue: 5, area: 900), DataPoint(x: 5, y: 5),
                    Keyed(xValue: 8, yValue: 5, free: [.area: 400]),
                ]
            )
        ])
        chart.dataSource = source
        let probe = try await Probe(chart)
        #expect(abs(probe.painted(.pureBlue) - 1300) < 30)
        #expect(try probe.color(5, 5) == .white)
        #expect(chart.warnings == [.missingKey(path: "series[0]", key: .area, points: 1, first: 1)])
        #expect(bubbles.dataPoint(at: 0)?.value(for: .area) == 900)
        #expect(bubbles.dataPoint(at: 1) == nil)
        #expect(bubbles.dataPoint(at: 2)?.value(for: .area) == 400)
    }

    @Test(
        "C-021 a missing dependent value between two points leaves the pixels between them unpainted, line and fill",
        arguments: CartesianSeries.Orientation.allCases, [nil, DataValue.number(.nan), .number(.infinity)])
    func gaps(orientation: CartesianSeries.Orientation, missing: DataValue?) async throws {
        let style = LineSeriesStyle(showFill: true, areaColor: .pureGreen, areaLineColor: .pureRed, areaLineWidth: 2)
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let isHorizontal = orientation == .horizontal
        let values: [any ChartData] = [1.0, 3, 5, 7, 9].map { along in
            let across: DataValue? = along == 5 ? missing : 6
            return DataPoint(
                xValue: isHorizontal ? .number(along) : across, yValue: isHorizontal ? across : .number(along))
        }
        let source = PointSource([(LineSeries(orientation: orientation, style: style), values)])
        chart.dataSource = source
        let probe = try await Probe(chart)
        func color(_ along: Double, _ across: Double) throws -> Color {
            isHorizontal ? try probe.color(along, across) : try probe.color(across, along)
        }
        for along in [2.0, 8] {
            #expect(try color(along, 3) == .pureGreen)
            #expect(try color(along, 6).isClose(to: .pureRed, 40))
        }
        for along in stride(from: 3.2, through: 6.8, by: 0.2) {
            // Along the values, and where the line would be.
            for across in stride(from: 0.1, through: 9.9, by: 0.2) + [6] { #expect(try color(along, across) == .white) }
        }
        // The gap's independent value counts for its range; its dependent value counts for none.
        let dependent = isHorizontal ? chart.yAxis : chart.xAxis
        let independent = isHorizontal ? chart.xAxis : chart.yAxis
        #expect(dependent?.dataRange == NumberRange(6, 6))
        #expect(independent?.dataRange == NumberRange(1, 9))
        #expect(chart.warnings.isEmpty)
    }

    @Test("C-022 a pie of (x = name, y = value) points equals one of names and values")
    func pies() async throws {
        var pictures: [PixelImage] = []
        let kinds: [[any ChartData]] = [
            [DataPoint(x: "a", y: 1), DataPoint(x: "b", y: 2), DataPoint(x: "c", y: 5)],
            [
                RadialDataPoint(name: "a", value: 1), RadialDataPoint(name: "b", value: 2),
                RadialDataPoint(name: "c", value: 5),
            ],
        ]
        for points in kinds {
            let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
            chart.legend.hidden = false
            let pie = PieSeries()
            let source = PointSource([(pie, points)])
            chart.dataSource = source
            pictures.append(try await Probe(chart).image)
            #expect(pie.slices.map(\.name) == ["a", "b", "c"])
            #expect(pie.slices.map(\.value) == [1, 2, 5])
        }
        #expect(pictures[0] == pictures[1])
    }

    @Test("C-023 a point knows its index in the series, also after skipped ones")
    func indexes() throws {
        let chart = Probe.chart()
        let values: [any ChartData] = [
            DataPoint(x: 0, y: 10), DataPoint(xValue: 1, yValue: "ten"), DataPoint(xValue: 2, yValue: nil),
            DataPoint(x: 3, y: 13),
        ]
        let source = PointSource([(redLine(), points([(0, 0)])), (redLine(), values)])
        chart.dataSource = source
        _ = try plan(chart)
        let series = chart.series[1]
        #expect(series.numberOfDataPoints == 4)
        #expect((0..<4).map { series.dataPoint(at: $0)?.dataPointIndex } == [0, nil, 2, 3])
        #expect(series.dataPoint(at: 3)?.yValue == 13)
        #expect(series.dataPoint(at: 3)?.seriesIndex == 1)
        let gap = try #require(series.dataPoint(at: 2))
        #expect(gap.xValue == 2 && gap.yValue == nil)
        #expect(series.dataPoint(at: -1) == nil && series.dataPoint(at: 4) == nil)
        // Points passed to tooltips and callbacks do, too.
        final class Told: CrosshairTooltip {
            var indexes: [Int] = []
            override func setDataPoint(_ point: ChartPoint, from series: CartesianSeries, in chart: Chart?) {
                indexes.append(point.dataPointIndex)
            }
        }
        final class Selected: ChartDelegate {
            var indexes: [Int] = []
            func chart(
                _ chart: Chart, toggledSelectionForPoint point: ChartPoint, of series: CartesianSeries,
                at pixel: (x: Double, y: Double)
            ) {
                indexes.append(point.dataPointIndex)
            }
        }
        let (told, selected) = (Told(), Selected())
        chart.crosshair.tooltip = told
        let line = try #require(series as? LineSeries)
        line.selectionMode = .point
        chart.crosshair.show(at: 3, of: line)
        _ = try plan(chart)
        chart.crosshair.remove()
        chart.delegate = selected
        let plot = try #require(chart.plotAreaFrame)
        chart.tap(x: plot.maxX - 1, y: plot.y + 1)
        #expect(told.indexes == [3] && selected.indexes == [3])
    }
}

@Suite("Values that do not fit")
struct MisfitTests {
    @Test("a value of the wrong type for its axis skips the point, without a gap, with one warning a series and reason")
    func wrongTypes() async throws {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let values: [any ChartData] = [
            DataPoint(x: 0, y: 5), DataPoint(xValue: 2, yValue: "five"), DataPoint(xValue: 3, yValue: .date(0)),
            DataPoint(xValue: "x", yValue: 5), DataPoint(xValue: 4, yValue: "nine"), DataPoint(x: 10, y: 5),
        ]
        var told: [ChartWarning] = []
        chart.warningHandler = { told.append($0) }
        let source = PointSource([(redLine(), values)])
        chart.dataSource = source
        let probe = try await Probe(chart)
        // Its neighbours are joined.
        for x in [1.0, 3, 5, 9] { #expect(try probe.color(x, 5).isClose(to: .pureRed, 40)) }
        #expect(
            chart.warnings == [
                .wrongValues(path: "series[0].y", found: .text, wanted: .number, points: 2, first: 1),
                .wrongValues(path: "series[0].y", found: .date, wanted: .number, points: 1, first: 2),
                .wrongValues(path: "series[0].x", found: .text, wanted: .number, points: 1, first: 3),
            ])
        #expect(told == chart.warnings)
        #expect(
            chart.warnings.map(\.description).first
                == "series[0].y: 2 points skipped, the first is 1: the value is a text, the axis takes numbers")
        // A load starts a new list.
        source.entries[0].points = points([(0, 1)])
        chart.reloadData()
        _ = try plan(chart)
        #expect(chart.warnings.isEmpty)
    }

    @Test("date axes take dates and seconds, category axes texts and numbers; the rest is skipped")
    func accepted() throws {
        func loaded(_ type: AxisType, _ values: [DataValue?]) throws -> (points: [DataValue?], warnings: [ChartWarning])
        {
            let chart = Chart(width: 600, height: 400, xAxisType: type)
            let line = redLine()
            let source = PointSource([(line, values.map { DataPoint(xValue: $0, yValue: 1) })])
            chart.dataSource = source
            _ = try plan(chart)
            return (values.indices.compactMap { line.dataPoint(at: $0) }.map(\.xValue), chart.warnings)
        }
        let dates = try loaded(.dateTime, [.date(100), .number(200), "300", nil])
        #expect(dates.points == [.date(100), .date(200), nil])
        #expect(dates.warnings == [.wrongValues(path: "series[0].x", found: .text, wanted: .date, points: 1, first: 2)])
        let categories = try loaded(.category, ["a", .number(2), .date(0), nil, .number(.nan)])
        #expect(categories.points == ["a", "2", nil, nil])
        #expect(
            categories.warnings == [
                .wrongValues(path: "series[0].x", found: .date, wanted: .category, points: 1, first: 2)
            ])
    }

    @Test("series of one category axis may have different items")
    func categories() throws {
        let chart = Chart(width: 600, height: 400, xAxisType: .category)
        let source = PointSource([
            (redLine(), [DataPoint(x: "A", y: 1), DataPoint(x: "C", y: 2)]), (redLine(), [DataPoint(x: "B", y: 1)]),
        ])
        chart.dataSource = source
        _ = try plan(chart)
        #expect((chart.xAxis as? CategoryAxis)?.items == ["A", "C", "B"])
    }
}

@Suite("Columns")
struct ColumnSourceTests {
    private final class Columns: ColumnDataSource {
        let log = CallLog()
        let columns: SeriesColumns?
        let line = redLine()

        init(_ columns: SeriesColumns?) { self.columns = columns }

        func numberOfSeries(in chart: Chart) -> Int {
            log.note("numberOfSeries")
            return 1
        }
        func series(at index: Int, in chart: Chart) -> Series {
            log.note("series")
            return line
        }
        func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns? {
            log.note("columns")
            return columns
        }
        func xAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? {
            log.note("xAxis")
            return nil
        }
        func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? {
            log.note("yAxis")
            return nil
        }
    }

    @Test("a source of columns is asked once for them and renders what points render")
    func columns() async throws {
        let values = [(0.0, 3.0), (1, 1), (2, 8), (3, 5)]
        let source = Columns(SeriesColumns(x: Column(values.map(\.0)), y: Column(values.map(\.1))))
        let chart = Probe.chart()
        chart.dataSource = source
        let whole = try await Probe(chart)
        #expect(source.log.take() == ["numberOfSeries", "series", "xAxis", "yAxis", "columns"])
        #expect(source.line.numberOfDataPoints == 4)
        #expect(source.line.dataPoint(at: 2)?.yValue == 8)
        let other = Probe.chart()
        let single = PointSource([(redLine(), points(values))])
        other.dataSource = single
        #expect(try await Probe(other).image == whole.image)
        // It gives the same points when queried like a source of points.
        let point = source.dataPoint(at: 2, forSeriesAt: 0, in: chart)
        #expect(point.xValue == 2 && point.yValue == 8)
        #expect(source.numberOfDataPoints(forSeriesAt: 0, in: chart) == 4)
        #expect(source.dataPoint(at: 4, forSeriesAt: 0, in: chart).yValue == nil)
    }

    @Test("columns of the wrong kind or of unlike lengths are errors that name their place")
    func wrong() throws {
        let cases: [(SeriesColumns, ChartError)] = [
            (SeriesColumns(y: Column(["a"])), .wrongColumn(path: "series[0].y", found: "texts", wanted: "numbers")),
            (
                SeriesColumns(y: Column(secondsSince1970: [1])),
                .wrongColumn(path: "series[0].y", found: "dates", wanted: "numbers")
            ),
            (
                SeriesColumns(x: Column([1.0]), y: Column([1.0, 2])),
                .columnLengths(path: "series[0]", first: "x", 1, second: "y", 2)
            ),
            (SeriesColumns(), .missingColumn(path: "series[0].y")),
        ]
        for (columns, error) in cases {
            let source = Columns(columns)
            let chart = Probe.chart()
            chart.dataSource = source
            #expect(throws: error) { try plan(chart) }
        }
    }
}
