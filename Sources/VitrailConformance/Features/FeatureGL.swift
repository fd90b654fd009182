import CGL
import VitrailGL
import VitrailScene

/// A new context for one case, with helpers for programs, buffers, targets, draws and readback.
///
/// Objects are not deleted individually; they are deleted with the context. Errors are checked after each step that may
/// cause one.
final class FeatureGL {
    let gl: GLTable
    let more: FeatureTable
    let info: DeviceInfo
    private let fault: Fault?
    private let record: ((ShaderRecord) -> Void)?
    /// The last picture that was read.
    private(set) var lastPicture: PixelImage?

    /// - Parameter record: called for each program. `nil`: programs are not recorded.
    init(_ context: GLContext, driver: Driver, fault: Fault?, record: ((ShaderRecord) -> Void)? = nil) throws(GLError) {
        gl = context.core.gl
        more = try FeatureTable(driver)
        info = context.info
        self.fault = fault
        self.record = record
        gl.pixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
        gl.pixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        var array: GLuint = 0
        gl.genVertexArrays(1, &array)
        gl.bindVertexArray(array)
    }

    /// - Throws: `GLError.call` with the step.
    func check(_ what: String) throws(GLError) {
        let code = gl.getError()
        guard code != GLenum(GL_NO_ERROR) else { return }
        throw code == GLenum(GL_OUT_OF_MEMORY) ? .outOfMemory(during: what) : .call(what, code: code, during: "a case")
    }

    func integer(_ name: Int32) -> Int {
        var value: GLint = 0
        gl.getIntegerv(GLenum(name), &value)
        return Int(value)
    }

    lazy var extensions: Set<Substring> = {
        guard let text = gl.getString(GLenum(GL_EXTENSIONS)).map({ String(cString: $0) }) else { return [] }
        return Set(text.split(separator: " "))
    }()

    // MARK: Programs

    /// The GLSL function `place` maps a point in pixels of a target of that size to a clip position.
    private static let prologue = """
        #version 300 es
        precision highp float;
        precision highp int;
        precision highp sampler2D;
        vec4 place(vec2 pixel, vec2 size) { return vec4(pixel / size * 2.0 - 1.0, 0.0, 1.0); }

        """

    /// Fragment shader with one colour: `uniform vec4 paint`.
    static let plain = "uniform vec4 paint; out vec4 color; void main() { color = paint; }"

    /// Compiles and links a program; attribute i gets location i.
    ///
    /// - Throws: `GLError.compile`, `GLError.link` with the driver's log.
    func use(_ vertex: String, _ fragment: String, attributes: [String] = []) throws(GLError) -> GLuint {
        let program = gl.createProgram()
        let name = ProgramRecorder.name([vertex, fragment])
        for (kind, stage, source) in [
            (GL_VERTEX_SHADER, ShaderStage.vertex, vertex), (GL_FRAGMENT_SHADER, .fragment, fragment),
        ] {
            let shader = gl.createShader(GLenum(kind))
            (Self.prologue + source).withCString { text in
                var text: UnsafePointer<GLchar>? = text
                gl.shaderSource(shader, 1, &text, nil)
            }
            gl.compileShader(shader)
            var isDone: GLint = 0
            gl.getShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isDone)
            let log = log(shader, gl.getShaderInfoLog)
            record?(
                .stage(program: name, stage, source: Self.prologue + source, isCompiled: isDone == GL_TRUE, log: log))
            guard isDone == GL_TRUE else { throw .compile(name: name, stage: stage, log: log) }
            gl.attachShader(program, shader)
        }
        for (location, name) in attributes.enumerated() { gl.bindAttribLocation(program, GLuint(location), name) }
        gl.linkProgram(program)
        var isDone: GLint = 0
        gl.getProgramiv(program, GLenum(GL_LINK_STATUS), &isDone)
        let log = log(program, gl.getProgramInfoLog)
        record?(.link(program: name, isLinked: isDone == GL_TRUE, log: log))
        guard isDone == GL_TRUE else { throw .link(name: name, log: log) }
        gl.useProgram(program)
        try check("glUseProgram")
        return program
    }

    private func log(_ name: GLuint, _ text: PFNGLGETSHADERINFOLOGPROC) -> String {
        var bytes = [GLchar](repeating: 0, count: 4096)
        var count: GLsizei = 0
        text(name, GLsizei(bytes.count), &count, &bytes)
        return String(decoding: bytes.prefix(Int(max(0, count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Sets the colour of a program with `uniform vec4 paint`.
    func paint(_ program: GLuint, _ color: SIMD4<Float>) {
        more.uniform4f(gl.getUniformLocation(program, "paint"), color.x, color.y, color.z, color.w)
    }

    // MARK: Buffers and textures

    func buffer<T>(_ values: [T], _ target: Int32 = GL_ARRAY_BUFFER) {
        var name: GLuint = 0
        gl.genBuffers(1, &name)
        gl.bindBuffer(GLenum(target), name)
        values.withUnsafeBytes { gl.bufferData(GLenum(target), $0.count, $0.baseAddress, GLenum(GL_STATIC_DRAW)) }
    }

    /// Sets a float attribute from the bound buffer.
    func floats(_ location: GLuint, _ count: Int, divisor: Int = 0, stride: Int = 0, offset: Int = 0) {
        gl.enableVertexAttribArray(location)
        gl.vertexAttribPointer(
            location, GLint(count), GLenum(GL_FLOAT), GLboolean(GL_FALSE), GLsizei(stride),
            UnsafeRawPointer(bitPattern: offset))
        gl.vertexAttribDivisor(location, GLuint(fault == .ignoredState ? min(divisor, 1) : divisor))
    }

    /// Creates an RGBA8 texture for texel fetches; it stays bound to the unit.
    @discardableResult
    func texture(_ image: PixelImage, unit: Int = 0) -> GLuint {
        var name: GLuint = 0
        gl.genTextures(1, &name)
        gl.activeTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
        gl.bindTexture(GLenum(GL_TEXTURE_2D), name)
        gl.texParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
        gl.texParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
        image.pixels.withUnsafeBytes {
            gl.texImage2D(
                GLenum(GL_TEXTURE_2D), 0, GL_RGBA8, GLsizei(image.width), GLsizei(image.height), 0, GLenum(GL_RGBA),
                GLenum(GL_UNSIGNED_BYTE),
                $0.baseAddress)
        }
        return name
    }

    // MARK: Targets

    /// Creates a framebuffer with one texture, cleared to 0, and sets the viewport to its size.
    func target(_ width: Int, _ height: Int, format: Int32 = GL_RGBA8) throws(GLError) {
        var name: GLuint = 0
        gl.genTextures(1, &name)
        gl.bindTexture(GLenum(GL_TEXTURE_2D), name)
        gl.texStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(format), GLsizei(width), GLsizei(height))
        try check("glTexStorage2D")
        try attach(texture: name)
        gl.bindTexture(GLenum(GL_TEXTURE_2D), 0)
        clear(width, height)
    }

    func attach(texture: GLuint) throws(GLError) {
        newFramebuffer()
        gl.framebufferTexture2D(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
        try complete()
    }

    /// Creates a framebuffer with a renderbuffer, like `target`.
    ///
    /// - Returns: the framebuffer's name.
    @discardableResult
    func renderbuffer(_ width: Int, _ height: Int, format: Int32 = GL_RGBA8, samples: Int = 0) throws(GLError) -> GLuint
    {
        var name: GLuint = 0
        more.genRenderbuffers(1, &name)
        more.bindRenderbuffer(GLenum(GL_RENDERBUFFER), name)
        let kept = fault == .ignoredState ? 0 : samples
        more.renderbufferStorageMultisample(
            GLenum(GL_RENDERBUFFER), GLsizei(kept), GLenum(format), GLsizei(width), GLsizei(height))
        try check("glRenderbufferStorageMultisample")
        let framebuffer = newFramebuffer()
        more.framebufferRenderbuffer(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), name)
        try complete()
        clear(width, height)
        return framebuffer
    }

    /// Number of samples of the bound renderbuffer.
    var renderbufferSamples: Int {
        var count: GLint = 0
        more.getRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_SAMPLES), &count)
        return Int(count)
    }

    @discardableResult
    private func newFramebuffer() -> GLuint {
        var framebuffer: GLuint = 0
        gl.genFramebuffers(1, &framebuffer)
        gl.bindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        return framebuffer
    }

    private func complete() throws(GLError) {
        let status = gl.checkFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw .framebufferIncomplete(target: "case's", status: "0x" + String(status, radix: 16))
        }
    }

    private func clear(_ width: Int, _ height: Int) {
        gl.viewport(0, 0, GLsizei(width), GLsizei(height))
        clear(SIMD4(0, 0, 0, 0))
    }

    func clear(_ color: SIMD4<Float>) {
        gl.clearColor(color.x, color.y, color.z, color.w)
        gl.clear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }

    /// Like `clear`, but with glClearBufferfv.
    func clearBuffer(_ color: SIMD4<Float>) {
        guard fault != .ignoredState else { return }
        gl.clearBufferfv(GLenum(GL_COLOR), 0, [color.x, color.y, color.z, color.w])
    }

    /// Sets the scissor. `nil`: disables it.
    func scissor(_ box: PixelRect?) {
        switch box {
        case let box?:
            gl.enable(GLenum(GL_SCISSOR_TEST))
            gl.scissor(GLint(box.x), GLint(box.y), GLsizei(box.width), GLsizei(box.height))
        case nil where fault == .ignoredState: break
        case nil: gl.disable(GLenum(GL_SCISSOR_TEST))
        }
    }

    // MARK: Draws, with a worker's faults

    func draw(_ mode: Int32, _ count: Int, first: Int = 0) throws(GLError) {
        more.drawArrays(GLenum(mode), GLint(first), GLsizei(kept(count)))
        try check("glDrawArrays")
    }

    func draw(_ mode: Int32, _ count: Int, instances: Int) throws(GLError) {
        gl.drawArraysInstanced(GLenum(mode), 0, GLsizei(kept(count)), GLsizei(instances))
        try check("glDrawArraysInstanced")
    }

    func drawElements(_ mode: Int32, _ count: Int, _ type: Int32, offset: Int = 0, instances: Int = 1) throws(GLError) {
        more.drawElementsInstanced(
            GLenum(mode), GLsizei(kept(count)), GLenum(type), UnsafeRawPointer(bitPattern: offset), GLsizei(instances))
        try check("glDrawElementsInstanced")
    }

    private func kept(_ count: Int) -> Int {
        switch fault {
        case .droppedVertex: max(0, count - 1)
        case .noDraws: 0
        default: count
        }
    }

    func blend(equation: Int32) {
        gl.blendEquation(GLenum(fault == .ignoredState && equation == GL_MIN ? GL_FUNC_ADD : equation))
    }

    func blend(_ source: Int32, _ destination: Int32) {
        gl.enable(GLenum(GL_BLEND))
        gl.blendFunc(GLenum(source), GLenum(faulty(destination)))
    }

    func blend(_ source: Int32, _ destination: Int32, alpha: (source: Int32, destination: Int32)) {
        gl.enable(GLenum(GL_BLEND))
        more.blendFuncSeparate(
            GLenum(source), GLenum(faulty(destination)), GLenum(alpha.source), GLenum(faulty(alpha.destination)))
    }

    private func faulty(_ factor: Int32) -> Int32 {
        fault == .blendFactor && factor == GL_ONE_MINUS_SRC_ALPHA ? GL_ONE : factor
    }

    /// Reads RGBA8; row 0 is the first in memory and GL's bottom row.
    func read(_ width: Int, _ height: Int, x: Int = 0, y: Int = 0) throws(GLError) -> PixelImage {
        var image = PixelImage(size: PixelSize(width: width, height: height))
        image.pixels.withUnsafeMutableBytes {
            gl.readPixels(
                GLint(x), GLint(y), GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
                $0.baseAddress)
        }
        try check("glReadPixels")
        let read = fault?.changed(image) ?? image
        lastPicture = read
        return read
    }

    func readFloats(_ width: Int, _ height: Int) throws(GLError) -> [Float] {
        var values = [Float](repeating: 0, count: width * height * 4)
        values.withUnsafeMutableBytes {
            gl.readPixels(0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_FLOAT), $0.baseAddress)
        }
        try check("glReadPixels of floats")
        guard fault == .swappedChannel else { return values }
        for pixel in stride(from: 0, to: values.count, by: 4) { values.swapAt(pixel, pixel + 2) }
        return values
    }
}

extension CaseContext {
    /// Runs `body` with a new context. Closes the renderer's context first, because a thread has one current context.
    func withGL(
        _ surface: CanvasSurface = .framebuffer, _ body: (FeatureGL) throws -> CaseOutcome
    ) throws -> CaseOutcome {
        // The renderer provides the device report.
        if !hasReport { _ = try openSession() }
        keepReport()
        closeSession()
        let driver = try Driver.load(setting.eglLibrary)
        let context = try GLContext.open(setting.glOptions(surface), slot: 0, driver: driver)
        defer { context.close() }
        let gl = try FeatureGL(
            context, driver: driver, fault: setting.fault, record: recorder.map { recorder in { recorder.record($0) } })
        defer { lastPicture = gl.lastPicture }
        return try body(gl)
    }
}

extension ConformanceCase {
    /// A case with a separate context.
    static func gl(
        _ name: String, timeoutScale: Double = 1,
        _ body: @escaping @Sendable (FeatureGL, inout CaseNumbers) throws -> CaseOutcome
    ) -> ConformanceCase {
        ConformanceCase(name, timeoutScale: timeoutScale) { context in
            var numbers = context.numbers
            return try context.withGL { gl in try body(gl, &numbers) }
        }
    }
}
