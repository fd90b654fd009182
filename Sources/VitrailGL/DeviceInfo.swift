/// The EGL platform that a device was opened through.
public enum DevicePlatform: Sendable, Hashable {
    /// `EGL_EXT_platform_device`: position in the library's list, and the render node if the device has one.
    case device(Int, node: String?)
    /// `EGL_KHR_platform_gbm` on a render node.
    case gbm(String)
    /// `EGL_MESA_platform_surfaceless`.
    case surfaceless
    /// `eglGetDisplay(EGL_DEFAULT_DISPLAY)`.
    case defaultDisplay
}

extension DevicePlatform: CustomStringConvertible {
    public var description: String {
        switch self {
        case .device(let position, let node):
            "EGL device \(position)" + (node.map { " (\($0))" } ?? "")
        case .gbm(let path): "GBM \(path)"
        case .surfaceless: "surfaceless platform"
        case .defaultDisplay: "default display"
        }
    }
}

/// Limits of the device, queried once when the context opens. In pixels unless noted otherwise.
public struct DeviceLimits: Sendable, Hashable {
    public var textureSize: Int
    public var renderbufferSize: Int
    public var viewportWidth: Int
    public var viewportHeight: Int
    /// Maximum number of textures that can be drawn to at once.
    public var drawBuffers: Int
    /// In bytes.
    public var uniformBlockSize: Int
    /// Minimum distance in bytes between two uniform blocks in a buffer.
    public var uniformAlignment: Int
    /// Maximum width of a line without antialiasing.
    public var lineWidth: Float
    /// Maximum size of a point.
    public var pointSize: Float

    /// Maximum width and height of a picture.
    public var pictureWidth: Int { min(textureSize, viewportWidth) }
    public var pictureHeight: Int { min(textureSize, viewportHeight) }
}

/// The device of a context, as the driver describes it.
public struct DeviceInfo: Sendable, Hashable {
    public var platform: DevicePlatform
    public var vendor: String
    public var renderer: String
    /// GL_VERSION: `OpenGL ES 3.2 Mesa 22.3.6`.
    public var version: String
    /// Version of OpenGL ES.
    public var majorVersion: Int
    public var minorVersion: Int
    /// Version of EGL: `1.5`.
    public var eglVersion: String
    /// The EGL library in use: `libEGL.so.1`, or a path.
    public internal(set) var library = Driver.systemLibrary
    /// Whether the device is a graphics card, judged by the renderer's name.
    public var isHardware: Bool
    public var limits: DeviceLimits
}

extension DeviceInfo {
    /// Name fragments of software rasterisers.
    static let softwareRenderers = [
        "llvmpipe", "softpipe", "swiftshader", "swrast", "lavapipe", "software", "swr ", "basic render",
    ]

    /// All Mesa drivers name Mesa in GL_VERSION.
    var isMesa: Bool { version.contains(" Mesa ") }

    /// Whether this is Mesa's software rasteriser, whose contexts on one display share the rasteriser threads.
    var isLLVMpipe: Bool { renderer.lowercased().contains("llvmpipe") }

    static func isSoftware(renderer: String) -> Bool {
        let name = renderer.lowercased()
        return softwareRenderers.contains { name.contains($0) }
    }

    /// Returns the major and minor number of `OpenGL ES 3.2 …`. `nil`: another text.
    static func glesVersion(_ text: String) -> (major: Int, minor: Int)? {
        let prefix = "OpenGL ES "
        guard text.hasPrefix(prefix) else { return nil }
        let numbers = text.dropFirst(prefix.count).prefix { $0 != " " }.split(separator: ".")
        guard numbers.count >= 2, let major = Int(numbers[0]), let minor = Int(numbers[1]) else {
            return nil
        }
        return (major, minor)
    }
}

extension DeviceInfo {
    /// Whether the driver delivered with Vitrail draws, because the system has none.
    public var isDelivered: Bool { library == Driver.deliveredLibrary }

    /// A hint for faster drawing. `nil`: the system's driver draws.
    public var advice: String? {
        isDelivered
            ? "the rasteriser that is delivered with Vitrail draws, since the system has no driver; for a faster one: \(Self.installCommand)"
            : nil
    }

    static let installCommand = "apt-get install libegl1 libgles2 libgl1-mesa-dri, or the graphics card's driver"
}

extension DeviceInfo: CustomStringConvertible {
    public var description: String {
        "\(renderer), OpenGL ES \(majorVersion).\(minorVersion), \(isHardware ? "hardware" : "software"), by \(platform)"
    }
}
