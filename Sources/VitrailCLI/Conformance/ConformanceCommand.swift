import ArgumentParser
import Glibc
import Vitrail
import VitrailConformance

/// The command `conformance`: runs the cases unless a subcommand is given.
struct ConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance",
        abstract: "Test a driver: draw charts and single GL features, and compare them with computed pictures.",
        subcommands: [ConformanceRunCommand.self, ConformanceCompareCommand.self],
        defaultSubcommand: ConformanceRunCommand.self)
}

struct ConformanceRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run all cases or some of them. The word `run` is optional.",
        discussion: """
            Cases run in separate processes: if the driver crashes or hangs, only the current case fails. Exit codes: 0 all as expected · 1 unexpected \
            results · 64 usage · 66 no input · 69 no device · 73 cannot write · 128 + n interrupted by signal n, with a report of the finished cases.
            """)

    @Argument(help: "Names of cases, with * and ? as wildcards. Default: all.")
    var globs: [String] = []
    @Flag(help: "Print the names of the cases, one per line, without running them.")
    var list = false
    @Option(help: "File with names of cases, one per line, or - for standard input.")
    var caselist: String?
    @Option(help: "N,M: every M-th case, from the N-th.")
    var fraction: String?
    @Option(help: "Number of processes that run at the same time.")
    var jobs = 2
    @Option(
        help: "File with known states of drivers, or - for standard input. Default: the file built into the command.")
    var expectations: String?
    @Flag(
        help:
            "Count a case that fails and then passes as unexpected. A case that crashes or hangs and then passes is always unexpected."
    )
    var failOnFlake = false
    @Flag(help: "Print each case as it ends.")
    var verbose = false
    @OptionGroup var device: ConformanceDevice

    func validate() throws {
        if let fraction, CaseFraction(fraction) == nil {
            throw ValidationError("--fraction is N,M with 1 ≤ N ≤ M, not \(fraction)")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64, not \(jobs)") }
    }

    func run() async throws {
        try await Exit.reporting {
            let names = try selection().names()
            guard !list else { return try StandardStreams.print(names.joined(separator: "\n")) }
            let report = try run(names)
            if let out = device.out { try ReportFolder.write(report, to: out) }
            if device.trials != nil { try StandardStreams.print(FrameTable.text(report)) }
            try StandardStreams.print(TableWriter.text(report).trimmed)
            if let interruption = report.interruption { throw Exit.signal(interruption.signal) }
            if !report.isAsExpected || failOnFlake && report.hasFlakes { throw Exit.unexpected }
        }
    }

    private func selection() throws -> CaseSelection {
        var text: String?
        if let caselist { text = String(decoding: try Input(caselist).read(limit: Self.longestList), as: UTF8.self) }
        return CaseSelection(globs: globs, caseList: text, fraction: fraction.flatMap(CaseFraction.init))
    }

    /// Bytes. Far more than any list of cases or expectations needs.
    private static let longestList = 16 << 20

    /// The executable. If the command is part of a library, `VITRAIL_EXECUTABLE` names another program.
    private static let executable = getenv("VITRAIL_EXECUTABLE").map { String(cString: $0) } ?? "/proc/self/exe"

    private func run(_ names: [String]) throws -> RunReport {
        let known =
            try expectations.map { path in
                try ExpectationFile(
                    String(decoding: try Input(path).read(limit: Self.longestList), as: UTF8.self),
                    path: Input(path).name)
            } ?? .builtIn
        // A pipe cannot be read twice; a device such as /dev/null can.
        let again = expectations.flatMap { Input($0).isPipe ? nil : ["--expectations", $0] } ?? []
        let program = [Self.executable, ConformanceWorkerCommand.name]
        Interruption.watch()
        let run = ConformanceRun(
            names, program: program, setting: device.setting, jobs: device.trials == nil ? jobs : 1,
            expectations: known, arguments: again,
            interruption: { Interruption.signal })
        let isVerbose = verbose
        return try run.run { result in
            guard isVerbose || result.status.isFailure else { return }
            StandardStreams.tell("\(result.status.rawValue) \(result.name)")
        }
    }
}
