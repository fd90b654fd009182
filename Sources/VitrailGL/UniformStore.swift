import CGL
import VitrailScene

/// One buffer with the uniform block of every draw of a frame.
final class UniformStore {
    static let blockName = "DrawUniforms"

    private let core: GLCore
    private let buffer: BufferObject
    /// Bytes between two blocks: the block's size, rounded up to what the driver asks for.
    let stride: Int
    /// Bytes sent by the last `upload`.
    private(set) var uploadedBytes = 0
    private var bound = -1

    init(_ core: GLCore, alignment: Int) {
        self.core = core
        buffer = BufferObject(core)
        let size = MemoryLayout<DrawUniforms>.size
        stride = (size + alignment - 1) / alignment * alignment
    }

    /// Uploads the blocks of a frame, in the order of its draws.
    func upload(_ blocks: [DrawUniforms]) throws(GLError) {
        uploadedBytes = 0
        bound = -1
        guard !blocks.isEmpty else { return }
        let stride = stride
        let bytes = [UInt8](unsafeUninitializedCapacity: blocks.count * stride) { memory, count in
            // The gaps between blocks are sent too; zeroed, so that no stray memory leaves the process.
            memory.initialize(repeating: 0)
            for (i, block) in blocks.enumerated() {
                UnsafeMutableRawBufferPointer(memory).storeBytes(of: block, toByteOffset: i * stride, as: DrawUniforms.self)
            }
            count = memory.count
        }
        let target = GLenum(GL_UNIFORM_BUFFER)
        core.gl.bindBuffer(target, buffer.name)
        bytes.withUnsafeBytes {
            core.gl.bufferData(target, $0.count, $0.baseAddress, GLenum(GL_STREAM_DRAW))
        }
        uploadedBytes = bytes.count
        try core.checkAlways("glBufferData", during: "upload of \(blocks.count) uniform blocks")
    }

    /// Binds draw `index`'s block.
    func bind(_ index: Int) {
        guard bound != index else { return }
        core.gl.bindBufferRange(
            GLenum(GL_UNIFORM_BUFFER), 0, buffer.name, index * stride, MemoryLayout<DrawUniforms>.size)
        bound = index
    }

    /// Binds again what may have been unbound meanwhile.
    func forgetBinding() {
        bound = -1
    }
}
