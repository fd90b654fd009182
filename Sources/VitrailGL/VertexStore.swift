import CGL
import VitrailDrawList

/// The vertices of a draw list on the device: one streamed buffer for each frame, and one persistent buffer for each
/// set of resident points.
final class VertexStore {
    /// The start of a draw list's buffer on the device.
    struct Position {
        var buffer: GLuint
        var offset: Int
    }

    private let core: GLCore
    private let stream: BufferObject
    private let residents: ResidentStore
    /// Number of bytes sent by the last `upload`.
    private(set) var uploadedBytes = 0

    init(_ core: GLCore, residentLimit: Int) {
        self.core = core
        stream = BufferObject(core)
        residents = ResidentStore(core, limit: residentLimit)
    }

    /// Uploads a frame's buffers; resident points only if they are new.
    func upload(_ buffers: [VertexData]) throws(GLError) -> [Position] {
        uploadedBytes = 0
        var positions: [Position] = []
        var end = 0
        for buffer in buffers {
            if case .resident(let points) = buffer {
                let (name, sent) = try residents.upload(points)
                positions.append(Position(buffer: name, offset: 0))
                uploadedBytes += sent
            } else if case .samples = buffer {
                // Blocks are uploaded when they are drawn.
                positions.append(Position(buffer: 0, offset: 0))
            } else {
                positions.append(Position(buffer: 0, offset: end))
                end += buffer.byteCount
            }
        }
        residents.evict()
        if end > 0 { try uploadStream(buffers, bytes: end, into: &positions) }
        return positions
    }

    private func uploadStream(_ buffers: [VertexData], bytes: Int, into positions: inout [Position]) throws(GLError) {
        let gl = core.gl
        let target = GLenum(GL_ARRAY_BUFFER)
        let name = stream.name
        gl.bindBuffer(target, name)
        // New storage for each frame, so that the driver need not wait for the draws of the last frame.
        gl.bufferData(target, bytes, nil, GLenum(GL_STREAM_DRAW))
        for (index, buffer) in buffers.enumerated() {
            switch buffer {
            case .resident, .samples: continue
            default: break
            }
            positions[index].buffer = name
            let offset = positions[index].offset
            buffer.withVertexBytes { source in
                guard source.count > 0 else { return }
                gl.bufferSubData(target, offset, source.count, source.baseAddress)
            }
        }
        uploadedBytes += bytes
        try core.checkAlways("glBufferData", during: "upload of \(bytes) bytes of vertices")
    }
}

extension VertexData {
    /// Distance in bytes between two vertices.
    var stride: Int {
        switch self {
        case .line, .resident: MemoryLayout<LineVertex>.stride
        case .area: MemoryLayout<AreaVertex>.stride
        case .block: MemoryLayout<BlockVertex>.stride
        case .envelope: MemoryLayout<EnvelopeVertex>.stride
        case .stroke: MemoryLayout<StrokeVertex>.stride
        case .rect: MemoryLayout<RectVertex>.stride
        case .disc: MemoryLayout<DiscVertex>.stride
        case .sector: MemoryLayout<SectorVertex>.stride
        case .sectorEdge: MemoryLayout<SectorEdgeVertex>.stride
        case .quad: MemoryLayout<QuadVertex>.stride
        case .samples: MemoryLayout<Float>.stride
        }
    }

    var byteCount: Int { count * stride }

    /// Calls `body` with the bytes of the vertices; not for resident points and samples, which need conversion.
    func withVertexBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        switch self {
        case .line(let v): v.withUnsafeBytes(body)
        case .area(let v): v.withUnsafeBytes(body)
        case .block(let v): v.withUnsafeBytes(body)
        case .envelope(let v): v.withUnsafeBytes(body)
        case .stroke(let v): v.withUnsafeBytes(body)
        case .rect(let v): v.withUnsafeBytes(body)
        case .disc(let v): v.withUnsafeBytes(body)
        case .sector(let v): v.withUnsafeBytes(body)
        case .sectorEdge(let v): v.withUnsafeBytes(body)
        case .quad(let v): v.withUnsafeBytes(body)
        case .resident, .samples: break
        }
    }
}
