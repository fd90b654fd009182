import Foundation
import Testing
import Vitrail

/// Samples of docs/from-the-guides.md, for document 004: a ride that streams in, a persistent crosshair, and a map as
/// tooltip.
@Suite("Guide: movement tracker")
struct MovementTrackerSamples {
    // sample: ride
    final class Ride: DataSource {
        struct Fix {
            var time: Double
            /// Kilometres from the start.
            var east, north: Double
            var distance = 0.0
            /// Kilometres an hour.
            var speed = 0.0
        }

        private(set) var fixes: [Fix] = []

        func add(east: Double, north: Double, at time: Double) {
            var fix = Fix(time: time, east: east, north: north)
            if let last = fixes.last {
                let way = hypot(east - last.east, north - last.north)
                fix.distance = last.distance + way
                fix.speed = way / (time - last.time) * 3_600
            }
            fixes.append(fix)
        }

        func numberOfSeries(in chart: Chart) -> Int { 2 }

        func series(at index: Int, in chart: Chart) -> Series {
            let series = LineSeries(title: index == 0 ? "Speed" : "Distance")
            series.crosshairEnabled = true
            series.style.pointStyle.showPoints = true
            return series
        }

        func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { chart.allYAxes[index] }

        func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { fixes.count }

        func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
            let fix = fixes[pointIndex]
            return DataPoint(xValue: .date(fix.time), yValue: .number(index == 0 ? fix.speed : fix.distance))
        }
    }
    // end

    // sample: tracker
    final class Tracker: ChartDelegate {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 700, height: 420))
        let ride = Ride()

        init() {
            chart.dataSource = ride
            chart.delegate = self
            chart.title = "Ride"
            chart.legend.hidden = false
            chart.legend.position = .bottomMiddle
            chart.clipsToBounds = false

            let time = DateTimeAxis()
            time.title = "Time"
            chart.xAxis = time
            let speed = NumberAxis()
            speed.title = "Speed, km/h"
            speed.numberFormatter.maximumFractionDigits = 1
            chart.yAxis = speed
            let distance = NumberAxis()
            distance.title = "Distance, km"
            distance.numberFormatter.maximumFractionDigits = 2
            distance.axisPosition = .reverse
            distance.axisLabelsAreFixed = true
            chart.addYAxis(distance)
        }

        func add(east: Double, north: Double, at time: Double) {
            ride.add(east: east, north: north, at: time)
            if !chart.series.isEmpty {
                for index in 0..<2 { chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: index) }
            }
            chart.redrawChart()
        }
    }
    // end

    // sample: map-tooltip
    final class MapTooltip: CrosshairTooltip {
        private let ride: Ride
        private var fix = Ride.Fix(time: 0, east: 0, north: 0)
        private var texts = (value: "", time: "")

        init(of ride: Ride) { self.ride = ride }

        override func setDataPoint(_ point: ChartPoint, from series: CartesianSeries, in chart: Chart?) {
            fix = ride.fixes[point.dataPointIndex]
            let isDistance = series.title == "Distance"
            let axis = isDistance ? chart?.secondaryYAxes.first : chart?.yAxis
            let value = axis?.string(forId: isDistance ? fix.distance : fix.speed) ?? ""
            texts = (
                "\(series.title): \(value) \(isDistance ? "km" : "km/h")", chart?.xAxis?.string(forId: fix.time) ?? ""
            )
        }

        override func draw(_ target: CrosshairTarget, style: CrosshairStyle, _ context: inout OverlayContext) {
            // 200 × 200 points with the place in the middle; all of the way fits.
            let box = Rect(x: target.x - 100, y: target.y - 100, width: 200, height: 200)
            context.fill(box, .white)
            context.stroke(box, .black, width: 1)
            let reach = ride.fixes.map { max(abs($0.east - fix.east), abs($0.north - fix.north)) }.max() ?? 0
            let unit = 70 / max(reach, 0.1)
            let way = ride.fixes.map {
                (x: target.x + ($0.east - fix.east) * unit, y: target.y - ($0.north - fix.north) * unit)
            }
            context.line(way, Color(0xFF0000), width: 3)
            context.disc(x: target.x, y: target.y, radius: 5, Color(0x0000FF))
            context.text(texts.value, x: box.midX, y: box.y + 4, across: 0.5)
            context.text(texts.time, x: box.midX, y: box.maxY - 4, across: 0.5, down: 1)
        }
    }
    // end

    // sample: map-crosshair
    final class MapCrosshair: Crosshair {
        private var isShown = false
        private var last: (values: (x: Double, y: Double), series: CartesianSeries, point: ChartPoint)?

        override func show() {
            isShown = true
            super.show()
        }

        override func remove() {
            isShown = false
            super.remove()
        }

        override func move(
            to position: (x: Double, y: Double)?, displaying values: (x: Double, y: Double), of series: CartesianSeries,
            at point: ChartPoint
        ) {
            if isInsideRange { last = (values, series, point) }
            super.move(to: position, displaying: values, of: series, at: point)
        }

        override func chartDidReload() {
            super.chartDidReload()
            guard isShown, let last, let chart, let plot = chart.plotAreaFrame else { return }
            movedInsideRange()
            super.show()
            let yAxis = last.series.title == "Distance" ? chart.secondaryYAxes.first : chart.yAxis
            let x = plot.x + (chart.xAxis?.pixelValue(forDataValue: last.values.x) ?? 0)
            let y = plot.y + (yAxis?.pixelValue(forDataValue: last.values.y) ?? 0)
            super.move(to: (x, y), displaying: last.values, of: last.series, at: last.point)
        }
    }
    // end

    @Test("places stream in, both axes follow, crosshair and map stay on their point")
    func tracked() async throws {
        let tracker = Tracker()
        let chart = tracker.chart
        // sample: together
        let crosshair = MapCrosshair()
        crosshair.interpolatePoints = true
        crosshair.tooltip = MapTooltip(of: tracker.ride)
        crosshair.style.lineWidth = 2
        crosshair.style.lineColor = .black
        chart.crosshair = crosshair
        chart.raiseCanvas = true
        chart.raiseCrosshair = true
        // end
        // A chart without data is no problem.
        _ = try plan(chart)
        #expect(chart.series.count == 2 && chart.warnings.isEmpty)
        func ride(_ steps: Range<Int>) {
            for k in steps {
                tracker.add(east: Double(k) * 0.05, north: 0.2 * sin(Double(k) / 3), at: 1_700_000_000 + Double(k) * 10)
            }
        }
        ride(0..<10)
        _ = try plan(chart)
        #expect(chart.series.map(\.numberOfDataPoints) == [10, 10])
        let distance = try #require(tracker.ride.fixes.last?.distance)
        #expect(chart.secondaryYAxes[0].dataRange == NumberRange(0, distance))
        #expect(try #require(chart.yAxis?.dataRange).maximum > 15)

        let line = try #require(chart.series[1] as? LineSeries)
        chart.crosshair.show(at: 4, of: line)
        #expect(crosshair.isActive)
        func check(_ count: Int) async throws {
            let picture = try await Picture(chart)
            let plot = try #require(chart.plotAreaFrame)
            let fix = tracker.ride.fixes[4]
            let x = try #require(chart.xAxis?.pixelValue(forDataValue: fix.time)) + plot.x
            let y = try #require(chart.secondaryYAxes[0].pixelValue(forDataValue: fix.distance)) + plot.y
            #expect(crosshair.trackingPoint == 4 && chart.series[1].numberOfDataPoints == count)
            #expect(picture.color(at: (x, y)) == .pureBlue && picture.color(at: (x - 99.5, y + 30)) == .black)
            #expect(picture.count(.pureRed) > 150 && picture.color(at: (x + 85, y + 85)) == .white)
        }
        try await check(10)
        ride(10..<14)
        try await check(14)
        ride(14..<40)
        try await check(40)
        chart.tap(x: 350, y: 200)
        #expect(!crosshair.isActive)
        ride(40..<41)
        _ = try plan(chart)
        #expect(!crosshair.isActive)
        keep(tracker)
    }

    @Test("each move of the crosshair calls the delegate")
    func moves() throws {
        final class Delegate: ChartDelegate {
            var positions: [(x: Double, y: Double)] = []
            // sample: crosshair-moved
            func crosshairMoved(_ chart: Chart, x: Double, y: Double) { positions.append((x, y)) }
            // end
        }
        let chart = sampleChart([0, 10])
        let line = try #require(chart.series.first as? LineSeries)
        line.crosshairEnabled = true
        let delegate = Delegate()
        chart.delegate = delegate
        _ = try plan(chart)
        chart.longPress(.began, x: 200, y: 200)
        chart.longPress(.moved, x: 400, y: 200)
        #expect(delegate.positions.count == 2 && delegate.positions[1].x > delegate.positions[0].x)
        #expect(delegate.positions.allSatisfy { abs($0.y - 10 * $0.x) < 1e-6 })
    }
}
