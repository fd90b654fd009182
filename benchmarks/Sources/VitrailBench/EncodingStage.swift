import Vitrail

/// PixelImage → bytes of a file.
enum EncodingStage {
    static func rows(_ bench: Bench) async throws -> [Row] {
        let report = try await bench.renderer.render(Workloads.report(Workloads.reportData(1)[0]))
        let line = try await bench.renderer.render(Workloads.line(Workloads.walk(1_000_000, seed: 1)))
        return [
            try await row("report.png", "PNG: report chart, 800 × 400", report, .png, bench),
            try await row("line.png", "PNG: line of 10⁶ samples, 1920 × 1080", line, .png, bench, goal: "≤ 6 ms"),
            try await row("line.jpeg", "JPEG: the same", line, .jpeg, bench),
            try await row("line.webp", "WebP: the same, lossless", line, .webp, bench),
        ]
    }

    private static func row(
        _ key: String, _ name: String, _ picture: RenderedImage, _ format: ImageFormat, _ bench: Bench,
        goal: String = ""
    ) async throws -> Row {
        var size = 0
        let sample = try await bench.measure(share: 0.2) { size = try picture.encoded(as: format).count }
        return Row(key: "encode.\(key)", name: name, sample: sample, detail: "\(size / 1000) kB", goal: goal)
    }
}
