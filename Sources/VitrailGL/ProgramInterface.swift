import CGL
package import VitrailDrawList

/// The uniforms of a linked program, as the driver reports them.
package struct ProgramInterface: Sendable, Equatable {
    /// The active uniform blocks, in the driver's order.
    package var blocks: [UniformBlock]
    /// The program's samplers that are known to the driver, in order.
    package var samplers: [String]
}

extension GLSession {
    /// Compiles a program and queries its uniforms.
    package func interface(of program: ProgramVariant) throws(GLError) -> ProgramInterface {
        guard let name = try programName(program) else { throw .closed }
        let gl = core.gl
        var blocks = (0..<count(GL_ACTIVE_UNIFORM_BLOCKS, of: name)).map { block($0, of: name) }
        // Not by the list of indices that a block has: SwiftShader's list names samplers instead of members.
        for uniform in 0..<count(GL_ACTIVE_UNIFORMS, of: name) {
            let index = value(GL_UNIFORM_BLOCK_INDEX, ofUniform: uniform, name)
            guard blocks.indices.contains(index) else { continue }
            blocks[index].offsets[member(uniform, of: name)] = value(GL_UNIFORM_OFFSET, ofUniform: uniform, name)
        }
        try core.checkAlways("glGetActiveUniformsiv", during: "program \(program.rawValue)")
        return ProgramInterface(
            blocks: blocks, samplers: program.samplers.filter { gl.getUniformLocation(name, $0) >= 0 })
    }

    private func count(_ parameter: Int32, of program: GLuint) -> GLuint {
        var count: GLint = 0
        core.gl.getProgramiv(program, GLenum(parameter), &count)
        return GLuint(max(0, count))
    }

    private func value(_ parameter: Int32, ofUniform uniform: GLuint, _ program: GLuint) -> Int {
        var (index, value): (GLuint, GLint) = (uniform, -1)
        core.gl.getActiveUniformsiv(program, 1, &index, GLenum(parameter), &value)
        return Int(value)
    }

    /// Name and size of a block, without members.
    private func block(_ index: GLuint, of program: GLuint) -> UniformBlock {
        let gl = core.gl
        func value(_ parameter: Int32) -> GLint {
            var value: GLint = 0
            gl.getActiveUniformBlockiv(program, index, GLenum(parameter), &value)
            return value
        }
        let name = text(capacity: value(GL_UNIFORM_BLOCK_NAME_LENGTH)) { capacity, count, text in
            gl.getActiveUniformBlockName(program, index, capacity, count, text)
        }
        return UniformBlock(name: name, size: Int(value(GL_UNIFORM_BLOCK_DATA_SIZE)), offsets: [:])
    }

    /// Name of an active uniform.
    private func member(_ uniform: GLuint, of program: GLuint) -> String {
        text(capacity: GLint(count(GL_ACTIVE_UNIFORM_MAX_LENGTH, of: program))) { capacity, count, text in
            var (size, type): (GLint, GLenum) = (0, 0)
            core.gl.getActiveUniform(program, uniform, capacity, count, &size, &type, text)
        }
    }

    /// Reads a text from GL.
    ///
    /// - Parameters:
    ///   - capacity: maximum length in bytes, including the terminating zero.
    ///   - read: gets the capacity; writes the length without the zero, and the bytes.
    private func text(
        capacity: GLint, _ read: (GLsizei, UnsafeMutablePointer<GLsizei>, UnsafeMutablePointer<GLchar>) -> Void
    ) -> String {
        var count: GLsizei = 0
        var bytes = [GLchar](repeating: 0, count: max(1, Int(capacity)))
        read(GLsizei(bytes.count), &count, &bytes)
        return String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
