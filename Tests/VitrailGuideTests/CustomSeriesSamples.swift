import Foundation
import Testing
import Vitrail

/// Samples of docs/from-the-guides.md, for document 003: a host's own series.
@Suite("Guide: custom series")
struct CustomSeriesSamples {
    // sample: marker-series
    final class MarkerSeries: XySeries {
        var pointStyle = PointStyle(color: Color(0xFF0000), radius: 6, innerColor: .white, innerRadius: 3)

        init(title: String = "", columns: SeriesColumns = SeriesColumns()) {
            super.init(title: title, columns: columns, hitProvider: .markers(), nearestPointProvider: .points)
        }

        override func draw(_ pass: XyPassData, in context: DrawContext) {
            context.markers(x: pass.xCoordinates, y: pass.yCoordinates, style: pointStyle)
        }
    }
    // end

    @Test("a marker for each point in view; taps and the crosshair find them")
    func markers() async throws {
        let series = MarkerSeries(columns: SeriesColumns(x: Column([1.0, 2, 3, 9]), y: Column([1.0, 3, 2, 1])))
        series.selectionMode = .point
        series.crosshairEnabled = true
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        (chart.xAxis, chart.yAxis) = (
            NumberAxis(defaultRange: NumberRange(0, 4)), NumberAxis(defaultRange: NumberRange(0, 4))
        )
        for axis in chart.allAxes { axis.style.majorGridLineStyle.showMajorGridLines = false }
        chart.add(series)
        let picture = try await Picture(chart)
        // Three rings from 3 to 6 points.
        let area = Double.pi * 81
        #expect(abs(Double(picture.count(.pureRed, tolerance: 60)) - area) < 60)
        let position = try picture.position(of: 2, 3)
        #expect(picture.color(at: position) == .white && picture.color(at: (position.x + 4.5, position.y)) == .pureRed)
        #expect(chart.tap(x: position.x + 4, y: position.y) && series.selectedPoints == [1])
        #expect(chart.longPress(.began, x: position.x + 30, y: position.y) && chart.crosshair.trackingPoint == 1)
    }

    // sample: pass-data
    final class WindPassData: XyPassData {
        override class var values: [SeriesValue] { super.values + [.free("direction")] }

        /// Pixels to the tip of an arrow of one unit.
        var unit: Float = 0
        var directions: Column? { values(.free("direction")) }
    }

    final class WindSeries: RenderableSeries<WindPassData> {
        override func makePassData(_ context: SeriesContext) -> WindPassData {
            let pass = super.makePassData(context)
            pass.unit = context.pixels(24)
            return pass
        }

        override func draw(_ pass: WindPassData, in context: DrawContext) {
            guard let range = pass.xPointRange, let directions = pass.directions else { return }
            directions.withValues { directions in
                for (k, sample) in range.enumerated() {
                    let start = PlotPoint(x: pass.xCoordinates[k], y: pass.yCoordinates[k])
                    let turn = Float(directions[sample]) * .pi / 180
                    let tip = PlotPoint(x: start.x + sin(turn) * pass.unit, y: start.y - cos(turn) * pass.unit)
                    context.line(from: start, to: tip, width: 3, paint: .solid(Color(0x0000FF)))
                }
            }
        }
    }
    // end

    @Test("pass data of one's own, filled before it is drawn; indexes in view are inclusive")
    func passData() async throws {
        let series = WindSeries(
            columns: SeriesColumns(
                x: Column([1.0, 2, 3]), y: Column([1.0, 1, 1]), keyed: ["direction": Column([0.0, 90, 180])]))
        let chart = sampleChart([], x: NumberRange(0, 4), y: NumberRange(0, 2))
        chart.add(series)
        let picture = try await Picture(chart)
        func blue(_ x: Double, _ dx: Double, _ dy: Double) throws -> Bool {
            let position = try picture.position(of: x, 1)
            return picture.color(at: (position.x + dx, position.y + dy)) == .pureBlue
        }
        #expect(try blue(1, 0, -20) && blue(2, 20, 0) && blue(3, 0, 20) && !blue(1, 0, 20) && !blue(2, -20, 0))
        #expect(series.valueKeys == ["direction"])
    }

    @Test("calculators of the pass agree with the axes")
    func calculators() throws {
        final class Asking: XySeries {
            var found: [Double] = []
            var range: ClosedRange<Int>?
            // sample: calculators
            override func draw(_ pass: XyPassData, in context: DrawContext) {
                range = pass.xPointRange
                found = [
                    pass.context.xScale.position(of: 15), pass.context.yScale.position(of: 15),
                    pass.context.xScale.value(at: 300),
                ]
            }
            // end
        }
        let numbers = Column((0..<40).map(Double.init))
        let series = Asking(columns: SeriesColumns(x: numbers, y: numbers))
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.add(series)
        _ = try plan(chart)
        chart.xAxis?.setRange(10, 20)
        _ = try plan(chart)
        let plot = try #require(chart.plotAreaFrame)
        #expect(
            series.range?.contains(10) == true && series.range?.contains(20) == true
                && series.range?.contains(0) == false)
        #expect(abs(series.found[0] - plot.x - (chart.xAxis?.pixelValue(forDataValue: 15) ?? 0)) < 1e-6)
        #expect(abs(series.found[1] - plot.y - (chart.yAxis?.pixelValue(forDataValue: 15) ?? 0)) < 1e-6)
        #expect(abs(series.found[2] - (chart.xAxis?.dataValue(forPixelValue: 300 - plot.x) ?? 0)) < 1e-6)
    }
}
