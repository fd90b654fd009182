import Foundation
import Testing
import Vitrail

@testable import CustomSeries

/// The series of Examples/CustomSeries, which use only the public interface.
@Suite("Examples of custom series")
struct CustomExampleTests {
    private func columns(_ values: [Double], color: Color = .pureRed) -> RoundedColumnSeries {
        RoundedColumnSeries(
            columns: SeriesColumns(x: Column(values.indices.map { Double($0 + 1) }), y: Column(values)), color: color,
            colorBelow: .pureBlue)
    }

    @Test(
        "C-200 rounded columns: both ends are half circles as wide as the column, the sides between them are straight")
    func rounded() async throws {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(-6, 6)).bare()
        chart.add(columns([5, -5, 0.8]))
        let probe = try await Probe(chart)
        for (x, value, color) in [(1.0, 5.0, Color.pureRed), (2, -5, .pureBlue)] {
            let (tip, zero) = (try probe.position(of: x, value).y, try probe.position(of: x, 0).y)
            let (top, bottom) = (min(tip, zero), max(tip, zero))
            let side = try #require(probe.runs(row: Int((top + bottom) / 2), of: color).first)
            let (w, middle) = (Double(side.count), Double(side.lowerBound + side.upperBound) / 2)
            let unit = try probe.position(of: 2, 0).x - probe.position(of: 1, 0).x
            let center = try probe.position(of: x, 0).x
            #expect(abs(w - unit * 0.8) <= 1 && abs(middle - center) <= 0.5)
            let r = w / 2
            for row in Int((top + r).rounded(.up))..<Int(bottom - r) {
                #expect(probe.runs(row: row, of: color) == [side])
            }
            // Four arcs: paint inside the circle, and none outside, all along.
            for (center, up) in [(top + r, -1.0), (bottom - r, 1)] {
                for degrees in stride(from: 5.0, through: 175, by: 10) {
                    let (dx, dy) = (cos(degrees * .pi / 180), up * sin(degrees * .pi / 180))
                    #expect(probe[Int(middle + dx * (r - 1.5)), Int(center + dy * (r - 1.5))].isClose(to: color))
                    #expect(probe[Int(middle + dx * (r + 1.5)), Int(center + dy * (r + 1.5))] == .white)
                }
            }
            // The ends are at the value and at zero, not beyond.
            let rows = probe.runs(column: Int(middle), of: color, tolerance: 40)
            #expect(
                rows.count == 1 && abs(Double(rows[0].lowerBound) - top) <= 1
                    && abs(Double(rows[0].upperBound) - bottom) <= 1)
        }
        // A column shorter than wide is an ellipse.
        let short = try await Probe(chartOf(columns([0, 0, 0.8])))
        let (w, l) = (
            try short.position(of: 2, 0).x - short.position(of: 1, 0).x,
            try short.position(of: 0, 0).y - short.position(of: 0, 0.8).y
        )
        #expect(l < w * 0.8)
        #expect(abs(short.painted(.pureRed) - .pi / 4 * w * 0.8 * l) < 0.02 * w * l)
    }

    private func chartOf(_ series: CartesianSeries) -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(-6, 6)).bare()
        chart.add(series)
        return chart
    }

    @Test("C-200 a translucent rounded column is one fill")
    func oneFill() async throws {
        let probe = try await Probe(chartOf(columns([5, 5, 5], color: Color(0xFF0000, alpha: 0.5))))
        #expect(probe.count { $0.green < 126 } == 0, "nothing is painted twice")
        #expect(probe.count { $0.isClose(to: Color(0xFF8080), 2) } > 10_000)
    }

    @Test(
        "C-200 a raw GL hook paints between the series before and after it, and leaves them and everything else unharmed"
    )
    func hook() async throws {
        final class Hooked: XySeries {
            static let hook = Hook(token: 7)
            var isRaw = true
            override func draw(_ pass: XyPassData, in context: DrawContext) {
                guard !isRaw else { return context.hook(Self.hook) }
                let plot = context.series.plot
                let rect = PlotRect(
                    minX: Float(plot.x), minY: Float(plot.y), maxX: Float(plot.maxX), maxY: Float(plot.maxY))
                context.rect(RectBatch.Item(rect: rect, fill: Color(0xFF00FF)))
            }
        }
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(-6, 6))
        chart.title = "Title"
        let hooked = Hooked(columns: SeriesColumns(y: Column([0.0])))
        chart.add(columns([5, -5, 2]))
        chart.add(hooked)
        chart.add(columns([3, 0, -4], color: .pureGreen))
        chart.add(
            LineSeries(
                columns: SeriesColumns(x: Column([0.0, 4]), y: Column([-6.0, 6])),
                style: LineSeriesStyle(lineColor: .black, lineWidth: 4)))
        let action: HookAction = { hook in
            let gl = HostGL(hook)
            gl.clearColor(1, 0, 1, 1)
            gl.clear(0x4000)
            gl.vandalize()
        }
        let raw = try await Probe.renderer.render(chart, hooks: [Hooked.hook: action]).image
        hooked.isRaw = false
        let plain = try await Probe(chart)
        #expect(raw == plain.image, "as if the hook were a rectangle")
        // Earlier drawing is covered, later drawing is not.
        #expect(plain.count { $0 == .pureRed } == 0 && plain.count { $0 == Color(0xFF00FF) } > 50_000)
        #expect(plain.count { $0 == .pureGreen } > 1_000 && plain.count { $0 == .black } > 100)
    }

    @Test("a heat map shows each day's value in its colour at its place, January on top")
    func calendar() async throws {
        let series = CalendarSeries(
            months: [[1, 2, nil], [3, 4, 5]], colors: [.pureRed, .white, .pureGreen, .black, .pureBlue])
        let chart = Probe.chart().bare()
        chart.add(series)
        let probe = try await Probe(chart)
        #expect(chart.xAxis?.axisRange == NumberRange(0.5, 3.5) && chart.yAxis?.axisRange == NumberRange(-0.5, 1.5))
        // Away from the numbers in the middle.
        for (x, y, color) in [
            (1.0, 1.0, Color.pureRed), (2, 1, .white), (1, 0, .pureGreen), (2, 0, .black), (3, 0, .pureBlue),
            (3, 1, .white),
        ] {
            #expect(try probe.color(x - 0.4, y + 0.4) == color && probe.color(x + 0.4, y - 0.4) == color)
        }
        #expect(CalendarSeries.scale(through: [.black, .white], steps: 3) == [.black, Color(0x808080), .white])
    }

    @Test("a box plot shows quartiles, whiskers and what lies beyond them, and has room for all of it")
    func boxes() async throws {
        let numbers = [1.0, 2, 3, 4, 5, 6, 7, 8, 9, 30]
        let box = Quartiles(numbers)
        #expect([box.low, box.q1, box.median, box.q3, box.high] == [1, 3.25, 5.5, 7.75, 9] && box.outliers == [30])
        let series = BoxPlotSeries(names: ["a"], groups: [numbers])
        series.color = .pureRed
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400), xAxisType: .category, yAxisType: .number)
            .bare()
        chart.yAxis?.rangePaddingLow = 1
        chart.yAxis?.rangePaddingHigh = 1
        chart.add(series)
        let probe = try await Probe(chart)
        #expect(chart.yAxis?.dataRange == NumberRange(1, 30))
        #expect(series.yValueKeys == [.high, .low, "q1", "median", "q3"])
        func rows(_ dx: Double) throws -> [Range<Int>] {
            probe.runs(column: Int(try probe.position(of: dx, 0).x), of: .pureRed)
        }
        func isNear(_ run: Range<Int>, _ low: Double, _ high: Double) throws -> Bool {
            let (bottom, top) = (try probe.position(of: 0, low).y, try probe.position(of: 0, high).y)
            return abs(Double(run.upperBound) - bottom) <= 2.5 && abs(Double(run.lowerBound) - top) <= 2.5
        }
        // Beside the middle: the lines of the caps, and the box in two parts around its median.
        let beside = try rows(0.05)
        try #require(beside.count == 4)
        #expect(try isNear(beside[1], 5.5, 7.75) && isNear(beside[2], 3.25, 5.5))
        #expect(try isNear(beside[0], 9, 9) && isNear(beside[3], 1, 1))
        // In the middle: the whiskers extend to the box.
        let middle = try rows(0).suffix(2)
        try #require(middle.count == 2)
        #expect(try isNear(middle.first ?? 0..<0, 5.5, 9) && isNear(middle.last ?? 0..<0, 1, 5.5))
        let outlier = try probe.position(of: 0, 30)
        let around = (-4...4).flatMap { dx in (-4...4).map { probe[Int(outlier.x) + dx, Int(outlier.y) + $0] } }
        #expect(around.count { $0.isClose(to: .pureRed, 120) } > 8 && around[40].isClose(to: .white, 120), "a ring")
    }
}
