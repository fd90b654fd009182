import Foundation
import Testing
import Vitrail

/// Samples of docs/from-the-guides.md, for document 002: the quick start, and the parts of its overview missing in
/// document 000.
@Suite("Guide: quick start")
struct QuickStartSamples {
    // sample: quick-start-source
    final class Powers: DataSource {
        func numberOfSeries(in chart: Chart) -> Int { 3 }

        func series(at index: Int, in chart: Chart) -> Series {
            let series = LineSeries(title: "y = x^\(index + 1)")
            series.style.lineWidth = 4
            if index == 0 {
                series.style.showFill = true
                series.style.areaColor = Color(0xFF8000)
                series.style.areaColorLowGradient = Color(0xFFE000)
                series.style.areaLineWidth = 4
            }
            return series
        }

        func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { 101 }

        func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
            let x = Double(pointIndex) / 50
            return DataPoint(x: x, y: pow(x, Double(index + 1)))
        }
    }
    // end

    @Test("three powers of x, titled, with a legend and a fill")
    func quickStart() async throws {
        // sample: quick-start-chart
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 480))
        chart.title = "Three powers"
        // end
        // sample: quick-start-axes
        let xAxis = NumberAxis()
        xAxis.title = "x"
        chart.xAxis = xAxis

        let yAxis = NumberAxis()
        yAxis.title = "y"
        chart.yAxis = yAxis
        // end
        // sample: quick-start-data
        let source = Powers()
        chart.dataSource = source
        // end
        // sample: quick-start-legend
        chart.legend.hidden = false
        // end
        // sample: quick-start-picture
        let renderer = Renderer()
        let picture = try await renderer.render(chart, for: .png)
        let png = try picture.encoded(as: .png)
        await renderer.close()
        // end
        #expect(try PNGDecoder.decode(png) == picture.image && picture.image.size == PixelSize(width: 640, height: 480))
        #expect(chart.legendEntries.map(\.title) == ["y = x^1", "y = x^2", "y = x^3"])
        #expect(chart.xAxis?.dataRange == NumberRange(0, 2) && chart.yAxis?.dataRange == NumberRange(0, 8))
        #expect(chart.titleFrame != nil && chart.legendFrame != nil)
        // Orange at the line's end, yellow at the baseline.
        let shown = try await Picture(chart)
        let (top, bottom) = (try shown.color(1.9, 1.3), try shown.color(1.9, 0.08))
        #expect(top.green < bottom.green && bottom.isClose(to: .pureYellow, 16) && top.red == 255)
        #expect((chart.series[2] as? LineSeries)?.resolvedStyle.lineWidth == 4)
        keep(source)
    }

    @Test("a chart is laid out anew for another frame")
    func resize() throws {
        let chart = sampleChart()
        _ = try plan(chart)
        let plot = try #require(chart.plotAreaFrame)
        // sample: resize
        chart.frame = Rect(x: 0, y: 0, width: 400, height: 600)
        // end
        let scene = try plan(chart).scene
        #expect(scene.size == PixelSize(width: 400, height: 600))
        #expect(chart.plotAreaFrame.map { plot.width - $0.width == 200 && $0.height - plot.height == 200 } == true)
    }

    @Test("a chart is made with theme and kinds of axes")
    func initializers() throws {
        let frame = Rect(x: 0, y: 0, width: 600, height: 400)
        final class Source: SampleSource {
            let points: [[any ChartData]] = [[0.0, 9].map { DataPoint(x: Date(timeIntervalSince1970: $0), y: $0) }]
        }
        let source = Source()
        // sample: initializers
        let plain = Chart(frame: frame)
        plain.xAxis = DateTimeAxis()
        plain.yAxis = NumberAxis()
        plain.dataSource = source

        let dark = Chart(frame: frame, theme: .dark, xAxisType: .dateTime, yAxisType: .number)
        dark.dataSource = source
        // end
        for chart in [plain, dark] {
            #expect(try plan(chart).warnings.isEmpty)
            #expect(chart.xAxis is DateTimeAxis && chart.xAxis?.dataRange == NumberRange(0, 9))
        }
        #expect(dark.theme == .dark && plain.theme != .dark)
        keep(source)
    }

    @Test("a redraw asks for nothing, a reload for everything")
    func redraw() throws {
        final class Source: SampleSource {
            var points: [[any ChartData]] = [[DataPoint(x: 0, y: 0), DataPoint(x: 1, y: 5)]]
        }
        let source = Source()
        let chart = Chart(width: 600, height: 400)
        chart.dataSource = source
        _ = try plan(chart)
        source.points[0].append(DataPoint(x: 2, y: 9))
        chart.title = "Later"
        // sample: redraw
        chart.redrawChart()
        chart.redrawChart(includePlotArea: false)
        // end
        _ = try plan(chart)
        #expect(chart.series[0].numberOfDataPoints == 2 && chart.titleFrame != nil)
        // sample: reload
        chart.reloadData()
        // end
        #expect(chart.series[0].numberOfDataPoints == 2)
        _ = try plan(chart)
        #expect(chart.series[0].numberOfDataPoints == 3 && chart.yAxis?.dataRange == NumberRange(0, 9))
        keep(source)
    }

    @Test("range padding on a date axis is a length of the calendar")
    func datePadding() throws {
        let chart = Chart(width: 600, height: 400, xAxisType: .dateTime)
        chart.add(LineSeries(columns: SeriesColumns(x: Column(secondsSince1970: [0, 864_000]), y: Column([1.0, 2]))))
        // sample: date-padding
        chart.xAxis?.rangePaddingLow = .days(1)
        chart.xAxis?.rangePaddingHigh = .weeks(1)
        // end
        _ = try plan(chart)
        #expect(chart.xAxis?.defaultRange == NumberRange(-86_400, 864_000 + 604_800))
    }
}
