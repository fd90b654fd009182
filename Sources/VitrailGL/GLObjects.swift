import CGL

// Owners of GL objects: each object is created and deleted once, on the context's thread.

/// A buffer of vertices, uniforms or pixels.
struct BufferObject: ~Copyable {
    let name: GLuint
    private let core: GLCore

    init(_ core: GLCore) {
        var name: GLuint = 0
        core.gl.genBuffers(1, &name)
        core.liveObjects += 1
        self.name = name
        self.core = core
    }

    deinit {
        var name = name
        core.gl.deleteBuffers(1, &name)
        core.liveObjects -= 1
    }
}

struct TextureObject: ~Copyable {
    let name: GLuint
    private let core: GLCore

    init(_ core: GLCore) {
        var name: GLuint = 0
        core.gl.genTextures(1, &name)
        core.liveObjects += 1
        self.name = name
        self.core = core
    }

    deinit {
        var name = name
        core.gl.deleteTextures(1, &name)
        core.liveObjects -= 1
    }
}

struct FramebufferObject: ~Copyable {
    let name: GLuint
    private let core: GLCore

    init(_ core: GLCore) {
        var name: GLuint = 0
        core.gl.genFramebuffers(1, &name)
        core.liveObjects += 1
        self.name = name
        self.core = core
    }

    deinit {
        var name = name
        core.gl.deleteFramebuffers(1, &name)
        core.liveObjects -= 1
    }
}

struct VertexArrayObject: ~Copyable {
    let name: GLuint
    private let core: GLCore

    init(_ core: GLCore) {
        var name: GLuint = 0
        core.gl.genVertexArrays(1, &name)
        core.liveObjects += 1
        self.name = name
        self.core = core
    }

    deinit {
        var name = name
        core.gl.deleteVertexArrays(1, &name)
        core.liveObjects -= 1
    }
}

/// A compiled shader stage.
struct ShaderObject: ~Copyable {
    let name: GLuint
    private let core: GLCore

    /// - Throws: `GLError.compile` with the driver's log.
    init(_ core: GLCore, program: String, stage: ShaderStage, source: String) throws(GLError) {
        let gl = core.gl
        name = gl.createShader(GLenum(stage == .vertex ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER))
        core.liveObjects += 1
        self.core = core
        let name = name
        source.withCString { text in
            var text: UnsafePointer<GLchar>? = text
            gl.shaderSource(name, 1, &text, nil)
        }
        gl.compileShader(name)
        var isCompiled: GLint = 0
        gl.getShaderiv(name, GLenum(GL_COMPILE_STATUS), &isCompiled)
        if let record = core.recordShader {
            let log = readLog(name, length: gl.getShaderiv, text: gl.getShaderInfoLog)
            record(.stage(program: program, stage, source: source, isCompiled: isCompiled == GL_TRUE, log: log))
        }
        guard isCompiled == GL_TRUE else {
            throw .compile(
                name: program, stage: stage,
                log: readLog(name, length: gl.getShaderiv, text: gl.getShaderInfoLog))
        }
    }

    deinit {
        core.gl.deleteShader(name)
        core.liveObjects -= 1
    }
}

/// A linked program.
struct ProgramObject: ~Copyable {
    let name: GLuint
    private let core: GLCore

    /// - Parameter attributes: attribute i gets location i.
    /// - Throws: `GLError.link` with the driver's log.
    init(
        _ core: GLCore, name programName: String, vertex: borrowing ShaderObject,
        fragment: borrowing ShaderObject, attributes: [String]
    ) throws(GLError) {
        let gl = core.gl
        name = gl.createProgram()
        core.liveObjects += 1
        self.core = core
        gl.attachShader(name, vertex.name)
        gl.attachShader(name, fragment.name)
        for (location, attribute) in attributes.enumerated() {
            gl.bindAttribLocation(name, GLuint(location), attribute)
        }
        gl.linkProgram(name)
        gl.detachShader(name, vertex.name)
        gl.detachShader(name, fragment.name)
        var isLinked: GLint = 0
        gl.getProgramiv(name, GLenum(GL_LINK_STATUS), &isLinked)
        if let record = core.recordShader {
            let log = readLog(name, length: gl.getProgramiv, text: gl.getProgramInfoLog)
            record(.link(program: programName, isLinked: isLinked == GL_TRUE, log: log))
        }
        guard isLinked == GL_TRUE else {
            throw .link(
                name: programName, log: readLog(name, length: gl.getProgramiv, text: gl.getProgramInfoLog))
        }
    }

    private init(empty core: GLCore) {
        name = core.gl.createProgram()
        core.liveObjects += 1
        self.core = core
    }

    /// Loads a program that was linked earlier.
    ///
    /// - Returns: `nil` if the driver rejects it.
    static func loaded(_ core: GLCore, _ binary: ProgramCache.Binary) -> ProgramObject? {
        guard let load = core.gl.programBinary else { return nil }
        let program = ProgramObject(empty: core)
        binary.bytes.withUnsafeBytes { load(program.name, binary.format, $0.baseAddress, GLsizei($0.count)) }
        var isLinked: GLint = 0
        core.gl.getProgramiv(program.name, GLenum(GL_LINK_STATUS), &isLinked)
        guard isLinked == GL_TRUE else {
            // An unknown binary format is also a GL error.
            core.drainErrors()
            return nil
        }
        return program
    }

    /// The driver's binary of the program. `nil`: the driver provides none, or it is too large.
    var binary: ProgramCache.Binary? {
        guard let get = core.gl.getProgramBinary else { return nil }
        var length: GLint = 0
        core.gl.getProgramiv(name, GLenum(GL_PROGRAM_BINARY_LENGTH), &length)
        guard length > 0, length < ProgramCache.maxBytes else { return nil }
        var (format, written): (GLenum, GLsizei) = (0, 0)
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            get(name, length, &written, &format, buffer.baseAddress)
            count = min(max(Int(written), 0), Int(length))
        }
        return bytes.isEmpty ? nil : ProgramCache.Binary(format: format, bytes: bytes)
    }

    deinit {
        core.gl.deleteProgram(name)
        core.liveObjects -= 1
    }
}

/// Returns the log of a shader or program, at most 64 KiB.
private func readLog(_ name: GLuint, length: PFNGLGETSHADERIVPROC, text: PFNGLGETSHADERINFOLOGPROC) -> String {
    var count: GLint = 0
    length(name, GLenum(GL_INFO_LOG_LENGTH), &count)
    let capacity = min(max(Int(count), 0), 1 << 16)
    guard capacity > 0 else { return "(the driver left no log)" }
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
        var used: GLsizei = 0
        buffer.withMemoryRebound(to: GLchar.self) { text(name, GLsizei(capacity), &used, $0.baseAddress) }
        written = min(max(Int(used), 0), capacity)
    }
    return String(decoding: bytes, as: UTF8.self)
}
