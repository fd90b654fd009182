/// The result of one case.
public struct CaseResult: Sendable, Hashable, Codable {
    public var name: String
    public var status: CaseStatus
    /// The reason for the status; for a passed case, the measurement.
    public var reason: String
    public var seconds: Double
    /// For a failure that is about pixels: the worst ones, the worst first.
    public var worstPixels: [PixelDifference] = []
    /// Files relative to the output folder, by kind: `reference`, `result`, `errorMask`.
    public var pictures: [String: String]
    /// Beginning and end of the worker's standard error, if it died.
    public var log: String
    /// Names of the programs that the case used, in `shaders/` of the output folder.
    public var programs: [String] = []
    /// Durations of its first Scene. `nil`: not measured.
    public var frames: FrameMeasure?

    public init(
        name: String, status: CaseStatus, reason: String = "", seconds: Double = 0, pictures: [String: String] = [:],
        log: String = ""
    ) {
        (self.name, self.status, self.reason, self.seconds, self.pictures, self.log) = (
            name, status, reason, seconds, pictures, log
        )
    }

    /// The reason, followed by one line per worst pixel.
    public var details: String {
        ([reason].filter { !$0.isEmpty } + worstPixels.map { "  \($0)" }).joined(separator: "\n")
    }

    /// The first line of the reason, and the worst pixel.
    public var summary: String {
        let first = String(reason.prefix { !$0.isNewline })
        return ([first].filter { !$0.isEmpty } + worstPixels.prefix(1).map { "\($0)" }).joined(separator: "; ")
    }
}

/// The device of the run, as the driver describes it.
public struct DeviceReport: Sendable, Hashable, Codable {
    public var platform = ""
    public var vendor = ""
    public var renderer = ""
    public var version = ""
    public var shadingLanguage = ""
    public var egl = ""
    public var extensions: [String] = []
    public var textureSize = 0

    public init() {}
}
