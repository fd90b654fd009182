import Vitrail

/// Chart → bytes, in one process on one renderer.
enum WholeCharts {
    static func rows(_ bench: Bench) async throws -> [Row] {
        var data = Turns(Workloads.reportData())
        let report = try await bench.measure {
            _ = try await bench.renderer.render(Workloads.report(data.take()), for: .png).encoded(as: .png)
        }
        let pool = try await pooled(seconds: bench.options.seconds)
        let million = Workloads.walk(1_000_000, seed: 1)
        let line = try await bench.measure {
            _ = try await bench.renderer.render(Workloads.line(million), for: .png).encoded(as: .png)
        }
        let across = Workloads.walk(1_000_000, seed: 2)
        let way = try await bench.measure(share: 0.5) {
            _ = try await bench.renderer.render(Workloads.unorderedPolyline(million, across), for: .png).encoded(
                as: .png)
        }
        let prices = Workloads.prices(1_000_000)
        let candles = try await bench.measure(share: 0.5) {
            _ = try await bench.renderer.render(Workloads.candles(prices), for: .png).encoded(as: .png)
        }
        let columns = try await bench.measure(share: 0.5) {
            _ = try await bench.renderer.render(Workloads.columns(million), for: .png).encoded(as: .png)
        }
        return [
            Row(
                key: "charts.report",
                name: "800 × 400, 3 lines × 1,000 samples, axes, legend, title → PNG, other data each time",
                sample: report, detail: "\(decimal(1000 / report.median, 0)) charts/s", goal: "≥ 150 charts/s"),
            Row(
                key: "charts.report.pool",
                name: "the same from a pool of \(RendererPool.defaultCount) renderers, time for each chart",
                sample: pool.times,
                detail:
                    "\(decimal(1000 / pool.times.median, 0)) charts/s, \(decimal(pool.processor, 2)) ms of processors a chart",
                goal: "≥ 640 charts/s"),
            Row(
                key: "charts.line", name: "line of 10⁶ samples, 1920 × 1080 → PNG, ranges found anew each time",
                sample: line,
                goal: "≤ 10 ms"),
            Row(
                key: "charts.trajectory", name: "… of a random walk in the plane: a line that goes any way", sample: way
            ),
            Row(
                key: "charts.candles", name: "10⁶ candles, 1920 × 1080 → PNG, likewise", sample: candles,
                goal: "≤ 20 ms"),
            Row(key: "charts.columns", name: "10⁶ columns, likewise", sample: columns, goal: "≤ 20 ms"),
        ]
    }

    /// Many tasks request one chart after another from a pool.
    ///
    /// - Returns: for each of ten periods, the period divided by the number of charts finished in it; processor time of
    ///   the whole process per chart, in milliseconds.
    private static func pooled(seconds: Double) async throws -> (times: Sample, processor: Double) {
        let pool = RendererPool()
        let data = Workloads.reportData()
        let stretches = 10
        var times: [Double] = []
        var (processor, finished) = (0.0, 0)
        for stretch in -1..<stretches {
            let start = ContinuousClock.now
            let before = processorMilliseconds()
            let end = start + .seconds(seconds / Double(stretches))
            let charts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<pool.slotCount {
                    group.addTask {
                        var turns = Turns(data)
                        var finished = 0
                        while ContinuousClock.now < end {
                            _ = try await pool.withSlot { [columns = turns.take()] slot in
                                try await slot.render(Workloads.report(columns), for: .png).encoded(as: .png)
                            }
                            finished += 1
                        }
                        return finished
                    }
                }
                return try await group.reduce(0, +)
            }
            // The first period is a warm-up.
            guard stretch >= 0 else { continue }
            times.append((ContinuousClock.now - start) / .milliseconds(1) / Double(charts))
            processor += processorMilliseconds() - before
            finished += charts
        }
        await pool.close()
        return (Sample(times: times), processor / Double(finished))
    }
}
