/// How a case ended, in dEQP's words.
public enum CaseStatus: String, Sendable, Hashable, Codable, CaseIterable {
    case pass = "Pass"
    /// What was drawn is not what was to be drawn.
    case fail = "Fail"
    /// The device does not offer what the case needs; the reason says what.
    case notSupported = "NotSupported"
    /// The process died; the signal is in the reason.
    case crash = "Crash"
    /// The process did not answer within the case's time and was ended.
    case timeout = "Timeout"
    /// The case could not be judged: an error of the harness, or of the library under it.
    case internalError = "InternalError"

    /// Whether there is anything to look into.
    public var isFailure: Bool { self != .pass && self != .notSupported }

    /// Whether it took its process with it.
    public var isDeath: Bool { self == .crash || self == .timeout }
}
