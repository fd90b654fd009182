import Foundation
import Vitrail

/// One row of the table.
struct Row {
    /// Short name for programs: `charts.report`.
    var key: String
    var name: String
    var sample: Sample
    /// Further counts.
    var detail = ""
    var goal = ""

    func print(isPlain: Bool) {
        if isPlain {
            Swift.print(
                key, decimal(sample.median, 4), decimal(sample.low, 4), decimal(sample.high, 4), separator: "\t")
        } else {
            let times =
                sample.times.isEmpty ? "" : "\(short(sample.median)) (\(short(sample.low))–\(short(sample.high))) ms"
            let cell = [times, detail].filter { !$0.isEmpty }.joined(separator: ", ")
            Swift.print("| \(name) | \(cell) | \(goal) |")
        }
    }

    /// Formats with about three significant digits.
    private func short(_ value: Double) -> String { decimal(value, value < 1 ? 3 : value < 10 ? 2 : 1) }
}

func decimal(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

/// Relevant properties of the machine, and the table's head.
struct Surroundings {
    var device: DeviceInfo

    func print() {
        let processor = firstLine(of: "/proc/cpuinfo", after: "model name") ?? "unknown processor"
        let system =
            firstLine(of: "/etc/os-release", after: "PRETTY_NAME")?.replacingOccurrences(of: "\"", with: "") ?? "Linux"
        Swift.print(
            """
            - processor: \(processor), \(ProcessInfo.processInfo.processorCount) cores
            - system: \(system)
            - GL_RENDERER: \(device.renderer); GL_VERSION: \(device.version)
            - medians, and the 10th to 90th percentile of the runs in parentheses

            | what | measured | goal |
            |---|---|---|
            """)
    }

    /// The text after the colon or equals sign.
    private func firstLine(of path: String, after key: String) -> String? {
        let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
        guard let line = lines.first(where: { $0.hasPrefix(key) }),
            let mark = line.firstIndex(where: { ":=".contains($0) })
        else { return nil }
        return line[line.index(after: mark)...].trimmingCharacters(in: .whitespaces)
    }
}
