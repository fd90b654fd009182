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
    case unexpectedFailure
    /// Known to fail, and did not.
    case unexpectedPass

    /// Whether the run is not as expected. A new flake is told and does no harm.
    public var isUnexpected: Bool { self == .unexpectedFailure || self == .unexpectedPass }

    /// - Parameter statuses: of all attempts, the first one first.
    init(_ statuses: [CaseStatus], _ state: Expectation.State) {
        let last = statuses.last ?? .internalError
        if state == .skip { self = .skipped } else if last == .notSupported { self = .notSupported } else {
            let (hasFailed, hasPassed) = (statuses.contains(where: \.isFailure), statuses.contains(.pass))
            self = switch (state, hasFailed, hasPassed) {
            case (.flaky, true, _): .knownFlake
            case (.fail, true, _): .expectedFailure
            case (.fail, false, _): .unexpectedPass
            case (_, true, true): .flake
            case (_, true, false): .unexpectedFailure
            default: .pass
            }
        }
    }
}
