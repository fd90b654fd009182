import CGL
import VitrailDrawList

/// One buffer with the uniform blocks of all draws of a frame.
final class UniformStore {
    static let blockName = "DrawUniforms"

    private let core: GLCore
    private let buffer: BufferObject
    /// Distance in bytes between two blocks: the block's size, rounded up to the driver's alignment.
    let stride: Int
    /// Number of bytes sent by the last `upload`.
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
            // The gaps between blocks are also sent; they are zeroed, so that no unrelated memory leaves the process.
            memory.initialize(repeating: 0)
            for (i, block) in blocks.enumerated() {
                UnsafeMutableRawBufferPointer(memory).storeBytes(
                    of: block, toByteOffset: i * stride, as: DrawUniforms.self)
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

    /// Binds the block with this index.
    func bind(_ index: Int) {
        guard bound != index else { return }
        core.gl.bindBufferRange(
            GLenum(GL_UNIFORM_BUFFER), 0, buffer.name, index * stride, MemoryLayout<DrawUniforms>.size)
        bound = index
    }

    /// Makes the next `bind` bind again, because other code may have changed the binding.
    func forgetBinding() {
        bound = -1
    }
}
