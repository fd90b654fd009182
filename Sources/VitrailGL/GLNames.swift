import CGL

/// Names of EGL and GL constants, for messages.
enum GLNames {
    static func eglError(_ code: EGLint) -> String {
        switch code {
        case EGL_SUCCESS: "EGL_SUCCESS"
        case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
        case EGL_BAD_ACCESS: "EGL_BAD_ACCESS"
        case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
        case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
        case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
        case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
        case EGL_BAD_CURRENT_SURFACE: "EGL_BAD_CURRENT_SURFACE"
        case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
        case EGL_BAD_MATCH: "EGL_BAD_MATCH"
        case EGL_BAD_NATIVE_PIXMAP: "EGL_BAD_NATIVE_PIXMAP"
        case EGL_BAD_NATIVE_WINDOW: "EGL_BAD_NATIVE_WINDOW"
        case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
        case EGL_BAD_SURFACE: "EGL_BAD_SURFACE"
        case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
        case EGL_BAD_DEVICE_EXT: "EGL_BAD_DEVICE_EXT"
        default: "EGL error \(hex(UInt32(bitPattern: code)))"
        }
    }

    static func glError(_ code: UInt32) -> String {
        switch Int32(bitPattern: code) {
        case GL_NO_ERROR: "GL_NO_ERROR"
        case GL_INVALID_ENUM: "GL_INVALID_ENUM"
        case GL_INVALID_VALUE: "GL_INVALID_VALUE"
        case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
        case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
        case GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY"
        case GL_CONTEXT_LOST: "GL_CONTEXT_LOST"
        default: "GL error \(hex(code))"
        }
    }

    static func resetStatus(_ status: GLenum) -> String {
        switch Int32(bitPattern: status) {
        case GL_GUILTY_CONTEXT_RESET: "GL_GUILTY_CONTEXT_RESET"
        case GL_INNOCENT_CONTEXT_RESET: "GL_INNOCENT_CONTEXT_RESET"
        case GL_UNKNOWN_CONTEXT_RESET: "GL_UNKNOWN_CONTEXT_RESET"
        default: "reset status \(hex(status))"
        }
    }

    static func framebufferStatus(_ status: GLenum) -> String {
        switch Int32(bitPattern: status) {
        case GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT: "GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT"
        case GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT:
            "GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT"
        case GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS: "GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS"
        case GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE: "GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE"
        case GL_FRAMEBUFFER_UNSUPPORTED: "GL_FRAMEBUFFER_UNSUPPORTED"
        case GL_FRAMEBUFFER_UNDEFINED: "GL_FRAMEBUFFER_UNDEFINED"
        default: "framebuffer status \(hex(status))"
        }
    }

    private static func hex(_ code: UInt32) -> String { "0x" + String(code, radix: 16) }
}
