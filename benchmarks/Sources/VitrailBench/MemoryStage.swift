import Vitrail

/// Memory kept after many pictures, and after closing.
enum MemoryStage {
    private static let pictures = 2_000
    private static let charts = 100_000

    static func rows(_ bench: Bench) async throws -> [Row] {
        let renderer = Renderer()
        var data = Turns(Workloads.reportData())
        func render(_ count: Int) async throws {
            for _ in 0..<count {
                _ = try await renderer.render(Workloads.report(data.take()), for: .png).encoded(as: .png)
            }
        }
        try await render(200)
        let before = residentMemory().now
        try await render(pictures)
        let after = residentMemory()
        let left = await renderer.close()
        return [
            Row(
                key: "memory.growth", name: "growth of resident memory over \(pictures) renders",
                sample: Sample(times: []),
                detail:
                    "\(decimal(after.now - before, 1)) MiB; at most, stages with 10⁸ samples in memory included, \(decimal(after.peak, 0)) MiB",
                goal: "none"),
            Row(
                key: "memory.objects", name: "GL objects left after closing", sample: Sample(times: []),
                detail: "\(left)", goal: "0"),
        ]
    }

    /// 100,000 small charts from a pool: resident memory after each tenth of them except the first, and the slope of a
    /// straight line through these values.
    static func manyRows(_ bench: Bench) async throws -> [Row] {
        let pool = RendererPool()
        let data = Workloads.reportData()
        var resident: [Double] = []
        for _ in 0..<10 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for slot in 0..<pool.slotCount {
                    group.addTask {
                        var turns = Turns(data)
                        for _ in 0..<charts / 10 / pool.slotCount + (slot == 0 ? charts / 10 % pool.slotCount : 0) {
                            _ = try await pool.withSlot { [columns = turns.take()] slot in
                                try await slot.render(Workloads.small(columns), for: .png).encoded(as: .png)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            resident.append(residentMemory().now)
        }
        await pool.close()
        let known = resident.dropFirst()
        let middle = Double(known.count - 1) / 2, mean = known.reduce(0, +) / Double(known.count)
        var (rise, run) = (0.0, 0.0)
        for (i, value) in known.enumerated() {
            rise += (Double(i) - middle) * (value - mean)
            run += (Double(i) - middle) * (Double(i) - middle)
        }
        return [
            Row(
                key: "memory.many", name: "\(charts) charts of 320 × 200 in one process: growth of resident memory",
                sample: Sample(times: []),
                detail:
                    "\(decimal(rise / run, 2)) MiB for 10,000 charts; \(decimal(known.min() ?? .nan, 0))–\(decimal(known.max() ?? .nan, 0)) MiB",
                goal: "flat")
        ]
    }
}
