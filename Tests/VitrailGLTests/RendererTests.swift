import CGL
import FoundationEssentials
import Testing
import VitrailDrawList
import VitrailGL
import VitrailScene
import VitrailShaders
import VitrailTestSupport

/// Renderers over many frames, threads and devices.
@Suite("Renderer", .enabled("\(RealDriver.reason)") { await RealDriver.isAvailable() })
struct RendererTests {
    /// A list that uses every target, an atlas, an image and resident points; its picture depends on `seed`.
    static func rich(_ size: PixelSize, seed: Int) -> DrawList {
        let shade = Float(seed % 7 + 1) / 8
        let points = [PlotPoint(x: 1, y: 1), PlotPoint(x: 5, y: 4), .gap, PlotPoint(x: 6, y: 5), PlotPoint(x: 9, y: 9)]
        let atlas = GlyphAtlas(
            id: 1, generation: seed % 3, coverage: (0..<16).map { UInt8($0 * 9 + seed % 3) },
            coverageSize: Lists.size(4, 4),
            color: [], colorSize: Lists.size(0, 0))
        let image = PixelImage(size: Lists.size(2, 2), filledWith: Color(red: 40, green: UInt8(seed % 200), blue: 90))
        let whole = Lists.quad(0, 0, Float(size.width), Float(size.height))
        let pattern = [TextureBinding.target(.mask, 0)]
        return DrawList(
            size: size, background: Color(red: 250, green: 240, blue: 230),
            buffers: [
                .resident(
                    ResidentPoints(
                        id: ResidentID(rawValue: 3), generation: seed % 2, offsets: points, originX: 0, originY: 0)),
                .quad([whole, Lists.quad(2, 3, 4, 4), Lists.quad(8, 1, 3, 5)]),
                .rect([Lists.fill(3, 3, 5, 2), Lists.fill(1, 7, 6, 3)]),
            ],
            textures: [.glyphCoverage(atlas), .image(image), .glyphColor(atlas)],
            commands: [
                .target(.cells, clear: Lists.all(size)),
                Lists.draw(.line, .max, count: 4, color: SIMD4(shade, 0.5, 0.25, 0.5), in: size),
                .target(.canvas, clear: nil),
                Lists.draw(.resolveCells, .over, buffer: 1, textures: (0..<4).map { .target(.cells, $0) }, in: size),
                .target(.mask, clear: PixelRect(x: 0, y: 0, width: 9, height: 9)),
                Lists.draw(.rect, .add, buffer: 2, count: 2, color: SIMD4(repeating: shade), in: size),
                .target(.group, clear: Lists.all(size)),
                Lists.draw(.rect, .add, buffer: 2, from: 1, color: SIMD4(0.1, 0.1, shade, 0.9), in: size),
                .target(.canvas, clear: nil),
                Lists.draw(
                    .resolveMask, .over, buffer: 1, color: SIMD4(0, 0, 0.6, 0.6), textures: pattern,
                    scissor: PixelRect(x: 0, y: 0, width: 9, height: 9), in: size),
                Lists.draw(.resolveGroup, .over, buffer: 1, textures: [.target(.group, 0)], in: size),
                Lists.draw(.glyph, .add, buffer: 1, from: 1, textures: [.texture(0)], in: size),
                Lists.draw(.image, .over, buffer: 1, from: 2, textures: [.texture(1)], in: size),
            ])
    }

    @Test("a pbuffer and a framebuffer give the same picture, whatever size came before")
    func surfaces() async throws {
        let framebuffer = try await GLRenderer(.real(.framebuffer), shaders: TestShaders.source)
        let pbuffer = try await GLRenderer(.real(.pbuffer), shaders: TestShaders.source)
        var pictures: Set<[UInt8]> = []
        for (seed, size) in [(1, Lists.size(13, 11)), (2, Lists.size(200, 31)), (3, Lists.size(13, 11))] {
            let list = Self.rich(size, seed: seed)
            let image = try await framebuffer.draw(list).image
            #expect(try await pbuffer.draw(list).image == image)
            pictures.insert(image.pixels)
        }
        #expect(pictures.count == 3)
        await framebuffer.close()
        await pbuffer.close()
    }

    @Test("2000 frames later there are as many objects as after a few")
    func manyFrames() async throws {
        let renderer = try await GLRenderer(.real(), shaders: TestShaders.source)
        let size = Lists.size(12, 12)
        for seed in 0..<6 { _ = try await renderer.draw(Self.rich(size, seed: seed)) }
        let first = try await renderer.draw(Self.rich(size, seed: 5)).image
        let objects = await renderer.liveObjects
        #expect(objects > 10)
        for seed in 0..<2000 { _ = try await renderer.draw(Self.rich(size, seed: seed)) }
        #expect(try await renderer.draw(Self.rich(size, seed: 5)).image == first)
        #expect(await renderer.liveObjects == objects)
        await renderer.close()
        #expect(await renderer.liveObjects == 0)
    }

    @Test("two renderers draw at the same time, each on its own thread, and one closing leaves the other alone")
    func concurrent() async throws {
        let size = Lists.size(40, 30)
        let expected = try await pictures(size, seeds: 0..<12)
        let lasting = try await GLRenderer(.real(), shaders: TestShaders.source)
        await withThrowingTaskGroup(of: [PixelImage].self) { group in
            for _ in 0..<4 { group.addTask { try await pictures(size, seeds: 0..<12) } }
            do {
                for try await images in group { #expect(images == expected) }
            } catch {
                #expect(Bool(false), "\(error)")
            }
        }
        #expect(try await lasting.draw(Self.rich(size, seed: 4)).image == expected[4])
    }

    private func pictures(_ size: PixelSize, seeds: Range<Int>) async throws -> [PixelImage] {
        let renderer = try await GLRenderer(.real(), shaders: TestShaders.source)
        var images: [PixelImage] = []
        for seed in seeds { images.append(try await renderer.draw(Self.rich(size, seed: seed)).image) }
        await renderer.close()
        return images
    }

    @Test("a renderer that is dropped without close ends its context and its thread")
    func dropped() async {
        // Run in a separate process without other GL threads.
        await #expect(processExitsWith: .success) {
            for seed in 0..<20 {
                let renderer = try await GLRenderer(.real(), shaders: TestShaders.source)
                _ = try await renderer.draw(Self.rich(Lists.size(12, 12), seed: seed))
            }
            var threads = Self.glThreads()
            for _ in 0..<500 where !threads.isEmpty {
                try await Task.sleep(for: .milliseconds(10))
                threads = Self.glThreads()
            }
            #expect(threads == [])
        }
    }

    /// Names of the process's threads that belong to the renderer or the software rasteriser.
    private static func glThreads() -> [String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
            .filter { $0.hasPrefix("vitrail-gl") || $0.hasPrefix("llvmpipe") }
    }

    @Test("a hook paints in order, and what it leaves behind changes nothing", arguments: CanvasSurface.allCases)
    func hook(surface: CanvasSurface) async throws {
        let renderer = try await GLRenderer(.real(surface), shaders: TestShaders.source)
        let size = Lists.size(12, 12)
        var list = Self.rich(size, seed: 2)
        let plain = try await renderer.draw(list).image
        let clip = PixelRect(x: 10, y: 9, width: 50, height: 2)
        // First, in the middle of the mask, and last.
        for position in [0, 6, list.commands.count + 2] {
            list.commands.insert(.hook(Hook(token: 7), clip: clip), at: position)
        }
        list.textures.append(.palette([.white]))
        let hooked = try await renderer.draw(list, hooks: [Hook(token: 7): Self.vandal]).image
        var expected = plain
        for y in 9..<11 { for x in 10..<12 { expected[x, y] = SIMD4(255, 0, 255, 255) } }
        #expect(hooked == expected)
        #expect(try await renderer.draw(Self.rich(size, seed: 2)).image == plain)
        await renderer.close()
    }

    /// Fills its clip with magenta and leaves GL in a state that would corrupt every later draw.
    private static let vandal: HookAction = { hook in
        func function<F>(_ name: String, as type: F.Type) -> F { unsafeBitCast(hook.function(name)!, to: type) }
        #expect(hook.clip == PixelRect(x: 10, y: 9, width: 2, height: 2))
        function("glClearColor", as: PFNGLCLEARCOLORPROC.self)(1, 0, 1, 1)
        function("glClear", as: PFNGLCLEARPROC.self)(GLbitfield(GL_COLOR_BUFFER_BIT))
        let enable = function("glEnable", as: PFNGLENABLEPROC.self)
        for capability in [GL_DEPTH_TEST, GL_CULL_FACE, GL_RASTERIZER_DISCARD, GL_STENCIL_TEST, GL_DITHER] {
            enable(GLenum(capability))
        }
        let disable = function("glDisable", as: PFNGLDISABLEPROC.self)
        disable(GLenum(GL_BLEND))
        disable(GLenum(GL_SCISSOR_TEST))
        function("glColorMask", as: PFNGLCOLORMASKPROC.self)(0, 1, 0, 1)
        function("glViewport", as: PFNGLVIEWPORTPROC.self)(3, 3, 1, 1)
        function("glScissor", as: PFNGLSCISSORPROC.self)(0, 0, 1, 1)
        function("glBlendFunc", as: PFNGLBLENDFUNCPROC.self)(GLenum(GL_ZERO), GLenum(GL_ZERO))
        function("glBlendEquation", as: PFNGLBLENDEQUATIONPROC.self)(GLenum(GL_MIN))
        function("glUseProgram", as: PFNGLUSEPROGRAMPROC.self)(0)
        function("glPixelStorei", as: PFNGLPIXELSTOREIPROC.self)(GLenum(GL_PACK_ROW_LENGTH), 77)
        function("glPixelStorei", as: PFNGLPIXELSTOREIPROC.self)(GLenum(GL_UNPACK_SKIP_PIXELS), 5)
        function("glBindFramebuffer", as: PFNGLBINDFRAMEBUFFERPROC.self)(GLenum(GL_FRAMEBUFFER), 0)
        function("glBindBufferBase", as: PFNGLBINDBUFFERBASEPROC.self)(GLenum(GL_UNIFORM_BUFFER), 0, 0)
        function("glBindVertexArray", as: PFNGLBINDVERTEXARRAYPROC.self)(0)
        for unit in 0..<4 {
            function("glActiveTexture", as: PFNGLACTIVETEXTUREPROC.self)(GLenum(GL_TEXTURE0) + GLenum(unit))
            function("glBindTexture", as: PFNGLBINDTEXTUREPROC.self)(GLenum(GL_TEXTURE_2D), 0)
        }
    }

    @Test("a host's GL error in a hook is reported with the hook's token")
    func hookError() async throws {
        let renderer = try await GLRenderer(.real(), shaders: TestShaders.source)
        let size = Lists.size(4, 4)
        let list = DrawList(size: size, background: .white, commands: [.hook(Hook(token: 5), clip: Lists.all(size))])
        await #expect(
            throws: GLError.call("a GL call of the host", code: UInt32(GL_INVALID_ENUM), during: "hook 5")
        ) {
            try await renderer.draw(
                list,
                hooks: [
                    Hook(token: 5): { unsafeBitCast($0.function("glEnable")!, to: PFNGLENABLEPROC.self)(12345) }
                ])
        }
        await renderer.close()
    }

    @Test("the survey finds what a renderer opens")
    func survey() async throws {
        let list = try await DeviceList.survey(eglLibrary: RealDriver.library)
        #expect(list.entries.map(\.index) == Array(list.entries.indices))
        for entry in list.entries {
            guard let info = entry.info else {
                #expect(entry.failure?.isEmpty == false)
                continue
            }
            let renderer = try await GLRenderer(.real(device: .index(entry.index)), shaders: TestShaders.source)
            #expect(renderer.info == info)
            #expect(info.limits.textureSize >= 2048)
            #expect(info.limits.drawBuffers >= 4)
            await renderer.close()
        }
    }
}
