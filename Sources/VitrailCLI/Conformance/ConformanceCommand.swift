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
            Cases run in separate processes: if the driver crashes or hangs, only the current case fails. For each unexpected result, the report gives \
            the command that repeats it. --write-expectations writes the unexpected results to a file, and --expectations reads it in the next run.

            Exit codes: 0 all as expected · 1 unexpected \
            results · 64 usage · 65 invalid expectations · 66 no input · 69 no device · 73 cannot write · 128 + n interrupted by signal n, with a report of the finished cases.
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
    @Flag(
        help:
            "Count a case that fails and then passes as unexpected. A case that crashes or hangs and then passes is always unexpected."
    )
    var failOnFlake = false
    @Flag(help: "Print each case as it ends.")
    var verbose = false
    @OptionGroup var knowledge: ConformanceKnowledge
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
            let known = try knowledge.read(names)
            // Opened before the run, so that a wrong path costs no time.
            let file = try knowledge.writeExpectations.map { path throws(CommandError) in try WholeFile(path) }
            let report = try run(names, known)
            if let out = device.out { try ReportFolder.write(report, to: out) }
            if device.trials != nil { try StandardStreams.print(FrameTable.text(report)) }
            try StandardStreams.print(TableWriter.text(report).trimmed)
            if let interruption = report.interruption {
                if let path = knowledge.writeExpectations {
                    StandardStreams.tell("\(path) is not written, because the run was interrupted")
                }
                throw Exit.signal(interruption.signal)
            }
            try file?.append(
                Array(ExpectationWriter.text(report, known: known, countsFlakes: failOnFlake).utf8))
            try file?.finish()
            if !report.isAsExpected || failOnFlake && report.hasFlakes { throw Exit.unexpected }
        }
    }

    private func selection() throws -> CaseSelection {
        var text: String?
        if let caselist {
            text = String(
                decoding: try Input(caselist).read(limit: ConformanceKnowledge.longestList), as: UTF8.self)
        }
        return CaseSelection(globs: globs, caseList: text, fraction: fraction.flatMap(CaseFraction.init))
    }

    /// The executable. If the command is part of a library, `VITRAIL_EXECUTABLE` names another program.
    private static let executable = getenv("VITRAIL_EXECUTABLE").map { String(cString: $0) } ?? "/proc/self/exe"

    /// The arguments that the command that repeats a case needs in addition to `WorkerSetting.caseArguments`.
    ///
    /// | option | in the command |
    /// |---|---|
    /// | patterns, `--caselist`, `--fraction`, `--list` | no: the name of the case selects it |
    /// | `--jobs` | no: one case needs one process |
    /// | `--verbose` | no: concerns only the printed text |
    /// | `--out`, `--keep-pictures`, `--write-expectations` | no: would replace files of the run |
    /// | `--fail-on-flake` | yes: decides about the exit code |
    /// | `--expectations`, `--skips`, `--flakes` | yes: decide about the verdict |
    /// | `--device`, `--egl-library`, `--require-hardware`, `--seed`, `--time-limit`, `--perf`, `--fault` | yes |
    private var repeatArguments: [String] { knowledge.arguments + (failOnFlake ? ["--fail-on-flake"] : []) }

    private func run(_ names: [String], _ known: ExpectationFile) throws -> RunReport {
        let program = [Self.executable, ConformanceWorkerCommand.name]
        Interruption.watch()
        let run = ConformanceRun(
            names, program: program, setting: device.setting, jobs: device.trials == nil ? jobs : 1,
            expectations: known, arguments: repeatArguments, hasPipedExpectations: knowledge.isPiped,
            interruption: { Interruption.signal })
        let isVerbose = verbose
        return try run.run { result in
            guard isVerbose || result.status.isFailure else { return }
            let found = result.status.isFailure && !result.summary.isEmpty ? ": " + result.summary : ""
            StandardStreams.tell("\(result.status.rawValue) \(result.name)\(found)")
        }
    }
}
