import CGL
import Glibc
import Synchronization
import Testing
import VitrailScene
import VitrailTestSupport

@testable import VitrailGL

/// Parallel renderers of a pool.
@Suite("Displays of a pool")
struct SpreadTests {
    private static let software = "llvmpipe (LLVM 15.0.6, 256 bits)"

    /// The last display that the renderer on a seat requests: its platform, and whether with a list of attributes.
    private func display(_ seat: Int, _ profile: RecordingDriver.Profile, _ device: DeviceChoice = .auto) throws -> String {
        var options = GLOptions(device: device)
        options.seat = seat
        let (_, calls) = try RecordingDriver.record(profile) { driver in
            let session = try GLSession(options, driver: driver, shaders: TestShaders.source)
            session.close()
        }
        return try #require(calls.last { $0.name == "eglGetPlatformDisplayEXT" }?.description)
    }

    @Test("software rasterisers are spread over four displays, from seat to seat")
    func software() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [.init(extensions: "EGL_MESA_device_software")]
        profile.renderers = [EGL_PLATFORM_DEVICE_EXT: Self.software, EGL_PLATFORM_SURFACELESS_MESA: Self.software]
        let (surfaceless, device) = ("eglGetPlatformDisplayEXT(\(EGL_PLATFORM_SURFACELESS_MESA)", "eglGetPlatformDisplayEXT(\(EGL_PLATFORM_DEVICE_EXT)")
        let expected = [surfaceless + ")", device + ")", surfaceless + ", with a list)", device + ", with a list)"]
        for seat in 0..<8 { #expect(try display(seat, profile) == expected[seat % 4], "\(seat)") }
        // An explicitly chosen device is used by all seats.
        for seat in 0..<4 { #expect(try display(seat, profile, .surfaceless) == expected[seat % 2 * 2], "\(seat)") }
    }

    @Test("a card is every seat's, by its first display")
    func hardware() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [.init(extensions: "EGL_MESA_device_software"), .init(node: "/dev/dri/renderD128")]
        profile.renderers = [EGL_PLATFORM_DEVICE_EXT: "NVIDIA H200", EGL_PLATFORM_SURFACELESS_MESA: Self.software]
        for seat in 0..<5 { #expect(try display(seat, profile) == "eglGetPlatformDisplayEXT(\(EGL_PLATFORM_DEVICE_EXT))") }
    }

    @Test("a platform that does not open is passed over by every seat")
    func fallback() throws {
        var profile = RecordingDriver.Profile()
        profile.devices = [.init(extensions: "EGL_MESA_device_software")]
        profile.renderers = [EGL_PLATFORM_SURFACELESS_MESA: Self.software]
        for seat in 0..<4 { #expect(try display(seat, profile).hasPrefix("eglGetPlatformDisplayEXT(\(EGL_PLATFORM_SURFACELESS_MESA)")) }
    }

    @Test(
        "each renderer gets its share of the processors; none means its own thread",
        arguments: [
            (1, 2, 2), (2, 2, 0), (2, 4, 2), (3, 8, 2), (4, 16, 4), (16, 16, 4), (64, 2, 0), (1, 1, 0), (0, 4, 4),
        ])
    func threads(renderers: Int, processors: Int, each: Int) {
        #expect(RasteriserThreads.share(renderers: renderers, processors: processors) == each)
    }

    @Test("renderers take the first seat that is free, and give it back when they close")
    func seats() throws {
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
        #expect(displays == [EGL_PLATFORM_SURFACELESS_MESA, EGL_PLATFORM_DEVICE_EXT, EGL_PLATFORM_SURFACELESS_MESA].map(Double.init))
    }

    /// Checks the displays that draw the pictures.
    @Test("neighbours draw the same picture on displays of their own")
    func real() async throws {
        var renderers: [GLRenderer] = []
        for seat in 0..<5 {
            var options = GLOptions.real()
            options.seat = seat
            renderers.append(try await GLRenderer(options))
        }
        let list = DrawList(size: .init(width: 8, height: 4), background: .init(red: 10, green: 20, blue: 30, alpha: 255))
        let pictures = try await withThrowingTaskGroup { group in
            for renderer in renderers { group.addTask { try await renderer.draw(list).image } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pictures.count == 5 && Set(pictures.map(\.pixels)).count == 1)
        if !renderers[0].info.isHardware { #expect(renderers[0].info.platform != renderers[1].info.platform) }
        for renderer in renderers { await renderer.close() }
    }

    /// Two seats on each of the two displays available to renderers on one platform.
    @Test("on llvmpipe, one context of a display is at work at a time; hardware does not wait", arguments: [[0, 1, 0, 1], [0, 0]])
    func turns(seats: [Int]) async throws {
        var renderers: [GLRenderer] = []
        for seat in seats {
            var options = GLOptions.real(device: .surfaceless)
            options.seat = seat
            guard let renderer = try? await GLRenderer(options) else { return }
            renderers.append(renderer)
        }
        guard renderers[0].info.isLLVMpipe else { return }
        let size = PixelSize(width: 8, height: 4)
        let list = DrawList(size: size, background: .white, commands: [.hook(Hook(token: 1), clip: PixelRect(x: 0, y: 0, width: 8, height: 4))])
        let drawing = Mutex((now: 0, most: 0))
        let look: HookAction = { _ in
            drawing.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            usleep(10_000)
            drawing.withLock { $0.now -= 1 }
        }
        try await withThrowingTaskGroup { group in
            for renderer in renderers {
                group.addTask { for _ in 0..<5 { _ = try await renderer.draw(list, hooks: [Hook(token: 1): look]) } }
            }
            try await group.waitForAll()
        }
        // Fewer on a busy machine.
        #expect(drawing.withLock(\.most) <= Set(seats).count)
        for renderer in renderers { await renderer.close() }
    }
}
