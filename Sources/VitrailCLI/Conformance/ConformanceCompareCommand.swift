import ArgumentParser
import VitrailConformance

struct ConformanceCompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Put two runs of `conformance --out` side by side, as one HTML page.",
        discussion: """
            The page needs no other files. Exit codes: 0 done · 64 usage · 65 invalid results · 66 a folder without results · \
            73 cannot write.
            """)

    @Argument(help: "Folder of the first run.")
    var first: String
    @Argument(help: "Folder of the second run.")
    var second: String
    @Option(help: "File of the page.")
    var html: String
    @Option(help: "Largest difference, in steps of 1/255, that the page leaves out; for runs with --keep-pictures.")
    var tolerance: UInt8 = 2

    func run() async throws {
        try await Exit.reporting {
            let comparison = RunComparison(
                try StoredRun(folder: first), try StoredRun(folder: second), tolerance: tolerance)
            try ComparisonPage.write(comparison, to: html)
            try StandardStreams.print(comparison.summary)
        }
    }
}
