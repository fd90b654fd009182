import Foundation
import Testing
import Vitrail

/// Samples of docs/from-the-guides.md, for the how-to guides of document 000: kinds of charts.
@Suite("Guide: how to make charts")
struct HowToChartSamples {
    // MARK: Columns

    @Test("columns: names on x, numbers on y, neighbours that touch")
    func columns() throws {
        final class Harvest: DataSource {
            // sample: column-data
            let tonnes = [
                [("Wheat", 22.1), ("Barley", 10.6), ("Rye", 3.1)],
                [("Wheat", 19.6), ("Barley", 9.9), ("Rye", 2.2), ("Oats", 0.7)],
            ]
            // end

            func numberOfSeries(in chart: Chart) -> Int { tonnes.count }
            func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { tonnes[index].count }
            // sample: column-points
            func series(at index: Int, in chart: Chart) -> Series { ColumnSeries(title: "Year \(index + 1)") }

            func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
                let (crop, amount) = tonnes[index][pointIndex]
                return DataPoint(x: crop, y: amount)
            }
            // end
        }
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        // sample: column-axes
        let xAxis = CategoryAxis()
        xAxis.style.interSeriesPadding = 1
        xAxis.style.interSeriesSetPadding = 0.3
        chart.xAxis = xAxis

        let yAxis = NumberAxis()
        yAxis.title = "Harvest, million tonnes"
        yAxis.rangePaddingHigh = 1
        chart.yAxis = yAxis
        // end
        let source = Harvest()
        chart.dataSource = source
        let scene = try plan(chart).scene
        #expect(xAxis.items == ["Wheat", "Barley", "Rye", "Oats"] && yAxis.defaultRange == NumberRange(0, 23.1))
        var bars: [PlotRect] = []
        for case .rects(let batch) in scene.marks.filter({ $0.source?.series != nil }).map(\.shape) {
            bars += batch.items.map(\.rect)
        }
        #expect(bars.count == 7)
        let (first, second) = (bars[0], bars[3])
        #expect(
            first.maxX == second.minX
                && abs((first.width + second.width) / Float(chart.plotAreaFrame?.width ?? 0) - 0.7 / 4) < 0.01)
        keep(source)
    }

    // MARK: Pies

    @Test("a pie: names and sizes, and a selection that turns and is reported")
    func pie() throws {
        final class Lakes: DataSource, ChartDelegate {
            // sample: pie-data
            let area = [
                ("Superior", 82.1), ("Victoria", 68.9), ("Huron", 59.6), ("Michigan", 58.0), ("Tanganyika", 32.9),
            ]
            // end
            var selected: [String] = []

            func numberOfSeries(in chart: Chart) -> Int { 1 }
            func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { area.count }
            // sample: pie-series
            func series(at index: Int, in chart: Chart) -> Series {
                let series = PieSeries()
                series.selectedStyle.protrusion = 14
                series.selectionAnimation.progressCalculator = TimeProgressCalculator(duration: 0.5)
                series.selectedPosition = 0
                return series
            }
            // end

            // sample: pie-points
            func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
                RadialDataPoint(name: area[pointIndex].0, value: area[pointIndex].1)
            }
            // end

            // sample: pie-selection
            func chart(
                _ chart: Chart, toggledSelectionForRadialPoint point: ChartPoint, of series: PieSeries,
                at pixel: (x: Double, y: Double)?
            ) {
                if point.selected, case .text(let name)? = point.xValue { selected.append(name) }
            }
            // end
        }
        let lakes = Lakes()
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 400, height: 400))
        chart.dataSource = lakes
        chart.delegate = lakes
        _ = try plan(chart)
        let series = try #require(chart.series.first as? PieSeries)
        let position = try #require(series.sliceCenter(2))
        #expect(chart.tap(x: position.x, y: position.y) && lakes.selected == ["Huron"])
        chart.advance(by: 0.25)
        #expect(chart.advance(by: 0.2))
        #expect(!chart.advance(by: 0.05))
        #expect(abs(try #require(series.midAngle(ofSlice: 2)).remainder(dividingBy: 2 * .pi)) < 1e-9)
        #expect(chart.allAxes.isEmpty)
        keep(lakes)
    }

    // MARK: Time and prices

    @Test("weekends are left out of a date axis")
    func weekends() throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        let saturday = day(2020, 2, 1)
        // sample: weekends
        let xAxis = DiscontinuousDateTimeAxis()
        let weekends = RepeatedTimePeriod(
            start: saturday, length: DateFrequency(2, .day), every: DateFrequency(1, .week))
        xAxis.addExcludedRepeatedTimePeriod(weekends)
        chart.xAxis = xAxis
        // end
        let days = (3...14).map { day(2020, 2, $0).timeIntervalSince1970 }
        chart.add(
            LineSeries(
                columns: SeriesColumns(x: Column(secondsSince1970: days), y: Column(days.indices.map(Double.init)))))
        _ = try plan(chart)
        func position(of number: Int) throws -> Double {
            try #require(xAxis.pixelValue(for: DataValue(day(2020, 2, number))))
        }
        // Friday to Monday has the same length as Monday to Tuesday.
        #expect(abs(try position(of: 10) - position(of: 7) - (position(of: 4) - position(of: 3))) < 1e-6)
        #expect(abs(try position(of: 8) - position(of: 9)) < 1e-9)
    }

    @Test("candles from JSON")
    func candlesticks() throws {
        let json = Data(
            #"[{"day": "2021-03-01", "open": 50, "high": 56, "low": 48, "close": 54}, {"day": "2021-03-02", "open": 54, "high": 55, "low": 47, "close": 49}]"#
                .utf8)
        // sample: candlesticks
        struct Quote: Decodable {
            var day: String
            var open, high, low, close: Double
        }
        let format = ISO8601DateFormatter()
        format.formatOptions = .withFullDate
        let points = try JSONDecoder().decode([Quote].self, from: json).map { quote in
            MultiYDataPoint(
                xValue: format.date(from: quote.day).map { DataValue($0) },
                yValues: [
                    .open: DataValue(quote.open), .high: DataValue(quote.high), .low: DataValue(quote.low),
                    .close: DataValue(quote.close),
                ])
        }
        let source = SimpleDataSource()
        source.addSeries(CandlestickSeries(title: "Share"), points)
        // end
        let chart = Chart(width: 600, height: 400, xAxisType: .dateTime)
        chart.dataSource = source
        let described = try plan(chart)
        #expect(described.warnings.isEmpty && chart.yAxis?.dataRange == NumberRange(47, 56))
        #expect(
            chart.xAxis?.dataRange
                == NumberRange(day(2021, 3, 1).timeIntervalSince1970, day(2021, 3, 2).timeIntervalSince1970))
        keep(source)
    }

    @Test("bubbles: areas in any unit, the largest as wide as one likes")
    func bubbles() async throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        (chart.xAxis, chart.yAxis) = (
            NumberAxis(defaultRange: NumberRange(0, 4)), NumberAxis(defaultRange: NumberRange(0, 3))
        )
        // sample: bubbles
        let series = BubbleSeries(title: "Inhabitants")
        series.biggestBubbleDiameterForAutoScaling = 60
        let source = SimpleDataSource()
        source.addSeries(
            series,
            [
                BubbleDataPoint(xValue: 1, yValue: 1, area: 1_400), BubbleDataPoint(xValue: 2, yValue: 2, area: 350),
                BubbleDataPoint(xValue: 3, yValue: 1, area: 1_400),
            ])
        chart.dataSource = source
        // end
        series.style.pointStyle.color = .pureRed
        for axis in chart.allAxes { axis.style.majorGridLineStyle.showMajorGridLines = false }
        let picture = try await Picture(chart)
        // Two circles of 60 points and one of 30.
        let area = Double.pi * 2_025
        #expect(abs(Double(picture.count(.pureRed)) - area) < 300)
        #expect(series.currentScale.map { abs($0 - .pi * 900 / 1_400) < 1e-9 } == true)
        keep(source)
    }

    // MARK: Radial charts

    @Test("a polar chart: numbers round the pole")
    func polar() throws {
        final class Source: SampleSource {
            var points: [[any ChartData]] {
                [[DataPoint(x: 0, y: 0), DataPoint(x: 1, y: 1), DataPoint(x: 2, y: 2), DataPoint(x: 4, y: 4)]]
            }
            // sample: polar-series
            func series(at index: Int, in chart: Chart) -> Series { RadialLineSeries() }

            func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
                DataPoint(x: Double(pointIndex), y: Double(pointIndex))
            }
            // end
        }
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 400, height: 400))
        // sample: polar-axes
        chart.xAxis = NumberAxis()
        chart.yAxis = NumberAxis()
        // end
        let source = Source()
        chart.dataSource = source
        #expect(chart.allAxes.count == 2)
        let polar = try plan(chart)
        #expect(polar.altText.lowercased().contains("polar") && chart.xAxis?.dataRange == NumberRange(0, 3))
        #expect(chart.xAxis?.pixelValue(forDataValue: 1) == nil, "places lie on a circle")
        keep(source)
    }

    @Test("a radar chart: a closed line on a spider web")
    func radar() throws {
        final class Ratings: DataSource {
            let ratings = [("Pace", 70.0), ("Passing", 85), ("Stamina", 60), ("Shots", 90)]
            func numberOfSeries(in chart: Chart) -> Int { 1 }
            func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { ratings.count }
            // sample: radar-series
            func series(at index: Int, in chart: Chart) -> Series {
                let series = RadialLineSeries()
                series.pointsWrapAround = true
                return series
            }

            func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
                DataPoint(x: ratings[pointIndex].0, y: ratings[pointIndex].1)
            }
            // end
        }
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 400, height: 400))
        // sample: radar-axes
        chart.xAxis = CategoryAxis()
        chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 100))
        for axis in chart.allAxes { axis.style.majorGridLineStyle.lineRenderMode = .linear }
        // end
        let source = Ratings()
        chart.dataSource = source
        let radar = try plan(chart)
        let line = try #require(radar.scene.marks.first { $0.source?.series == 0 })
        guard case .polyline(let path) = line.shape else {
            Issue.record("\(line.shape)")
            return
        }
        #expect(path.points.filter(\.isFinite).count >= 5 && path.points.first == path.points.dropFirst(4).first)
        #expect(radar.altText.lowercased().contains("radar") && chart.yAxis?.axisRange == NumberRange(0, 100))
        keep(source)
    }
}
