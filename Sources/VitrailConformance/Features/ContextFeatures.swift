import CGL
import VitrailDrawList
import VitrailGL
import VitrailImage
import VitrailScene
import VitrailShaders
import VitrailTessellation

/// Surfaces, creation and deletion of contexts, uniform blocks, and program binaries.
enum ContextFeatures {
    static let all = [surfaces, lifecycle, uniformBlocks, binaries]

    private static let surfaces = CaseGroup("gl.surface") {
        SampleShapes.all.map { shape in
            ConformanceCase("pbuffer_is_framebuffer.\(shape.name)") { context in
                var numbers = context.numbers
                let one = scene([shape.make(&numbers)])
                let framebuffer = try context.draw(one)
                let pbuffer = try other(.pbuffer, context) { try $0.draw(tessellate(one)).image }
                return InvariantGroup.same(pbuffer, framebuffer)
            }
        } + [
            ConformanceCase("pbuffer.resized") { context in try other(.pbuffer, context, resized) },
            ConformanceCase.gl("default_framebuffer.surfaceless") { gl, _ in
                gl.gl.bindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
                let status = gl.gl.checkFramebufferStatus(GLenum(GL_FRAMEBUFFER))
                if status == GLenum(GL_FRAMEBUFFER_COMPLETE) {
                    return .notSupported("this display has no surfaceless contexts: a pbuffer is current")
                }
                return status == GLenum(GL_FRAMEBUFFER_UNDEFINED)
                    ? .pass() : .fail("a framebuffer that is not there is 0x" + String(status, radix: 16))
            },
        ]
    }

    /// Draws into pbuffers of several sizes, one after another; each picture must be entirely black.
    private static func resized(_ session: GLSession) throws -> CaseOutcome {
        let black = Shape.rects(
            RectBatch(items: [.init(rect: PlotRect(minX: 0, minY: 0, maxX: 900, maxY: 900), fill: .black)]))
        for (width, height) in [(20, 30), (300, 200), (1, 1), (64, 500), (300, 200)] {
            let one = scene([black], width: width, height: height)
            let image = try session.draw(tessellate(one)).image
            let outcome = InvariantGroup.agree(image, PixelImage(size: one.size, filledWith: .black), within: 0)
            guard case .pass = outcome else { return outcome }
        }
        return .pass()
    }

    /// Opens a separate renderer; it is the only one on this thread.
    private static func other<T>(
        _ surface: CanvasSurface, _ context: CaseContext, _ body: (GLSession) throws -> T
    ) throws -> T {
        context.closeSession()
        let driver = try Driver.load(context.setting.eglLibrary)
        let session = try GLSession(
            context.setting.glOptions(surface), driver: driver, shaders: { ShaderLibrary.source(of: $0) })
        defer { session.close() }
        context.watch(session)
        return try body(session)
    }

    // MARK: Lifecycle

    private static let lifecycle = CaseGroup("gl.lifecycle") {
        [10, 50].flatMap { count in
            [CanvasSurface.framebuffer, .pbuffer].map { surface in
                ConformanceCase("contexts\(count).\(surface.rawValue)") { context in
                    var numbers = context.numbers
                    let list = tessellate(scene(SampleShapes.all.map { $0.make(&numbers) }))
                    var first: PixelImage?
                    for k in 0..<count {
                        let (image, left) = try other(surface, context) { session in
                            let image = try session.draw(list).image
                            session.close()
                            return (image, session.liveObjects)
                        }
                        if left != 0 { return .fail("\(left) GL objects outlive their context") }
                        if image.isOfOneColor { return InvariantGroup.blank }
                        if let first, first != image {
                            return .fail(
                                "context \(k) draws another picture than the first", expected: first, found: image)
                        }
                        first = image
                    }
                    return .pass()
                }
            }
        } + [
            ConformanceCase("after_failure") { context in
                var numbers = context.numbers
                let one = scene([SampleShapes.all[0].make(&numbers)])
                let before = try context.draw(one)
                let limit = try context.openSession().info.limits.pictureWidth
                // The driver may reject these sizes or accept them; only the following picture counts.
                for _ in 0..<3 {
                    _ = try? context.draw(Scene(size: PixelSize(width: limit + 1, height: 2)), isKept: true)
                }
                return InvariantGroup.same(try context.draw(one, isKept: true), before)
            },
            ConformanceCase.gl("error_is_told_once") { gl, _ in
                gl.gl.enable(0xFFFF)
                let (first, second) = (gl.gl.getError(), gl.gl.getError())
                return first == GLenum(GL_INVALID_ENUM) && second == GLenum(GL_NO_ERROR)
                    ? .pass() : .fail("0x" + String(first, radix: 16) + ", then 0x" + String(second, radix: 16))
            },
            ConformanceCase.gl("compile_error_has_log") { gl, _ in
                do { _ = try gl.use("void main() { gl_Position = nothing; }", FeatureGL.plain) } catch GLError.compile(
                    _, .vertex, let log)
                {
                    return log.isEmpty ? .fail("the log is empty") : .pass(note: log)
                }
                return .fail("a shader with an undeclared name compiles")
            },
        ]
    }

    // MARK: Uniform blocks

    private static let uniformBlocks = CaseGroup("gl.uniform_block") {
        [
            ConformanceCase("layout") { context in
                let session = try context.openSession()
                let differences = try ProgramVariant.allCases.flatMap { program in
                    try UniformBlock.differences(of: session.interface(of: program).blocks)
                        .map { "program \(program.rawValue): \($0)" }
                }
                return differences.isEmpty ? .pass() : .fail(differences.joined(separator: "\n"))
            }
        ]
    }

    // MARK: Program binaries

    private static let binaries = CaseGroup("gl.program_binary") {
        [
            ConformanceCase.gl("round_trip") { gl, _ in
                guard gl.integer(GL_NUM_PROGRAM_BINARY_FORMATS) > 0 else {
                    return .notSupported("the device has no format of program binaries")
                }
                let program = try gl.use(
                    "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }",
                    FeatureGL.plain)
                let picture = try painted(program, gl)
                let told = InvariantGroup.agree(
                    picture, PixelImage(size: picture.size, filledWith: Color(red: 64, green: 128, blue: 191)),
                    within: 1)
                guard case .pass = told else { return told }
                var length: GLint = 0
                gl.gl.getProgramiv(program, GLenum(GL_PROGRAM_BINARY_LENGTH), &length)
                guard length > 0 else { return .notSupported("the device gives this program no binary") }
                var bytes = [UInt8](repeating: 0, count: Int(length))
                var format: GLenum = 0
                gl.more.getProgramBinary(program, length, &length, &format, &bytes)
                try gl.check("glGetProgramBinary")
                let copy = gl.gl.createProgram()
                gl.more.programBinary(copy, format, bytes, length)
                try gl.check("glProgramBinary")
                var isLinked: GLint = 0
                gl.gl.getProgramiv(copy, GLenum(GL_LINK_STATUS), &isLinked)
                guard isLinked == GL_TRUE else { return .fail("its own binary is refused") }
                gl.gl.useProgram(copy)
                return InvariantGroup.agree(try painted(copy, gl), picture, within: 0)
            },
            ConformanceCase.gl("garbage") { gl, numbers in
                guard gl.integer(GL_NUM_PROGRAM_BINARY_FORMATS) > 0 else {
                    return .notSupported("the device has no format of program binaries")
                }
                var format: GLint = 0
                gl.gl.getIntegerv(GLenum(GL_PROGRAM_BINARY_FORMATS), &format)
                let program = gl.gl.createProgram()
                let bytes = (0..<1000).map { _ in numbers.byte() }
                gl.more.programBinary(program, GLenum(format), bytes, 1000)
                _ = gl.gl.getError()
                var isLinked: GLint = 0
                gl.gl.getProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
                return isLinked == GL_FALSE ? .pass() : .fail("noise is linked as a program")
            },
        ]
    }

    private static func painted(_ program: GLuint, _ gl: FeatureGL) throws -> PixelImage {
        try gl.target(8, 8)
        gl.paint(program, SIMD4(0.25, 0.5, 0.75, 1))
        try gl.draw(GL_TRIANGLES, 3)
        return try gl.read(8, 8)
    }
}
