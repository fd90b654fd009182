import CGL
import Glibc
import Synchronization
import Testing
import VitrailDrawList
import VitrailScene
import VitrailTestSupport

@testable import VitrailGL

/// Parallel renderers of a pool.
@Suite("Displays of a pool")
struct SpreadTests {
    private static let software = "llvmpipe (LLVM 15.0.6, 256 bits)"

    /// The last display that the renderer on a slot requests: its platform, and whether with a list of attributes.
    private func display(
        _ slot: Int, _ profile: RecordingDriver.Profile, _ device: DeviceChoice = .auto
    ) throws -> String {
        var options = GLOptions(device: device)
        options.slot = slot
        let (_, calls) = try RecordingDriver.record(profile) { driver in
            let session = try GLSession(options, driver: driver, shaders: TestShaders.source)
            session.close()
        }
        return try #require(calls.last { $0.name == "eglGetPlatformDisplayEXT" }?.description)
    }

    @Test("software rasterisers are spread over four displays, from slot to slot")
    func software() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [.init(extensions: "EGL_MESA_device_software")]
        profile.renderers = [EGL_PLATFORM_DEVICE_EXT: Self.software, EGL_PLATFORM_SURFACELESS_MESA: Self.software]
        let (surfaceless, device) = (
            "eglGetPlatformDisplayEXT(\(EGL_PLATFORM_SURFACELESS_MESA)",
            "eglGetPlatformDisplayEXT(\(EGL_PLATFORM_DEVICE_EXT)"
        )
        let expected = [surfaceless + ")", device + ")", surfaceless + ", with a list)", device + ", with a list)"]
        for slot in 0..<8 { #expect(try display(slot, profile) == expected[slot % 4], "\(slot)") }
        // An explicitly chosen device is used by all slots.
        for slot in 0..<4 { #expect(try display(slot, profile, .surfaceless) == expected[slot % 2 * 2], "\(slot)") }
    }

    @Test("a card is every slot's, by its first display")
    func hardware() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [.init(extensions: "EGL_MESA_device_software"), .init(node: "/dev/dri/renderD128")]
        profile.renderers = [EGL_PLATFORM_DEVICE_EXT: "NVIDIA H200", EGL_PLATFORM_SURFACELESS_MESA: Self.software]
        for slot in 0..<5 {
            #expect(try display(slot, profile) == "eglGetPlatformDisplayEXT(\(EGL_PLATFORM_DEVICE_EXT))")
        }
    }

    @Test("a platform that does not open is passed over by every slot")
    func fallback() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [.init(extensions: "EGL_MESA_device_software")]
        profile.renderers = [EGL_PLATFORM_SURFACELESS_MESA: Self.software]
        for slot in 0..<4 {
            #expect(try display(slot, profile).hasPrefix("eglGetPlatformDisplayEXT(\(EGL_PLATFORM_SURFACELESS_MESA)"))
        }
    }

    @Test(
        "each renderer gets its share of the processors; none means its own thread",
        arguments: [
            (1, 2, 2), (2, 2, 0), (2, 4, 2), (3, 8, 2), (4, 16, 4), (16, 16, 4), (64, 2, 0), (1, 1, 0), (0, 4, 4),
        ])
    func threads(renderers: Int, processors: Int, each: Int) {
        #expect(RasterizerThreads.share(renderers: renderers, processors: processors) == each)
    }

    @Test("renderers take the first slot that is free, and give it back when they close")
    func slots() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [.init(extensions: "EGL_MESA_device_software")]
        profile.renderers = [EGL_PLATFORM_DEVICE_EXT: Self.software, EGL_PLATFORM_SURFACELESS_MESA: Self.software]
        let (_, calls) = try RecordingDriver.record(profile) { driver in
            func open() throws -> GLSession { try GLSession(GLOptions(), driver: driver, shaders: TestShaders.source) }
            let (first, second) = (try open(), try open())
            first.close()
            let third = try open()
            second.close()
            third.close()
        }
        let displays = calls.filter { $0.name == "eglGetPlatformDisplayEXT" }.map { $0.arguments.first }
        #expect(
            displays
                == [EGL_PLATFORM_SURFACELESS_MESA, EGL_PLATFORM_DEVICE_EXT, EGL_PLATFORM_SURFACELESS_MESA].map(
                    Double.init))
    }

    /// Checks the displays that draw the pictures.
    @Test("neighbours draw the same picture on displays of their own")
    func real() async throws {
        var renderers: [GLRenderer] = []
        for slot in 0..<5 {
            var options = GLOptions.real()
            options.slot = slot
            renderers.append(try await GLRenderer(options))
        }
        let list = DrawList(
            size: .init(width: 8, height: 4), background: .init(red: 10, green: 20, blue: 30, alpha: 255))
        let pictures = try await withThrowingTaskGroup { group in
            for renderer in renderers { group.addTask { try await renderer.draw(list).image } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pictures.count == 5 && Set(pictures.map(\.pixels)).count == 1)
        if !renderers[0].info.isHardware { #expect(renderers[0].info.platform != renderers[1].info.platform) }
        for renderer in renderers { await renderer.close() }
    }

    /// Two slots on each of the two displays available to renderers on one platform.
    @Test(
        "on llvmpipe, one context of a display is at work at a time; hardware does not wait",
        arguments: [[0, 1, 0, 1], [0, 0]])
    func turns(slots: [Int]) async throws {
        var renderers: [GLRenderer] = []
        for slot in slots {
            var options = GLOptions.real(device: .surfaceless)
            options.slot = slot
            guard let renderer = try? await GLRenderer(options) else { return }
            renderers.append(renderer)
        }
        guard renderers[0].info.isLLVMpipe else { return }
        let size = PixelSize(width: 8, height: 4)
        let list = DrawList(
            size: size, background: .white,
            commands: [.hook(Hook(token: 1), clip: PixelRect(x: 0, y: 0, width: 8, height: 4))])
        let drawing = Mutex((now: 0, maximum: 0))
        let drawnStyle: HookAction = { _ in
            drawing.withLock { $0 = ($0.now + 1, max($0.maximum, $0.now + 1)) }
            usleep(10_000)
            drawing.withLock { $0.now -= 1 }
        }
        try await withThrowingTaskGroup { group in
            for renderer in renderers {
                group.addTask {
                    for _ in 0..<5 { _ = try await renderer.draw(list, hooks: [Hook(token: 1): drawnStyle]) }
                }
            }
            try await group.waitForAll()
        }
        // Fewer on a busy machine.
        #expect(drawing.withLock(\.maximum) <= Set(slots).count)
        for renderer in renderers { await renderer.close() }
    }
}
