import Foundation
import Testing

@testable import VitrailCLI

@Suite("vitrail --strategy")
struct StrategyOptionTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write("t,y\n" + (0..<5_000).map { "\($0),\(($0 * 13) % 29)\n" }.joined(), "t.csv")
        try folder.write(
            """
            {"size": {"width": 300, "height": 200}, "data": {"c": {"csv": "t.csv"}}, "strategy": "resident",
             "series": [{"type": "line", "data": "c", "x": "t", "y": "y", "style": {"lineWidth": 2}}]}
            """, "chart.json")
    }

    /// The strategy of the first series' line, by the statistics.
    private func strategy(_ arguments: String...) async throws -> String? {
        let end = try await Command.run(arguments + ["-o", "o.png", "--stats"], in: folder)
        #expect(end.code == 0, "\(end.error)")
        let text = end.error.drop { $0 != "{" }
        let statistics = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let series = try #require(statistics?["series"] as? [[String: Any]], "\(end.error)")
        let choices = try #require(series.first?["choices"] as? [[String: Any]])
        return choices.first { $0["mark"] as? String == "line" }?["strategy"] as? String
    }

    @Test("the option takes precedence over the description's key, and plot has it, too")
    func option() async throws {
        #expect(try await strategy("render", "chart.json") == "resident")
        #expect(try await strategy("render", "chart.json", "--strategy", "raw") == "raw")
        #expect(try await strategy("render", "chart.json", "--strategy", "auto") == "segments")
        #expect(try await strategy("plot", "t.csv", "--x", "t", "--y", "y") == "segments")
        #expect(try await strategy("plot", "t.csv", "--x", "t", "--y", "y", "--strategy", "resident") == "resident")
    }

    @Test("other names are errors")
    func unknown() async throws {
        for name in ["none", "Bins", "fast"] {
            let end = try await Command.run(["render", "chart.json", "--strategy", name, "-o", "o.png"], in: folder)
            #expect(end.code == 64 && end.error.contains("auto, segments, bins, coverage, raw, resident"))
        }
    }
}
