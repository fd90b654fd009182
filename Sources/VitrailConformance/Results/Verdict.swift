/// The meaning of a case's result, given the known state of the driver.
public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    case pass
    case notSupported
    /// Not run, because of an expectation.
    case skipped
    /// Failed as expected.
    case expectedFailure
    /// Failed, and is known to fail sometimes.
    case knownFlake
    /// Failed, then passed when it was run again.
    case flake
    /// Crashed or hung, then passed when it was run again: programs on this driver lose a process from time to time.
    case crashedThenPassed
    case unexpectedFailure
    /// Passed, although it is known to fail.
    case unexpectedPass

    /// Whether the result is not as expected. A new flake is reported, but fails the run only with `--fail-on-flake`.
    public var isUnexpected: Bool { [.unexpectedFailure, .unexpectedPass, .crashedThenPassed].contains(self) }

    /// - Parameter statuses: statuses of all attempts, in order.
    package init(_ statuses: [CaseStatus], _ state: Expectation.State) {
        let hasFailed = statuses.contains(where: \.isFailure)
        let hasDied = statuses.contains(where: \.isDeath)
        let hasPassed = statuses.contains { !$0.isFailure }
        self =
            switch state {
            case .skip: .skipped
            case _ where !hasFailed && !statuses.contains(.pass): .notSupported
            case .flaky where hasFailed: .knownFlake
            case .fail: hasFailed ? .expectedFailure : .unexpectedPass
            case _ where !hasFailed: .pass
            case _ where !hasPassed: .unexpectedFailure
            default: hasDied ? .crashedThenPassed : .flake
            }
    }
}
