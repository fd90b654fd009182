import CGL

// OpenGL ES. Plain commands record themselves; queries get plausible answers.

private func generate(_ kind: String, _ count: GLsizei, _ names: UnsafeMutablePointer<GLuint>?) {
    for i in 0..<Int(count) {
        names?[i] = freshName(kind)
        log("glGen\(kind)", Double(names?[i] ?? 0))
    }
}

private func delete(_ kind: String, _ count: GLsizei, _ names: UnsafePointer<GLuint>?) {
    for i in 0..<Int(count) { log("glDelete\(kind)", Double(names?[i] ?? 0)) }
}

private func copied(_ count: Int, _ data: UnsafeRawPointer?) -> [UInt8] {
    data.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
}

private func list(_ count: GLsizei, _ values: UnsafePointer<GLenum>?) -> String {
    (0..<Int(count)).map { "\(values?[$0] ?? 0)" }.joined(separator: " ")
}

let glFunctions: [String: UInt] = plainCommands.merging(answers) { first, _ in first }

private let plainCommands: [String: UInt] = [
    "glFinish": address({ log("glFinish") } as PFNGLFINISHPROC),
    "glFlush": address({ log("glFlush") } as PFNGLFLUSHPROC),
    "glEnable": address({ a in log("glEnable", Double(a)) } as PFNGLENABLEPROC),
    "glDisable": address({ a in log("glDisable", Double(a)) } as PFNGLDISABLEPROC),
    "glViewport": address(
        { a, b, c, d in log("glViewport", Double(a), Double(b), Double(c), Double(d)) } as PFNGLVIEWPORTPROC),
    "glScissor": address(
        { a, b, c, d in log("glScissor", Double(a), Double(b), Double(c), Double(d)) } as PFNGLSCISSORPROC),
    "glColorMask": address(
        { a, b, c, d in log("glColorMask", Double(a), Double(b), Double(c), Double(d)) } as PFNGLCOLORMASKPROC),
    "glBlendEquation": address({ a in log("glBlendEquation", Double(a)) } as PFNGLBLENDEQUATIONPROC),
    "glBlendFunc": address({ a, b in log("glBlendFunc", Double(a), Double(b)) } as PFNGLBLENDFUNCPROC),
    "glPixelStorei": address({ a, b in log("glPixelStorei", Double(a), Double(b)) } as PFNGLPIXELSTOREIPROC),
    "glActiveTexture": address({ a in log("glActiveTexture", Double(a)) } as PFNGLACTIVETEXTUREPROC),
    "glBindSampler": address({ a, b in log("glBindSampler", Double(a), Double(b)) } as PFNGLBINDSAMPLERPROC),
    "glCompileShader": address({ a in log("glCompileShader", Double(a)) } as PFNGLCOMPILESHADERPROC),
    "glDeleteShader": address({ a in log("glDeleteShader", Double(a)) } as PFNGLDELETESHADERPROC),
    "glAttachShader": address({ a, b in log("glAttachShader", Double(a), Double(b)) } as PFNGLATTACHSHADERPROC),
    "glDetachShader": address({ a, b in log("glDetachShader", Double(a), Double(b)) } as PFNGLDETACHSHADERPROC),
    "glLinkProgram": address({ a in log("glLinkProgram", Double(a)) } as PFNGLLINKPROGRAMPROC),
    "glUseProgram": address({ a in log("glUseProgram", Double(a)) } as PFNGLUSEPROGRAMPROC),
    "glDeleteProgram": address({ a in log("glDeleteProgram", Double(a)) } as PFNGLDELETEPROGRAMPROC),
    "glUniform1i": address({ a, b in log("glUniform1i", Double(a), Double(b)) } as PFNGLUNIFORM1IPROC),
    "glUniformBlockBinding": address(
        { a, b, c in log("glUniformBlockBinding", Double(a), Double(b), Double(c)) } as PFNGLUNIFORMBLOCKBINDINGPROC),
    "glBindBufferRange": address(
        { a, b, c, d, e in log("glBindBufferRange", Double(a), Double(b), Double(c), Double(d), Double(e)) }
            as PFNGLBINDBUFFERRANGEPROC),
    "glBindVertexArray": address({ a in log("glBindVertexArray", Double(a)) } as PFNGLBINDVERTEXARRAYPROC),
    "glEnableVertexAttribArray": address(
        { a in log("glEnableVertexAttribArray", Double(a)) } as PFNGLENABLEVERTEXATTRIBARRAYPROC),
    "glVertexAttribDivisor": address(
        { a, b in log("glVertexAttribDivisor", Double(a), Double(b)) } as PFNGLVERTEXATTRIBDIVISORPROC),
    "glCopyBufferSubData": address(
        { a, b, c, d, e in log("glCopyBufferSubData", Double(a), Double(b), Double(c), Double(d), Double(e)) }
            as PFNGLCOPYBUFFERSUBDATAPROC),
    "glVertexAttrib4f": address(
        { a, b, c, d, e in log("glVertexAttrib4f", Double(a), Double(b), Double(c), Double(d), Double(e)) }
            as PFNGLVERTEXATTRIB4FPROC),
    "glBindBuffer": address({ a, b in log("glBindBuffer", Double(a), Double(b)) } as PFNGLBINDBUFFERPROC),
    "glBindTexture": address({ a, b in log("glBindTexture", Double(a), Double(b)) } as PFNGLBINDTEXTUREPROC),
    "glTexStorage2D": address(
        { a, b, c, d, e in log("glTexStorage2D", Double(a), Double(b), Double(c), Double(d), Double(e)) }
            as PFNGLTEXSTORAGE2DPROC),
    "glTexParameteri": address(
        { a, b, c in log("glTexParameteri", Double(a), Double(b), Double(c)) } as PFNGLTEXPARAMETERIPROC),
    "glBindFramebuffer": address(
        { a, b in log("glBindFramebuffer", Double(a), Double(b)) } as PFNGLBINDFRAMEBUFFERPROC),
    "glFramebufferTexture2D": address(
        { a, b, c, d, e in log("glFramebufferTexture2D", Double(a), Double(b), Double(c), Double(d), Double(e)) }
            as PFNGLFRAMEBUFFERTEXTURE2DPROC),
    "glClear": address({ a in log("glClear", Double(a)) } as PFNGLCLEARPROC),
    "glLineWidth": address({ a in log("glLineWidth", Double(a)) } as PFNGLLINEWIDTHPROC),
    "glDrawArraysInstanced": address(
        { a, b, c, d in log("glDrawArraysInstanced", Double(a), Double(b), Double(c), Double(d)) }
            as PFNGLDRAWARRAYSINSTANCEDPROC),
    "glClearColor": address(
        { a, b, c, d in log("glClearColor", Double(a), Double(b), Double(c), Double(d)) } as PFNGLCLEARCOLORPROC),
    "glGenVertexArrays": address(
        { count, names in generate("VertexArrays", count, names) } as PFNGLGENVERTEXARRAYSPROC),
    "glDeleteVertexArrays": address(
        { count, names in delete("VertexArrays", count, names) } as PFNGLDELETEVERTEXARRAYSPROC),
    "glGenBuffers": address({ count, names in generate("Buffers", count, names) } as PFNGLGENBUFFERSPROC),
    "glDeleteBuffers": address({ count, names in delete("Buffers", count, names) } as PFNGLDELETEBUFFERSPROC),
    "glGenTextures": address({ count, names in generate("Textures", count, names) } as PFNGLGENTEXTURESPROC),
    "glDeleteTextures": address({ count, names in delete("Textures", count, names) } as PFNGLDELETETEXTURESPROC),
    "glGenFramebuffers": address(
        { count, names in generate("Framebuffers", count, names) } as PFNGLGENFRAMEBUFFERSPROC),
    "glDeleteFramebuffers": address(
        { count, names in delete("Framebuffers", count, names) } as PFNGLDELETEFRAMEBUFFERSPROC),
]

/// Content of a mapped buffer; the test never writes it.
nonisolated(unsafe) private let blank: UnsafeMutableBufferPointer<UInt8> = {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 20)
    memory.initialize(repeating: 0)
    return memory
}()

private let answers: [String: UInt] = [
    "glGetError": address(
        {
            recorder.withLock { state in
                defer { state.error = 0 }
                return GLenum(state.error)
            }
        } as PFNGLGETERRORPROC),
    "glGetString": address(
        { name in
            let text = recorder.withLock { state -> String in
                switch Int32(name) {
                case GL_VENDOR: "Recorder"
                case GL_EXTENSIONS: state.profile.extensions
                case GL_RENDERER: state.profile.renderers[state.platforms[state.current] ?? -1] ?? "?"
                default: state.profile.version
                }
            }
            return UnsafeRawPointer(lasting(text)).assumingMemoryBound(to: GLubyte.self)
        } as PFNGLGETSTRINGPROC),
    "glGetFloatv": address(
        { name, value in
            let profile = recorder.withLock { $0.profile }
            value?[0] = 1
            value?[1] = Int32(name) == GL_ALIASED_POINT_SIZE_RANGE ? profile.pointSize : profile.lineWidth
        } as PFNGLGETFLOATVPROC),
    "glGetIntegerv": address(
        { name, value in
            let profile = recorder.withLock { $0.profile }
            switch Int32(name) {
            case GL_MAX_VIEWPORT_DIMS:
                value?[0] = GLint(profile.textureSize)
                value?[1] = GLint(profile.textureSize)
            case GL_MAX_TEXTURE_SIZE, GL_MAX_RENDERBUFFER_SIZE: value?.pointee = GLint(profile.textureSize)
            case GL_MAX_DRAW_BUFFERS: value?.pointee = 4
            case GL_MAX_UNIFORM_BLOCK_SIZE: value?.pointee = 16384
            case GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT: value?.pointee = GLint(profile.uniformAlignment)
            default: value?.pointee = 0
            }
        } as PFNGLGETINTEGERVPROC),
    "glCreateShader": address(
        { stage in
            let name = freshName("shaders")
            log("glCreateShader", Double(stage), Double(name))
            return name
        } as PFNGLCREATESHADERPROC),
    "glShaderSource": address(
        { shader, _, texts, _ in
            log("glShaderSource", Double(shader), text: texts?.pointee.map { String(cString: $0) } ?? "")
        } as PFNGLSHADERSOURCEPROC),
    "glGetShaderiv": address({ _, _, value in value?.pointee = 1 } as PFNGLGETSHADERIVPROC),
    "glGetShaderInfoLog": address({ _, _, used, _ in used?.pointee = 0 } as PFNGLGETSHADERINFOLOGPROC),
    "glCreateProgram": address(
        {
            let name = freshName("programs")
            log("glCreateProgram", Double(name))
            return name
        } as PFNGLCREATEPROGRAMPROC),
    "glBindAttribLocation": address(
        { program, location, name in
            log("glBindAttribLocation", Double(program), Double(location), text: name.map { String(cString: $0) } ?? "")
        } as PFNGLBINDATTRIBLOCATIONPROC),
    "glGetProgramiv": address({ _, _, value in value?.pointee = 1 } as PFNGLGETPROGRAMIVPROC),
    "glGetProgramInfoLog": address({ _, _, used, _ in used?.pointee = 0 } as PFNGLGETPROGRAMINFOLOGPROC),
    // Locations in the order of the queries.
    "glGetUniformLocation": address(
        { _, name in
            log("glGetUniformLocation", text: name.map { String(cString: $0) } ?? "")
            return GLint(freshName("locations"))
        } as PFNGLGETUNIFORMLOCATIONPROC),
    "glGetUniformBlockIndex": address({ _, _ in 0 } as PFNGLGETUNIFORMBLOCKINDEXPROC),
    "glGetActiveUniform": address({ _, _, _, _, _, _, _ in } as PFNGLGETACTIVEUNIFORMPROC),
    "glGetActiveUniformsiv": address({ _, _, _, _, _ in } as PFNGLGETACTIVEUNIFORMSIVPROC),
    "glGetActiveUniformBlockiv": address({ _, _, _, _ in } as PFNGLGETACTIVEUNIFORMBLOCKIVPROC),
    "glGetActiveUniformBlockName": address({ _, _, _, _, _ in } as PFNGLGETACTIVEUNIFORMBLOCKNAMEPROC),
    "glVertexAttribPointer": address(
        { location, count, type, normalized, stride, offset in
            log(
                "glVertexAttribPointer", Double(location), Double(count), Double(type), Double(normalized),
                Double(stride), Double(Int(bitPattern: offset)))
        } as PFNGLVERTEXATTRIBPOINTERPROC),
    "glBufferData": address(
        { target, size, data, usage in
            log("glBufferData", Double(target), Double(size), Double(usage), bytes: copied(size, data))
        } as PFNGLBUFFERDATAPROC),
    "glBufferSubData": address(
        { target, offset, size, data in
            log("glBufferSubData", Double(target), Double(offset), Double(size), bytes: copied(size, data))
        } as PFNGLBUFFERSUBDATAPROC),
    "glTexImage2D": address(
        { target, level, internalFormat, width, height, border, format, type, _ in
            log(
                "glTexImage2D", Double(target), Double(internalFormat), Double(width), Double(height), Double(format),
                Double(type))
        } as PFNGLTEXIMAGE2DPROC),
    "glDrawBuffers": address(
        { count, buffers in log("glDrawBuffers", Double(count), text: list(count, buffers)) } as PFNGLDRAWBUFFERSPROC),
    "glCheckFramebufferStatus": address(
        { _ in GLenum(GL_FRAMEBUFFER_COMPLETE) } as PFNGLCHECKFRAMEBUFFERSTATUSPROC),
    "glInvalidateFramebuffer": address(
        { target, count, attachments in
            log("glInvalidateFramebuffer", Double(count), text: list(count, attachments))
        } as PFNGLINVALIDATEFRAMEBUFFERPROC),
    "glClearBufferfv": address(
        { buffer, index, _ in log("glClearBufferfv", Double(buffer), Double(index)) } as PFNGLCLEARBUFFERFVPROC),
    "glMapBufferRange": address(
        { target, offset, length, access in
            log("glMapBufferRange", Double(target), Double(length))
            return length <= blank.count ? UnsafeMutableRawPointer(blank.baseAddress) : nil
        } as PFNGLMAPBUFFERRANGEPROC),
    "glUnmapBuffer": address(
        { target in
            log("glUnmapBuffer", Double(target))
            return GLboolean(GL_TRUE)
        } as PFNGLUNMAPBUFFERPROC),
    "glReadPixels": address(
        { x, y, width, height, format, type, pixels in
            log("glReadPixels", Double(x), Double(y), Double(width), Double(height))
            pixels?.initializeMemory(as: UInt8.self, repeating: 0, count: Int(width) * Int(height) * 4)
        } as PFNGLREADPIXELSPROC),
]
