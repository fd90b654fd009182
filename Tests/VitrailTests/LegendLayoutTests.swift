import Testing
import Vitrail

/// Rows, columns, and omissions if there is too little space.
@Suite("Legend: layout and look")
struct LegendLayoutTests {
    /// Columns far out of range, each in its own colour: only the legend is painted.
    private func chart(_ titles: [String], width: Double = 600, height: Double = 400) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: width, height: height))
        chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 10))
        chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 10))
        for (k, title) in titles.enumerated() {
            chart.add(
                ColumnSeries(
                    title: title, columns: SeriesColumns(x: Column([50.0]), y: Column([5.0])),
                    style: BarColumnSeriesStyle(areaColor: Self.color(k))))
        }
        chart.legend.hidden = false
        return chart.bare()
    }

    /// Blues whose red channels differ by more than the rendering error.
    private static func color(_ k: Int) -> Color { Color(red: UInt8(k * 4), green: 0, blue: 255) }

    private func symbols(_ probe: Probe, _ count: Int) -> [PixelRect?] {
        var found = [PixelRect?](repeating: nil, count: count)
        for y in 0..<probe.image.height {
            for x in 0..<probe.image.width {
                let pixel = probe.image[x, y]
                guard pixel.y == 0, pixel.z == 255, pixel.x % 4 == 0, Int(pixel.x) / 4 < count else { continue }
                let own = PixelRect(x: x, y: y, width: 1, height: 1)
                found[Int(pixel.x) / 4] = found[Int(pixel.x) / 4].map { $0.joined(own) } ?? own
            }
        }
        return found
    }

    @Test("a legend without room is told of")
    func withoutRoom() throws {
        for (width, isTold) in [(600.0, false), (40, true)] {
            let chart = chart(["Europe", "Asia"], width: width, height: 60)
            chart.legend.position = .topRight
            _ = try plan(chart)
            #expect(chart.warnings.map(\.description) == (isTold ? ["legend: ignored: it does not fit"] : []))
        }
    }

    @Test("across, entries wrap after maxSeriesPerLine, and earlier where they would not fit; columns are aligned")
    func rows() async throws {
        let chart = chart((0..<7).map { "series \($0)" })
        chart.legend.position = .bottomMiddle
        func lines() async throws -> [Int] {
            let found = try symbols(await Probe(chart), 7).map { try #require($0) }
            let tops = Set(found.map(\.y)).sorted()
            for (k, symbol) in found.enumerated() {
                let column = k % found.filter { $0.y == tops[0] }.count
                #expect(symbol.x == found[column].x)
            }
            return tops.map { top in found.filter { $0.y == top }.count }
        }
        #expect(try await lines() == [4, 3])
        chart.legend.maxSeriesPerLine = 5
        #expect(try await lines() == [5, 2])
        chart.legend.maxSeriesPerLine = 100
        #expect(try await lines() == [6, 1])
        chart.frame.width = 320
        #expect(try await lines() == [3, 3, 1])
        chart.legend.style.orientation = .vertical
        #expect(try await lines().allSatisfy { $0 == 1 })
    }

    @Test("autosizeLabels makes each column as wide as its own titles, else all are as wide as the widest")
    func columnWidths() async throws {
        let chart = chart(["a", "a long title here", "b", "c"])
        chart.legend.position = .bottomMiddle
        func steps() async throws -> [Int] {
            let left = try symbols(await Probe(chart), 4).map { try #require($0).x }
            return zip(left, left.dropFirst()).map { $1 - $0 }
        }
        let own = try await steps()
        #expect(own[1] > own[0] + 50 && abs(own[2] - own[0]) < 5)
        chart.legend.autosizeLabels = false
        let even = try await steps()
        #expect((even.max() ?? 0) - (even.min() ?? 0) <= 1 && abs(even[0] - own[1]) <= 1)
    }

    @Test(
        "long titles below a small chart are cut to a line before an entry is left out, and the heading goes before that",
        arguments: ["", "A heading"])
    func longTitles(heading: String) async throws {
        for (height, count) in [(200.0, 2), (200, 4), (120, 2)] {
            let chart = chart(
                (0..<count).map { "\($0): an extremely long title which explains one series in great detail" },
                width: 300, height: height)
            chart.legend.position = .bottomMiddle
            chart.legend.title = heading
            let symbols = try symbols(await Probe(chart), count)
            #expect(symbols.allSatisfy { $0 != nil }, "\(height) \(count)")
            #expect(chart.warnings.isEmpty)
        }
    }

    @Test("many entries in a small chart stand in columns, and those that have no room are counted; the chart stays")
    func many() async throws {
        for position in [Legend.Position.topRight, .bottomMiddle, .middleLeft] {
            let chart = chart((0..<60).map { "series \($0)" }, width: 320, height: 200)
            chart.legend.position = position
            let probe = try await Probe(chart)
            let found = symbols(probe, 60)
            let count = found.prefix { $0 != nil }.count
            #expect(count > 6 && count < 60, "\(position)")
            #expect(found.dropFirst(count).allSatisfy { $0 == nil })
            let texts = try plan(chart).scene.layers.filter { $0.kind == .chrome }.flatMap(\.marks).compactMap { mark in
                if case .glyphs(let run) = mark.shape { run.source.text } else { nil }
            }
            #expect(texts.last == "+\(60 - count) …" && texts.count == count + 1, "\(position)")
            #expect(probe.plot.width * probe.plot.height > 320 * 200 / 5, "\(position)")
            let image = PixelRect(x: 0, y: 0, width: 320, height: 200)
            #expect(found.prefix(count).allSatisfy { $0.map(image.contains) == true })
        }
        // All of them if there is enough space.
        let large = try await Probe(chart((0..<60).map { "series \($0)" }, width: 1_200, height: 500))
        #expect(symbols(large, 60).allSatisfy { $0 != nil })
    }

    @Test("long titles are broken and cut; they neither leave the chart nor take more than their share of it")
    func longTitles() async throws {
        let words = (0..<60).map { "word\($0)" }.joined(separator: " ")
        for (position, title) in [
            (Legend.Position.middleRight, words), (.topLeft, String(repeating: "W", count: 300)),
            (.bottomMiddle, words),
        ] {
            let chart = chart([title, "short"])
            chart.legend.position = position
            chart.legend.style.fontColor = .pureRed
            let probe = try await Probe(chart)
            let text = try #require(probe.ink(.pureRed))
            #expect(text.x >= 8 && text.maxX <= 592 && text.intersection(probe.plot).isEmpty, "\(position)")
            #expect(probe.plot.width > 300 && probe.plot.height > 250, "\(position)")
            // Several words make two lines, a single word cannot.
            let lines = title == words ? 2.0 : 1
            let first = try #require(symbols(probe, 2)[0]), second = try #require(symbols(probe, 2)[1])
            if position != .bottomMiddle {
                #expect(near(Double(second.y - first.y), lines * 12.8 + 5, 3), "\(position)")
            }
        }
    }

    @Test("a fixed width is a share of the chart's")
    func fixedWidth() async throws {
        let chart = chart(["a", "b"])
        chart.legend.style.areaColor = .pureRed
        for (ratio, scale) in [(0.3, 1.0), (0.2, 2)] {
            chart.scale = scale
            chart.legend.fixedWidthRatio = ratio
            let box = try #require(try await Probe(chart).ink(.pureRed))
            #expect(near(Double(box.width), 600 * ratio * scale, 1))
        }
    }

    @Test("heading, margin, border, corners, symbol sizes and sides are what the style says")
    func drawnStyle() async throws {
        let chart = chart(["entry"])
        chart.legend.style = LegendStyle(
            marginWidth: 20, areaColor: Color(0xFFFF00), borderColor: .pureGreen, borderWidth: 3, cornerRadius: 0,
            horizontalPadding: 9)
        let plain = try await Probe(chart)
        let box = try #require(plain.exact(.pureGreen))
        let symbol = try #require(symbols(plain, 1)[0])
        // The border is sharp, its corners are square, and the margin is inside.
        #expect(plain[box.x, box.y] == .pureGreen && plain[box.x + 2, box.midRow] == .pureGreen)
        #expect(plain[box.x + 3, box.midRow] == Color(0xFFFF00) && plain[box.x - 1, box.midRow] == .white)
        #expect(symbol.x - box.x == 23 + 6 && symbol.width == 12)
        chart.legend.style.cornerRadius = 12
        let round = try await Probe(chart)
        #expect(round[box.x, box.y] == .white && round[box.x + 2, box.midRow] == .pureGreen)

        chart.legend.symbolWidth = 60
        let wide = try #require(symbols(try await Probe(chart), 1)[0])
        #expect(wide.width == 30)
        chart.legend.style.symbolAlignment = .right
        chart.legend.style.fontColor = .pureRed
        chart.legend.style.font = FontStyle(size: 20, isBold: true)
        let right = try await Probe(chart)
        let text = try #require(right.exact(.pureRed)), block = try #require(symbols(right, 1)[0])
        #expect(block.x > text.maxX)
        chart.legend.style.showSymbols = false
        let bare = try await Probe(chart)
        #expect(symbols(bare, 1)[0] == nil && bare.plot.width > right.plot.width + 60)

        chart.legend.title = "Heading"
        chart.legend.style.titleFontColor = Color(0xFF00FF)
        chart.legend.style.titleFont = FontStyle(size: 20, isBold: true)
        let headed = try await Probe(chart)
        let heading = try #require(headed.exact(Color(0xFF00FF))), entry = try #require(headed.exact(.pureRed))
        #expect(heading.maxY <= entry.y && heading.height > 5)
    }

    @Test("symbols are miniatures of their series, or solid blocks where a style says so")
    func miniatures() async throws {
        let chart = chart([])
        let columns = SeriesColumns(x: Column([50.0]), y: Column([5.0]))
        var style = LineSeriesStyle(
            lineColor: Self.color(0), lineWidth: 2,
            pointStyle: PointStyle(showPoints: true, color: .pureRed, radius: 4, innerRadius: 0))
        let line = LineSeries(title: "line", columns: columns, style: style)
        chart.add(line)
        let probe = try await Probe(chart)
        let stroke = try #require(symbols(probe, 1)[0])
        let dot = try #require(probe.exact(.pureRed))
        #expect(stroke.width == 24 && stroke.height == 2)
        #expect(near(dot.midX, stroke.midX, 0.5) && near(dot.midY, stroke.midY, 0.5) && dot.width < 9)
        style.useSeriesSymbols = false
        line.style = style
        let plain = try await Probe(chart)
        let block = try #require(symbols(plain, 1)[0])
        #expect(block.width == 24 && block.height > 7 && plain.exact(.pureRed) == nil)
        chart.legend.style.symbolCornerRadius = 4
        let round = try await Probe(chart)
        #expect(round[block.x, block.y] != Self.color(0) && round[block.x + 5, block.y] == Self.color(0))

        // A bubble is as high as a line of text; a band has its two lines with its fill between them.
        let others = self.chart([])
        others.add(
            BubbleSeries(
                title: "bubble", columns: SeriesColumns(x: columns.x, y: columns.y, area: columns.y),
                style: BubbleSeriesStyle(pointStyle: PointStyle(color: .pureGreen))))
        others.add(
            BandSeries(
                title: "band", columns: SeriesColumns(x: columns.x, high: columns.y, low: columns.y),
                style: BandSeriesStyle(lineColorHigh: .pureRed, lineColorLow: .black, areaColorNormal: Color(0xFF00FF)))
        )
        let shown = try await Probe(others)
        let disc = try #require(shown.exact(.pureGreen)), high = try #require(shown.exact(.pureRed))
        let low = try #require(shown.exact(.black)), between = try #require(shown.exact(Color(0xFF00FF)))
        #expect(abs(disc.width - disc.height) <= 1 && (8...14).contains(disc.height))
        #expect([high, low, between].allSatisfy { $0.width == 24 } && high.maxY <= between.y && between.maxY <= low.y)
    }

    @Test("a legend over data is on paper unless its style says otherwise; reload asks for a picture")
    func paper() async throws {
        let chart = chart(["entry"])
        chart.legend.placement = .onPlotAreaBorder
        chart.style.backgroundColor = Color(0xEEEEEE)
        chart.addAnnotation(.horizontalBand(minimum: 0, maximum: 10, color: .pureRed))
        func paper() async throws -> Color {
            let probe = try await Probe(chart)
            let symbol = try #require(symbols(probe, 1)[0])
            #expect(symbol.x < probe.plot.maxX)
            return probe[symbol.x - 9, symbol.y + 4]
        }
        #expect(try await paper() == Color(0xEEEEEE))
        chart.legend.placement = .insidePlotArea
        #expect(try await paper().isClose(to: Color(0xF1CACA), 1))
        chart.legend.style.areaColor = .clear
        #expect(try await paper() == .pureRed)
        #expect(!chart.isRenderScheduled)
        chart.legend.reload()
        #expect(chart.isRenderScheduled)
    }
}

extension PixelRect {
    /// The middle row.
    var midRow: Int { y + height / 2 }
}
