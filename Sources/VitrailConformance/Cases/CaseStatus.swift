/// The status of a case, with the names of dEQP.
public enum CaseStatus: String, Sendable, Hashable, Codable, CaseIterable {
    case pass = "Pass"
    /// The picture or value is wrong.
    case fail = "Fail"
    /// The device lacks a feature that the case needs; the reason names it.
    case notSupported = "NotSupported"
    /// The process died; the reason contains the signal.
    case crash = "Crash"
    /// The process did not answer within the time limit and was killed.
    case timeout = "Timeout"
    /// The case could not be judged: an error of the harness, or of the library below it.
    case internalError = "InternalError"

    /// Whether the case needs attention.
    public var isFailure: Bool { self != .pass && self != .notSupported }

    /// Whether the case ended its process.
    public var isDeath: Bool { self == .crash || self == .timeout }
}
