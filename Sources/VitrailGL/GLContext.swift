import CGL
import VitrailScene

/// An OpenGL ES 3 context, current from `init` to `close` on the thread that created it.
package final class GLContext {
    package let core: GLCore
    package let info: DeviceInfo
    let surface: CanvasSurface
    /// The candidate that was opened.
    let candidate: DeviceCandidate
    /// The lock of its display.
    let turn: DisplayLock
    private let config: EGLConfig
    private let pbufferLimit: (width: Int, height: Int)
    private var egl: EGLContextOwner?
    private var pbuffer: PbufferOwner?
    /// EGL surface of the pbuffer.
    private var surfaceHandle: EGLSurface?
    private(set) var pbufferSize = PixelSize(width: 0, height: 0)

    /// Opens a candidate: display, configuration, context, and a small pbuffer if the options or the driver require
    /// one.
    ///
    /// - Throws: `GLError.contextCreation` with the step that failed.
    init(_ candidate: DeviceCandidate, driver: Driver, options: GLOptions) throws(GLError) {
        let (gl, surface) = (driver.gl, options.surface)
        let lease = try DisplayLease(candidate, driver: driver)
        let turn = lease.turn
        turn.begin()
        defer { turn.end() }
        let extensions = lease.extensions
        let eglVersion = lease.version
        // EGL 1.5 includes surfaceless contexts, but only if the client API supports them, so the extension decides.
        let needsPbuffer = surface == .pbuffer || !extensions.contains("EGL_KHR_surfaceless_context")
        let config = try EGLConfigChoice.choose(lease, needsPbuffer: needsPbuffer)
        let egl = try EGLContextOwner(consume lease, config: config)
        let size = PixelSize(width: 16, height: 16)
        var pbuffer: PbufferOwner?
        if needsPbuffer {
            let made = try PbufferOwner(egl, config: config, size: size)
            try egl.makeCurrent(made.handle)
            surfaceHandle = made.handle
            pbuffer = consume made
        } else {
            try egl.makeCurrent(nil)
        }
        self.turn = turn
        core = GLCore(gl: gl)
        var info = try DeviceInfo(core, platform: candidate.platform, eglVersion: eglVersion)
        info.library = driver.name
        self.info = info
        self.surface = surface
        self.candidate = candidate
        self.config = config
        pbufferLimit = EGLConfigChoice.pbufferLimit(egl, config)
        pbufferSize = needsPbuffer ? size : pbufferSize
        self.pbuffer = consume pbuffer
        self.egl = consume egl
        GLThreadsAtExit.arm()
    }

    /// Maximum width and height of a picture.
    var pictureLimit: PixelSize {
        let limits = info.limits
        guard surface == .pbuffer else { return PixelSize(width: limits.pictureWidth, height: limits.pictureHeight) }
        return PixelSize(
            width: min(limits.pictureWidth, pbufferLimit.width), height: min(limits.pictureHeight, pbufferLimit.height))
    }

    /// Resizes the pbuffer, in pixels; for `CanvasSurface.pbuffer`.
    func resizePbuffer(_ size: PixelSize) throws(GLError) {
        guard size != pbufferSize else { return }
        for (what, length, limit) in [
            ("the picture's width", size.width, pbufferLimit.width),
            ("the picture's height", size.height, pbufferLimit.height),
        ] where length > limit {
            throw .sizeBeyondLimit(what: what, size: length, limit: limit)
        }
        guard egl != nil else { throw .closed }
        let larger = try PbufferOwner(egl!, config: config, size: size)
        try egl!.makeCurrent(larger.handle)
        surfaceHandle = larger.handle
        pbuffer = consume larger
        pbufferSize = size
    }

    /// Returns the reported cause of a context loss. `nil`: no loss was reported.
    ///
    /// - Source: EGL 1.5 §2.6: `eglMakeCurrent` reports power management events; OpenGL ES 3.2 §2.3.2 for resets.
    func lossCause() -> String? {
        do throws(GLError) {
            try core.checkAlive(during: "")
            guard egl != nil else { return nil }
            try egl!.makeCurrent(surfaceHandle)
            return nil
        } catch {
            switch error {
            case .contextLost(let cause, _): return cause
            case .contextCreation(let step, let reason): return "\(step): \(reason)"
            default: return nil
            }
        }
    }

    /// Releases the context and leaves the thread. All GL objects must be deleted before.
    package func close() {
        guard egl != nil else { return }
        core.assertOnThread()
        assert(core.liveObjects == 0, "\(core.liveObjects) GL objects outlive their context")
        turn.begin()
        defer { turn.end() }
        egl!.leaveThread()
        pbuffer = nil
        egl = nil
    }

    deinit { close() }
}

@available(*, unavailable)
extension GLContext: Sendable {}

extension DeviceInfo {
    /// Queries the current context.
    init(_ core: GLCore, platform: DevicePlatform, eglVersion: String) throws(GLError) {
        let version = core.text(GL_VERSION)
        guard let gles = Self.glesVersion(version), gles.major >= 3 else {
            throw .contextCreation(step: "GL_VERSION", reason: "OpenGL ES 3.0 is needed, this is “\(version)”")
        }
        var viewport: [GLint] = [0, 0]
        core.gl.getIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), &viewport)
        var lineWidths: [GLfloat] = [1, 1]
        var pointSizes: [GLfloat] = [1, 1]
        core.gl.getFloatv(GLenum(GL_ALIASED_LINE_WIDTH_RANGE), &lineWidths)
        core.gl.getFloatv(GLenum(GL_ALIASED_POINT_SIZE_RANGE), &pointSizes)
        let renderer = core.text(GL_RENDERER)
        self.init(
            platform: platform, vendor: core.text(GL_VENDOR), renderer: renderer, version: version,
            majorVersion: gles.major, minorVersion: gles.minor, eglVersion: eglVersion,
            isHardware: !Self.isSoftware(renderer: renderer),
            limits: DeviceLimits(
                textureSize: core.integer(GL_MAX_TEXTURE_SIZE),
                renderbufferSize: core.integer(GL_MAX_RENDERBUFFER_SIZE),
                viewportWidth: Int(viewport[0]), viewportHeight: Int(viewport[1]),
                drawBuffers: core.integer(GL_MAX_DRAW_BUFFERS),
                uniformBlockSize: core.integer(GL_MAX_UNIFORM_BLOCK_SIZE),
                uniformAlignment: max(1, core.integer(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT)), lineWidth: lineWidths[1],
                pointSize: pointSizes[1]))
    }
}
