import Vitrail

/// What stays after many pictures, and after closing.
enum MemoryStage {
    private static let pictures = 2_000

    static func rows(_ bench: Bench) async throws -> [Row] {
        let renderer = Renderer()
        var data = Turns(Workloads.reportData())
        func render(_ count: Int) async throws {
            for _ in 0..<count { _ = try await renderer.render(Workloads.report(data.take())).encoded(as: .png) }
        }
        try await render(200)
        let before = residentMemory().now
        try await render(pictures)
        let after = residentMemory()
        let left = await renderer.close()
        return [
            Row(
                key: "memory.growth", name: "growth of resident memory over \(pictures) renders", sample: Sample(times: []),
                detail: "\(decimal(after.now - before, 1)) MiB, peak \(decimal(after.peak, 0)) MiB", goal: "none"),
            Row(
                key: "memory.objects", name: "GL objects left after closing", sample: Sample(times: []), detail: "\(left)", goal: "0"),
        ]
    }
}
