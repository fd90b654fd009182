import CGL
import VitrailScene

/// The canvas and the scratch targets, made when they are first drawn to and kept while the picture's size stays.
final class TargetStore {
    private final class Entry {
        let framebuffer: FramebufferObject
        /// As many as the target has.
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
    /// Without attachments; where the driver needs `refreshHeight`.
    private let detour: FramebufferObject?
    /// Whether the driver may think of another height than `size` has.
    private var isHeightNew = true
    private let usesRectangles: Bool
    /// Bits of a channel of `slivers` and `fineMask`; nil where the device cannot blend in floats.
    private lazy var sumBits = Self.sumBits(Set(core.text(GL_EXTENSIONS).split(separator: " ")))

    init(_ context: GLContext, usesRectangles: Bool) {
        self.context = context
        self.usesRectangles = usesRectangles
        detour = context.info.isMesa ? FramebufferObject(context.core) : nil
    }

    /// Drops what has another size.
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

    /// The target's framebuffer; 0 is the pbuffer. A new one is left bound.
    func framebuffer(_ target: Target) throws(GLError) -> GLuint {
        if target == .canvas, context.surface == .pbuffer { return 0 }
        return try entry(target).framebuffer.name
    }

    /// A scratch target's texture.
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
        try core.checkAlways("glTexStorage2D", during: "making the \(target.rawValue) target, \(size.width)×\(size.height)")
        let status = gl.checkFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw .framebufferIncomplete(target: target.rawValue, status: GLNames.framebufferStatus(status))
        }
        let entry = Entry(framebuffer: framebuffer, textures: textures)
        entries[target] = entry
        return entry
    }

    /// The most that a device with some extensions can blend in.
    ///
    /// - Returns: bits of a channel; nil = it cannot blend in floats. Eight bits would round what is added up to nothing.
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
            gl.texImage2D(plane, 0, Rectangles.bgra, width, height, 0, GLenum(Rectangles.bgra), GLenum(GL_UNSIGNED_BYTE), nil)
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

    /// Takes the framebuffer away and binds it again, to be called when it has been cleared.
    ///
    /// In Mesa (22.3: softpipe, llvmpipe with pbuffers) a clear just after a framebuffer has been bound uses up the notice that its height is another
    /// one: the draws after it compute gl_FragCoord.y from the height before. Another binding is another notice.
    ///
    /// Only where the height may have changed, or the side that rows are counted from, as between a pbuffer and a framebuffer: what was cleared is
    /// drawn before another framebuffer is bound, a pass over the picture of its own.
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

    /// A host has bound framebuffers of its own.
    func expectOtherHeight() { isHeightNew = true }

    /// Tells the driver that the scratch targets' pixels are not needed any more. Leaves a scratch framebuffer bound.
    func discard(_ targets: Set<Target>) {
        for target in Target.allCases where targets.contains(target) && target != .canvas {
            guard let entry = entries[target] else { continue }
            core.gl.bindFramebuffer(GLenum(GL_FRAMEBUFFER), entry.framebuffer.name)
            let attachments = (0..<target.textureCount).map { GLenum(GL_COLOR_ATTACHMENT0) + GLenum($0) }
            core.gl.invalidateFramebuffer(GLenum(GL_FRAMEBUFFER), GLsizei(attachments.count), attachments)
        }
    }
}
