import CGL
import VitrailGL

/// Functions of OpenGL ES 3.0 that the feature cases need in addition to the renderer's.
struct FeatureTable {
    let drawArrays: PFNGLDRAWARRAYSPROC
    let drawElements: PFNGLDRAWELEMENTSPROC
    let drawElementsInstanced: PFNGLDRAWELEMENTSINSTANCEDPROC
    let blendColor: PFNGLBLENDCOLORPROC
    let blendFuncSeparate: PFNGLBLENDFUNCSEPARATEPROC
    let blendEquationSeparate: PFNGLBLENDEQUATIONSEPARATEPROC
    let vertexAttribIPointer: PFNGLVERTEXATTRIBIPOINTERPROC
    let uniform4f: PFNGLUNIFORM4FPROC
    let uniform4i: PFNGLUNIFORM4IPROC
    let genRenderbuffers: PFNGLGENRENDERBUFFERSPROC
    let bindRenderbuffer: PFNGLBINDRENDERBUFFERPROC
    let renderbufferStorageMultisample: PFNGLRENDERBUFFERSTORAGEMULTISAMPLEPROC
    let getRenderbufferParameteriv: PFNGLGETRENDERBUFFERPARAMETERIVPROC
    let framebufferRenderbuffer: PFNGLFRAMEBUFFERRENDERBUFFERPROC
    let blitFramebuffer: PFNGLBLITFRAMEBUFFERPROC
    let mapBufferRange: PFNGLMAPBUFFERRANGEPROC
    let unmapBuffer: PFNGLUNMAPBUFFERPROC
    let getProgramBinary: PFNGLGETPROGRAMBINARYPROC
    let programBinary: PFNGLPROGRAMBINARYPROC
    let getInternalformativ: PFNGLGETINTERNALFORMATIVPROC

    /// - Throws: `GLError.library` with the missing function.
    init(_ driver: Driver) throws(GLError) {
        func required<F>(_ name: String) throws(GLError) -> F {
            guard let address = driver.findFunction(name) else {
                throw .library(path: driver.name, reason: "it has no function \(name)")
            }
            return unsafeBitCast(address, to: F.self)
        }
        drawArrays = try required("glDrawArrays")
        drawElements = try required("glDrawElements")
        drawElementsInstanced = try required("glDrawElementsInstanced")
        blendColor = try required("glBlendColor")
        blendFuncSeparate = try required("glBlendFuncSeparate")
        blendEquationSeparate = try required("glBlendEquationSeparate")
        vertexAttribIPointer = try required("glVertexAttribIPointer")
        uniform4f = try required("glUniform4f")
        uniform4i = try required("glUniform4i")
        genRenderbuffers = try required("glGenRenderbuffers")
        bindRenderbuffer = try required("glBindRenderbuffer")
        renderbufferStorageMultisample = try required("glRenderbufferStorageMultisample")
        getRenderbufferParameteriv = try required("glGetRenderbufferParameteriv")
        framebufferRenderbuffer = try required("glFramebufferRenderbuffer")
        blitFramebuffer = try required("glBlitFramebuffer")
        mapBufferRange = try required("glMapBufferRange")
        unmapBuffer = try required("glUnmapBuffer")
        getProgramBinary = try required("glGetProgramBinary")
        programBinary = try required("glProgramBinary")
        getInternalformativ = try required("glGetInternalformativ")
    }
}
