package import CGL

/// All EGL and OpenGL ES functions in use, looked up once per library and shared by all contexts.
///
/// Only EGL 1.4 and OpenGL ES 3.0 are required. Tests fill the table with functions that record their calls.
package struct GLTable: Sendable {
    // EGL 1.4.
    package let eglGetError: PFNEGLGETERRORPROC
    package let eglGetDisplay: PFNEGLGETDISPLAYPROC
    package let eglInitialize: PFNEGLINITIALIZEPROC
    package let eglTerminate: PFNEGLTERMINATEPROC
    package let eglQueryString: PFNEGLQUERYSTRINGPROC
    package let eglChooseConfig: PFNEGLCHOOSECONFIGPROC
    package let eglGetConfigAttrib: PFNEGLGETCONFIGATTRIBPROC
    package let eglBindAPI: PFNEGLBINDAPIPROC
    package let eglCreateContext: PFNEGLCREATECONTEXTPROC
    package let eglDestroyContext: PFNEGLDESTROYCONTEXTPROC
    package let eglCreatePbufferSurface: PFNEGLCREATEPBUFFERSURFACEPROC
    package let eglDestroySurface: PFNEGLDESTROYSURFACEPROC
    package let eglMakeCurrent: PFNEGLMAKECURRENTPROC
    package let eglReleaseThread: PFNEGLRELEASETHREADPROC

    // EGL extensions. `nil`: the library lacks them.
    package let eglGetPlatformDisplay: PFNEGLGETPLATFORMDISPLAYEXTPROC?
    package let eglQueryDevices: PFNEGLQUERYDEVICESEXTPROC?
    package let eglQueryDeviceString: PFNEGLQUERYDEVICESTRINGEXTPROC?

    // OpenGL ES 3.0: queries.
    package let getError: PFNGLGETERRORPROC
    package let getString: PFNGLGETSTRINGPROC
    package let getFloatv: PFNGLGETFLOATVPROC
    package let getIntegerv: PFNGLGETINTEGERVPROC
    package let finish: PFNGLFINISHPROC
    package let flush: PFNGLFLUSHPROC
    /// Reset status functions of OpenGL ES 3.2, GL_KHR_robustness and GL_EXT_robustness, in this order. A library may
    /// return addresses that its contexts do not support; `GLCore` checks that.
    package let getGraphicsResetStatus:
        (
            core: PFNGLGETGRAPHICSRESETSTATUSPROC?, khr: PFNGLGETGRAPHICSRESETSTATUSPROC?,
            ext: PFNGLGETGRAPHICSRESETSTATUSPROC?
        )

    // OpenGL ES 3.0: state.
    package let enable: PFNGLENABLEPROC
    package let disable: PFNGLDISABLEPROC
    package let viewport: PFNGLVIEWPORTPROC
    package let scissor: PFNGLSCISSORPROC
    package let colorMask: PFNGLCOLORMASKPROC
    package let blendEquation: PFNGLBLENDEQUATIONPROC
    package let blendFunc: PFNGLBLENDFUNCPROC
    package let pixelStorei: PFNGLPIXELSTOREIPROC
    package let activeTexture: PFNGLACTIVETEXTUREPROC
    package let bindSampler: PFNGLBINDSAMPLERPROC

    // OpenGL ES 3.0: programs.
    package let createShader: PFNGLCREATESHADERPROC
    package let shaderSource: PFNGLSHADERSOURCEPROC
    package let compileShader: PFNGLCOMPILESHADERPROC
    package let getShaderiv: PFNGLGETSHADERIVPROC
    package let getShaderInfoLog: PFNGLGETSHADERINFOLOGPROC
    package let deleteShader: PFNGLDELETESHADERPROC
    package let createProgram: PFNGLCREATEPROGRAMPROC
    package let attachShader: PFNGLATTACHSHADERPROC
    package let detachShader: PFNGLDETACHSHADERPROC
    package let bindAttribLocation: PFNGLBINDATTRIBLOCATIONPROC
    package let linkProgram: PFNGLLINKPROGRAMPROC
    package let getProgramiv: PFNGLGETPROGRAMIVPROC
    package let getProgramInfoLog: PFNGLGETPROGRAMINFOLOGPROC
    package let useProgram: PFNGLUSEPROGRAMPROC
    package let deleteProgram: PFNGLDELETEPROGRAMPROC
    /// `nil`: the library lacks them, which the standard does not allow.
    package let programBinary: PFNGLPROGRAMBINARYPROC?
    package let getProgramBinary: PFNGLGETPROGRAMBINARYPROC?
    package let getUniformLocation: PFNGLGETUNIFORMLOCATIONPROC
    package let uniform1i: PFNGLUNIFORM1IPROC

    // OpenGL ES 3.0: uniform blocks.
    package let getUniformBlockIndex: PFNGLGETUNIFORMBLOCKINDEXPROC
    package let uniformBlockBinding: PFNGLUNIFORMBLOCKBINDINGPROC
    package let getActiveUniform: PFNGLGETACTIVEUNIFORMPROC
    package let getActiveUniformsiv: PFNGLGETACTIVEUNIFORMSIVPROC
    package let getActiveUniformBlockiv: PFNGLGETACTIVEUNIFORMBLOCKIVPROC
    package let getActiveUniformBlockName: PFNGLGETACTIVEUNIFORMBLOCKNAMEPROC
    package let bindBufferRange: PFNGLBINDBUFFERRANGEPROC

    // OpenGL ES 3.0: vertices.
    package let genVertexArrays: PFNGLGENVERTEXARRAYSPROC
    package let bindVertexArray: PFNGLBINDVERTEXARRAYPROC
    package let deleteVertexArrays: PFNGLDELETEVERTEXARRAYSPROC
    package let enableVertexAttribArray: PFNGLENABLEVERTEXATTRIBARRAYPROC
    package let vertexAttribPointer: PFNGLVERTEXATTRIBPOINTERPROC
    package let vertexAttribDivisor: PFNGLVERTEXATTRIBDIVISORPROC
    package let vertexAttrib4f: PFNGLVERTEXATTRIB4FPROC
    package let genBuffers: PFNGLGENBUFFERSPROC
    package let bindBuffer: PFNGLBINDBUFFERPROC
    package let bufferData: PFNGLBUFFERDATAPROC
    package let bufferSubData: PFNGLBUFFERSUBDATAPROC
    package let copyBufferSubData: PFNGLCOPYBUFFERSUBDATAPROC
    package let deleteBuffers: PFNGLDELETEBUFFERSPROC
    package let mapBufferRange: PFNGLMAPBUFFERRANGEPROC
    package let unmapBuffer: PFNGLUNMAPBUFFERPROC

    // OpenGL ES 3.0: textures.
    package let genTextures: PFNGLGENTEXTURESPROC
    package let bindTexture: PFNGLBINDTEXTUREPROC
    package let texImage2D: PFNGLTEXIMAGE2DPROC
    package let texStorage2D: PFNGLTEXSTORAGE2DPROC
    package let texParameteri: PFNGLTEXPARAMETERIPROC
    package let deleteTextures: PFNGLDELETETEXTURESPROC

    // OpenGL ES 3.0: targets.
    package let genFramebuffers: PFNGLGENFRAMEBUFFERSPROC
    package let bindFramebuffer: PFNGLBINDFRAMEBUFFERPROC
    package let framebufferTexture2D: PFNGLFRAMEBUFFERTEXTURE2DPROC
    package let drawBuffers: PFNGLDRAWBUFFERSPROC
    package let checkFramebufferStatus: PFNGLCHECKFRAMEBUFFERSTATUSPROC
    package let invalidateFramebuffer: PFNGLINVALIDATEFRAMEBUFFERPROC
    package let deleteFramebuffers: PFNGLDELETEFRAMEBUFFERSPROC

    // OpenGL ES 3.0: drawing.
    package let clearColor: PFNGLCLEARCOLORPROC
    package let clear: PFNGLCLEARPROC
    package let clearBufferfv: PFNGLCLEARBUFFERFVPROC
    package let lineWidth: PFNGLLINEWIDTHPROC
    package let drawArraysInstanced: PFNGLDRAWARRAYSINSTANCEDPROC
    package let readPixels: PFNGLREADPIXELSPROC

    /// - Parameter find: returns the address of a function. `nil`: the library lacks it.
    /// - Throws: `GLError.library` with the first missing function.
    package init(library: String, find: (String) -> UnsafeMutableRawPointer?) throws(GLError) {
        func required<F>(_ name: String) throws(GLError) -> F {
            guard let address = find(name) else {
                throw .library(path: library, reason: "it has no function \(name)")
            }
            return unsafeBitCast(address, to: F.self)
        }
        func optional<F>(_ name: String) -> F? {
            find(name).map { unsafeBitCast($0, to: F.self) }
        }

        eglGetError = try required("eglGetError")
        eglGetDisplay = try required("eglGetDisplay")
        eglInitialize = try required("eglInitialize")
        eglTerminate = try required("eglTerminate")
        eglQueryString = try required("eglQueryString")
        eglChooseConfig = try required("eglChooseConfig")
        eglGetConfigAttrib = try required("eglGetConfigAttrib")
        eglBindAPI = try required("eglBindAPI")
        eglCreateContext = try required("eglCreateContext")
        eglDestroyContext = try required("eglDestroyContext")
        eglCreatePbufferSurface = try required("eglCreatePbufferSurface")
        eglDestroySurface = try required("eglDestroySurface")
        eglMakeCurrent = try required("eglMakeCurrent")
        eglReleaseThread = try required("eglReleaseThread")

        eglGetPlatformDisplay = optional("eglGetPlatformDisplayEXT")
        eglQueryDevices = optional("eglQueryDevicesEXT")
        eglQueryDeviceString = optional("eglQueryDeviceStringEXT")

        getError = try required("glGetError")
        getString = try required("glGetString")
        getFloatv = try required("glGetFloatv")
        getIntegerv = try required("glGetIntegerv")
        finish = try required("glFinish")
        flush = try required("glFlush")
        getGraphicsResetStatus = (
            core: optional("glGetGraphicsResetStatus"), khr: optional("glGetGraphicsResetStatusKHR"),
            ext: optional("glGetGraphicsResetStatusEXT")
        )

        enable = try required("glEnable")
        disable = try required("glDisable")
        viewport = try required("glViewport")
        scissor = try required("glScissor")
        colorMask = try required("glColorMask")
        blendEquation = try required("glBlendEquation")
        blendFunc = try required("glBlendFunc")
        pixelStorei = try required("glPixelStorei")
        activeTexture = try required("glActiveTexture")
        bindSampler = try required("glBindSampler")

        createShader = try required("glCreateShader")
        shaderSource = try required("glShaderSource")
        compileShader = try required("glCompileShader")
        getShaderiv = try required("glGetShaderiv")
        getShaderInfoLog = try required("glGetShaderInfoLog")
        deleteShader = try required("glDeleteShader")
        createProgram = try required("glCreateProgram")
        attachShader = try required("glAttachShader")
        detachShader = try required("glDetachShader")
        bindAttribLocation = try required("glBindAttribLocation")
        linkProgram = try required("glLinkProgram")
        getProgramiv = try required("glGetProgramiv")
        getProgramInfoLog = try required("glGetProgramInfoLog")
        useProgram = try required("glUseProgram")
        deleteProgram = try required("glDeleteProgram")
        programBinary = optional("glProgramBinary")
        getProgramBinary = optional("glGetProgramBinary")
        getUniformLocation = try required("glGetUniformLocation")
        uniform1i = try required("glUniform1i")

        getUniformBlockIndex = try required("glGetUniformBlockIndex")
        uniformBlockBinding = try required("glUniformBlockBinding")
        getActiveUniform = try required("glGetActiveUniform")
        getActiveUniformsiv = try required("glGetActiveUniformsiv")
        getActiveUniformBlockiv = try required("glGetActiveUniformBlockiv")
        getActiveUniformBlockName = try required("glGetActiveUniformBlockName")
        bindBufferRange = try required("glBindBufferRange")

        genVertexArrays = try required("glGenVertexArrays")
        bindVertexArray = try required("glBindVertexArray")
        deleteVertexArrays = try required("glDeleteVertexArrays")
        enableVertexAttribArray = try required("glEnableVertexAttribArray")
        vertexAttribPointer = try required("glVertexAttribPointer")
        vertexAttribDivisor = try required("glVertexAttribDivisor")
        vertexAttrib4f = try required("glVertexAttrib4f")
        genBuffers = try required("glGenBuffers")
        bindBuffer = try required("glBindBuffer")
        bufferData = try required("glBufferData")
        bufferSubData = try required("glBufferSubData")
        copyBufferSubData = try required("glCopyBufferSubData")
        deleteBuffers = try required("glDeleteBuffers")
        mapBufferRange = try required("glMapBufferRange")
        unmapBuffer = try required("glUnmapBuffer")

        genTextures = try required("glGenTextures")
        bindTexture = try required("glBindTexture")
        texImage2D = try required("glTexImage2D")
        texStorage2D = try required("glTexStorage2D")
        texParameteri = try required("glTexParameteri")
        deleteTextures = try required("glDeleteTextures")

        genFramebuffers = try required("glGenFramebuffers")
        bindFramebuffer = try required("glBindFramebuffer")
        framebufferTexture2D = try required("glFramebufferTexture2D")
        drawBuffers = try required("glDrawBuffers")
        checkFramebufferStatus = try required("glCheckFramebufferStatus")
        invalidateFramebuffer = try required("glInvalidateFramebuffer")
        deleteFramebuffers = try required("glDeleteFramebuffers")

        clearColor = try required("glClearColor")
        clear = try required("glClear")
        clearBufferfv = try required("glClearBufferfv")
        lineWidth = try required("glLineWidth")
        drawArraysInstanced = try required("glDrawArraysInstanced")
        readPixels = try required("glReadPixels")
    }
}
