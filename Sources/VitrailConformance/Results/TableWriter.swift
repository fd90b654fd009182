/// Writes the report for people: each unexpected result with its reason and the command that repeats it, a table of all
/// areas, and the totals.
public enum TableWriter {
    public static func text(_ report: RunReport) -> String {
        var lines = heading(report.device)
        lines += report.results.filter { $0.verdict.isUnexpected || $0.verdict == .flake }.flatMap { entry($0, report) }
        lines += areas(report)
        if let interruption = report.interruption { lines += ["INTERRUPTED: \(interruption)", ""] }
        lines.append(summary(report))
        return printable(lines.joined(separator: "\n")) + "\n"
    }

    /// Replaces control characters that a terminal would interpret, because reasons and logs come from the driver.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0 != "\n" && $0 != "\t" && $0.properties.generalCategory == .control ? " " : $0
                }))
    }

    private static func heading(_ device: DeviceReport) -> [String] {
        ["\(device.renderer), \(device.version), EGL \(device.egl), by \(device.platform)", ""]
    }

    private static func entry(_ entry: JudgedResult, _ report: RunReport) -> [String] {
        var lines = ["\(title(entry)): \(entry.result.name) (\(entry.story))"]
        lines += entry.result.reason.split(separator: "\n").prefix(12).map { "    \($0)" }
        lines += entry.result.worstPixels.map { "    \($0)" }
        if !entry.knowledge.isEmpty { lines.append("    known: \(entry.knowledge)") }
        lines += logLines(entry.result.log).map { "    stderr: \($0)" }
        for (kind, file) in entry.result.pictures.sorted(by: { $0.key < $1.key }) {
            lines.append("    \(kind): \(file)")
        }
        if !entry.result.programs.isEmpty {
            lines.append("    shaders: " + entry.result.programs.map { "shaders/\($0).json" }.joined(separator: " "))
        }
        return lines + ["    again: \(report.command(for: entry))", ""]
    }

    /// Returns the first lines, which contain the cause of a crash, and the last lines.
    private static func logLines(_ log: String) -> [Substring] {
        let lines = log.split(separator: "\n")
        return lines.count > 8 ? lines.prefix(4) + ["[…]"] + lines.suffix(4) : lines
    }

    private static func title(_ entry: JudgedResult) -> String {
        switch entry.verdict {
        case .unexpectedPass: "UNEXPECTED PASS"
        case .flake: "FLAKE"
        case .crashedThenPassed: "UNEXPECTED \(entry.gravest.rawValue.uppercased()), THEN PASSED"
        default: "UNEXPECTED"
        }
    }

    /// Returns one row for each combination of the first two parts of names.
    private static func areas(_ report: RunReport) -> [String] {
        var order: [String] = []
        var rows: [String: [JudgedResult]] = [:]
        for entry in report.results {
            let area = entry.result.name.split(separator: ".").prefix(2).joined(separator: ".")
            if rows[area] == nil { order.append(area) }
            rows[area, default: []].append(entry)
        }
        let width = max(order.map(\.count).max() ?? 0, 4)
        func row(_ cells: [String]) -> String {
            padded(cells[0], width, atStart: false) + cells.dropFirst().map { padded($0, 12, atStart: true) }.joined()
        }
        return [row(["area", "cases", "pass", "unsupported", "known", "unexpected", "seconds"])]
            + order.map { area in
                let all = rows[area] ?? []
                func count(_ verdicts: Verdict...) -> String { String(all.count { verdicts.contains($0.verdict) }) }
                let seconds = all.reduce(0) { $0 + $1.result.seconds }
                return row([
                    area, String(all.count), count(.pass), count(.notSupported),
                    count(.expectedFailure, .knownFlake, .skipped, .flake),
                    String(all.count { $0.verdict.isUnexpected }), decimal(seconds, 1),
                ])
            } + [""]
    }

    private static func summary(_ report: RunReport) -> String {
        let counts = Verdict.allCases.compactMap { verdict in
            let count = report.count(verdict)
            return count > 0 ? "\(count) \(words(verdict))" : nil
        }
        return "\(report.results.count) cases in \(decimal(report.seconds, 1)) s: " + counts.joined(separator: ", ")
    }

    static func words(_ verdict: Verdict) -> String {
        switch verdict {
        case .pass: "passed"
        case .notSupported: "not supported"
        case .skipped: "skipped"
        case .expectedFailure: "failed as known"
        case .knownFlake: "flaky as known"
        case .flake: "flaky"
        case .crashedThenPassed: "CRASHED OR HUNG, THEN PASSED"
        case .unexpectedFailure: "FAILED"
        case .unexpectedPass: "PASSED UNEXPECTEDLY"
        }
    }

    private static func padded(_ text: String, _ width: Int, atStart: Bool) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return atStart ? blanks + text : text + blanks
    }

    /// Formats a number ≥ 0 with a fixed number of digits after the point.
    static func decimal(_ value: Double, _ digits: Int) -> String {
        let unit = (0..<digits).reduce(1) { power, _ in power * 10 }
        let scaled = Int((max(0, value) * Double(unit)).rounded())
        let fraction = String(scaled % unit)
        return "\(scaled / unit)"
            + (digits > 0 ? "." + String(repeating: "0", count: digits - fraction.count) + fraction : "")
    }
}
