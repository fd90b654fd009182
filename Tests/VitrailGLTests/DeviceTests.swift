import CGL
import Testing
import VitrailGL
import VitrailTestSupport

/// Selection of a device and its steps, tested without any device.
@Suite("Devices")
struct DeviceTests {
    private func open(
        _ options: GLOptions = GLOptions(), _ profile: RecordingDriver.Profile
    ) throws -> (
        info: DeviceInfo, calls: [RecordingDriver.Call]
    ) {
        let recorded = try RecordingDriver.record(profile) { driver in
            let session = try GLSession(options, driver: driver, shaders: TestShaders.source)
            defer { session.close() }
            return session.info
        }
        return (recorded.result, recorded.calls)
    }

    private static let card = "NVIDIA H200"
    private static let software = "llvmpipe (LLVM 15.0.6, 256 bits)"

    @Test("a render node opens through GBM and closes in the opposite order")
    func gbmSequence() throws {
        var profile = RecordingDriver.Profile()
        profile.renderNodes = ["/dev/dri/renderD128"]
        profile.renderers = [EGL_PLATFORM_GBM_KHR: "Mesa Intel(R) UHD Graphics"]
        let (info, calls) = try open(GLOptions(device: .gbm("/dev/dri/renderD128")), profile)
        #expect(info.platform == .gbm("/dev/dri/renderD128"))
        #expect(info.isHardware)
        #expect(calls.first { $0.name == "open" }?.text == "/dev/dri/renderD128")
        let egl = calls.filter { !$0.name.hasPrefix("gl") }.map(\.description)
        #expect(
            egl == [
                "open(/dev/dri/renderD128)", "gbm_create_device(7)",
                "eglGetPlatformDisplayEXT(\(EGL_PLATFORM_GBM_KHR))",
                "eglInitialize()", "eglChooseConfig(0, \(EGL_OPENGL_ES3_BIT_KHR))", "eglBindAPI(\(EGL_OPENGL_ES_API))",
                "eglCreateContext(3)", "eglMakeCurrent(0, 1)", "eglMakeCurrent(0, 0)", "eglMakeCurrent(0, 0)",
                "eglDestroyContext()", "eglReleaseThread()", "eglTerminate()", "gbm_device_destroy()", "close(7)",
            ])
    }

    @Test("auto takes the card, wherever it is in the list")
    func autoPrefersHardware() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [.init(extensions: "EGL_MESA_device_software"), .init(node: "/dev/dri/renderD128")]
        profile.renderers = [EGL_PLATFORM_DEVICE_EXT: Self.card, EGL_PLATFORM_SURFACELESS_MESA: Self.software]
        let (info, _) = try open(profile: profile)
        #expect(info.renderer == Self.card)
        #expect(info.platform == .device(1, node: nil))
        #expect(info.isHardware)
    }

    @Test("auto looks through the render nodes when devices are software, and falls back when they are, too")
    func autoFallsBack() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [.init(extensions: "EGL_MESA_device_software")]
        profile.renderNodes = ["/dev/dri/renderD128"]
        profile.renderers = [
            EGL_PLATFORM_DEVICE_EXT: Self.software, EGL_PLATFORM_GBM_KHR: Self.card,
            EGL_PLATFORM_SURFACELESS_MESA: Self.software,
        ]
        #expect(try open(profile: profile).info.platform == .gbm("/dev/dri/renderD128"))
        profile.renderers[EGL_PLATFORM_GBM_KHR] = Self.software
        let (info, calls) = try open(profile: profile)
        #expect(!info.isHardware)
        #expect(info.platform == .surfaceless)
        // The node turned out to be software and was closed again.
        #expect(calls.filter { $0.name == "gbm_device_destroy" }.count == 1)
        profile.renderers = [0: "SwiftShader Device (LLVM 10.0.0)"]
        #expect(try open(profile: profile).info.platform == .defaultDisplay)
    }

    @Test("required hardware is not replaced by software, and the error says what was there")
    func requireHardware() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [.init(extensions: "EGL_MESA_device_software")]
        profile.renderers = [EGL_PLATFORM_DEVICE_EXT: Self.software, EGL_PLATFORM_SURFACELESS_MESA: Self.software]
        let error = #expect(throws: GLError.self) { try open(GLOptions(requireHardware: true), profile) }
        guard case .noDevice(let attempts)? = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(
            attempts.map(\.description) == [
                "GBM: there is no render node /dev/dri/renderD*",
                "surfaceless platform: \(Self.software) is a software rasteriser",
                "EGL device 0: \(Self.software) is a software rasteriser",
                "default display: eglInitialize: EGL_NOT_INITIALIZED",
            ])
    }

    @Test("EGL 1.4 without any extension opens its default display with a pbuffer")
    func bareEGL() throws {
        var profile = RecordingDriver.Profile()
        profile.clientExtensions = ""
        profile.displayExtensions = ""
        profile.renderers = [0: "SwiftShader Device"]
        let (info, calls) = try open(profile: profile)
        #expect(info.platform == .defaultDisplay)
        #expect(!info.isHardware)
        #expect(calls.contains(RecordingDriver.Call("eglCreatePbufferSurface", 16, 16)))
        #expect(calls.contains(RecordingDriver.Call("eglMakeCurrent", 1, 1)))
    }

    @Test(
        "a context older than OpenGL ES 3.0 is refused", arguments: ["OpenGL ES 2.0 x", "4.6.0 NVIDIA", "OpenGL ES x"])
    func oldContext(version: String) throws {
        var profile = RecordingDriver.Profile()
        profile.version = version
        let error = #expect(throws: GLError.self) { try open(GLOptions(device: .surfaceless), profile) }
        #expect(error?.description.contains("OpenGL ES 3.0 is needed, this is “\(version)”") == true)
    }

    @Test("the survey says of each device what it is or why it did not open, and closes all")
    func survey() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [
            .init(extensions: "EGL_EXT_device_drm_render_node", node: "/dev/dri/renderD129"),
            .init(extensions: "EGL_MESA_device_software"),
        ]
        profile.renderNodes = ["/dev/dri/renderD129"]
        profile.gbmFailure = "libgbm.so.1: cannot open shared object file"
        profile.renderers = [EGL_PLATFORM_DEVICE_EXT: Self.card, EGL_PLATFORM_SURFACELESS_MESA: Self.software]
        let (list, calls) = try RecordingDriver.record(profile) { try DeviceList.surveyOnThisThread($0) }
        #expect(list.entries.map(\.index) == [0, 1, 2, 3, 4])
        #expect(list.entries[0].platform == .device(0, node: "/dev/dri/renderD129"))
        #expect(list.entries[0].info?.isHardware == true)
        #expect(list.entries[2].failure == "libgbm: libgbm.so.1: cannot open shared object file")
        #expect(list.entries[3].info?.isHardware == false)
        #expect(list.entries[3].info?.limits.textureSize == 4096)
        #expect(list.entries[4].failure == "eglInitialize: EGL_NOT_INITIALIZED")
        #expect(calls.filter { $0.name == "eglCreateContext" }.count == 3)
        #expect(calls.filter { $0.name == "eglDestroyContext" }.count == 3)
        #expect(calls.filter { $0.name == "eglTerminate" }.count == 3)
        #expect(list.description.contains("NVIDIA H200  (hardware)"))
    }

    @Test("when nothing opens, the survey says what was tried and what to install")
    func nothing() throws {
        var profile = RecordingDriver.Profile()
        profile.renderers = [:]
        profile.clientExtensions = ""
        let error = #expect(throws: GLError.self) {
            try RecordingDriver.record(profile) { try DeviceList.surveyOnThisThread($0) }
        }
        let text = try #require(error).description
        for part in [
            "EGL devices: the library lacks EGL_EXT_device_enumeration", "GBM: the library lacks EGL_KHR_platform_gbm",
            "surfaceless platform: the library lacks", "default display: eglInitialize: EGL_NOT_INITIALIZED",
            "libegl1", "libgl1-mesa-dri", "libgles2",
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test("a table without a function names it")
    func missingFunction() {
        #expect(throws: GLError.library(path: "x", reason: "it has no function eglGetError")) {
            try GLTable(library: "x") { _ in nil }
        }
    }

    private func open(profile: RecordingDriver.Profile) throws -> (info: DeviceInfo, calls: [RecordingDriver.Call]) {
        try open(GLOptions(), profile)
    }
}
