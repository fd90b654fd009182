/// Which device draws.
public enum DeviceChoice: Sendable, Hashable {
    /// The first hardware device; without any, a software rasteriser.
    case auto
    /// An entry of `DeviceList`, by its index.
    case index(Int)
    /// A render node through GBM: `/dev/dri/renderD128`.
    case gbm(String)
    /// Mesa's platform without any window system.
    case surfaceless
    /// `eglGetDisplay(EGL_DEFAULT_DISPLAY)`: all that EGL 1.4 has.
    case defaultDisplay
}

/// What the picture is drawn on. Both give the same picture.
public enum CanvasSurface: String, Sendable, Hashable, CaseIterable {
    /// A texture in a framebuffer object; works on every platform.
    case framebuffer
    /// EGL's own offscreen surface; GBM displays have none.
    case pbuffer
}

/// How a renderer opens its device.
public struct GLOptions: Sendable, Hashable {
    public var device: DeviceChoice
    /// Refuse software rasterisers.
    public var requireHardware: Bool
    public var surface: CanvasSurface
    /// The EGL library to open, a path or a name; nil for the system's (`libEGL.so.1`), or for the one that Vitrail was delivered with where the
    /// system's has no device.
    public var eglLibrary: String?
    /// The system's library.
    package var systemLibrary = Driver.systemLibrary
    /// Opened where `eglLibrary` is nil and the system's library has no device; nil = none is.
    package var deliveredLibrary = Driver.deliveredLibrary
    /// Bytes of resident points kept on the device; beyond it the least recently drawn go first. What one
    /// draw list needs is always kept.
    public var residentLimit: Int
    /// A folder in which programs are kept for later processes, as the driver's own binaries: a cold start does not compile them then. It is made when
    /// it is not there; nil = nothing is kept. Whoever can write there can make the driver crash.
    public var programCache: String?
    /// What of a picture is drawn at one time, where the device does not allow less: larger pictures are drawn in tiles.
    public var tileLimits = TileLimits(width: .max, height: .max)
    /// Which of the process's renderers this is, from 0: those on software rasterisers are spread over displays by it. Nil = the first that is free.
    package var seat: Int?
    /// Threads of a software rasteriser, beside the one that draws, for a display that nobody else has yet; nil = one for each processor.
    package var rasteriserThreads: Int?
    /// Whether blocks are drawn as wide lines; nil = where that is exact and faster.
    package var usesBlockLines: Bool?
    /// Whether quads on a framebuffer are drawn as rectangles; nil = where that is faster.
    package var usesRectangles: Bool?
    /// Whether short segments of long lines are drawn as points; nil = where that is faster.
    package var usesLinePoints: Bool?
    /// Whether a picture is read back while the next one is drawn; nil = on hardware, where another one waits.
    package var overlapsReadback: Bool?

    /// A quarter of a small card's memory: 22 million points.
    public static let defaultResidentLimit = 256 << 20

    public init(
        device: DeviceChoice = .auto, requireHardware: Bool = false,
        surface: CanvasSurface = .framebuffer, eglLibrary: String? = nil,
        residentLimit: Int = defaultResidentLimit
    ) {
        self.device = device
        self.requireHardware = requireHardware
        self.surface = surface
        self.eglLibrary = eglLibrary
        self.residentLimit = residentLimit
    }
}
