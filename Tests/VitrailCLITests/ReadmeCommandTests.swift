import Foundation
import Testing
import VitrailImage

@Suite("README")
struct ReadmeCommandTests {
    /// Lines of shell blocks that call the command and wait for it; Tests/Server starts the servers.
    static func commandLines() throws -> [String] {
        let text = try String(contentsOfFile: Command.repository + "/README.md", encoding: .utf8)
        var lines: [String] = []
        var isShell = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isShell = !isShell && ["```sh", "```bash", "```console"].contains(String(line))
            } else if isShell, line.contains(".build/release/vitrail"), !line.hasSuffix("&") {
                lines.append(String(line))
            }
        }
        return lines
    }

    @Test("every command line of the README does what it says")
    func commands() async throws {
        let folder = try Folder()
        let rows = (10...28).map { "2024-01-\($0),\(100 + $0 % 7)\n" }
        try folder.write("date,close\n" + rows.joined(), "data.csv")
        for name in ["walk", "x", "y"] {
            try folder.write(PlotTests.array("<f8", (0..<5_000).map { Double($0 * $0 % 4_999) }), name + ".npy")
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Examples"), withDestinationPath: Command.repository + "/Examples")
        try FileManager.default.createDirectory(
            atPath: folder.path(".build/release"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(".build/release/vitrail"), withDestinationPath: Command.executable)
        let lines = try Self.commandLines()
        #expect(lines.count >= 3)
        for verb in ["plot", "render", "devices", "batch"] {
            #expect(lines.contains { $0.contains("vitrail \(verb)") }, "\(verb)")
        }
        for line in lines {
            let end = try await Command.shell(line, in: folder)
            #expect(end.code == 0, "\(line): \(end.error)")
            for name in try Self.outputs(of: line, end) {
                let format = try #require(ImageFormat(fileExtension: (name as NSString).pathExtension))
                #expect(try Picture(try folder.bytes(name), format).ink > 1000, "\(line)")
            }
        }
    }

    /// Files named by `-o` and files reported by a batch.
    private static func outputs(of line: String, _ end: Ending) throws -> [String] {
        let words = line.split(separator: " ")
        if let index = words.firstIndex(of: "-o") { return [String(words[index + 1])] }
        guard line.contains("vitrail batch") else { return [] }
        let names = try String(decoding: end.output, as: UTF8.self).split(separator: "\n").map {
            try BatchTests.members($0)["output"] as? String
        }
        #expect(names.count >= 2)
        return try names.map { try #require($0) }
    }
}
