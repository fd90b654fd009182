import Testing
import Vitrail

/// Samples between gaps, and parts of lines and fills smaller than a pixel.
@Suite("No sample is invisible")
struct VanishingTests {
    private static let gap = Double.nan

    private func chart(
        _ x: NumberRange, _ y: NumberRange, _ series: Series, _ decimation: Decimation = .automatic
    ) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        chart.xAxis = NumberAxis(defaultRange: x)
        chart.yAxis = NumberAxis(defaultRange: y)
        chart.decimation = decimation
        chart.add(series)
        return chart
    }

    private struct Unexpected: Error {
        var shape: Shape
    }

    /// Shapes of the series' marks, by their labels.
    private func marks(_ chart: Chart) throws -> [String: [Shape]] {
        var found: [String: [Shape]] = [:]
        for mark in try plan(chart).scene.marks where mark.source != nil {
            found[String(mark.label.drop { $0 != " " }.dropFirst()), default: []].append(mark.shape)
        }
        return found
    }

    private func discs(_ shapes: [Shape]?) -> [DiscBatch.Item] {
        (shapes ?? []).flatMap { shape -> [DiscBatch.Item] in
            if case .discs(let batch) = shape { batch.items } else { [] }
        }
    }

    @Test(
        "bursts narrower than a pixel are discs as wide as the line", arguments: [Decimation.automatic, .none],
        [false, true])
    func bursts(decimation: Decimation, stepped: Bool) throws {
        var y = [Double](repeating: Self.gap, count: 200_000)
        for k in 0..<20 { for i in 0..<60 { y[k * 10_000 + 5_000 + i / 10] = Double(k % 5 + 1) } }
        let columns = SeriesColumns(y: Column(y))
        let style = LineSeriesStyle(lineColor: .pureRed, lineWidth: 4)
        let series =
            stepped ? StepLineSeries(columns: columns, style: style) : LineSeries(columns: columns, style: style)
        let found = discs(
            try marks(chart(NumberRange(0, 200_000), NumberRange(0, 6), series, decimation))["short pieces"])
        #expect(found.count == 20)
        #expect(found.allSatisfy { $0.radius == 2 && $0.color == .pureRed })
    }

    @Test("rows of samples with gaps between all of them are strokes", arguments: [Decimation.automatic, .none])
    func interleaved(decimation: Decimation) async throws {
        let y = (0..<12_000).map { $0.isMultiple(of: 2) ? 5 : Self.gap }
        let series = LineSeries(
            columns: SeriesColumns(y: Column(y)), style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 2))
        let chart = chart(NumberRange(0, 12_000), NumberRange(0, 10), series, decimation)
        let plot = try plan(chart).scene.plotArea
        let image = try await Renderer().render(chart).image
        for x in plot.x + 2..<plot.maxX - 2 {
            let reds = (plot.y..<plot.maxY).filter { image[x, $0].x > 200 && image[x, $0].y < 60 }
            #expect(reds.count >= 1 && reds.count <= 3, "at \(x)")
        }
    }

    @Test(
        "a band's sample between gaps is a stroke from low to high",
        arguments: [CartesianSeries.Orientation.horizontal, .vertical])
    func band(orientation: CartesianSeries.Orientation) throws {
        var columns = SeriesColumns(high: Column([Self.gap, 8, Self.gap]), low: Column([Self.gap, 2, Self.gap]))
        if orientation == .horizontal { columns.x = Column([0.0, 5, 10]) } else { columns.y = Column([0.0, 5, 10]) }
        let series = BandSeries(columns: columns, orientation: orientation)
        let chart = chart(NumberRange(0, 10), NumberRange(0, 10), series)
        let plot = try plan(chart).scene.plotArea
        let shape = try #require(try marks(chart)["thin fills"]?.first)
        guard case .area(let area) = shape else { throw Unexpected(shape: shape) }
        let samples = area.samples.filter { $0.along.isFinite }
        let width = try #require(samples.map(\.along).max()) - (samples.map(\.along).min() ?? 0)
        #expect(width == 2)
        let length = orientation == .horizontal ? Float(plot.height) : Float(plot.width)
        for sample in samples { #expect(abs(abs(sample.first - sample.second) - length * 0.6) < 0.01) }
    }

    @Test("the fill of many samples between gaps covers what they lie over", arguments: [Decimation.automatic, .none])
    func fill(decimation: Decimation) async throws {
        let y = (0..<12_000).map { $0.isMultiple(of: 2) ? 5 : Self.gap }
        let style = LineSeriesStyle(showFill: true, areaColor: .pureRed, areaLineWidth: 0)
        let chart = chart(
            NumberRange(0, 12_000), NumberRange(0, 10), LineSeries(columns: SeriesColumns(y: Column(y)), style: style),
            decimation)
        let plot = try plan(chart).scene.plotArea
        let image = try await Renderer().render(chart).image
        for x in plot.x + 2..<plot.maxX - 2 {
            let pixel = image[x, plot.y + plot.height * 3 / 4]
            #expect(pixel.x > 240 && pixel.y < 40, "at \(x)")
        }
    }

    @Test("a line whose samples all lie within a pixel, also where samples are in no order")
    func narrow() throws {
        for x in [[5, 5.001, 5.002], [5.001, 5, 5.002]] {
            let series = LineSeries(columns: SeriesColumns(x: Column(x), y: Column([5.0, 5.001, 5])))
            #expect(discs(try marks(chart(NumberRange(0, 10), NumberRange(0, 10), series))["short pieces"]).count == 1)
        }
        var x: [Double] = []
        var y: [Double] = []
        for k in 0..<20_000 {
            x.append(Double((k * 7_919) % 20_000) / 2_000)
            y.append(k.isMultiple(of: 5_000) ? 5 : Self.gap)
        }
        let series = LineSeries(columns: SeriesColumns(x: Column(x), y: Column(y)))
        #expect(discs(try marks(chart(NumberRange(0, 10), NumberRange(0, 10), series))["lone points"]).count == 4)
    }

    @Test("a continuous line has no marks of its own pieces")
    func continuous() throws {
        let y = (0..<50_000).map { Double($0 % 100) }
        let series = LineSeries(columns: SeriesColumns(y: Column(y)), style: LineSeriesStyle(showFill: true))
        #expect(
            try marks(chart(NumberRange(0, 50_000), NumberRange(0, 100), series)).keys.sorted() == ["area", "line"])
    }

    @Test("radial lines")
    func radial() throws {
        let chart = Chart(width: 200, height: 200, theme: .flat, xAxisType: .number, yAxisType: .number)
        let columns = SeriesColumns(x: Column([0.0, 30, 60, 90]), y: Column([1, 2, Self.gap, 3]))
        chart.add(RadialLineSeries(columns: columns))
        #expect(discs(try marks(chart)["lone points"]).count == 1)
    }
}
