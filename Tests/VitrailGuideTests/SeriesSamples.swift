import Foundation
import Testing
import Vitrail

/// Samples of docs/from-the-guides.md, for document 000: series, legend, crosshair, delegate and styles.
@Suite("Guide: series and styles")
struct SeriesSamples {
    /// The line of a chart.
    private func line(of chart: Chart) throws -> LineSeries { try #require(chart.series.first as? LineSeries) }

    // MARK: Series

    @Test("a point of prices has a value for each key")
    func keyedValues() throws {
        // sample: keyed-values
        var day = MultiYDataPoint(xValue: 4, yValues: [.open: 101, .high: 106, .low: 99])
        day.yValues[.close] = 103.5
        // end
        let source = SimpleDataSource()
        let series = CandlestickSeries()
        source.addSeries(series, [day])
        let chart = Chart(width: 600, height: 400)
        chart.dataSource = source
        _ = try plan(chart)
        #expect(series.yValueKeys == [.open, .high, .low, .close] && chart.yAxis?.dataRange == NumberRange(99, 106))
        #expect(series.dataPoint(at: 0)?.yValue(for: .close) == 103.5 && chart.warnings.isEmpty)
        keep(source)
    }

    @Test("a point without a value is a gap")
    func gap() async throws {
        // sample: gap
        let points = [
            DataPoint(x: 0, y: 2), DataPoint(x: 1, y: 2), DataPoint(xValue: 1.5, yValue: nil), DataPoint(x: 2, y: 2),
            DataPoint(x: 3, y: 2),
        ]
        // end
        let source = SimpleDataSource()
        source.addSeries(LineSeries(style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 4)), points)
        let chart = sampleChart(y: NumberRange(0, 4))
        chart.dataSource = source
        let picture = try await Picture(chart)
        #expect(
            try picture.color(0.5, 2) == .pureRed && picture.color(2.5, 2) == .pureRed
                && picture.color(1.5, 2) == .white)
        keep(source)
    }

    @Test("colour and width of a line")
    func lineStyle() async throws {
        let chart = sampleChart([2, 2])
        let lineSeries = try line(of: chart)
        // sample: line-style
        lineSeries.style.lineColor = Color(0xFF0000)
        lineSeries.style.lineWidth = 6
        // end
        let picture = try await Picture(chart)
        let middle = try picture.position(of: 0.5, 2)
        #expect([-2.5, 0, 2.5].allSatisfy { picture.color(at: (middle.x, middle.y + $0)) == .pureRed })
    }

    @Test("columns with round tips")
    func cornerRatio() async throws {
        let series = ColumnSeries(
            columns: SeriesColumns(y: Column([4.0, 4])), style: BarColumnSeriesStyle(areaColor: .pureRed))
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.add(series)
        let square = try await Picture(chart)
        // sample: corner-ratio
        series.style.cornerRatio = 1
        // end
        let round = try await Picture(chart)
        let tip = try round.position(of: 0, 4)
        #expect(round.color(at: (tip.x, tip.y + 2)) == .pureRed)
        // Two columns with two quarter-circle corners each.
        let missing = Double(square.count(.pureRed) - round.count(.pureRed))
        let width = Double((0..<600).count { square.color(at: (Double($0), tip.y + 20)) == .pureRed }) / 2
        #expect(abs(missing - width * width * (1 - .pi / 4)) < 0.15 * width * width)
    }

    @Test("series of one stack stand on one another")
    func stack() throws {
        let (north, south) = (
            ColumnSeries(columns: SeriesColumns(y: Column([1.0, 2]))),
            ColumnSeries(columns: SeriesColumns(y: Column([3.0, 5])))
        )
        // sample: stack
        north.stackIndex = 0
        south.stackIndex = 0
        // end
        let chart = Chart(width: 600, height: 400)
        chart.add(north)
        chart.add(south)
        _ = try plan(chart)
        #expect(chart.yAxis?.visibleRange == NumberRange(0, 7))
    }

    @Test("a tap selects a series, and deselects the other")
    func selectionMode() throws {
        let chart = sampleChart([1, 1])
        let other = LineSeries(columns: SeriesColumns(y: Column([3.0, 3])))
        chart.add(other)
        let series = try line(of: chart)
        for series in [series, other] {
            // sample: selection-mode
            series.selectionMode = .series
            series.toggleSelection = true
            series.selectedStyle.lineWidth = 5
            // end
        }
        _ = try plan(chart)
        let plot = try #require(chart.plotAreaFrame)
        chart.tap(x: plot.midX, y: plot.y + 5)
        #expect(other.selected && !series.selected && other.resolvedStyle.lineWidth == 5)
        chart.tap(x: plot.midX, y: plot.maxY - 5)
        #expect(!other.selected && series.selected)
    }

    // MARK: Legend and crosshair

    @Test("an entry of the legend has the title of its series")
    func legend() throws {
        let chart = sampleChart()
        let series = try line(of: chart)
        // sample: legend-entry
        series.showInLegend = true
        series.title = "Apples"
        // end
        _ = try plan(chart)
        #expect(chart.legendFrame == nil)
        // sample: legend
        chart.legend.hidden = false
        chart.legend.position = .bottomMiddle
        chart.legend.placement = .outsidePlotArea
        // end
        _ = try plan(chart)
        let (legend, plot) = (try #require(chart.legendFrame), try #require(chart.plotAreaFrame))
        #expect(chart.legendEntries.map(\.title) == ["Apples"] && legend.y >= plot.maxY)
    }

    @Test("a series may say something else of itself, and a legend may be drawn otherwise")
    func ownLegend() async throws {
        // sample: own-legend
        final class Rain: LineSeries {
            override var legendTitle: String { "Rain, mm" }
            override func legendSymbol(theme: Theme) -> LegendSymbol { .solid(Color(0xFF0000)) }
        }
        final class Framed: Legend {
            override func draw(_ entries: [LegendEntry], in frame: Rect, _ context: inout OverlayContext) {
                super.draw(entries, in: frame, &context)
                context.stroke(frame, Color(0x0000FF), width: 2)
            }
        }
        // end
        let chart = Chart(width: 600, height: 400)
        chart.add(Rain(columns: SeriesColumns(y: Column([1.0, 2]))))
        chart.legend = Framed()
        chart.legend.hidden = false
        let picture = try await Picture(chart)
        let frame = try #require(chart.legendFrame)
        #expect(chart.legendEntries.map(\.title) == ["Rain, mm"] && picture.count(.pureRed) > 20)
        #expect(picture.color(at: (frame.x + 1, frame.midY)) == .pureBlue && picture.count(.pureBlue) > 100)
    }

    @Test("a long press shows the crosshair on the line")
    func crosshair() throws {
        let chart = sampleChart([0, 10])
        let series = try line(of: chart)
        _ = try plan(chart)
        #expect(!chart.longPress(.began, x: 300, y: 200))
        // sample: crosshair
        series.crosshairEnabled = true
        chart.crosshair.mode = .floating
        chart.crosshair.interpolatePoints = true
        // end
        let x = try #require(chart.xAxis?.pixelValue(forDataValue: 0.3)) + (chart.plotAreaFrame?.x ?? 0)
        #expect(chart.longPress(.began, x: x, y: 200))
        let values = try #require(chart.crosshair.trackingValues)
        #expect(abs(values.x - 0.3) < 1e-6 && abs(values.y - 3) < 1e-6)
        chart.crosshair.interpolatePoints = false
        chart.longPress(.moved, x: x, y: 200)
        #expect(chart.crosshair.trackingValues == nil && chart.crosshair.trackingPoint == 0)
    }

    @Test("lines and target of the crosshair are drawn otherwise")
    func crosshairDrawer() async throws {
        let chart = sampleChart([5, 5, 5])
        let series = try line(of: chart)
        series.crosshairEnabled = true
        // sample: crosshair-drawer
        final class Square: CrosshairLineDrawer {
            override func drawEllipse(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext)
            {
                context.fill(Rect(x: target.x - 6, y: target.y - 6, width: 12, height: 12), Color(0xFF0000))
            }
        }
        chart.crosshair.lineDrawer = Square()
        // end
        _ = try plan(chart)
        chart.crosshair.show(at: 1, of: series)
        let picture = try await Picture(chart)
        #expect(try picture.color(1, 5) == .pureRed && abs(picture.count(.pureRed) - 144) < 30)
    }

    @Test("the series' crosshair has a box in the colour of the series")
    func seriesCrosshair() async throws {
        let chart = sampleChart([1, 5, 1])
        let series = try line(of: chart)
        series.style.lineColor = .pureRed
        series.style.lineWidth = 1
        // sample: series-crosshair
        let crosshair = SeriesCrosshair()
        crosshair.caretWidth = 14
        chart.crosshair = crosshair
        series.crosshairEnabled = true
        // end
        _ = try plan(chart)
        chart.crosshair.show(at: 1, of: series)
        let picture = try await Picture(chart)
        let position = try picture.position(of: 1, 5)
        // No space above: the box begins 20 points below the point.
        #expect((0..<600).count { picture.color(at: (Double($0), position.y + 23)) == .pureRed } > 20)
        #expect((0..<600).count { picture.color(at: (Double($0), position.y + 18)).isClose(to: .pureRed, 40) } > 8)
    }

    // MARK: Delegate and animation

    @Test("the four callbacks of loading and rendering are where a host adds to the chart")
    func lifecycle() throws {
        final class Delegate: ChartDelegate {
            var calls: [String] = []
            // sample: lifecycle
            func willStartLoadingData(_ chart: Chart) { calls.append("loading") }
            func didFinishLoadingData(_ chart: Chart) { chart.yAxis?.setRange(4, 8) }
            func renderStarted(_ chart: Chart, fullRedraw: Bool) { chart.yAxis?.title = fullRedraw ? "Level, m" : "" }
            func renderFinished(_ chart: Chart) {
                guard !chart.crosshair.isActive, let line = chart.series.first as? LineSeries else { return }
                chart.crosshair.show(at: 2, of: line)
            }
            // end
        }
        let chart = sampleChart([3, 9, 6])
        let delegate = Delegate()
        chart.delegate = delegate
        _ = try plan(chart)
        #expect(delegate.calls == ["loading"] && chart.yAxis?.title == "Level, m" && chart.crosshair.trackingPoint == 2)
        #expect(chart.yAxis?.axisRange == NumberRange(4, 8) && chart.isRenderScheduled)
    }

    @Test("a series goes in a second, and comes back as the host says")
    func hideSeries() throws {
        let chart = sampleChart()
        let series = try line(of: chart)
        _ = try plan(chart)
        var outcomes: [Bool] = []
        // sample: hide-series
        chart.animationTracker.hide(series, .fade, duration: 1) { isFinished in outcomes.append(isFinished) }
        // end
        _ = try plan(chart)
        chart.advance(by: 0.5)
        #expect(outcomes.isEmpty && !series.hidden)
        chart.advance(by: 0.5)
        #expect(outcomes == [true] && series.hidden)
        // sample: host-progress
        final class Loaded: ProgressCalculator {
            var share = 0.0
            func progress(at time: Double) -> Double { share }
        }
        let loaded = Loaded()
        chart.animationTracker.show(series, .fade, progressCalculator: loaded) { outcomes.append($0) }
        // end
        _ = try plan(chart)
        chart.advance(by: 10)
        #expect(outcomes == [true] && !series.hidden)
        loaded.share = 1
        chart.advance(by: 0.01)
        #expect(outcomes == [true, true])
    }

    // MARK: Styles

    @Test("a theme for all charts that come, and one for a chart")
    func themes() async {
        // Run in a separate process, because other tests create charts, too.
        await #expect(processExitsWith: .success) {
            // sample: global-theme
            Theme.global = .dark
            // end
            let myChart = Chart(width: 300, height: 200)
            precondition(myChart.theme == .dark)
            myChart.yAxis?.style.lineColor = .pureRed
            // sample: apply-theme
            myChart.applyTheme(.light)
            // end
            precondition(myChart.theme == .light && myChart.yAxis?.style.lineColor == nil)
            // sample: axis-style
            myChart.yAxis?.style.lineColor = Color(0xFF0000)
            // end
            precondition(myChart.yAxis?.resolvedStyle.lineColor == .pureRed)
        }
    }

    @Test("a theme of one's own is a changed copy")
    func ownTheme() throws {
        // sample: own-theme
        var theme = Theme.dark
        theme.name = "night"
        theme.lineWidth = 3
        theme.xAxis.lineColor = Color(0xFF8000)
        let chart = Chart(width: 600, height: 400, theme: theme)
        // end
        let line = LineSeries(columns: SeriesColumns(y: Column([1.0, 2])))
        chart.add(line)
        _ = try plan(chart)
        #expect(line.resolvedStyle.lineWidth == 3 && chart.xAxis?.resolvedStyle.lineColor == .pureOrange)
    }
}
