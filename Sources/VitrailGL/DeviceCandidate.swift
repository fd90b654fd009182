import CGL

/// A device that may be usable; it is found without opening it.
struct DeviceCandidate {
    var index: Int
    var platform: DevicePlatform
    /// The `EGLDeviceEXT` of the device platform.
    var device: EGLDeviceEXT?
    /// Whether the library itself declares this device a software rasteriser.
    var isDeclaredSoftware = false
    /// Whether to request the platform's second display, by an empty attribute list instead of none. Mesa treats these
    /// as two displays, each with its own rasteriser. Other libraries return the first display again.
    var isSecondDisplay = false

    /// Whether opening it may find a graphics card that no earlier candidate found.
    var mayBeHardware: Bool {
        switch platform {
        case .device: !isDeclaredSoftware
        case .gbm: true
        case .surfaceless, .defaultDisplay: false
        }
    }
}

/// All candidates in a fixed order, and the platforms without a candidate, with reasons.
struct DeviceCandidates {
    var all: [DeviceCandidate] = []
    var notes: [DeviceAttempt] = []
    /// Client extensions of the library; empty for EGL 1.4 without `EGL_EXT_client_extensions`.
    let extensions: Set<Substring>

    init(_ driver: Driver) {
        let list = driver.gl.eglQueryString(nil, EGL_EXTENSIONS).map { String(cString: $0) }
        // Without client extensions, the query itself causes an error.
        if list == nil { _ = driver.gl.eglGetError() }
        extensions = Set((list ?? "").split(separator: " "))
        findDevices(driver)
        findRenderNodes(driver)
        if extensions.contains("EGL_MESA_platform_surfaceless"), driver.gl.eglGetPlatformDisplay != nil {
            add(.surfaceless)
        } else {
            note("surfaceless platform", "the library lacks EGL_MESA_platform_surfaceless")
        }
        add(.defaultDisplay)
    }

    private mutating func add(
        _ platform: DevicePlatform, device: EGLDeviceEXT? = nil, isDeclaredSoftware: Bool = false
    ) {
        all.append(
            DeviceCandidate(
                index: all.count, platform: platform, device: device,
                isDeclaredSoftware: isDeclaredSoftware))
    }

    private mutating func note(_ what: String, _ answer: String) {
        notes.append(DeviceAttempt(what: what, answer: answer))
    }

    /// Limits the number of devices that a library may report.
    private static let maxDevices: EGLint = 64

    private mutating func findDevices(_ driver: Driver) {
        let gl = driver.gl
        let canList =
            extensions.contains("EGL_EXT_device_enumeration") || extensions.contains("EGL_EXT_device_base")
        guard canList, extensions.contains("EGL_EXT_platform_device"), gl.eglGetPlatformDisplay != nil,
            let queryDevices = gl.eglQueryDevices
        else {
            note("EGL devices", "the library lacks EGL_EXT_device_enumeration or EGL_EXT_platform_device")
            return
        }
        var devices = [EGLDeviceEXT?](repeating: nil, count: Int(Self.maxDevices))
        var count: EGLint = 0
        guard queryDevices(Self.maxDevices, &devices, &count) == EGL_TRUE else {
            note("EGL devices", "eglQueryDevicesEXT: \(GLNames.eglError(gl.eglGetError()))")
            return
        }
        if count == 0 { note("EGL devices", "the library lists none") }
        for position in 0..<Int(min(count, Self.maxDevices)) {
            let device = devices[position]
            let features = text(of: device, EGL_EXTENSIONS, gl) ?? ""
            add(
                .device(position, node: node(of: device, features: features, gl)), device: device,
                isDeclaredSoftware: features.contains("EGL_MESA_device_software"))
        }
    }

    private func node(of device: EGLDeviceEXT?, features: String, _ gl: GLTable) -> String? {
        if features.contains("EGL_EXT_device_drm_render_node"),
            let path = text(of: device, EGL_DRM_RENDER_NODE_FILE_EXT, gl)
        {
            return path
        }
        guard features.contains("EGL_EXT_device_drm") else { return nil }
        return text(of: device, EGL_DRM_DEVICE_FILE_EXT, gl)
    }

    private func text(of device: EGLDeviceEXT?, _ name: EGLint, _ gl: GLTable) -> String? {
        guard let text = gl.eglQueryDeviceString?(device, name) else {
            _ = gl.eglGetError()
            return nil
        }
        return String(cString: text)
    }

    private mutating func findRenderNodes(_ driver: Driver) {
        guard
            extensions.contains("EGL_KHR_platform_gbm") || extensions.contains("EGL_MESA_platform_gbm"),
            driver.gl.eglGetPlatformDisplay != nil
        else { return note("GBM", "the library lacks EGL_KHR_platform_gbm") }
        let nodes = driver.renderNodes()
        if nodes.isEmpty { note("GBM", "there is no render node /dev/dri/renderD*") }
        for node in nodes { add(.gbm(node)) }
    }

    /// Returns the displays in the order that the renderer in a slot tries them, so that renderers use separate
    /// rasterisers.
    ///
    /// All contexts on one llvmpipe display share its rasteriser, which draws one frame at a time; only binning runs in
    /// parallel. Each slot therefore starts at a different position in the list of software candidates and their second
    /// displays.
    static func spread(_ candidates: [DeviceCandidate], slot: Int) -> [DeviceCandidate] {
        let (first, rest) = (candidates.filter(\.mayBeHardware), candidates.filter { !$0.mayBeHardware })
        let lone = rest.filter { $0.platform == .defaultDisplay }
        let round = rest.filter { $0.platform != .defaultDisplay }
        guard slot > 0, !round.isEmpty else { return candidates }
        let displays =
            round
            + round.map { candidate in
                var second = candidate
                second.isSecondDisplay = true
                return second
            }
        let start = slot % displays.count
        return first + displays[start...] + displays[..<start] + lone
    }

    /// The order that `auto` tries: possible graphics cards first, then devices that always work.
    var byPreference: [DeviceCandidate] {
        func rank(_ candidate: DeviceCandidate) -> Int {
            if candidate.mayBeHardware { return 0 }
            switch candidate.platform {
            case .surfaceless: return 1
            case .device: return 2
            case .gbm, .defaultDisplay: return 3
            }
        }
        return all.sorted { (rank($0), $0.index) < (rank($1), $1.index) }
    }
}
