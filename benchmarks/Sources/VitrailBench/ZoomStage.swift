import Foundation
import Vitrail

/// A chart drawn before, planned at another zoom each time: from all samples down to some thousand of them.
enum ZoomStage {
    static func rows(_ bench: Bench) async throws -> [Row] {
        let count = 10_000_000
        var rows: [Row] = []
        for count in [count, 10 * count] where bench.wants("line", of: "zoom") {
            rows.append(try await row(bench, "line", "the line", Workloads.line(Workloads.cheapWalk(count))))
        }
        // Summaries of 10⁸ samples also take memory.
        let large: [(key: String, name: String, change: (Int, Double) -> Double, series: (Column) -> Series)] = [
            ("area", "an area", { 1_000 + abs($1) }, { LineSeries(columns: SeriesColumns(y: $0), style: area) }),
            ("columns", "columns", { 1_000 + abs($1) }, { ColumnSeries(columns: SeriesColumns(y: $0)) }),
            (
                "gaps.many", "a line with a gap at every third sample", { $0 % 3 == 2 ? .nan : $1 },
                { LineSeries(columns: SeriesColumns(y: $0)) }
            ),
        ]
        for (key, name, change, series) in large where bench.wants(key, of: "zoom") {
            rows.append(try await row(bench, key, name, chart(series(mapped(Workloads.cheapWalk(10 * count), change)))))
        }
        let walk = Workloads.cheapWalk(count)
        let positive = mapped(walk) { _, value in 1_000 + abs(value) }
        let seconds = Column((0..<count).map { 1_577_836_800 + Double($0) * 15 })
        let gaps = mapped(walk) { $0 % 1_000 == 0 ? .nan : $1 }
        let manyGaps = mapped(walk) { $0 % 3 == 2 ? .nan : $1 }
        let fewGaps = mapped(walk) { i, value in
            UInt32(truncatingIfNeeded: i &* 2_654_435_761) >> 8 % 100 == 7 ? .nan : value
        }
        let noise = mapped(walk) { i, _ in 1_000 + Double(UInt32(truncatingIfNeeded: i &* 2_654_435_761) >> 12) / 100 }
        let band = SeriesColumns(high: mapped(positive) { _, value in value + 50 }, low: positive)
        // One at a time: each takes a few hundred megabytes.
        let cases: [(key: String, name: String, chart: () throws -> Chart)] = [
            (
                "times", "a line on a date axis",
                { chart(LineSeries(columns: SeriesColumns(x: seconds, y: walk)), x: .dateTime) }
            ),
            (
                "weekends", "a line on a date axis without weekends",
                { withoutWeekends(LineSeries(columns: SeriesColumns(x: seconds, y: walk))) }
            ),
            (
                "logarithmic.y", "a line on a logarithmic y-axis",
                { chart(LineSeries(columns: SeriesColumns(y: positive)), y: .logarithmic) }
            ),
            (
                "logarithmic.x", "a line on a logarithmic x-axis",
                { chart(LineSeries(columns: SeriesColumns(y: walk)), x: .logarithmic) }
            ),
            (
                "broken.y", "a line on a y-axis that leaves out two stretches",
                { try withoutStretches(LineSeries(columns: SeriesColumns(y: walk)), walk) }
            ),
            ("gaps", "a line with 10⁴ gaps", { chart(LineSeries(columns: SeriesColumns(y: gaps))) }),
            (
                "gaps.few", "a line without one in a hundred samples",
                { chart(LineSeries(columns: SeriesColumns(y: fewGaps))) }
            ),
            (
                "gaps.many", "a line with a gap at every third sample",
                { chart(LineSeries(columns: SeriesColumns(y: manyGaps))) }
            ),
            (
                "gaps.floats", "a line of Floats with a gap at every third sample",
                {
                    chart(
                        LineSeries(
                            columns: SeriesColumns(
                                y: Column(manyGaps.withValues { span in span.indices.map { Float(span[$0]) } }))))
                }
            ),
            (
                "gaps.logarithmic", "a line with a gap at every third sample on a logarithmic y-axis",
                {
                    chart(
                        LineSeries(columns: SeriesColumns(y: mapped(positive) { $0 % 3 == 2 ? .nan : $1 })),
                        y: .logarithmic)
                }
            ),
            ("steps", "a line of steps", { chart(StepLineSeries(columns: SeriesColumns(y: walk))) }),
            ("area", "an area", { chart(LineSeries(columns: SeriesColumns(y: positive), style: area)) }),
            ("stack", "a stack of two areas", { stack(positive) }),
            ("band", "a band", { chart(BandSeries(columns: band)) }),
            (
                "band.gaps", "a band with a gap at every third sample",
                {
                    chart(
                        BandSeries(
                            columns: SeriesColumns(high: mapped(manyGaps) { _, value in value + 50 }, low: manyGaps)))
                }
            ),
            (
                "band.weekends", "a band on a date axis without weekends",
                {
                    withoutWeekends(
                        BandSeries(
                            columns: SeriesColumns(
                                x: seconds, high: mapped(positive) { _, value in value + 50 }, low: positive)))
                }
            ),
            (
                "band.logarithmic", "a band on a logarithmic y-axis",
                { chart(BandSeries(columns: band), y: .logarithmic) }
            ),
            (
                "band.broken", "a band on a y-axis that leaves out two stretches",
                { try withoutStretches(BandSeries(columns: band), positive) }
            ),
            (
                "area.broken", "an area on a y-axis that leaves out two stretches",
                {
                    try withoutStretches(LineSeries(columns: SeriesColumns(y: positive), style: area), positive)
                }
            ),
            ("columns", "columns", { chart(ColumnSeries(columns: SeriesColumns(y: positive))) }),
            (
                "columns.weekends", "columns on a date axis without weekends",
                { withoutWeekends(ColumnSeries(columns: SeriesColumns(x: seconds, y: positive))) }
            ),
            (
                "columns.broken", "columns on a y-axis that leaves out two stretches",
                {
                    try withoutStretches(ColumnSeries(columns: SeriesColumns(y: noise)), noise)
                }
            ),
            (
                "columns.logarithmic", "columns on a logarithmic y-axis, without a place at every tenth sample",
                {
                    chart(
                        ColumnSeries(columns: SeriesColumns(y: mapped(positive) { $0 % 10 == 3 ? 0 : $1 })),
                        y: .logarithmic)
                }
            ),
            (
                "columns.outlined", "columns with translucent outlines",
                { chart(ColumnSeries(columns: SeriesColumns(y: positive), style: outlined)) }
            ),
            ("columns.stack", "columns on others", { columnStack(positive) }),
            (
                "columns.stack.outlined", "columns on others, with translucent outlines",
                { columnStack(positive, style: outlined) }
            ),
            (
                "columns.outlined.weekends", "columns with translucent outlines on a date axis without weekends",
                {
                    withoutWeekends(ColumnSeries(columns: SeriesColumns(x: seconds, y: positive), style: outlined))
                }
            ),
            (
                "candles", "candles",
                { chart(CandlestickSeries(columns: SeriesColumns(keyed: Workloads.prices(count)))) }
            ),
            (
                "candles.weekends", "candles on a date axis without weekends",
                {
                    withoutWeekends(
                        CandlestickSeries(columns: SeriesColumns(x: seconds, keyed: Workloads.prices(count))))
                }
            ),
            (
                "candles.broken", "candles on a y-axis that leaves out two stretches",
                {
                    let prices = Workloads.prices(count)
                    return try withoutStretches(
                        CandlestickSeries(columns: SeriesColumns(keyed: prices)), prices[.close] ?? walk)
                }
            ),
        ]
        for (key, name, chart) in cases where bench.wants(key, of: "zoom") {
            rows.append(try await row(bench, key, name, try chart()))
        }
        return rows
    }

    private static func row(_ bench: Bench, _ key: String, _ name: String, _ chart: Chart) async throws -> Row {
        chart.xAxis?.allowPanningOutOfMaxRange = true
        // Drawn many times.
        chart.summaries = .automatic
        // Earlier stages leave free memory, which would hide the memory that this stage allocates.
        let isAlone = bench.options.stages.allSatisfy { $0.hasPrefix("zoom") }
        let before = residentMemory().now
        let first = try ContinuousClock().measure { _ = try plan(chart) } / .milliseconds(1)
        let whole = chart.xAxis?.axisRange ?? NumberRange(0, 1)
        let count = (chart.series.first as? CartesianSeries)?.columns.count ?? 0
        let isLogarithmic = chart.xAxis is LogarithmicAxis
        var random = Seeded(7)
        let sample = try await bench.measure(share: 0.3) {
            let share = max(random.next() < 0.3 ? 1 : random.next() * random.next(), 2_000 / Double(count))
            let start = random.next() * (1 - share)
            chart.xAxis?.setRange(
                position(of: start, whole, isLogarithmic), position(of: start + share, whole, isLogarithmic))
            _ = try plan(chart)
        }
        let power = count == 100_000_000 ? "10⁸" : "10⁷"
        return Row(
            key: "zoom.\(key).\(count)", name: "plan: any zoom of \(name) of \(power) samples, after the first picture",
            sample: sample,
            detail: "the first \(decimal(first, 0)) ms"
                + (power == "10⁸" && isAlone
                    ? "; \(decimal(residentMemory().now - before, 0)) MiB more than before it" : ""),
            goal: key == "line" && count == 100_000_000 ? "≤ 5 ms" : "")
    }

    private static func position(of share: Double, _ range: NumberRange, _ isLogarithmic: Bool) -> Double {
        isLogarithmic ? range.minimum * pow(range.maximum / range.minimum, share) : range.minimum + share * range.span
    }

    // MARK: Charts

    private static func chart(_ series: Series, x: AxisType = .number, y: AxisType = .number) -> Chart {
        let chart = Chart(width: 1920, height: 1080, xAxisType: x, yAxisType: y)
        chart.add(series)
        return chart
    }

    private static func withoutWeekends(_ series: Series) -> Chart {
        let chart = chart(series, x: .discontinuousDateTime)
        // A Saturday.
        (chart.xAxis as? DiscontinuousDateTimeAxis)?.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(
                start: 1_577_836_800 + 3 * 86_400, length: DateFrequency(2, .day), every: DateFrequency(1, .week)))
        return chart
    }

    /// Excludes a twentieth of the range of values from one third and from two thirds of it on.
    private static func withoutStretches(_ series: Series, _ y: Column) throws -> Chart {
        let chart = chart(series, y: .discontinuousNumber)
        let (low, high) = y.withValues { span in
            span.indices.reduce((Double.infinity, -Double.infinity)) { (min($0.0, span[$1]), max($0.1, span[$1])) }
        }
        for third in [1.0, 2] {
            let start = low + third * (high - low) / 3
            try (chart.yAxis as? DiscontinuousNumberAxis)?.addExcludedRange(
                NumberRange(start, start + (high - low) / 20))
        }
        return chart
    }

    private static func stack(_ y: Column) -> Chart {
        let chart = Chart(width: 1920, height: 1080)
        for _ in 0..<2 {
            let series = LineSeries(columns: SeriesColumns(y: y), style: area)
            series.stackIndex = 1
            chart.add(series)
        }
        return chart
    }

    private static func columnStack(_ y: Column, style: BarColumnSeriesStyle = BarColumnSeriesStyle()) -> Chart {
        let chart = Chart(width: 1920, height: 1080)
        for _ in 0..<2 {
            let series = ColumnSeries(columns: SeriesColumns(y: y), style: style)
            series.stackIndex = 1
            chart.add(series)
        }
        return chart
    }

    private static let outlined = BarColumnSeriesStyle(lineColor: Color(0x101010, alpha: 0.5), lineWidth: 1)

    private static var area: LineSeriesStyle {
        var style = LineSeriesStyle()
        style.showFill = true
        return style
    }

    private static func mapped(_ column: Column, _ change: (Int, Double) -> Double) -> Column {
        Column(column.withValues { span in span.indices.map { change($0, span[$0]) } })
    }
}
