import Vitrail

/// Columns → Scene: ranges, ticks, layout, text, mapping, decimation.
enum PlanStage {
    static func rows(_ bench: Bench) async throws -> [Row] {
        var data = Turns(Workloads.reportData())
        let report = try await bench.measure(share: 0.3) { _ = try plan(Workloads.report(data.take())) }
        var rows = [Row(key: "plan.report", name: "plan: report chart", sample: report)]
        for (count, name) in [(1_000, "10³"), (100_000, "10⁵"), (1_000_000, "10⁶"), (10_000_000, "10⁷")] {
            let column = Workloads.walk(count, seed: 1)
            let sample = try await bench.measure(share: 0.3) { _ = try plan(Workloads.line(column)) }
            rows.append(
                Row(
                    key: "plan.line.\(count)", name: "plan: line of \(name) samples at 1920 × 1080", sample: sample,
                    detail: "\(decimal(sample.median * 1e6 / Double(count), 1)) ns a sample"))
        }
        rows.append(try await stream(bench))
        return rows
    }

    /// 10⁶ samples, plus 1,000 more before every plan.
    private static func stream(_ bench: Bench) async throws -> Row {
        let (count, step) = (1_000_000, 1_000)
        let data = Workloads.walk(count + 64 * step, seed: 1).withValues { span in span.indices.map { span[$0] } }
        let line = LineSeries(
            columns: SeriesColumns(x: Column((0..<count).map(Double.init)), y: Column(Array(data[..<count]))))
        let chart = Chart(width: 1920, height: 1080)
        chart.summaries = .automatic
        chart.add(line)
        _ = try plan(chart)
        var turn = 0
        let sample = try await bench.measure(share: 0.3) {
            let (next, start) = (line.columns.count, count + turn % 64 * step)
            turn += 1
            try line.append(
                SeriesColumns(
                    x: Column((next..<next + step).map(Double.init)), y: Column(Array(data[start..<start + step]))))
            _ = try plan(chart)
        }
        return Row(
            key: "plan.stream", name: "plan: line of 10⁶ samples and more, 1,000 more before each", sample: sample)
    }
}
