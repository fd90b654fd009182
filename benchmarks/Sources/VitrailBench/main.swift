import Foundation
import Vitrail

/// One row of the table.
struct Row {
    var name: String
    var value: String
    var goal: String
}

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
    print("usage: VitrailBench PATH-OF-vitrail  (built in release)")
    exit(64)
}
var rows: [Row] = []

func milliseconds(_ sample: Sample) -> String {
    String(format: "%.2f ms (p10 %.2f, p90 %.2f, n %d)", sample.median, sample.low, sample.high, sample.times.count)
}

/// Cold: a whole process from start to file.
func cold(_ command: String) throws -> Sample {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("vitrail-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let spec = directory.appendingPathComponent("small.json")
    try Data(
        #"""
        {"size": {"width": 640, "height": 360}, "title": "A small chart",
         "data": {"d": {"values": {"x": [1, 2, 3, 4, 5, 6], "y": [3, 1, 4, 1, 5, 9]}}},
         "xAxis": {"type": "number"}, "yAxis": {"type": "number"},
         "series": [{"type": "line", "title": "digits", "data": "d", "x": "x", "y": "y"}]}
        """#.utf8
    ).write(to: spec)
    var times: [Double] = []
    for round in 0..<25 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command)
        process.arguments = ["render", spec.path, "-o", directory.appendingPathComponent("out.png").path]
        let start = ContinuousClock.now
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        if round >= 5 { times.append((ContinuousClock.now - start) / .milliseconds(1)) }
    }
    return Sample(times: times)
}

let renderer = Renderer()
let device = try await renderer.open()

rows.append(Row(name: "cold `vitrail render` of a small chart, process start to file", value: milliseconds(try cold(arguments[1])), goal: "≤ 150 ms"))

var round = 0
let report = try await measure(seconds: 5) {
    round += 1
    _ = try await renderer.render(Workloads.report(round)).encoded(as: .png)
}
rows.append(Row(name: "800 × 400, 3 lines × 1,000 samples, axes, legend, title → PNG, new data each", value: milliseconds(report) + String(format: " = %.0f charts/s", 1000 / report.median), goal: "≥ 150 charts/s"))

let million = Column(Workloads.walk(1_000_000, seed: 1))
let line = try await measure { _ = try await renderer.render(Workloads.line(million)).encoded(as: .png) }
let million1 = try await renderer.render(Workloads.line(million))
rows.append(Row(name: "line of 10⁶ samples, 1920 × 1080 → PNG, ranges found anew each time", value: milliseconds(line), goal: "≤ 60 ms"))
let stages = million1.statistics.milliseconds
rows.append(Row(name: "… of it: plan, tessellate, upload, draw, readback", value: String(format: "%.1f, %.1f, %.1f, %.1f, %.1f ms", stages.plan, stages.tessellate, stages.upload, stages.draw, stages.readback), goal: ""))

let encode = try await measure { _ = try million1.encoded(as: .png) }
let size = try million1.encoded(as: .png).count
rows.append(Row(name: "PNG of that 1920 × 1080 picture", value: milliseconds(encode) + ", \(size / 1000) kB", goal: "≤ 6 ms"))
for format in [ImageFormat.jpeg, .webp] {
    let sample = try await measure(seconds: 1, atLeast: 5) { _ = try million1.encoded(as: format) }
    rows.append(Row(name: "\(format.rawValue) of it", value: milliseconds(sample) + ", \(try million1.encoded(as: format).count / 1000) kB", goal: ""))
}

for k in 0..<200 { _ = try await renderer.render(Workloads.report(k)) }
let before = residentMemory().now
for k in 0..<2000 { _ = try await renderer.render(Workloads.report(k)) }
let growth = residentMemory().now - before
rows.append(Row(name: "growth of resident memory over 2,000 renders", value: String(format: "%.1f MiB (peak %.0f MiB)", growth, residentMemory().peak), goal: "none"))
let left = await renderer.close()
rows.append(Row(name: "GL objects left after closing", value: "\(left)", goal: "0"))

print("Renderer: \(device.renderer), OpenGL ES \(device.majorVersion).\(device.minorVersion)\n")
print("| workload | measured | goal |\n|---|---|---|")
for row in rows { print("| \(row.name) | \(row.value) | \(row.goal) |") }
