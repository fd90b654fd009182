import Foundation
import Testing

/// Runs jobs in separate processes.
@Suite("vitrail batch --isolate")
struct IsolatedBatchTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(RenderTests.spec, "s.json")
    }

    private func lines(_ bytes: [UInt8]) throws -> [[String: Any]] {
        try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { try BatchTests.members($0) }
    }

    @Test("pictures, lines and errors are those of one process")
    func same() async throws {
        let input = """
            {"id": "a", "file": "s.json", "output": "a.png"}
            {"id": "b", "file": "s.json", "output": "b.svg", "theme": "dark", "width": 200}
            {"id": "c", "chart": {"series": [{"type": "lin", "data": "d", "y": "y"}], "data": {"d": {"values": {"y": [1]}}}}, "output": "c.png"}
            {"id": "d", "file": "none.json", "output": "d.png"}
            {"id": "e", "chart": {"series": [{"type": "line", "data": "d", "y": "z"}], "data": {"d": {"values": {"y": [1]}}}}, "output": "e.png"}
            """
        let together = try await Command.run(["batch", "-j", "2"], in: folder, input: input)
        let pictures = try ["a.png", "b.svg"].map { try folder.bytes($0) }
        for name in ["a.png", "b.svg"] { try FileManager.default.removeItem(atPath: folder.path(name)) }
        let apart = try await Command.run(["batch", "-j", "2", "--isolate"], in: folder, input: input)
        #expect(apart.code == together.code)
        #expect(apart.error == together.error)
        #expect(try ["a.png", "b.svg"].map { try folder.bytes($0) } == pictures)
        let (one, other) = (try lines(together.output), try lines(apart.output))
        #expect(one.count == 2)
        for key in ["id", "line", "output", "format", "width", "height", "bytes", "warnings"] {
            #expect(one.map { "\($0[key] ?? "")" } == other.map { "\($0[key] ?? "")" }, "\(key)")
        }
    }

    @Test("a stream has the pictures, and statistics where they are asked for")
    func stream() async throws {
        let end = try await Command.run(
            ["batch", "-j", "1", "--isolate", "--stream", "--stats"], in: folder, input: #"{"file": "s.json"}"#)
        let newline = try #require(end.output.firstIndex(of: 10))
        let header = try BatchTests.members(String(decoding: end.output[..<newline], as: UTF8.self))
        #expect(header["bytes"] as? Int == end.output.count - newline - 1)
        #expect((header["statistics"] as? [String: Any])?["draws"] as? Int ?? 0 > 0)
    }

    @Test("a chart that takes too long fails with 75, and the others are drawn")
    func late() async throws {
        let rectangles = (0..<100).map { _ in
            ##"{"type": "rectangle", "opacity": 0.5, "stretchToBoundsOnX": true, "stretchToBoundsOnY": true, "color": "#ff000010"}"##
        }.joined(separator: ", ")
        let slow = """
            {"size": {"width": 16384, "height": 8192}, "data": {"d": {"values": {"y": [1, 2]}}}, "series": [{"type": "line", "data": "d", "y": "y"}], "annotations": [\(rectangles)]}
            """
        let input = """
            {"id": "slow", "chart": \(slow), "output": "slow.png"}
            {"id": "next", "file": "s.json", "output": "next.png"}
            """
        let end = try await Command.run(
            ["batch", "-j", "1", "--job-timeout", "1", "--max-memory", "8G"], in: folder, input: input)
        #expect(end.code == 75, "\(end.error)")
        #expect(end.error.contains(#""code":75"#) && end.error.contains("slow"))
        #expect(folder.names == ["s.json", "next.png"])
    }
}
