import CGL
import VitrailScene

/// Buffers on the device that pictures are copied to while the next frame is drawn.
///
/// ```
/// frame 1   commands, copy ╌╌ device draws, copies ╌╌╌ map, take
/// frame 2                    commands, copy ╌╌ device draws, copies ╌╌╌ map, take
/// ```
final class ReadbackBuffers {
    /// Maximum number of frames in flight. The device draws one while the previous one is taken.
    static let maxFrames = 2

    private let core: GLCore
    private var free: [Buffer] = []
    private var filling: [Int: Buffer] = [:]
    private var nextNumber = 0

    private final class Buffer {
        let object: BufferObject
        var byteCount = 0

        init(_ core: GLCore) { object = BufferObject(core) }
    }

    init(_ core: GLCore) { self.core = core }

    /// Requests the pixels of the bound framebuffer; returns before they are copied.
    ///
    /// - Parameter format: GL format of the pixels.
    /// - Returns: the frame number for `take`.
    func copy(_ size: PixelSize, _ format: GLenum) throws(GLError) -> Int {
        let gl = core.gl
        let target = GLenum(GL_PIXEL_PACK_BUFFER)
        let buffer = free.popLast() ?? Buffer(core)
        let byteCount = size.width * size.height * 4
        gl.bindBuffer(target, buffer.object.name)
        if buffer.byteCount != byteCount {
            gl.bufferData(target, byteCount, nil, GLenum(GL_STREAM_READ))
            buffer.byteCount = byteCount
        }
        gl.readPixels(0, 0, GLsizei(size.width), GLsizei(size.height), format, GLenum(GL_UNSIGNED_BYTE), nil)
        gl.bindBuffer(target, 0)
        gl.flush()
        try core.checkAlways("glReadPixels", during: "readback")
        nextNumber += 1
        filling[nextNumber] = buffer
        return nextNumber
    }

    /// Waits for the copy and passes the pixels to `body`.
    ///
    /// - Returns: `nil` for an unknown number (from another player).
    func take<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Result) throws(GLError) -> Result? {
        guard let buffer = filling.removeValue(forKey: number) else { return nil }
        let gl = core.gl
        let target = GLenum(GL_PIXEL_PACK_BUFFER)
        gl.bindBuffer(target, buffer.object.name)
        defer { gl.bindBuffer(target, 0) }
        guard let mapped = gl.mapBufferRange(target, 0, buffer.byteCount, GLbitfield(GL_MAP_READ_BIT)) else {
            try core.checkAlways("glMapBufferRange", during: "readback")
            throw .call("glMapBufferRange", code: GLenum(GL_NO_ERROR), during: "readback")
        }
        let result = body(UnsafeRawBufferPointer(start: mapped, count: buffer.byteCount))
        // The contents may be lost while mapped, for example when a screen changes its mode.
        let isWhole = gl.unmapBuffer(target) == GLboolean(GL_TRUE)
        try core.checkAlways("glUnmapBuffer", during: "readback")
        guard isWhole else { throw .call("glUnmapBuffer", code: GLenum(GL_NO_ERROR), during: "readback") }
        free.append(buffer)
        return result
    }
}
