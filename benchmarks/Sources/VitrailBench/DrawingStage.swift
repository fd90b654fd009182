import Vitrail

/// DrawList → PixelImage: the device's work in its three parts. Each ends when the device has finished it.
enum DrawingStage {
    static func rows(_ bench: Bench) async throws -> [Row] {
        let reports = try Workloads.reportData(8).map { tessellate(try plan(Workloads.report($0)).scene) }
        let line = tessellate(try plan(Workloads.line(Workloads.walk(1_000_000, seed: 1))).scene)
        return try await rows("report", "report chart", reports, bench)
            + rows("line", "line of 10⁶ samples at 1920 × 1080", [line], bench)
    }

    private static func rows(_ key: String, _ name: String, _ lists: [DrawList], _ bench: Bench) async throws -> [Row] {
        let device = try await GLRenderer()
        var turns = Turns(lists)
        var frames: [DrawnFrame] = []
        _ = try await bench.measure(share: 0.4) {
            var frame = try await device.draw(turns.take())
            frame.image = PixelImage(size: PixelSize(width: 0, height: 0), pixels: [])
            frames.append(frame)
        }
        await device.close()
        let timings = frames.dropFirst(3).map(\.timings)
        let bytes = frames.last?.totals.uploadedBytes ?? 0
        return [
            Row(
                key: "upload.\(key)", name: "upload: \(name)", sample: Sample(times: timings.map(\.upload)),
                detail: "\(decimal(Double(bytes) / 1000, 0)) kB"),
            Row(key: "draw.\(key)", name: "draw: \(name)", sample: Sample(times: timings.map(\.draw))),
            Row(key: "readback.\(key)", name: "readback: \(name)", sample: Sample(times: timings.map(\.readback))),
        ]
    }
}
