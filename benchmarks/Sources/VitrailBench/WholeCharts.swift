import Vitrail

/// Chart → bytes, in one process on one renderer.
enum WholeCharts {
    static func rows(_ bench: Bench) async throws -> [Row] {
        var data = Turns(Workloads.reportData())
        let report = try await bench.measure {
            _ = try await bench.renderer.render(Workloads.report(data.take())).encoded(as: .png)
        }
        let pair = try await sideBySide(2, seconds: bench.options.seconds)
        let million = Workloads.walk(1_000_000, seed: 1)
        let line = try await bench.measure { _ = try await bench.renderer.render(Workloads.line(million)).encoded(as: .png) }
        return [
            Row(
                key: "charts.report", name: "800 × 400, 3 lines × 1,000 samples, axes, legend, title → PNG, other data each time",
                sample: report, detail: "\(decimal(1000 / report.median, 0)) charts/s", goal: "≥ 150 charts/s"),
            Row(
                key: "charts.report.two", name: "the same, two renderers side by side, time for each chart", sample: pair,
                detail: "\(decimal(1000 / pair.median, 0)) charts/s"),
            Row(
                key: "charts.line", name: "line of 10⁶ samples, 1920 × 1080 → PNG, ranges found anew each time", sample: line,
                goal: "≤ 60 ms"),
        ]
    }

    /// Several renderers that draw at the same time, each a chart after another, on tasks of their own.
    ///
    /// - Returns: for each of ten stretches of time, the stretch divided by the charts that were finished in it.
    private static func sideBySide(_ count: Int, seconds: Double) async throws -> Sample {
        let renderers = (0..<count).map { _ in Renderer() }
        let data = Workloads.reportData()
        let stretches = 10
        var times: [Double] = []
        for stretch in -1..<stretches {
            let end = ContinuousClock.now + .seconds(seconds / Double(stretches))
            let start = ContinuousClock.now
            let charts = try await withThrowingTaskGroup(of: Int.self) { group in
                for renderer in renderers {
                    group.addTask {
                        var turns = Turns(data)
                        var finished = 0
                        while ContinuousClock.now < end {
                            _ = try await renderer.render(Workloads.report(turns.take())).encoded(as: .png)
                            finished += 1
                        }
                        return finished
                    }
                }
                return try await group.reduce(0, +)
            }
            // The first one warms up.
            if stretch >= 0 { times.append((ContinuousClock.now - start) / .milliseconds(1) / Double(charts)) }
        }
        for renderer in renderers { await renderer.close() }
        return Sample(times: times)
    }
}
