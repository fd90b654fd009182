/// What a case's end means, given what is known of the driver.
public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    case pass
    case notSupported
    /// An expectation told it not to be run.
    case skipped
    /// Failed, as it is known to.
    case expectedFailure
    /// Known to fail now and then.
    case knownFlake
    /// Failed, then passed when it was run again.
    case flake
    /// Crashed or hung, and did well when it was run again: whoever draws with such a driver loses a process now and then.
    case crashedThenPassed
    case unexpectedFailure
    /// Known to fail, and did not.
    case unexpectedPass

    /// Whether the run is not as expected. A new flake is told and does no harm, unless `--fail-on-flake` says that it does.
    public var isUnexpected: Bool { [.unexpectedFailure, .unexpectedPass, .crashedThenPassed].contains(self) }

    /// - Parameter statuses: of all attempts, the first one first.
    package init(_ statuses: [CaseStatus], _ state: Expectation.State) {
        let hasFailed = statuses.contains(where: \.isFailure)
        let hasDied = statuses.contains(where: \.isDeath)
        let hasPassed = statuses.contains { !$0.isFailure }
        self = switch state {
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
