import Testing
import Vitrail

/// Pictures as point symbols, and symbols that a data source sets for single points.
@Suite("Point symbols")
struct PointSymbolTests {
    private static func picture(_ color: Color, width: Int = 20, height: Int = 10) -> PixelImage {
        PixelImage(size: PixelSize(width: width, height: height), filledWith: color)
    }

    /// Decides with closures, and records the queries.
    private final class Source: RecordingSource, PointSymbolSource {
        var textures: (Int) -> PixelImage? = { _ in nil }
        var radii: (Int) -> Double? = { _ in nil }
        var innerRadii: (Int) -> Double? = { _ in nil }

        func texture(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> PixelImage? {
            note("texture \(index) \(pointIndex)", chart)
            return textures(pointIndex)
        }

        func radius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double? {
            note("radius \(index) \(pointIndex)", chart)
            return radii(pointIndex)
        }

        func innerRadius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double? {
            note("innerRadius \(index) \(pointIndex)", chart)
            return innerRadii(pointIndex)
        }
    }

    private func chart() -> Chart { Probe.chart(x: NumberRange(0, 6), y: NumberRange(0, 4)).bare() }

    private func scatter(_ radius: Double = 4) -> ScatterSeries {
        ScatterSeries(
            style: ScatterSeriesStyle(pointStyle: PointStyle(color: .pureRed, radius: radius, innerRadius: 0)))
    }

    /// Painted symbols in the plot area: radii of discs, sizes of pictures.
    private func symbols(_ chart: Chart) throws -> [String] {
        let marks = try plan(chart).scene.layers.first { $0.kind == .series }?.marks ?? []
        return marks.flatMap { mark -> [String] in
            switch mark.shape {
            case .discs(let batch): batch.items.map { "disc \($0.radius)" }
            case .markers(let markers): markers.items.map { "disc \($0.radius)" }
            case .image(let image): ["picture \(image.rect.width)×\(image.rect.height)"]
            default: []
            }
        }
    }

    @Test("a data source's picture and radii go before the styles, the hook before them")
    func precedence() async throws {
        let chart = chart()
        let series = scatter()
        let source = Source([(series, points([(1, 2), (2, 2), (3, 2), (4, 2), (5, 2)]))])
        chart.dataSource = source
        #expect(try symbols(chart) == ["disc 4.0", "disc 4.0", "disc 4.0", "disc 4.0", "disc 4.0"])
        source.radii = { [1: 8, 2: 0, 3: .nan][$0] }
        source.innerRadii = { [1: 3][$0] }
        source.textures = { $0 == 4 ? Self.picture(.pureBlue) : nil }
        // A selected point has its own radius, unless the source sets another.
        series.selectedPoints = [0, 1]
        series.style.selectedPointStyle = PointStyle(radius: 6)
        chart.reloadData()
        #expect(try symbols(chart) == ["disc 6.0", "disc 8.0", "disc 3.0", "disc 4.0", "disc 4.0", "picture 8.0×4.0"])
        var seen: [Double?] = []
        series.pointStyleHook = { index, style in
            seen.append(style.radius)
            return index == 1 ? PointStyle(color: .pureRed, radius: 2) : style
        }
        #expect(try symbols(chart) == ["disc 6.0", "disc 2.0", "disc 4.0", "disc 4.0", "picture 8.0×4.0"])
        #expect(seen == [6, 8, 4, 4, 4])
        let probe = try await Probe(chart)
        #expect(try probe.color(5, 2) == .pureBlue && probe.color(5, 2, dx: 3, dy: 1) == .pureBlue)
        #expect(try probe.color(5, 2, dx: 0, dy: 3) == .white && probe.color(4, 2) == .pureRed)
        // Another source sets nothing.
        let other = PointSource([(series, points([(1, 2)]))])
        chart.dataSource = other
        series.pointStyleHook = nil
        #expect(try symbols(chart) == ["disc 6.0"])
    }

    @Test("it is asked at a load, after the points, for series with symbols alone; skipped points keep their number")
    func order() throws {
        let chart = chart()
        let column = ColumnSeries()
        let source = Source([
            (
                scatter(),
                [DataPoint(x: 1, y: 1), DataPoint(xValue: .text("x"), yValue: .number(1)), DataPoint(x: 3, y: 1)]
            ), (column, points([(1, 1)])),
        ])
        source.radii = { Double(10 + $0) }
        chart.dataSource = source
        let shown = try symbols(chart)
        #expect(shown == ["disc 10.0", "disc 12.0"])
        let asked = source.log.take()
        let first = try #require(asked.firstIndex(of: "texture 0 0"))
        #expect(asked[first - 1] == "dataPoint 0 2")
        #expect(
            Array(asked[first..<first + 9])
                == (0..<3).flatMap { ["texture 0 \($0)", "radius 0 \($0)", "innerRadius 0 \($0)"] })
        #expect(!asked.contains { $0 == "texture 1 0" })
        _ = try plan(chart)
        #expect(source.log.take().isEmpty)
    }

    @Test("every kind with symbols takes them; bubbles keep the size of their value")
    func kinds() throws {
        let marks = PointStyle(showPoints: true, color: .pureRed, radius: 4, innerRadius: 0)
        let band = BandSeries(style: BandSeriesStyle(pointStyle: marks))
        let bubble = BubbleSeries(style: BubbleSeriesStyle(pointStyle: marks))
        bubble.scale = 1
        for series in [
            LineSeries(style: LineSeriesStyle(pointStyle: marks)),
            StepLineSeries(style: LineSeriesStyle(pointStyle: marks)), band, bubble,
            RadialLineSeries(style: RadialLineSeriesStyle(pointStyle: marks)),
        ] as [CartesianSeries] {
            var point: any ChartData = DataPoint(x: 1, y: 2)
            if series === band {
                point = MultiYDataPoint(xValue: .number(1), yValues: [.high: .number(3), .low: .number(2)])
            }
            if series === bubble { point = BubbleDataPoint(xValue: .number(1), yValue: .number(2), area: .pi * 100) }
            let source = Source([(series, [point])])
            source.radii = { _ in 7 }
            let chart = chart()
            chart.dataSource = source
            #expect(
                try symbols(chart)
                    == (series === band ? ["disc 7.0", "disc 7.0"] : series === bubble ? ["disc 10.0"] : ["disc 7.0"]),
                "\(type(of: series))")
            source.textures = { _ in Self.picture(.pureBlue) }
            chart.reloadData()
            let sizes = series === bubble ? "picture 20.0×10.0" : "picture 14.0×7.0"
            #expect(try symbols(chart) == (series === band ? [sizes, sizes] : [sizes]), "\(type(of: series))")
        }
    }

    @Test("a bubble's picture lies among the discs by its size, and in the legend")
    func bubbles() async throws {
        let chart = chart()
        let bubble = BubbleSeries(
            title: "b",
            columns: SeriesColumns(
                x: Column([2.0, 2, 2]), y: Column([2.0, 2, 2]), area: Column([100.0, 400, 1_600])),
            style: BubbleSeriesStyle(pointStyle: PointStyle(color: .pureRed)))
        bubble.scale = .pi
        bubble.pointStyleHook = { index, style in
            var style = style
            if index == 1 { style.texture = Self.picture(.pureBlue, width: 10, height: 10) }
            return style
        }
        chart.add(bubble)
        #expect(try symbols(chart) == ["disc 40.0", "picture 40.0×40.0", "disc 10.0"])
        let probe = try await Probe(chart)
        #expect(
            try probe.color(2, 2) == .pureRed && probe.color(2, 2, dx: 18, dy: 18) == .pureBlue
                && probe.color(2, 2, dx: 30) == .pureRed)

        bubble.pointStyleHook = nil
        bubble.style.pointStyle.texture = Self.picture(.pureGreen, width: 10, height: 10)
        chart.legend.hidden = false
        let image = try await Probe.renderer.render(chart).image
        let entry = (0..<image.width * image.height).count { k in
            let (x, y) = (k % image.width, k / image.width)
            return x >= probe.plot.maxX - 60 && image.color(x: x, y: y).isClose(to: .pureGreen)
        }
        #expect(entry > 60, "a square a line high beside the title")
    }

    @Test("a picture that is shown small is the mean of its pixels")
    func small() async throws {
        var stripes = PixelImage(size: PixelSize(width: 64, height: 64))
        for y in 0..<64 {
            for x in 0..<64 { stripes[x, y] = x % 8 == 0 ? SIMD4(255, 0, 0, 255) : SIMD4(255, 255, 255, 255) }
        }
        let chart = chart()
        chart.add(
            ScatterSeries(
                columns: SeriesColumns(x: Column([3.0]), y: Column([2.0])),
                style: ScatterSeriesStyle(pointStyle: PointStyle(radius: 4, texture: stripes))))
        let probe = try await Probe(chart)
        // One pixel in eight is red.
        for dx in -2...1 {
            let color = try probe.color(3, 2, dx: dx)
            #expect(color.red == 255 && abs(Int(color.green) - 223) <= 4, "\(dx): \(color)")
        }
    }
}
