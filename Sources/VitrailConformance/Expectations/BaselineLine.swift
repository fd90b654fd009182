/// A line of deqp-runner's baseline, which has the format of its `failures.csv` and `results.csv`: `TEST,STATUS`, and
/// possibly more columns.
///
/// - Source: deqp-runner, its README and the lists in Mesa's `src/**/ci`.
struct BaselineLine: Equatable {
    var name: String
    var status: String
    var state: Expectation.State

    /// - Returns: `nil` if the line has no comma.
    /// - Throws: a reason if the status is unknown.
    init?(_ line: String) throws(ExpectationFile.Fault) {
        let columns = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false).map(\.trimmed)
        guard columns.count >= 2 else { return nil }
        (name, status) = (columns[0], columns[1])
        guard !name.isEmpty, let state = Self.state(of: status) else {
            let words = (Self.states.keys.sorted() + ["UnexpectedImprovement(STATUS)"]).joined(separator: ", ")
            throw ExpectationFile.Fault(
                reason: "neither state, drivers, cases, reason nor deqp-runner's TEST,STATUS with one of \(words)")
        }
        self.state = state
    }

    /// deqp-runner judges a test that was skipped or has a warning as passed. It takes a flake in a baseline for nothing;
    /// here it is known to be flaky.
    private static let states: [String: Expectation.State] = [
        "Pass": .pass, "Skip": .pass, "Warn": .pass,
        "Fail": .fail, "Crash": .fail, "Timeout": .fail, "Missing": .fail, "ExpectedFail": .fail,
        "Flake": .flaky, "KnownFlake": .flaky,
    ]

    private static func state(of status: String) -> Expectation.State? {
        let prefix = "UnexpectedImprovement("
        guard status.hasPrefix(prefix), status.hasSuffix(")") else { return states[status] }
        // The status that the test improved to.
        return states[String(status.dropFirst(prefix.count).dropLast())]
    }
}
