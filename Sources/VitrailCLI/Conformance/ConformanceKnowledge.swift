import ArgumentParser
import VitrailConformance

/// Options for known states of drivers.
struct ConformanceKnowledge: ParsableArguments {
    @Option(
        help: """
            File with known states of drivers, or - for standard input: lines STATE DRIVERS CASES REASON, or TEST,STATUS as \
            in a baseline of deqp-runner. The last line that applies to a case counts. Default: the file built into the \
            command.
            """)
    var expectations: String?
    @Option(
        help: """
            File with regular expressions, one per line, for cases that are not run, as for deqp-runner. Adds to the known \
            states. Repeatable.
            """)
    var skips: [String] = []
    @Option(
        help: """
            File with regular expressions, one per line, for cases that sometimes fail, as for deqp-runner. Adds to the \
            known states. Repeatable.
            """)
    var flakes: [String] = []
    @Option(
        help: """
            Write the known states to this file, with a line for each unexpected result, so that the same run with \
            --expectations FILE is as expected. An interrupted run does not write it.
            """)
    var writeExpectations: String?

    func validate() throws {
        if let writeExpectations, writeExpectations.isEmpty || writeExpectations == "-" {
            throw ValidationError("--write-expectations names a file")
        }
        if ([expectations].compactMap { $0 } + skips + flakes).count(where: { $0 == "-" }) > 1 {
            throw ValidationError("only one file can be standard input")
        }
    }

    /// Bytes. Far more than any list needs.
    static let longestList = 16 << 20

    /// Reads the files.
    ///
    /// - Parameter names: the cases of the run.
    func read(_ names: [String]) throws -> ExpectationFile {
        var known =
            try expectations.map { try ExpectationFile(Self.text(of: $0), path: Input($0).name) } ?? .builtIn
        for path in flakes {
            try known.append(.flaky, patterns: Self.text(of: path), path: Input(path).name, names: names)
        }
        // Cases that must not run are the last word.
        for path in skips {
            try known.append(.skip, patterns: Self.text(of: path), path: Input(path).name, names: names)
        }
        return known
    }

    private static func text(of path: String) throws -> String {
        String(decoding: try Input(path).read(limit: longestList), as: UTF8.self)
    }

    /// Whether a file cannot be read again. A device such as /dev/null can.
    var isPiped: Bool { ([expectations].compactMap { $0 } + skips + flakes).contains { Input($0).isPipe } }

    /// The arguments that name the same files again. Empty if one of them is a pipe.
    var arguments: [String] {
        guard !isPiped else { return [] }
        return (expectations.map { WorkerSetting.option("expectations", $0) } ?? [])
            + flakes.flatMap { WorkerSetting.option("flakes", $0) }
            + skips.flatMap { WorkerSetting.option("skips", $0) }
    }
}
