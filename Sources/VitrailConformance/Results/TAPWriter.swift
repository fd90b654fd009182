/// Writes TAP 14. Known failures are marked TODO, so that consumers can distinguish them.
public enum TAPWriter {
    public static func text(_ report: RunReport) -> String {
        let planned = report.results.count + (report.interruption?.missing ?? 0)
        let device = "\(report.device.renderer), \(report.device.version)".map { $0.isNewline ? " " : $0 }
        var lines = ["TAP version 14", "1..\(planned)", "# " + String(device)]
        for (index, entry) in report.results.enumerated() { lines += point(index + 1, entry, report) }
        if let interruption = report.interruption { lines.append("Bail out! \(interruption)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func point(_ number: Int, _ entry: JudgedResult, _ report: RunReport) -> [String] {
        let name = "\(number) - \(entry.result.name)"
        switch entry.verdict {
        case .pass: return ["ok \(name)"]
        case .flake: return ["ok \(name) # flaky (\(entry.story))"]
        case .notSupported: return ["ok \(name) # SKIP \(oneLine(entry.result.reason))"]
        case .skipped: return ["ok \(name) # SKIP \(oneLine(entry.knowledge))"]
        case .expectedFailure, .knownFlake: return ["not ok \(name) # TODO \(oneLine(entry.knowledge))"]
        case .unexpectedPass:
            return [
                "not ok \(name)", "  ---", "  message: \(quoted(entry.trouble))",
                "  again: \(quoted(report.command(for: entry)))", "  ...",
            ]
        case .unexpectedFailure, .crashedThenPassed:
            let remark =
                entry.verdict == .unexpectedFailure
                ? "" : " # \(entry.gravest == .crash ? "crashed" : "hung"), then passed"
            return [
                "not ok \(name)\(remark)", "  ---", "  status: \(entry.gravest.rawValue)",
                "  message: \(quoted(entry.trouble))",
                "  duration_ms: \(TableWriter.decimal(entry.result.seconds * 1000, 1))",
                "  again: \(quoted(report.command(for: entry)))", "  ...",
            ]
        }
    }

    /// Escapes text for a directive, which is a single line. `#` would start another directive; a backslash is the
    /// escape character.
    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 }).split(separator: "\\", omittingEmptySubsequences: false).joined(
            separator: "\\\\"
        )
        .split(separator: "#", omittingEmptySubsequences: false).joined(separator: "\\#")
    }

    /// Returns a YAML string in double quotes, with the escapes of JSON.
    private static func quoted(_ text: String) -> String { JSONText.string(text) }
}
