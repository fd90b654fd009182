import Vitrail

/// Chart → bytes, in one process on one renderer.
enum WholeCharts {
    static func rows(_ bench: Bench) async throws -> [Row] {
        var data = Turns(Workloads.reportData())
        let report = try await bench.measure {
            _ = try await bench.renderer.render(Workloads.report(data.take())).encoded(as: .png)
        }
        let million = Workloads.walk(1_000_000, seed: 1)
        let line = try await bench.measure { _ = try await bench.renderer.render(Workloads.line(million)).encoded(as: .png) }
        return [
            Row(
                key: "charts.report", name: "800 × 400, 3 lines × 1,000 samples, axes, legend, title → PNG, other data each time",
                sample: report, detail: "\(decimal(1000 / report.median, 0)) charts/s", goal: "≥ 150 charts/s"),
            Row(
                key: "charts.line", name: "line of 10⁶ samples, 1920 × 1080 → PNG, ranges found anew each time", sample: line,
                goal: "≤ 60 ms"),
        ]
    }
}
