public import VitrailGL

/// Settings of a worker process; passed as arguments.
public struct WorkerSetting: Sendable, Hashable {
    /// Device as on the command line: auto, surfaceless, default, gbm:PATH, or an index.
    public var device = "auto"
    public var eglLibrary: String?
    /// Whether software rasterisers are rejected.
    public var requiresHardware = false
    /// Seed of the random numbers.
    public var seed: UInt64 = 0
    /// Time limit of a case in seconds.
    public var timeLimit = defaultTimeLimit
    /// Folder for pictures of failures. `nil`: they are not stored.
    public var outFolder: String?
    /// Number of measured frames per case; 0: none.
    public var trials = 0
    /// Whether passed cases also store their last picture.
    public var keepsPictures = false
    /// A deliberate error, to check that cases detect it. `nil`: none.
    public var fault: Fault?

    /// Ten times the duration of the slowest case on the slowest software rasteriser.
    public static let defaultTimeLimit = 120.0

    public init() {}

    /// Parses a device. `nil`: the text is not a device.
    public static func choice(_ device: String) -> DeviceChoice? {
        switch device {
        case "auto": .auto
        case "surfaceless": .surfaceless
        case "default": .defaultDisplay
        default:
            if device.hasPrefix("gbm:") {
                .gbm(String(device.dropFirst(4)))
            } else if let index = Int(device), index >= 0 {
                .index(index)
            } else {
                nil
            }
        }
    }

    package func glOptions(_ surface: CanvasSurface = .framebuffer) -> GLOptions {
        GLOptions(
            device: Self.choice(device) ?? .auto, requireHardware: requiresHardware, surface: surface,
            eglLibrary: eglLibrary)
    }

    /// The options that can change the result of a case. Options for files of the output are not among them.
    public var caseArguments: [String] {
        var arguments: [String] = []
        if device != "auto" { arguments += Self.option("device", device) }
        if let eglLibrary { arguments += Self.option("egl-library", eglLibrary) }
        if requiresHardware { arguments.append("--require-hardware") }
        if seed != 0 { arguments += Self.option("seed", String(seed)) }
        if timeLimit != Self.defaultTimeLimit { arguments += Self.option("time-limit", String(timeLimit)) }
        if trials > 0 { arguments += Self.option("perf", String(trials)) }
        if let fault { arguments += Self.option("fault", fault.rawValue) }
        return arguments
    }

    var workerArguments: [String] {
        var arguments = caseArguments
        if let outFolder { arguments += Self.option("out", outFolder) }
        if keepsPictures { arguments.append("--keep-pictures") }
        return arguments
    }

    /// The arguments for an option with a value, which may start with a dash.
    package static func option(_ name: String, _ value: String) -> [String] {
        value.hasPrefix("-") ? ["--\(name)=\(value)"] : ["--" + name, value]
    }
}
