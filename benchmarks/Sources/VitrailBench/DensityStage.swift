import Vitrail

/// Samples → what each of 900 × 420 pixels holds → PNG.
enum DensityStage {
    static func rows(_ bench: Bench) async throws -> [Row] {
        var rows: [Row] = []
        for (count, name, goal) in [(10_000_000, "10⁷", nil), (100_000_000, "10⁸", "≤ 400 ms")] as [(Int, String, String?)] {
            let columns = Workloads.cloud(count)
            let before = processorMilliseconds()
            var runs = 0
            let sample = try await Sample(warmUp: 1, seconds: bench.options.seconds, atLeast: 5) {
                runs += 1
                _ = try await bench.renderer.render(Workloads.density(columns), for: .png).encoded(as: .png)
            }
            let processor = (processorMilliseconds() - before) / Double(runs)
            rows.append(
                Row(
                    key: "density.\(count)", name: "density of \(name) samples in memory, plot area of 900 × 420 → PNG, ranges found anew each time",
                    sample: sample, detail: "\(decimal(processor * 1e6 / Double(count), 1)) ns of processors a sample", goal: goal ?? ""))
        }
        return rows
    }
}
