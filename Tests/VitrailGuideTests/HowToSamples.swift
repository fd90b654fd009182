import Foundation
import Testing
import Vitrail

/// Samples of docs/from-the-guides.md, for the how-to guides of document 000: annotations, selection, axes and streams.
@Suite("Guide: how to")
struct HowToSamples {
    // MARK: Annotations

    @Test("a text at a date, and a picture below the data that stretches from corner to corner")
    func annotations() async throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400), xAxisType: .dateTime, yAxisType: .number)
        let (start, end) = (day(2019, 1, 1), day(2021, 1, 1))
        let dates = Column(secondsSince1970: [start, end].map(\.timeIntervalSince1970))
        chart.add(LineSeries(columns: SeriesColumns(x: dates, y: Column([0.0, 100]))))
        let releaseDay = day(2019, 7, 1)
        // sample: text-annotation
        let release = Annotation.text(
            "Version 2", x: DataValue(releaseDay), y: 80, font: FontStyle(size: 14), textColor: Color(0xFF0000),
            backgroundColor: Color(0xFFE000))
        chart.addAnnotation(release)
        // end
        let image = PixelImage(size: PixelSize(width: 2, height: 2), filledWith: .pureBlue)
        // sample: picture-annotation
        let logo = AnnotationZooming(position: .belowData)
        (logo.xValue, logo.xValueMax) = (DataValue(start), DataValue(end))
        (logo.yValue, logo.yValueMax) = (20, 40)
        logo.bounds = (width: 50, height: 50)
        logo.image = image
        logo.opacity = 0.5
        chart.addAnnotation(logo)
        // end
        for axis in chart.allAxes { axis.style.majorGridLineStyle.showMajorGridLines = false }
        let picture = try await Picture(chart)
        let position = try picture.position(of: releaseDay.timeIntervalSince1970, 80)
        #expect(
            picture.color(at: (position.x - 30, position.y - 8)) == .pureYellow
                && picture.count(.pureRed, tolerance: 90) > 20)
        func middle(_ y: Double) throws -> Color { try picture.color(day(2020, 6, 1).timeIntervalSince1970, y) }
        #expect(try middle(30).isClose(to: Color(0x8080FF)) && middle(45) == .white)
        chart.yAxis?.setRange(20, 60)
        let zoomed = try await Picture(chart)
        #expect(try zoomed.color(day(2020, 6, 1).timeIntervalSince1970, 39).isClose(to: Color(0x8080FF)))
    }

    @Test("an annotation that the host draws")
    func ownAnnotation() async throws {
        // sample: own-annotation
        final class Arrow: Annotation {
            override func draw(in frame: Rect, _ context: inout OverlayContext) {
                context.line(
                    [(frame.x, frame.y), (frame.midX, frame.maxY), (frame.maxX, frame.y)], Color(0xFF0000), width: 4)
            }
        }
        let arrow = Arrow(xValue: 1, yValue: 3)
        arrow.bounds = (width: 24, height: 24)
        // end
        let chart = sampleChart([1, 1, 1], y: NumberRange(0, 5))
        chart.addAnnotation(arrow)
        let picture = try await Picture(chart)
        let position = try picture.position(of: 1, 3)
        #expect(picture.color(at: (position.x, position.y + 8)) == .pureRed && picture.color(at: position) == .white)
    }

    // MARK: Selection

    @Test("taps select series and points and call the delegate; code does the same")
    func selection() throws {
        final class Delegate: ChartDelegate {
            var selected: [String] = []
            // sample: selection-callbacks
            func chart(
                _ chart: Chart, toggledSelectionForSeries series: CartesianSeries, near point: ChartPoint,
                at pixel: (x: Double, y: Double)
            ) {
                selected.append("\(series.title) \(series.selected)")
            }

            func chart(
                _ chart: Chart, toggledSelectionForPoint point: ChartPoint, of series: CartesianSeries,
                at pixel: (x: Double, y: Double)
            ) {
                selected.append("\(series.title) \(point.dataPointIndex) \(point.selected)")
            }
            // end
        }
        let chart = sampleChart([1, 1, 1])
        let points = LineSeries(title: "points", columns: SeriesColumns(y: Column([3.0, 3, 3])))
        chart.add(points)
        let series = try #require(chart.series.first as? LineSeries)
        let delegate = Delegate()
        chart.delegate = delegate
        _ = try plan(chart)
        chart.tap(x: 300, y: 200)
        #expect(delegate.selected.isEmpty)
        // sample: selection-enabled
        series.selectionMode = .series
        points.selectionMode = .point
        // end
        let plot = try #require(chart.plotAreaFrame)
        chart.tap(x: plot.midX, y: plot.maxY - 2)
        chart.tap(x: plot.midX, y: plot.y + 2)
        #expect(delegate.selected == ["line true", "points 1 true"])
        // sample: selection-by-code
        series.selected = false
        points.selectedPoints = [0, 2]
        // end
        #expect(
            !series.selected && points.dataPoint(at: 2)?.selected == true && points.dataPoint(at: 1)?.selected == false)
    }

    // MARK: Axes and streams

    @Test("prices and volumes on axes of their own")
    func multipleAxes() throws {
        final class Source: SampleSource {
            let points: [[any ChartData]] = [
                [DataPoint(x: 0, y: 41), DataPoint(x: 1, y: 44)], [DataPoint(x: 0, y: 3e6), DataPoint(x: 1, y: 5e6)],
            ]
            // sample: y-axis-of-a-series
            func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { chart.allYAxes[index] }
            // end
        }
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        // sample: price-and-volume
        let price = NumberAxis()
        chart.yAxis = price

        let volume = NumberAxis()
        volume.axisPosition = .reverse
        chart.addYAxis(volume)
        // end
        let source = Source()
        chart.dataSource = source
        _ = try plan(chart)
        #expect(price.dataRange == NumberRange(41, 44) && volume.dataRange == NumberRange(3e6, 5e6))
        keep(source)
    }

    @Test("points come and go, and only new ones are asked for")
    func streaming() throws {
        final class Sensor: SampleSource {
            var points: [[any ChartData]] = [(0..<10).map { DataPoint(x: Double($0), y: Double($0 % 3)) }]
            var asked = 0
            func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
                asked += 1
                return points[index][pointIndex]
            }
        }
        let sensor = Sensor()
        let chart = Chart(width: 600, height: 400)
        chart.dataSource = sensor
        _ = try plan(chart)
        #expect(sensor.asked == 10)
        sensor.points[0].removeFirst()
        sensor.points[0].append(DataPoint(x: 10, y: 7))
        // sample: stream
        chart.removeNumberOfDataPoints(1, fromStartOfSeriesAt: 0)
        chart.appendNumberOfDataPoints(1, toEndOfSeriesAt: 0)
        chart.redrawChart()
        // end
        _ = try plan(chart)
        #expect(
            sensor.asked == 11 && chart.xAxis?.dataRange == NumberRange(1, 10)
                && chart.yAxis?.dataRange == NumberRange(0, 7))
    }
}
