import Glibc
import Testing
import VitrailDrawList
import VitrailScene
import VitrailShaders
import VitrailTestSupport

@testable import VitrailGL

/// Pictures are read back while the next ones are drawn.
@Suite("Overlapped readback")
struct OverlapTests {
    private static func options(_ overlaps: Bool?) -> GLOptions {
        var options = GLOptions.real()
        options.overlapsReadback = overlaps
        return options
    }

    /// Several sizes, so that buffers are recreated.
    private static let lists = (0..<24).map { RendererTests.rich(Lists.size(30 + $0 / 6, 20), seed: $0) }

    @Test(
        "are the same, however many are asked for at a time",
        .enabled("\(RealDriver.reason)") { await RealDriver.isAvailable() }, arguments: [true, false])
    func pictures(usesRectangles: Bool) async throws {
        let plain = try await GLRenderer(Self.options(false), shaders: TestShaders.source)
        var expected: [PixelImage] = []
        for list in Self.lists { expected.append(try await plain.draw(list).image) }
        #expect(await plain.overlappedFrames == 0)
        await plain.close()

        var options = Self.options(true)
        options.usesRectangles = usesRectangles
        let renderer = try await GLRenderer(options, shaders: TestShaders.source)
        let found = try await withThrowingTaskGroup(of: (Int, PixelImage).self) { group in
            for (k, list) in Self.lists.enumerated() { group.addTask { (k, try await renderer.draw(list).image) } }
            return try await group.reduce(into: [Int: PixelImage]()) { $0[$1.0] = $1.1 }
        }
        for (k, image) in expected.enumerated() { #expect(found[k] == image, "\(k)") }
        #expect(await renderer.overlappedFrames == Self.lists.count)
        await renderer.close()
        #expect(await renderer.liveObjects == 0)
    }

    @Test(
        "a renderer that is closed takes what was begun",
        .enabled("\(RealDriver.reason)") { await RealDriver.isAvailable() })
    func closing() async throws {
        let renderer = try await GLRenderer(Self.options(true), shaders: TestShaders.source)
        _ = try await renderer.draw(Self.lists[0])
        await withTaskGroup { group in
            for list in Self.lists {
                group.addTask {
                    do throws(GLError) {
                        _ = try await renderer.draw(list)
                    } catch {
                        // The request had not begun.
                        #expect(error == .closed)
                    }
                }
            }
            group.addTask { await renderer.close() }
        }
        #expect(await renderer.liveObjects == 0)
    }

    @Test("is for hardware, where another frame waits")
    func whenItIsUsed() throws {
        for (hardware, overlaps, isWaiting, expected) in [
            (true, nil, true, true), (true, nil, false, false), (false, nil, true, false), (true, false, true, false),
            (false, true, false, true),
        ] as [(Bool, Bool?, Bool, Bool)] {
            let list = DrawList(size: Lists.size(8, 8), background: .white)
            var profile = RecordingDriver.Profile()
            profile.renderers = profile.renderers.mapValues { _ in hardware ? "Card 9000" : "llvmpipe" }
            _ = try RecordingDriver.record(profile) { driver in
                var options = GLOptions()
                options.overlapsReadback = overlaps
                let session = try GLSession(options, driver: driver, shaders: TestShaders.source)
                defer { session.close() }
                #expect(session.info.isHardware == hardware)
                let tiled = try TiledDrawList(list, hooks: [:], limits: session.tileLimits)
                switch try session.start(tiled, band: 0, rows: nil, isAnotherWaiting: { isWaiting }) {
                case .done: #expect(!expected)
                case .copying(let frame):
                    #expect(expected)
                    _ = try session.finish(frame, of: tiled, band: 0, rows: nil)
                }
            }
        }
    }

    @Test("sends the second frame's commands before it waits for the first one's pixels")
    func order() throws {
        let size = Lists.size(64, 48)
        let list = DrawList(
            size: size, background: .white, buffers: [.rect([Lists.fill(0, 0, 9, 9)])],
            commands: [Lists.draw(.rect, .over, in: size)])
        let calls = try RecordingDriver.record { driver in
            var options = GLOptions()
            options.overlapsReadback = true
            let session = try GLSession(options, driver: driver, shaders: TestShaders.source)
            defer { session.close() }
            let tiled = try TiledDrawList(list, hooks: [:], limits: session.tileLimits)
            RecordingDriver.forgetCalls()
            var frames: [CopyingFrame] = []
            for _ in 0..<2 {
                if case .copying(let frame) = try session.start(tiled, band: 0, rows: nil, isAnotherWaiting: { true }) {
                    frames.append(frame)
                }
            }
            for frame in frames { _ = try session.finish(frame, of: tiled, band: 0, rows: nil) }
            return RecordingDriver.calls.map(\.name).filter {
                ["glDrawArraysInstanced", "glReadPixels", "glFlush", "glFinish", "glMapBufferRange", "glUnmapBuffer"]
                    .contains($0)
            }
        }.result
        let sent = ["glDrawArraysInstanced", "glReadPixels", "glFlush"], taken = ["glMapBufferRange", "glUnmapBuffer"]
        #expect(calls == sent + sent + taken + taken)
    }

    @Test("a thread knows what waits for it")
    func waiting() async throws {
        let thread = try GLThread()
        defer { thread.stop() }
        let (before, after): (Bool, Bool) = try await thread.run { () throws(GLError) in
            let before = thread.hasWork
            let queue: @Sendable () throws(GLError) -> Void = {}
            Task { try await thread.run(queue) }
            // Waits until the request is queued: other tests may occupy all threads of tasks for minutes.
            for _ in 0..<600_000 where !thread.hasWork { usleep(1_000) }
            return (before, thread.hasWork)
        }
        #expect(!before && after)
    }
}
