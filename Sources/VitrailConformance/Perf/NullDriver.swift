import CGL
package import VitrailGL

/// A driver without drawing cost. EGL, limits and object names come from the real library; all other GL functions
/// return at once. The remaining time of a frame is the library's own.
package enum NullDriver {
    /// - Throws: `GLError.library`.
    package static func over(_ driver: Driver) throws(GLError) -> Driver {
        var null = driver
        let find = driver.findFunction
        null.gl = try GLTable(library: driver.name) { name in
            functions[name].flatMap { UnsafeMutableRawPointer(bitPattern: $0) } ?? find(name)
        }
        return null
    }

    private static func address<F>(_ function: F) -> UInt {
        UInt(bitPattern: unsafeBitCast(function, to: UnsafeRawPointer.self))
    }

    private static let functions: [String: UInt] = [state, programs, data, drawing].reduce(into: [:]) { all, part in
        all.merge(part) { first, _ in first }
    }

    private static let state: [String: UInt] = [
        "glGetError": address({ GLenum(GL_NO_ERROR) } as PFNGLGETERRORPROC),
        "glEnable": address({ _ in } as PFNGLENABLEPROC),
        "glDisable": address({ _ in } as PFNGLDISABLEPROC),
        "glViewport": address({ _, _, _, _ in } as PFNGLVIEWPORTPROC),
        "glScissor": address({ _, _, _, _ in } as PFNGLSCISSORPROC),
        "glColorMask": address({ _, _, _, _ in } as PFNGLCOLORMASKPROC),
        "glBlendEquation": address({ _ in } as PFNGLBLENDEQUATIONPROC),
        "glBlendFunc": address({ _, _ in } as PFNGLBLENDFUNCPROC),
        "glPixelStorei": address({ _, _ in } as PFNGLPIXELSTOREIPROC),
        "glActiveTexture": address({ _ in } as PFNGLACTIVETEXTUREPROC),
        "glBindSampler": address({ _, _ in } as PFNGLBINDSAMPLERPROC),
    ]

    private static let programs: [String: UInt] = [
        "glCreateShader": address({ _ in 1 } as PFNGLCREATESHADERPROC),
        "glShaderSource": address({ _, _, _, _ in } as PFNGLSHADERSOURCEPROC),
        "glCompileShader": address({ _ in } as PFNGLCOMPILESHADERPROC),
        "glGetShaderiv": address({ _, _, value in value?.pointee = GL_TRUE } as PFNGLGETSHADERIVPROC),
        "glDeleteShader": address({ _ in } as PFNGLDELETESHADERPROC),
        "glCreateProgram": address({ 1 } as PFNGLCREATEPROGRAMPROC),
        "glAttachShader": address({ _, _ in } as PFNGLATTACHSHADERPROC),
        "glDetachShader": address({ _, _ in } as PFNGLDETACHSHADERPROC),
        "glBindAttribLocation": address({ _, _, _ in } as PFNGLBINDATTRIBLOCATIONPROC),
        "glLinkProgram": address({ _ in } as PFNGLLINKPROGRAMPROC),
        "glGetProgramiv": address({ _, _, value in value?.pointee = GL_TRUE } as PFNGLGETPROGRAMIVPROC),
        "glUseProgram": address({ _ in } as PFNGLUSEPROGRAMPROC),
        "glDeleteProgram": address({ _ in } as PFNGLDELETEPROGRAMPROC),
        "glGetUniformLocation": address({ _, _ in 0 } as PFNGLGETUNIFORMLOCATIONPROC),
        "glUniform1i": address({ _, _ in } as PFNGLUNIFORM1IPROC),
        "glGetUniformBlockIndex": address({ _, _ in 0 } as PFNGLGETUNIFORMBLOCKINDEXPROC),
        "glUniformBlockBinding": address({ _, _, _ in } as PFNGLUNIFORMBLOCKBINDINGPROC),
        "glBindBufferRange": address({ _, _, _, _, _ in } as PFNGLBINDBUFFERRANGEPROC),
    ]

    private static let data: [String: UInt] = [
        "glBindVertexArray": address({ _ in } as PFNGLBINDVERTEXARRAYPROC),
        "glEnableVertexAttribArray": address({ _ in } as PFNGLENABLEVERTEXATTRIBARRAYPROC),
        "glVertexAttribPointer": address({ _, _, _, _, _, _ in } as PFNGLVERTEXATTRIBPOINTERPROC),
        "glVertexAttribDivisor": address({ _, _ in } as PFNGLVERTEXATTRIBDIVISORPROC),
        "glVertexAttrib4f": address({ _, _, _, _, _ in } as PFNGLVERTEXATTRIB4FPROC),
        "glBindBuffer": address({ _, _ in } as PFNGLBINDBUFFERPROC),
        "glBufferData": address({ _, _, _, _ in } as PFNGLBUFFERDATAPROC),
        "glBufferSubData": address({ _, _, _, _ in } as PFNGLBUFFERSUBDATAPROC),
        "glCopyBufferSubData": address({ _, _, _, _, _ in } as PFNGLCOPYBUFFERSUBDATAPROC),
        "glBindTexture": address({ _, _ in } as PFNGLBINDTEXTUREPROC),
        "glTexImage2D": address({ _, _, _, _, _, _, _, _, _ in } as PFNGLTEXIMAGE2DPROC),
        "glTexStorage2D": address({ _, _, _, _, _ in } as PFNGLTEXSTORAGE2DPROC),
        "glTexParameteri": address({ _, _, _ in } as PFNGLTEXPARAMETERIPROC),
    ]

    private static let drawing: [String: UInt] = [
        "glBindFramebuffer": address({ _, _ in } as PFNGLBINDFRAMEBUFFERPROC),
        "glFramebufferTexture2D": address({ _, _, _, _, _ in } as PFNGLFRAMEBUFFERTEXTURE2DPROC),
        "glDrawBuffers": address({ _, _ in } as PFNGLDRAWBUFFERSPROC),
        "glCheckFramebufferStatus": address(
            { _ in GLenum(GL_FRAMEBUFFER_COMPLETE) } as PFNGLCHECKFRAMEBUFFERSTATUSPROC),
        "glInvalidateFramebuffer": address({ _, _, _ in } as PFNGLINVALIDATEFRAMEBUFFERPROC),
        "glClearColor": address({ _, _, _, _ in } as PFNGLCLEARCOLORPROC),
        "glClear": address({ _ in } as PFNGLCLEARPROC),
        "glClearBufferfv": address({ _, _, _ in } as PFNGLCLEARBUFFERFVPROC),
        "glDrawArraysInstanced": address({ _, _, _, _ in } as PFNGLDRAWARRAYSINSTANCEDPROC),
        "glReadPixels": address({ _, _, _, _, _, _, _ in } as PFNGLREADPIXELSPROC),
        "glLineWidth": address({ _ in } as PFNGLLINEWIDTHPROC), "glFinish": address({} as PFNGLFINISHPROC),
    ]
}
