import Glibc

/// Writes `results.jsonl` during a run: the device, then each result as it arrives. `ReportFolder` replaces the file at
/// the end.
final class ResultLog {
    private let descriptor: Int32
    private let report: RunReport

    /// - Parameters:
    ///   - report: contains the device and the arguments, but no results.
    ///   - count: number of cases in the run.
    /// - Throws: `ConformanceError.cannotWrite`.
    init(_ folder: String, _ report: RunReport, of count: Int) throws(ConformanceError) {
        self.report = report
        descriptor = try FolderFiles.open(folder + "/results.jsonl")
        FolderFiles.append(JSONLinesWriter.device(report, cases: count) + "\n", to: descriptor)
    }

    /// Appends a result. Errors are ignored here, because writing the report will raise them.
    func append(_ result: CaseResult, _ expectation: Expectation?) {
        let verdict = Verdict([result.status], expectation?.state ?? .pass)
        let entry = JudgedResult(
            result: result, verdict: verdict, attempts: [result.status], knowledge: expectation?.reason ?? "")
        FolderFiles.append(JSONLinesWriter.line(entry, report) + "\n", to: descriptor)
    }

    deinit { close(descriptor) }
}
