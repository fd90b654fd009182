import CGL
package import VitrailScene

/// The uniforms of a linked program, as the driver reports them.
package struct ProgramInterface: Sendable, Equatable {
    /// Size of the uniform block in bytes.
    package var blockSize: Int
    /// Byte offset of each member in the block; members unknown to the driver are missing.
    package var offsets: [String: Int]
    /// The program's samplers that are known to the driver, in order.
    package var samplers: [String]
}

extension GLSession {
    /// Compiles a program and queries its uniforms.
    package func interface(of program: Program, members: [String]) throws(GLError) -> ProgramInterface {
        guard let name = try programName(program) else { throw .closed }
        let gl = core.gl
        let block = gl.getUniformBlockIndex(name, UniformStore.blockName)
        let samplers = program.samplers.filter { gl.getUniformLocation(name, $0) >= 0 }
        guard block != GL_INVALID_INDEX else {
            return ProgramInterface(blockSize: 0, offsets: [:], samplers: samplers)
        }
        var size: GLint = 0
        gl.getActiveUniformBlockiv(name, block, GLenum(GL_UNIFORM_BLOCK_DATA_SIZE), &size)
        var offsets: [String: Int] = [:]
        for member in members {
            if let offset = offset(of: member, in: name) { offsets[member] = offset }
        }
        try core.checkAlways("glGetActiveUniformsiv", during: "program \(program.rawValue)")
        return ProgramInterface(blockSize: Int(size), offsets: offsets, samplers: samplers)
    }

    private func offset(of member: String, in name: GLuint) -> Int? {
        let gl = core.gl
        var index = GL_INVALID_INDEX
        member.withCString { text in
            var text: UnsafePointer<GLchar>? = text
            gl.getUniformIndices(name, 1, &text, &index)
        }
        guard index != GL_INVALID_INDEX else { return nil }
        var offset: GLint = -1
        gl.getActiveUniformsiv(name, 1, &index, GLenum(GL_UNIFORM_OFFSET), &offset)
        return offset >= 0 ? Int(offset) : nil
    }
}
