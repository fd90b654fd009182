import Glibc

/// `results.jsonl` while a run goes on: the device, and each result as it comes. `ReportFolder` writes another in its place when all is known.
final class ResultLog {
    private let descriptor: Int32
    private let report: RunReport

    /// - Parameters:
    ///   - report: device and arguments; no results.
    ///   - count: how many cases there will be.
    /// - Throws: `ConformanceError.cannotWrite`.
    init(_ folder: String, _ report: RunReport, of count: Int) throws(ConformanceError) {
        self.report = report
        descriptor = try FolderFiles.open(folder + "/results.jsonl")
        FolderFiles.append(JSONLinesWriter.device(report, cases: count) + "\n", to: descriptor)
    }

    /// What cannot be written here is told when the report is written.
    func append(_ result: CaseResult, _ expectation: Expectation?) {
        let verdict = Verdict([result.status], expectation?.state ?? .pass)
        let entry = JudgedResult(result: result, verdict: verdict, attempts: [result.status], knowledge: expectation?.reason ?? "")
        FolderFiles.append(JSONLinesWriter.line(entry, report) + "\n", to: descriptor)
    }

    deinit { close(descriptor) }
}
