import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription
@testable import VitrailRaster

@Suite("Legends and words of density series")
struct DensityLegendTests {
    private func chart(
        _ aggregation: DensityAggregation = .count, position: Legend.Position = .topRight,
        style: DensitySeriesStyle = DensitySeriesStyle(),
        scale: Double = 1, title: String = ""
    ) -> (chart: Chart, series: DensitySeries) {
        let chart = Chart(width: 500, height: 320)
        chart.scale = scale
        chart.legend.hidden = false
        chart.legend.position = position
        // 1, 10, 100 and 1,000 samples at four positions; values from −20 to 30.
        var x: [Double] = []
        for (k, count) in [1, 10, 100, 1_000].enumerated() { x += [Double](repeating: Double(k), count: count) }
        let value = x.indices.map { Double($0 % 51) - 20 }
        let keyed: [DataKey: Column] = [
            .value: Column(value), .category: Column(x.map { Optional($0 < 3 ? "few" : "many") }),
        ]
        let series = DensitySeries(
            title: title, columns: SeriesColumns(x: Column(x), y: Column(x), keyed: keyed), aggregation: aggregation,
            style: style)
        chart.add(series)
        return (chart, series)
    }

    private func furniture(_ chart: Chart) throws -> [Mark] {
        try plan(chart).scene.layers.filter { $0.kind == .chrome }.flatMap(\.marks)
    }

    private func texts(_ marks: [Mark]) -> [(text: String, y: Float, x: Float)] {
        marks.compactMap { mark in
            if case .glyphs(let run) = mark.shape {
                (run.source.text, run.source.origin.y, run.source.origin.x)
            } else {
                nil
            }
        }
    }

    private func bar(_ marks: [Mark]) throws -> ImageMark {
        try #require(
            marks.compactMap { mark -> ImageMark? in if case .image(let image) = mark.shape { image } else { nil } }
                .first)
    }

    @Test("a bar of the map's colours, from the last one down, with its values beside it", arguments: [1, 1.5, 2])
    func upright(scale: Double) throws {
        let map = ColorMap([Color(0x102030), Color(0xFFE0A0)])
        let (chart, _) = chart(style: DensitySeriesStyle(colorMap: map), scale: scale)
        let marks = try furniture(chart)
        #expect(texts(marks).map(\.text) == ["Count", "1", "10", "100", "1000"])
        let bar = try bar(marks)
        #expect(
            bar.image.width == 1 && Float(bar.image.height) == bar.rect.height
                && bar.rect.width == Float((12 * scale).rounded()))
        let (top, bottom) = (bar.image.color(x: 0, y: 0), bar.image.color(x: 0, y: bar.image.height - 1))
        #expect(abs(Int(top.red) - 0xFF) <= 2 && abs(Int(bottom.red) - 0x10) <= 2)
        // Equal ratios are equally spaced, upwards, with the ends at the ends.
        let y = texts(marks).dropFirst().map(\.y)
        #expect(zip(y, y.dropFirst()).allSatisfy { abs($0 - $1 - bar.rect.height / 3) <= 1.5 })
    }

    @Test("above or below the plot area it lies, smallest values on the left")
    func level() throws {
        let (chart, _) = chart(position: .bottomMiddle, title: "Points")
        let marks = try furniture(chart)
        let found = texts(marks)
        #expect(found.map(\.text) == ["Points", "1", "10", "100", "1000"])
        #expect(try bar(marks).image.height == 1)
        let x = found.dropFirst().map(\.x)
        #expect(zip(x, x.dropFirst()).allSatisfy { $0 < $1 } && Set(found.dropFirst().map(\.y)).count == 1)
    }

    @Test(
        "nothing of it leaves its room, and the plot area stays where it is when values become known",
        arguments: Legend.Position.allCases)
    func room(position: Legend.Position) throws {
        for aggregation in [DensityAggregation.count, .sum, .mean] {
            let (chart, series) = chart(aggregation, position: position)
            let first = try plan(chart).scene
            let second = try plan(chart).scene
            #expect(first.plotArea == second.plotArea && series.lastScale != nil)
            for text in texts(try furniture(chart)) {
                #expect(text.x >= 0 && text.x < 500 && text.y > 0 && text.y < 320, "\(text)")
            }
        }
    }

    @Test("categories have an entry each, in their colours")
    func categories() throws {
        let colors = [Color(0xAA0000), Color(0x0000AA)]
        let (chart, _) = chart(.category, style: DensitySeriesStyle(categoryColors: colors))
        #expect(texts(try furniture(chart)).map(\.text) == ["few", "many"])
        #expect(chart.legendEntries.map(\.symbol) == colors.map { .solid($0) })
    }

    @Test("without series symbols it is a block; beside other entries the bar stands below them")
    func mixed() throws {
        let (chart, _) = chart(style: DensitySeriesStyle(useSeriesSymbols: false))
        #expect(texts(try furniture(chart)).map(\.text) == ["Count"] && chart.legendEntries[0].colorBar == nil)
        let (both, _) = self.chart(title: "Points")
        both.add(LineSeries(title: "Line", columns: SeriesColumns(x: Column([0.0, 3]), y: Column([0.0, 3]))))
        let found = texts(try furniture(both)).map(\.text)
        #expect(found == ["Line", "Points", "1", "10", "100", "1000"])
    }

    // MARK: Ticks

    private func ticks(
        _ scaling: ColorScaling, _ values: [Double], isCount: Bool = false, range: NumberRange? = nil,
        length: Double = 140
    ) -> [ColorBar.Tick] {
        let scale = DensityScale(scaling, SortedValues(ascending: values), range: range)
        return ColorBar(map: .viridis, scale: scale, isCount: isCount, values: nil).ticks(maximum: Int(length / 24)) {
            ($1.position - $0.position) * length >= 16
        }
    }

    @Test("linear values have round ticks, logarithmic ones powers, equalised ones those that occur")
    func rounds() {
        #expect(ticks(.linear, [0, 100]).map(\.label) == ["0", "20", "40", "60", "80", "100"])
        #expect(ticks(.linear, [-0.02, 0.013]).map(\.label) == ["−0.02", "−0.01", "0.00", "0.01"])
        #expect(ticks(.linear, [1, 3], isCount: true).map(\.label) == ["1", "2", "3"])
        #expect(ticks(.linear, [0, 42_000]).map(\.label) == ["0", "10k", "20k", "30k", "40k"])
        #expect(ticks(.log, [1, 1e8]).map(\.label).suffix(3) == ["1M", "10M", "100M"])
        #expect(ticks(.log, [1e-300, 1e300]).count >= 2)
        #expect(ticks(.log, [3, 8]).count >= 3)
        #expect(ticks(.equalized, [1, 5, 30, 7_000, 1_250_000]).map(\.label) == ["1", "5", "30", "7000", "1.25M"])
        #expect(ticks(.linear, [7]) == [ColorBar.Tick(position: 0.5, label: "7")])
        for scaling in ColorScaling.allCases {
            for values in [[1.0, 2], [0.001, 99_999], [-5, 5], [1e300, 1.5e300], [-1e308, 1e308]] {
                let found = ticks(scaling, values)
                #expect(
                    found.allSatisfy { $0.position >= 0 && $0.position <= 1 }
                        && zip(found, found.dropFirst()).allSatisfy { $0.position < $1.position })
            }
        }
    }

    @Test(
        "labels of a narrow range differ: distances from a round value where digits have no room",
        arguments: ColorScaling.allCases)
    func narrow(scaling: ColorScaling) {
        func labels(_ low: Double, _ high: Double, letters: Int = 6, length: Double = 140) -> ColorBar.Labels {
            let values = (0...100).map { low + (high - low) * Double($0) / 100 }
            let scale = DensityScale(scaling, SortedValues(ascending: values), range: nil)
            return ColorBar(map: .viridis, scale: scale, isCount: false, values: NumberRange(low, high))
                .labels(maximum: Int(length / 24), fits: { $0.count <= letters }) {
                    ($1.position - $0.position) * length >= 16
                }
        }
        let pressure = labels(101_324.8, 101_325.2)
        #expect(pressure.offset == "+101,325" && pressure.ticks.count > 2, "\(pressure)")
        if scaling != .log {
            #expect(labels(-5.00002, -5.00001, letters: 7).offset?.hasPrefix("\u{2212}5.0000") == true)
        }
        #expect(labels(1e15, 1e15 + 20).offset == "+1e15")
        #expect(labels(1_234_567.1, 1_234_567.9, letters: 20).offset == nil)
        for (low, high) in [
            (101_324.8, 101_325.2), (12_000, 12_100), (0, 42_000), (0.001, 0.0012), (1e-7, 1.00001e-7),
            (-3e6, -2.999_999e6),
        ] where low > 0 || scaling != .log {
            for letters in [5, 6, 12, 40] {
                let found = labels(low, high, letters: letters)
                let texts = found.ticks.map(\.label)
                #expect(Set(texts).count == texts.count && texts.allSatisfy { $0.count <= letters }, "\(found)")
                if letters > 6 || letters == 6 && high - low > 1e-4 {
                    #expect(texts.count >= 2, "\(low) \(high) \(letters) \(found)")
                }
            }
        }
    }

    @Test("no label is cut, and a narrow range has its offset", arguments: Legend.Position.allCases)
    func narrowRoom(position: Legend.Position) throws {
        for (low, high) in [(101_324.8, 101_325.2), (-5.00002, -5.00001), (1_234_567_890.1, 1_234_567_890.3)] {
            let chart = Chart(width: 500, height: 320)
            chart.legend.hidden = false
            chart.legend.position = position
            let x = (0..<50).map(Double.init)
            let value = x.map { low + (high - low) * $0 / 49 }
            chart.add(
                DensitySeries(
                    columns: SeriesColumns(x: Column(x), y: Column(x), keyed: [.value: Column(value)]),
                    aggregation: .mean))
            _ = try plan(chart)
            let found = texts(try furniture(chart))
            #expect(
                found.contains {
                    $0.text.hasPrefix(low < 0 ? "\u{2212}5.0000" : low > 1e6 ? "+1,234,567,890" : "+101,325")
                }, "\(found.map(\.text))")
            #expect(found.count >= 3 && Set(found.map(\.text)).count == found.count, "\(found.map(\.text)) \(low)")
            for mark in try furniture(chart) {
                guard case .glyphs(let run) = mark.shape else { continue }
                #expect(
                    run.source.origin.x >= 0 && Double(run.source.origin.x) + Double(run.source.text.count) * 5 < 500,
                    "\(run.source.text)")
            }
        }
    }

    // MARK: Words

    @Test("the words for those who do not see it tell how many points there are, and what they come to")
    func words() throws {
        func words(_ aggregation: DensityAggregation, x: NumberRange? = nil) throws -> String {
            let (chart, _) = chart(aggregation)
            if let x { chart.xAxis = NumberAxis(defaultRange: x) }
            return try plan(chart).altText
        }
        #expect(
            try words(.count) == "A density chart. The x-axis runs from 0 to 3; the y-axis runs from 0 to 3. "
                + "The series has 1111 points; a pixel that is not empty holds from 1 to 1000 of them.")
        #expect(try words(.mean).contains("; the mean of their values in a pixel is from −20 to "))
        #expect(
            try words(.category).contains(
                "1111 points of the categories “few” and “many”; a pixel that is not empty holds from 1 to 1000 of them."
            ))
        let none = try words(.max, x: NumberRange(70, 80))
        #expect(none.hasSuffix("The series has 1111 points, none in view."), "\(none)")
    }

    // MARK: Description

    @Test("a description's density is that of the code")
    func described() throws {
        func series(_ members: String) throws -> DensitySeries {
            let json = """
                {"data": {"d": {"values": {"x": [0, 1, 1], "y": [0, 1, 1], "v": [1, 2, 4], "c": ["p", "q", "q"]}}},
                 "series": [{"type": "density", "data": "d", "x": "x", "y": "y"\(members)}]}
                """
            let chart = try ChartDescription(json: json).makeChart()
            _ = try plan(chart)
            return try #require(chart.series.first as? DensitySeries)
        }
        #expect(try series("").aggregation == .count)
        #expect(try series(#", "value": "v""#).aggregation == .mean)
        let categories = try series(#", "category": "c""#)
        #expect(categories.aggregation == .category && categories.categories == ["p", "q"])
        #expect(try series(#", "category": "v""#).categories == ["1", "2", "4"])
        let sum = try series(
            ##", "aggregation": "sum", "value": "v", "orientation": "vertical", "style": {"valueRange": [-1, 9], "colorMap": ["#000", "#fff"]}"##
        )
        #expect(sum.aggregation == .sum && sum.orientation == .vertical && sum.lastScale?.high == 9)
        #expect(sum.style.colorMap == ColorMap([.black, .white]))
    }
}
