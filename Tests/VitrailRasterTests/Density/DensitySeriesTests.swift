import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailRaster

@Suite("Density series")
struct DensitySeriesTests {
    private func marks(
        _ series: DensitySeries, scale: Double = 1, x: Axis = NumberAxis(), y: Axis = NumberAxis()
    ) throws -> (marks: [Mark], plot: PixelRect) {
        let chart = Chart(width: 400, height: 300)
        chart.scale = scale
        (chart.xAxis, chart.yAxis) = (x, y)
        // Count each pixel alone, without spreading samples to its neighbours.
        series.spread = .pixels(0)
        chart.add(series)
        let scene = try plan(chart).scene
        return (scene.layers.first { $0.kind == .series }?.marks ?? [], scene.plotArea)
    }

    /// The picture of a series with visible samples.
    private func picture(
        _ series: DensitySeries, scale: Double = 1, x: Axis = NumberAxis(), y: Axis = NumberAxis()
    ) throws -> PixelImage {
        let (marks, plot) = try marks(series, scale: scale, x: x, y: y)
        let mark = try #require(marks.count == 1 ? marks.first : nil)
        guard case .image(let image) = mark.shape else {
            Issue.record("\(mark.shape)")
            return PixelImage(size: PixelSize(width: 0, height: 0))
        }
        #expect(
            image.rect == plot.plotRect && mark.clip == plot && image.source == nil && image.opacity == 1
                && mark.label == "series[0] density")
        #expect(image.image.size == PixelSize(width: plot.width, height: plot.height))
        return image.image
    }

    /// Pixels that are not transparent.
    private func painted(_ image: PixelImage) -> [(x: Int, y: Int)] {
        (0..<image.height).flatMap { y in (0..<image.width).filter { image[$0, y].w > 0 }.map { ($0, y) } }
    }

    private func columns(_ x: [Double], _ y: [Double], _ values: [Double]? = nil) -> SeriesColumns {
        SeriesColumns(x: Column(x), y: Column(y), keyed: values.map { [.value: Column($0)] } ?? [:])
    }

    private func axis(_ low: Double, _ high: Double) -> NumberAxis {
        let axis = NumberAxis(defaultRange: NumberRange(low, high))
        return axis
    }

    @Test("is one picture of the plot area's pixels, at every scale", arguments: [1, 1.5, 2, 0.7])
    func onePicture(scale: Double) throws {
        let image = try picture(DensitySeries(columns: columns([0, 1, 2], [0, 5, 10])), scale: scale)
        let positions = painted(image)
        #expect(positions.count == 3)
        // From the lower left to the upper right corner.
        #expect(
            positions.first.map { $0 == (image.width - 1, 0) } == true
                && positions.last.map { $0 == (0, image.height - 1) } == true)
    }

    @Test(
        "samples lie where the axes show them, whatever is in view",
        arguments: [NumberRange(0, 100), NumberRange(20, 30), NumberRange(-50, 7)])
    func zoomed(range: NumberRange) throws {
        var random = SeededNumbers(seed: 1)
        for isOrdered in [false, true] {
            let drawn = (0..<2_000).map { _ in random.double(0...100) }
            let x = isOrdered ? drawn.sorted() : drawn
            let y = x.map { _ in random.double(0...100) }
            let series = DensitySeries(columns: columns(x, y), style: DensitySeriesStyle(colorMap: ColorMap([.black])))
            let image = try picture(series, x: axis(range.minimum, range.maximum), y: axis(10, 60))
            var expected = Set<Int>()
            for (x, y) in zip(x, y) where range.contains(x) && (10...60).contains(y) {
                let column = Int((x - range.minimum) / range.span * Double(image.width))
                let row = Int(Double(image.height) - (y - 10) / 50 * Double(image.height))
                expected.insert(min(row, image.height - 1) * image.width + min(column, image.width - 1))
            }
            #expect(Set(painted(image).map { $0.y * image.width + $0.x }) == expected)
        }
    }

    @Test("upright it is the same picture")
    func vertical() throws {
        var random = SeededNumbers(seed: 2)
        let (x, y, value) = (
            (0..<500).map { _ in random.double(0...9) }, (0..<500).map { _ in random.double(0...9) },
            (0..<500).map { _ in random.double(0...9) }
        )
        for aggregation in [DensityAggregation.count, .mean] {
            let columns = columns(x, y, aggregation == .mean ? value : nil)
            let level = try picture(DensitySeries(columns: columns, aggregation: aggregation))
            #expect(
                try picture(DensitySeries(columns: columns, orientation: .vertical, aggregation: aggregation)) == level)
        }
    }

    @Test("nothing is painted where nothing is in view: no samples, none with a place, none in range")
    func empty() throws {
        for (x, y) in [([], []), ([.nan, 1], [1, .infinity]), ([50.0], [50.0])] as [([Double], [Double])] {
            let series = DensitySeries(columns: columns(x, y))
            #expect(try marks(series, x: axis(0, 1), y: axis(0, 1)).marks.isEmpty)
            #expect(series.lastScale == nil)
        }
        #expect(
            try marks(
                DensitySeries(columns: columns([0.5], [0.5], [.nan]), aggregation: .max), x: axis(0, 1), y: axis(0, 1)
            ).marks.isEmpty)
    }

    @Test("one sample is one pixel in the middle colour")
    func single() throws {
        let map = ColorMap([.black, Color(0xFF0000), .white])
        for aggregation in [DensityAggregation.count, .sum, .mean, .max, .min] {
            let columns = columns([3], [4], aggregation == .count ? nil : [7])
            let image = try picture(
                DensitySeries(columns: columns, aggregation: aggregation, style: DensitySeriesStyle(colorMap: map)))
            let positions = painted(image)
            #expect(
                positions.count == 1 && positions.first.map { image.color(x: $0.x, y: $0.y) } == Color(0xFF0000),
                "\(aggregation)")
        }
    }

    @Test("values without a logarithm are told of where one is asked for")
    func withoutLogarithm() throws {
        for (values, scaling, isTold) in [
            ([0.0, 1], ColorScaling.log, true), ([-3, -2], .log, true), ([2, 1], .log, false),
            ([-3, 1], .linear, false), ([-3, 1], .equalized, false),
        ] {
            let series = DensitySeries(
                columns: columns([0, 1], [0, 1], values), aggregation: .mean,
                style: DensitySeriesStyle(colorScaling: scaling))
            let chart = Chart(width: 400, height: 300)
            chart.add(series)
            _ = try plan(chart)
            #expect(
                chart.warnings.map(\.description).contains { $0.hasPrefix("series[0].value: ignored: values ≤ 0") }
                    == isTold, "\(values) \(scaling)")
            #expect(chart.warnings.count == (isTold ? 1 : 0))
        }
    }

    @Test(
        "categories have colours of their own, as many as a picture can tell apart", arguments: [1, 6, 7, 12, 13, 36])
    func categoryColors(count: Int) throws {
        for theme in [Theme.flat, .light, .dark] {
            let chart = Chart(width: 400, height: 300, theme: theme)
            let categories = (0..<count).map(Double.init)
            chart.add(
                DensitySeries(
                    columns: SeriesColumns(
                        x: Column(categories), y: Column(categories), keyed: [.category: Column(categories)]),
                    aggregation: .category))
            _ = try plan(chart)
            let symbols = chart.legendEntries.map(\.symbol)
            #expect(
                symbols.count == count && symbols.indices.allSatisfy { k in symbols.firstIndex(of: symbols[k]) == k })
        }
    }

    @Test("counts are scaled by logarithm unless somebody says otherwise, values evenly")
    func defaultScaling() throws {
        let (x, y) = ([0.0] + [Double](repeating: 1, count: 100), [0.0] + [Double](repeating: 1, count: 100))
        for (aggregation, expected) in [
            (DensityAggregation.count, ColorScaling.log), (.sum, .linear), (.mean, .linear),
        ] {
            let series = DensitySeries(
                columns: columns(x, y, aggregation == .count ? nil : x), aggregation: aggregation)
            _ = try picture(series)
            #expect(series.lastScale?.scaling == expected)
            series.style.colorScaling = .equalized
            series.chart = nil
            _ = try picture(series)
            #expect(series.lastScale?.scaling == .equalized)
        }
    }

    // MARK: Categories

    @Test("texts are categories in the order in which they come, numbers in theirs, each in its colour")
    func categories() throws {
        let (x, y) = ([0.0, 1, 2, 3, 3], [0.0, 1, 2, 3, 3])
        let colors = [Color(0xFF0000), Color(0x00FF00), Color(0x0000FF)]
        func image(_ column: Column) throws -> (image: PixelImage, titles: [String]) {
            let style = DensitySeriesStyle(categoryColors: colors, minOpacity: 1)
            let series = DensitySeries(
                columns: SeriesColumns(x: Column(x), y: Column(y), keyed: [.category: column]), aggregation: .category,
                style: style)
            return (try picture(series), series.categories)
        }
        let (texts, titles) = try image(Column(["b", "a", nil, "b", "a"]))
        #expect(titles == ["b", "a"])
        let positions = painted(texts)
        // The sample without a category is invisible; two samples in one pixel are mixed.
        #expect(positions.map { texts.color(x: $0.x, y: $0.y) } == [Color(0x808000), colors[1], colors[0]])
        let (numbers, numberTitles) = try image(Column([7, -1.5, .nan, 7, -1.5]))
        #expect(numberTitles == ["−1.5", "7"])
        #expect(painted(numbers).map { numbers.color(x: $0.x, y: $0.y) } == [Color(0x808000), colors[0], colors[1]])
    }

    private struct Point: ChartData {
        let number: Double
        let kind: String
        var xValue: DataValue? { .number(number) }
        var yValue: DataValue? { .number(1) }
        func value(for key: DataKey) -> DataValue? { key == .category ? .text(kind) : nil }
    }

    @Test("categories come from points, too")
    func points() throws {
        let source = SimpleDataSource()
        let series = DensitySeries(aggregation: .category)
        source.addSeries(
            series, (0..<6).map { Point(number: Double($0), kind: $0 % 2 == 0 ? "even" : "odd") })
        let chart = Chart(width: 300, height: 200)
        chart.dataSource = source
        _ = try plan(chart)
        #expect(series.categories == ["even", "odd"])
    }

    // MARK: Bad input

    @Test("what is missing or does not fit is told with its place")
    func errors() throws {
        func error(_ aggregation: DensityAggregation, _ columns: SeriesColumns) -> ChartError? {
            do {
                _ = try marks(DensitySeries(columns: columns, aggregation: aggregation))
                return nil
            } catch { return error as? ChartError }
        }
        let x = Column([1.0, 2])
        func keyed(_ key: DataKey, _ column: Column) -> SeriesColumns {
            SeriesColumns(x: x, y: x, keyed: [key: column])
        }
        #expect(error(.count, SeriesColumns(x: x)) == .missingColumn(path: "series[0].y"))
        #expect(error(.mean, SeriesColumns(x: x, y: x)) == .missingColumn(path: "series[0].value"))
        #expect(error(.category, keyed(.value, x)) == .missingColumn(path: "series[0].category"))
        #expect(
            error(.sum, keyed(.value, Column(["a", "b"])))
                == .wrongColumn(path: "series[0].value", found: "texts", wanted: "numbers"))
        #expect(
            error(.max, keyed(.value, Column([1.0])))
                == .columnLengths(path: "series[0]", first: "x", 2, second: "value", 1))
        #expect(
            error(.category, keyed(.category, Column(secondsSince1970: [1, 2])))
                == .wrongColumn(path: "series[0].category", found: "dates", wanted: "texts or numbers"))
        let many = Column((0..<100).map { "\($0)" })
        let numbers = Column((0..<100).map(Double.init))
        for column in [many, numbers] {
            let columns = SeriesColumns(x: numbers, y: numbers, keyed: [.category: column])
            #expect(error(.category, columns) == .tooMany(path: "series[0].category: categories", found: 65, limit: 64))
        }
        #expect(error(.count, keyed(.value, Column(["a"]))) == nil)
    }

    @Test("files are read where they lie; one that shrinks is an error")
    func files() throws {
        var random = SeededNumbers(seed: 3)
        let x = (0..<4_096).map { _ in random.double(0...1) }
        let file = try TemporaryFile(raw: x)
        let mapped = try Column(f64File: file.path)
        func columns(_ x: Column, _ value: Column) -> SeriesColumns {
            SeriesColumns(x: x, y: Column(Array(0..<4_096).map(Double.init)), keyed: [.value: value])
        }
        let series = DensitySeries(columns: columns(mapped, mapped), aggregation: .mean)
        let inMemory = DensitySeries(columns: columns(Column(x), Column(x)), aggregation: .mean)
        #expect(try picture(series) == picture(inMemory))
        let chart = Chart(width: 300, height: 200)
        chart.add(DensitySeries(columns: columns(Column(x), mapped), aggregation: .mean))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
        try handle.truncate(atOffset: 8)
        #expect(throws: ChartError.data(path: "series[0]", .changedWhileRead(path: file.path))) {
            try plan(chart).checkFiles()
        }
    }
}
