import Vitrail

/// Samples → aggregated pixels → PNG.
enum DensityStage {
    static func rows(_ bench: Bench) async throws -> [Row] {
        var rows: [Row] = []
        for (count, name, goal) in [(10_000_000, "10⁷", ""), (100_000_000, "10⁸", "≤ 400 ms")] {
            let columns = Workloads.cloud(count)
            rows.append(
                try await row(
                    bench, count, key: "density.\(count)",
                    name:
                        "density of \(name) samples in memory, plot area of 900 × 420 → PNG, ranges found anew each time",
                    goal: goal
                ) { Workloads.density(columns) })
        }
        let count = 10_000_000
        let columns = Workloads.cloud(count, hasValues: true)
        let kinds: [(DensityAggregation, ColorScaling)] = [
            (.count, .log), (.mean, .linear), (.max, .linear), (.mean, .equalized), (.category, .log),
        ]
        for (aggregation, scaling) in kinds {
            rows.append(
                try await row(
                    bench, count, key: "density.\(aggregation).\(scaling)",
                    name:
                        "density of 10⁷ samples in memory, 1920 × 1080 → PNG, likewise: \(aggregation), \(scaling) colours"
                ) { Workloads.density(columns, aggregation, scaling, width: 1920, height: 1080) })
        }
        return rows
    }

    private static func row(
        _ bench: Bench, _ count: Int, key: String, name: String, goal: String = "", _ chart: () -> Chart
    ) async throws -> Row {
        let before = processorMilliseconds()
        var runs = 0
        let sample = try await Sample(warmUp: 1, seconds: bench.options.seconds, atLeast: 5) {
            runs += 1
            _ = try await bench.renderer.render(chart(), for: .png).encoded(as: .png)
        }
        let processor = (processorMilliseconds() - before) / Double(runs)
        return Row(
            key: key, name: name, sample: sample,
            detail: "\(decimal(processor * 1e6 / Double(count), 1)) ns of processors a sample", goal: goal)
    }
}
