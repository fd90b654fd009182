import Foundation
import Testing
import Vitrail

@Suite("Bubbles")
struct BubbleTests {
    private func chart(areas: [Double], scale: Double? = nil, biggest: Double? = nil) -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        let positions = areas.indices.map { 2 + 5 * Double($0) }
        let bubbles = BubbleSeries(
            columns: SeriesColumns(
                x: Column(positions), y: Column([Double](repeating: 5, count: areas.count)), area: Column(areas)),
            style: BubbleSeriesStyle(pointStyle: PointStyle(color: .pureBlue)))
        bubbles.scale = scale
        bubbles.biggestBubbleDiameterForAutoScaling = biggest
        chart.add(bubbles)
        return chart
    }

    @Test("C-087 area 100 at scale 4 paints 400 px²; doubling the scale doubles the area")
    func area() async throws {
        let one = try await Probe(chart(areas: [100], scale: 4)).painted(.pureBlue)
        let two = try await Probe(chart(areas: [100], scale: 8)).painted(.pureBlue)
        #expect(abs(one - 400) < 12)
        #expect(abs(two - 800) < 24)
    }

    @Test("C-088 automatic scaling: the largest is 40 px wide, a quarter of its area 20 px")
    func automatic() async throws {
        let probe = try await Probe(chart(areas: [25, 100], biggest: 40))
        for (x, diameter) in [(2.0, 20.0), (7, 40)] {
            let center = try probe.position(of: x, 5)
            let row = Int(center.y)
            var width = 0.0
            for x in Int(center.x) - 30..<Int(center.x) + 30 { width += Double(255 - probe[x, row].red) / 255 }
            #expect(abs(width - diameter) < 1)
        }
        #expect((probe.chart.series[0] as? BubbleSeries)?.currentScale == .pi * 400 / 100)
    }

    @Test(
        "unless a size is set, the largest is as wide as 12 % of the smaller side of the plot area",
        arguments: [(480.0, 300.0), (300, 480)])
    func automaticSize(width: Double, height: Double) async throws {
        let chart = chart(areas: [25, 100])
        chart.frame = Rect(x: 0, y: 0, width: width, height: height)
        let probe = try await Probe(chart)
        let plot = try #require(chart.plotAreaFrame)
        let diameter = 0.12 * min(plot.width, plot.height)
        let center = try probe.position(of: 7, 5)
        var painted = 0.0
        for x in Int(center.x) - 40..<Int(center.x) + 40 { painted += Double(255 - probe[x, Int(center.y)].red) / 255 }
        #expect(abs(painted - diameter * chart.scale) < 1)
    }

    @Test("a bubble that is not drawn has no label")
    func labels() throws {
        let chart = chart(areas: [100, 0, -4], scale: 4)
        let bubbles = try #require(chart.series[0] as? BubbleSeries)
        bubbles.style.dataPointLabelStyle = DataPointLabelStyle(showLabels: true, displayValues: .x)
        let texts = try plan(chart).scene.marks.compactMap { mark -> String? in
            guard case .glyphs(let run) = mark.shape, mark.label == "series[0] label" else { return nil }
            return run.source.text
        }
        #expect(texts == ["2"])
    }
}

@Suite("Bands")
struct BandTests {
    private func chart(high: [Double], low: [Double], fill: Bool) -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        chart.add(
            BandSeries(
                columns: SeriesColumns(x: Column([0.0, 10]), high: Column(high), low: Column(low)),
                style: BandSeriesStyle(
                    showFill: fill, lineColorHigh: .pureRed, lineColorLow: .black, lineWidth: 3,
                    areaColorNormal: .pureGreen,
                    areaColorInverted: .pureBlue)))
        return chart
    }

    @Test("C-094 a band paints high line, low line and the area between; without shading two lines are left")
    func band() async throws {
        for fill in [true, false] {
            let probe = try await Probe(chart(high: [8, 8], low: [2, 2], fill: fill))
            #expect(try probe.color(5, 8).isClose(to: .pureRed))
            #expect(try probe.color(5, 2).isClose(to: .black))
            #expect(try probe.color(5, 5) == (fill ? .pureGreen : .white))
            #expect(try probe.color(5, 9) == .white)
        }
    }

    @Test("outlines that a style leaves open are faint over a fill, and the palette's without one")
    func outlines() async throws {
        for fill in [true, false] {
            let chart = chart(high: [8, 8], low: [2, 2], fill: fill)
            let band = try #require(chart.series.first as? BandSeries)
            band.style = BandSeriesStyle(showFill: fill, lineWidth: 3)
            let line = chart.theme.palette.line(0)
            #expect(band.resolvedStyle.lineColorHigh == (fill ? line.faded(0.4) : line))
            let probe = try await Probe(chart)
            #expect(try probe.color(5, 8).isClose(to: line) == !fill)
            #expect(band.legendSymbol(theme: chart.theme) != .solid(line))
            band.style.useSeriesSymbols = false
            #expect(band.legendSymbol(theme: chart.theme) == .solid(line))
        }
    }

    @Test("C-095 crossing lines change from the normal to the inverted colour at the crossing")
    func crossing() async throws {
        let probe = try await Probe(chart(high: [10, 2], low: [0, 6], fill: true))
        // high = 10 − 0.8 x, low = 0.6 x: they cross at x = 10/1.4.
        let cross = 10 / 1.4
        for distance in [0.6, 1.5, 2.5] {
            let (before, after) = (cross - distance, cross + distance)
            #expect(try probe.color(before, (10 - 0.2 * before) / 2).isClose(to: .pureGreen))
            if after < 10 { #expect(try probe.color(after, (10 - 0.2 * after) / 2).isClose(to: .pureBlue)) }
        }
        let position = try probe.position(of: cross, 0).x
        let blue = (probe.plot.x..<probe.plot.maxX).filter { x in
            (probe.plot.y..<probe.plot.maxY).contains { probe[x, $0].isClose(to: .pureBlue) }
        }
        let green = (probe.plot.x..<probe.plot.maxX).filter { x in
            (probe.plot.y..<probe.plot.maxY).contains { probe[x, $0].isClose(to: .pureGreen) }
        }
        #expect(Double(green.last ?? 0) < position + 1)
        #expect(Double(blue.first ?? 0) > position - 1)
    }
}

@Suite("Pies and donuts")
struct PieTests {
    private func chart(_ pie: PieSeries) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.add(pie)
        return chart
    }

    private let columns = SeriesColumns(x: Column(["a", "b", "c"]), y: Column([1.0, 1, 2]))
    private let style = PieSeriesStyle(
        flavourColors: [.pureRed, .pureGreen, .pureBlue], showCrust: false, showLabels: false)

    @Test("C-107 values 1, 1, 2 sweep π/2, π/2, π; indexOfSlice along the circle returns 0, 1, 2")
    func sweeps() async throws {
        let pie = PieSeries(columns: columns, style: style)
        let probe = try await Probe(chart(pie))
        let center = (x: 300.0, y: 200.0)
        for (angle, slice, color) in [
            (0.8, 0, Color.pureRed), (2.4, 1, .pureGreen), (4.7, 2, .pureBlue), (3.3, 2, .pureBlue),
            (6.1, 2, .pureBlue),
        ] {
            #expect(pie.indexOfSlice(atAngle: angle) == slice)
            // 0 at 12 o'clock, anticlockwise.
            #expect(probe[Int(center.x - 100 * sin(angle)), Int(center.y - 100 * cos(angle))].isClose(to: color))
        }
        let total = probe.count { $0.isClose(to: .pureRed) || $0.isClose(to: .pureGreen) || $0.isClose(to: .pureBlue) }
        #expect(abs(Double(probe.count { $0.isClose(to: .pureBlue) }) / Double(total) - 0.5) < 0.01)
        #expect(abs(Double(probe.count { $0.isClose(to: .pureRed) }) / Double(total) - 0.25) < 0.01)
    }

    @Test("values below zero, and nothing but zeros, are told of")
    func withoutSlices() throws {
        for (values, parts) in [
            ([70.0, -50, 30], ["series[0].y: ignored: values < 0"]), ([0, 0], ["series[0]: ignored: no value is > 0"]),
            ([1, 0, .nan], []), ([], []),
        ] {
            let chart = chart(PieSeries(columns: SeriesColumns(y: Column(values)), style: style))
            _ = try plan(chart)
            #expect(
                chart.warnings.count == parts.count
                    && zip(chart.warnings, parts).allSatisfy { $0.description.hasPrefix($1) }, "\(chart.warnings)")
        }
    }

    @Test("C-108 a donut's centre is background, a pie's is painted")
    func hole() async throws {
        let donut = try await Probe(chart(DonutSeries(columns: columns, style: style)))
        #expect(donut[300, 200] == .white)
        let pie = try await Probe(chart(PieSeries(columns: columns, style: style)))
        #expect(pie[303, 204] != .white)
    }
}
