import CGL
import VitrailDrawList
import VitrailScene

/// Points that are uploaded once per generation and kept on the device as line vertices.
final class ResidentStore {
    private final class Entry {
        let buffer: BufferObject
        var generation: Int
        var count: Int
        /// Number of the frame that used it last.
        var lastUse: Int

        init(buffer: consuming BufferObject, generation: Int, count: Int, lastUse: Int) {
            self.buffer = buffer
            self.generation = generation
            self.count = count
            self.lastUse = lastUse
        }

        var bytes: Int { count * MemoryLayout<LineVertex>.stride }
    }

    private let core: GLCore
    /// Maximum number of bytes to keep, unless one frame needs more.
    private let limit: Int
    private var entries: [ResidentID: Entry] = [:]
    private var frame = 0
    /// Number of vertices converted at a time (768 KiB), so that the points' memory is not doubled.
    private static let chunk = 1 << 16

    init(_ core: GLCore, limit: Int) {
        self.core = core
        self.limit = limit
    }

    /// Returns the points' buffer, and the number of bytes sent: 0 if this generation was already on the device.
    func upload(_ points: ResidentPoints) throws(GLError) -> (buffer: GLuint, bytes: Int) {
        let count = points.offsets.count
        if let entry = entries[points.id] {
            entry.lastUse = frame
            if entry.generation == points.generation, entry.count == count { return (entry.buffer.name, 0) }
        }
        let entry =
            entries[points.id]
            ?? Entry(buffer: BufferObject(core), generation: points.generation, count: 0, lastUse: frame)
        // The entry is removed until it is filled, so that a failed upload does not count as finished.
        entries[points.id] = nil
        fill(entry.buffer.name, with: points.offsets)
        try core.checkAlways("glBufferData", during: "upload of \(points.id), \(count) points")
        entry.generation = points.generation
        entry.count = count
        entries[points.id] = entry
        return (entry.buffer.name, entry.bytes)
    }

    /// Ends a frame's uploads: evicts the least recently used points above the limit, but none of this frame.
    func evict() {
        defer { frame += 1 }
        var bytes = entries.values.reduce(0) { $0 + $1.bytes }
        guard bytes > limit else { return }
        let oldestFirst = entries.sorted {
            ($0.value.lastUse, $0.key.rawValue) < ($1.value.lastUse, $1.key.rawValue)
        }
        for (id, entry) in oldestFirst {
            guard bytes > limit, entry.lastUse < frame else { return }
            bytes -= entry.bytes
            entries[id] = nil
        }
    }

    private func fill(_ name: GLuint, with points: [PlotPoint]) {
        let gl = core.gl
        let target = GLenum(GL_ARRAY_BUFFER)
        let stride = MemoryLayout<LineVertex>.stride
        gl.bindBuffer(target, name)
        gl.bufferData(target, points.count * stride, nil, GLenum(GL_STATIC_DRAW))
        var vertices: [LineVertex] = []
        vertices.reserveCapacity(min(points.count, Self.chunk))
        var last = PlotPoint(x: 0, y: 0)
        for start in Swift.stride(from: 0, to: points.count, by: Self.chunk) {
            let range = start..<min(start + Self.chunk, points.count)
            vertices.removeAll(keepingCapacity: true)
            LineVertex.append(points, range, last: &last, to: &vertices)
            vertices.withUnsafeBytes { gl.bufferSubData(target, start * stride, $0.count, $0.baseAddress) }
        }
    }
}

extension LineVertex {
    /// Converts points to vertices with run flags.
    ///
    /// A gap becomes a vertex that starts and ends its own run, so that no segment begins there. It has the last finite
    /// position, because NaN in a vertex may reach the rasteriser even if the segment is not drawn.
    static func append(
        _ points: [PlotPoint], _ range: Range<Int>, last: inout PlotPoint, to vertices: inout [LineVertex]
    ) {
        for i in range {
            let point = points[i]
            guard point.isFinite else {
                vertices.append(LineVertex(x: last.x, y: last.y, run: 3))
                continue
            }
            let starts = i == 0 || !points[i - 1].isFinite
            let ends = i + 1 == points.count || !points[i + 1].isFinite
            vertices.append(LineVertex(x: point.x, y: point.y, run: (starts ? 1 : 0) + (ends ? 2 : 0)))
            last = point
        }
    }
}
