/// How a device was reached.
public enum DevicePlatform: Sendable, Hashable {
    /// `EGL_EXT_platform_device`: position in the library's list, and the render node where it has one.
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

/// Sizes the device allows, asked once when the context opens. All in pixels unless said otherwise.
public struct DeviceLimits: Sendable, Hashable {
    public var textureSize: Int
    public var renderbufferSize: Int
    public var viewportWidth: Int
    public var viewportHeight: Int
    /// Textures drawn to at once.
    public var drawBuffers: Int
    /// Bytes.
    public var uniformBlockSize: Int
    /// Bytes between two uniform blocks in one buffer.
    public var uniformAlignment: Int
    /// The widest line without antialiasing.
    public var lineWidth: Float
    /// The largest point.
    public var pointSize: Float

    /// The largest picture in either direction.
    public var pictureWidth: Int { min(textureSize, viewportWidth) }
    public var pictureHeight: Int { min(textureSize, viewportHeight) }
}

/// The device a context runs on, in the driver's words.
public struct DeviceInfo: Sendable, Hashable {
    public var platform: DevicePlatform
    public var vendor: String
    public var renderer: String
    /// GL_VERSION: `OpenGL ES 3.2 Mesa 22.3.6`.
    public var version: String
    /// Of OpenGL ES.
    public var majorVersion: Int
    public var minorVersion: Int
    /// Of EGL: `1.5`.
    public var eglVersion: String
    /// The EGL library that it was opened through: `libEGL.so.1`, or a path.
    public internal(set) var library = Driver.systemLibrary
    /// Whether a graphics card draws, judged by the renderer's name.
    public var isHardware: Bool
    public var limits: DeviceLimits
}

extension DeviceInfo {
    /// Names of rasterisers that run on the processor.
    static let softwareRenderers = [
        "llvmpipe", "softpipe", "swiftshader", "swrast", "lavapipe", "software", "swr ", "basic render",
    ]

    /// Mesa's drivers say so in GL_VERSION, whatever the card.
    var isMesa: Bool { version.contains(" Mesa ") }

    /// Mesa's rasteriser, whose contexts on one display share what draws.
    var isLLVMpipe: Bool { renderer.lowercased().contains("llvmpipe") }

    static func isSoftware(renderer: String) -> Bool {
        let name = renderer.lowercased()
        return softwareRenderers.contains { name.contains($0) }
    }

    /// Major and minor number in `OpenGL ES 3.2 …`; nil when it says something else.
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
    /// Whether the driver that Vitrail was delivered with draws, since the system has none.
    public var isDelivered: Bool { library == Driver.deliveredLibrary }

    /// How to have pictures drawn faster; nil = the system's driver draws.
    public var advice: String? {
        isDelivered ? "the rasteriser that is delivered with Vitrail draws, since the system has no driver; for a faster one: \(Self.installCommand)" : nil
    }

    static let installCommand = "apt-get install libegl1 libgles2 libgl1-mesa-dri, or the graphics card's driver"
}

extension DeviceInfo: CustomStringConvertible {
    public var description: String {
        "\(renderer), OpenGL ES \(majorVersion).\(minorVersion), \(isHardware ? "hardware" : "software"), by \(platform)"
    }
}
