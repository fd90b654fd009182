import Testing
import Vitrail

/// The legend, checked by its pixels. The box is painted red, so that it can be found.
@Suite("Legend")
struct LegendTests {
    /// 600 × 400, axes 0…10, one white line per title: only the legend is coloured.
    private func chart(_ titles: [String] = ["one", "two"]) -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
        for title in titles {
            chart.add(
                LineSeries(
                    title: title, columns: SeriesColumns(x: Column([0.0, 10]), y: Column([5.0, 5])),
                    style: LineSeriesStyle(lineColor: .white)))
        }
        chart.legend.style.areaColor = .pureRed
        chart.legend.style.fontColor = .pureRed
        return chart
    }

    private func shown(_ chart: Chart) async throws -> (probe: Probe, box: PixelRect) {
        chart.legend.hidden = false
        let probe = try await Probe(chart)
        return (probe, try #require(probe.ink(.pureRed)))
    }

    // MARK: C-135 … C-139, C-114

    @Test("C-135 a chart has a legend, which is hidden at first and shows when it is not")
    func hidden() async throws {
        let chart = chart()
        #expect(chart.legend.hidden)
        #expect(try await Probe(chart).ink(.pureRed) == nil)
        #expect(try await shown(chart).box.width > 40)
        chart.legend.hidden = true
        #expect(try await Probe(chart).ink(.pureRed) == nil)
    }

    @Test("C-136 an entry a series with showInLegend: its title, and a symbol in its colour; false leaves it out")
    func entries() async throws {
        let chart = chart([])
        chart.legend.style = LegendStyle(fontColor: Color(0x000080))
        let colors: [Color] = [.pureRed, .pureBlue, .pureGreen]
        for (k, color) in colors.enumerated() {
            chart.add(
                ColumnSeries(
                    title: ["first", "", "third"][k], columns: SeriesColumns(x: Column([50.0]), y: Column([5.0])),
                    style: BarColumnSeriesStyle(areaColor: color)))
        }
        chart.legend.hidden = false
        var probe = try await Probe(chart)
        #expect(chart.legendEntries.map(\.title) == ["first", "Series 2", "third"])
        let symbols = try colors.map { try #require(probe.exact($0)) }
        // One below the other, in the order of the series, beside the plot area.
        #expect(symbols.allSatisfy { $0.x >= probe.plot.maxX && $0.width == symbols[0].width && $0.x == symbols[0].x })
        #expect(symbols[0].maxY <= symbols[1].y && symbols[1].maxY <= symbols[2].y)
        // Each has a title beside it.
        for symbol in symbols {
            let beside = PixelRect(
                x: symbol.maxX + 4, y: symbol.y, width: probe.image.width - symbol.maxX - 4, height: symbol.height)
            #expect(probe.ink(Color(0x000080), in: beside) != nil)
        }
        chart.series[1].showInLegend = false
        probe = try await Probe(chart)
        #expect(chart.legendEntries.map(\.seriesIndex) == [0, 2])
        #expect(probe.exact(.pureBlue) == nil && probe.exact(.pureRed) != nil && probe.exact(.pureGreen) != nil)
        // A hidden series still has a legend entry.
        chart.series[2].hidden = true
        #expect(try await Probe(chart).exact(.pureGreen) != nil)
        for series in chart.series { series.showInLegend = false }
        let empty = try await Probe(chart)
        chart.legend.hidden = true
        #expect(try await Probe(chart).plot == empty.plot)
    }

    @Test(
        "C-137 a legend stands at the edge that its position names; at the bottom it is centred under the axes",
        arguments: Legend.Position.allCases)
    func positions(position: Legend.Position) async throws {
        for placement in Legend.Placement.allCases {
            let chart = chart()
            chart.title = "A title"
            chart.legend.position = position
            chart.legend.placement = placement
            let (probe, box) = try await shown(chart)
            let plot = probe.plot
            let name = position.rawValue
            let isBeside = placement == .outsidePlotArea
            if name.hasSuffix("Middle") {
                #expect(near(box.midX, plot.midX, 1), "\(placement)")
            } else if name.hasSuffix("Left") {
                #expect(isBeside ? box.maxX <= plot.x : box.midX < plot.midX - 100, "\(placement)")
            } else {
                #expect(isBeside ? box.x >= plot.maxX : box.midX > plot.midX + 100, "\(placement)")
            }
            if name.hasPrefix("middle") {
                #expect(near(box.midY, plot.midY, 1), "\(placement)")
            } else if name.hasPrefix("top") {
                #expect(
                    name == "topMiddle" && isBeside ? box.maxY <= plot.y : box.midY < plot.midY - 80, "\(placement)")
            } else {
                #expect(
                    name == "bottomMiddle" && isBeside ? box.y > plot.maxY + 15 : box.midY > plot.midY + 80,
                    "\(placement)")
            }
            // On the border, half of it is on each side.
            guard placement == .onPlotAreaBorder else { continue }
            switch position {
            case .topMiddle: #expect(near(box.midY, Double(plot.y), 1))
            case .bottomMiddle: #expect(near(box.midY, Double(plot.maxY), 1))
            case .topLeft, .middleLeft, .bottomLeft: #expect(near(box.midX, Double(plot.x), 1))
            case .topRight, .middleRight, .bottomRight: #expect(near(box.midX, Double(plot.maxX), 1))
            }
        }
    }

    @Test(
        "C-138 outside, the plot area shrinks and the legend is beside it; inside it is as if there were none",
        arguments: Legend.Position.allCases)
    func placements(position: Legend.Position) async throws {
        let chart = chart()
        chart.legend.position = position
        let free = try await Probe(chart).plot
        let (outside, box) = try await shown(chart)
        #expect(box.intersection(outside.plot).isEmpty)
        #expect(free.contains(outside.plot))
        #expect(free.width * free.height > outside.plot.width * outside.plot.height + 5_000)
        chart.legend.placement = .insidePlotArea
        let (inside, inner) = try await shown(chart)
        #expect(inside.plot == free && free.contains(inner))
        chart.legend.placement = .onPlotAreaBorder
        let (border, _) = try await shown(chart)
        // It takes half as much space.
        let full = free.width - outside.plot.width + free.height - outside.plot.height
        let half = free.width - border.plot.width + free.height - border.plot.height
        #expect(near(Double(half), Double(full) / 2, 2))
    }

    /// Draws its entries as one bar, a third each.
    private final class Stripe: Legend {
        var seen: [LegendEntry] = []

        override func size(
            of entries: [LegendEntry], in room: (width: Double, height: Double), _ context: OverlayContext
        ) -> (width: Double, height: Double)? {
            (120, 30)
        }

        override func draw(_ entries: [LegendEntry], in frame: Rect, _ context: inout OverlayContext) {
            seen = entries
            let width = frame.width / Double(entries.count)
            for k in entries.indices {
                context.fill(
                    Rect(x: frame.x + Double(k) * width, y: frame.y, width: width, height: frame.height),
                    k == 0 ? .pureBlue : .pureGreen)
            }
        }
    }

    /// Its legend title differs from its title.
    private final class Renamed: LineSeries {
        override var legendTitle: String { "a much longer name" }
        override var legendTextColor: Color? { .pureBlue }
        override func legendSymbol(theme: Theme) -> LegendSymbol { .solid(.pureGreen) }
    }

    @Test("C-139 what a legend's own draw routine draws, and what a series calls itself, is what gets painted")
    func custom() async throws {
        let chart = chart(["a", "b", "c"])
        let stripe = Stripe()
        stripe.hidden = false
        chart.legend = stripe
        let probe = try await Probe(chart)
        #expect(stripe.seen.map(\.title) == ["a", "b", "c"])
        let (blue, green) = (try #require(probe.ink(.pureBlue)), try #require(probe.ink(.pureGreen)))
        #expect(blue.width == 40 && blue.height == 30 && green.width == 80 && green.x == blue.maxX && green.y == blue.y)
        #expect(blue.x >= probe.plot.maxX)

        let named = self.chart([])
        named.add(
            Renamed(title: "x", columns: SeriesColumns(y: Column([1.0, 2])), style: LineSeriesStyle(lineColor: .white)))
        named.legend.style = LegendStyle()
        named.legend.hidden = false
        let renamed = try await Probe(named)
        #expect(named.legendEntries.map(\.title) == ["a much longer name"])
        let (text, symbol) = (try #require(renamed.ink(.pureBlue)), try #require(renamed.ink(.pureGreen)))
        #expect(symbol.width == 24 && text.width > 80 && text.x > symbol.maxX && near(text.midY, symbol.midY, 3))
    }

    @Test("C-114 the legend of a pie has an entry a slice with the slices' names; of two pies only the first counts")
    func pie() async throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        func pie(_ names: [String], _ colors: [Color]) -> PieSeries {
            PieSeries(
                columns: SeriesColumns(x: Column(names), y: Column(names.map { _ in 1.0 })),
                style: PieSeriesStyle(flavourColors: colors))
        }
        chart.add(pie(["ash", "beech", "cedar"], [.pureRed, .pureBlue, .pureGreen]))
        chart.add(pie(["x", "y"], [.black, .black]))
        chart.legend.hidden = false
        let probe = try await Probe(chart)
        #expect(chart.legendEntries.map(\.title) == ["ash", "beech", "cedar"])
        #expect(chart.legendEntries.map(\.sliceIndex) == [0, 1, 2])
        let beside = PixelRect(
            x: probe.plot.maxX, y: 0, width: probe.image.width - probe.plot.maxX, height: probe.image.height)
        let symbols = try [Color.pureRed, .pureBlue, .pureGreen].map { try #require(probe.ink($0, in: beside)) }
        #expect(symbols[0].maxY <= symbols[1].y && symbols[1].maxY <= symbols[2].y)
        #expect(symbols.allSatisfy { $0.width == 24 })
        var blacks = 0
        for y in beside.y..<beside.maxY {
            for x in beside.x..<beside.maxX where probe[x, y] == .black { blacks += 1 }
        }
        #expect(blacks == 0)
        chart.series[0].showInLegend = false
        _ = try await Probe(chart)
        #expect(chart.legendEntries.isEmpty)
    }
}
