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
        return rows
    }
}
