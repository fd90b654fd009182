import Foundation
import Testing

@testable import VitrailCLI

@Suite("vitrail --no-map")
struct NoMapTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        let values = (0..<4_000).map { Float(($0 * 37) % 101) }
        try folder.write(values.withUnsafeBytes { Array($0) }, "y.f32")
        try folder.write("t,y\n" + (0..<500).map { "\($0),\(($0 * 13) % 29)\n" }.joined(), "t.csv")
        for name in ["arrays/table.npz", "arrays/column.npy", "arrow/wave.arrow"] {
            try FileManager.default.copyItem(
                atPath: "\(Command.repository)/Tests/\(name)",
                toPath: folder.path(String(name.split(separator: "/")[1])))
        }
        try folder.write(
            """
            {"size": {"width": 300, "height": 200}, "data": {"d": {"columns": {"y": {"f32": "y.f32"}}}, "c": {"csv": "t.csv"}},
             "series": [{"type": "line", "data": "d", "y": "y"}, {"type": "line", "data": "c", "y": "y"}]}
            """, "chart.json")
    }

    private func expectUnchanged(_ arguments: [String], input: String = "", count: Int = 1_000) async throws {
        let mapped = try await Command.run(arguments, in: folder, input: input)
        let copied = try await Command.run(arguments + ["--no-map"], in: folder, input: input)
        #expect(mapped.code == 0 && copied.code == 0, "\(arguments): \(mapped.error) \(copied.error)")
        #expect(mapped.output.count > count && mapped.error == copied.error)
        expectSame(mapped.output, copied.output)
    }

    @Test(
        "plot draws the same picture",
        arguments: [
            ["t.csv", "--x", "t", "--y", "y"], ["y.f32"], ["table.npz", "--y", "a"], ["column.npy"],
            ["wave.arrow", "--y", "y"],
        ])
    func plot(arguments: [String]) async throws {
        try await expectUnchanged(["plot"] + arguments + ["-o", "-", "--format", "rgba"])
    }

    @Test("render, and batch with and without processes of its own, draw the same picture")
    func others() async throws {
        try await expectUnchanged(["render", "chart.json", "-o", "-", "--format", "rgba"])
        for options in [["-j", "2"], ["-j", "2", "--isolate"]] {
            for name in ["a", "b"] {
                let end = try await Command.run(
                    ["batch", "--format", "rgba"] + options + (name == "b" ? ["--no-map"] : []), in: folder,
                    input: "{\"file\": \"chart.json\", \"output\": \"\(name).rgba\"}\n")
                #expect(end.code == 0, "\(end.error)")
            }
            let bytes = try folder.bytes("a.rgba")
            #expect(bytes.count == 300 * 200 * 4)
            expectSame(bytes, try folder.bytes("b.rgba"))
        }
    }

    @Test("a copy counts as memory of the chart")
    func memory() async throws {
        func estimate(_ arguments: String...) async throws -> Int {
            let end = try await Command.run(arguments + ["-o", "o.png", "--stats"], in: folder)
            let memory =
                (try JSONSerialization.jsonObject(with: Data(end.error.utf8)) as? [String: Any])?["memory"]
                as? [String: Any]
            return try #require(memory?["estimated"] as? Int, "\(end.error)")
        }
        #expect(try await estimate("plot", "y.f32", "--no-map") - estimate("plot", "y.f32") == 16_000)
        let files = try folder.bytes("t.csv").count + 16_000
        #expect(try await estimate("render", "chart.json", "--no-map") - estimate("render", "chart.json") == files)
    }
}
