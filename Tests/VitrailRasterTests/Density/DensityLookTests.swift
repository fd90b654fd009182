import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription
@testable import VitrailRaster

@Suite("Colours of densities")
struct DensityLookTests {
    private static let minimum = 1.5

    /// Draws a series under a theme.
    private func chart(
        _ theme: Theme, _ series: DensitySeries, background: Color? = nil
    ) throws -> (chart: Chart, image: PixelImage) {
        let chart = Chart(width: 300, height: 200, theme: theme)
        chart.style.backgroundColor = background
        if background != nil { chart.style.backgroundColorGradient = background }
        chart.add(series)
        let marks = try plan(chart).scene.layers.first { $0.kind == .series }?.marks ?? []
        guard case .image(let mark)? = marks.first?.shape else {
            throw DescriptionError(path: "", message: "no picture")
        }
        return (chart, mark.image)
    }

    /// Contrast of each colour of a picture over the backgrounds, as displayed.
    private func contrasts(_ image: PixelImage, _ grounds: [Color]) -> [Double] {
        var seen: Set<Color> = []
        for y in 0..<image.height {
            for x in 0..<image.width where image[x, y].w > 0 { seen.insert(image.color(x: x, y: y)) }
        }
        return seen.flatMap { color in
            grounds.map { ground in
                let share = Double(color.alpha) / 255
                func mixed(_ own: UInt8, _ other: UInt8) -> UInt8 {
                    UInt8((Double(own) * share + Double(other) * (1 - share)).rounded())
                }
                let shown = Color(
                    red: mixed(color.red, ground.red), green: mixed(color.green, ground.green),
                    blue: mixed(color.blue, ground.blue))
                return shown.contrast(with: ground)
            }
        }
    }

    @Test(
        "each pixel with a sample can be told from the background", arguments: [Theme.flat, .light, .dark, .flatDark],
        [false, true])
    func visible(theme: Theme, isSparse: Bool) throws {
        // Dense ones fill pixel columns; sparse ones are far apart.
        let count = isSparse ? 200 : 40_000
        let x = (0..<count).map { Double($0 % 200) }
        let y = (0..<count).map { i -> Double in
            if isSparse { return Double(i * 7 % 150) }
            let (row, column) = (Double(i / 200 % 200), Double(i % 200))
            return row * column / 200
        }
        let series = DensitySeries(columns: SeriesColumns(x: Column(x), y: Column(y)))
        let (chart, image) = try chart(theme, series)
        let found = contrasts(image, chart.resolvedStyle.grounds)
        // Single samples have one colour.
        #expect(
            found.count > (isSparse ? 0 : 1) && found.allSatisfy { $0 >= Self.minimum },
            "\(theme.name) \(found.min() ?? 0)")
    }

    @Test("categories, too; and backgrounds that the chart sets itself")
    func others() throws {
        let x = (0..<4_000).map { Double($0 % 60) }
        let y = (0..<4_000).map { Double($0 / 60 % 40) }
        let kinds = Column((0..<4_000).map { $0 % 7 < 4 ? "a" : $0 % 7 < 6 ? "b" : "c" })
        for theme in [Theme.flat, .dark] {
            let series = DensitySeries(
                columns: SeriesColumns(x: Column(x), y: Column(y), keyed: [.category: kinds]), aggregation: .category)
            let (chart, image) = try chart(theme, series)
            #expect(contrasts(image, chart.resolvedStyle.grounds).allSatisfy { $0 >= Self.minimum }, "\(theme.name)")
        }
        for background in [Color(0x000000), Color(0x203040), Color(0xFFF4D6)] {
            let series = DensitySeries(columns: SeriesColumns(x: Column(x), y: Column(y)))
            let (_, image) = try chart(.flat, series, background: background)
            #expect(contrasts(image, [background]).allSatisfy { $0 >= Self.minimum }, "\(background)")
        }
    }

    @Test("a map of one's own stays as it is")
    func ownMap() throws {
        let style = DensitySeriesStyle(colorMap: ColorMap([.white, .black]))
        let series = DensitySeries(
            columns: SeriesColumns(x: Column([0.0, 1, 1]), y: Column([0.0, 1, 1])), style: style)
        series.spread = .pixels(0)
        let (_, image) = try chart(.flat, series)
        #expect(contrasts(image, [.white]).contains(1))
    }

    @Test("a named map loses what cannot be seen at its ends, and keeps its middle")
    func namedMap() throws {
        let pale = try #require(ColorMap.named("Blues")).trimmed(contrast: 1.5, with: [.white])
        #expect(pale.color(at: 0).contrast(with: .white) >= 1.5 && pale.color(at: 1) == Color(0x08306B))
        let diverging = try #require(ColorMap.named("RdBu"))
        #expect(diverging.trimmed(contrast: 1.5, with: [.white]) == diverging)
        #expect(ColorMap([.white]).trimmed(contrast: 1.5, with: [.white]) == ColorMap([.white]))
        func style(_ map: String) throws -> DensitySeriesStyle {
            let text =
                "{\"series\": [{\"type\": \"density\", \"data\": \"d\", \"x\": \"x\", \"y\": \"x\", \"style\": {\"colorMap\": \(map)}}], "
                + "\"data\": {\"d\": {\"values\": {\"x\": [1, 2]}}}}"
            guard case .density(let style) = try ChartDescription(json: text).series[0].style else {
                return DensitySeriesStyle()
            }
            return style
        }
        #expect(try style("\"Blues_r\"").hasNamedMap && !style("[\"white\", \"black\"]").hasNamedMap)
    }

    @Test("percentiles fix the ends of the map")
    func percentiles() {
        let sorted = SortedValues(ascending: (0...100).map(Double.init))
        #expect(sorted.range(NumberRange(2, 98)) == NumberRange(2, 98))
        #expect(SortedValues(ascending: [3, 3, 3]).range(NumberRange(2, 98)) == nil)
        let counts = PixelCounts(count: 100) { for k in 0..<100 { unsafe $0[k] = k < 98 ? UInt32(k / 49 + 1) : 1_000 } }
        #expect(BinMerge(counts).range(NumberRange(0, 98)) == NumberRange(1, 2))
        #expect(BinMerge(counts).range(NumberRange(0, 100)) == NumberRange(1, 1_000))
        #expect(BinMerge(counts).range(NumberRange(0, 10)) == nil)
    }

    @Test("samples without a category are one where they have a colour")
    func missing() throws {
        let texts = try CategoryColumn(Column(["b", nil, "a"]), "c", countsMissing: true)
        #expect(texts.titles == ["b", "a", "missing"] && texts.values == [0, 1, 2] && texts.hasMissing)
        let numbers = try CategoryColumn(Column([7, Double.nan, -1]), "c", countsMissing: true)
        #expect(numbers.titles == ["−1", "7", "missing"] && numbers.values == [-1, 7, 8])
        #expect(try !CategoryColumn(Column(["b", "a"]), "c", countsMissing: true).hasMissing)
        #expect(try CategoryColumn(Column(["b", nil]), "c", countsMissing: false).titles == ["b"])
        let style = DensitySeriesStyle(minOpacity: 1, missingColor: Color(0x123456))
        let columns = SeriesColumns(x: Column([0.0, 1]), y: Column([0.0, 1]), keyed: [.category: Column(["a", nil])])
        let series = DensitySeries(columns: columns, aggregation: .category, style: style)
        let (chart, _) = try chart(.flat, series)
        #expect(chart.legendEntries.map(\.symbol).last == .solid(Color(0x123456)))
    }
}
