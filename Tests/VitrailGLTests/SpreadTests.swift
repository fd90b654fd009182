import CGL
import Testing
import VitrailScene
import VitrailTestSupport

@testable import VitrailGL

/// Renderers of a pool beside each other.
@Suite("Displays of a pool")
struct SpreadTests {
    private static let software = "llvmpipe (LLVM 15.0.6, 256 bits)"

    /// The display that the renderer on a seat asks for last: platform, and whether with a list of attributes.
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
        // A device that was chosen is kept to.
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

    /// Where the pictures are really drawn.
    @Test("neighbours draw the same picture on displays of their own")
    func real() async throws {
        var renderers: [GLRenderer] = []
        for seat in 0..<5 {
            var options = GLOptions()
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
}
