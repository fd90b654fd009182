import Testing
import Vitrail

@Suite("Lines and areas")
struct LineTests {
    private func chart(_ style: LineSeriesStyle, x: [Double], y: [Double], vertical: Bool = false) -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        chart.add(
            LineSeries(
                columns: SeriesColumns(x: Column(x), y: Column(y)), orientation: vertical ? .vertical : .horizontal,
                style: style))
        return chart
    }

    @Test("C-080 lineColor red, lineWidth 4: a horizontal line is 4 px thick and red")
    func thickness() async throws {
        let probe = try await Probe(chart(LineSeriesStyle(lineColor: .pureRed, lineWidth: 4), x: [1, 9], y: [5, 5]))
        let x = Int(try probe.position(of: 5, 5).x)
        let column = (probe.plot.y..<probe.plot.maxY).reduce(0.0) { $0 + Double(255 - probe[x, $1].green) / 255 }
        #expect(abs(column - 4) < 0.05)
        let full = probe.runs(column: x, of: .pureRed)
        #expect(full.count == 1 && (3...4).contains(full[0].count))
    }

    @Test("C-081 showPoints paints symbols at the data points, off paints none")
    func points() async throws {
        for shown in [true, false] {
            let symbols = PointStyle(
                showPoints: shown, color: .pureBlue, radius: 6, innerColor: .pureGreen, innerRadius: 2)
            let probe = try await Probe(
                chart(
                    LineSeriesStyle(lineColor: .pureRed, lineWidth: 2, pointStyle: symbols), x: [1, 5, 9], y: [2, 8, 2])
            )
            for (x, y) in [(1.0, 2.0), (5, 8), (9, 2)] {
                #expect(try probe.color(x, y).isClose(to: .pureGreen) == shown)
                #expect(try probe.color(x, y, dy: 4).isClose(to: .pureBlue) == shown)
            }
            #expect((probe.count { $0.isClose(to: .pureBlue) } > 0) == shown)
        }
    }

    @Test("C-082 showFill paints areaColor between line and baseline, on a vertical series to the x baseline")
    func fill() async throws {
        let style = LineSeriesStyle(showFill: true, areaColor: .pureGreen, areaLineColor: .pureRed, areaLineWidth: 2)
        let across = try await Probe(chart(style, x: [1, 9], y: [6, 6]))
        #expect(try across.color(5, 3) == .pureGreen)
        #expect(try across.color(5, 0.1) == .pureGreen)
        #expect(try across.color(5, 8) == .white)
        #expect(try across.color(0.5, 3) == .white)
        #expect(try across.color(5, 6).isClose(to: .pureRed))
        let upright = try await Probe(chart(style, x: [6, 6], y: [1, 9], vertical: true))
        #expect(try upright.color(3, 5) == .pureGreen)
        #expect(try upright.color(0.1, 5) == .pureGreen)
        #expect(try upright.color(8, 5) == .white)
        #expect(try upright.color(3, 0.5) == .white)
    }

    @Test("C-083 an orange-to-yellow gradient is orange at the fill's top, yellow at the baseline, monotonic between")
    func gradient() async throws {
        let orange = Color(0xFF8000)
        let yellow = Color(0xFFFF00)
        let style = LineSeriesStyle(
            showFill: true, areaColor: orange, areaColorLowGradient: yellow, areaLineColor: orange, areaLineWidth: 0)
        let probe = try await Probe(chart(style, x: [1, 9], y: [8, 8]))
        #expect(try probe.color(5, 8, dy: 1).isClose(to: orange, 3))
        #expect(try probe.color(5, 0, dy: -2).isClose(to: yellow, 3))
        let x = Int(try probe.position(of: 5, 8).x)
        let rows = Int(try probe.position(of: 5, 8).y) + 1..<Int(try probe.position(of: 5, 0).y) - 1
        for (a, b) in zip(rows, rows.dropFirst()) { #expect(probe[x, b].green >= probe[x, a].green) }
        #expect(abs(Int(try probe.color(5, 4).green) - 191) <= 3)
    }
}
