/// Durations of frames as a text table and as CSV, in milliseconds.
public enum FrameTable {
    private static func measured(_ report: RunReport) -> [(name: String, frames: FrameMeasure)] {
        report.results.compactMap { entry in entry.result.frames.map { (entry.result.name, $0) } }
    }

    /// Empty if nothing was measured.
    public static func text(_ report: RunReport) -> String {
        let all = measured(report)
        guard let trials = all.first?.frames.trials else { return "" }
        let width = all.map(\.name.count).max() ?? 0
        func row(_ name: String, _ cells: [String]) -> String {
            name + String(repeating: " ", count: width - name.count)
                + cells.map { String(repeating: " ", count: max(0, 11 - $0.count)) + $0 }.joined()
        }
        func number(_ value: Double?) -> String { value.map { TableWriter.decimal($0, 3) } ?? "-" }
        let head = row(
            String(repeating: " ", count: width),
            ["frame", "quartile 1", "quartile 3", "upload", "draw", "readback", "device", "tessellate", "own"])
        let rows = all.map { name, frames in
            row(
                name,
                [
                    frames.frame.median, frames.frame.lower, frames.frame.upper, frames.upload.median,
                    frames.draw.median, frames.readback.median, frames.device?.median,
                    frames.tessellation.median, frames.own.median,
                ].map(number))
        }
        return (["ms, the middle one of \(trials) trials", head] + rows).joined(separator: "\n") + "\n"
    }

    /// One line per case: median and quartiles of each duration.
    public static func csv(_ report: RunReport) -> String {
        let columns: [(String, (FrameMeasure) -> FrameMeasure.Spread?)] = [
            ("frame", \.frame), ("upload", \.upload), ("draw", \.draw), ("readback", \.readback), ("device", \.device),
            ("tessellation", \.tessellation), ("own", \.own),
        ]
        let head = "case,trials" + columns.map { ",\($0.0),\($0.0)_quartile1,\($0.0)_quartile3" }.joined()
        let rows = measured(report).map { name, frames in
            "\(name),\(frames.trials)"
                + columns.map { column in
                    guard let spread = column.1(frames) else { return ",,," }
                    return [spread.median, spread.lower, spread.upper].map { "," + TableWriter.decimal($0, 6) }.joined()
                }.joined()
        }
        return ([head] + rows).joined(separator: "\n") + "\n"
    }
}
