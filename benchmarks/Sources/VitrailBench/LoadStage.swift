import Vitrail

/// Data source → columns: 10⁶ points, one by one, in an array, and as columns; includes ranges, which a plan of columns
/// alone also computes.
enum LoadStage {
    static let count = 1_000_000

    static func rows(_ bench: Bench) async throws -> [Row] {
        let xs = (0..<count).map(Double.init)
        let ys = Workloads.walk(count, seed: 1).withValues { span in span.indices.map { span[$0] } }
        let cases: [(key: String, name: String, source: any DataSource)] = [
            ("columns", "columns", Columns(SeriesColumns(x: Column(xs), y: Column(ys)))),
            ("point", "one by one, DataPoint in an array", Points(zip(xs, ys).map { DataPoint(x: $0, y: $1) })),
            ("class", "one by one, a host's class", Points(zip(xs, ys).map { Reading(at: $0, value: $1) })),
            ("made", "one by one, a host's value made on the way", Made(xs, ys)),
            ("array", "a whole array of a host's class", Whole(zip(xs, ys).map { Reading(at: $0, value: $1) })),
            (
                "keys", "one by one, three values, two of them by key",
                Points(zip(xs, ys).map { Interval(at: $0, value: $1) }, BandSeries())
            ),
        ]
        var rows: [Row] = []
        for (key, name, source) in cases {
            let chart = Chart(width: 1920, height: 1080)
            chart.dataSource = source
            let sample = try await bench.measure(share: 0.3) {
                chart.reloadData()
                _ = try plan(chart)
            }
            rows.append(
                Row(
                    key: "load.\(key)", name: "load and plan 10⁶: \(name)", sample: sample,
                    detail: "\(decimal(sample.median * 1e6 / Double(count), 1)) ns a point",
                    goal: key == "columns" ? "" : "≤ 150 ms"))
        }
        return rows
    }

    // MARK: Sources

    private class Source {
        let series: Series
        init(_ series: Series = LineSeries()) { self.series = series }
        func numberOfSeries(in chart: Chart) -> Int { 1 }
        func series(at index: Int, in chart: Chart) -> Series { series }
        func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { LoadStage.count }
    }

    private final class Reading: ChartData {
        let at: Double
        let value: Double
        init(at: Double, value: Double) {
            self.at = at
            self.value = value
        }
        var xValue: DataValue? { .number(at) }
        var yValue: DataValue? { .number(value) }
    }

    private struct Pair: ChartData {
        var at: Double
        var value: Double
        var xValue: DataValue? { .number(at) }
        var yValue: DataValue? { .number(value) }
    }

    private struct Interval: ChartData {
        var at: Double
        var value: Double
        var xValue: DataValue? { .number(at) }
        var yValue: DataValue? { nil }
        func yValue(for key: DataKey) -> DataValue? { .number(key == .high ? value + 1 : value - 1) }
    }

    private final class Points: Source, DataSource {
        let points: [any ChartData]
        init(_ points: [any ChartData], _ series: Series = LineSeries()) {
            self.points = points
            super.init(series)
        }
        func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
            points[pointIndex]
        }
    }

    private final class Made: Source, DataSource {
        let xs: [Double]
        let ys: [Double]
        init(_ xs: [Double], _ ys: [Double]) {
            self.xs = xs
            self.ys = ys
            super.init()
        }
        func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
            Pair(at: xs[pointIndex], value: ys[pointIndex])
        }
    }

    private final class Whole: Source, DataSource {
        let points: [any ChartData]
        init(_ points: [any ChartData]) {
            self.points = points
            super.init()
        }
        func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
            points[pointIndex]
        }
        func dataPoints(forSeriesAt index: Int, in chart: Chart) -> [any ChartData]? { points }
    }

    private final class Columns: Source, ColumnDataSource {
        let whole: SeriesColumns
        init(_ columns: SeriesColumns) {
            whole = columns
            super.init()
        }
        func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns? { whole }
    }
}
