import CGL
import Testing
import VitrailDrawList
import VitrailGL
import VitrailScene
import VitrailTestSupport

/// Checks the buffers of samples that stay on the device.
@Suite("Samples on the device: calls")
struct SampleStoreTests {
    private typealias Call = RecordingDriver.Call
    private static let size = Lists.size(64, 48)
    private static let gap: Float = 3e38

    private func list(_ columns: ArraySamples..., from first: Int = 0, count: Int? = nil) -> DrawList {
        let columns = SampleColumns(columns.map { SampleAxis($0, SampleTransform(origin: 1e9, scale: 2, start: 5)) })
        return DrawList(
            size: Self.size, background: .white, buffers: [.samples(columns)],
            commands: [
                Lists.draw(
                    .sampleLine, .max, count: count ?? columns.indices.count - 1, from: first, in: Self.size)
            ])
    }

    private func frames(_ lists: [DrawList], limit: Int = GLOptions.defaultResidentLimit) throws -> [[Call]] {
        try RecordingDriver.record(.init()) { driver in
            let session = try GLSession(GLOptions(residentLimit: limit), driver: driver, shaders: TestShaders.source)
            defer { session.close() }
            return try lists.map { list in
                RecordingDriver.forgetCalls()
                _ = try session.draw(list)
                return RecordingDriver.calls
            }
        }.result
    }

    /// The uploads of vertices: byte offset, or nil for a whole buffer, and floats.
    private func uploads(_ calls: [Call]) -> [(offset: Int?, floats: [Float])] {
        calls.compactMap { call in
            guard call.arguments.first == Double(GL_ARRAY_BUFFER) else { return nil }
            let floats = call.bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            switch call.name {
            case "glBufferData": return (nil, floats)
            case "glBufferSubData": return (Int(call.arguments[1]), floats)
            default: return nil
            }
        }
    }

    @Test("a block is uploaded once, as offsets from its first value, with gaps and the samples beside it")
    func block() throws {
        let x = ArraySamples((0..<6).map { 1e9 + Double($0) })
        let y = ArraySamples([.nan, 7, 8.5, .infinity, 9, 7])
        let calls = try frames([list(x, y), list(x, y)])
        let first = uploads(calls[0])
        #expect(first.map(\.offset) == [nil, nil])
        #expect(first[0].floats.prefix(9) == [Self.gap, 0, 1, 2, 3, 4, 5, Self.gap, Self.gap])
        #expect(first[1].floats.prefix(9) == [Self.gap, Self.gap, 0, 1.5, Self.gap, 2, 0, Self.gap, Self.gap])
        #expect(first.allSatisfy { $0.floats.dropFirst(9).allSatisfy { $0 == Self.gap } })
        #expect(uploads(calls[1]).isEmpty)
        // The origins of the block in pixels: x is 1e9, y is 7.
        for calls in calls {
            let origins = calls.filter { $0.name == "glVertexAttrib4f" }.map { Array($0.arguments.dropFirst()) }
            #expect(origins == [[5, Double(Float((7 - 1e9) * 2 + 5)), 0, 0]])
        }
    }

    @Test("appended samples are uploaded alone; a removed start becomes a gap before the first sample")
    func changes() throws {
        let x = ArraySamples((0..<6).map { 1e9 + Double($0) })
        let more = x.changed(appending: [1e9 + 6, 1e9 + 9])
        let fewer = more.changed(first: 3)
        let calls = try frames([list(x, x), list(more, more), list(fewer, fewer, from: 3, count: 4), list(x, x)])
        let appended = uploads(calls[1])
        #expect(appended.map(\.offset) == [7 * 4] && appended.map(\.floats) == [[6, 9, Self.gap, Self.gap]])
        let removed = uploads(calls[2])
        #expect(removed.map(\.offset) == [3 * 4] && removed.map(\.floats) == [[Self.gap]])
        // An older copy of the column: what it has is there again, and what it lacks is a gap.
        let back = uploads(calls[3]).flatMap(\.floats)
        #expect(back.contains(0) && back.contains(Self.gap) && !back.contains(6))
    }

    @Test("a block that outgrows its buffer is copied on the device, and only its new samples are uploaded")
    func growth() throws {
        let x = ArraySamples((0..<1_000).map(Double.init))
        let more = x.changed(appending: (1_000..<3_000).map(Double.init))
        let calls = try frames([list(x, x), list(more, more)])
        let copies = calls[1].filter { $0.name == "glCopyBufferSubData" }.map { Array($0.arguments.dropFirst(2)) }
        #expect(copies == [[0, 0, 1_024 * 4]])
        let new = uploads(calls[1])
        #expect(new.map(\.offset) == [1_001 * 4])
        #expect(new.first?.floats == (1_000..<3_000).map(Float.init) + [Self.gap, Self.gap])
    }

    @Test("each block has its own buffer and draw")
    func blocks() throws {
        let count = 2 * SampleBlock.length + 10
        let x = ArraySamples((0..<count).map { 1e9 + Double($0) })
        let calls = try frames([list(x, x), list(x, x, from: SampleBlock.length - 3, count: 5)])
        let draws = calls.map { $0.filter { $0.name == "glDrawArraysInstanced" }.map(\.arguments[3]) }
        #expect(draws[0] == [Double(SampleBlock.length), Double(SampleBlock.length), 9])
        #expect(draws[1] == [3, 2])
        #expect(uploads(calls[0]).count == 3 && uploads(calls[1]).isEmpty)
        // The samples beside a block are there, too.
        let second = uploads(calls[0])[1].floats
        #expect(second.count == SampleBlock.length + 3)
        #expect(second.first == -1 && second.last == Float(SampleBlock.length + 1))
    }

    @Test("above the limit the least recently drawn go; a frame that exceeds it keeps its first blocks")
    func eviction() throws {
        let bytes = 4 * (SampleBlock.length + 3)
        let a = ArraySamples((0..<SampleBlock.length).map(Double.init))
        let (b, c) = (a.changed(), ArraySamples((0..<SampleBlock.length).map { -Double($0) }))
        #expect(a.id == b.id)
        // Two blocks fit.
        let calls = try frames([list(a, a), list(c, c), list(b, b), list(a, c), list(a, c)], limit: 2 * bytes)
        #expect(calls.map { uploads($0).count } == [1, 1, 0, 0, 0])
        let one = try frames([list(a, a), list(c, c), list(a, a)], limit: bytes)
        #expect(one.map { uploads($0).count } == [1, 1, 1])
        // Three blocks of one column where two fit: the first stays, the others take turns.
        let count = 3 * SampleBlock.length
        let long = ArraySamples((0..<count).map(Double.init))
        let turns = try frames([list(long, long), list(long, long), list(long, long)], limit: 2 * bytes)
        #expect(turns.map { uploads($0).count } == [3, 2, 2])
    }
}
