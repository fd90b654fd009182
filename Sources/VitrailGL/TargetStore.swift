import CGL
import VitrailDrawList
import VitrailScene

/// The canvas and the scratch targets. Each is created on first use and kept until the picture's size changes.
final class TargetStore {
    private final class Entry {
        let framebuffer: FramebufferObject
        /// One for each texture of the target.
        let textures: [OwnedTexture]

        init(framebuffer: consuming FramebufferObject, textures: [OwnedTexture]) {
            self.framebuffer = framebuffer
            self.textures = textures
        }
    }
    private final class OwnedTexture {
        let object: TextureObject
        init(_ object: consuming TextureObject) { self.object = object }
    }

    private let context: GLContext
    private var core: GLCore { context.core }
    private var entries: [Target: Entry] = [:]
    private(set) var size = PixelSize(width: 0, height: 0)
    /// A framebuffer without attachments, for `refreshHeight`. `nil`: the driver does not need it.
    private let detour: FramebufferObject?
    /// Whether the driver may assume a height other than that of `size`.
    private var isHeightNew = true
    private let usesRectangles: Bool
    /// Bits per channel of `slivers` and `fineMask`. `nil`: the device cannot blend floats.
    private lazy var sumBits = Self.sumBits(Set(core.text(GL_EXTENSIONS).split(separator: " ")))

    init(_ context: GLContext, usesRectangles: Bool) {
        self.context = context
        self.usesRectangles = usesRectangles
        detour = context.info.isMesa ? FramebufferObject(context.core) : nil
    }

    /// Drops targets of another size.
    ///
    /// - Throws: `GLError.sizeBeyondLimit`.
    func prepare(_ newSize: PixelSize) throws(GLError) {
        let limits = context.info.limits
        for (what, length, limit) in [
            ("the picture's width", newSize.width, limits.pictureWidth),
            ("the picture's height", newSize.height, limits.pictureHeight),
        ] where length > limit {
            throw .sizeBeyondLimit(what: what, size: length, limit: limit)
        }
        if context.surface == .pbuffer { try context.resizePbuffer(newSize) }
        guard newSize != size else { return }
        entries.removeAll()
        size = newSize
        isHeightNew = true
    }

    /// Returns the target's framebuffer; 0 is the pbuffer. A new framebuffer is left bound.
    func framebuffer(_ target: Target) throws(GLError) -> GLuint {
        if target == .canvas, context.surface == .pbuffer { return 0 }
        return try entry(target).framebuffer.name
    }

    /// Returns a texture of a scratch target.
    func texture(_ target: Target, _ index: Int) throws(GLError) -> GLuint {
        try entry(target).textures[index].object.name
    }

    private func entry(_ target: Target) throws(GLError) -> Entry {
        if let entry = entries[target] { return entry }
        let gl = core.gl
        let framebuffer = FramebufferObject(core)
        gl.bindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer.name)
        var textures: [OwnedTexture] = []
        var attachments: [GLenum] = []
        for index in 0..<target.textureCount {
            let texture = try makeTexture(target, index)
            let attachment = GLenum(GL_COLOR_ATTACHMENT0) + GLenum(index)
            gl.framebufferTexture2D(GLenum(GL_FRAMEBUFFER), attachment, GLenum(GL_TEXTURE_2D), texture.name, 0)
            textures.append(OwnedTexture(texture))
            attachments.append(attachment)
        }
        gl.drawBuffers(GLsizei(attachments.count), attachments)
        try core.checkAlways(
            "glTexStorage2D", during: "making the \(target.rawValue) target, \(size.width)×\(size.height)")
        let status = gl.checkFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw .framebufferIncomplete(target: target.rawValue, status: GLNames.framebufferStatus(status))
        }
        let entry = Entry(framebuffer: framebuffer, textures: textures)
        entries[target] = entry
        return entry
    }

    /// Returns the maximum precision for blending with these extensions.
    ///
    /// - Returns: bits per channel. `nil`: the device cannot blend floats. Eight bits would round the sums to 0.
    static func sumBits(_ extensions: Set<Substring>) -> Int? {
        let isFloat = extensions.contains("GL_EXT_color_buffer_float")
        if isFloat, extensions.contains("GL_EXT_float_blend") { return 32 }
        return isFloat || extensions.contains("GL_EXT_color_buffer_half_float") ? 16 : nil
    }

    private func format(_ target: Target, _ index: Int) throws(GLError) -> Int32 {
        switch (target, sumBits) {
        case (.mask, _): GL_R8
        case (.fineMask, 32): GL_R32F
        case (.fineMask, .some): GL_R16F
        case (.slivers, 32): index == 0 ? GL_RGBA32F : GL_R32F
        case (.slivers, .some): index == 0 ? GL_RGBA16F : GL_R16F
        case (.fineMask, nil), (.slivers, nil):
            throw .extensionMissing(
                anyOf: ["GL_EXT_color_buffer_half_float", "GL_EXT_color_buffer_float"],
                need: "add up shapes much narrower than a pixel, which charts without decimation have")
        case (.canvas, _), (.cells, _), (.group, _), (.layer, _): GL_RGBA8
        }
    }

    private func makeTexture(_ target: Target, _ index: Int) throws(GLError) -> TextureObject {
        let gl = core.gl
        let format = try format(target, index)
        let texture = TextureObject(core)
        let plane = GLenum(GL_TEXTURE_2D)
        gl.bindTexture(plane, texture.name)
        let (width, height) = (GLsizei(size.width), GLsizei(size.height))
        if usesRectangles, target.holdsRectangles {
            gl.texImage2D(
                plane, 0, Rectangles.bgra, width, height, 0, GLenum(Rectangles.bgra), GLenum(GL_UNSIGNED_BYTE), nil)
        } else {
            gl.texStorage2D(plane, 1, GLenum(format), width, height)
        }
        for (name, value) in [
            (GL_TEXTURE_MIN_FILTER, GL_NEAREST), (GL_TEXTURE_MAG_FILTER, GL_NEAREST),
            (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
        ] {
            gl.texParameteri(plane, GLenum(name), value)
        }
        return texture
    }

    /// Unbinds the framebuffer and binds it again; call it after a clear.
    ///
    /// In Mesa (22.3: softpipe, llvmpipe with pbuffers), a clear directly after binding a framebuffer consumes the
    /// notification that its height has changed. The following draws then compute gl_FragCoord.y from the previous
    /// height. Binding again causes a new notification.
    ///
    /// This is done only if the height or the origin of rows may have changed, as between a pbuffer and a framebuffer.
    /// Binding another framebuffer executes the clear, which costs a separate pass over the picture.
    func refreshHeight(_ framebuffer: GLuint) {
        guard isHeightNew || context.surface == .pbuffer else { return }
        isHeightNew = false
        switch detour {
        case .some(let detour):
            core.gl.bindFramebuffer(GLenum(GL_FRAMEBUFFER), detour.name)
            core.gl.bindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        case .none: break
        }
    }

    /// Call this after a host has bound its own framebuffers.
    func expectOtherHeight() { isHeightNew = true }

    /// Lets the driver discard the pixels of the scratch targets. Leaves a scratch framebuffer bound.
    func discard(_ targets: Set<Target>) {
        for target in Target.allCases where targets.contains(target) && target != .canvas {
            guard let entry = entries[target] else { continue }
            core.gl.bindFramebuffer(GLenum(GL_FRAMEBUFFER), entry.framebuffer.name)
            let attachments = (0..<target.textureCount).map { GLenum(GL_COLOR_ATTACHMENT0) + GLenum($0) }
            core.gl.invalidateFramebuffer(GLenum(GL_FRAMEBUFFER), GLsizei(attachments.count), attachments)
        }
    }
}
