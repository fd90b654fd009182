import Foundation

/// A whole process, from its start to its end; the picture is in its file a little earlier.
enum ColdStart {
    static func rows(_ bench: Bench) async throws -> [Row] {
        guard let cli = bench.options.cli else { return [] }
        let folder = try Folder()
        let filled = try folder.run(cli, times: 25, cacheKept: true)
        let empty = try folder.run(cli, times: 10, cacheKept: false)
        return [
            Row(
                key: "cold.small", name: "cold `vitrail render` of a small chart, driver's shader cache filled",
                sample: filled, goal: "≤ 80 ms"),
            Row(key: "cold.first", name: "… the first one ever: the driver's shader cache empty", sample: empty),
        ]
    }

    static let description = #"""
        {"size": {"width": 640, "height": 360}, "title": "A small chart",
         "data": {"d": {"values": {"x": [1, 2, 3, 4, 5, 6], "y": [3, 1, 4, 1, 5, 9]}}},
         "xAxis": {"type": "number"}, "yAxis": {"type": "number"},
         "series": [{"type": "line", "title": "digits", "data": "d", "x": "x", "y": "y"}]}
        """#

    /// A folder for description, picture and shader cache, removed at the end.
    final class Folder {
        let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent(
                "vitrail-bench-\(ProcessInfo.processInfo.processIdentifier)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data(description.utf8).write(to: url.appendingPathComponent("small.json"))
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        /// Three additional runs are not counted.
        func run(_ cli: String, times count: Int, cacheKept: Bool) throws -> Sample {
            let cache = url.appendingPathComponent("cache")
            var times: [Double] = []
            for round in -3..<count {
                if !cacheKept { try? FileManager.default.removeItem(at: cache) }
                let process = Process()
                process.executableURL = URL(fileURLWithPath: cli)
                process.arguments = [
                    "render", url.appendingPathComponent("small.json").path, "-o",
                    url.appendingPathComponent("out.png").path,
                ]
                process.environment = ProcessInfo.processInfo.environment.merging(["MESA_SHADER_CACHE_DIR": cache.path])
                { $1 }
                let start = ContinuousClock.now
                try process.run()
                process.waitUntilExit()
                let time = (ContinuousClock.now - start) / .milliseconds(1)
                guard process.terminationStatus == 0 else { throw Failure(code: process.terminationStatus) }
                if round >= 0 { times.append(time) }
            }
            return Sample(times: times)
        }
    }

    struct Failure: Error, CustomStringConvertible {
        var code: Int32
        var description: String { "vitrail render ended with exit code \(code)" }
    }
}
