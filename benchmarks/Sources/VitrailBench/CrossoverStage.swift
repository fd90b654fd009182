import Foundation
import Vitrail

/// Measures where one strategy gets faster than another: the crossovers of `StrategyThreshold`, on this device.
///
/// Each size is drawn with both strategies in turns: plan, tessellate, upload, draw, readback. The crossover is
/// interpolated between the last size at which the first strategy is faster and the next one.
enum CrossoverStage {
    private static let size = (width: 1_000, height: 600)

    /// Two strategies, and the picture to draw with each.
    private struct Race {
        /// Name of the threshold.
        var name: String
        var unit: String
        var below, above: RenderStrategy
        var sizes: [Double]
        /// Draws the picture of a size with one of the strategies.
        var lists: (Double, RenderStrategy) throws -> () throws -> DrawList
    }

    static func rows(_ bench: Bench) async throws -> [Row] {
        let device = try await GLRenderer()
        var rows: [Row] = []
        for race in races { rows.append(try await row(race, device)) }
        await device.close()
        return rows
    }

    private static func row(_ race: Race, _ device: GLRenderer) async throws -> Row {
        var ratios: [(size: Double, ratio: Double)] = []
        for size in race.sizes {
            let lists = (try race.lists(size, race.below), try race.lists(size, race.above))
            var times = (below: [Double](), above: [Double]())
            for _ in 0..<7 {
                times.below.append(try await time(lists.0, device))
                times.above.append(try await time(lists.1, device))
            }
            ratios.append((size, (times.above.min() ?? .nan) / (times.below.min() ?? .nan)))
        }
        let table = ratios.map { "\(decimal($0.ratio, 2)) at \(short($0.size))" }.joined(separator: ", ")
        return Row(
            key: "crossover.\(race.name)", name: "\(race.name): \(race.below.rawValue) → \(race.above.rawValue)",
            sample: Sample(times: []), detail: "\(crossover(ratios)) \(race.unit); time ratios \(table)")
    }

    /// The size at which the ratio falls below 1.
    private static func crossover(_ ratios: [(size: Double, ratio: Double)]) -> String {
        guard let first = ratios.first, let last = ratios.last else { return "nothing measured" }
        guard let end = ratios.indices.first(where: { k in ratios[k...].allSatisfy { $0.ratio < 1 } }) else {
            return "above \(short(last.size))"
        }
        guard end > 0 else { return "below \(short(first.size))" }
        let (a, b) = (ratios[end - 1], ratios[end])
        let share = log(a.ratio) / (log(a.ratio) - log(b.ratio))
        return short(a.size * pow(b.size / a.size, share))
    }

    private static func time(_ list: () throws -> DrawList, _ device: GLRenderer) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        _ = try await device.draw(try list())
        return (clock.now - start) / .milliseconds(1)
    }

    private static func short(_ value: Double) -> String { decimal(value, value < 10 ? 2 : 0) }

    // MARK: Pictures

    private static var races: [Race] {
        [
            Race(
                name: "samplesPerBin", unit: "samples in a bin of 1/8 pixel column", below: .segments, above: .bins,
                sizes: [0.5, 1, 2, 4, 8, 16],
                lists: { size, strategy in
                    let column = Workloads.walk(Int(size * 8 * Double(Self.size.width)), seed: 1)
                    return charts(strategy) { LineSeries(columns: SeriesColumns(y: column)) }
                }),
            Race(
                name: "samplesForCoverage", unit: "samples of an unordered line", below: .segments, above: .coverage,
                sizes: [500, 1_000, 2_000, 4_000, 8_000, 16_000],
                lists: { size, strategy in
                    let (x, y) = (Workloads.walk(Int(size), seed: 1), Workloads.walk(Int(size), seed: 2))
                    return charts(strategy) { LineSeries(columns: SeriesColumns(x: x, y: y)) }
                }),
            Race(
                name: "pointsPerPixel", unit: "points per pixel of a path", below: .segments, above: .bins,
                sizes: [0.25, 0.5, 1, 2, 4],
                lists: { size, strategy in
                    try scenes(strategy, LineSeries(columns: SeriesColumns(y: walk(size))), planned: .segments)
                }),
            Race(
                name: "envelope and coverage", unit: "points per pixel of a path", below: .bins, above: .coverage,
                sizes: [1, 4, 16, 32, 64],
                lists: { size, strategy in
                    try scenes(strategy, LineSeries(columns: SeriesColumns(y: walk(size))), planned: .segments)
                }),
            Race(
                name: "fill", unit: "samples per pixel column", below: .segments, above: .coverage,
                sizes: [1, 4, 16, 32, 64],
                lists: { size, strategy in
                    let column = walk(size)
                    return charts(strategy) {
                        LineSeries(
                            columns: SeriesColumns(y: column), style: LineSeriesStyle(showFill: true, areaLineWidth: 0))
                    }
                }),
            Race(
                name: "areaSamplesPerPixel", unit: "points per pixel column", below: .segments, above: .coverage,
                sizes: [0.25, 0.5, 1, 2, 4, 8],
                lists: { size, strategy in
                    let style = LineSeriesStyle(showFill: true, areaLineWidth: 0)
                    return try scenes(
                        strategy, LineSeries(columns: SeriesColumns(y: walk(size)), style: style), planned: .segments)
                }),
            Race(
                name: "bars", unit: "columns per pixel", below: .segments, above: .coverage, sizes: [1.5, 2, 4, 8, 16],
                lists: { size, strategy in
                    let column = walk(size)
                    return charts(strategy) { ColumnSeries(columns: SeriesColumns(y: column)) }
                }),
            Race(
                name: "pricesPerPixel", unit: "candles per pixel", below: .segments, above: .coverage,
                sizes: [0.5, 1, 2, 4, 8],
                lists: { size, strategy in
                    let prices = Workloads.prices(Int(size * Double(Self.size.width)))
                    return charts(strategy) { CandlestickSeries(columns: SeriesColumns(keyed: prices)) }
                }),
            Race(
                name: "pixelsPerMarker", unit: "markers of 1.5 pixels", below: .segments, above: .coverage,
                sizes: [50, 100, 200, 400, 800, 1_600, 3_200],
                lists: { size, strategy in
                    let (x, y) = (Workloads.walk(Int(size), seed: 1), Workloads.walk(Int(size), seed: 2))
                    return charts(strategy) {
                        ScatterSeries(
                            columns: SeriesColumns(x: x, y: y),
                            style: ScatterSeriesStyle(pointStyle: PointStyle(radius: 1.5)))
                    }
                }),
        ]
    }

    /// A walk with a number of samples per pixel.
    private static func walk(_ perPixel: Double) -> Column {
        Workloads.walk(Int(perPixel * Double(size.width)), seed: 1)
    }

    /// A chart that is made and planned anew for each picture.
    private static func charts(
        _ strategy: RenderStrategy, _ series: @escaping () -> Series
    ) -> () throws -> DrawList {
        {
            let chart = Chart(width: Double(size.width), height: Double(size.height))
            (chart.strategy, chart.summaries) = (strategy, .none)
            chart.add(series())
            return tessellate(try plan(chart).scene)
        }
    }

    /// The tessellation of one Scene; planning is not measured.
    ///
    /// - Parameter planned: the strategy of the Scene's marks while planning.
    private static func scenes(
        _ strategy: RenderStrategy, _ series: Series, planned: RenderStrategy
    ) throws -> () throws -> DrawList {
        let chart = Chart(width: Double(size.width), height: Double(size.height))
        (chart.strategy, chart.summaries) = (planned, .none)
        chart.add(series)
        var scene = try plan(chart).scene
        scene.strategy = strategy
        return { tessellate(scene) }
    }
}
