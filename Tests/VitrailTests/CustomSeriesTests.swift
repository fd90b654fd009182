import Testing
import Vitrail

/// Series of a host: drawn, loaded, hit and hidden like built-in ones.
@Suite("Custom series")
struct CustomSeriesTests {
    @Test("C-197 a series on the Xy base draws one marker a visible point, and its calculators agree with the axes")
    func markers() async throws {
        let series = Markers(columns: SeriesColumns(x: Column([1.0, 2, 3, 4, 9]), y: Column([1.0, 3, 2, .nan, 2])))
        let chart = Probe.chart(x: NumberRange(0, 5), y: NumberRange(0, 4)).bare()
        chart.add(series)
        let probe = try await Probe(chart)
        for (x, y) in [(1.0, 1.0), (2, 3), (3, 2)] { #expect(try probe.color(x, y) == .pureRed) }
        let disc = Double.pi * 25
        #expect(abs(probe.painted(.pureRed) - 3 * disc) < 3)
        let pass = try #require(series.passes.first)
        let range = try #require(pass.xPointRange)
        try #require(range == 0...4, "the sample outside is the neighbour that lines need")
        let (xAxis, yAxis) = (try #require(chart.xAxis), try #require(chart.yAxis))
        for value in [0.0, 0.3, 2, 4.9] {
            let x = try #require(xAxis.pixelValue(forDataValue: value))
            let y = try #require(yAxis.pixelValue(forDataValue: value))
            #expect(abs(pass.context.xScale.position(of: value) - Double(pass.context.plot.x) - x * chart.scale) < 1e-9)
            #expect(abs(pass.context.yScale.position(of: value) - Double(pass.context.plot.y) - y * chart.scale) < 1e-9)
            #expect(abs(pass.context.xScale.value(at: pass.context.xScale.position(of: value)) - value) < 1e-12)
        }
        #expect(pass.xCoordinates[1] == Float(pass.context.xScale.position(of: 2)))
        #expect(pass.yCoordinates[3].isNaN)
        series.hidden = true
        #expect(try await Probe(chart).painted(.pureRed) < 1)
    }

    @Test("C-198 every kind of pass data reaches the drawing filled, for the samples in view, both ends included")
    func passData() throws {
        let count = 100
        let x = Column((0..<count).map(Double.init))
        func column(_ offset: Double) -> Column { Column((0..<count).map { Double($0) + offset }) }

        let xy = try pass(of: Recorder<XyPassData>(columns: SeriesColumns(x: x, y: column(1))))
        #expect(xy.xPointRange == 9...21, "10…20 in view, and a neighbour on each side")
        try #require(xy.xCoordinates.count == 13 && xy.yCoordinates.count == 13)
        #expect(
            xy.xCoordinates[1] == Float(xy.context.xScale.position(of: 10))
                && xy.yCoordinates[1] == Float(xy.context.yScale.position(of: 11)))
        #expect(values(xy.xValues) == values(x) && values(xy.yValues) == values(column(1)))

        let xyy = try pass(
            of: Recorder<XyyPassData>(columns: SeriesColumns(x: x, y: column(1), keyed: [.second: column(2)])))
        #expect(values(xyy.secondValues) == values(column(2)))
        #expect(
            xyy.secondCoordinates.count == 13 && xyy.secondCoordinates[1] == Float(xyy.context.yScale.position(of: 12)))

        let hl = try pass(of: Recorder<HlPassData>(columns: SeriesColumns(x: x, high: column(3), low: column(-3))))
        #expect(values(hl.highValues) == values(column(3)) && values(hl.lowValues) == values(column(-3)))
        try #require(hl.highCoordinates.count == 13 && hl.lowCoordinates.count == 13)
        #expect(
            hl.highCoordinates[1] == Float(hl.context.yScale.position(of: 13))
                && hl.lowCoordinates[1] == Float(hl.context.yScale.position(of: 7)))

        let prices: [DataKey: Column] = [.open: column(1), .high: column(4), .low: column(-4), .close: column(2)]
        let ohlc = try pass(of: Recorder<OhlcPassData>(columns: SeriesColumns(x: x, keyed: prices)))
        #expect(values(ohlc.openValues) == values(column(1)) && values(ohlc.closeValues) == values(column(2)))
        try #require(ohlc.openCoordinates.count == 13 && ohlc.closeCoordinates.count == 13)
        #expect(
            ohlc.openCoordinates[1] == Float(ohlc.context.yScale.position(of: 11))
                && ohlc.closeCoordinates[12] == Float(ohlc.context.yScale.position(of: 23)))
        #expect(ohlc.highCoordinates.count == 13 && ohlc.lowCoordinates.count == 13)

        let xyz = try pass(
            of: Recorder<XyzPassData>(columns: SeriesColumns(x: x, y: column(1), keyed: [.z: column(1e9)])))
        #expect(values(xyz.zValues) == values(column(1e9)))
        #expect(xyz.context.yScale.range.maximum < 1e6, "z is on no axis")

        let columns = try pass(of: SlotRecorder(columns: SeriesColumns(x: x, y: column(1))))
        let unit = columns.context.xScale.position(of: 1) - columns.context.xScale.position(of: 0)
        #expect(abs(columns.columnPixelWidth - unit * 0.8) < 1e-9)
        #expect(columns.zeroLineCoordinate == columns.context.yScale.position(of: 0))

        let extended = try pass(of: Recorder<TintedPassData>(columns: SeriesColumns(x: x, y: column(1))))
        #expect(extended.tint == Double(13))

        let grid = HeatmapGrid(
            columns: 2, rows: 3, values: [1, 2, 3, 4, 5, 6], xRange: NumberRange(-1, 30), yRange: NumberRange(0, 50))
        let heat = HeatRecorder()
        heat.grid = grid
        let chart = Probe.chart()
        chart.add(heat)
        _ = try plan(chart)
        #expect(heat.passes.map(\.grid) == [grid])
        #expect(chart.xAxis?.dataRange == grid.xRange && chart.yAxis?.visibleRange == grid.yRange)
    }

    @Test("a host's own values are read by key from its points, and one that lacks a value is skipped with a warning")
    func keys() throws {
        struct Summary: ChartData {
            var xValue: DataValue?
            var yValue: DataValue? { nil }
            var values: [DataKey: DataValue]
            func yValue(for key: DataKey) -> DataValue? { values[key] }
        }
        let series = Recorder<SummaryPassData>()
        #expect(series.yValueKeys == ["q1", "median", "q3"] && series.xValueKeys.isEmpty && series.valueKeys.isEmpty)
        let source = SimpleDataSource()
        source.addSeries(
            series,
            [
                Summary(xValue: .number(1), values: ["q1": .number(1), "median": .number(2), "q3": .number(4)]),
                Summary(xValue: .number(2), values: ["q1": .number(1), "median": .number(2)]),
                Summary(xValue: .number(3), values: ["q1": .number(5), "median": .number(6), "q3": .number(7)]),
            ])
        let chart = Probe.chart()
        chart.dataSource = source
        _ = try plan(chart)
        let pass = try #require(series.passes.first)
        #expect(values(try #require(pass.values(.keyed("median")))) == [2, 6])
        #expect(chart.warnings == [.missingKey(path: "series[0]", key: "q3", points: 1, first: 1)])
        #expect(chart.yAxis?.dataRange == NumberRange(1, 7))
    }

    @Test("places hit markers, lines, columns and bubbles, and nearest points are found, by their index in the data")
    func hits() async throws {
        let chart = Probe.chart(x: NumberRange(0, 4), y: NumberRange(0, 4)).bare()
        let columns = SeriesColumns(x: Column([1.0, 2, 3]), y: Column([1.0, 3, 2]))
        let markers = Markers(columns: columns)
        let line = LineSeries(columns: columns)
        let bars = ColumnSeries(columns: columns)
        let bubbles = BubbleSeries(
            columns: SeriesColumns(x: Column([2.0, 2]), y: Column([2.0, 2]), area: Column([1.0, 4])))
        bubbles.scale = 400
        for series in [markers, line, bars, bubbles] as [CartesianSeries] { chart.add(series) }
        #expect(line.hit(x: 0, y: 0) == nil, "nothing is hit before the first render")
        _ = try await Probe(chart)
        func position(of x: Double, _ y: Double) throws -> (Double, Double) {
            (
                try #require(chart.xAxis?.pixelValue(forDataValue: x)),
                try #require(chart.yAxis?.pixelValue(forDataValue: y))
            )
        }
        let (x, y) = try position(of: 2, 3)
        #expect(markers.hit(x: x + 6, y: y + 7) == 1)
        #expect(markers.hit(x: x + 8, y: y + 8) == nil)
        #expect(markers.nearestPoint(x: x + 3, y: y - 4) == NearestPoint(index: 1, distance: 5))
        let (midX, midY) = try position(of: 1.6, 2.2)
        #expect(line.hit(x: midX, y: midY + 5) == 1 && markers.hit(x: midX, y: midY + 5) == nil)
        let (inX, inY) = try position(of: 1.2, 0.5)
        #expect(bars.hit(x: inX, y: inY) == 0)
        let (overX, overY) = try position(of: 1.2, 1.1)
        #expect(bars.hit(x: overX, y: overY) == nil)
        let (gapX, gapY) = try position(of: 1.5, 0.5)
        #expect(bars.hit(x: gapX, y: gapY) == nil)
        let (bubbleX, bubbleY) = try position(of: 2, 2)
        #expect(bubbles.hit(x: bubbleX + 5, y: bubbleY) == 0, "the small one lies over the large one")
        #expect(bubbles.hit(x: bubbleX + 15, y: bubbleY) == 1 && bubbles.hit(x: bubbleX + 30, y: bubbleY) == nil)
    }

    @Test("shapes of the drawing calls are painted where they were asked for, in order")
    func calls() async throws {
        final class Shapes: XySeries {
            override func draw(_ pass: XyPassData, in context: DrawContext) {
                let (x, y) = (Float(context.series.plot.x), Float(context.series.plot.y))
                func point(_ dx: Float, _ dy: Float) -> PlotPoint { PlotPoint(x: x + dx, y: y + dy) }
                for k in 0..<3 {
                    let left = x + 10 + Float(k) * 20
                    context.rect(
                        RectBatch.Item(
                            rect: PlotRect(minX: left, minY: y + 10, maxX: left + 10, maxY: y + 20), fill: .pureRed))
                }
                for k in 0..<2 {
                    context.line(
                        from: point(0, 50 + Float(k) * 10), to: point(100, 50 + Float(k) * 10), width: 2,
                        paint: .solid(.pureBlue))
                }
                context.ellipse(center: point(200, 60), radiusX: 40, radiusY: 20, paint: .solid(.pureGreen))
                let dot = context.assets.texture("dot") {
                    PixelImage(size: PixelSize(width: 2, height: 2), filledWith: .pureRed)
                }
                context.sprite(dot, in: PlotRect(minX: x + 190, minY: y + 50, maxX: x + 210, maxY: y + 70))
            }
        }
        let series = Shapes(columns: SeriesColumns(y: Column([1.0, 2])))
        let chart = Probe.chart().bare()
        chart.add(series)
        let marks = try plan(chart).scene.layers.first { $0.kind == .series }?.marks ?? []
        #expect(
            marks.map(\.label) == ["rectangles", "lines", "ellipse", "sprite"].map { "series[0] \($0)" },
            "calls in a row share a batch")
        let probe = try await Probe(chart)
        let (x, y) = (probe.plot.x, probe.plot.y)
        #expect(probe.runs(row: y + 15, of: .pureRed) == [x + 10..<x + 20, x + 30..<x + 40, x + 50..<x + 60])
        #expect(probe.runs(column: x + 50, of: .pureBlue) == [y + 49..<y + 51, y + 59..<y + 61])
        #expect(probe[x + 200, y + 60] == .pureRed && probe[x + 170, y + 60] == .pureGreen)
        #expect(
            abs(probe.painted(.pureGreen) - .pi * 800) < 450 + 120,
            "an ellipse, but for the sprite's 400 and what red shares")
    }

    // MARK: Contents

    private func values(_ column: Column) -> [Double] { column.withValues { span in span.indices.map { span[$0] } } }

    /// The pass data of a series in a chart zoomed to 10…20.
    private func pass<Pass>(of series: Recorder<Pass>) throws -> Pass {
        let chart = Probe.chart(x: NumberRange(10, 20))
        chart.add(series)
        _ = try plan(chart)
        return try #require(series.passes.first)
    }
}

/// Keeps its pass data.
private class Recorder<Pass: PassData>: RenderableSeries<Pass> {
    private(set) var passes: [Pass] = []

    override func draw(_ pass: Pass, in context: DrawContext) { passes.append(pass) }
}

private final class Markers: Recorder<XyPassData> {
    override func draw(_ pass: XyPassData, in context: DrawContext) {
        super.draw(pass, in: context)
        context.markers(x: pass.xCoordinates, y: pass.yCoordinates, style: PointStyle(color: .pureRed, radius: 5))
    }
}

private final class SlotRecorder: Recorder<ColumnPassData> {
    override var slotKind: SlotKind? { "lollipops" }
}

/// Pass data with a field of the host.
private final class TintedPassData: XyPassData {
    lazy var tint = Double(xCoordinates.count)
}

private final class SummaryPassData: PassData {
    override class var values: [SeriesValue] { [.keyed("q1"), .keyed("median"), .keyed("q3")] }
}

private final class HeatRecorder: HeatmapSeries {
    private(set) var passes: [UniformHeatmapPassData] = []

    override func draw(_ pass: UniformHeatmapPassData, in context: DrawContext) { passes.append(pass) }
}
