import Foundation
import Testing
import Vitrail
import VitrailTestNumbers
import VitrailTestSupport

/// Series whose samples stay on the device between pictures.
@Suite("Samples on the device", .enabled("\(RealDriver.reason)", RealDriver.isAvailable))
struct ResidentTests {
    private static let count = 100_000

    private static func values(_ count: Int, seed: UInt64 = 5) -> [Double] {
        var numbers = SeededNumbers(seed: seed)
        var walk = 0.0
        return (0..<count).map { _ in
            walk += numbers.double(-1...1)
            return walk
        }
    }

    /// A chart without texts and ticks, whose uploads are those of its series.
    private static func chart(_ series: Series..., strategy: RenderStrategy? = .resident) -> Chart {
        let chart = Chart(width: 320, height: 200)
        for series in series { chart.add(series) }
        chart.strategy = strategy
        for axis in chart.allAxes {
            axis.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
            axis.style.minorTickStyle = TickStyle(showTicks: false, showLabels: false)
            axis.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
            axis.style.gridStripeStyle = GridStripeStyle(showGridStripes: false)
        }
        return chart
    }

    private static func line(_ count: Int = count) -> LineSeries {
        LineSeries(
            columns: SeriesColumns(x: Column((0..<count).map { 1e9 + Double($0) }), y: Column(values(count))),
            style: LineSeriesStyle(lineWidth: 2))
    }

    @Test("the columns are uploaded once; a redraw with another range uploads a few hundred bytes")
    func range() async throws {
        let renderer = Renderer()
        let chart = Self.chart(Self.line())
        let first = try await renderer.render(chart)
        #expect(first.statistics.uploadedBytes >= Self.count * 8)
        #expect(first.statistics.uploadedBytes < Self.count * 8 * 13 / 10)
        let totals = try #require(first.statistics.series.first)
        #expect(totals.isResident && totals.tier == .raw && totals.refusals.isEmpty)
        #expect(totals.instances >= Self.count - 1)
        for part in [0.2...0.9, 0.1...0.5, 0.0...1.0] {
            let span = Double(Self.count)
            chart.xAxis?.setRange(1e9 + span * part.lowerBound, 1e9 + span * part.upperBound)
            let next = try await renderer.render(chart)
            #expect(next.statistics.uploadedBytes < 2_000, "\(part): \(next.statistics.uploadedBytes)")
            // The picture does not depend on what is on the device.
            let fresh = Self.chart(Self.line())
            _ = try await Renderer().render(fresh)
            fresh.xAxis?.setRange(1e9 + span * part.lowerBound, 1e9 + span * part.upperBound)
            #expect(try await Renderer().render(fresh).image == next.image)
        }
        #expect(await renderer.close() == 0)
    }

    @Test("appended samples upload only what is new, and removed ones nothing")
    func append() async throws {
        let renderer = Renderer()
        let all = Self.values(Self.count + 3_000)
        let series = LineSeries(
            columns: SeriesColumns(
                x: Column((0..<Self.count).map(Double.init)), y: Column(Array(all[..<Self.count]))),
            style: LineSeriesStyle(lineWidth: 2))
        let chart = Self.chart(series)
        _ = try await renderer.render(chart)
        // The first change copies the columns into storage that grows.
        var end = Self.count
        for count in [500, 1_000, 1_500] {
            try series.append(
                SeriesColumns(
                    x: Column((end..<end + count).map(Double.init)), y: Column(Array(all[end..<end + count]))))
            end += count
            let next = try await renderer.render(chart)
            #expect(next.statistics.uploadedBytes < count * 8 + 2_500, "\(count): \(next.statistics.uploadedBytes)")
            try await Self.expectEquality(next.image, Array(all[..<end]), first: 0)
        }
        series.removeFirst(40_000)
        let shorter = try await renderer.render(chart)
        #expect(shorter.statistics.uploadedBytes < 2_500, "\(shorter.statistics.uploadedBytes)")
        try await Self.expectEquality(shorter.image, Array(all[40_000..<end]), first: 40_000)
        #expect(await renderer.close() == 0)
    }

    /// Compares a picture with that of a chart that has had its samples from the start.
    private static func expectEquality(_ image: PixelImage, _ values: [Double], first: Int) async throws {
        let series = LineSeries(
            columns: SeriesColumns(x: Column(values.indices.map { Double($0 + first) }), y: Column(values)),
            style: LineSeriesStyle(lineWidth: 2))
        let expected = try await Renderer().render(chart(series)).image
        // Blocks begin at other samples, so positions are rounded in another way.
        let result = PerChannelComparison(tolerance: 3).compare(image, expected: expected)
        #expect(result.passed, "\(result)")
    }

    @Test("other data are uploaded again, and so is another scale, once")
    func changes() async throws {
        let renderer = Renderer()
        let chart = Self.chart(Self.line())
        _ = try await renderer.render(chart)
        chart.reloadData()
        let reloaded = try await renderer.render(chart)
        #expect(reloaded.statistics.uploadedBytes > Self.count * 8)
        #expect(try await renderer.render(chart).statistics.uploadedBytes < 2_000)
    }

    @Test("a chart that exceeds the budget is drawn in parts, and its picture is the same")
    func budget() async throws {
        let whole = try await Renderer().render(Self.chart(Self.line())).image
        for limit in [1, 300_000, 600_000] {
            let renderer = Renderer(GLOptions(residentLimit: limit))
            let chart = Self.chart(Self.line())
            for turn in 0..<2 {
                chart.redrawChart()
                let picture = try await renderer.render(chart)
                #expect(picture.image == whole, "\(limit) \(turn)")
                if turn > 0 {
                    // Blocks that fit remain.
                    #expect(picture.statistics.uploadedBytes > Self.count * 8 - limit)
                    #expect(picture.statistics.uploadedBytes < Self.count * 8 * 13 / 10 - (limit > 1 ? limit / 2 : 0))
                }
            }
            #expect(await renderer.close() == 0)
        }
    }

    @Test("a picture in tiles is the same, and uploads its columns once")
    func tiles() async throws {
        let whole = try await Renderer().render(Self.chart(Self.line()))
        var options = GLOptions()
        options.tileLimits = TileLimits(width: 100, height: 64)
        let tiled = try await Renderer(options).render(Self.chart(Self.line()))
        #expect(tiled.image == whole.image)
        #expect(tiled.statistics.uploadedBytes < Self.count * 8 * 13 / 10)
    }

    @Test("series that cannot be drawn in this way look as always, and statistics tell why")
    func refused() async throws {
        let x = Column((0..<500).map(Double.init))
        let y = Column(Self.values(500))
        func series(_ style: LineSeriesStyle, _ change: (LineSeries) -> Void = { _ in }) -> LineSeries {
            let line = LineSeries(columns: SeriesColumns(x: x, y: y), style: style)
            change(line)
            return line
        }
        let made: [() -> Series] = [
            { series(LineSeriesStyle(lineWidth: 2, lineColorBelowBaseline: Color(0xFF0000))) },
            { series(LineSeriesStyle(lineWidth: 2)) { $0.curve = .smooth(tension: 0.5) } },
            { StepLineSeries(columns: SeriesColumns(x: x, y: y), style: LineSeriesStyle(lineWidth: 2)) },
            { series(LineSeriesStyle(lineWidth: 0.5)) },
            {
                ColumnSeries(
                    columns: SeriesColumns(x: x, y: y), style: BarColumnSeriesStyle(lineColor: .black, lineWidth: 2))
            },
            { DensitySeries(columns: SeriesColumns(x: x, y: y)) },
        ]
        for make in made {
            let resident = try await Renderer().render(Self.chart(make()))
            let automatic = try await Renderer().render(Self.chart(make(), strategy: nil))
            #expect(resident.image == automatic.image)
            let totals = try #require(resident.statistics.series.first)
            #expect(!totals.isResident && totals.refusals.count == 1, "\(totals.choices)")
            #expect(automatic.statistics.series.first?.refusals == [])
        }
    }

    @Test("points and bubbles are uploaded once, too, and symbols of several discs are refused")
    func points() async throws {
        let x = Column((0..<Self.count).map { 1e9 + Double($0) })
        let y = Column(Self.values(Self.count))
        let areas = Column((0..<Self.count).map { Double($0 % 7) })
        let bubbles = BubbleSeries(columns: SeriesColumns(x: x, y: y, area: areas))
        bubbles.biggestBubbleDiameterForAutoScaling = 4
        for (series, columns) in [(ScatterSeries(columns: SeriesColumns(x: x, y: y)) as Series, 2), (bubbles, 3)] {
            let renderer = Renderer()
            let chart = Self.chart(series)
            let first = try await renderer.render(chart)
            #expect(first.statistics.series.first?.isResident == true)
            #expect(first.statistics.uploadedBytes >= Self.count * 4 * columns)
            chart.xAxis?.setRange(1e9 + 20_000, 1e9 + 90_000)
            let second = try await renderer.render(chart)
            #expect(second.statistics.uploadedBytes < 2_000, "\(second.statistics.uploadedBytes)")
            #expect(await renderer.close() == 0)
        }
        for count in [300, Self.count] {
            let renderer = Renderer()
            let style = BarColumnSeriesStyle(
                showArea: true, showAreaWithGradient: false, areaColor: Color(0x0000FF), lineWidth: 0, cornerRatio: 0)
            let chart = Self.chart(
                ColumnSeries(columns: SeriesColumns(y: Column(Self.values(count))), style: style))
            let first = try await renderer.render(chart)
            #expect(first.statistics.series.first?.isResident == true)
            chart.xAxis?.setRange(Double(count) * 0.1, Double(count) * 0.7)
            let second = try await renderer.render(chart)
            #expect(second.statistics.uploadedBytes < 2_000, "\(second.statistics.uploadedBytes)")
            #expect(await renderer.close() == 0)
        }
        let area = LineSeries(
            columns: SeriesColumns(y: y), style: LineSeriesStyle(showFill: true, fillWithGradient: false))
        let band = BandSeries(columns: SeriesColumns(x: x, high: y, low: Column(Self.values(Self.count, seed: 6))))
        for (series, columns) in [(area as Series, 2), (band, 3)] {
            let renderer = Renderer()
            let chart = Self.chart(series)
            let first = try await renderer.render(chart)
            #expect(first.statistics.series.first?.isResident == true)
            #expect(first.statistics.uploadedBytes >= Self.count * 4 * columns)
            #expect(await renderer.close() == 0)
        }
        let rings = ScatterSeries(columns: SeriesColumns(x: x, y: y))
        rings.style.pointStyle.innerRadius = 1
        rings.style.pointStyle.innerColor = .white
        let totals = try await Renderer().render(Self.chart(rings)).statistics.series.first
        #expect(totals?.isResident == false && totals?.refusals.count == 1)
    }

    @Test("each mark is reported once, also one that turns out to be impossible when its blocks are in view")
    func choices() async throws {
        func choices(_ series: Series) async throws -> [String] {
            try #require(try await Renderer().render(Self.chart(series)).statistics.series.first).choices.map {
                "\($0.mark) \($0.strategy) \($0.refusal ?? "-")"
            }
        }
        let y = Self.values(Self.count)
        let band = BandSeries(
            columns: SeriesColumns(high: Column(y.map { $0 + 5 }), low: Column(y)), style: BandSeriesStyle(lineWidth: 2)
        )
        #expect(try await choices(band) == ["fill resident -", "line resident -"])
        let gaps = LineSeries(
            columns: SeriesColumns(y: Column(y.enumerated().map { $0 % 3 == 2 ? .nan : $1 })),
            style: LineSeriesStyle(lineWidth: 2, showFill: true, fillWithGradient: false))
        let found = try await choices(gaps).filter { $0.hasPrefix("line") || $0.hasPrefix("fill") }
        #expect(found.count == 2 && found.contains("fill resident -"), "\(found)")
        #expect(found.contains("line segments its gaps are too many for cells of pixels"), "\(found)")
    }

    @Test("on a graphics card, `auto` draws large series from the device, and small ones as always")
    func automatic() async throws {
        var options = GLOptions()
        options.assumesHardware = true
        let (card, software) = (Renderer(options), Renderer())
        func chart(_ count: Int) -> Chart { Self.chart(Self.line(count), strategy: nil) }
        let large = try await card.render(chart(20_000)).statistics.series.first
        #expect(large?.isResident == true && large?.tier == .raw)
        #expect(large?.choices.first?.reason == "many samples on a graphics card")
        #expect(try await card.render(chart(2_000)).statistics.series.first?.isResident == false)
        #expect(try await software.render(chart(20_000)).statistics.series.first?.isResident == false)
        // The chart asks for no strategy, so there is no reason to report.
        let density = Self.chart(
            DensitySeries(
                columns: SeriesColumns(
                    x: Column((0..<20_000).map(Double.init)), y: Column(Self.values(20_000)))), strategy: nil)
        let totals = try await card.render(density).statistics.series.first
        #expect(totals?.isResident == false && totals?.refusals == [])
        // One chart on both devices in turn.
        let both = chart(20_000)
        let first = try await software.render(both)
        both.redrawChart(includePlotArea: false)
        #expect(try await card.render(both).statistics.series.first?.isResident == true)
        both.redrawChart(includePlotArea: false)
        #expect(try await software.render(both).image == first.image)
        // Other strategies can be asked for on a card, too.
        let raw = Self.chart(Self.line(20_000), strategy: .raw)
        #expect(try await card.render(raw).statistics.series.first?.isResident == false)
        let pool = RendererPool(count: 1, options)
        #expect(try await pool.render(chart(20_000)).statistics.series.first?.isResident == true)
        await pool.close()
    }

    @Test("`raw` draws as `decimation: none`")
    func raw() async throws {
        let raw = try await Renderer().render(Self.chart(Self.line(3_000), strategy: .raw))
        let other = Self.chart(Self.line(3_000), strategy: nil)
        other.decimation = .none
        let none = try await Renderer().render(other)
        #expect(raw.image == none.image)
        #expect(raw.statistics.series.first?.tier == .raw && raw.statistics.series == none.statistics.series)
        #expect(raw.statistics.series.first?.choices.allSatisfy { $0.strategy == .raw } == true)
    }
}

extension SeriesTotals {
    /// Whether a mark of the series is made of samples that stay on the device.
    fileprivate var isResident: Bool { choices.contains { $0.strategy == .resident } }
    /// Why others are not, although the chart asks for it.
    fileprivate var refusals: [String] { choices.compactMap(\.refusal) }
}
