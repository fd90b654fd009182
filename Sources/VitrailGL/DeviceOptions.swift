/// Selects the device to draw on.
public enum DeviceChoice: Sendable, Hashable {
    /// The first hardware device, otherwise a software rasteriser.
    case auto
    /// An entry of `DeviceList`, by its index.
    case index(Int)
    /// A render node through GBM: `/dev/dri/renderD128`.
    case gbm(String)
    /// Mesa's surfaceless platform, without a window system.
    case surfaceless
    /// `eglGetDisplay(EGL_DEFAULT_DISPLAY)`: the only display of EGL 1.4.
    case defaultDisplay
}

/// The kind of surface to draw on. Both kinds give the same picture.
public enum CanvasSurface: String, Sendable, Hashable, CaseIterable {
    /// A texture in a framebuffer object; works on every platform.
    case framebuffer
    /// EGL's offscreen surface; GBM displays have none.
    case pbuffer
}

/// Options for opening a renderer's device.
public struct GLOptions: Sendable, Hashable {
    public var device: DeviceChoice
    /// Whether software rasterisers are rejected.
    public var requireHardware: Bool
    public var surface: CanvasSurface
    /// The EGL library to open, as a path or a name. `nil`: the system's (`libEGL.so.1`), or the library delivered with
    /// Vitrail if the system's has no device.
    public var eglLibrary: String?
    /// The system's library.
    package var systemLibrary = Driver.systemLibrary
    /// Opened if `eglLibrary` is `nil` and the system's library has no device. `nil`: no second library.
    package var deliveredLibrary = Driver.deliveredLibrary
    /// Maximum size in bytes of resident points on the device. Above it, the least recently drawn points are evicted.
    /// All points of the current draw list are always kept.
    public var residentLimit: Int
    /// Folder where compiled programs are stored as the driver's binaries, so that later processes need not compile
    /// them. It is created if necessary. `nil`: programs are not stored. Anyone who can write to the folder can make
    /// the driver crash.
    public var programCache: String?
    /// Limits of the part of a picture that is drawn at one time, in addition to the device's limits. Larger pictures
    /// are drawn in tiles.
    public var tileLimits = TileLimits(width: .max, height: .max)
    /// Number of this renderer in the process, from 0; it distributes renderers on software rasterisers over displays.
    /// `nil`: the first free number.
    package var slot: Int?
    /// Whether blocks are drawn as wide lines. `nil`: if that is exact and faster.
    package var usesBlockLines: Bool?
    /// Whether quads on a framebuffer are drawn as rectangles. `nil`: if that is faster.
    package var usesRectangles: Bool?
    /// Whether short segments of long lines are drawn as points. `nil`: if that is faster.
    package var usesLinePoints: Bool?
    /// Whether charts are planned as for a graphics card, whatever the device is. For tests.
    package var assumesHardware = false
    /// Whether a picture is read back while the next one is drawn. `nil`: on hardware, if another picture is waiting.
    package var overlapsReadback: Bool?

    /// A quarter of a small graphics card's memory: 22 million points.
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
