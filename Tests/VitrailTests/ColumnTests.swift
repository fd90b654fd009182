import Foundation
import Testing
import Vitrail

@Suite("Columns and bars")
struct ColumnTests {
    /// One column or bar of `value` at 5 on an axis −10…10.
    private func chart(_ value: Double, ratio: Double = 0, bar: Bool = false) -> Chart {
        let values = NumberRange(-10, 10)
        let positions = NumberRange(4, 6)
        let chart = bar ? Probe.chart(x: values, y: positions).bare() : Probe.chart(x: positions, y: values).bare()
        let style = BarColumnSeriesStyle(
            showAreaWithGradient: false, areaColor: .pureBlue, lineWidth: 0, cornerRatio: ratio)
        let position = Column([5.0])
        let data = Column([value])
        chart.add(
            bar
                ? BarSeries(columns: SeriesColumns(x: data, y: position), style: style)
                : ColumnSeries(columns: SeriesColumns(x: position, y: data), style: style))
        return chart
    }

    /// The blue box: columns and rows with any full blue.
    private func box(_ probe: Probe) -> (x: Range<Int>, y: Range<Int>) {
        let xs = (probe.plot.x..<probe.plot.maxX).filter { x in
            (probe.plot.y..<probe.plot.maxY).contains { probe[x, $0].isClose(to: .pureBlue) }
        }
        let ys = (probe.plot.y..<probe.plot.maxY).filter { y in
            (probe.plot.x..<probe.plot.maxX).contains { probe[$0, y].isClose(to: .pureBlue) }
        }
        return ((xs.first ?? 0)..<(xs.last ?? 0) + 1, (ys.first ?? 0)..<(ys.last ?? 0) + 1)
    }

    @Test("C-078 columns stand on the baseline and end at y, bars at x, negative ones too", arguments: [6.0, -6])
    func ends(value: Double) async throws {
        let column = try await Probe(chart(value))
        let rows = box(column).y
        let ends = [try column.position(of: 5, 0).y, try column.position(of: 5, value).y].sorted()
        #expect(abs(Double(rows.lowerBound) - ends[0]) <= 1 && abs(Double(rows.upperBound) - ends[1]) <= 1)
        let bar = try await Probe(chart(value, bar: true))
        let columns = box(bar).x
        let edges = [try bar.position(of: 0, 5).x, try bar.position(of: value, 5).x].sorted()
        #expect(abs(Double(columns.lowerBound) - edges[0]) <= 1 && abs(Double(columns.upperBound) - edges[1]) <= 1)
    }

    @Test("C-090 cornerRatio 1: tip corners are quarter circles of half the width, baseline corners stay square")
    func round() async throws {
        let probe = try await Probe(chart(8, ratio: 1))
        let box = box(probe)
        let w = Double(box.x.count)
        // A quarter circle leaves (1 − π/4)·r² empty in each of the two corners.
        let missing = Double(box.x.count * box.y.count) - probe.painted(.pureBlue)
        let expected = 2 * (1 - Double.pi / 4) * w * w / 4
        #expect(abs(missing - expected) < expected * 0.03 + w)
        #expect(probe[box.x.lowerBound, box.y.upperBound - 1].isClose(to: .pureBlue))
        #expect(probe[box.x.upperBound - 1, box.y.upperBound - 1].isClose(to: .pureBlue))
        // On the circle's 45° line: inside at 0.95 r, outside at 1.05 r.
        let r = w / 2
        let center = (x: Double(box.x.lowerBound) + r, y: try probe.position(of: 5, 8).y + r)
        for side in [-1.0, 1] {
            let d = r * 0.5.squareRoot()
            #expect(probe[Int(center.x + side * d * 0.95), Int(center.y - d * 0.95)].isClose(to: .pureBlue))
            #expect(probe[Int(center.x + side * d * 1.05), Int(center.y - d * 1.05)].isClose(to: .white))
        }
    }

    @Test("C-091 cornerRatio 0.5 rounds by w/4, 0 is square, values out of 0…1 are the nearer end")
    func ratios() async throws {
        func missing(_ ratio: Double) async throws -> (area: Double, width: Double) {
            let probe = try await Probe(chart(8, ratio: ratio))
            let box = box(probe)
            let top = try probe.position(of: 5, 8).y
            let bottom = try probe.position(of: 5, 0).y
            return (Double(box.x.count) * (bottom - top) - probe.painted(.pureBlue), Double(box.x.count))
        }
        let half = try await missing(0.5)
        let expected = 2 * (1 - Double.pi / 4) * half.width * half.width / 16
        #expect(abs(half.area - expected) < expected * 0.03 + 1)
        #expect(abs(try await missing(0).area) < 1)
        #expect(try await missing(-3).area == missing(0).area)
        #expect(try await missing(7).area == missing(1).area)
    }

    @Test(
        "counted columns with translucent outlines that overlap look as they do drawn one by one",
        arguments: [700, 1_500, 4_500, 20_000])
    func translucentOutlines(count: Int) async throws {
        // Close to one another; then a crowd and a separate one, comparing the separate one.
        let even = (0..<count).map(Double.init)
        try await compare(even, in: 200..<400)
        try await compare(even.map { $0 / Double(count) } + [50, 100], in: 302..<312)
    }

    /// Compares outlined columns at `x`, rasterised on the CPU and drawn one by one, in a rectangle.
    private func compare(_ x: [Double], in columns: Range<Int>) async throws {
        let chart = Probe.chart(x: NumberRange(0, x.max() ?? 0), y: NumberRange(0, 10)).bare()
        let fill = Color(red: 29, green: 78, blue: 137, alpha: 255)
        let style = BarColumnSeriesStyle(
            areaColor: fill, lineColor: Color(red: 192, green: 0, blue: 0, alpha: 64), lineWidth: 2)
        chart.add(
            ColumnSeries(
                columns: SeriesColumns(x: Column(x), y: Column(x.indices.map { 9 + sin(Double($0) / 90) / 3 })),
                style: style))
        let counted = mean(try await Probe(chart), columns)
        chart.decimation = .none
        let drawn = mean(try await Probe(chart), columns)
        #expect(zip(counted, drawn).allSatisfy { abs($0 - $1) < 16 }, "\(counted) and \(drawn)")
    }

    /// Mean per channel. Not a SIMD3: if one is kept across an `await`, Swift 6.3 writes past the function's
    /// allocation.
    private func mean(_ probe: Probe, _ columns: Range<Int>) -> [Double] {
        var sum = [0, 0, 0]
        for x in columns {
            for y in 200..<300 {
                let pixel = probe.image[x, y]
                for channel in 0..<3 { sum[channel] += Int(pixel[channel]) }
            }
        }
        return sum.map { Double($0) / Double(columns.count * 100) }
    }

    @Test("C-092 a negative column is rounded at the bottom, bars at the right or left")
    func tips() async throws {
        func corners(_ probe: Probe) -> [Bool] {
            let box = box(probe)
            let (l, r) = (box.x.lowerBound, box.x.upperBound - 1)
            let (t, b) = (box.y.lowerBound, box.y.upperBound - 1)
            return [(l, t), (r, t), (l, b), (r, b)].map { probe[$0.0, $0.1].isClose(to: .pureBlue) }
        }
        #expect(corners(try await Probe(chart(8, ratio: 1))) == [false, false, true, true])
        #expect(corners(try await Probe(chart(-8, ratio: 1))) == [true, true, false, false])
        #expect(corners(try await Probe(chart(8, ratio: 1, bar: true))) == [true, false, true, false])
        #expect(corners(try await Probe(chart(-8, ratio: 1, bar: true))) == [false, true, false, true])
    }

    @Test("C-093 a bar chart has horizontal rectangles, the independent value on y")
    func bars() async throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400), xAxisType: .number, yAxisType: .category)
            .bare()
        chart.add(
            BarSeries(
                columns: SeriesColumns(x: Column([2.0, 5, 3]), y: Column(["a", "b", "c"])),
                style: BarColumnSeriesStyle(areaColor: .pureBlue)))
        let probe = try await Probe(chart)
        for (k, value) in [2.0, 5, 3].enumerated() {
            let row = Int(try probe.position(of: 0, Double(k)).y)
            let runs = probe.runs(row: row, of: .pureBlue)
            try #require(runs.count == 1)
            #expect(abs(Double(runs[0].lowerBound) - (try probe.position(of: 0, 0).x)) <= 1)
            #expect(abs(Double(runs[0].upperBound) - (try probe.position(of: value, 0).x)) <= 1)
        }
        #expect(probe.runs(column: Int(try probe.position(of: 1, 0).x), of: .pureBlue).count == 3)
    }
}
