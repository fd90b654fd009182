import CGL
import VitrailDrawList
import VitrailScene

/// The textures of a draw list on the device. Atlases are kept by id and generation; images, values and palettes are
/// kept for one frame.
final class TextureStore {
    private final class Entry {
        let texture: TextureObject
        var generation: Int
        var lastUse: Int

        init(texture: consuming TextureObject, generation: Int, lastUse: Int) {
            self.texture = texture
            self.generation = generation
            self.lastUse = lastUse
        }
    }
    private struct AtlasKey: Hashable {
        var id: UInt64
        var isColor: Bool
    }

    private let core: GLCore
    private let limit: Int
    private var atlases: [AtlasKey: Entry] = [:]
    private var frameTextures: [Entry] = []
    private var frame = 0
    /// Number of bytes sent by the last `upload`.
    private(set) var uploadedBytes = 0
    /// Coverage and colour of four atlases; more are rarely in use at one time.
    private static let atlasesKept = 8

    /// - Parameter limit: maximum width and height in texels.
    init(_ core: GLCore, limit: Int) {
        self.core = core
        self.limit = limit
    }

    /// Returns the textures' names, in the order of the draw list. Uses texture unit 0.
    func upload(_ textures: [TextureData]) throws(GLError) -> [GLuint] {
        uploadedBytes = 0
        frame += 1
        core.gl.activeTexture(GLenum(GL_TEXTURE0))
        var names: [GLuint] = []
        for (index, data) in textures.enumerated() {
            names.append(try upload(data, label: "textures[\(index)]"))
            try core.checkAlways("glTexImage2D", during: "upload of textures[\(index)]")
        }
        evict()
        return names
    }

    /// Drops the textures of the current frame.
    func endFrame() {
        frameTextures.removeAll()
    }

    private func upload(_ data: TextureData, label: String) throws(GLError) -> GLuint {
        switch data {
        case .glyphCoverage(let atlas):
            return try atlasTexture(atlas, isColor: false, label: label)
        case .glyphColor(let atlas):
            return try atlasTexture(atlas, isColor: true, label: label)
        case .image(let image):
            return try frameTexture(image.pixels, image.size, .rgba8, label)
        case .coverage(let coverage, let size):
            return try frameTexture(coverage, size, .coverageR8, label)
        case .values(let values, let size):
            return try frameTexture(values, size, .valuesR32F, label)
        case .slices(let slices):
            let width = TextureData.slicesPerRow
            return try frameTexture(
                slices, PixelSize(width: width, height: slices.count / width), .valuesRGBA32F, label)
        case .envelope(let columns):
            let width = TextureData.envelopeSlopesPerRow
            let size = PixelSize(width: 5 * width, height: columns.count / width)
            return try frameTexture(columns, size, .valuesRGBA32F, label)
        case .segments(let segments):
            let width = TextureData.segmentsPerRow
            return try frameTexture(
                segments, PixelSize(width: 2 * width, height: segments.count / width), .valuesRGBA32F, label)
        case .palette(let colors):
            let size = PixelSize(width: colors.count, height: 1)
            return try frameTexture(colors.map(\.packed), size, .rgba8, label)
        }
    }

    private func atlasTexture(_ atlas: GlyphAtlas, isColor: Bool, label: String) throws(GLError) -> GLuint {
        let key = AtlasKey(id: atlas.id, isColor: isColor)
        if let entry = atlases[key], entry.generation == atlas.generation {
            entry.lastUse = frame
            return entry.texture.name
        }
        atlases[key] = nil
        let texture = TextureObject(core)
        if isColor {
            try send(atlas.color, atlas.colorSize, .rgba8, to: texture.name, label)
        } else {
            try send(atlas.coverage, atlas.coverageSize, .coverageR8, to: texture.name, label)
        }
        let name = texture.name
        atlases[key] = Entry(texture: texture, generation: atlas.generation, lastUse: frame)
        return name
    }

    private func frameTexture<Texel>(
        _ texels: [Texel], _ size: PixelSize, _ format: TexelFormat, _ label: String
    )
        throws(GLError) -> GLuint
    {
        let texture = TextureObject(core)
        let name = texture.name
        try send(texels, size, format, to: name, label)
        frameTextures.append(Entry(texture: texture, generation: 0, lastUse: frame))
        return name
    }

    /// Sends texels. An empty texture becomes one zero texel, because GL has no textures without texels.
    private func send<Texel>(
        _ texels: [Texel], _ size: PixelSize, _ format: TexelFormat, to name: GLuint, _ label: String
    ) throws(GLError) {
        for (what, length) in [("width", size.width), ("height", size.height)] where length > limit {
            throw .sizeBeyondLimit(what: "the \(what) of \(label)", size: length, limit: limit)
        }
        let gl = core.gl
        let plane = GLenum(GL_TEXTURE_2D)
        gl.bindTexture(plane, name)
        // Shaders fetch texels without filtering. ES 3.0 has no filter for floats, and some drivers return zero from a
        // texture that requests one.
        gl.texParameteri(plane, GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
        gl.texParameteri(plane, GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
        gl.texParameteri(plane, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
        gl.texParameteri(plane, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
        if format.isCoverage {
            // Coverage in all channels is a white picture with alpha, so `glyph` paints both alike.
            for channel in [GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A] {
                gl.texParameteri(plane, GLenum(channel), GL_RED)
            }
        }
        func image(_ width: Int, _ height: Int, _ bytes: UnsafeRawBufferPointer) {
            gl.texImage2D(
                plane, 0, format.internalFormat, GLsizei(width), GLsizei(height), 0, format.format, format.type,
                bytes.baseAddress)
            uploadedBytes += bytes.count
        }
        if texels.isEmpty {
            // The zero has the size of the largest texel format.
            withUnsafeBytes(of: SIMD4<Float>.zero) { image(1, 1, $0) }
        } else {
            texels.withUnsafeBytes { image(size.width, size.height, $0) }
        }
    }

    private func evict() {
        guard atlases.count > Self.atlasesKept else { return }
        for (key, entry) in atlases.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard atlases.count > Self.atlasesKept, entry.lastUse < frame else { return }
            atlases[key] = nil
        }
    }
}

/// The memory layout of texels.
struct TexelFormat {
    var internalFormat: GLint
    var format: GLenum
    var type: GLenum

    var isCoverage: Bool { internalFormat == GL_R8 }

    static let coverageR8 = TexelFormat(internalFormat: GL_R8, format: GLenum(GL_RED), type: GLenum(GL_UNSIGNED_BYTE))
    static let rgba8 = TexelFormat(internalFormat: GL_RGBA8, format: GLenum(GL_RGBA), type: GLenum(GL_UNSIGNED_BYTE))
    static let valuesR32F = TexelFormat(internalFormat: GL_R32F, format: GLenum(GL_RED), type: GLenum(GL_FLOAT))
    static let valuesRGBA32F = TexelFormat(internalFormat: GL_RGBA32F, format: GLenum(GL_RGBA), type: GLenum(GL_FLOAT))
}
