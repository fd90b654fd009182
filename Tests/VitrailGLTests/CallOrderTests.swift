import CGL
import Testing
import VitrailDrawList
import VitrailGL
import VitrailScene
import VitrailTestSupport

/// Checks the sequence of calls to the driver.
@Suite("Calls")
struct CallOrderTests {
    private typealias Call = RecordingDriver.Call
    private static let size = Lists.size(64, 48)

    /// Draws lists one after another in one session; returns the calls of each frame.
    private func frames(
        _ lists: [DrawList], options: GLOptions = GLOptions(), profile: RecordingDriver.Profile = .init(),
        hooks: [Hook: HookAction] = [:]
    ) throws -> [[Call]] {
        try RecordingDriver.record(profile) { driver in
            let session = try GLSession(options, driver: driver, shaders: TestShaders.source)
            defer { session.close() }
            return try lists.map { list in
                RecordingDriver.forgetCalls()
                _ = try session.draw(list, hooks: hooks)
                return RecordingDriver.calls
            }
        }.result
    }

    private func named(_ calls: [Call], _ names: String...) -> [Call] {
        calls.filter { names.contains($0.name) }
    }

    /// Otherwise its draws would compute gl_FragCoord.y from the height of another framebuffer.
    @Test(
        "on Mesa, what was cleared is bound anew before it is drawn to, where the height may be another one",
        arguments: CanvasSurface.allCases)
    func boundAnew(surface: CanvasSurface) throws {
        var profile = RecordingDriver.Profile()
        profile.version = "OpenGL ES 3.2 Mesa 22.3.6"
        func list(_ size: PixelSize, hook: Bool = false) -> DrawList {
            DrawList(
                size: size, background: .white, buffers: [.rect([Lists.fill(0, 0, 9, 9)])],
                commands: (hook ? [.hook(Hook(token: 1), clip: Lists.all(size))] : []) + [
                    .target(.mask, clear: Lists.all(size)), Lists.draw(.rect, .add, in: size),
                    .target(.canvas, clear: nil),
                    Lists.draw(.rect, .over, in: size),
                ])
        }
        let (size, other) = (Self.size, Lists.size(64, 40))
        let frames = try frames(
            [list(size), list(size), list(other), list(other, hook: true)], options: GLOptions(surface: surface),
            profile: profile,
            hooks: [Hook(token: 1): { _ in }])
        let expected =
            surface == .pbuffer
            ? Array(repeating: [true, true], count: 4)
            : [[true, false], [false, false], [true, false], [false, true]]
        for (calls, expected) in zip(frames, expected) {
            let clears = calls.indices.filter { ["glClear", "glClearBufferfv"].contains(calls[$0].name) }
            #expect(clears.count == 2)
            var found: [Bool] = []
            for clear in clears {
                let bound = try #require(calls[..<clear].last { $0.name == "glBindFramebuffer" })
                let next = calls[(clear + 1)...].filter { $0.name != "glGetError" }.prefix(2)
                found.append(
                    next.allSatisfy { $0.name == "glBindFramebuffer" } && next.first != bound && next.last == bound)
            }
            #expect(found == expected)
        }
    }

    @Test("targets switch, clear and draw in the list's order")
    func order() throws {
        let size = Self.size
        let list = DrawList(
            size: size, background: .white,
            buffers: [
                .line([LineVertex(x: 0, y: 0, run: 1), LineVertex(x: 9, y: 9, run: 2)]),
                .quad([Lists.quad(0, 0, 9, 9)]),
            ],
            commands: [
                .target(.cells, clear: PixelRect(x: -5, y: 2, width: 20, height: 100)),
                Lists.draw(.line, .max, scissor: PixelRect(x: 1, y: 2, width: 3, height: 4), in: size),
                .target(.canvas, clear: nil),
                Lists.draw(.resolveCells, .over, buffer: 1, textures: (0..<4).map { .target(.cells, $0) }, in: size),
            ])
        // The second frame: all objects exist already.
        let calls = try frames([list, list])[1]
        let drawing = named(
            calls, "glBindFramebuffer", "glClear", "glClearBufferfv", "glScissor", "glUseProgram", "glBlendEquation",
            "glDrawArraysInstanced", "glInvalidateFramebuffer", "glFinish", "glReadPixels")
        let framebuffer = Double(GL_FRAMEBUFFER)
        let strip = Call("glDrawArraysInstanced", Double(GL_TRIANGLE_STRIP), 0, 4, 1)
        var invalidated = Call("glInvalidateFramebuffer", 4)
        invalidated.text = (0..<4).map { "\(Int(GL_COLOR_ATTACHMENT0) + $0)" }.joined(separator: " ")
        #expect(
            drawing == [
                Call("glBindFramebuffer", framebuffer, 1), Call("glScissor", 0, 0, 64, 48),
                Call("glClear", Double(GL_COLOR_BUFFER_BIT)),
                Call("glBindFramebuffer", framebuffer, 2), Call("glScissor", 0, 2, 15, 46),
                Call("glClearBufferfv", Double(GL_COLOR), 0), Call("glClearBufferfv", Double(GL_COLOR), 1),
                Call("glClearBufferfv", Double(GL_COLOR), 2), Call("glClearBufferfv", Double(GL_COLOR), 3),
                Call("glUseProgram", 1), Call("glBlendEquation", Double(GL_MAX)), Call("glScissor", 1, 2, 3, 4), strip,
                Call("glBindFramebuffer", framebuffer, 1), Call("glUseProgram", 2),
                Call("glBlendEquation", Double(GL_FUNC_ADD)), Call("glScissor", 0, 0, 64, 48), strip,
                Call("glBindFramebuffer", framebuffer, 2), invalidated, Call("glFinish"),
                Call("glBindFramebuffer", framebuffer, 1), Call("glReadPixels", 0, 0, 64, 48),
            ])
    }

    @Test("all buffers of a frame go into one, and attributes point into it")
    func vertexUpload() throws {
        let list = DrawList(
            size: Self.size, background: .white,
            buffers: [
                .rect([Lists.fill(0, 0, 1, 1), Lists.fill(1, 0, 1, 1), Lists.fill(2, 0, 1, 1)]),
                .line((0..<5).map { LineVertex(x: Float($0), y: 0, run: 0) }),
            ],
            commands: [
                Lists.draw(.rect, .over, buffer: 0, count: 2, from: 1, in: Self.size),
                Lists.draw(.line, .max, buffer: 1, count: 2, from: 2, in: Self.size),
            ])
        let calls = try frames([list])[0]
        let array = Double(GL_ARRAY_BUFFER)
        let uploads = calls.filter { $0.name.hasPrefix("glBuffer") && $0.arguments[0] == array }
        #expect(uploads.map(\.name) == ["glBufferData", "glBufferSubData", "glBufferSubData"])
        #expect(uploads[0].arguments == [array, 228, Double(GL_STREAM_DRAW)])
        #expect(uploads[0].bytes.isEmpty)
        #expect(uploads[1].arguments == [array, 0, 168])
        #expect(uploads[2].arguments == [array, 168, 60])
        #expect(uploads[2].bytes.withUnsafeBytes { $0.load(fromByteOffset: 12, as: Float.self) } == 1)
        let pointers = named(calls, "glVertexAttribPointer").map {
            [$0.arguments[0], $0.arguments[1], $0.arguments[3], $0.arguments[4], $0.arguments[5]]
        }
        #expect(
            pointers == [
                [0, 4, 0, 56, 56], [1, 4, 0, 56, 72], [2, 3, 0, 56, 88], [3, 4, 1, 56, 100], [4, 4, 1, 56, 104],
                [5, 4, 1, 56, 108],
                [0, 3, 0, 12, 192], [1, 3, 0, 12, 204],
            ])
    }

    @Test("resident points are uploaded once per generation, with run flags and no number that is none")
    func residentOnce() throws {
        let nan = Float.nan
        func list(_ generation: Int) -> DrawList {
            let positions: [(Float, Float)] = [(nan, 0), (1, 2), (3, 4), (5, nan), (6, 7)]
            let points = ResidentPoints(
                id: ResidentID(rawValue: 8), generation: generation,
                offsets: positions.map { PlotPoint(x: $0.0, y: $0.1) },
                originX: 0, originY: 0)
            return DrawList(
                size: Self.size, background: .white, buffers: [.resident(points)],
                commands: [Lists.draw(.line, .max, count: 4, in: Self.size)])
        }
        let uploads = try frames([list(1), list(1), list(2)]).map { calls in
            named(calls, "glBufferSubData")
        }
        #expect(uploads.map(\.count) == [1, 0, 1])
        let floats = uploads[0][0].bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(floats == [0, 0, 3, 1, 2, 1, 3, 4, 2, 3, 4, 3, 6, 7, 3])
        #expect(uploads[2][0].bytes == uploads[0][0].bytes)
    }

    @Test("resident points beyond the limit go, the least recently drawn first, but none that a frame needs")
    func residentEviction() throws {
        func list(_ ids: UInt64...) -> DrawList {
            DrawList(
                size: Self.size, background: .white,
                buffers: ids.map {
                    .resident(
                        ResidentPoints(
                            id: ResidentID(rawValue: $0), generation: 0,
                            offsets: [PlotPoint(x: 0, y: 0), PlotPoint(x: 1, y: 1)],
                            originX: 0, originY: 0))
                })
        }
        // Two buffers of 24 bytes fit.
        let calls = try frames(
            [list(1, 2, 3), list(1), list(3), list(4), list(3), list(1)], options: GLOptions(residentLimit: 48))
        #expect(calls.map { named($0, "glBufferSubData").count } == [3, 0, 0, 1, 0, 1])
        #expect(calls.map { named($0, "glDeleteBuffers").count } == [0, 1, 0, 1, 0, 1])
    }

    @Test("an atlas is uploaded once per generation, a frame's own textures every frame and not kept")
    func textures() throws {
        func list(_ generation: Int) -> DrawList {
            let atlas = GlyphAtlas(
                id: 1, generation: generation, coverage: [1, 2, 3], coverageSize: Lists.size(3, 1), color: [],
                colorSize: Lists.size(0, 0))
            return DrawList(
                size: Self.size, background: .white,
                textures: [.glyphCoverage(atlas), .glyphColor(atlas), .palette([.black, .white])])
        }
        let calls = try frames([list(0), list(0), list(1)])
        let formats = calls.map { named($0, "glTexImage2D").map { Array($0.arguments[1...3]) } }
        let (r8, rgba8) = (Double(GL_R8), Double(GL_RGBA8))
        #expect(formats[0] == [[r8, 3, 1], [rgba8, 1, 1], [rgba8, 2, 1]])
        #expect(formats[1] == [[rgba8, 2, 1]])
        #expect(formats[2] == formats[0])
        #expect(calls.map { named($0, "glDeleteTextures").count } == [1, 1, 3])
    }

    @Test(
        "no texture is filtered: ES 3.0 has no filter for floats, and some drivers fetch zero from a texture that asks for one"
    )
    func filters() throws {
        let size = Lists.size(1, 1)
        let list = DrawList(
            size: Self.size, background: .white,
            textures: [.values([1], size), .image(PixelImage(size: size)), .palette([.white])])
        let filters = named(try frames([list])[0], "glTexParameteri")
            .filter { $0.arguments[1] == Double(GL_TEXTURE_MAG_FILTER) }
            .map(\.arguments[2])
        // The first is the canvas.
        #expect(filters == [Double](repeating: Double(GL_NEAREST), count: 4))
    }

    @Test(
        "each draw's uniforms lie at the driver's alignment, equal neighbours once",
        arguments: [(1, 96), (64, 128), (256, 256)])
    func uniforms(alignment: Int, stride: Int) throws {
        var profile = RecordingDriver.Profile()
        profile.uniformAlignment = alignment
        let colors: [Float] = [0.25, 0.25, 0.5]
        let list = DrawList(
            size: Self.size, background: .white, buffers: [.rect([Lists.fill(0, 0, 1, 1)])],
            commands: colors.map { Lists.draw(.rect, .over, color: SIMD4(repeating: $0), in: Self.size) })
        let calls = try frames([list], profile: profile)[0]
        let block = Double(GL_UNIFORM_BUFFER)
        let data = try #require(calls.first { $0.name == "glBufferData" && $0.arguments[0] == block })
        #expect(data.bytes.count == 2 * stride)
        data.bytes.withUnsafeBytes {
            #expect($0.load(fromByteOffset: 32, as: Float.self) == 0.25)
            #expect($0.load(fromByteOffset: stride + 32, as: Float.self) == 0.5)
        }
        #expect(
            named(calls, "glBindBufferRange").map { Array($0.arguments[3...]) } == [[0, 96], [Double(stride), 96]])
    }

    @Test("state that stays is not set again")
    func redundantCalls() throws {
        let list = DrawList(
            size: Self.size, background: .white, buffers: [.rect([Lists.fill(0, 0, 1, 1)])],
            commands: (0..<50).map { _ in Lists.draw(.rect, .over, in: Self.size) })
        let calls = try frames([list, list])[1]
        #expect(named(calls, "glDrawArraysInstanced").count == 50)
        for name in ["glUseProgram", "glBindVertexArray", "glBlendFunc", "glScissor", "glBindBufferRange"] {
            #expect(named(calls, name).count == 1, "\(name)")
        }
        #expect(named(calls, "glVertexAttribPointer").count == 6)
    }

    @Test(
        "a driver in software draws so many instances before it gets more; on hardware nothing waits",
        arguments: [true, false])
    func waiting(isSoftware: Bool) throws {
        var profile = RecordingDriver.Profile()
        if !isSoftware { profile.renderers = [EGL_PLATFORM_SURFACELESS_MESA: "Recorder card"] }
        let counts = [60_000, 5_000, 200_000, 3]
        let list = DrawList(
            size: Self.size, background: .white,
            buffers: [.rect(Array(repeating: Lists.fill(0, 0, 1, 1), count: 200_000))],
            commands: counts.map { Lists.draw(.rect, .over, count: $0, in: Self.size) })
        // A second frame begins with no pending instances.
        let calls = try frames([list, list], profile: profile)[1]
        let drawn = named(calls, "glDrawArraysInstanced", "glFinish").map {
            $0.name == "glFinish" ? 0 : Int($0.arguments[3])
        }
        let maximum = 1 << 16
        // The part that still fits is drawn with the previous instances.
        let first = maximum - 65_000
        #expect(
            drawn
                == (isSoftware
                    ? [
                        60_000, 5_000, first, 0, maximum, 0, maximum, 0, maximum, 0, 200_000 - first - 3 * maximum, 3,
                        0,
                    ] : counts + [0]))
        // Each part begins at the end of the previous one.
        let starts = named(calls, "glVertexAttribPointer").map { Int($0.arguments[5]) }
        let stride = MemoryLayout<RectVertex>.stride
        let parts = Set(starts.filter { $0 % stride == 0 }.map { $0 / stride })
        #expect(
            parts.isSuperset(
                of: isSoftware ? [0, first, first + maximum, first + 2 * maximum, first + 3 * maximum] : [0]))
    }

    @Test(
        "where a device cannot blend in floats, what would have to be added up in them is an error that names what is missing",
        arguments: [Target.slivers, .fineMask])
    func withoutFloats(target: Target) throws {
        var profile = RecordingDriver.Profile()
        let list = DrawList(
            size: Self.size, background: .white, buffers: [.quad([Lists.quad(0, 0, 9, 9)])],
            commands: [
                .target(target, clear: Lists.all(Self.size)), Lists.draw(.sliver, .add, in: Self.size),
                .target(.canvas, clear: nil),
            ])
        let plain = DrawList(
            size: Self.size, background: .white, buffers: [.rect([Lists.fill(0, 0, 9, 9)])],
            commands: [Lists.draw(.rect, .over, in: Self.size)])
        #expect(try frames([list], profile: profile)[0].contains { $0.name == "glTexStorage2D" })
        profile.extensions = "GL_EXT_float_blend"
        _ = try RecordingDriver.record(profile) { driver in
            let session = try GLSession(GLOptions(), driver: driver, shaders: TestShaders.source)
            defer { session.close() }
            let error = #expect(throws: GLError.self) { try session.draw(list) }
            guard case .extensionMissing(let names, _)? = error else { return #expect(Bool(false), "\(error as Any)") }
            #expect(
                names == ["GL_EXT_color_buffer_half_float", "GL_EXT_color_buffer_float"]
                    && names.allSatisfy { "\(error as Any)".contains($0) })
            // A draw that needs none of them still succeeds.
            _ = try session.draw(plain)
        }
    }

    @Test("draws without pixels or instances are left out")
    func emptyDraws() throws {
        let list = DrawList(
            size: Self.size, background: .white, buffers: [.rect([Lists.fill(0, 0, 1, 1)])],
            commands: [
                Lists.draw(.rect, .over, scissor: PixelRect(x: 64, y: 0, width: 9, height: 9), in: Self.size),
                Lists.draw(.rect, .over, count: 0, in: Self.size),
            ])
        #expect(named(try frames([list])[0], "glDrawArraysInstanced").isEmpty)
    }

    @Test("after a hook all state is set again and the target comes back")
    func hookState() throws {
        let list = DrawList(
            size: Self.size, background: .white, buffers: [.rect([Lists.fill(0, 0, 1, 1)])],
            commands: [
                .target(.mask, clear: nil), Lists.draw(.rect, .add, in: Self.size),
                .hook(Hook(token: 1), clip: PixelRect(x: 60, y: 40, width: 9, height: 9)),
                Lists.draw(.rect, .add, in: Self.size),
            ])
        let calls = try frames(
            [list],
            hooks: [
                Hook(token: 1): { hook in
                    let finish = unsafeBitCast(hook.function("glFinish")!, to: PFNGLFINISHPROC.self)
                    #expect(hook.framebuffer == 1)
                    finish()
                }
            ])[0]
        let hook = try #require(calls.firstIndex { $0.name == "glFinish" })
        let before = calls[..<hook].suffix(8)
        #expect(before.contains(Call("glBindFramebuffer", Double(GL_FRAMEBUFFER), 1)))
        #expect(before.contains(Call("glScissor", 60, 40, 4, 8)))
        #expect(before.contains(Call("glUseProgram", 0)))
        #expect(before.contains(Call("glBindVertexArray", 0)))
        let draw = try #require(calls[hook...].firstIndex { $0.name == "glDrawArraysInstanced" })
        let after = calls[hook..<draw]
        for call in [
            Call("glViewport", 0, 0, 64, 48), Call("glColorMask", 1, 1, 1, 1), Call("glDisable", Double(GL_DEPTH_TEST)),
            Call("glDisable", Double(GL_CULL_FACE)), Call("glDisable", Double(GL_RASTERIZER_DISCARD)),
            Call("glEnable", Double(GL_SCISSOR_TEST)), Call("glEnable", Double(GL_BLEND)),
            Call("glBlendFunc", Double(GL_ONE), Double(GL_ONE)), Call("glBindFramebuffer", Double(GL_FRAMEBUFFER), 2),
            Call("glScissor", 0, 0, 64, 48), Call("glUseProgram", 1), Call("glBindVertexArray", 1),
            Call("glBindBufferRange", Double(GL_UNIFORM_BUFFER), 0, 2, 0, 96),
        ] { #expect(after.contains(call), "\(call)") }
    }

    @Test("close deletes exactly what was made", arguments: CanvasSurface.allCases)
    func lifetimes(surface: CanvasSurface) throws {
        let calls = try RecordingDriver.record { driver in
            let session = try GLSession(GLOptions(surface: surface), driver: driver, shaders: TestShaders.source)
            for seed in 0..<4 { _ = try session.draw(RendererTests.rich(Lists.size(30 + seed, 20), seed: seed)) }
            #expect(session.liveObjects > 10)
            session.close()
            #expect(session.liveObjects == 0)
        }.calls
        func names(_ call: String) -> [Double] {
            calls.filter { $0.name == call }.map { $0.arguments.last! }.sorted()
        }
        for kind in ["Buffers", "Textures", "Framebuffers", "VertexArrays"] {
            #expect(!names("glGen\(kind)").isEmpty)
            #expect(names("glGen\(kind)") == names("glDelete\(kind)"), "\(kind)")
        }
        #expect(names("glCreateShader") == names("glDeleteShader"))
        #expect(names("glCreateProgram") == names("glDeleteProgram"))
        let surfaces = calls.filter { $0.name == "eglCreatePbufferSurface" }.count
        #expect(surfaces == (surface == .pbuffer ? 5 : 0))
        #expect(calls.filter { $0.name == "eglDestroySurface" }.count == surfaces)
        #expect(calls.suffix(3).map(\.name) == ["eglDestroyContext", "eglReleaseThread", "eglTerminate"])
        #expect(calls.last { $0.name == "eglMakeCurrent" }?.arguments == [0, 0])
    }

    @Test("a GL error names the draw it came from; memory that is out is told apart")
    func errors() throws {
        let list = DrawList(
            size: Self.size, background: .white, buffers: [.rect([Lists.fill(0, 0, 1, 1)])],
            commands: [Lists.draw(.rect, .over, in: Self.size, label: "series[3] column")])
        #if DEBUG
            var profile = RecordingDriver.Profile()
            profile.failure = ("glDrawArraysInstanced", GL_INVALID_OPERATION)
            #expect(
                throws: GLError.call(
                    "glDrawArraysInstanced", code: UInt32(GL_INVALID_OPERATION), during: "series[3] column")
            ) { try frames([list], profile: profile) }
        #endif
        var crowded = RecordingDriver.Profile()
        crowded.failure = ("glTexStorage2D", GL_OUT_OF_MEMORY)
        _ = try RecordingDriver.record(crowded) { driver in
            let session = try GLSession(GLOptions(), driver: driver, shaders: TestShaders.source)
            let position = "making the canvas target, \(Self.size.width)×\(Self.size.height)"
            #expect(throws: GLError.outOfMemory(during: position)) { try session.draw(list) }
            // The failure is over: memory is available again.
            _ = try session.draw(list)
            session.close()
            #expect(session.liveObjects == 0)
        }
        var full = RecordingDriver.Profile()
        full.failure = ("glBufferData", GL_OUT_OF_MEMORY)
        #expect(throws: GLError.outOfMemory(during: "upload of 56 bytes of vertices")) {
            try frames([list], profile: full)
        }
    }
}
