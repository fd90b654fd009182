import Testing
import Vitrail

@Suite("Anatomy and layers")
struct AnatomyTests {
    @Test("C-001 a minimal chart renders without a display server, in its size, twice the same")
    func minimal() async throws {
        for scale in [1.0, 1.5, 2] {
            let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
            chart.scale = scale
            let first = try await Probe.renderer.render(chart)
            let second = try await Probe.renderer.render(chart)
            #expect(first.image.size == PixelSize(width: Int(600 * scale), height: Int(400 * scale)))
            #expect(first.image == second.image)
        }
    }

    @Test("C-006 a line whose data leave the axis range paints nothing outside the plot area")
    func clipped() async throws {
        func chart(hidden: Bool) -> Chart {
            let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10))
            let x = Column([-20.0, 2, 5, 8, 40])
            let line = LineSeries(
                columns: SeriesColumns(x: x, y: Column([-30.0, 50, -40, 60, 5])),
                style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 9, showFill: false))
            line.hidden = hidden
            chart.add(line)
            return chart
        }
        let with = try await Probe(chart(hidden: false))
        let without = try await Probe(chart(hidden: true))
        #expect(with.plot == without.plot)
        var inside = 0
        for y in 0..<400 {
            for x in 0..<600 where with[x, y] != without[x, y] {
                let isInside = x >= with.plot.x && x < with.plot.maxX && y >= with.plot.y && y < with.plot.maxY
                #expect(isInside, "(\(x), \(y)) is outside \(with.plot)")
                inside += 1
            }
        }
        #expect(inside > 1000)
    }

    private func columns(_ chart: Chart) -> Chart {
        chart.add(
            ColumnSeries(
                columns: SeriesColumns(x: Column([1.0, 2, 3]), y: Column([8.0, 8, 8])),
                style: BarColumnSeriesStyle(areaColor: .pureBlue)))
        return chart
    }

    @Test("C-007 an annotation below the data is hidden by an opaque column, one above is seen on it")
    func annotations() async throws {
        for (position, seen) in [(Annotation.Position.belowData, Color.pureBlue), (.aboveData, .pureRed)] {
            let chart = columns(Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 10)).bare())
            chart.annotations = [.horizontalLine(y: 4, width: 3, color: .pureRed, position: position)]
            let probe = try await Probe(chart)
            #expect(try probe.color(2, 4) == seen)
            #expect(try probe.color(0.2, 4) == .pureRed)
        }
    }

    @Test("C-008 gridlines and stripes lie under the columns, with aboveData over them")
    func gridPosition() async throws {
        for position in Axis.GridPosition.allCases {
            let chart = columns(Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 10)).bare())
            chart.yAxis?.majorTickFrequency = 2
            chart.yAxis?.anchorPoint = 0
            chart.yAxis?.gridPosition = position
            chart.yAxis?.style.majorGridLineStyle = MajorGridLineStyle(
                showMajorGridLines: true, lineColor: .pureRed, lineWidth: 3)
            chart.yAxis?.style.gridStripeStyle = GridStripeStyle(
                showGridStripes: true, stripeColor: .pureGreen, alternateStripeColor: .white)
            let probe = try await Probe(chart)
            let isAbove = position == .aboveData
            #expect(try probe.color(0.2, 4) == .pureRed)
            #expect(try probe.color(2, 4) == (isAbove ? .pureRed : .pureBlue))
            #expect(try probe.color(0.2, 1) == .pureGreen)
            #expect(try probe.color(0.2, 3) == .white)
            #expect(try probe.color(2, 1) == (isAbove ? .pureGreen : .pureBlue))
        }
    }

    @Test("C-009 line, column and scatter series are all seen in one frame")
    func together() async throws {
        let chart = columns(Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 10)).bare())
        chart.add(
            LineSeries(
                columns: SeriesColumns(x: Column([0.0, 4]), y: Column([9.0, 9])),
                style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 3)))
        chart.add(
            ScatterSeries(
                columns: SeriesColumns(x: Column([1.5]), y: Column([5.0])),
                style: ScatterSeriesStyle(
                    pointStyle: PointStyle(showPoints: true, color: .pureGreen, radius: 5, innerRadius: 0))))
        let probe = try await Probe(chart)
        #expect(try probe.color(2, 9) == .pureRed)
        #expect(try probe.color(2, 5) == .pureBlue)
        #expect(try probe.color(1.5, 5) == .pureGreen)
    }
}
