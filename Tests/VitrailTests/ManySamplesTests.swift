import Foundation
import Testing
import Vitrail
import VitrailTestNumbers

/// Very many samples of kinds without reduction to bins: drawn in bounded time, with the same result as the few visible
/// samples.
@Suite("Very many samples")
struct ManySamplesTests {
    private func render(
        _ series: Series, _ decimation: Decimation = .automatic, _ size: (Double, Double) = (300, 200)
    ) async throws -> RenderedImage {
        let chart = Chart(width: size.0, height: size.1)
        chart.decimation = decimation
        chart.add(series)
        return try await Probe.renderer.render(chart)
    }

    private func differences(_ a: PixelImage, _ b: PixelImage) -> [Int] {
        zip(a.pixels, b.pixels).map { abs(Int($0) - Int($1)) }
    }

    @Test(
        "columns that hide one another at their places are drawn once, to both sides", arguments: [0.0, 0.4],
        [false, true])
    func columnsAtOnePosition(corner: Double, isUpright: Bool) async throws {
        var numbers = SeededNumbers(seed: 3)
        let count = 8_000
        let (x, y) = (
            (0..<count).map { _ in numbers.double(0...6).rounded() }, (0..<count).map { _ in numbers.double(-3...5) }
        )
        func series(_ alpha: Double) -> Series {
            let style = BarColumnSeriesStyle(
                showArea: true, areaColor: Color(0x2A9D8F, alpha: alpha),
                areaColorBelowBaseline: Color(0xC8553D, alpha: alpha), lineWidth: 0, cornerRatio: corner)
            return isUpright
                ? BarSeries(columns: SeriesColumns(x: Column(y), y: Column(x)), style: style)
                : ColumnSeries(columns: SeriesColumns(x: Column(x), y: Column(y)), style: style)
        }
        let (few, all) = (try await render(series(1)), try await render(series(1), .none))
        #expect(few.statistics.instances < 3_500 && all.statistics.instances >= count)
        // Overlapping edges are painted until they are opaque.
        #expect(differences(few.image, all.image).allSatisfy { $0 <= 24 })
        // Translucent ones stay visible.
        #expect(try await render(series(0.5)).statistics.instances >= count)
    }

    @Test("a jagged outline round a pole takes no more than its pixels", arguments: [4_000, 30_000])
    func radial(count: Int) async throws {
        var numbers = SeededNumbers(seed: 5)
        let style = RadialLineSeriesStyle(
            showFill: true, areaColor: .pureBlue, fillWithGradient: false, areaLineWidth: 0)
        func series(_ count: Int, _ value: (Int) -> Double) -> RadialLineSeries {
            let positions = (0..<count).map { Double($0) * 24 / Double(count) }
            return RadialLineSeries(
                columns: SeriesColumns(x: Column(positions), y: Column((0..<count).map(value))), pointsWrapAround: true,
                style: style)
        }
        // A fixed axis, independent of the last position.
        func render(_ series: Series) async throws -> RenderedImage {
            let chart = Chart(width: 300, height: 200)
            chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 24))
            chart.add(series)
            return try await Probe.renderer.render(chart)
        }
        let jagged = try await render(series(count) { _ in numbers.double(0.5...1) })
        #expect(jagged.statistics.instances < 40_000)
        // A smooth line with many corners equals one with few.
        let (many, few) = (try await render(series(count) { _ in 0.8 }), try await render(series(360) { _ in 0.8 }))
        #expect(differences(many.image, few.image).allSatisfy { $0 <= 12 })
    }

    @Test(
        "lines whose samples are a little out of order are drawn as fast, and are the same picture", arguments: [0, 1])
    func jitter(kind: Int) async throws {
        var numbers = SeededNumbers(seed: 7)
        let count = 40_000
        var x = (0..<count).map { Double($0) + (kind == 0 ? numbers.double(-1...1) : 0) }
        if kind == 1 { for i in stride(from: 0, to: count - 1, by: 9) { x.swapAt(i, i + 1) } }
        let columns = SeriesColumns(x: Column(x), y: Column((0..<count).map { _ in numbers.double(-1...1) }))
        let (few, all) = (
            try await render(LineSeries(columns: columns)), try await render(LineSeries(columns: columns), .none)
        )
        #expect(few.statistics.instances < 5_000 && all.statistics.instances >= count - 1)
        let differences = differences(few.image, all.image)
        #expect(differences.count { $0 > 24 } < differences.count / 100)
    }

    @Test("columns on a logarithmic axis are as wide as their ratios, and whole at both ends")
    func logarithmicColumns() async throws {
        let chart = Chart(width: 600, height: 300, xAxisType: .logarithmic)
        let style = BarColumnSeriesStyle(showArea: true, areaColor: .pureBlue, lineWidth: 0)
        chart.add(
            ColumnSeries(
                columns: SeriesColumns(x: Column([1.0, 10, 100, 1000]), y: Column([4.0, 4, 4, 4])), style: style))
        let probe = try await Probe(chart.bare())
        let runs = probe.runs(row: probe.plot.maxY - 4, of: .pureBlue)
        #expect(
            runs.count == 4 && runs.allSatisfy { abs($0.count - runs[0].count) <= 1 }
                && runs[0].count > probe.plot.width / 8)
        #expect((runs.first?.lowerBound ?? 0) > probe.plot.x && (runs.last?.upperBound ?? .max) < probe.plot.maxX)
    }

    @Test("a pie of very many slices is no ring")
    func slices() async throws {
        let chart = Chart(width: 300, height: 300)
        chart.add(PieSeries(columns: SeriesColumns(y: Column([Double](repeating: 1, count: 1_000)))))
        let image = try await Probe.renderer.render(chart).image
        #expect(image.color(x: 150 + 12, y: 150 + 9) != .white && image.color(x: 150 - 20, y: 150) != .white)
    }
}

@Suite("Doubtful data")
struct DoubtfulDataTests {
    private func warnings(_ series: Series) throws -> [ChartWarning] {
        let chart = Chart(width: 300, height: 200)
        chart.add(series)
        _ = try plan(chart)
        return chart.warnings
    }

    @Test("no rows, no number, areas below nothing, ranges beyond numbers and shuffled rows are told of")
    func told() throws {
        func y(_ values: [Double]) -> SeriesColumns { SeriesColumns(y: Column(values)) }
        let described = try ChartDescription(
            json: #"{"data": {"d": {"values": {"y": []}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#
        ).makeChart()
        _ = try plan(described)
        #expect(
            described.warnings.map(\.description) == [
                "data.d.values: there are no rows",
                #"series: the only series has no value that can be shown; the picture says "no data", which "noDataText" changes"#,
            ])
        #expect(try warnings(LineSeries(columns: y([]))).isEmpty, "a host's rows may come later")
        #expect(
            try warnings(LineSeries(columns: y([.nan, .infinity]))) == [
                .doubtful(path: "series[0].y", reason: "it has no number")
            ])
        let bubbles = BubbleSeries(
            columns: SeriesColumns(x: Column([1.0, 2]), y: Column([1.0, 2]), area: Column([-5.0, 10])))
        #expect(try warnings(bubbles) == [.doubtful(path: "series[0].area", reason: "areas < 0 have no bubbles")])
        #expect(
            try warnings(LineSeries(columns: y([1e308, -1e308]))).map(\.description) == [
                "yAxis: from -1e+308 to 1e+308 is too wide for a number"
            ])
        var numbers = SeededNumbers(seed: 1)
        let shuffled = (0..<2_000).map { _ in numbers.double(0...1) }
        func line(_ x: [Double]) -> LineSeries { LineSeries(columns: SeriesColumns(x: Column(x), y: Column(x))) }
        #expect(
            try warnings(line(shuffled)).map(\.description).first?.hasPrefix("series[0].x: the values are in no order")
                == true)
        #expect(try warnings(line(Array(shuffled.prefix(50)))).count == 1, "few, too")
        // A random walk, a path back and forth, and a clock that is set back.
        let walk = shuffled.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1 - 0.5) }
        for x in [
            walk, (0..<2_000).map { sin(Double($0) / 50) }, (0..<2_000).map { Double($0 < 1_000 ? $0 : $0 - 500) },
        ] {
            #expect(try warnings(line(x)).isEmpty)
        }
        #expect(try warnings(ScatterSeries(columns: SeriesColumns(x: Column(shuffled), y: Column(shuffled)))).isEmpty)
    }
}
