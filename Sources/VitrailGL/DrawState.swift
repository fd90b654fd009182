import CGL
import VitrailDrawList
import VitrailScene

/// The GL state that draws depend on; only changes cause GL calls.
final class DrawState {
    private let core: GLCore
    private var framebuffer: GLuint?
    private var program: GLuint?
    private var vertexArray: GLuint?
    private var blend: Blend?
    private var scissor: PixelRect?
    private var lineWidth: GLfloat?
    private var activeUnit: Int?
    private var textures: [GLuint?]
    /// Maximum number of samplers in a program.
    static let units = ProgramVariant.allCases.map(\.samplers.count).max() ?? 0

    init(_ core: GLCore) {
        self.core = core
        textures = Array(repeating: nil, count: Self.units)
    }

    /// Forgets the cached state and sets the state that is constant during a frame. Called at the start of a frame and
    /// after the host's GL code.
    ///
    /// Sets the viewport; disables depth test, stencil test, face culling, dithering, polygon offset, rasteriser
    /// discard, alpha to coverage, sample coverage and primitive restart; enables the scissor test and all colour
    /// channels; sets pixel transfers to rows without gaps; unbinds pixel buffers and sampler objects.
    func reset(size: PixelSize) {
        forget()
        let gl = core.gl
        gl.viewport(0, 0, GLsizei(size.width), GLsizei(size.height))
        for capability in Self.disabled { gl.disable(GLenum(capability)) }
        gl.enable(GLenum(GL_SCISSOR_TEST))
        let on = GLboolean(GL_TRUE)
        gl.colorMask(on, on, on, on)
        resetTransfer()
        for unit in 0..<Self.units { gl.bindSampler(GLuint(unit), 0) }
    }

    /// Sets uploads and readback to process memory and rows without gaps.
    func resetTransfer() {
        for (name, value) in Self.pixelStorage { core.gl.pixelStorei(GLenum(name), value) }
        core.gl.bindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
        core.gl.bindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), 0)
    }

    private static let disabled = [
        GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_DITHER, GL_POLYGON_OFFSET_FILL,
        GL_RASTERIZER_DISCARD, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE,
        GL_PRIMITIVE_RESTART_FIXED_INDEX,
    ]
    private static let pixelStorage: [(Int32, GLint)] = [
        (GL_PACK_ALIGNMENT, 1), (GL_PACK_ROW_LENGTH, 0), (GL_PACK_SKIP_ROWS, 0), (GL_PACK_SKIP_PIXELS, 0),
        (GL_UNPACK_ALIGNMENT, 1), (GL_UNPACK_ROW_LENGTH, 0), (GL_UNPACK_SKIP_ROWS, 0), (GL_UNPACK_SKIP_PIXELS, 0),
    ]

    /// Forgets the cached state, so that the next use of each part sets it again.
    func forget() {
        framebuffer = nil
        program = nil
        vertexArray = nil
        blend = nil
        scissor = nil
        lineWidth = nil
        activeUnit = nil
        for unit in textures.indices { textures[unit] = nil }
    }

    func bindFramebuffer(_ name: GLuint) {
        guard framebuffer != name else { return }
        core.gl.bindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
        framebuffer = name
    }

    func use(program name: GLuint, vertexArray array: GLuint) {
        if program != name { core.gl.useProgram(name) }
        if vertexArray != array { core.gl.bindVertexArray(array) }
        program = name
        vertexArray = array
    }

    func setScissor(_ rect: PixelRect) {
        guard scissor != rect else { return }
        core.gl.scissor(GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height))
        scissor = rect
    }

    func setLineWidth(_ width: GLfloat) {
        guard lineWidth != width else { return }
        core.gl.lineWidth(width)
        lineWidth = width
    }

    func bind(texture name: GLuint, unit: Int) {
        guard textures[unit] != name else { return }
        if activeUnit != unit { core.gl.activeTexture(GLenum(GL_TEXTURE0) + GLenum(unit)) }
        core.gl.bindTexture(GLenum(GL_TEXTURE_2D), name)
        activeUnit = unit
        textures[unit] = name
    }

    func setBlend(_ new: Blend) {
        guard blend != new else { return }
        let gl = core.gl
        if new == .replace {
            gl.disable(GLenum(GL_BLEND))
        } else {
            if blend == nil || blend == .replace { gl.enable(GLenum(GL_BLEND)) }
            gl.blendEquation(GLenum(new == .max ? GL_MAX : GL_FUNC_ADD))
            gl.blendFunc(GLenum(GL_ONE), GLenum(new == .over ? GL_ONE_MINUS_SRC_ALPHA : GL_ONE))
        }
        blend = new
    }
}
