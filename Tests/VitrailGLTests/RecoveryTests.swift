import Testing
import VitrailDrawList
import VitrailGL
import VitrailScene
import VitrailShaders
import VitrailTestSupport

/// Recovery of a renderer after a device failure, on the real driver with one answer changed.
@Suite("Recovery", .serialized, .enabled("\(RealDriver.reason)") { await RealDriver.isAvailable() })
struct RecoveryTests {
    private static let size = Lists.size(24, 16)

    /// All kinds of objects: targets, programs, streamed and resident vertices, samples, textures.
    private static let list: DrawList = {
        var uniforms = DrawUniforms(size: size)
        uniforms.color0 = SIMD4(0.5, 0, 0, 1)
        let points = ResidentPoints(
            id: ResidentID(rawValue: 77), generation: 1, offsets: [PlotPoint(x: 2, y: 2), PlotPoint(x: 20, y: 9)],
            originX: 0, originY: 0)
        let samples = SampleColumns(
            [[2.0, 9, 20], [15, 9, 14]].map { SampleAxis(ArraySamples($0), SampleTransform()) })
        return DrawList(
            size: size, background: .white,
            buffers: [
                .rect([Lists.fill(1, 1, 9, 6)]), .quad([Lists.quad(0, 0, 24, 16)]), .resident(points),
                .samples(samples),
            ],
            textures: [.image(PixelImage(size: size, filledWith: .black))],
            commands: [
                Lists.draw(.rect, .over, color: SIMD4(0, 0, 0, 1), in: size, label: "the box"),
                .target(.cells, clear: Lists.all(size)),
                .draw(
                    Draw(
                        program: .line, blend: .max, buffer: 2, instanceCount: 1, uniforms: uniforms,
                        scissor: Lists.all(size))),
                .draw(
                    Draw(
                        program: .sampleLine, blend: .max, buffer: 3, instanceCount: 2, uniforms: uniforms,
                        scissor: Lists.all(size))),
                .target(.canvas, clear: nil),
                Lists.draw(
                    .resolveCells, .over, buffer: 1, textures: (0..<4).map { .target(.cells, $0) },
                    scissor: PixelRect(x: 0, y: 8, width: 24, height: 8), in: size, label: "the line"),
            ])
    }()

    /// - Parameter overlaps: whether pictures are copied into a device buffer and read from there.
    private func renderer(overlaps: Bool = false) async throws -> GLRenderer {
        let driver = try FaultyDriver.load(RealDriver.library)
        var options = GLOptions.real()
        options.overlapsReadback = overlaps
        return try await GLRenderer(options, driver: driver, shaders: { ShaderLibrary.source(of: $0) })
    }

    private func expectNothingLeft(_ renderer: GLRenderer) async {
        await renderer.close()
        #expect(await renderer.liveObjects == 0)
        #expect(FaultyDriver.objects == [:], "left on the device")
        #expect(FaultyDriver.contexts == 0)
    }

    @Test("closing a renderer leaves no GL object of any kind")
    func nothingLeft() async throws {
        let renderer = try await renderer()
        _ = try await renderer.draw(Self.list)
        let objects = FaultyDriver.objects
        // Shaders are deleted when their program is linked.
        #expect(Set(objects.keys) == ["buffer", "texture", "framebuffer", "vertex array", "program"])
        #expect(await renderer.liveObjects == objects.values.reduce(0, +))
        await expectNothingLeft(renderer)
    }

    @Test("memory that runs out once, anywhere: the picture is drawn all the same", arguments: [false, true])
    func outOfMemoryOnce(overlaps: Bool) async throws {
        let renderer = try await renderer(overlaps: overlaps)
        let expected = try await renderer.draw(Self.list).image
        var positions = 0
        while true {
            FaultyDriver.arm(.outOfMemory, at: positions + 1)
            let image = try await renderer.draw(Self.list).image
            #expect(image == expected, "at question \(positions + 1)")
            guard FaultyDriver.hasShown, positions < 1000 else { break }
            positions += 1
        }
        #expect(positions > 10)
        await expectNothingLeft(renderer)
    }

    @Test(
        "memory that runs out for good is told with its place, and the next picture is right", arguments: [false, true])
    func outOfMemoryForGood(overlaps: Bool) async throws {
        let renderer = try await renderer(overlaps: overlaps)
        let expected = try await renderer.draw(Self.list).image
        var names: Set<String> = []
        for n in 2...1000 {
            FaultyDriver.arm(.outOfMemoryForGood, at: n)
            let result: Result<DrawnFrame, GLError>
            do throws(GLError) { result = .success(try await renderer.draw(Self.list)) } catch {
                result = .failure(error)
            }
            guard FaultyDriver.hasShown else { break }
            guard case .failure(.outOfMemory(let position)) = result else { return #expect(Bool(false), "\(result)") }
            names.insert(position)
            FaultyDriver.disarm()
            #expect(try await renderer.draw(Self.list).image == expected)
        }
        FaultyDriver.disarm()
        #expect(!names.contains("") && !names.isEmpty)
        await expectNothingLeft(renderer)
    }

    @Test(
        "a context that is lost, anywhere and however it is told: an error that names the place, and the next picture is right",
        arguments: [FaultyDriver.Fault.contextLost, .silentReset, .powerEvent], [false, true])
    func contextLost(_ fault: FaultyDriver.Fault, overlaps: Bool) async throws {
        let renderer = try await renderer(overlaps: overlaps)
        let expected = try await renderer.draw(Self.list).image
        var positions: Set<String> = []
        for n in 2...1000 {
            FaultyDriver.arm(fault, at: n)
            let result: Result<DrawnFrame, GLError>
            do throws(GLError) { result = .success(try await renderer.draw(Self.list)) } catch {
                result = .failure(error)
            }
            guard FaultyDriver.hasShown else { break }
            switch result {
            case .success:
                // No call reported the reset before the picture was complete; the next frame detects it.
                #expect(fault == .silentReset)
                FaultyDriver.disarm()
            case .failure(.contextLost(let cause, let position)):
                positions.insert(position)
                // The reset status is queried after every failure and has the most specific cause.
                #expect(
                    cause == (fault == .powerEvent ? "eglMakeCurrent: EGL_CONTEXT_LOST" : "GL_INNOCENT_CONTEXT_RESET")
                        || cause == "GL_CONTEXT_LOST")
            case .failure(let error): Issue.record("\(error) at question \(n)")
            }
            #expect(FaultyDriver.contexts <= 1)
            #expect(try await renderer.draw(Self.list).image == expected, "after \(n)")
        }
        #expect(!positions.isEmpty && !positions.contains(""))
        if fault == .contextLost { #expect(positions.count > 5) }
        await expectNothingLeft(renderer)
    }
}
