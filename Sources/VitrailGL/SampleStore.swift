import CGL
import VitrailDrawList
import VitrailScene

/// Columns of samples on the device: one buffer for each block of a column, with Float offsets from the block's origin.
///
///     sample before │ 32,768 samples of the block │ two samples after     none there, and gaps: `gap`
///
/// A segment needs the sample before it and the one after it, so a block has copies of its neighbours' samples. A block
/// is uploaded when a picture first needs it. When the column has grown, only the new samples are uploaded.
///
/// Above the limit, the least recently drawn blocks are deleted. If one picture needs more than the limit, its blocks
/// replace one another while it is drawn: the first ones stay for the next picture, and the others share the rest.
final class SampleStore {
    private struct Key: Hashable {
        var id: SampleID
        var block: Int
    }

    private final class Entry {
        let buffer: BufferObject
        /// Number of floats in the buffer.
        let capacity: Int
        /// Indexes of the samples in the buffer.
        var samples: Range<Int>
        /// Numbers of the last use, and of its frame.
        var lastUse = 0
        var lastFrame = 0

        init(buffer: consuming BufferObject, capacity: Int, samples: Range<Int>) {
            self.buffer = buffer
            (self.capacity, self.samples) = (capacity, samples)
        }

        var bytes: Int { capacity * MemoryLayout<Float>.stride }
    }

    /// A block on the device.
    struct Block {
        var buffer: GLuint
        /// Byte offset of the sample before the first one of the block.
        var offset = 0
    }

    private let core: GLCore
    /// Maximum number of bytes to keep.
    private var limit: Int
    private var entries: [Key: Entry] = [:]
    private var bytes = 0
    private var frame = 0
    private var uses = 0
    /// The blocks of the current draw.
    private var needed: Set<Key> = []
    /// Bytes deleted during this frame that its draws have used.
    private var deletedInFrame = 0
    /// Number of bytes sent since `beginFrame`.
    private(set) var uploadedBytes = 0
    private var staging: [Float] = []

    /// A number beyond every offset that the shaders accept.
    static let gap: Float = 3e38
    /// Samples of neighbouring blocks in a buffer: before and after the block's own.
    private static let (before, after) = (1, 2)
    private static let fullCapacity = SampleBlock.length + before + after
    private static let minCapacity = 1 << 10

    init(_ core: GLCore, limit: Int) {
        (self.core, self.limit) = (core, limit)
    }

    func beginFrame() {
        frame += 1
        (uploadedBytes, deletedInFrame) = (0, 0)
    }

    /// Number of bytes on the device.
    var residentBytes: Int { bytes }

    /// Returns a block of each column for one draw, after uploading missing samples.
    ///
    /// - Throws: `GLError.outOfMemory` if the blocks do not fit even when all others are deleted.
    func blocks(_ number: Int, of axes: [SampleAxis]) throws(GLError) -> [Block] {
        needed = Set(axes.map { Key(id: $0.source.id, block: number) })
        do throws(GLError) {
            return try loaded(number, axes)
        } catch {
            guard case .outOfMemory = error, !entries.isEmpty else { throw error }
            // The device has less memory than the limit: from now on, less is kept.
            limit = bytes / 2
            core.gl.finish()
            entries = [:]
            bytes = 0
            return try loaded(number, axes)
        }
    }

    private func loaded(_ number: Int, _ axes: [SampleAxis]) throws(GLError) -> [Block] {
        var blocks: [Block] = []
        for axis in axes { blocks.append(try block(number, of: axis.source)) }
        return blocks
    }

    private func block(_ number: Int, of source: any SampleSource) throws(GLError) -> Block {
        let key = Key(id: source.id, block: number)
        let own = SampleBlock.range(of: number)
        let needed = (own.lowerBound - Self.before..<own.upperBound + Self.after).clamped(to: source.indices)
        guard let known = entries[key] else { return use(try make(key, needed, of: source)) }
        let count = Self.capacity(for: needed, from: own.lowerBound)
        let entry = count <= known.capacity ? known : try grown(known, key, for: count)
        try update(entry, to: needed, of: source, number)
        return use(entry)
    }

    private func use(_ entry: Entry) -> Block {
        uses += 1
        (entry.lastUse, entry.lastFrame) = (uses, frame)
        return Block(buffer: entry.buffer.name)
    }

    /// Number of floats for the samples of a block that starts at an index.
    private static func capacity(for needed: Range<Int>, from start: Int) -> Int {
        min(max(needed.upperBound - start, 0) + before + after, fullCapacity)
    }

    // MARK: Uploading

    private func make(_ key: Key, _ needed: Range<Int>, of source: any SampleSource) throws(GLError) -> Entry {
        let start = SampleBlock.range(of: key.block).lowerBound
        let capacity = Self.allocated(for: Self.capacity(for: needed, from: start))
        makeRoom(capacity * MemoryLayout<Float>.stride)
        let entry = Entry(buffer: BufferObject(core), capacity: capacity, samples: needed)
        let target = GLenum(GL_ARRAY_BUFFER)
        core.gl.bindBuffer(target, entry.buffer.name)
        let origin = source.block(key.block).origin
        offsets(from: start - Self.before, count: capacity, needed, of: source, origin)
        staging.withUnsafeBytes {
            core.gl.bufferData(target, $0.count, $0.baseAddress, GLenum(GL_STATIC_DRAW))
            uploadedBytes += $0.count
        }
        try core.checkAlways("glBufferData", during: "upload of \(key.id), block \(key.block)")
        entries[key] = entry
        bytes += entry.bytes
        return entry
    }

    /// Moves a block to a larger buffer. It is copied on the device, so that only new samples are uploaded.
    private func grown(_ old: Entry, _ key: Key, for count: Int) throws(GLError) -> Entry {
        entries[key] = nil
        bytes -= old.bytes
        let entry = Entry(buffer: BufferObject(core), capacity: Self.allocated(for: count), samples: old.samples)
        makeRoom(entry.bytes)
        let (from, to) = (GLenum(GL_COPY_READ_BUFFER), GLenum(GL_COPY_WRITE_BUFFER))
        core.gl.bindBuffer(from, old.buffer.name)
        core.gl.bindBuffer(to, entry.buffer.name)
        core.gl.bufferData(to, entry.bytes, nil, GLenum(GL_STATIC_DRAW))
        core.gl.copyBufferSubData(from, to, 0, 0, old.bytes)
        try core.checkAlways("glCopyBufferSubData", during: "growth of \(key.id), block \(key.block)")
        entries[key] = entry
        bytes += entry.bytes
        return entry
    }

    /// Number of floats of a buffer that needs some.
    private static func allocated(for count: Int) -> Int {
        var capacity = minCapacity
        while capacity < count { capacity *= 2 }
        return min(capacity, fullCapacity)
    }

    /// Uploads new samples, and marks the end of removed ones.
    private func update(
        _ entry: Entry, to needed: Range<Int>, of source: any SampleSource, _ number: Int
    ) throws(GLError) {
        guard entry.samples != needed else { return }
        let (base, origin) = (SampleBlock.range(of: number).lowerBound - Self.before, source.block(number).origin)
        core.gl.bindBuffer(GLenum(GL_ARRAY_BUFFER), entry.buffer.name)
        func write(_ range: Range<Int>) {
            let range = range.clamped(to: base..<base + entry.capacity)
            guard !range.isEmpty else { return }
            offsets(from: range.lowerBound, count: range.count, needed, of: source, origin)
            staging.withUnsafeBytes {
                core.gl.bufferSubData(
                    GLenum(GL_ARRAY_BUFFER), (range.lowerBound - base) * MemoryLayout<Float>.stride, $0.count,
                    $0.baseAddress)
                uploadedBytes += $0.count
            }
        }
        let old = entry.samples
        // With the gaps after the last sample, which a grown buffer does not have.
        if needed.upperBound > old.upperBound {
            write(max(old.upperBound, needed.lowerBound)..<needed.upperBound + Self.after)
        }
        // Another copy of the column may have fewer samples: the rest becomes gaps, and so does the sample before the
        // first one. Draws never start farther from it.
        if needed.upperBound < old.upperBound { write(needed.upperBound..<old.upperBound) }
        if needed.lowerBound > old.lowerBound { write(needed.lowerBound - 1..<needed.lowerBound) }
        if needed.lowerBound < old.lowerBound { write(needed.lowerBound..<min(old.lowerBound, needed.upperBound)) }
        entry.samples = needed
        try core.checkAlways("glBufferSubData", during: "upload of \(source.id), block \(number)")
    }

    /// Fills `staging` with the offsets of `count` samples from an index on, and with gaps where there is no sample.
    private func offsets(
        from first: Int, count: Int, _ known: Range<Int>, of source: any SampleSource, _ origin: Double
    ) {
        staging.removeAll(keepingCapacity: true)
        let range = (first..<first + count).clamped(to: known)
        if range.isEmpty { return staging += repeatElement(Self.gap, count: count) }
        staging += repeatElement(Self.gap, count: range.lowerBound - first)
        source.forEachPart(of: range) { _, values in
            for i in values.indices {
                let offset = Float(values[i] - origin)
                staging.append(offset.isFinite ? offset : Self.gap)
            }
        }
        staging += repeatElement(Self.gap, count: count - staging.count)
    }

    // MARK: Memory

    /// Deletes blocks until `count` more bytes fit.
    private func makeRoom(_ count: Int) {
        while bytes + count > limit, let (key, entry) = victim() {
            entries[key] = nil
            bytes -= entry.bytes
            guard entry.lastFrame == frame else { continue }
            // The device deletes a buffer after the draws that read it, so it must not fall behind by much.
            deletedInFrame += entry.bytes
            if deletedInFrame > max(limit, 1) {
                core.gl.finish()
                deletedInFrame = 0
            }
        }
    }

    /// The least recently used block of earlier frames. If all are of this frame, the most recently used one that the
    /// current draw does not need.
    private func victim() -> (Key, Entry)? {
        var (oldest, newest): ((Key, Entry)?, (Key, Entry)?)
        for (key, entry) in entries where !needed.contains(key) {
            if entry.lastFrame < frame {
                if oldest.map({ entry.lastUse < $0.1.lastUse }) ?? true { oldest = (key, entry) }
            } else if newest.map({ entry.lastUse > $0.1.lastUse }) ?? true {
                newest = (key, entry)
            }
        }
        return oldest ?? newest
    }
}
