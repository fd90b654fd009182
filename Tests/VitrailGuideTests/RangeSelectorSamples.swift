import Foundation
import Testing
import Vitrail

/// Samples of docs/from-the-guides.md, for document 001: two linked charts, with the classes of the tutorial.
@Suite("Guide: range selector")
struct RangeSelectorSamples {
    // sample: temperature-data
    struct TemperaturePoint: ChartData {
        var time: Date
        var degrees: Double

        var xValue: DataValue? { DataValue(time) }
        var yValue: DataValue? { DataValue(degrees) }
    }

    enum Temperatures {
        /// One an hour, for 100 days: warm afternoons, cold nights, and something of chance that is the same each time.
        static func simulated(from start: Date) -> [TemperaturePoint] {
            var chance: UInt64 = 7
            return (0..<2_400).map { hour in
                chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let noise = Double(chance >> 40) / Double(1 << 23) - 1
                let day = sin((Double(hour % 24) / 24 - 0.25) * 2 * .pi)
                return TemperaturePoint(time: start + Double(hour) * 3_600, degrees: 15 + 5 * day + 1.5 * noise)
            }
        }
    }
    // end

    // sample: shared-source
    final class TemperatureSource: DataSource {
        let data: [TemperaturePoint]

        init(_ data: [TemperaturePoint]) { self.data = data }

        func numberOfSeries(in chart: Chart) -> Int { 1 }
        func series(at index: Int, in chart: Chart) -> Series { LineSeries() }
        func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { data.count }
        func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
            data[pointIndex]
        }
        func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]? { data }
    }
    // end

    // sample: chart-config
    enum ChartConfig {
        static func setInteraction(on chart: Chart, to isEnabled: Bool) {
            for axis in chart.allAxes {
                axis.enableGesturePanning = isEnabled
                axis.enableGestureZooming = isEnabled
                axis.enableMomentumPanning = isEnabled
                axis.enableMomentumZooming = isEnabled
            }
        }

        static func removeMarkings(from chart: Chart) {
            for axis in chart.allAxes {
                axis.title = ""
                axis.style.majorTickStyle.showLabels = false
                axis.style.majorTickStyle.showTicks = false
                axis.style.minorTickStyle.showLabels = false
                axis.style.minorTickStyle.showTicks = false
                axis.style.majorGridLineStyle.showMajorGridLines = false
                axis.style.gridStripeStyle.showGridStripes = false
            }
        }
    }
    // end

    // sample: window
    final class RangeWindow {
        private let chart: Chart
        let leftLine = Annotation.verticalLine(x: nil, width: 3, color: Color(0x333333))
        let rightLine = Annotation.verticalLine(x: nil, width: 3, color: Color(0x333333))
        // An infinite end is the edge of the plot area; a band without an end is not drawn.
        let leftShading = Annotation.verticalBand(
            minimum: .number(-.infinity), maximum: nil, color: Color(0x1A1A1A, alpha: 0.3))
        let rightShading = Annotation.verticalBand(
            minimum: nil, maximum: .number(.infinity), color: Color(0x1A1A1A, alpha: 0.3))

        init(on chart: Chart) {
            self.chart = chart
            for annotation in [leftShading, rightShading, leftLine, rightLine] { chart.addAnnotation(annotation) }
        }

        func move(to range: NumberRange) {
            leftLine.xValue = .number(range.minimum)
            rightLine.xValue = .number(range.maximum)
            leftShading.xValueMax = leftLine.xValue
            rightShading.xValue = rightLine.xValue
            chart.redrawChart()
        }
    }
    // end

    // sample: two-charts
    final class LinkedCharts: ChartDelegate {
        let main: Chart
        let overview: Chart
        let window: RangeWindow

        init(frame: Rect, source: any DataSource, split: Double) {
            var frames = (main: frame, overview: frame)
            frames.main.height *= split
            frames.overview.height -= frames.main.height
            frames.overview.y += frames.main.height
            main = Chart(frame: frames.main, xAxisType: .dateTime, yAxisType: .number)
            overview = Chart(frame: frames.overview, xAxisType: .dateTime, yAxisType: .number)
            window = RangeWindow(on: overview)
            for chart in [main, overview] { chart.dataSource = source }
            ChartConfig.setInteraction(on: main, to: true)
            ChartConfig.setInteraction(on: overview, to: false)
            ChartConfig.removeMarkings(from: overview)
            main.delegate = self
        }

        func renderFinished(_ chart: Chart) { follow(chart) }
        func isPanning(_ chart: Chart, _ movement: AxisMovement) { follow(chart) }
        func isZooming(_ chart: Chart, _ movement: AxisMovement) { follow(chart) }

        private func follow(_ chart: Chart) {
            if let range = chart.xAxis?.axisRange { window.move(to: range) }
        }
    }
    // end

    @Test("the window on the overview follows the main chart, while it is dragged, pinched and after that")
    func linked() async throws {
        let start = Date(timeIntervalSince1970: 1_700_006_400)
        // sample: show-both
        let source = TemperatureSource(Temperatures.simulated(from: start))
        let charts = LinkedCharts(frame: Rect(x: 0, y: 0, width: 700, height: 480), source: source, split: 0.75)
        // end
        let (main, overview) = (charts.main, charts.overview)
        #expect(main.frame.height == 3 * overview.frame.height && overview.frame.y == 360)
        for chart in [main, overview] { _ = try plan(chart) }
        #expect(main.xAxis.map { charts.window.leftLine.xValue == .number($0.defaultRange.minimum) } == true)
        #expect(main.series[0].numberOfDataPoints == 2_400 && main.xAxis?.dataRange == overview.xAxis?.dataRange)
        // The overview has no labels beside its plot area.
        #expect(try #require(overview.plotAreaFrame).width > #require(main.plotAreaFrame).width)

        func check() throws {
            let range = try #require(main.xAxis?.axisRange)
            #expect(
                charts.window.leftLine.xValue == .number(range.minimum)
                    && charts.window.rightShading.xValue == .number(range.maximum))
        }
        main.pinch(.began, (300, 180), (400, 180))
        main.pinch(.moved, (200, 180), (500, 180))
        try check()
        main.pinch(.ended, (100, 180), (600, 180), velocity: 0)
        main.pan(.began, x: 400, y: 180, time: 0)
        main.pan(.moved, x: 370, y: 180, time: 0.05)
        try check()
        main.pan(.ended, x: 340, y: 180, time: 0.1)
        var frames = 0
        while main.advance(by: 1.0 / 60) {
            try check()
            frames += 1
        }
        #expect(frames > 10 && overview.isRenderScheduled)
        let picture = try await Picture(overview)
        let range = try #require(main.xAxis?.axisRange)
        let top = try #require(overview.plotAreaFrame).y + 1
        let left = try picture.position(of: range.minimum, 0).x
        // The line; to its left the shaded background, to its right the background.
        #expect(picture.color(at: (left, top)) == Color(0x333333))
        #expect(
            picture.color(at: (left - 10, top)).isClose(to: Color(0xBABABA))
                && picture.color(at: (left + 10, top)) == .white)
        keep(source)
    }

    @Test("the library's own selector does the same, and takes the drags on its window")
    func ownSelector() throws {
        let start = Date(timeIntervalSince1970: 0)
        let data = Temperatures.simulated(from: start)
        let columns = SeriesColumns(
            x: Column(secondsSince1970: data.map(\.time.timeIntervalSince1970)), y: Column(data.map(\.degrees)))
        // sample: library-selector
        let selector = RangeSelector(width: 700, height: 480, splitProportion: 0.75) { chart in
            chart.xAxis = DateTimeAxis(defaultRange: DateRange(start + 864_000, start + 1_728_000))
            chart.add(LineSeries(columns: columns))
        }
        // end
        for chart in [selector.main, selector.overview] { _ = try plan(chart) }
        #expect(
            selector.main.xAxis?.axisRange == NumberRange(864_000, 1_728_000)
                && selector.overview.xAxis?.axisRange.minimum == 0)
        let plot = try #require(selector.overview.plotAreaFrame)
        func position(of seconds: Double) -> Double {
            plot.x + (selector.overview.xAxis?.pixelValue(forDataValue: seconds) ?? 0)
        }
        #expect(selector.pan(.began, x: position(of: 1_296_000), y: 430))
        selector.pan(.ended, x: position(of: 3_000_000), y: 430, velocity: (x: 0, y: 0))
        let range = try #require(selector.main.xAxis?.axisRange)
        #expect(abs(range.center - 3_000_000) < 5_000 && abs(range.span - 864_000) < 1)
    }
}
