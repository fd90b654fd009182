import Foundation
import Testing
import VitrailChart
import VitrailColumns
import VitrailConformance
import VitrailDescription
import VitrailScene
import VitrailTestNumbers

/// Whole charts: the scene from planning is drawn by GL and by the exact reference, including text, axes and legend.
@Suite("Charts are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct ChartOracleTests {
    // The chart model has a type of this name, too.
    typealias ChartKind = VitrailConformance.ChartKind

    // MARK: The examples

    private static let examples =
        "\(#filePath)".split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Examples"

    private static let exampleNames = ((try? FileManager.default.contentsOfDirectory(atPath: examples)) ?? [])
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()

    /// Smaller than the original, since the reference is slow.
    @Test("every example", arguments: exampleNames, [0.4, 0.75])
    func example(name: String, scale: Double) async throws {
        var description = try ChartDescription(contentsOf: "\(Self.examples)/\(name).json")
        if name == Self.largeExample { description.data = description.data.mapValues { _ in Self.walk } }
        let chart = try description.makeChart()
        chart.scale = scale
        try await Oracle.expectAgreement("example \(name) at \(scale)×", plan(chart).scene)
    }

    @Test("the examples are there")
    func examplesExist() {
        #expect(Self.exampleNames.count >= 6)
        #expect(Self.exampleNames.contains(Self.largeExample))
    }

    /// An example whose data are too large for the repository.
    private static let largeExample = "million-line"

    /// A random walk instead of a million samples: still 50 in each pixel column.
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

    @Test("every kind of series in every theme", arguments: ChartKind.allCases, ["flat", "light", "dark"])
    func kind(kind: ChartKind, theme: String) async throws {
        let chart = kind.chart()
        chart.applyTheme(try #require(Theme.named(theme)))
        // A gradient background makes every pixel ink and lowers the mean; one theme is compared without it.
        if theme == "dark" { chart.style.backgroundColorGradient = Theme.dark.chart.backgroundColor }
        try await Oracle.expectAgreement("chart \(kind) \(theme)", plan(chart).scene)
    }

    @Test(
        "curves: a line with a gap, stacked areas, and a line that stands upright",
        arguments: [LineCurve.monotone, .smooth(tension: 0.4)])
    func curves(curve: LineCurve) async throws {
        // Neighbours at similar distances: a curve that turns within its own width is drawn less exactly.
        let few = [4, -3, 7, 2, .nan, 0.2, -6, 5, 0]
        let upright = LineSeries(
            columns: SeriesColumns(x: Column(few), y: Column(few.indices.map(Double.init))), orientation: .vertical,
            style: LineSeriesStyle(lineWidth: 3))
        let line = LineSeries(
            columns: ChartKind.columns(few),
            style: LineSeriesStyle(lineWidth: 2.5, lineColorBelowBaseline: Color(0xE0443E)))
        let areas = [[2.0, 5, 1, 4, 6, 2, 2, 5, 7], [1.0, 1, 4, 2, 0.5, 3, 6, 1, 2]].map {
            LineSeries(columns: ChartKind.columns($0), style: LineSeriesStyle(showFill: true, areaLineWidth: 1.5))
        }
        for (index, series) in [[line], areas, [upright]].enumerated() {
            let chart = Chart(width: 300, height: 200)
            for one in series {
                one.curve = curve
                if index == 1 { one.stackIndex = 0 }
                chart.add(one)
            }
            // Curves overshoot the samples and are clipped at the edges.
            for axis in chart.allAxes {
                axis.rangePaddingLow = 1
                axis.rangePaddingHigh = 1
            }
            let scene = try plan(chart).scene
            try await Oracle.expectAgreement("chart curves \(curve) \(index)", scene)
            // The straight lines give another picture.
            for one in series { one.curve = .straight }
            #expect(
                try await !Oracle.compare(
                    "curves \(curve) \(index) and straight lines", scene, exact: plan(chart).scene
                ).passed)
        }
    }

    @Test("translucent on a transparent background, at a scale of 1.5")
    func transparent() async throws {
        let chart = ChartKind.column.chart()
        chart.style.backgroundColor = .clear
        chart.scale = 1.5
        try await Oracle.expectAgreement("chart transparent", plan(chart).scene)
    }

    // MARK: Seen to fail

    @Test(
        "a chart whose only line is one pixel off fails, by the default limits", arguments: [(1, 0), (0, 1), (0, -1)])
    func shifted(dx: Int, dy: Int) async throws {
        let chart = Chart(width: 240, height: 160)
        for axis in chart.allAxes {
            axis.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
        }
        chart.add(
            LineSeries(
                columns: ChartKind.columns(ChartKind.wave), style: LineSeriesStyle(lineColor: .black, lineWidth: 2)))
        let scene = try plan(chart).scene
        let lines = scene.layers.filter { $0.kind == .series }.flatMap(\.marks)
        #expect(lines.count == 1)
        #expect(try await Oracle.compare("line in place", scene).passed)
        let result = try await Oracle.compare(
            "line moved by (\(dx), \(dy))", scene, exact: scene.movingSeries(x: Float(dx), y: Float(dy)))
        // Mean, percentile and maximum each fail.
        #expect(result.failures.count >= 3, "\(result)")
    }
}
