import CGL
import VitrailScene

/// Chooses a configuration with 8 bits per channel, without depth, stencil or samples.
enum EGLConfigChoice {
    private static let maxConfigs = 256

    static func choose(_ display: borrowing DisplayLease, needsPbuffer: Bool) throws(GLError) -> EGLConfig {
        // EGL 1.4 without EGL_KHR_create_context has no ES 3 bit; such libraries return ES 3 contexts for the ES 2 bit.
        for bit in [EGL_OPENGL_ES3_BIT_KHR, EGL_OPENGL_ES2_BIT] {
            if let config = find(display, renderable: bit, needsPbuffer: needsPbuffer) { return config }
        }
        throw .contextCreation(
            step: "eglChooseConfig",
            reason: "the display has no RGBA8 configuration for OpenGL ES 3"
                + (needsPbuffer ? " with pbuffers" : ""))
    }

    private static func find(_ display: borrowing DisplayLease, renderable: Int32, needsPbuffer: Bool) -> EGLConfig? {
        let gl = display.gl
        let attributes: [EGLint] = [
            EGL_SURFACE_TYPE, needsPbuffer ? EGL_PBUFFER_BIT : 0, EGL_RENDERABLE_TYPE, renderable,
            EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE,
        ]
        var configs = [EGLConfig?](repeating: nil, count: maxConfigs)
        var count: EGLint = 0
        guard gl.eglChooseConfig(display.handle, attributes, &configs, EGLint(maxConfigs), &count) == EGL_TRUE
        else {
            _ = gl.eglGetError()
            return nil
        }
        func value(_ config: EGLConfig?, _ name: Int32) -> EGLint {
            var value: EGLint = 0
            return gl.eglGetConfigAttrib(display.handle, config, name, &value) == EGL_TRUE ? value : 0
        }
        // EGL sorts by colour depth in descending order, so 10 bits per channel may precede 8.
        let exact = configs.prefix(Int(max(0, count))).filter {
            value($0, EGL_RED_SIZE) == 8 && value($0, EGL_ALPHA_SIZE) == 8 && value($0, EGL_SAMPLES) == 0
        }
        let plain = exact.first { value($0, EGL_DEPTH_SIZE) == 0 && value($0, EGL_STENCIL_SIZE) == 0 }
        return (plain ?? exact.first) ?? nil
    }

    static func pbufferLimit(_ egl: borrowing EGLContextOwner, _ config: EGLConfig) -> (width: Int, height: Int) {
        func value(_ name: Int32) -> Int {
            var value: EGLint = 0
            _ = egl.gl.eglGetConfigAttrib(egl.display, config, name, &value)
            return value > 0 ? Int(value) : Int(Int32.max)
        }
        return (value(EGL_MAX_PBUFFER_WIDTH), value(EGL_MAX_PBUFFER_HEIGHT))
    }
}

/// An OpenGL ES 3 context and its display.
struct EGLContextOwner: ~Copyable {
    private let lease: DisplayLease
    private let handle: EGLContext

    init(_ lease: consuming DisplayLease, config: EGLConfig) throws(GLError) {
        let gl = lease.gl
        guard gl.eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE else {
            throw .contextCreation(step: "eglBindAPI", reason: GLNames.eglError(gl.eglGetError()))
        }
        let plain: [EGLint] = [EGL_CONTEXT_CLIENT_VERSION, 3]
        // With reset notification, a context stops after a reset and reports it instead of drawing garbage.
        let notified = plain + [EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT]
        let lists = lease.extensions.contains("EGL_EXT_create_context_robustness") ? [notified, plain] : [plain]
        var made: EGLContext?
        for attributes in lists where made == nil {
            made = gl.eglCreateContext(lease.handle, config, nil, attributes + [EGL_NONE])
        }
        guard let context = made else {
            throw .contextCreation(step: "eglCreateContext", reason: GLNames.eglError(gl.eglGetError()))
        }
        handle = context
        self.lease = lease
    }

    var gl: GLTable { lease.gl }
    var display: EGLDisplay { lease.handle }

    /// Makes the context current on this thread, with or without a surface.
    func makeCurrent(_ surface: EGLSurface?) throws(GLError) {
        guard gl.eglMakeCurrent(display, surface, surface, handle) == EGL_TRUE else {
            throw .contextCreation(step: "eglMakeCurrent", reason: GLNames.eglError(gl.eglGetError()))
        }
    }

    func leaveThread() {
        _ = gl.eglMakeCurrent(display, nil, nil, nil)
    }

    deinit {
        leaveThread()
        _ = gl.eglDestroyContext(display, handle)
        _ = gl.eglReleaseThread()
    }
}

/// EGL's offscreen surface.
struct PbufferOwner: ~Copyable {
    let handle: EGLSurface
    private let gl: GLTable
    private let display: EGLDisplay

    init(_ egl: borrowing EGLContextOwner, config: EGLConfig, size: PixelSize) throws(GLError) {
        gl = egl.gl
        display = egl.display
        let attributes: [EGLint] = [
            EGL_WIDTH, EGLint(size.width), EGL_HEIGHT, EGLint(size.height), EGL_NONE,
        ]
        guard let surface = gl.eglCreatePbufferSurface(display, config, attributes) else {
            let code = gl.eglGetError()
            if code == EGL_BAD_ALLOC { throw .outOfMemory(during: "eglCreatePbufferSurface") }
            throw .contextCreation(step: "eglCreatePbufferSurface", reason: GLNames.eglError(code))
        }
        handle = surface
    }

    deinit { _ = gl.eglDestroySurface(display, handle) }
}
