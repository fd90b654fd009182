public import VitrailGL

/// What a worker process is told besides its cases; crosses as its arguments.
public struct WorkerSetting: Sendable, Hashable {
    /// As the command line has it: auto, surfaceless, default, gbm:PATH, or an index.
    public var device = "auto"
    public var eglLibrary: String?
    /// Whether software rasterisers are refused.
    public var requiresHardware = false
    /// Other numbers for whatever is drawn at random.
    public var seed: UInt64 = 0
    /// Seconds that a case may take.
    public var timeLimit = defaultTimeLimit
    /// Where pictures of failures go; nil = nowhere.
    public var outFolder: String?
    /// Frames of each case that are measured; 0 = none.
    public var trials = 0
    /// Whether cases that pass leave the last picture that they drew, too.
    public var keepsPictures = false
    /// A mistake made on purpose, to see that cases find it.
    public var fault: Fault?

    /// Ten times what the slowest case takes on the slowest of the software rasterisers.
    public static let defaultTimeLimit = 120.0

    public init() {}

    /// Nil for what names no device.
    public static func choice(_ device: String) -> DeviceChoice? {
        switch device {
        case "auto": .auto
        case "surfaceless": .surfaceless
        case "default": .defaultDisplay
        default:
            if device.hasPrefix("gbm:") { .gbm(String(device.dropFirst(4))) } else if let index = Int(device), index >= 0 { .index(index) } else { nil }
        }
    }

    package func glOptions(_ surface: CanvasSurface = .framebuffer) -> GLOptions {
        GLOptions(device: Self.choice(device) ?? .auto, requireHardware: requiresHardware, surface: surface, eglLibrary: eglLibrary)
    }

    /// The options that make a run like this one of other cases, without what is kept of it.
    public var deviceArguments: [String] {
        var arguments: [String] = []
        if device != "auto" { arguments += ["--device", device] }
        if let eglLibrary { arguments += ["--egl-library", eglLibrary] }
        if requiresHardware { arguments.append("--require-hardware") }
        if seed != 0 { arguments += ["--seed", String(seed)] }
        if timeLimit != Self.defaultTimeLimit { arguments += ["--time-limit", String(timeLimit)] }
        if let fault { arguments += ["--fault", fault.rawValue] }
        return arguments
    }

    var workerArguments: [String] {
        var arguments = deviceArguments
        if let outFolder { arguments += ["--out", outFolder] }
        if keepsPictures { arguments.append("--keep-pictures") }
        if trials > 0 { arguments += ["--perf", String(trials)] }
        return arguments
    }
}
