/// Writes JUnit XML: one suite for the device, one test case per case. An unexpected result is a failure, or an error
/// if the pictures could not be judged. A flake passes, with a note in its output.
public enum JUnitWriter {
    public static func text(_ report: RunReport) -> String {
        let failures = report.results.count { kind($0) == "failure" }
        let errors = report.results.count { kind($0) == "error" }
        let skipped = report.results.count { kind($0) == "skipped" }
        let attributes =
            "name=\"\(Markup.escaped(report.device.renderer))\" tests=\"\(report.results.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
            + "skipped=\"\(skipped)\" time=\"\(TableWriter.decimal(report.seconds, 3))\""
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>", "  <testsuite \(attributes)>",
            "    <properties>",
        ]
        for (name, value) in [
            ("renderer", report.device.renderer), ("version", report.device.version),
            ("extensions", report.device.extensions.joined(separator: " ")),
        ] {
            lines.append("      <property name=\"\(name)\" value=\"\(Markup.escaped(value))\"/>")
        }
        if let interruption = report.interruption {
            lines.append("      <property name=\"interrupted\" value=\"\(Markup.escaped("\(interruption)"))\"/>")
        }
        lines.append("    </properties>")
        lines += report.results.flatMap { element($0, report) }
        return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private static func element(_ entry: JudgedResult, _ report: RunReport) -> [String] {
        let parts = entry.result.name.split(separator: ".")
        let group = parts.dropLast().joined(separator: ".")
        let opening =
            "    <testcase classname=\"\(group)\" name=\"\(parts.last ?? "")\" time=\"\(TableWriter.decimal(entry.result.seconds, 3))\""
        if entry.verdict == .flake {
            let words = Markup.escaped("flaky (\(entry.story)): \(entry.result.details)")
            return [opening + ">", "      <system-out>\(words)</system-out>", "    </testcase>"]
        }
        guard let kind = kind(entry) else { return [opening + "/>"] }
        let message = Markup.escaped(entry.shortTrouble)
        if kind == "skipped" { return [opening + ">", "      <skipped message=\"\(message)\"/>", "    </testcase>"] }
        let body = Markup.escaped("\(entry.trouble)\n\(entry.result.log)\nagain: \(report.command(for: entry))")
        return [
            opening + ">", "      <\(kind) message=\"\(message)\" type=\"\(entry.gravest.rawValue)\">\(body)</\(kind)>",
            "    </testcase>",
        ]
    }

    /// Element of the result. `nil`: it passed.
    private static func kind(_ entry: JudgedResult) -> String? {
        switch entry.verdict {
        case .pass, .flake: nil
        case .notSupported, .skipped, .expectedFailure, .knownFlake: "skipped"
        case .unexpectedPass: "failure"
        case .unexpectedFailure: entry.result.status == .fail ? "failure" : "error"
        case .crashedThenPassed: "error"
        }
    }
}
