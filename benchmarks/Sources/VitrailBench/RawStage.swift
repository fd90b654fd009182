import Vitrail

/// `decimation: none`: every segment of a line drawn by the device, antialiased.
enum RawStage {
    static func rows(_ bench: Bench) async throws -> [Row] {
        [
            try await row(1_000_000, "10⁶", atLeast: 5, goal: "≥ 2 M segments/s", bench),
            try await row(10_000_000, "10⁷", atLeast: 1, bench),
        ]
    }

    private static func row(
        _ count: Int, _ name: String, atLeast: Int, goal: String = "", _ bench: Bench
    ) async throws -> Row {
        let chart = Workloads.line(Workloads.walk(count, seed: 1))
        chart.decimation = .none
        let list = tessellate(try plan(chart).scene)
        let device = try await GLRenderer()
        var draws: [Double] = []
        let whole = try await Sample(warmUp: atLeast > 1 ? 1 : 0, seconds: 0, atLeast: atLeast) {
            draws.append(try await device.draw(list).timings.draw)
        }
        await device.close()
        let draw = Sample(times: draws)
        return Row(
            key: "raw.line.\(count)", name: "line of \(name) samples, every segment drawn: upload, draw, readback",
            sample: whole,
            detail:
                "draw \(decimal(draw.median, 0)) ms, \(decimal(Double(count) / draw.median / 1_000, 2)) M segments/s",
            goal: goal)
    }
}
