import Vitrail

/// Scene → DrawList: vertices and commands.
enum TessellationStage {
    static func rows(_ bench: Bench) async throws -> [Row] {
        let charts: [(key: String, name: String, chart: Chart)] = [
            ("report", "report chart", Workloads.report(Workloads.reportData(1)[0])),
            ("line", "line of 10⁶ samples at 1920 × 1080", Workloads.line(Workloads.walk(1_000_000, seed: 1))),
        ]
        var rows: [Row] = []
        for (key, name, chart) in charts {
            let scene = try plan(chart).scene
            let sample = try await bench.measure(share: 0.2) { _ = tessellate(scene) }
            let totals = tessellate(scene).totals
            rows.append(
                Row(
                    key: "tessellate.\(key)", name: "tessellate: \(name)", sample: sample,
                    detail: "\(totals.vertices) vertices, \(totals.draws) draws, \(totals.instances) instances"))
        }
        return rows
    }
}
