/// Writes `name,status,seconds` with the statuses of deqp-runner, so that its tools can read it: Pass, Fail, Skip,
/// Crash, Timeout, Flake, KnownFlake, ExpectedFail, UnexpectedImprovement(Pass). Names contain no commas.
public enum CSVWriter {
    public static func text(_ report: RunReport) -> String {
        report.results.map { "\($0.result.name),\(word($0)),\(TableWriter.decimal($0.result.seconds, 6))\n" }.joined()
    }

    private static func word(_ entry: JudgedResult) -> String {
        switch entry.verdict {
        case .pass: "Pass"
        case .notSupported, .skipped: "Skip"
        case .expectedFailure: "ExpectedFail"
        case .knownFlake: "KnownFlake"
        case .flake: "Flake"
        case .unexpectedPass: "UnexpectedImprovement(Pass)"
        case .unexpectedFailure, .crashedThenPassed:
            switch entry.gravest {
            case .crash: "Crash"
            case .timeout: "Timeout"
            default: "Fail"
            }
        }
    }
}
