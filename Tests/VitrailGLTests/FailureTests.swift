import CGL
import FoundationEssentials
import Testing
import VitrailDrawList
import VitrailGL
import VitrailScene
import VitrailShaders
import VitrailTestSupport

/// Errors of a real driver and errors caused by invalid lists.
@Suite("Failures", .enabled("\(RealDriver.reason)") { await RealDriver.isAvailable() })
struct FailureTests {
    private static let size = Lists.size(4, 4)
    private static let list = DrawList(
        size: size, background: .white, buffers: [.rect([Lists.fill(0, 0, 2, 2)])],
        commands: [Lists.draw(.rect, .over, color: SIMD4(0, 0, 0, 1), in: size, label: "the box")])

    private func renderer(
        _ shaders: @escaping @Sendable (ProgramVariant) -> ShaderSource? = TestShaders.source
    ) async throws -> GLRenderer {
        try await GLRenderer(.real(), shaders: shaders)
    }

    @Test("a shader that does not compile says where, in the driver's words")
    func compile() async throws {
        let renderer = try await renderer { program in
            let good = TestShaders.source(program)!
            return ShaderSource(
                name: good.name, vertex: good.vertex,
                fragment: good.fragment.replacing("o = color0;", with: "o = nonsense;"))
        }
        let error = await #expect(throws: GLError.self) { try await renderer.draw(Self.list) }
        guard case .compile(let name, let stage, let log)? = error else {
            return #expect(Bool(false), "\(error as Any)")
        }
        #expect(name == "rect")
        #expect(stage == .fragment)
        #expect(log.contains("nonsense"))
        #expect(error?.errorDescription?.contains("nonsense") == true)
        try await expectNothingLeft(renderer)
    }

    @Test("stages that do not fit say why, in the driver's words")
    func link() async throws {
        let renderer = try await renderer { program in
            let good = TestShaders.source(program)!
            return ShaderSource(
                name: good.name, vertex: good.vertex,
                fragment: good.fragment.replacing(
                    "void main() {", with: "in vec4 missing_input; void main() { o = missing_input;"
                )
                .replacing("o = color0", with: ""))
        }
        let error = await #expect(throws: GLError.self) { try await renderer.draw(Self.list) }
        guard case .link(let name, let log)? = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(name == "rect")
        #expect(log.contains("missing_input"))
        try await expectNothingLeft(renderer)
    }

    @Test("a frame that fails leaves the next one alone")
    func recovery() async throws {
        let renderer = try await renderer { $0 == .disc ? nil : TestShaders.source($0) }
        let first = try await renderer.draw(Self.list).image
        #expect(first[1, 1] == SIMD4(0, 0, 0, 255))
        var bad = DrawList(
            size: Self.size, background: .black,
            buffers: [.disc([DiscVertex(x: 1, y: 1, radius: 1, color: 0)]), .rect([Lists.fill(0, 0, 4, 4)])],
            commands: [
                .target(.mask, clear: nil), Lists.draw(.rect, .replace, buffer: 1, in: Self.size),
                Lists.draw(.disc, .add, in: Self.size),
            ])
        await #expect(throws: GLError.shaderMissing(name: "disc")) { try await renderer.draw(bad) }
        #expect(try await renderer.draw(Self.list).image == first)
        // A failure in the middle of the commands, with a state far from a frame's start.
        bad.commands[2] = .hook(Hook(token: 1), clip: PixelRect(x: 3, y: 3, width: 1, height: 1))
        let failing = bad
        await #expect(throws: GLError.self) {
            try await renderer.draw(
                failing,
                hooks: [
                    Hook(token: 1): { hook in
                        unsafeBitCast(hook.function("glDisable")!, to: PFNGLDISABLEPROC.self)(GLenum(GL_BLEND))
                        unsafeBitCast(hook.function("glViewport")!, to: PFNGLVIEWPORTPROC.self)(0, 0, 1, 1)
                        unsafeBitCast(hook.function("glEnable")!, to: PFNGLENABLEPROC.self)(12345)
                    }
                ])
        }
        #expect(try await renderer.draw(Self.list).image == first)
        try await expectNothingLeft(renderer)
    }

    @Test("a closed renderer says so, and closes twice")
    func closed() async throws {
        let renderer = try await renderer()
        _ = try await renderer.draw(Self.list)
        try await expectNothingLeft(renderer)
        await renderer.close()
        await #expect(throws: GLError.closed) { try await renderer.draw(Self.list) }
    }

    @Test(
        "a picture beyond the device's limit is drawn in tiles, a texture is refused", arguments: CanvasSurface.allCases
    )
    func limits(surface: CanvasSurface) async throws {
        let renderer = try await GLRenderer(.real(surface), shaders: TestShaders.source)
        let limit = renderer.info.limits.pictureWidth
        for size in [Lists.size(limit + 1, 1), Lists.size(1, limit + 1)] {
            #expect(
                try await renderer.draw(DrawList(size: size, background: .white)).image
                    == PixelImage(size: size, filledWith: .white))
        }
        let wide = renderer.info.limits.textureSize + 1
        let values = DrawList(
            size: Self.size, background: .white,
            textures: [.values([Float](repeating: 0, count: wide), Lists.size(wide, 1))])
        await #expect(
            throws: GLError.sizeBeyondLimit(what: "the width of textures[0]", size: wide, limit: wide - 1)
        ) { try await renderer.draw(values) }
        let huge = Lists.size(20_000, 20_000)
        await #expect(throws: GLError.pictureTooLarge(huge, limit: 1 << 28)) {
            try await renderer.draw(DrawList(size: huge, background: .white))
        }
        #expect(try await renderer.draw(Self.list).image[3, 3] == SIMD4(repeating: 255))
        try await expectNothingLeft(renderer)
    }

    @Test("a list that contradicts itself is refused before the driver sees it")
    func invalidLists() async throws {
        let renderer = try await renderer()
        func expectRefused(_ reason: String, _ change: (inout DrawList) -> Void) async {
            var list = Self.list
            change(&list)
            let bad = list
            let error = await #expect(throws: GLError.self) { try await renderer.draw(bad) }
            guard case .invalidDrawList(_, let text)? = error else { return #expect(Bool(false), "\(error as Any)") }
            #expect(text.contains(reason))
        }
        func draw(_ change: (inout Draw) -> Void) -> (inout DrawList) -> Void {
            guard case .draw(var draw) = Self.list.commands[0] else { return { _ in } }
            change(&draw)
            let command = DrawCommand.draw(draw)
            return { $0.commands = [command] }
        }
        await expectRefused("no pixels") { $0.size = Lists.size(0, 4) }
        await expectRefused("no buffer 1", draw { $0.buffer = 1 })
        await expectRefused("cannot read", draw { $0.program = .disc })
        await expectRefused("beyond 1 vertices", draw { $0.instanceCount = 2 })
        await expectRefused("beyond 1 vertices", draw { $0.instanceCount = Int.max })
        await expectRefused("beyond 1 vertices", draw { $0.firstVertex = -1 })
        await expectRefused("no pixel count", draw { $0.scissor.width = Int.max })
        await expectRefused("reads 0 textures", draw { $0.textures = [.texture(0)] })
        await expectRefused("do not fit 3") { $0.textures = [.values([1, 2, 3], Lists.size(2, 2))] }
        await expectRefused("do not fit") { $0.textures = [.values([], Lists.size(Int.max, 2))] }
        await expectRefused("beyond 2 vertices") {
            $0.buffers = [.line([LineVertex(x: 0, y: 0, run: 1), LineVertex(x: 1, y: 1, run: 2)])]
            $0.commands = [Lists.draw(.line, .max, count: 2, in: Self.size)]
        }
        await expectRefused("no texture 0") {
            $0.buffers = [.quad([Lists.quad(0, 0, 1, 1)])]
            $0.commands = [Lists.draw(.image, .over, textures: [.texture(0)], in: Self.size)]
        }
        await expectRefused("mask target cannot be read") {
            $0.buffers = [.quad([Lists.quad(0, 0, 1, 1)])]
            $0.commands = [Lists.draw(.resolveMask, .over, textures: [.target(.mask, 0)], in: Self.size)]
        }
        let hook = DrawList(
            size: Self.size, background: .white, commands: [.hook(Hook(token: 9), clip: Lists.all(Self.size))])
        await #expect(throws: GLError.hookMissing(token: 9)) { try await renderer.draw(hook) }
        await renderer.close()
    }

    @Test("reading the target that is drawn to is our own mistake and stops the process")
    func feedback() async {
        await #expect(processExitsWith: .failure) {
            let size = Lists.size(2, 2)
            let list = DrawList(
                size: size, background: .clear, buffers: [.quad([Lists.quad(0, 0, 2, 2)])],
                commands: [
                    .target(.mask, clear: Lists.all(size)),
                    Lists.draw(.resolveMask, .over, textures: [.target(.mask, 0)], in: size),
                ])
            _ = try await GLRenderer(.real(), shaders: TestShaders.source).draw(list)
        }
    }

    @Test("a library that is none and a device that is not there are told apart")
    func openingFailures() async throws {
        let error = await #expect(throws: GLError.self) {
            try await GLRenderer(GLOptions(eglLibrary: "/nowhere/libEGL.so"))
        }
        guard case .library(let path, let reason)? = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(path == "/nowhere/libEGL.so")
        #expect(reason.contains("No such file"))
        let node = await #expect(throws: GLError.self) {
            try await GLRenderer(GLOptions(device: .gbm("/dev/dri/renderD999")))
        }
        #expect("\(node!)".contains("GBM /dev/dri/renderD999: /dev/dri/renderD999: open: No such file or directory"))
        #expect("\(node!)".contains("libgl1-mesa-dri"))
        let index = await #expect(throws: GLError.self) { try await GLRenderer(GLOptions(device: .index(99))) }
        #expect("\(index!)".contains("counted from 0"))
    }

    private func expectNothingLeft(_ renderer: GLRenderer) async throws {
        await renderer.close()
        #expect(await renderer.liveObjects == 0)
    }
}
