/// How one case ended.
public struct CaseResult: Sendable, Hashable, Codable {
    public var name: String
    public var status: CaseStatus
    /// Why; for a passed case what was measured.
    public var reason: String
    public var seconds: Double
    /// Files below the output folder: `reference`, `result`, `errorMask`.
    public var pictures: [String: String]
    /// What the worker's standard error said when it died: beginning and end.
    public var log: String
    /// Names of the programs that it drew with, in `shaders/` below the output folder.
    public var programs: [String] = []
    /// What its first Scene took to draw; nil where nothing was measured.
    public var frames: FrameMeasure?

    public init(
        name: String, status: CaseStatus, reason: String = "", seconds: Double = 0, pictures: [String: String] = [:], log: String = ""
    ) {
        (self.name, self.status, self.reason, self.seconds, self.pictures, self.log) = (name, status, reason, seconds, pictures, log)
    }
}

/// The device that the cases ran on, in the driver's words.
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
