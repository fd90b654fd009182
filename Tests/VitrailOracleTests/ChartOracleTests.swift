import Foundation
import Testing
import VitrailCore
import VitrailScene
import VitrailTestNumbers

/// Whole charts: the scene that planning makes is drawn by GL and exactly, text, axes, legend and all.
@Suite("Charts are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct ChartOracleTests {
    // MARK: The examples

    private static let examples = "\(#filePath)".split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Examples"

    private static let exampleNames = ((try? FileManager.default.contentsOfDirectory(atPath: examples)) ?? [])
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()

    /// Below their size, since the exact picture takes its time.
    @Test("every example", arguments: exampleNames, [0.4, 0.75])
    func example(name: String, scale: Double) async throws {
        var description = try ChartDescription(contentsOf: "\(Self.examples)/\(name).json")
        for (key, data) in description.data where Self.isLarge(data) { description.data[key] = Self.walk }
        let chart = try description.makeChart()
        chart.scale = scale
        try await Oracle.expectAgreement("example \(name) at \(scale)×", plan(chart).scene)
    }

    @Test("the examples are there")
    func examplesExist() {
        #expect(Self.exampleNames.count >= 6)
        #expect(Self.exampleNames.contains("million-line"))
    }

    /// Raw columns are for data too large for the repository.
    private static func isLarge(_ data: DataDescription) -> Bool {
        if case .columns = data { true } else { false }
    }

    /// A random walk in place of a million samples: still 50 in each pixel column.
    private static let walk: DataDescription = {
        var numbers = SeededNumbers(seed: 71)
        var height = 0.0
        return .values([
            "y": .numbers(
                (0..<20_000).map { _ in
                    height += Double.random(in: -1...1, using: &numbers)
                    return height
                })
        ])
    }()

    // MARK: Every kind of series

    enum Kind: String, CaseIterable, Sendable {
        case line, area, verticalLine, band, column, bar, candlestick, ohlc, scatter, bubble, pie, donut, dates, categories
    }

    @Test("every kind of series in every theme", arguments: Kind.allCases, ["flat", "light", "dark"])
    func kind(kind: Kind, theme: String) async throws {
        let chart = Self.chart(kind)
        chart.applyTheme(try #require(Theme.named(theme)))
        // A gradient behind everything is ink everywhere and flatters the mean; one theme is looked at without.
        if theme == "dark" { chart.style.backgroundColorGradient = Theme.dark.chart.backgroundColor }
        try await Oracle.expectAgreement("chart \(kind) \(theme)", plan(chart).scene)
    }

    @Test("translucent on a transparent background, at a scale of 1.5")
    func transparent() async throws {
        let chart = Self.chart(.column)
        chart.style.backgroundColor = .clear
        chart.scale = 1.5
        try await Oracle.expectAgreement("chart transparent", plan(chart).scene)
    }

    // MARK: Seen to fail

    @Test("a chart whose only line is one pixel off fails, by the default limits", arguments: [(1, 0), (0, 1), (0, -1)])
    func shifted(dx: Int, dy: Int) async throws {
        let chart = Chart(width: 240, height: 160)
        for axis in chart.allAxes {
            axis.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
        }
        chart.add(LineSeries(columns: Self.columns(Self.wave), style: LineSeriesStyle(lineColor: .black, lineWidth: 2)))
        let scene = try plan(chart).scene
        let lines = scene.layers.filter { $0.kind == .series }.flatMap(\.marks)
        #expect(lines.count == 1)
        #expect(try await Oracle.compare("line in place", scene).passed)
        let result = try await Oracle.compare("line moved by (\(dx), \(dy))", scene, exact: scene.movingSeries(x: Float(dx), y: Float(dy)))
        // By mean, by percentile and by maximum, each.
        #expect(result.failures.count >= 3, "\(result)")
    }
}

// MARK: - Charts

extension ChartOracleTests {
    static let wave = (0..<60).map { 5 * sin(Double($0) / 6) + Double($0 % 7) / 3 }

    static func columns(_ y: [Double]) -> SeriesColumns {
        SeriesColumns(x: Column(y.indices.map(Double.init)), y: Column(y))
    }

    /// 300 × 200 with title, legend, axis titles, annotations of all kinds, and two series where two can be.
    static func chart(_ kind: Kind) -> Chart {
        let chart = Chart(
            width: 300, height: 200, xAxisType: kind == .dates ? .dateTime : kind == .categories ? .category : .number,
            yAxisType: .number)
        chart.title = "One \(kind.rawValue)"
        chart.legend.hidden = false
        chart.legend.position = kind == .band ? .bottomMiddle : .topRight
        if kind != .pie, kind != .donut { decorate(chart, kind) }
        for series in series(kind) { chart.add(series) }
        return chart
    }

    private static func decorate(_ chart: Chart, _ kind: Kind) {
        chart.xAxis?.title = "along"
        chart.yAxis?.title = "across"
        chart.xAxis?.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: true, dashedMajorGridLines: true)
        chart.yAxis?.style.gridStripeStyle = GridStripeStyle(showGridStripes: true, stripeColor: Color(0x8A4FC4, alpha: 0.1))
        chart.yAxis?.gridPosition = kind == .column ? .aboveData : .belowData
        chart.annotations = [
            .horizontalBand(minimum: 1, maximum: 2.5, color: Color(0x2E9E5B, alpha: 0.3), position: .belowData),
            .horizontalLine(y: 3.3, width: 1.5, color: Color(0xE0443E)),
        ]
        guard kind != .dates, kind != .categories else { return }
        chart.annotations += [
            .verticalLine(x: 2.7, width: 1, color: Color(0x2C6FDB, alpha: 0.5)),
            .text("here", x: 4, y: 4, textColor: .white, backgroundColor: Color(0x4B5BB5, alpha: 0.8)),
        ]
    }

    private static func series(_ kind: Kind) -> [Series] {
        let few: [Double] = [4, -3, 7, 0.2, -6, 5]
        let outlined = BarColumnSeriesStyle(lineColor: Color(0x222222), lineWidth: 1.5, cornerRatio: 1)
        let symbols = PointStyle(showPoints: true, radius: 3.5, innerRadius: 1.5, colorBelowBaseline: Color(0xE0443E))
        switch kind {
        case .line:
            let below = LineSeriesStyle(lineWidth: 2.5, lineColorBelowBaseline: Color(0xE0443E), pointStyle: symbols)
            return [
                LineSeries(title: "one", columns: columns(wave), style: below),
                LineSeries(title: "gaps", columns: columns(wave.enumerated().map { $0.offset % 9 == 4 ? .nan : $0.element / 2 })),
            ]
        case .area:
            let style = LineSeriesStyle(
                showFill: true, areaColorBelowBaseline: Color(0xE8811A, alpha: 0.5), areaColorGradientBelowBaseline: Color(0xE8811A, alpha: 0.1))
            return [LineSeries(title: "area", columns: columns(wave), style: style)]
        case .verticalLine:
            let data = SeriesColumns(x: Column(wave), y: Column(wave.indices.map(Double.init)))
            return [LineSeries(columns: data, orientation: .vertical, style: LineSeriesStyle(showFill: true))]
        case .band:
            let data = SeriesColumns(
                x: Column(wave.indices.map(Double.init)), high: Column(wave), low: Column(wave.map { 3 - $0 * 0.7 }))
            return [BandSeries(title: "crossing", columns: data, style: BandSeriesStyle(lineWidth: 2, pointStyle: symbols))]
        case .column, .categories:
            var data = columns(few)
            if kind == .categories { data.x = Column(["a", "b", "c", "d", "e", "f"]) }
            return [
                ColumnSeries(title: "outlined", columns: data, style: outlined),
                ColumnSeries(title: "plain", columns: data, style: BarColumnSeriesStyle(cornerRatio: 0.6)),
            ]
        case .bar:
            let data = SeriesColumns(x: Column(few), y: Column(few.indices.map(Double.init)))
            return [BarSeries(title: "outlined", columns: data, style: outlined), BarSeries(columns: data)]
        case .candlestick, .ohlc:
            return [SeriesCase.prices(kind == .ohlc ? .ohlc : .candlestick, .horizontal)]
        case .scatter:
            return [ScatterSeries(columns: columns(wave), style: ScatterSeriesStyle(pointStyle: symbols)), ScatterSeries(columns: columns(few))]
        case .bubble:
            var data = columns(few + few.reversed())
            data.area = Column((1...12).map(Double.init))
            return [BubbleSeries(title: "squares", columns: data, style: BubbleSeriesStyle(biggestBubbleDiameterForAutoScaling: 50))]
        case .pie, .donut:
            let data = SeriesColumns(x: Column(["Alpha", "Beta", "Γάμμα", "東京"]), y: Column([4.0, 3, 2, 0.5]))
            return [kind == .pie ? PieSeries(columns: data) : DonutSeries(columns: data, style: PieSeriesStyle(crustThickness: 4))]
        case .dates:
            let days = wave.indices.map { 1.6e9 + Double($0) * 86_400 }
            return [LineSeries(title: "by day", columns: SeriesColumns(x: Column(secondsSince1970: days), y: Column(wave)))]
        }
    }
}
