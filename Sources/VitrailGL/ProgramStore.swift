import CGL
import VitrailDrawList
import VitrailShaders

/// Compiled programs; each is created on first use and kept.
final class ProgramStore {
    /// A linked program and its vertex array.
    final class Entry {
        let program: ProgramObject
        let vertexArray: VertexArrayObject
        /// Source of the vertex array's attributes: buffer, and byte offset of instance 0. `nil`: unknown.
        var source: (buffer: GLuint, offset: Int)?
        /// 1: attributes advance once per instance; 0: once per vertex.
        var divisor: GLuint = 1

        init(program: consuming ProgramObject, vertexArray: consuming VertexArrayObject) {
            self.program = program
            self.vertexArray = vertexArray
        }
    }

    private let core: GLCore
    private let usesRectangles: Bool
    private let cache: ProgramCache?
    private let shaders: (ProgramVariant) -> ShaderSource?
    private var entries: [ProgramVariant: Entry] = [:]

    /// - Parameter cache: `nil`: every program is compiled.
    init(
        _ core: GLCore, usesRectangles: Bool, cache: ProgramCache?,
        shaders: @escaping (ProgramVariant) -> ShaderSource?
    ) {
        self.core = core
        self.cache = cache
        self.usesRectangles = usesRectangles
        self.shaders = shaders
    }

    /// Returns the program; compiles it on first use. Changes the current program and vertex array.
    func entry(_ program: ProgramVariant) throws(GLError) -> Entry {
        if let entry = entries[program] { return entry }
        guard var source = shaders(program) else { throw .shaderMissing(name: program.rawValue) }
        if usesRectangles, program.drawsRectangles { source = Rectangles.source(source) }
        let linked = try linked(source, attributes: program.layout.attributes.map(\.name))
        bindInterface(linked.name, program)
        let entry = Entry(program: linked, vertexArray: vertexArray(program))
        try core.check("glLinkProgram", during: "program \(source.name)")
        entries[program] = entry
        return entry
    }

    /// Loads a program from the cache, or compiles it and stores it there.
    private func linked(_ source: ShaderSource, attributes: [String]) throws(GLError) -> ProgramObject {
        // A recorder of shaders needs them compiled.
        guard let cache, core.recordShader == nil else { return try compiled(source, attributes: attributes) }
        let driver = [GL_VENDOR, GL_RENDERER, GL_VERSION].map { core.text($0) }
        let path = cache.path(source.name, origin: [source.vertex, source.fragment] + attributes + driver)
        if let binary = cache.load(path), let program = ProgramObject.loaded(core, binary) { return program }
        let program = try compiled(source, attributes: attributes)
        if let binary = program.binary { cache.store(binary, at: path) }
        return program
    }

    private func compiled(_ source: ShaderSource, attributes: [String]) throws(GLError) -> ProgramObject {
        let vertex = try ShaderObject(core, program: source.name, stage: .vertex, source: source.vertex)
        let fragment = try ShaderObject(core, program: source.name, stage: .fragment, source: source.fragment)
        return try ProgramObject(core, name: source.name, vertex: vertex, fragment: fragment, attributes: attributes)
    }

    /// Connects sampler i to texture unit i, and the uniform block to binding 0.
    private func bindInterface(_ name: GLuint, _ program: ProgramVariant) {
        let gl = core.gl
        gl.useProgram(name)
        for (unit, sampler) in program.samplers.enumerated() {
            let location = gl.getUniformLocation(name, sampler)
            if location >= 0 { gl.uniform1i(location, GLint(unit)) }
        }
        let block = gl.getUniformBlockIndex(name, UniformStore.blockName)
        if block != GL_INVALID_INDEX { gl.uniformBlockBinding(name, block, 0) }
    }

    private func vertexArray(_ program: ProgramVariant) -> VertexArrayObject {
        let gl = core.gl
        let array = VertexArrayObject(core)
        gl.bindVertexArray(array.name)
        for (location, attribute) in program.layout.attributes.enumerated() where attribute.format != .blockOrigins {
            gl.enableVertexAttribArray(GLuint(location))
            gl.vertexAttribDivisor(GLuint(location), 1)
        }
        return array
    }

    /// Points the program's attributes to a buffer. The program's vertex array must be bound; the call binds the
    /// buffer.
    ///
    /// - Parameters:
    ///   - offset: byte offset of the first vertex of instance 0. ES 3.0 has no base instance, so the offset includes
    ///     it.
    ///   - divisor: 0 if instances are drawn as points, with one vertex each.
    func point(_ program: ProgramVariant, _ entry: Entry, at buffer: GLuint, offset: Int, divisor: GLuint) {
        if entry.divisor != divisor {
            for location in program.layout.attributes.indices { core.gl.vertexAttribDivisor(GLuint(location), divisor) }
            entry.divisor = divisor
        }
        if let source = entry.source, source == (buffer, offset) { return }
        let gl = core.gl
        let layout = program.layout
        gl.bindBuffer(GLenum(GL_ARRAY_BUFFER), buffer)
        for (location, attribute) in layout.attributes.enumerated() {
            let pointer = UnsafeRawPointer(bitPattern: offset + attribute.offset)
            let stride = GLsizei(layout.stride)
            switch attribute.format {
            case .float(let count):
                gl.vertexAttribPointer(
                    GLuint(location), GLint(count), GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, pointer)
            case .color:
                gl.vertexAttribPointer(
                    GLuint(location), 4, GLenum(GL_UNSIGNED_BYTE), GLboolean(GL_TRUE), stride, pointer)
            case .blockOrigins: break
            }
        }
        entry.source = (buffer, offset)
    }

    /// Points the program's attributes to a block of each column. The program's vertex array must be bound.
    ///
    /// - Parameters:
    ///   - blocks: a block of each column that the program reads.
    ///   - first: number of the block's sample that instance 0 starts from.
    ///   - origins: the block's origins on the axes, in pixels.
    func point(
        _ program: ProgramVariant, _ entry: Entry, at blocks: [SampleStore.Block], first: Int, origins: SIMD4<Float>
    ) {
        let gl = core.gl
        let layout = program.layout
        for (location, attribute) in layout.attributes.enumerated() {
            switch attribute.format {
            case .float(let count):
                let block = blocks[min(attribute.column, blocks.count - 1)]
                gl.bindBuffer(GLenum(GL_ARRAY_BUFFER), block.buffer)
                gl.vertexAttribPointer(
                    GLuint(location), GLint(count), GLenum(GL_FLOAT), GLboolean(GL_FALSE), GLsizei(layout.stride),
                    UnsafeRawPointer(bitPattern: block.offset + first * layout.stride + attribute.offset))
            case .blockOrigins: gl.vertexAttrib4f(GLuint(location), origins.x, origins.y, origins.z, origins.w)
            case .color: preconditionFailure("samples have no colours")
            }
        }
        entry.source = nil
    }

    /// Forgets the sources of all attributes, because a deleted buffer's name may be reused.
    func forgetSources() {
        for entry in entries.values { entry.source = nil }
    }
}
