/// Writes a file of expectations from the results of a run. With this file, the same run is as expected. It can be edited,
/// and `--expectations` reads it.
public enum ExpectationWriter {
    /// Returns the file: comments that explain it, the known lines that still hold, and one line for each unexpected
    /// result.
    ///
    /// A known line is left out if the run has disproved it: its case passed, although the line expects a failure of
    /// this driver alone. Lines for other drivers and for other cases stay.
    ///
    /// - Parameters:
    ///   - report: a run that was not interrupted.
    ///   - known: the expectations of the run.
    ///   - countsFlakes: whether a case that failed and then passed is unexpected, too.
    public static func text(_ report: RunReport, known: ExpectationFile, countsFlakes: Bool) -> String {
        var kept = known
        for entry in report.results where entry.verdict == .unexpectedPass {
            let line = known.expectation(of: entry.result.name, on: report.device)
            // With several drivers or cases, the line may still hold for the others.
            guard let line, line.cases.isLiteral, line.drivers.count == 1, line.drivers != [.all] else { continue }
            kept.removeAll { $0 == line }
        }
        let driver = DriverModifier(naming: report.device)
        let new = report.results.compactMap { entry -> Expectation? in
            let state = kept.expectation(of: entry.result.name, on: report.device)?.state ?? .pass
            let verdict = Verdict(entry.attempts, state)
            guard verdict.isUnexpected || verdict == .flake && countsFlakes else { return nil }
            return Expectation(
                state: Self.state(after: verdict), drivers: [driver], cases: Glob(entry.result.name),
                reason: reason(entry))
        }
        var lines = head(report) + [""]
        for line in kept.lines { lines += line.comments + [line.line] }
        if !kept.lines.isEmpty, !new.isEmpty { lines.append("") }
        lines += new.map(\.line)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The state that makes the result as expected.
    private static func state(after verdict: Verdict) -> Expectation.State {
        switch verdict {
        case .unexpectedPass: .pass
        case .flake, .crashedThenPassed: .flaky
        default: .fail
        }
    }

    /// Maximum number of characters of a reason.
    private static let longestReason = 300

    /// The statuses and the finding.
    private static func reason(_ entry: JudgedResult) -> String {
        let statuses = entry.verdict == .unexpectedFailure ? entry.gravest.rawValue : entry.story
        let found = entry.verdict == .unexpectedPass ? "it was known to fail: \(entry.knowledge)" : entry.result.summary
        let text = printable("\(statuses): \(found)".trimmed)
        return text.count <= longestReason ? text : text.prefix(longestReason - 1) + "…"
    }

    private static func head(_ report: RunReport) -> [String] {
        let device = report.device
        return [
            "# Known states of drivers, for `vitrail conformance --expectations FILE`.",
            "# Written by --write-expectations after \(report.results.count) cases on this driver:",
            "#   GL_RENDERER  \(printable(device.renderer))", "#   GL_VENDOR    \(printable(device.vendor))",
            "#   GL_VERSION   \(printable(device.version))",
            "#",
            "# A line has four columns, separated by blanks. The last line that applies to a case counts.",
            "#   state    PASS; FAIL: fails, crashes or does not end; FLAKY: sometimes fails; SKIP: is not run",
            "#   drivers  all, or parts of GL_RENDERER or GL_VENDOR, separated by commas; NAME@VERSION: only that version",
            "#   cases    a name; * stands for any characters including dots, ? for one",
            "#   reason   the rest of the line",
            "# Lines that start with # are comments. Those directly above a line stay with it when the file is written again.",
            "#",
            "# state  drivers      cases                              reason",
        ]
    }

    /// Replaces newlines and other control characters, because the text comes from the driver.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.properties.generalCategory == .control || $0.properties.isWhitespace ? " " : $0
                }))
    }
}
